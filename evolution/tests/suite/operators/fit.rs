//! No child of any operator leaves its space, and none depends on anything but its stream.

use super::*;
use unstuck_core::random::{RngExt, stream};
use unstuck_evolution::genome::{Definitions, Value, Weights};
use unstuck_evolution::operators::creation::can_make;
use unstuck_evolution::operators::{crossover, mutation};

/// How often each kind of operator is applied in all.
const APPLICATIONS: usize = 100_000;

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

#[test]
fn weights_stay_within_their_bounds() {
    let spaces = spaces(Form::Weights);
    let rounds = APPLICATIONS / spaces.len();
    for (number, space) in spaces.iter().enumerate() {
        let mut random = stream(1, "weights", &[number as u64]);
        let mut tools = Toolbox::defaults(space.form);
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
    let tools = Toolbox::defaults(TREE);
    let rounds = APPLICATIONS / spaces.len() / creation::TREES.len();
    for (number, space) in spaces.iter().enumerate() {
        for operator in creation::TREES {
            let mut random = stream(2, operator.name, &[number as u64]);
            let mut context = context(space, &tools, &mut random);
            let pick = WeightedOperator::of(operator);
            for round in 0..rounds {
                let tree = (operator.apply)(&mut context, &pick.parameters, kind_of(round));
                check_tree(&tree, kind_of(round), space, operator.name);
            }
        }
    }
}

#[test]
fn extreme_settings_still_make_trees_that_fit() {
    let tools = Toolbox::defaults(TREE);
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
    let probe = Rows(|tree: &Tree| tree.nodes().len() as f64);
    let rounds = APPLICATIONS / spaces.len() / crossover::TREES.len();
    for operator in crossover::TREES {
        let (mut applied, mut different) = (0, 0);
        for (number, space) in spaces.iter().enumerate() {
            let mut random = stream(4, operator.name, &[number as u64]);
            let mut context = context(space, &tools, &mut random);
            let pick = WeightedOperator::of(operator);
            for kind in [Kind::Real, Kind::Bool] {
                let mut parents: Vec<Tree> = (0..20).map(|_| context.create_tree(kind)).collect();
                for round in 0..rounds / 2 {
                    context.probe = if round % 4 == 0 { Some(&probe) } else { None };
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
            let pick = WeightedOperator::of(operator);
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

#[test]
fn trees_with_functions_fit_their_space() {
    for arguments in 0..=2 {
        for functions in [PUBLISHED, ARITHMETIC] {
            let limits = Limits { nodes: 10, depth: 4 };
            let definitions = Definitions { functions: 3, arguments, limits };
            let space = space(TREE, functions, 2, (40, 8)).defining(definitions);
            let mut tools = any_tree();
            tools.mutation_rate = 0.5;
            tools.tree_crossover = crossover::TREES.iter().map(|&operator| alone(operator)).collect();
            tools.tree_mutation = mutation::TREES.iter().map(|&operator| alone(operator)).collect();
            let mut random = stream(16, "functions", &[arguments as u64]);
            let mut context = context(&space, &tools, &mut random);
            let probe = Rows(|tree: &Tree| tree.size() as f64);
            context.probe = Some(&probe);
            let mut parents: Vec<Genome> = (0..20).map(|_| context.create()).collect();
            let (mut changed, mut calls) = ([0; 4], 0);
            for round in 0..4_000 {
                let (a, b) = (round % 20, context.random.random_range(0..20));
                let child = context.breed(&parents[a], &parents[b]).genome;
                assert_eq!(child.check(&space), Ok(()));
                let (Genome::Defined(old), Genome::Defined(new)) = (&parents[a], &child) else { panic!() };
                for (branch, count) in changed.iter_mut().enumerate() {
                    *count += usize::from(old.branches[branch] != new.branches[branch]);
                }
                let formula = child.formula(&space);
                let inlined = &formula.trees()[0];
                calls += usize::from(*inlined != &new.branches[0]);
                assert_eq!(Tree::new(inlined.nodes().to_vec()).as_ref(), Ok(*inlined));
                assert!(inlined.size() <= Limits::MAX_NODES);
                parents[a] = child;
            }
            assert!(calls > 100 && changed.iter().all(|count| *count > 100), "{calls} {changed:?}");
        }
    }
}

#[test]
fn functions_and_arguments_come_and_go() {
    for arguments in 0..=2 {
        let limits = Limits { nodes: 12, depth: 5 };
        let definitions = Definitions { functions: 3, arguments, limits };
        let space = space(TREE, ARITHMETIC, 0, (60, 10)).defining(definitions);
        let mut tools = any_tree();
        tools.tree_mutation = mutation::TREES.iter().map(|&operator| alone(operator)).collect();
        let mut random = stream(17, "architecture", &[arguments as u64]);
        let mut context = context(&space, &tools, &mut random);
        let value = |genome: &Genome, row: usize| {
            let features: Vec<f64> =
                (0..6).map(|feature| ((feature + 2) * (row + 1) % 11) as f64 + 0.5).collect();
            interpret(&genome.formula(&space), &features)
        };
        let mut parents: Vec<Genome> = (0..20).map(|_| context.create()).collect();
        let mut changed = vec![0; mutation::FUNCTIONS.len()];
        for round in 0..3_000 {
            for (operator, changed) in mutation::FUNCTIONS.iter().zip(&mut changed) {
                let Genome::Defined(parent) = &parents[round % 20] else { panic!("another form") };
                let Some(child) = (operator.apply)(&mut context, &[], parent) else { continue };
                assert_ne!(&child, parent, "{}", operator.name);
                let child = Genome::Defined(child);
                if child.check(&space).is_err() {
                    continue;
                }
                *changed += 1;
                for row in 0..5 {
                    let [old, new] = [value(&parents[round % 20], row), value(&child, row)];
                    let equal = old.to_bits() == new.to_bits() || old.is_nan() && new.is_nan();
                    assert!(
                        equal || operator.name == "delete_argument",
                        "{}: {old} and {new}",
                        operator.name
                    );
                }
                parents[round % 20] = child;
            }
            // Trees and bodies change as well, or all functions would soon be without use.
            let partner = context.random.random_range(0..20);
            parents[round % 20] = context.breed(&parents[round % 20], &parents[partner]).genome;
        }
        for (operator, changed) in mutation::FUNCTIONS.iter().zip(changed) {
            let needs = match operator.name {
                "create_argument" => 1,
                "delete_argument" => 1,
                "duplicate_argument" => 2,
                _ => 0,
            };
            assert_eq!(changed > 0, arguments >= needs, "{} with {arguments}: {changed}", operator.name);
        }
    }
}

#[test]
fn equal_streams_make_equal_children() {
    for form in [Form::Weights, TREE, POLICY_OF_WEIGHTS, POLICY_OF_TREES] {
        let space = space(form, &full(), 2, (40, 8));
        let mut tools = Toolbox::defaults(form);
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
                let tools = Toolbox::defaults(form);
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
