//! Small moves between near customers.

use super::problem::Routing;
use super::routes::{DEPOT, Routes};
use std::ops::ControlFlow;
use unstuck_core::optimisation::{Cost, Measure, MoveKind, Moves};
use unstuck_core::random::{RngExt, Stream};

/// One move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A customer goes elsewhere.
    Relocate {
        /// The customer.
        customer: u32,
        /// The route that it goes to.
        route: u32,
        /// The customer after which it goes, or the depot.
        after: u32,
    },
    /// Two customers change places.
    Swap {
        /// One of them.
        one: u32,
        /// The other.
        other: u32,
    },
    /// A path of a route is reversed.
    Reverse {
        /// Its first customer.
        first: u32,
        /// Its last customer.
        last: u32,
    },
    /// Two customers of different routes change routes, each to a place of its own (SWAP*, Vidal, 2022).
    Exchange {
        /// One of them.
        one: u32,
        /// The other.
        other: u32,
        /// The customers after which each of them goes, or the depot.
        after: [u32; 2],
    },
    /// What follows two customers of different routes is exchanged; or, turned, both become neighbours, and so do those after
    /// them.
    Tails {
        /// The customer of one route.
        a: u32,
        /// The customer of the other.
        b: u32,
        /// Both become neighbours.
        turned: bool,
    },
}

const KINDS: &[MoveKind] = &[
    MoveKind { name: "relocate", about: "a customer goes next to a near one" },
    MoveKind { name: "swap", about: "two customers change places" },
    MoveKind { name: "2-opt", about: "a path of a route is reversed" },
    MoveKind { name: "2-opt*", about: "the ends of two routes are exchanged, or joined the other way round" },
    MoveKind { name: "swap*", about: "two customers change routes, each to its best place there" },
];

/// Ways in which a kind of move makes two customers neighbours.
pub(super) const WAYS: [usize; 5] = [2, 2, 2, 4, 1];
/// The kinds that are weighed for near customers; the last one takes longer.
pub(super) const QUICK: usize = 4;

impl Routing {
    /// The move of a kind that makes two customers neighbours, if it is possible.
    pub(crate) fn move_of(
        &self,
        kind: usize,
        routes: &Routes,
        customer: u32,
        near: u32,
        way: usize,
    ) -> Option<Move> {
        let (next, previous) = (|at: u32| routes.next[at as usize], |at: u32| routes.previous[at as usize]);
        let home = |at: u32| routes.home[at as usize];
        let change = match kind {
            0 => {
                let after = if way == 0 { near } else { previous(near) };
                Move::Relocate { customer, route: home(near), after }
            }
            1 => Move::Swap { one: customer, other: if way == 0 { next(near) } else { previous(near) } },
            2 => {
                if home(customer) != home(near) {
                    return None;
                }
                let comes_first =
                    std::iter::successors(Some(customer), |&at| Some(next(at)).filter(|&at| at != DEPOT))
                        .any(|at| at == near);
                let (a, b) = if comes_first { (customer, near) } else { (near, customer) };
                match way {
                    0 => Move::Reverse { first: next(a), last: b },
                    _ => Move::Reverse { first: a, last: previous(b) },
                }
            }
            4 => {
                if home(customer) == home(near) {
                    return None;
                }
                let after = [(customer, near), (near, customer)]
                    .map(|(one, other)| self.best_place(routes, one, home(other), other).1);
                Move::Exchange { one: customer, other: near, after }
            }
            _ => match way {
                0 => Move::Tails { a: customer, b: previous(near), turned: false },
                1 => Move::Tails { a: near, b: previous(customer), turned: false },
                2 => Move::Tails { a: customer, b: near, turned: true },
                _ => Move::Tails { a: previous(customer), b: previous(near), turned: true },
            },
        };
        self.is_possible(routes, change).then_some(change)
    }

    /// Whether a move changes something and no route becomes too full.
    pub(crate) fn is_possible(&self, routes: &Routes, change: Move) -> bool {
        let demand = |customer: u32| self.customers().demands[customer as usize];
        let unconstrained = self.customers().constraints.is_empty();
        let (home, capacity) = (|customer: u32| routes.home[customer as usize], self.customers().capacity);
        match change {
            Move::Relocate { customer, route, after } => {
                let room = route == home(customer)
                    || routes.loads[route as usize] + demand(customer) <= capacity
                        && self.admits(routes, customer, route, DEPOT);
                let here = route == home(customer) && after == routes.previous[customer as usize];
                room && after != customer && !here
            }
            Move::Swap { one, other } => {
                if one == DEPOT || other == DEPOT || one == other {
                    return false;
                }
                let (x, y) = (home(one), home(other));
                let more = demand(other) - demand(one);
                let room = x == y
                    || routes.loads[x as usize] + more <= capacity
                        && routes.loads[y as usize] - more <= capacity
                        && self.admits(routes, one, y, other)
                        && self.admits(routes, other, x, one);
                room && routes.next[one as usize] != other && routes.next[other as usize] != one
            }
            Move::Exchange { one, other, .. } => {
                let ((x, y), more) = ((home(one), home(other)), demand(other) - demand(one));
                x != y
                    && routes.loads[x as usize] + more <= capacity
                    && routes.loads[y as usize] - more <= capacity
                    && self.admits(routes, one, y, other)
                    && self.admits(routes, other, x, one)
            }
            Move::Reverse { first, last } => first != last && first != DEPOT && last != DEPOT,
            Move::Tails { a, b, turned } => {
                if a == DEPOT || b == DEPOT || home(a) == home(b) {
                    return false;
                }
                let [x, y] = [a, b].map(|customer| routes.load_up_to(self.customers(), customer));
                let [load_a, load_b] = [a, b].map(|customer| routes.loads[home(customer) as usize]);
                let fits = match turned {
                    true => x + y <= capacity && load_a - x + load_b - y <= capacity,
                    false => x + load_b - y <= capacity && y + load_a - x <= capacity,
                };
                fits && (unconstrained || self.may_cross(routes, a, b, turned))
            }
        }
    }

    /// Whether a customer may go to a route, from which another goes away.
    #[inline]
    pub(crate) fn admits(&self, routes: &Routes, customer: u32, route: u32, without: u32) -> bool {
        let constraints = &self.customers().constraints;
        let clashes = |&(one, other): &(u32, u32)| {
            let partner = if one == customer { other } else { one };
            (one == customer || other == customer)
                && partner != without
                && routes.home[partner as usize] == route
        };
        constraints.is_empty()
            || constraints.route(customer).is_none() && !constraints.apart.iter().any(clashes)
    }

    /// Whether the routes after an exchange of tails are allowed.
    fn may_cross(&self, routes: &Routes, a: u32, b: u32, turned: bool) -> bool {
        let walk = |from: u32, steps: &[u32]| {
            let next = |&at: &u32| Some(steps[at as usize]).filter(|&at| at != DEPOT);
            std::iter::successors(Some(from).filter(|&at| at != DEPOT), next).collect::<Vec<u32>>()
        };
        let heads = [a, b].map(|customer| walk(customer, &routes.previous));
        let tails = [a, b].map(|customer| walk(routes.next[customer as usize], &routes.next));
        let made = match turned {
            true => [[&heads[0], &heads[1]], [&tails[0], &tails[1]]],
            false => [[&heads[0], &tails[1]], [&heads[1], &tails[0]]],
        };
        let allow = |parts: &[&Vec<u32>; 2]| {
            self.customers().constraints.allow(|| parts.iter().flat_map(|part| part.iter().copied()))
        };
        made.iter().all(allow)
    }

    /// The cheapest place of a customer on a route that another one leaves: what it adds, and the customer before it.
    pub(crate) fn best_place(&self, routes: &Routes, customer: u32, route: u32, without: u32) -> (i64, u32) {
        let (mut best, mut at) = ((i64::MAX, DEPOT), DEPOT);
        loop {
            let mut next =
                if at == DEPOT { routes.ends[route as usize][0] } else { routes.next[at as usize] };
            if next == without {
                next = routes.next[next as usize];
            }
            let added = self.far(at, customer) + self.far(customer, next) - self.far(at, next);
            best = best.min((added, at));
            if next == DEPOT {
                return best;
            }
            at = next;
        }
    }

    /// What a move adds to the cost.
    #[inline]
    pub(crate) fn difference(&self, routes: &Routes, change: Move) -> i64 {
        let far = |a: u32, b: u32| self.far(a, b);
        let around = |customer: u32| (routes.previous[customer as usize], routes.next[customer as usize]);
        match change {
            Move::Relocate { customer, route, after } => {
                let (before, next) = around(customer);
                let end = match after {
                    DEPOT => routes.ends[route as usize][0],
                    _ => routes.next[after as usize],
                };
                far(before, next) - far(before, customer) - far(customer, next)
                    + far(after, customer)
                    + far(customer, end)
                    - far(after, end)
            }
            Move::Swap { one, other } => {
                let ((a, b), (c, d)) = (around(one), around(other));
                far(a, other) + far(other, b) + far(c, one) + far(one, d)
                    - far(a, one)
                    - far(one, b)
                    - far(c, other)
                    - far(other, d)
            }
            Move::Exchange { one, other, after } => {
                let side = |customer: u32, without: u32, at: u32| {
                    let (before, next) = around(customer);
                    let route = routes.home[without as usize] as usize;
                    let mut end = if at == DEPOT { routes.ends[route][0] } else { routes.next[at as usize] };
                    if end == without {
                        end = routes.next[end as usize];
                    }
                    far(before, next) - far(before, customer) - far(customer, next)
                        + far(at, customer)
                        + far(customer, end)
                        - far(at, end)
                };
                side(one, other, after[0]) + side(other, one, after[1])
            }
            Move::Reverse { first, last } => {
                let (before, after) = (routes.previous[first as usize], routes.next[last as usize]);
                far(before, last) + far(first, after) - far(before, first) - far(last, after)
            }
            Move::Tails { a, b, turned } => {
                let (after_a, after_b) = (routes.next[a as usize], routes.next[b as usize]);
                let added = match turned {
                    true => far(a, b) + far(after_a, after_b),
                    false => far(a, after_b) + far(b, after_a),
                };
                added - far(a, after_a) - far(b, after_b)
            }
        }
    }

    /// Makes a move.
    pub(crate) fn make(&self, routes: &mut Routes, change: Move) -> u64 {
        let customers = self.customers();
        match change {
            Move::Relocate { customer, route, after } => {
                routes.remove(customers, customer);
                routes.insert(customers, customer, route, after);
                1
            }
            Move::Swap { one, other } => {
                let [x, y] = [one, other].map(|at| (routes.home[at as usize], routes.previous[at as usize]));
                routes.remove(customers, one);
                routes.remove(customers, other);
                routes.insert(customers, other, x.0, x.1);
                routes.insert(customers, one, y.0, y.1);
                2
            }
            Move::Exchange { one, other, after } => {
                let [x, y] = [one, other].map(|at| routes.home[at as usize]);
                routes.remove(customers, one);
                routes.remove(customers, other);
                routes.insert(customers, one, y, after[0]);
                routes.insert(customers, other, x, after[1]);
                2
            }
            Move::Reverse { first, last } => routes.reverse(customers, first, last),
            Move::Tails { a, b, turned: false } => routes.exchange_tails(customers, a, b),
            Move::Tails { a, b, turned: true } => routes.cross(customers, a, b),
        }
    }

    /// The customers whose neighbours a move changes, as far as it names them.
    pub(crate) fn touched(change: Move) -> [u32; 2] {
        match change {
            Move::Relocate { customer, after, .. } => [customer, after],
            Move::Swap { one, other } | Move::Exchange { one, other, .. } => [one, other],
            Move::Reverse { first, last } => [first, last],
            Move::Tails { a, b, .. } => [a, b],
        }
    }
}

impl Moves for Routing {
    type Move = Move;
    const KINDS: &'static [MoveKind] = KINDS;

    fn propose(&self, kind: usize, solution: &Routes, random: &mut Stream) -> Option<Move> {
        let customer = random.random_range(1..self.customers().demands.len() as u32);
        let near = self.neighbours().of(customer);
        if near.is_empty() {
            return None;
        }
        let (near, _) = near[random.random_range(0..near.len().min(20))];
        self.move_of(kind, solution, customer, near, random.random_range(0..WAYS[kind]))
    }

    fn scan(
        &self,
        kind: usize,
        solution: &Routes,
        each: &mut impl FnMut(Option<Move>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for customer in 1..self.customers().demands.len() as u32 {
            for &(near, _) in self.neighbours().of(customer).iter().take(20) {
                for way in 0..WAYS[kind] {
                    each(self.move_of(kind, solution, customer, near, way))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn delta(&self, solution: &Routes, change: Move) -> Measure {
        Measure { cost: Cost::soft(self.difference(solution, change)), guide: 0 }
    }

    fn apply(&self, solution: &mut Routes, change: Move) -> u64 {
        solution.changed.clear();
        solution.changed.extend(1..self.customers().demands.len() as u32);
        self.make(solution, change)
    }

    /// In mean distances of near customers: rules for acceptance mean the same on every instance.
    fn energy(&self, delta: Measure) -> f64 {
        delta.cost.soft as f64 / self.edge()
    }
}
