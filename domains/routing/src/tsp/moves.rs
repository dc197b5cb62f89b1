//! Small moves of a tour: 2-opt and Or-opt between near cities.

use super::problem::{Solution, Touring};
use super::tour::Tour;
use std::ops::ControlFlow;
use unstuck_core::optimisation::{Cost, Measure, MoveKind, Moves};
use unstuck_core::random::{RngExt, Stream};

/// One move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// The edges after two cities are replaced: what is between them is reversed.
    TwoOpt {
        /// One city.
        a: u32,
        /// The other.
        b: u32,
    },
    /// Up to three cities go elsewhere.
    OrOpt {
        /// The first of them.
        first: u32,
        /// The last of them.
        last: u32,
        /// The city after which they go.
        to: u32,
        /// They are reversed.
        turned: bool,
    },
}

const KINDS: &[MoveKind] = &[
    MoveKind { name: "2-opt", about: "a path is reversed" },
    MoveKind { name: "or-opt", about: "up to three cities go between two others" },
];

/// Most cities of a path that Or-opt moves.
const LONGEST: usize = 3;

impl Touring {
    /// Whether a move changes anything.
    fn is_possible(&self, tour: &Tour, change: Move) -> bool {
        match change {
            Move::TwoOpt { a, b } => a != b && tour.next(a) != b && tour.next(b) != a,
            Move::OrOpt { first, last, to, .. } => {
                let (before, after) = (tour.previous(first), tour.next(last));
                let outside = !tour.between(first, to, last) && !tour.between(first, before, last);
                outside && to != before && before != after
            }
        }
    }

    /// Two cities that a move of a kind would make neighbours, as a move. `way` is below 12.
    fn move_of(&self, kind: usize, tour: &Tour, city: u32, near: u32, way: usize) -> Option<Move> {
        let change = match (kind, way % 2) {
            (0, 0) => Move::TwoOpt { a: city, b: near },
            (0, _) => Move::TwoOpt { a: tour.previous(city), b: tour.previous(near) },
            _ => {
                let length = 1 + way / 4 % LONGEST;
                if tour.count() < length + 3 {
                    return None;
                }
                let turned = way / 2 % 2 == 1;
                let to = if way.is_multiple_of(2) { near } else { tour.previous(near) };
                Move::OrOpt { first: city, last: tour.ahead(city, length - 1), to, turned }
            }
        };
        self.is_possible(tour, change).then_some(change)
    }

    fn ways(kind: usize) -> usize {
        if kind == 0 { 2 } else { 4 * LONGEST }
    }
}

impl Moves for Touring {
    type Move = Move;
    const KINDS: &'static [MoveKind] = KINDS;

    fn propose(&self, kind: usize, solution: &Solution, random: &mut Stream) -> Option<Move> {
        if self.neighbours().each() == 0 {
            return None;
        }
        let city = random.random_range(0..self.cities().count() as u32);
        let near = self.neighbours().of(city);
        let (near, _) = near[random.random_range(0..near.len())];
        let way = random.random_range(0..Self::ways(kind));
        self.move_of(kind, &solution.tour, city, near, way)
    }

    fn scan(
        &self,
        kind: usize,
        solution: &Solution,
        each: &mut impl FnMut(Option<Move>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for city in 0..self.cities().count() as u32 {
            for &(near, _) in self.neighbours().of(city) {
                for way in 0..Self::ways(kind) {
                    each(self.move_of(kind, &solution.tour, city, near, way))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn delta(&self, solution: &Solution, change: Move) -> Measure {
        let tour = &solution.tour;
        let far = |a: u32, b: u32| i64::from(self.distances().get(a, b));
        let soft = match change {
            Move::TwoOpt { a, b } => {
                let (after_a, after_b) = (tour.next(a), tour.next(b));
                far(a, b) + far(after_a, after_b) - far(a, after_a) - far(b, after_b)
            }
            Move::OrOpt { first, last, to, turned } => {
                let (before, after, end) = (tour.previous(first), tour.next(last), tour.next(to));
                let (one, other) = if turned { (last, first) } else { (first, last) };
                far(before, after) + far(to, one) + far(other, end)
                    - far(before, first)
                    - far(last, after)
                    - far(to, end)
            }
        };
        Measure { cost: Cost::soft(soft), guide: 0 }
    }

    fn apply(&self, solution: &mut Solution, change: Move) -> u64 {
        solution.unimproved = true;
        let tour = &mut solution.tour;
        match change {
            Move::TwoOpt { a, b } => {
                let from = tour.next(a);
                tour.reverse(from, b)
            }
            Move::OrOpt { first, last, to, turned } => {
                let after = tour.next(last);
                // before [first…last] [after…to] becomes before [to…after] [last…first], then [after…to] [last…first].
                let mut touched = tour.reverse(first, to) + tour.reverse(to, after);
                if !turned {
                    touched += tour.reverse(last, first);
                }
                touched
            }
        }
    }

    /// In mean distances of near cities: rules for acceptance mean the same on every instance.
    fn energy(&self, delta: Measure) -> f64 {
        delta.cost.soft as f64 / self.edge()
    }
}
