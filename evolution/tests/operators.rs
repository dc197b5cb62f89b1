//! Every operator of every table, applied again and again in many spaces: no child leaves its space.

use std::collections::BTreeSet;
use unstuck_core::domain::Kind;
use unstuck_core::language::{Node, OPS, Op, Tree};
use unstuck_core::random::{RngExt, Stream, stream};
use unstuck_evolution::genome::{
    Bounds, Form, Genome, Limits, Policy, Scale, Space, Terminal, Value, Values, Weights, constant_range,
};
use unstuck_evolution::operators::creation::can_make;
use unstuck_evolution::operators::selection::Pool;
use unstuck_evolution::operators::{
    Context, Operator, Part, Pick, Selection, Toolbox, all, creation, crossover, mutation, selection,
};

/// How often each kind of operator is applied in all.
const APPLICATIONS: usize = 100_000;

const PUBLISHED: &[Op] = &[Op::And, Op::Or, Op::LessEqual, Op::GreaterEqual, Op::Mul, Op::Add];
const ARITHMETIC: &[Op] = &[Op::Add, Op::Sub, Op::Mul, Op::Div];

const TREE: Form = Form::Tree;
const POLICY_OF_WEIGHTS: Form = Form::Policy { rules: 5, values: Values::Weights };
const POLICY_OF_TREES: Form = Form::Policy { rules: 3, values: Values::Trees };

fn space(form: Form, functions: &[Op], flags: usize, limits: (usize, usize)) -> Space {
    let terminal = |index: usize| Terminal { index: index as u16, range: (0.0, 10.0 + index as f64) };
    Space {
        form,
        names: (0..6 + flags).map(|index| format!("feature_{index}")).collect(),
        estimates: (0..5).map(terminal).collect(),
        reals: (0..6).map(terminal).collect(),
        flags: (6..6 + flags).map(terminal).collect(),
        functions: functions.to_vec(),
        constants: (-2.0, 5.0),
        scale: Scale::Evolved,
        bounds: Bounds::Clamp,
        limits: Limits { nodes: limits.0, depth: limits.1 },
    }
}

fn full() -> Vec<Op> {
    OPS.iter().map(|info| info.op).collect()
}

/// Usual spaces and odd ones.
fn spaces(form: Form) -> Vec<Space> {
    let mut spaces = Vec::new();
    for functions in
        [PUBLISHED, ARITHMETIC, &full(), &[Op::And, Op::Not, Op::If], &[Op::Max, Op::Greater], &[]]
    {
        for flags in [0, 3] {
            for limits in [(50, 8), (100, 17), (15, 4), (3, 2), (4, 10), (50, 1), (1, 1), (300, 1000)] {
                let mut space = space(form, functions, flags, limits);
                if limits.0 == 15 {
                    space.reals.truncate(1);
                    space.estimates.truncate(1);
                    space.scale = Scale::Fixed;
                    space.bounds = Bounds::Reflect;
                }
                if limits.0 == 4 {
                    space.reals.clear();
                    space.constants = (1.0, 1.0);
                }
                spaces.push(space);
            }
        }
    }
    spaces
}

fn context<'a>(space: &'a Space, tools: &'a Toolbox, random: &'a mut Stream) -> Context<'a> {
    Context { space, tools, random, progress: 0.3, first_is_better: true, trial: None }
}

fn check_tree(tree: &Tree, kind: Kind, space: &Space, name: &str) {
    assert_eq!(Tree::new(tree.nodes().to_vec()).as_ref(), Ok(tree), "{name}");
    assert_eq!(tree.kind(), kind, "{name}");
    if let Err(misfit) = space.admit(tree, kind) {
        panic!("{name}: {misfit}: {:?}", tree.nodes());
    }
    let bare = tree.nodes().iter().any(|node| matches!(node, Node::Truth(_)));
    assert!(!bare || !can_make(space, Kind::Bool, space.limits.depth) || space.reals.is_empty(), "{name}");
}

fn check_value(value: &Value, space: &Space, name: &str) {
    match value {
        Value::Tree(tree) => check_tree(tree, Kind::Real, space, name),
        Value::Weights(weights) => assert_eq!(weights.check(space), Ok(()), "{name}"),
    }
}

fn check_policy(policy: &Policy, space: &Space, name: &str) {
    assert_eq!(policy.check(space), Ok(()), "{name}");
    for rule in &policy.rules {
        check_tree(&rule.condition, Kind::Bool, space, name);
        check_value(&rule.value, space, name);
    }
    check_value(&policy.otherwise, space, name);
}

/// Everything that makes trees, with equal shares.
fn any_tree() -> Toolbox {
    let mut tools = Toolbox::usual(TREE);
    tools.tree_creation = creation::TREES.iter().map(|&operator| alone(operator)).collect();
    tools
}

fn alone<F>(operator: &'static Operator<F>) -> Pick<F> {
    Pick { weight: 1.0, ..Pick::of(operator) }
}

fn kind_of(round: usize) -> Kind {
    if round.is_multiple_of(2) { Kind::Real } else { Kind::Bool }
}

#[test]
fn names_are_unique_within_a_folder_and_every_kind_has_a_usual_operator() {
    let list = all();
    let names: BTreeSet<_> =
        list.iter().map(|listed| (listed.folder, listed.part.name(), listed.name)).collect();
    assert_eq!(names.len(), list.len());
    let names: BTreeSet<_> = list.iter().map(|listed| (listed.folder, listed.name)).collect();
    assert_eq!(names.len(), list.len());
    assert_eq!(list.len(), 7 + 18 + 18 + 10);
    for listed in &list {
        let snake =
            |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        assert!(snake(listed.name) && !listed.about.is_empty(), "{}", listed.name);
        for parameter in listed.parameters {
            let (low, high) = parameter.range;
            assert!(snake(parameter.name) && (low..=high).contains(&parameter.default), "{}", listed.name);
        }
        let usual = |other: &unstuck_evolution::operators::Listed| {
            other.folder == listed.folder && other.part == listed.part && other.weight > 0.0
        };
        assert!(list.iter().any(usual), "{} of {}", listed.folder, listed.part.name());
        assert_eq!(listed.part == Part::Any, listed.folder == "selection");
    }
}

#[test]
fn weights_stay_within_their_bounds() {
    let spaces = spaces(Form::Weights);
    let rounds = APPLICATIONS / spaces.len();
    for (number, space) in spaces.iter().enumerate() {
        let mut random = stream(1, "weights", &[number as u64]);
        let mut tools = Toolbox::usual(space.form);
        tools.mutation_rate = 1.0;
        tools.weights_creation = creation::WEIGHTS.iter().map(|&operator| alone(operator)).collect();
        tools.weights_crossover = crossover::WEIGHTS.iter().map(|&operator| alone(operator)).collect();
        tools.weights_mutation = mutation::WEIGHTS.iter().map(|&operator| alone(operator)).collect();
        let mut context = context(space, &tools, &mut random);
        let mut parents: Vec<Genome> = (0..20).map(|_| context.create()).collect();
        let mut seen = BTreeSet::new();
        for round in 0..rounds {
            context.progress = round as f64 / rounds as f64;
            context.first_is_better = round % 2 == 0;
            let (a, b) = (round % 20, context.random.random_range(0..20));
            let child = context.breed(&parents[a], &parents[b]);
            assert_eq!(child.genome.check(space), Ok(()), "{:?}", child.by);
            let Genome::Weights(weights) = &child.genome else { panic!("another form") };
            assert!(weights.step > 0.0 && weights.step <= 1.0, "{:?}", child.by);
            seen.extend(child.by.iter().map(|(name, _)| *name));
            parents[a] = child.genome;
        }
        assert_eq!(seen.len(), crossover::WEIGHTS.len() + mutation::WEIGHTS.len());
    }
}

#[test]
fn created_trees_fit_their_space() {
    let spaces = spaces(TREE);
    let tools = Toolbox::usual(TREE);
    let rounds = APPLICATIONS / spaces.len() / creation::TREES.len();
    for (number, space) in spaces.iter().enumerate() {
        for operator in creation::TREES {
            let mut random = stream(2, operator.name, &[number as u64]);
            let mut context = context(space, &tools, &mut random);
            let pick = Pick::of(operator);
            for round in 0..rounds {
                let tree = (operator.apply)(&mut context, &pick.parameters, kind_of(round));
                check_tree(&tree, kind_of(round), space, operator.name);
            }
        }
    }
}

#[test]
fn extreme_settings_still_make_trees_that_fit() {
    let tools = Toolbox::usual(TREE);
    for (number, space) in spaces(TREE).iter().enumerate() {
        for operator in creation::TREES {
            let mut random = stream(3, operator.name, &[number as u64]);
            let mut context = context(space, &tools, &mut random);
            for edges in 0..1 << operator.parameters.len() {
                let edge = |place: usize| {
                    let (low, high) = operator.parameters[place].range;
                    if edges >> place & 1 == 0 { low } else { high }
                };
                let parameters: Vec<f64> = (0..operator.parameters.len()).map(edge).collect();
                for kind in [Kind::Real, Kind::Bool] {
                    let tree = (operator.apply)(&mut context, &parameters, kind);
                    check_tree(&tree, kind, space, operator.name);
                }
            }
        }
    }
}

#[test]
fn crossed_trees_fit_their_space() {
    let spaces = spaces(TREE);
    let tools = any_tree();
    let trial = |tree: &Tree| tree.nodes().len() as f64;
    let rounds = APPLICATIONS / spaces.len() / crossover::TREES.len();
    for operator in crossover::TREES {
        let (mut applied, mut different) = (0, 0);
        for (number, space) in spaces.iter().enumerate() {
            let mut random = stream(4, operator.name, &[number as u64]);
            let mut context = context(space, &tools, &mut random);
            let pick = Pick::of(operator);
            for kind in [Kind::Real, Kind::Bool] {
                let mut parents: Vec<Tree> = (0..20).map(|_| context.create_tree(kind)).collect();
                for round in 0..rounds / 2 {
                    context.trial = if round % 4 == 0 { Some(&trial) } else { None };
                    let (a, b) = (round % 20, context.random.random_range(0..20));
                    let child = (operator.apply)(&mut context, &pick.parameters, &parents[a], &parents[b]);
                    applied += 1;
                    if let Some(child) = child {
                        check_tree(&child, kind, space, operator.name);
                        assert_ne!(child, parents[a], "{}", operator.name);
                        different += 1;
                        parents[a] = child;
                    }
                }
            }
        }
        assert!(different * 3 > applied, "{}: {different} of {applied}", operator.name);
    }
}

#[test]
fn mutated_trees_fit_their_space() {
    let spaces = spaces(TREE);
    let tools = any_tree();
    let rounds = APPLICATIONS / spaces.len() / mutation::TREES.len();
    for operator in mutation::TREES {
        let mut different = 0;
        for (number, space) in spaces.iter().enumerate() {
            let mut random = stream(5, operator.name, &[number as u64]);
            let mut context = context(space, &tools, &mut random);
            let pick = Pick::of(operator);
            for round in 0..rounds {
                let kind = kind_of(round);
                let mut tree = context.create_tree(kind);
                for _ in 0..2 {
                    let Some(child) = (operator.apply)(&mut context, &pick.parameters, &tree) else {
                        continue;
                    };
                    check_tree(&child, kind, space, operator.name);
                    assert_ne!(child, tree, "{}", operator.name);
                    different += 1;
                    tree = child;
                }
            }
        }
        assert!(different * 5 > rounds * spaces.len(), "{}: {different}", operator.name);
    }
}

#[test]
fn policies_fit_their_space() {
    for form in [POLICY_OF_WEIGHTS, POLICY_OF_TREES, Form::Policy { rules: 0, values: Values::Trees }] {
        let spaces = spaces(form);
        let kinds = crossover::POLICIES.len() + mutation::POLICIES.len();
        let rounds = APPLICATIONS / spaces.len() / kinds;
        let mut tools = any_tree();
        tools.tree_crossover = crossover::TREES.iter().map(|&operator| alone(operator)).collect();
        tools.tree_mutation = mutation::TREES.iter().map(|&operator| alone(operator)).collect();
        tools.weights_crossover = crossover::WEIGHTS.iter().map(|&operator| alone(operator)).collect();
        tools.weights_mutation = mutation::WEIGHTS.iter().map(|&operator| alone(operator)).collect();
        for (number, space) in spaces.iter().enumerate() {
            let mut random = stream(6, "policies", &[number as u64]);
            let mut context = context(space, &tools, &mut random);
            let mut parents: Vec<Policy> = (0..10).map(|_| policy(context.create())).collect();
            // One that begins without rules.
            parents[0].rules.clear();
            for round in 0..rounds {
                let (a, b) = (round % 10, context.random.random_range(0..10));
                for operator in crossover::POLICIES {
                    if let Some(child) = (operator.apply)(&mut context, &[], &parents[a], &parents[b]) {
                        check_policy(&child, space, operator.name);
                        assert_ne!(child, parents[a], "{}", operator.name);
                        parents[a] = child;
                    }
                }
                for operator in mutation::POLICIES {
                    if let Some(child) = (operator.apply)(&mut context, &[], &parents[a]) {
                        check_policy(&child, space, operator.name);
                        assert_ne!(child, parents[a], "{}", operator.name);
                        parents[a] = child;
                    }
                }
            }
            if form == POLICY_OF_WEIGHTS {
                assert!(parents.iter().all(|policy| !policy.rules.is_empty()));
            }
        }
    }
}

fn policy(genome: Genome) -> Policy {
    match genome {
        Genome::Policy(policy) => policy,
        other => panic!("no policy: {other:?}"),
    }
}

#[test]
fn mutation_of_rules_adds_rules_up_to_the_limit() {
    let space = space(POLICY_OF_WEIGHTS, PUBLISHED, 2, (20, 5));
    let tools = Toolbox::usual(space.form);
    let mut random = stream(7, "rules", &[]);
    let mut context = context(&space, &tools, &mut random);
    let mut child = policy(context.create());
    assert_eq!(child.rules.len(), 5);
    child.rules.clear();
    for _ in 0..100 {
        child = (mutation::rule::OPERATOR.apply)(&mut context, &[], &child).unwrap();
    }
    assert_eq!(child.rules.len(), 5);
}

#[test]
fn wanted_sizes_are_reached() {
    let tools = Toolbox::usual(TREE);
    for (functions, slack) in [(PUBLISHED, 1), (ARITHMETIC, 1), (&full()[..], 0)] {
        let space = space(TREE, functions, 2, (100, 60));
        for operator in [&creation::ptc2::OPERATOR, &creation::balanced::OPERATOR] {
            let mut random = stream(8, operator.name, &[]);
            let mut context = context(&space, &tools, &mut random);
            for target in 1..=100 {
                let wanted = [target as f64, target as f64];
                for _ in 0..20 {
                    let tree = (operator.apply)(&mut context, &wanted, Kind::Real);
                    assert!((target - slack..=target).contains(&tree.size()), "{target}: {}", tree.size());
                    if operator.name == "balanced" && functions == ARITHMETIC {
                        assert!(tree.depth() <= target.ilog2() as usize + 1, "{target}: {}", tree.depth());
                    }
                }
            }
            let pick = Pick::of(operator);
            let sizes: Vec<usize> = (0..4_000)
                .map(|_| (operator.apply)(&mut context, &pick.parameters, Kind::Real).size())
                .collect();
            let mean = sizes.iter().sum::<usize>() as f64 / sizes.len() as f64;
            assert!((mean - 50.5).abs() < 3.0, "{mean}");
        }
    }
}

#[test]
fn full_trees_are_deep_and_grown_ones_vary() {
    let tools = Toolbox::usual(TREE);
    let space = space(TREE, ARITHMETIC, 0, (200, 10));
    let mut random = stream(9, "depth", &[]);
    let mut context = context(&space, &tools, &mut random);
    let mut depths = BTreeSet::new();
    for _ in 0..500 {
        let tree = (creation::full::OPERATOR.apply)(&mut context, &[6.0], Kind::Real);
        assert_eq!((tree.depth(), tree.size()), (6, 63));
        depths.insert((creation::grow::OPERATOR.apply)(&mut context, &[6.0, 0.3], Kind::Real).depth());
    }
    assert_eq!(depths, (2..=6).collect());
}

#[test]
fn compared_constants_lie_in_the_range_of_their_feature() {
    let tools = any_tree();
    let mut space = space(TREE, &full(), 0, (60, 8));
    for terminal in &mut space.reals {
        terminal.range = (100.0, 200.0);
    }
    let mut random = stream(10, "constants", &[]);
    let mut context = context(&space, &tools, &mut random);
    let check = |tree: &Tree| {
        let mut seen = 0;
        for (place, &node) in tree.nodes().iter().enumerate() {
            if let Node::Number(value) = node {
                let (low, high) = constant_range(&space, tree.nodes(), place);
                assert!((low..=high).contains(&value), "{value} is not in {low} to {high}");
                seen += usize::from(low == 100.0);
            }
        }
        seen
    };
    let mut seen = 0;
    for _ in 0..5_000 {
        seen += check(&context.create_tree(Kind::Bool));
    }
    assert!(seen > 1_000, "{seen}");
    // All constants of these children are new.
    let large = [Node::Feature(0), Op::Abs.node(), Node::Feature(1), Op::Less.node()];
    let large = Tree::new(large.to_vec()).unwrap();
    let small = Tree::new(vec![Node::Feature(0), Node::Feature(1), Op::Less.node()]).unwrap();
    for operator in [
        &mutation::change_node::OPERATOR,
        &mutation::replace_branch::OPERATOR,
        &mutation::remove_branch::OPERATOR,
    ] {
        let pick = Pick::of(operator);
        let mut seen = 0;
        for round in 0..2_000 {
            let parent = if round % 2 == 0 { &large } else { &small };
            seen += (operator.apply)(&mut context, &pick.parameters, parent).map_or(0, |child| check(&child));
        }
        assert!(seen > 100, "{}: {seen}", operator.name);
    }
}

#[test]
fn context_aware_crossover_keeps_the_best_place() {
    let space = space(TREE, ARITHMETIC, 0, (60, 10));
    let tools = any_tree();
    let mut random = stream(11, "trial", &[]);
    let mut context = context(&space, &tools, &mut random);
    // The fewest nodes win: a given branch is best where it replaces the whole tree.
    let trial = |tree: &Tree| tree.size() as f64;
    context.trial = Some(&trial);
    for _ in 0..500 {
        let (first, second) = (context.create_tree(Kind::Real), context.create_tree(Kind::Real));
        let child = (crossover::context_aware::OPERATOR.apply)(&mut context, &[0.9], &first, &second);
        if let Some(child) = child {
            assert!((0..second.size()).any(|place| second.nodes()[second.subtree(place)] == *child.nodes()));
        }
    }
}

#[test]
fn equal_streams_make_equal_children() {
    for form in [Form::Weights, TREE, POLICY_OF_WEIGHTS, POLICY_OF_TREES] {
        let space = space(form, &full(), 2, (40, 8));
        let mut tools = Toolbox::usual(form);
        tools.mutation_rate = 0.5;
        let run = || {
            let mut random = stream(12, "equal", &[]);
            let mut context = context(&space, &tools, &mut random);
            let mut parents: Vec<Genome> = (0..10).map(|_| context.create()).collect();
            for round in 0..500 {
                let child = context.breed(&parents[round % 10], &parents[round * 7 % 10]);
                parents[round % 10] = child.genome;
            }
            parents
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn genomes_are_read_back_from_their_formulas() {
    for form in [Form::Weights, TREE, POLICY_OF_WEIGHTS, POLICY_OF_TREES] {
        for functions in [PUBLISHED, ARITHMETIC, &full()] {
            for (flags, scale) in [(0, Scale::Fixed), (3, Scale::Evolved)] {
                let mut space = space(form, functions, flags, (40, 8));
                space.scale = scale;
                let tools = Toolbox::usual(form);
                let mut random = stream(13, "read", &[flags as u64]);
                let mut context = context(&space, &tools, &mut random);
                for _ in 0..200 {
                    let genome = context.create();
                    let again = Genome::read(&genome.formula(&space), &space).unwrap();
                    assert_same(&genome, &again, &space);
                }
            }
        }
    }
}

/// Equal trees, and weights that are equal up to rounding once they are scaled.
fn assert_same(one: &Genome, other: &Genome, space: &Space) {
    match (one, other) {
        (Genome::Weights(one), Genome::Weights(other)) => assert_near(one, other, space),
        (Genome::Policy(one), Genome::Policy(other)) if space.form == POLICY_OF_WEIGHTS => {
            assert_eq!(one.rules.len(), other.rules.len());
            for place in 0..=one.rules.len() {
                let (Value::Weights(one), Value::Weights(other)) = (one.value(place), other.value(place))
                else {
                    panic!("no weights")
                };
                assert_near(one, other, space);
            }
        }
        _ => assert_eq!(one, other),
    }
}

fn assert_near(one: &Weights, other: &Weights, space: &Space) {
    for place in 0..space.estimates.len() {
        let (a, b) = (one.genes[place] * one.scale(space), other.genes[place] * other.scale(space));
        assert!((a - b).abs() < 1e-9, "{a} and {b}");
    }
}

/// Every gene of children of these parents, by a crossover with its defaults.
fn crossed(name: &str, first_is_better: bool) -> Vec<Vec<f64>> {
    let space = space(Form::Weights, &[], 0, (1, 1));
    let tools = Toolbox::usual(Form::Weights);
    let mut random = stream(19, name, &[]);
    let mut context = context(&space, &tools, &mut random);
    context.first_is_better = first_is_better;
    let (first, second) = (Weights::new(vec![0.4; 6], &space), Weights::new(vec![0.6; 6], &space));
    let operator = crossover::WEIGHTS.iter().find(|operator| operator.name == name).unwrap();
    let pick = Pick::of(operator);
    (0..500).map(|_| (operator.apply)(&mut context, &pick.parameters, &first, &second).genes).collect()
}

#[test]
fn crossovers_of_weights_are_what_they_are_called() {
    // From 0.4 to 0.6: where the children's genes lie, and their mean.
    for (name, low, high, mean) in [
        ("average", 0.5, 0.5, 0.5),
        ("blend_alpha", 0.3, 0.7, 0.5),
        ("blend_alpha_beta", 0.25, 0.65, 0.45),
        ("copy", 0.4, 0.6, 0.5),
        ("discrete", 0.4, 0.6, 0.5),
        ("heuristic", 0.2, 0.4, 0.3),
        ("local", 0.4, 0.6, 0.5),
        ("random_convex", 0.4, 0.6, 0.5),
        ("simulated_binary", -10.0, 11.0, 0.45),
        ("single_point", 0.4, 0.6, 0.5),
        ("uniform_all_arithmetic", 0.53, 0.54, 0.534),
        ("uniform_some_arithmetic", 0.4, 0.5, 0.45),
    ] {
        let children = crossed(name, true);
        let genes: Vec<f64> = children.iter().flatten().copied().collect();
        assert!(genes.iter().all(|gene| (low - 1e-9..=high + 1e-9).contains(gene)), "{name}");
        let found = genes.iter().sum::<f64>() / genes.len() as f64;
        assert!((found - mean).abs() < 0.02, "{name}: {found}");
        let edge = |gene: &f64| *gene == 0.4 || *gene == 0.6;
        match name {
            "copy" => assert!(children.iter().all(|genes| edge(&genes[0]) && *genes == vec![genes[0]; 6])),
            "discrete" => assert!(genes.iter().all(edge)),
            "single_point" => assert!(children.iter().all(|genes| genes.is_sorted() && genes[0] < genes[5])),
            "random_convex" | "heuristic" => {
                assert!(children.iter().all(|genes| *genes == vec![genes[0]; 6]))
            }
            _ => {}
        }
    }
    assert!(crossed("heuristic", false).iter().flatten().all(|gene| (0.6..=0.8 + 1e-9).contains(gene)));
    assert!(crossed("blend_alpha_beta", false).iter().flatten().all(|gene| (0.35..=0.75).contains(gene)));
}

#[test]
fn mutations_of_weights_are_what_they_are_called() {
    let space = space(Form::Weights, &[], 0, (1, 1));
    let tools = Toolbox::usual(Form::Weights);
    let mut random = stream(20, "mutations", &[]);
    let mut context = context(&space, &tools, &mut random);
    let parent = Weights::new(vec![0.5; 6], &space);
    // How many genes change, at most how far, and how far in the mean.
    for (name, fewest, most, farthest, mean) in [
        ("breeder", 1, 6, 0.2, 0.012),
        ("normal", 6, 6, 1.0, 0.080),
        ("self_adaptive_normal", 6, 6, 10.0, 0.087),
        ("non_uniform_all", 6, 6, 0.5, 0.073),
        ("non_uniform_one", 1, 1, 0.5, 0.073),
        ("polynomial_all", 6, 6, 1.0, 0.250),
        ("polynomial_one", 1, 1, 1.0, 0.250),
        ("uniform_one", 1, 1, 0.5, 0.250),
    ] {
        let operator = mutation::WEIGHTS.iter().find(|operator| operator.name == name).unwrap();
        let pick = Pick::of(operator);
        let mut steps = Vec::new();
        for _ in 0..3_000 {
            let child = (operator.apply)(&mut context, &pick.parameters, &parent);
            let changed: Vec<f64> =
                child.genes.iter().map(|gene| (gene - 0.5).abs()).filter(|step| *step > 0.0).collect();
            assert!((fewest..=most).contains(&changed.len()), "{name}: {changed:?}");
            assert_eq!(child.step != parent.step, name == "self_adaptive_normal");
            steps.extend(changed);
        }
        assert!(steps.iter().all(|step| *step <= farthest), "{name}");
        let found = steps.iter().sum::<f64>() / steps.len() as f64;
        assert!((found / mean - 1.0).abs() < 0.1, "{name}: {found}");
    }
    context.progress = 1.0;
    assert_eq!((mutation::non_uniform_all::OPERATOR.apply)(&mut context, &[5.0], &parent), parent);
}

#[test]
fn mutations_of_trees_are_what_they_are_called() {
    let space = space(TREE, &full(), 2, (60, 9));
    let tools = any_tree();
    let mut random = stream(21, "mutations", &[]);
    let mut context = context(&space, &tools, &mut random);
    for round in 0..5_000 {
        let operator = mutation::TREES[round % mutation::TREES.len()];
        let parent = context.create_tree(kind_of(round / 7));
        let Some(child) = (operator.apply)(&mut context, &Pick::of(operator).parameters, &parent) else {
            continue;
        };
        let changed = || parent.nodes().iter().zip(child.nodes()).filter(|(old, new)| old != new);
        let constants =
            |tree: &Tree| tree.nodes().iter().filter(|node| matches!(node, Node::Number(_))).count();
        match operator.name {
            "change_node" => {
                assert_eq!((parent.size(), changed().count()), (child.size(), 1));
                assert!(changed().all(|(old, new)| old.arity() == new.arity() && old.kind() == new.kind()));
            }
            "shake_one" | "shake_all" => {
                let wanted = if operator.name == "shake_one" { 1 } else { constants(&parent) };
                assert_eq!((parent.size(), changed().count()), (child.size(), wanted));
                assert!(changed().all(|nodes| matches!(nodes, (Node::Number(_), Node::Number(_)))));
            }
            "remove_branch" => assert!(child.size() < parent.size()),
            "hoist" => assert!(
                (0..parent.size() - 1).any(|place| parent.nodes()[parent.subtree(place)] == *child.nodes())
            ),
            _ => {}
        }
    }
}

/// How often each of a population is the first parent.
fn counts(operator: &'static Selection, pool: &Pool<'_>, draws: usize) -> Vec<usize> {
    let mut random = stream(14, operator.name, &[]);
    let pick = Pick::of(operator);
    let mut counts = vec![0; pool.len()];
    for _ in 0..draws {
        let (first, second) = (operator.apply)(&mut random, &pick.parameters, pool);
        assert!(second < pool.len());
        counts[first] += 1;
    }
    counts
}

#[test]
fn the_better_are_chosen_more_often() {
    // The best is number 7, then 8, and so on around.
    let fitness: Vec<f64> = (0..20).map(|place| ((place + 13) % 20) as f64 + 1.0).collect();
    let fronts: Vec<(usize, f64)> =
        fitness.iter().map(|&fitness| (fitness as usize / 5, 1.0 / fitness)).collect();
    let pool = Pool::new(&fitness, &[], &fronts);
    let draws = 10_000;
    for operator in selection::SELECTIONS {
        let counts = counts(operator, &pool, draws);
        let better: usize = pool.order[..10].iter().map(|&place| counts[place]).sum();
        match operator.name {
            "best" => assert_eq!(counts[7], draws),
            "random" => assert!((better as f64 - 5_000.0).abs() < 300.0, "{better}"),
            name => {
                assert!(better > 6_000, "{name}: {better}");
                assert!(counts[pool.order[0]] > counts[pool.order[19]] * 2, "{name}: {counts:?}");
            }
        }
    }
    let (best, second) = (selection::best::OPERATOR.apply)(&mut stream(1, "best", &[]), &[], &pool);
    assert_eq!((best, second), (7, 8));
    // Every rank counts one lot more than the next worse one.
    let counts = counts(&selection::linear_rank::OPERATOR, &pool, 210_000);
    for (rank, &place) in pool.order.iter().enumerate() {
        let wanted = (20 - rank) as f64 * 1_000.0;
        assert!((counts[place] as f64 - wanted).abs() < 5.0 * wanted.sqrt(), "{rank}: {}", counts[place]);
    }
}

#[test]
fn a_generalised_rank_of_pressure_one_is_random() {
    let fitness: Vec<f64> = (0..10).map(f64::from).collect();
    let pool = Pool::new(&fitness, &[], &[]);
    let mut random = stream(15, "pressure", &[]);
    let mut counts = [0_usize; 10];
    for _ in 0..20_000 {
        counts[(selection::generalised_rank::OPERATOR.apply)(&mut random, &[1.0], &pool).0] += 1;
    }
    assert!(counts.iter().all(|&count| count.abs_diff(2_000) < 250), "{counts:?}");
}

#[test]
fn lexicase_chooses_specialists() {
    // On each case one is far better than all others; the last is second everywhere and has the best mean.
    let mut cases: Vec<Vec<f64>> = (0..5)
        .map(|one| {
            (0..5).map(|case| if case == one { 0.0 } else { 10.0 + (one + case) as f64 * 0.01 }).collect()
        })
        .collect();
    cases.push(vec![5.0; 5]);
    let fitness: Vec<f64> = cases.iter().map(|values| values.iter().sum()).collect();
    let pool = Pool::new(&fitness, &cases, &[]);
    assert_eq!(pool.order[0], 5);
    let counts = counts(&selection::epsilon_lexicase::OPERATOR, &pool, 5_000);
    assert_eq!(counts[5], 0);
    assert!(counts[..5].iter().all(|&count| count > 800), "{counts:?}");
}

#[test]
fn within_the_deviation_all_are_alike() {
    // Median 3, deviations 2, 1, 0, 1, 2, …: ε is 1.5, so only the two best stay.
    let fitness = [1.0, 2.0, 3.0, 4.0, 100.0, 3.0];
    let pool = Pool::new(&fitness, &[], &[]);
    let counts = counts(&selection::epsilon_lexicase::OPERATOR, &pool, 2_000);
    assert!(counts[2..].iter().all(|&count| count == 0) && counts[0].abs_diff(counts[1]) < 300, "{counts:?}");
}

#[test]
fn unlike_mates_are_sought() {
    let fitness: Vec<f64> = (0..20).map(|place| if place < 10 { 1.0 } else { 2.0 }).collect();
    let pool = Pool::new(&fitness, &[], &[]);
    let mut random = stream(16, "mates", &[]);
    let alike = (0..2_000)
        .filter(|_| {
            let (first, second) =
                (selection::no_same_mates::OPERATOR.apply)(&mut random, &[1.0, 0.05, 20.0], &pool);
            fitness[first] == fitness[second]
        })
        .count();
    assert!(alike < 10, "{alike}");
}

#[test]
fn odd_populations_can_be_chosen_from() {
    let odd: [&[f64]; 5] = [
        &[3.0],
        &[2.0, 2.0],
        &[f64::INFINITY, f64::INFINITY],
        &[f64::NAN, 1.0, f64::INFINITY],
        &[-5.0, 0.0, -1.0],
    ];
    for fitness in odd {
        let pool = Pool::new(fitness, &[], &[]);
        for operator in selection::SELECTIONS {
            let mut random = stream(17, operator.name, &[]);
            let pick = Pick::of(operator);
            for _ in 0..100 {
                let (first, second) = (operator.apply)(&mut random, &pick.parameters, &pool);
                assert!(first < pool.len() && second < pool.len(), "{}", operator.name);
            }
        }
    }
}

/// `cargo test --release -p unstuck-evolution --test operators -- --ignored --nocapture`
#[test]
#[ignore = "measures time"]
fn breeding_speed() {
    for (label, form, functions) in [
        ("arithmetic trees", TREE, ARITHMETIC),
        ("full trees", TREE, &full()),
        ("weights", Form::Weights, ARITHMETIC),
        ("policies of weights", POLICY_OF_WEIGHTS, PUBLISHED),
        ("policies of trees", POLICY_OF_TREES, &full()),
    ] {
        let space = space(form, functions, 3, (50, 10));
        let mut tools = Toolbox::usual(form);
        (tools.crossover_rate, tools.mutation_rate) = (0.9, 0.1);
        tools.tree_creation = vec![alone(&creation::ptc2::OPERATOR)];
        let mut random = stream(18, "speed", &[]);
        let mut context = context(&space, &tools, &mut random);
        let start = std::time::Instant::now();
        let parents: Vec<Genome> = (0..2_000).map(|_| context.create()).collect();
        let created = start.elapsed() / 2_000;
        let start = std::time::Instant::now();
        let mut sizes = 0;
        for round in 0..200_000 {
            let child = context.breed(&parents[round % 2_000], &parents[round * 7 % 2_000]);
            assert!(child.genome.check(&space).is_ok());
            sizes += child.by.len();
        }
        let bred = start.elapsed() / 200_000;
        println!("{label}: {created:?} to create, {bred:?} to breed ({sizes} operators)");
    }
}
