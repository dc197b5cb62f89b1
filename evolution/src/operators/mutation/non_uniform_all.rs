//! Steps anywhere at first, near at hand towards the end (Michalewicz 1999), in every gene.

use super::change_all;
use crate::operators::chance::coin;
use crate::operators::{Parameter, WeightsMutation};
use unstuck_core::random::{RngExt, Stream};

/// How soon steps become small.
pub(super) const DEPENDENCY: Parameter = Parameter {
    name: "dependency",
    default: 5.0,
    range: (0.0, 100.0),
    about: "how strongly steps depend on the progress of the run",
};

/// The operator.
pub static OPERATOR: WeightsMutation = WeightsMutation {
    name: "non_uniform_all",
    about: "every weight moves towards one of its bounds, less and less as the run proceeds",
    parameters: &[DEPENDENCY],
    weight: 0.0,
    apply: |context, parameters, parent| {
        let (progress, dependency) = (context.progress, parameters[0]);
        change_all(parent, |gene| moved(gene, progress, dependency, context.random))
    },
};

/// A gene, moved towards 0 or 1 by a share that shrinks with the progress.
pub(super) fn moved(gene: f64, progress: f64, dependency: f64, random: &mut Stream) -> f64 {
    let exponent = libm::pow(1.0 - progress.clamp(0.0, 1.0), dependency);
    let share = 1.0 - libm::pow(random.random(), exponent);
    if coin(0.5, random) { gene + share * (1.0 - gene) } else { gene - share * gene }
}
