//! Local search: the first move that improves, around the customers that changed.

use super::moves::{Move, QUICK, WAYS};
use super::problem::Routing;
use super::routes::{DEPOT, Routes};

/// Near customers whose routes SWAP* looks at.
const NEAR: usize = 5;

impl Routing {
    /// Makes improving moves around the customers that changed, with this many neighbours of each, until there is none.
    /// Returns what was saved, and how many moves were weighed.
    pub(crate) fn improve(
        &self,
        routes: &mut Routes,
        queue: &mut Vec<u32>,
        waiting: &mut Vec<bool>,
        neighbours: usize,
    ) -> (i64, u64) {
        waiting.resize(self.customers().demands.len(), false);
        queue.clear();
        let (mut saved, mut weighed, mut head) = (0, 0, 0);
        if neighbours > 0 {
            queue.append(&mut routes.changed);
        }
        routes.changed.clear();
        queue.retain(|&customer| !std::mem::replace(&mut waiting[customer as usize], true));
        while let Some(&customer) = queue.get(head) {
            head += 1;
            waiting[customer as usize] = false;
            while let Some(change) = self.better(routes, customer, neighbours, &mut weighed) {
                saved -= self.difference(routes, change);
                let mut push = |routes: &Routes| {
                    for at in Self::touched(change) {
                        for at in [at, routes.previous[at as usize], routes.next[at as usize]] {
                            if at != DEPOT && !std::mem::replace(&mut waiting[at as usize], true) {
                                queue.push(at);
                            }
                        }
                    }
                };
                push(routes);
                weighed += self.make(routes, change);
                push(routes);
            }
        }
        queue.clear();
        (saved, weighed)
    }

    /// The first move around a customer that improves.
    fn better(&self, routes: &Routes, customer: u32, neighbours: usize, weighed: &mut u64) -> Option<Move> {
        let (before, after) = (routes.previous[customer as usize], routes.next[customer as usize]);
        let reach = self.far(before, customer).max(self.far(customer, after));
        for &(near, distance) in self.neighbours().of(customer).iter().take(neighbours) {
            // One of the edges that are removed has to be longer than the one that is added; the edges of the near customer are
            // looked at when that one is.
            if i64::from(distance) >= reach {
                break;
            }
            for (kind, &ways) in WAYS[..QUICK].iter().enumerate() {
                for way in 0..ways {
                    *weighed += 1;
                    let change = self.move_of(kind, routes, customer, near, way);
                    if let Some(change) = change.filter(|&change| self.difference(routes, change) < 0) {
                        return Some(change);
                    }
                }
            }
        }
        None
    }

    /// SWAP* between the routes of some customers and near ones: exchanges two customers of different routes, each to its best
    /// place there, and improves around them, until there is no such pair. Returns what was saved, and how many places were
    /// weighed.
    pub(crate) fn exchange(
        &self,
        routes: &mut Routes,
        around: &[u32],
        queue: &mut Vec<u32>,
        waiting: &mut Vec<bool>,
        neighbours: usize,
    ) -> (i64, u64) {
        let (mut saved, mut weighed) = (0, 0);
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        for &customer in around {
            for &(near, _) in self.neighbours().of(customer).iter().take(NEAR) {
                let [one, other] = [customer, near].map(|at| routes.home[at as usize]);
                if one != other {
                    pairs.push([one.min(other), one.max(other)]);
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            while let Some(change) = self.better_exchange(routes, pair, &mut weighed) {
                saved -= self.difference(routes, change);
                for customer in Self::touched(change) {
                    routes.changed.extend([customer, routes.previous[customer as usize]]);
                }
                weighed += self.make(routes, change);
                for customer in Self::touched(change) {
                    routes.changed.extend([customer, routes.previous[customer as usize]]);
                }
                routes.changed.retain(|&customer| customer != DEPOT);
                let (more, others) = self.improve(routes, queue, waiting, neighbours);
                (saved, weighed) = (saved + more, weighed + others);
            }
        }
        (saved, weighed)
    }

    /// The first exchange of customers of two routes that improves.
    fn better_exchange(&self, routes: &Routes, [x, y]: [u32; 2], weighed: &mut u64) -> Option<Move> {
        for one in routes.route(x as usize) {
            for other in routes.route(y as usize) {
                *weighed += 2;
                let gains = [one, other].map(|customer| self.part(routes, customer).gain);
                if gains.iter().sum::<i64>() <= 0 {
                    continue;
                }
                let change = Move::Exchange { one, other, after: [DEPOT; 2] };
                if !self.is_possible(routes, change) {
                    continue;
                }
                *weighed += u64::from(routes.sizes[x as usize] + routes.sizes[y as usize]) / 4;
                let places = [(one, y, other), (other, x, one)]
                    .map(|(customer, route, without)| self.best_place(routes, customer, route, without));
                if places[0].0 + places[1].0 < gains.iter().sum() {
                    return Some(Move::Exchange { one, other, after: places.map(|(_, after)| after) });
                }
            }
        }
        None
    }
}
