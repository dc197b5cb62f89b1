//! How long breeding takes.

use super::*;
use unstuck_core::random::stream;

/// `cargo test --release -p unstuck-evolution --test suite -- --ignored --nocapture`
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
        let mut tools = Toolbox::defaults(form);
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
