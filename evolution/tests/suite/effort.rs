//! Fitness by effort: expected CPU time instead of nodes.

use crate::context::{Threads, cards};
use unstuck_core::language::parse;
use unstuck_evolution::context::unwatched;
use unstuck_evolution::dataset::Fitting;
use unstuck_evolution::fitness::{Evaluator, Score, effort::Effort, reduction::Reduction};
use unstuck_evolution::role::Role;
use unstuck_evolution::task::{Measurement, Task};

#[test]
fn dear_features_must_pay() {
    let context = cards(Fitting::default());
    let score = |evaluator: &Evaluator, text: &str| -> Score {
        let work = evaluator.whole(&context, Role::Train);
        let heuristic = parse(text, &context.table).expect("a heuristic");
        let task = Task { id: 0, heuristic, work: work.clone() };
        let answer = context.answer(&[task], &Threads(2), &unwatched).expect("answers").remove(0);
        evaluator.score(&context, &Measurement::new(&work, &answer).expect("it fits"))
    };
    let effort = Evaluator::Effort(Effort { sample: 0, max_length_ratio: None });
    let nodes = Evaluator::Reduction(Reduction { sample: 0, max_length_ratio: None });
    // The same searches, but for a feature that is computed in vain.
    let (cheap, dear) = ("1.5*blockers", "1.5*blockers + min(votes, 0)");
    assert_eq!(score(&nodes, cheap).fitness, score(&nodes, dear).fitness);
    assert!(score(&effort, cheap).fitness < 0.9 * score(&effort, dear).fitness);
    // The reference itself is 1: blind search, which evaluates nothing dear.
    let blind = score(&effort, "zero").fitness;
    assert!((blind - 1.0).abs() < 1e-9, "{blind}");
    assert_eq!(effort.name(), "effort");
}
