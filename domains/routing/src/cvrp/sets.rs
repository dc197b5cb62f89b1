//! Published instances: the sets that rules and searches are tested on, never trained on.

use super::customers::Customers;
use super::generate::SIDE;
use super::text;
use crate::distances::{Distances, Rule};
use crate::line::pieces;
use crate::mersenne::Mersenne;
use std::sync::LazyLock;
use unstuck_core::domain::{Ids, InstanceSet};
use unstuck_core::error::ParseError;

/// The X instances, one a line.
const X: &str = include_str!("../../data/cvrp-x.txt");

/// Instances of each uniform set.
const DRAWN: u64 = 64;

macro_rules! uniform {
    ($($name:literal $count:literal)*) => {
        /// The sets.
        pub const SETS: &[InstanceSet] = &[
            InstanceSet {
                name: "x-303",
                about: "the 44 X instances with up to 302 customers (Uchoa et al., 2017) and their best known costs",
                ids: || Ids::Names(files().map(|(name, _)| name.to_owned()).collect()),
                text: |id| files().find(|(name, _)| *name == id).map(|(_, line)| line.to_owned()),
            },
            $(InstanceSet {
                name: $name,
                about: concat!(
                    "MCTS-AHD's test set (Zheng et al., 2025): 64 instances, ", $count,
                    " customers in a unit square, capacity 50"
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
    "cvrp-uniform-50" 50
    "cvrp-uniform-100" 100
}

/// The X instances with their names.
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    pieces(X).into_iter().filter_map(|(_, line)| Some((line.split_once(' ')?.0, line)))
}

fn drawn_lines(count: usize) -> Vec<String> {
    drawn(count).unwrap_or_default().iter().map(text::line).collect()
}

/// The instances that `numpy.random.seed(1234)` begins: for training and validation, then for the test 64 of 50 and 64 of 100
/// customers.
fn drawn(count: usize) -> Result<Vec<Customers>, ParseError> {
    let mut random = Mersenne::new(1_234);
    let sizes = [(50, 10), (20, 64), (50, 64), (100, 64), (50, DRAWN), (100, DRAWN)];
    for (place, (size, instances)) in sizes.into_iter().enumerate() {
        let mut made = Vec::new();
        for _ in 0..instances {
            let mut places = vec![[SIDE / 2.0; 2]];
            places.extend((0..size).map(|_| [(); 2].map(|()| SIDE * random.unit())));
            let mut demands = vec![0];
            demands.extend((0..size).map(|_| i64::from(1 + random.up_to(8))));
            if place >= 4 && size == count {
                let distances = Distances::of_places(places, Rule::Euclidean)?;
                let customers = Customers::new("", distances, demands, 50)?;
                made.push(Customers { scale: SIDE, ..customers });
            }
        }
        if !made.is_empty() {
            return Ok(made);
        }
    }
    Ok(Vec::new())
}
