//! Moves that improve, until there is none: a local optimum.
//!
//! The kinds of moves are scanned in their order, and the first improving move is made. After an improvement the scan
//! continues with the same kind; the descent ends when no kind improves.

use super::{AlgorithmInfo, Requirement, Run, Stop};
use crate::optimisation::decision::Featured;
use crate::optimisation::{Measure, Solvable};
use std::ops::ControlFlow;

/// Moves that improve, to a local optimum.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "descent",
    about: "moves that improve, to a local optimum",
    requires: Requirement::Moves,
    anytime: false,
    parameters: &[],
};

/// Runs the algorithm.
pub(crate) fn run<O: Solvable + Featured>(run: &mut Run<'_, O>) -> ControlFlow<Stop> {
    let (mut solution, mut measure) = run.first()?;
    descend(run, &mut solution, &mut measure)
}

/// Improves a solution to a local optimum, and keeps it.
pub(super) fn descend<O: Solvable + Featured>(
    run: &mut Run<'_, O>,
    solution: &mut O::Solution,
    measure: &mut Measure,
) -> ControlFlow<Stop> {
    let problem = run.problem;
    let (mut kind, mut failed) = (0, 0);
    while failed < O::KINDS.len() {
        let (mut found, mut stop) = (None, None);
        let _ = problem.scan(kind, solution, &mut |change| {
            run.stats.proposals += u64::from(change.is_some());
            let price = if change.is_some() { run.prices.proposal } else { run.prices.element };
            if let ControlFlow::Break(reason) = run.spend(price) {
                stop = Some(reason);
                return ControlFlow::Break(());
            }
            if let Some(change) = change
                && let delta = problem.delta(solution, change)
                && delta < Measure::ZERO
            {
                found = Some((change, delta));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if let Some(reason) = stop {
            return ControlFlow::Break(reason);
        }
        match found {
            Some((change, delta)) => {
                failed = 0;
                run.stats.accepted += 1;
                *measure += delta;
                let touched = problem.apply(solution, change);
                run.keep(solution, *measure)?;
                run.spend(run.prices.apply + run.prices.element * touched)?;
            }
            None => {
                failed += 1;
                kind = (kind + 1) % O::KINDS.len();
            }
        }
    }
    ControlFlow::Continue(())
}
