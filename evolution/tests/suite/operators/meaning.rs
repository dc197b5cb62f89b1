//! Operators do what their names say.

use super::*;
use unstuck_core::random::stream;
use unstuck_evolution::genome::{Weights, constant_range};
use unstuck_evolution::operators::{TreeCrossover, crossover, mutation};

#[test]
fn mutation_of_rules_adds_rules_up_to_the_limit() {
    let space = space(POLICY_OF_WEIGHTS, PUBLISHED, 2, (20, 5));
    let tools = Toolbox::defaults(space.form);
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
    let tools = Toolbox::defaults(TREE);
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
            let pick = WeightedOperator::of(operator);
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
    let tools = Toolbox::defaults(TREE);
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
        let pick = WeightedOperator::of(operator);
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
    let mut random = stream(11, "probe", &[]);
    let mut context = context(&space, &tools, &mut random);
    // The fewest nodes win: a given branch is best where it replaces the whole tree.
    let probe = Rows(|tree: &Tree| tree.size() as f64);
    context.probe = Some(&probe);
    for _ in 0..500 {
        let (first, second) = (context.create_tree(Kind::Real), context.create_tree(Kind::Real));
        let child = (crossover::context_aware::OPERATOR.apply)(&mut context, &[0.9], &first, &second);
        if let Some(child) = child {
            assert!((0..second.size()).any(|place| second.nodes()[second.subtree(place)] == *child.nodes()));
        }
    }
}

/// How far the branches compute from each other that a crossover exchanges at the root, on the rows of the tests.
fn exchanged(operator: &TreeCrossover, parameters: &[f64]) -> Vec<f64> {
    let space = space(TREE, ARITHMETIC, 0, (60, 10));
    let tools = any_tree();
    let mut random = stream(14, operator.name, &[]);
    let mut context = context(&space, &tools, &mut random);
    let rows = Rows(|_: &Tree| 0.0);
    context.probe = Some(&rows);
    // A parent that is one leaf: what is exchanged is the whole of it.
    let first = Tree::number(3.0);
    let children = (0..1_000).filter_map(|_| {
        let second = context.create_tree(Kind::Real);
        (operator.apply)(&mut context, parameters, &first, &second)
    });
    let distance =
        |child: Tree| rows.values(child.nodes()).iter().map(|value| (value - 3.0).abs()).sum::<f64>();
    children.map(|child| distance(child) / 4.0).collect()
}

#[test]
fn crossovers_by_values_exchange_similar_or_different_branches() {
    let near = exchanged(&crossover::semantic_similarity::OPERATOR, &[0.9, 0.5, 1.5]);
    assert!(near.len() > 100 && near.iter().all(|distance| (0.5..=1.5).contains(distance)), "{near:?}");
    // The same in other words: feature_0 and feature_0 * 1.
    let space = space(TREE, ARITHMETIC, 0, (60, 10));
    let tools = any_tree();
    let mut random = stream(15, "diversity", &[]);
    let mut context = context(&space, &tools, &mut random);
    let rows = Rows(|_: &Tree| 0.0);
    context.probe = Some(&rows);
    // Of 3.5, 23 and their sum, 3.5 is nearest to 3.
    let sum = Tree::new(vec![Node::Number(3.5), Node::Number(23.0), Op::Add.node()]).unwrap();
    let functional = &crossover::probabilistic_functional::OPERATOR;
    let near = (0..500).filter(|_| {
        let child = (functional.apply)(&mut context, &[0.9], &Tree::number(3.0), &sum);
        child == Some(Tree::number(3.5))
    });
    assert!((450..500).contains(&near.count()), "in proportion to the nearness");
    let first = Tree::new(vec![Node::Feature(0)]).unwrap();
    let words = vec![Node::Feature(0), Node::Number(1.0), Op::Mul.node(), Node::Feature(1), Op::Add.node()];
    let second = Tree::new(words).unwrap();
    let mut same = |operator: &TreeCrossover| {
        let children = (0..200).filter_map(|_| (operator.apply)(&mut context, &[0.9], &first, &second));
        let (mut all, mut same) = (0, 0);
        for child in children {
            all += 1;
            same += usize::from(rows.values(child.nodes()) == rows.values(first.nodes()));
        }
        assert!(all > 100, "{}: {all}", operator.name);
        same
    };
    assert!(same(&crossover::subtree::OPERATOR) > 20);
    assert_eq!(same(&crossover::diversity_preserving::OPERATOR), 0);
}

#[test]
fn optimised_constants_are_never_worse_and_near_the_best() {
    let space = space(TREE, ARITHMETIC, 0, (60, 10));
    let tools = any_tree();
    let mut random = stream(12, "probe", &[]);
    let mut context = context(&space, &tools, &mut random);
    let constants = |tree: &Tree| -> Vec<f64> {
        let number = |node: &Node| if let Node::Number(number) = node { Some(*number) } else { None };
        tree.nodes().iter().filter_map(number).collect()
    };
    let probe = Rows(|tree: &Tree| constants(tree).iter().map(|number| (number - 0.7).abs()).sum());
    context.probe = Some(&probe);
    let operator = &mutation::optimise_constants::OPERATOR;
    for _ in 0..200 {
        let parent = context.create_tree(Kind::Real);
        let many = (operator.apply)(&mut context, &[60.0], &parent);
        let once = (operator.apply)(&mut context, &[1.0], &parent);
        assert_eq!(many.is_none(), constants(&parent).is_empty());
        let Some(child) = many else { continue };
        assert!(constants(&child).iter().all(|number| (number - 0.7).abs() < 0.01), "{child:?}");
        assert!(once.is_none_or(|once| probe.error(&once) < probe.error(&parent)));
        let kinds = |tree: &Tree| -> Vec<_> { tree.nodes().iter().map(|node| node.arity()).collect() };
        assert_eq!(kinds(&child), kinds(&parent), "only constants change");
    }
    // Without rows it is shake_one.
    context.probe = None;
    let parent = Tree::number(0.5);
    let child = (operator.apply)(&mut context, &[1.0], &parent).expect("another constant");
    assert_ne!(child, parent);
}

/// Every gene of children of these parents, by a crossover with its defaults.
fn crossed(name: &str, first_is_better: bool) -> Vec<Vec<f64>> {
    let space = space(Form::Weights, &[], 0, (1, 1));
    let tools = Toolbox::defaults(Form::Weights);
    let mut random = stream(19, name, &[]);
    let mut context = context(&space, &tools, &mut random);
    context.first_is_better = first_is_better;
    let (first, second) = (Weights::new(vec![0.4; 6], &space), Weights::new(vec![0.6; 6], &space));
    let operator = crossover::WEIGHTS.iter().find(|operator| operator.name == name).expect(name);
    let pick = WeightedOperator::of(operator);
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
                assert!(children.iter().all(|genes| *genes == vec![genes[0]; 6]));
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
    let tools = Toolbox::defaults(Form::Weights);
    let mut random = stream(20, "mutations", &[]);
    let mut context = context(&space, &tools, &mut random);
    let parent = Weights::new(vec![0.5; 6], &space);
    // How many genes change, at most how far, and how far in the mean.
    for (name, fewest, max, farthest, mean) in [
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
        let pick = WeightedOperator::of(operator);
        let mut steps = Vec::new();
        for _ in 0..3_000 {
            let child = (operator.apply)(&mut context, &pick.parameters, &parent);
            let changed: Vec<f64> =
                child.genes.iter().map(|gene| (gene - 0.5).abs()).filter(|step| *step > 0.0).collect();
            assert!((fewest..=max).contains(&changed.len()), "{name}: {changed:?}");
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
        let Some(child) = (operator.apply)(&mut context, &WeightedOperator::of(operator).parameters, &parent)
        else {
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
