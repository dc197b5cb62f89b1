//! Routes that are being merged: at first each customer has its own.

use super::problem::Routing;
use super::routes::DEPOT;

/// Two routes become one: a customer at the end of one and a customer at the end of the other become neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merge {
    /// The customer with the smaller number.
    pub a: u32,
    /// The other.
    pub b: u32,
    /// The pair's place in the list of the instance.
    pub(crate) pair: u32,
}

/// Routes that are being merged.
#[derive(Debug, Clone)]
pub struct Partial {
    /// Pairs that can be merged, by their places, ascending.
    pub(crate) open: Vec<u32>,
    /// Up to two neighbours of each customer; the depot where there is none.
    joined: Vec<[u32; 2]>,
    /// The other end of the route of each customer that is an end.
    pub(crate) ends: Vec<u32>,
    /// Load and number of customers of the route of each customer that is an end.
    pub(crate) loads: Vec<i64>,
    pub(crate) sizes: Vec<u32>,
    pub(crate) routes: usize,
    pub(crate) cost: i64,
    /// The rule's values do not change during the construction.
    pub(crate) static_values: bool,
}

impl Partial {
    /// A route for each customer.
    pub(crate) fn new(problem: &Routing, static_values: bool) -> Self {
        let customers = problem.customers();
        let (places, capacity) = (customers.demands.len(), customers.capacity);
        let fits = |&pair: &u32| {
            let [a, b] = problem.pairs()[pair as usize];
            customers.demands[a as usize] + customers.demands[b as usize] <= capacity
        };
        Self {
            open: (0..problem.pairs().len() as u32).filter(fits).collect(),
            joined: vec![[DEPOT; 2]; places],
            ends: (0..places as u32).collect(),
            loads: customers.demands.to_vec(),
            sizes: vec![1; places],
            routes: customers.count(),
            cost: (1..places as u32).map(|place| 2 * problem.far(DEPOT, place)).sum(),
            static_values,
        }
    }

    /// Whether a customer is the first or the last of its route.
    fn is_end(&self, customer: u32) -> bool {
        self.joined[customer as usize][1] == DEPOT
    }

    /// The load of the route that a merge would make.
    pub(crate) fn load_with(&self, a: u32, b: u32) -> i64 {
        self.loads[a as usize] + self.loads[b as usize]
    }

    /// Merges two routes.
    pub(crate) fn merge(&mut self, problem: &Routing, Merge { a, b, .. }: Merge) {
        let (far_a, far_b) = (self.ends[a as usize], self.ends[b as usize]);
        let load = self.load_with(a, b);
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
        let (capacity, mut open) = (problem.customers().capacity, std::mem::take(&mut self.open));
        open.retain(|&pair| {
            let [a, b] = problem.pairs()[pair as usize];
            self.is_end(a) && self.is_end(b) && self.ends[a as usize] != b && self.load_with(a, b) <= capacity
        });
        self.open = open;
    }

    /// The customers of each route in their order.
    pub(crate) fn lists(&self) -> Vec<Vec<u32>> {
        let mut lists = Vec::with_capacity(self.routes);
        let starts = (1..self.ends.len() as u32).filter(|&customer| self.is_end(customer));
        for start in starts.filter(|&start| start <= self.ends[start as usize]) {
            let (mut list, mut before, mut at) = (Vec::new(), DEPOT, start);
            while at != DEPOT {
                list.push(at);
                let [one, other] = self.joined[at as usize];
                let next = if one == before { other } else { one };
                (before, at) = (at, next);
            }
            lists.push(list);
        }
        lists
    }
}
