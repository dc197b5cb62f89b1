//! Ruin and recreate: some parts of a solution are removed, and the rule constructs them again.
//!
//! Parts are drawn at random, those that the problem ranks higher more often. The result is accepted if it is no worse than
//! the present solution or, by `late`, than the one that was present some rounds ago; or by a rule for `accept`.

use super::{AlgorithmInfo, ParameterRow, Requirement, Run, Stop};
use crate::optimisation::Solvable;
use crate::optimisation::decision::Featured;
use crate::random::{RngExt, Stream};
use std::ops::ControlFlow;

/// Parts of the solution removed and constructed again by the rule.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "ruin_recreate",
    about: "parts of the solution removed and constructed again by the rule",
    requires: Requirement::Ruin,
    anytime: true,
    parameters: &[
        ParameterRow::number(
            "fraction",
            "most parts that are removed at once, as a part of all",
            (0.0, 1.0),
            0.1,
        ),
        ParameterRow::number("noise", "noise of the construction, as in restarts", (0.0, 1.0), 0.1),
        ParameterRow::count(
            "late",
            "how many rounds ago the solution was that a result may equal",
            (1, 1_000_000),
            20,
        ),
    ],
};

/// Runs the algorithm.
pub(crate) fn run<O: Solvable + Featured>(run: &mut Run<'_, O>) -> ControlFlow<Stop> {
    let mut random = run.stream("ruin");
    let mut noises = run.stream("recreate");
    let (fraction, noise) = (run.parameters.number("fraction"), run.parameters.number("noise"));
    let (mut solution, mut measure) = run.first()?;
    let mut history = vec![measure; run.parameters.count("late") as usize];
    let (mut removed, mut vain) = (Vec::new(), 0);
    for round in 0_usize.. {
        draw_parts(run, &solution, fraction, &mut removed, &mut random)?;
        let (changed, after) = run.recreate(&solution, &removed, Some((noise, &mut noises)))?;
        run.stats.proposals += 1;
        let earlier = round % history.len();
        let best = run.best().map(|(_, best)| best);
        vain = if best.is_none_or(|best| after < best) { 0 } else { vain + 1 };
        if run.accepts(measure, after, history[earlier], vain) {
            run.stats.accepted += 1;
            (solution, measure) = (changed, after);
            run.keep(&solution, measure)?;
        }
        history[earlier] = measure;
    }
    ControlFlow::Continue(())
}

/// Draws the parts to remove: the best of two draws each, by the problem's ranking.
fn draw_parts<O: Solvable + Featured>(
    run: &mut Run<'_, O>,
    solution: &O::Solution,
    fraction: f64,
    removed: &mut Vec<usize>,
    random: &mut Stream,
) -> ControlFlow<Stop> {
    removed.clear();
    let parts = run.problem.parts(solution);
    let most = ((parts as f64 * fraction) as usize).clamp(parts.min(2), parts);
    let count = random.random_range(parts.min(1)..=most);
    for _ in 0..count {
        let (one, other) = (random.random_range(0..parts), random.random_range(0..parts));
        let by_rank = run.problem.removal(solution, other) > run.problem.removal(solution, one);
        removed.push(if by_rank { other } else { one });
    }
    removed.sort_unstable();
    removed.dedup();
    run.spend(run.prices.step + run.prices.element * parts as u64)
}
