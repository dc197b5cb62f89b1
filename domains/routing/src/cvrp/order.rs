//! The order of the customers of one route: 2-opt and Or-opt to a local optimum.

use super::problem::Routing;
use super::routes::DEPOT;

/// Most customers that Or-opt moves together.
const LONGEST: usize = 3;

/// Improves the order of a route's customers until no move does. Returns what that saves.
pub(crate) fn improve(problem: &Routing, route: &mut Vec<u32>) -> i64 {
    let mut saved = 0;
    loop {
        let more = reverse(problem, route) + relocate(problem, route);
        if more == 0 {
            return saved;
        }
        saved += more;
    }
}

/// The customer before a place, or the depot.
fn before(route: &[u32], place: usize) -> u32 {
    place.checked_sub(1).map_or(DEPOT, |place| route[place])
}

/// The customer at a place, or the depot behind the last.
fn at(route: &[u32], place: usize) -> u32 {
    route.get(place).copied().unwrap_or(DEPOT)
}

/// Reverses paths that save something.
fn reverse(problem: &Routing, route: &mut [u32]) -> i64 {
    let mut saved = 0;
    for first in 0..route.len() {
        for last in first + 1..route.len() {
            let (a, b, c, d) = (before(route, first), route[first], route[last], at(route, last + 1));
            let gain = problem.far(a, b) + problem.far(c, d) - problem.far(a, c) - problem.far(b, d);
            if gain > 0 {
                route[first..=last].reverse();
                saved += gain;
            }
        }
    }
    saved
}

/// Moves up to three customers to their best place, in either direction.
fn relocate(problem: &Routing, route: &mut Vec<u32>) -> i64 {
    let mut saved = 0;
    for length in 1..=LONGEST.min(route.len().saturating_sub(1)) {
        for first in 0..=route.len() - length {
            let (a, b) = (before(route, first), at(route, first + length));
            let (head, tail) = (route[first], route[first + length - 1]);
            let freed = problem.far(a, head) + problem.far(tail, b) - problem.far(a, b);
            let mut best = (0, first, false);
            // Places of the route without the path.
            for place in 0..=route.len() - length {
                let prior = before(route, if place <= first { place } else { place + length });
                let after = at(route, if place < first { place } else { place + length });
                let edge = problem.far(prior, after);
                for (turned, one, other) in [(false, head, tail), (true, tail, head)] {
                    let gain = freed + edge - problem.far(prior, one) - problem.far(other, after);
                    if gain > best.0 {
                        best = (gain, place, turned);
                    }
                }
            }
            let (gain, place, turned) = best;
            if gain > 0 {
                let mut path: Vec<u32> = route.drain(first..first + length).collect();
                if turned {
                    path.reverse();
                }
                route.splice(place..place, path);
                saved += gain;
            }
        }
    }
    saved
}
