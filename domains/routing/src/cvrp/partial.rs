//! Routes that are being merged: at first each customer has its own, but for those that are fixed to the same one.
//!
//! The features that a rule reads decide which merges there are: by its own [`FEATURES`](super::joins::FEATURES) all
//! [joins](super::joins) of two routes, else those of two customers at ends.

use super::joins::{Joins, Merge};
use super::order;
use super::problem::Routing;
use super::routes::DEPOT;

/// Routes that are being merged.
#[derive(Debug, Clone)]
pub struct Partial {
    /// Pairs that can be merged, by their places, ascending.
    pub(crate) open: Vec<u32>,
    /// Up to two neighbours of each customer; the depot where there is none.
    joined: Vec<[u32; 2]>,
    /// The other end of the route of each customer that is an end.
    ends: Vec<u32>,
    /// Load and number of customers of the route of each customer that is an end; of joins by the numbers of routes.
    pub(crate) loads: Vec<i64>,
    sizes: Vec<u32>,
    pub(crate) routes: usize,
    pub(crate) cost: i64,
    /// The rule's values do not change during the construction.
    pub(crate) static_values: bool,
    pub(crate) joins: Option<Joins>,
}

impl Partial {
    /// A route for each customer, or for those that are fixed to the same.
    pub(crate) fn new(problem: &Routing, static_values: bool, joins: bool) -> Self {
        let customers = problem.customers();
        let places = customers.demands.len();
        let mut partial = Self {
            open: Vec::new(),
            joined: vec![[DEPOT; 2]; places],
            ends: (0..places as u32).collect(),
            loads: customers.demands.to_vec(),
            sizes: vec![1; places],
            routes: customers.count(),
            cost: (1..places as u32).map(|place| 2 * problem.far(DEPOT, place)).sum(),
            static_values: static_values && customers.constraints.is_empty(),
            joins: None,
        };
        for mut group in customers.constraints.groups().into_values() {
            order::improve(problem, &mut group);
            for pair in group.windows(2) {
                partial.link(problem, pair[0], pair[1]);
            }
        }
        if joins {
            let lists = partial.lists();
            for list in &lists {
                let number = list.iter().copied().min().unwrap_or(DEPOT) as usize;
                partial.loads[number] = partial.loads[list[0] as usize];
            }
            partial.joins = Some(Joins::new(problem, &lists, &partial.loads));
        } else {
            partial.open = (0..problem.pairs().len() as u32).collect();
            partial.close(problem);
        }
        partial
    }

    /// Whether a customer is the first or the last of its route.
    fn is_end(&self, customer: u32) -> bool {
        self.joined[customer as usize][1] == DEPOT
    }

    /// What stands for the two routes of a merge in lists by routes.
    #[inline]
    fn sides(&self, choice: Merge) -> [usize; 2] {
        let sides = self.joins.as_ref().map_or([choice.a, choice.b], |joins| joins.sides(choice));
        sides.map(|side| side as usize)
    }

    /// The loads of the two routes of a merge.
    #[inline]
    pub(crate) fn loads(&self, choice: Merge) -> [i64; 2] {
        self.sides(choice).map(|side| self.loads[side])
    }

    /// The customers of the merged route.
    pub(crate) fn size(&self, choice: Merge) -> usize {
        match &self.joins {
            Some(joins) => joins.sizes(choice).iter().sum(),
            None => self.sides(choice).iter().map(|&side| self.sizes[side] as usize).sum(),
        }
    }

    /// What a merge adds beside taking ways to the depot away: the distance of the customers.
    #[inline]
    pub(crate) fn added(&self, problem: &Routing, choice: Merge) -> i64 {
        match &self.joins {
            Some(joins) => joins.joint(choice).added,
            None => problem.far(choice.a, choice.b),
        }
    }

    /// Merges two routes.
    pub(crate) fn merge(&mut self, problem: &Routing, choice: Merge) {
        if let Some(mut joins) = self.joins.take() {
            let [one, other] = joins.sides(choice).map(|side| side as usize);
            self.loads[one] += self.loads[other];
            self.cost -= joins.join(problem, choice, &self.loads);
            self.routes -= 1;
            self.joins = Some(joins);
        } else {
            self.link(problem, choice.a, choice.b);
            self.close(problem);
        }
    }

    /// Makes two ends neighbours.
    fn link(&mut self, problem: &Routing, a: u32, b: u32) {
        let (far_a, far_b) = (self.ends[a as usize], self.ends[b as usize]);
        let load = self.loads[a as usize] + self.loads[b as usize];
        let size = self.sizes[a as usize] + self.sizes[b as usize];
        for (customer, other) in [(a, b), (b, a)] {
            let joined = &mut self.joined[customer as usize];
            joined[usize::from(joined[0] != DEPOT)] = other;
        }
        for (end, other) in [(far_a, far_b), (far_b, far_a)] {
            self.ends[end as usize] = other;
            self.loads[end as usize] = load;
            self.sizes[end as usize] = size;
        }
        self.routes -= 1;
        self.cost -= problem.saving(a, b);
    }

    /// Removes the pairs that cannot be merged any more.
    fn close(&mut self, problem: &Routing) {
        let (capacity, mut open) = (problem.customers().capacity, std::mem::take(&mut self.open));
        open.retain(|&pair| {
            let [a, b] = problem.pairs()[pair as usize];
            let fits = || self.loads[a as usize] + self.loads[b as usize] <= capacity;
            let constraints = &problem.customers().constraints;
            let both = || self.along(a).chain(self.along(b));
            self.is_end(a)
                && self.is_end(b)
                && self.ends[a as usize] != b
                && fits()
                && constraints.allow(both)
        });
        self.open = open;
    }

    /// The customers of a route from one of its ends on.
    fn along(&self, end: u32) -> impl Iterator<Item = u32> + '_ {
        let (mut before, mut at) = (DEPOT, end);
        std::iter::from_fn(move || {
            let customer = Some(at).filter(|&at| at != DEPOT)?;
            let [one, other] = self.joined[customer as usize];
            (before, at) = (customer, if one == before { other } else { one });
            Some(customer)
        })
    }

    /// The customers of each route in their order.
    pub(crate) fn lists(&self) -> Vec<Vec<u32>> {
        if let Some(joins) = &self.joins {
            return joins.lists();
        }
        let starts = (1..self.ends.len() as u32).filter(|&customer| self.is_end(customer));
        starts
            .filter(|&start| start <= self.ends[start as usize])
            .map(|start| self.along(start).collect())
            .collect()
    }
}
