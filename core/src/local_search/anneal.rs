//! Simulated annealing: random moves; one that is worse by d is accepted with probability exp(−d ÷ t).
//!
//! The temperature t falls geometrically with the effort that is spent. Its range follows from the problem: at the start a
//! move of mean size is accepted with probability `hot`, at the end with probability `cold`. Without a limit of effort the
//! temperature falls over a fixed amount of it, again and again.

use super::{AlgorithmInfo, ParameterRow, Requirement, Run, Stop};
use crate::optimisation::Solvable;
use crate::optimisation::decision::Featured;
use crate::random::{RngExt, Stream};
use std::ops::ControlFlow;

/// Simulated annealing over random moves.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "anneal",
    about: "simulated annealing over random moves",
    requires: Requirement::Moves,
    anytime: true,
    parameters: &[
        ParameterRow::number(
            "hot",
            "probability that a worse move of mean size is accepted at first",
            (1e-9, 0.999),
            0.2,
        ),
        ParameterRow::number("cold", "the same probability at the end", (1e-300, 0.999), 0.001),
    ],
};

/// Moves from which the mean size is taken.
const SAMPLE: usize = 256;
/// Effort of one round where there is no limit.
const ROUND: u64 = 1_000_000_000;

/// Runs the algorithm.
pub(crate) fn run<O: Solvable + Featured>(run: &mut Run<'_, O>) -> ControlFlow<Stop> {
    let mut random = run.stream("anneal");
    let (mut solution, mut measure) = run.first()?;
    let size = mean_size(run, &solution, &mut random)?;
    let temperature = |probability: f64| -size / libm::log(probability);
    let (hot, cold) = (temperature(run.parameters.number("hot")), temperature(run.parameters.number("cold")));
    let cooling = libm::log(cold / hot);
    let problem = run.problem;
    let mut now = hot;
    for step in 0_u64.. {
        if step % 64 == 0 {
            let unlimited = || (run.stats.effort % ROUND) as f64 / ROUND as f64;
            let progress = if run.is_limited() { run.progress() } else { unlimited() };
            now = hot * libm::exp(cooling * progress);
        }
        let kind = random.random_range(0..O::KINDS.len());
        run.stats.proposals += 1;
        run.spend(run.prices.proposal)?;
        let Some(change) = problem.propose(kind, &solution, &mut random) else { continue };
        let delta = problem.delta(&solution, change);
        let energy = problem.energy(delta);
        if energy <= 0.0 || random.random::<f64>() < libm::exp(-energy / now) {
            run.stats.accepted += 1;
            measure += delta;
            let touched = problem.apply(&mut solution, change);
            if run.best().is_none_or(|(_, best)| measure < best) {
                run.keep(&solution, measure)?;
            }
            run.spend(run.prices.apply + run.prices.element * touched)?;
        }
    }
    ControlFlow::Continue(())
}

/// The mean size of moves that make a solution worse; 1 if none does.
fn mean_size<O: Solvable + Featured>(
    run: &mut Run<'_, O>,
    solution: &O::Solution,
    random: &mut Stream,
) -> ControlFlow<Stop, f64> {
    let (mut sum, mut count) = (0.0, 0);
    for _ in 0..SAMPLE {
        let kind = random.random_range(0..O::KINDS.len());
        run.stats.proposals += 1;
        run.spend(run.prices.proposal)?;
        if let Some(change) = run.problem.propose(kind, solution, random) {
            let energy = run.problem.energy(run.problem.delta(solution, change));
            if energy > 0.0 {
                sum += energy;
                count += 1;
            }
        }
    }
    ControlFlow::Continue(if count == 0 { 1.0 } else { sum / f64::from(count) })
}
