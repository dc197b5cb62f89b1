//! Ranks with a focus on the better that can be set (Tate and Smith 1995).

use super::Pool;
use crate::operators::{Parameter, Selection};
use unstuck_core::random::{RngExt, Stream};

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "generalised_rank",
    about: "by rank, with a pressure towards the better",
    parameters: &[Parameter {
        name: "pressure",
        default: 2.0,
        range: (1.0, 100.0),
        about: "1 is random; larger values choose the better more often",
    }],
    weight: 0.0,
    apply: |random, parameters, pool| {
        (by_pressure(random, parameters[0], pool), by_pressure(random, parameters[0], pool))
    },
};

fn by_pressure(random: &mut Stream, pressure: f64, pool: &Pool<'_>) -> usize {
    // Places are even in the root of the rank, counted from 1 to one behind the last.
    let longest = libm::pow((pool.len() + 1) as f64, 1.0 / pressure);
    let rank = libm::pow(1.0 + random.random::<f64>() * (longest - 1.0), pressure);
    pool.order[(rank as usize).clamp(1, pool.len()) - 1]
}
