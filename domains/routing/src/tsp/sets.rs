//! Published instances: the sets that rules and searches are tested on, never trained on.

use super::cities::Cities;
use super::generate::SIDE;
use super::text;
use crate::distances::{Distances, Rule};
use crate::line::pieces;
use crate::mersenne::Mersenne;
use std::sync::LazyLock;
use unstuck_core::domain::{Ids, InstanceSet};
use unstuck_core::error::ParseError;

/// The files of TSPLIB, one a line, each with the length of its shortest tour.
const TSPLIB: &str = include_str!("../../data/tsplib.txt");

/// Instances of each uniform set.
const DRAWN: u64 = 64;

macro_rules! uniform {
    ($($name:literal $count:literal $optimum:literal)*) => {
        /// The sets.
        pub const SETS: &[InstanceSet] = &[
            InstanceSet {
                name: "tsplib",
                about: "43 files of TSPLIB (Reinelt, 1991) with up to 1,655 cities and their shortest tours",
                ids: || Ids::Names(files().map(|(name, _)| name.to_owned()).collect()),
                text: |id| files().find(|(name, _)| *name == id).map(|(_, line)| line.to_owned()),
            },
            $(InstanceSet {
                name: $name,
                about: concat!(
                    "ReEvo's test set (Ye et al., 2024): 64 instances, ", $count,
                    " cities in a unit square; mean optimum ", $optimum
                ),
                ids: || Ids::Numbers(1, DRAWN),
                text: |id| {
                    static LINES: LazyLock<Vec<String>> = LazyLock::new(|| drawn_lines($count));
                    LINES.get(id.parse::<usize>().ok()?.checked_sub(1)?).cloned()
                },
            },)*
        ];
    };
}

uniform! {
    "tsp-uniform-20" 20 "3.836285"
    "tsp-uniform-50" 50 "5.684580"
    "tsp-uniform-100" 100 "7.778580"
    "tsp-uniform-200" 200 "10.711946"
}

/// The files with their names.
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    pieces(TSPLIB).into_iter().filter_map(|(_, line)| Some((line.split_once(' ')?.0, line)))
}

fn drawn_lines(count: usize) -> Vec<String> {
    drawn(count).unwrap_or_default().iter().map(text::line).collect()
}

/// The instances that `numpy.random.seed(4)` begins: 64 of 20 cities, then of 50, 100 and 200.
fn drawn(count: usize) -> Result<Vec<Cities>, ParseError> {
    let mut random = Mersenne::new(4);
    for size in [20, 50, 100, 200] {
        let mut instances = Vec::new();
        for _ in 0..DRAWN {
            let places: Vec<[f64; 2]> = (0..size).map(|_| [(); 2].map(|()| SIDE * random.unit())).collect();
            if size == count {
                let distances = Distances::of_places(places, Rule::Euclidean)?;
                instances.push(Cities { scale: SIDE, ..Cities::new("", distances) });
            }
        }
        if size == count {
            return Ok(instances);
        }
    }
    Ok(Vec::new())
}
