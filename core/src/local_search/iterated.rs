//! Iterated local search: a kick, then improvement, then acceptance.
//!
//! Where a problem has low-level heuristics, one that mutates or ruins is the kick, drawn at random, and all that improve
//! follow in their order. Otherwise some random moves are the kick, and a descent improves. A result that is no worse is
//! accepted, or one that a rule for `accept` accepts; after some rounds in vain the search returns to the best solution.

use super::{AlgorithmInfo, ParameterRow, Requirement, Run, Stop, descent};
use crate::optimisation::decision::Featured;
use crate::optimisation::{Dials, Measure, Purpose, Solvable};
use crate::random::{RngExt, Stream};
use std::ops::ControlFlow;

/// Iterated local search: a kick, then improvement.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "iterated",
    about: "iterated local search: a kick, then improvement",
    requires: Requirement::Changes,
    anytime: true,
    parameters: &[
        ParameterRow::count("kick", "random moves of a kick, where there are no heuristics", (1, 1_000), 3),
        ParameterRow::number(
            "intensity",
            "how much a heuristic that mutates or ruins changes",
            (0.0, 1.0),
            0.2,
        ),
        ParameterRow::number("depth", "how long a heuristic that improves searches", (0.0, 1.0), 0.2),
        ParameterRow::count(
            "patience",
            "rounds in vain before a return to the best",
            (1, u32::MAX as u64),
            1_000,
        ),
    ],
};

/// Runs the algorithm.
pub(crate) fn run<O: Solvable + Featured>(run: &mut Run<'_, O>) -> ControlFlow<Stop> {
    let mut random = run.stream("iterated");
    let dials =
        Dials { intensity: run.parameters.number("intensity"), depth: run.parameters.number("depth") };
    let patience = run.parameters.count("patience");
    let (mut solution, mut measure) = run.first()?;
    improve(run, &mut solution, &mut measure, dials, &mut random)?;
    let (mut current, mut value, mut vain) = (solution.clone(), measure, 0);
    loop {
        kick(run, &mut solution, &mut measure, dials, &mut random)?;
        improve(run, &mut solution, &mut measure, dials, &mut random)?;
        vain = if measure < value { 0 } else { vain + 1 };
        if run.accepts(value, measure, value, vain) {
            current.clone_from(&solution);
            value = measure;
        } else {
            solution.clone_from(&current);
            measure = value;
        }
        if vain >= patience
            && let Some((best, best_measure)) = run.best()
        {
            current.clone_from(best);
            solution.clone_from(best);
            (value, measure, vain) = (best_measure, best_measure, 0);
        }
        // A round without a single change must end, too.
        run.spend(run.prices.step)?;
    }
}

fn kick<O: Solvable + Featured>(
    run: &mut Run<'_, O>,
    solution: &mut O::Solution,
    measure: &mut Measure,
    dials: Dials,
    random: &mut Stream,
) -> ControlFlow<Stop> {
    let kicks = || (0..O::HEURISTICS.len()).filter(|&place| O::HEURISTICS[place].purpose != Purpose::Improve);
    let count = kicks().count();
    if count > 0
        && let Some(heuristic) = kicks().nth(random.random_range(0..count))
    {
        return heuristic_step(run, heuristic, solution, measure, dials, random);
    }
    if O::KINDS.is_empty() {
        return ControlFlow::Continue(());
    }
    for _ in 0..run.parameters.count("kick") {
        let kind = random.random_range(0..O::KINDS.len());
        run.stats.proposals += 1;
        run.spend(run.prices.proposal)?;
        if let Some(change) = run.problem.propose(kind, solution, random) {
            *measure += run.problem.delta(solution, change);
            let touched = run.problem.apply(solution, change);
            run.spend(run.prices.apply + run.prices.element * touched)?;
        }
    }
    ControlFlow::Continue(())
}

fn improve<O: Solvable + Featured>(
    run: &mut Run<'_, O>,
    solution: &mut O::Solution,
    measure: &mut Measure,
    dials: Dials,
    random: &mut Stream,
) -> ControlFlow<Stop> {
    let mut improved = false;
    for heuristic in 0..O::HEURISTICS.len() {
        if O::HEURISTICS[heuristic].purpose == Purpose::Improve {
            improved = true;
            heuristic_step(run, heuristic, solution, measure, dials, random)?;
        }
    }
    if improved { run.keep(solution, *measure) } else { descent::descend(run, solution, measure) }
}

fn heuristic_step<O: Solvable + Featured>(
    run: &mut Run<'_, O>,
    heuristic: usize,
    solution: &mut O::Solution,
    measure: &mut Measure,
    dials: Dials,
    random: &mut Stream,
) -> ControlFlow<Stop> {
    let (delta, work) = run.problem.run(heuristic, solution, &mut run.scratch, dials, random);
    *measure += delta;
    run.stats.proposals += 1;
    run.stats.accepted += u64::from(delta != Measure::ZERO);
    // The work counts even if the solution ends the run, and the solution even if the work does.
    let spent = run.spend(work);
    run.keep(solution, *measure)?;
    spent
}
