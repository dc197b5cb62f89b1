//! Late acceptance: a random move is accepted if its result is no worse than the present solution, or than the one that was
//! present some steps ago.

use super::{AlgorithmInfo, ParameterRow, Requirement, Run, Stop};
use crate::optimisation::Solvable;
use crate::optimisation::decision::Featured;
use crate::random::RngExt;
use std::ops::ControlFlow;

/// Random moves, compared with the present solution and an earlier one.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "late_acceptance",
    about: "random moves, compared with the present solution and an earlier one",
    requires: Requirement::Moves,
    anytime: true,
    parameters: &[ParameterRow::count(
        "history",
        "how many steps ago the earlier one was",
        (1, 10_000_000),
        5_000,
    )],
};

/// Runs the algorithm.
pub(crate) fn run<O: Solvable + Featured>(run: &mut Run<'_, O>) -> ControlFlow<Stop> {
    let mut random = run.stream("late acceptance");
    let (mut solution, mut measure) = run.first()?;
    let problem = run.problem;
    let mut history = vec![measure; run.parameters.count("history") as usize];
    for step in 0_usize.. {
        let kind = random.random_range(0..O::KINDS.len());
        run.stats.proposals += 1;
        run.spend(run.prices.proposal)?;
        let earlier = step % history.len();
        if let Some(change) = problem.propose(kind, &solution, &mut random) {
            let after = measure + problem.delta(&solution, change);
            if after <= measure || after <= history[earlier] {
                run.stats.accepted += 1;
                measure = after;
                let touched = problem.apply(&mut solution, change);
                if run.best().is_none_or(|(_, best)| measure < best) {
                    run.keep(&solution, measure)?;
                }
                run.spend(run.prices.apply + run.prices.element * touched)?;
            }
        }
        history[earlier] = history[earlier].min(measure);
    }
    ControlFlow::Continue(())
}
