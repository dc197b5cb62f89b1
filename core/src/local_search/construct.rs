//! One construction: at every step the choice with the greatest value.

use super::{AlgorithmInfo, Requirement, Run, Stop};
use crate::optimisation::Solvable;
use crate::optimisation::decision::Featured;
use std::ops::ControlFlow;

/// One construction by the rule.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "construct",
    about: "one construction by the rule",
    requires: Requirement::Construction,
    anytime: false,
    parameters: &[],
};

/// Runs the algorithm.
pub(crate) fn run<O: Solvable + Featured>(run: &mut Run<'_, O>) -> ControlFlow<Stop> {
    let (solution, measure) = run.build(None)?;
    run.keep(&solution, measure)
}
