//! Constructions with noise, again and again; the first one without.
//!
//! Any choice may be made whose value is near the greatest, as in the construction phase of GRASP.

use super::{AlgorithmInfo, ParameterRow, Requirement, Run, Stop};
use crate::optimisation::Solvable;
use crate::optimisation::decision::Featured;
use std::ops::ControlFlow;

/// Constructions with noise, the first one without.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "restarts",
    about: "constructions with noise, the first one without",
    requires: Requirement::Construction,
    anytime: true,
    parameters: &[
        ParameterRow::number(
            "noise",
            "part of the range between the greatest and the smallest value from which choices are drawn",
            (0.0, 1.0),
            0.1,
        ),
        ParameterRow::count("rounds", "most constructions", (1, u32::MAX as u64), u32::MAX as u64),
    ],
};

/// Runs the algorithm.
pub(crate) fn run<O: Solvable + Featured>(run: &mut Run<'_, O>) -> ControlFlow<Stop> {
    let (noise, mut random) = (run.parameters.number("noise"), run.stream("restarts"));
    for round in 0..run.parameters.count("rounds") {
        let noise = (round > 0).then_some((noise, &mut random));
        let (solution, measure) = run.build(noise)?;
        run.keep(&solution, measure)?;
    }
    ControlFlow::Continue(())
}
