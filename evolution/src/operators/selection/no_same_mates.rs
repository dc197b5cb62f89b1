//! Parents that differ in fitness (Gustafson, Burke and Krasnogor 2005).

use super::tournament::{SIZE, best_of};
use crate::operators::{Parameter, Selection};

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "no_same_mates",
    about: "by tournaments, repeated until the parents differ in fitness",
    parameters: &[
        SIZE,
        Parameter {
            name: "difference",
            default: 0.05,
            range: (0.0, 1.0),
            about: "how much they must differ, as a share of the first one's fitness",
        },
        Parameter { name: "attempts", default: 5.0, range: (1.0, 1000.0), about: "how often this is tried" },
    ],
    weight: 0.0,
    apply: |random, parameters, pool| {
        let mut pair = (0, 0);
        for _ in 0..(parameters[2] as usize).max(1) {
            pair = (best_of(random, parameters[0], pool), best_of(random, parameters[0], pool));
            let (first, second) = (pool.fitness[pair.0], pool.fitness[pair.1]);
            if (first - second).abs() > parameters[1] * first.abs() {
                break;
            }
        }
        pair
    },
};
