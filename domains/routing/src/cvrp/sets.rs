//! Published instances: the sets that rules and searches are tested on, never trained on.

use super::customers::Customers;
use super::generate::SIDE;
use crate::distances::{Distances, Rule};
use crate::mersenne::Mersenne;
use unstuck_core::error::ParseError;

/// A set of published instances.
#[derive(Debug, Clone, Copy)]
pub struct Set {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation, with the source.
    pub about: &'static str,
    /// The customers of uniform instances; 0 of the X instances.
    drawn: usize,
}

/// The sets.
pub const SETS: &[Set] = &[
    Set {
        name: "x-303",
        about: "the 44 X instances with up to 302 customers (Uchoa et al., 2017) and their best known costs",
        drawn: 0,
    },
    Set {
        name: "uniform-50",
        about: "MCTS-AHD's test set (Zheng et al., 2025): 64 instances, 50 customers in a unit square, capacity 50",
        drawn: 50,
    },
    Set {
        name: "uniform-100",
        about: "MCTS-AHD's test set (Zheng et al., 2025): 64 instances, 100 customers in a unit square, capacity 50",
        drawn: 100,
    },
];

/// For each instance a line with name, capacity and best known cost, and one with x, y and demand of depot and customers.
const X: &str = include_str!("../../data/cvrp-x.txt");

impl Set {
    /// The set of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        SETS.iter().find(|set| set.name == name)
    }

    /// The instances.
    ///
    /// # Errors
    ///
    /// Never for the sets that ship.
    pub fn read(&self) -> Result<Vec<Customers>, ParseError> {
        if self.drawn > 0 { drawn(self.drawn) } else { x() }
    }
}

fn x() -> Result<Vec<Customers>, ParseError> {
    let lines: Vec<&str> = X.lines().collect();
    let read = |pair: &[&str]| {
        let wrong = || ParseError::new("the text of the X instances is damaged");
        let [head, body] = pair else { return Err(wrong()) };
        let [name, capacity, best] = head.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let number = |word: &str| word.parse::<i64>().map_err(|_| wrong());
        let numbers = body.split(' ').map(number).collect::<Result<Vec<i64>, _>>()?;
        let places = numbers.chunks(3).map(|place| [place[0] as f64, place[1] as f64]).collect();
        let demands = numbers.chunks(3).filter_map(|place| place.get(2).copied()).collect();
        let distances = Distances::of_places(places, Rule::Euclidean)?;
        let customers = Customers::new(name, distances, demands, number(capacity)?)?;
        Ok(Customers { best_known: Some(number(best)?), ..customers })
    };
    lines.chunks(2).map(read).collect()
}

/// The instances that `numpy.random.seed(1234)` begins: for training and validation, then for the test 64 of 50 and 64 of 100
/// customers.
fn drawn(count: usize) -> Result<Vec<Customers>, ParseError> {
    let mut random = Mersenne::new(1_234);
    let sizes = [(50, 10), (20, 64), (50, 64), (100, 64), (50, 64), (100, 64)];
    for (place, (size, instances)) in sizes.into_iter().enumerate() {
        let mut made = Vec::new();
        for number in 0..instances {
            let mut places = vec![[SIDE / 2.0; 2]];
            places.extend((0..size).map(|_| [(); 2].map(|()| SIDE * random.unit())));
            let mut demands = vec![0];
            demands.extend((0..size).map(|_| i64::from(1 + random.up_to(8))));
            let distances = Distances::of_places(places, Rule::Euclidean)?;
            let customers = Customers::new(format!("uniform-{size}-{number}"), distances, demands, 50)?;
            made.push(Customers { scale: SIDE, ..customers });
        }
        if place >= 4 && size == count {
            return Ok(made);
        }
    }
    Ok(Vec::new())
}
