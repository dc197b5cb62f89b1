//! Routes as linked lists: what comes before and after each customer, and the load of each route.

use super::customers::Customers;

/// The depot, where lists begin and end.
pub const DEPOT: u32 = 0;
/// The route of a customer that is on none.
pub const NOWHERE: u32 = u32::MAX;

/// A solution.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Routes {
    /// The customer after each; the depot after the last.
    pub(crate) next: Vec<u32>,
    /// The customer before each; the depot before the first.
    pub(crate) previous: Vec<u32>,
    /// The route of each customer.
    pub(crate) home: Vec<u32>,
    /// First and last customer of each route; the depot where the route is empty.
    pub(crate) ends: Vec<[u32; 2]>,
    /// Demand on each route.
    pub(crate) loads: Vec<i64>,
    /// Customers of each route.
    pub(crate) sizes: Vec<u32>,
    /// Customers whose surroundings changed since the last improvement.
    pub(crate) changed: Vec<u32>,
}

impl Clone for Routes {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }
    fn clone_from(&mut self, other: &Self) {
        self.next.clone_from(&other.next);
        self.previous.clone_from(&other.previous);
        self.home.clone_from(&other.home);
        self.ends.clone_from(&other.ends);
        self.loads.clone_from(&other.loads);
        self.sizes.clone_from(&other.sizes);
        self.changed.clone_from(&other.changed);
    }
}

impl Routes {
    /// These routes, which must serve every customer once.
    pub fn new(customers: &Customers, routes: &[Vec<u32>]) -> Self {
        let places = customers.demands.len();
        let mut made = Self {
            next: vec![DEPOT; places],
            previous: vec![DEPOT; places],
            home: vec![NOWHERE; places],
            changed: (1..places as u32).collect(),
            ..Self::default()
        };
        for route in routes.iter().filter(|route| !route.is_empty()) {
            let number = made.open();
            for &customer in route {
                made.insert(customers, customer, number, made.ends[number as usize][1]);
            }
        }
        made
    }

    /// An empty route: one that there is, or a new one.
    pub(crate) fn open(&mut self) -> u32 {
        if let Some(empty) = self.sizes.iter().position(|&size| size == 0) {
            return empty as u32;
        }
        self.ends.push([DEPOT; 2]);
        self.loads.push(0);
        self.sizes.push(0);
        self.sizes.len() as u32 - 1
    }

    /// Puts a customer that is nowhere behind another of a route, or at the beginning behind the depot.
    #[inline]
    pub(crate) fn insert(&mut self, customers: &Customers, customer: u32, route: u32, after: u32) {
        let at = route as usize;
        let before = if after == DEPOT { self.ends[at][0] } else { self.next[after as usize] };
        self.next[customer as usize] = before;
        self.previous[customer as usize] = after;
        match after {
            DEPOT => self.ends[at][0] = customer,
            _ => self.next[after as usize] = customer,
        }
        match before {
            DEPOT => self.ends[at][1] = customer,
            _ => self.previous[before as usize] = customer,
        }
        self.home[customer as usize] = route;
        self.loads[at] += customers.demands[customer as usize];
        self.sizes[at] += 1;
    }

    /// Takes a customer out of its route.
    #[inline]
    pub(crate) fn remove(&mut self, customers: &Customers, customer: u32) {
        let at = self.home[customer as usize] as usize;
        let (before, after) = (self.previous[customer as usize], self.next[customer as usize]);
        match before {
            DEPOT => self.ends[at][0] = after,
            _ => self.next[before as usize] = after,
        }
        match after {
            DEPOT => self.ends[at][1] = before,
            _ => self.previous[after as usize] = before,
        }
        self.home[customer as usize] = NOWHERE;
        self.loads[at] -= customers.demands[customer as usize];
        self.sizes[at] -= 1;
    }

    /// The customers of a route in their order.
    pub fn route(&self, route: usize) -> impl Iterator<Item = u32> + '_ {
        let first = Some(self.ends[route][0]).filter(|&first| first != DEPOT);
        std::iter::successors(first, |&customer| {
            Some(self.next[customer as usize]).filter(|&next| next != DEPOT)
        })
    }

    /// The customers of every route that has any.
    pub fn lists(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        (0..self.ends.len()).filter(|&route| self.sizes[route] > 0).map(|route| self.route(route).collect())
    }

    /// How many routes have customers.
    pub fn count(&self) -> usize {
        self.sizes.iter().filter(|&&size| size > 0).count()
    }

    /// Reverses the direction of a path of one route, and moves it to a route; returns its demand and its length.
    fn turn(&mut self, customers: &Customers, from: u32, to: u32, route: u32) -> (i64, u32) {
        let (mut at, mut load, mut size) = (from, 0, 0);
        loop {
            let next = self.next[at as usize];
            std::mem::swap(&mut self.next[at as usize], &mut self.previous[at as usize]);
            self.home[at as usize] = route;
            load += customers.demands[at as usize];
            size += 1;
            if at == to {
                return (load, size);
            }
            at = next;
        }
    }

    /// Makes two customers of a route neighbours; either may be the depot.
    fn link(&mut self, route: u32, a: u32, b: u32) {
        match a {
            DEPOT => self.ends[route as usize][0] = b,
            _ => self.next[a as usize] = b,
        }
        match b {
            DEPOT => self.ends[route as usize][1] = a,
            _ => self.previous[b as usize] = a,
        }
    }

    /// Reverses the path from one customer to another of the same route; returns how many there are.
    pub(crate) fn reverse(&mut self, customers: &Customers, from: u32, to: u32) -> u64 {
        let route = self.home[from as usize];
        let (before, after) = (self.previous[from as usize], self.next[to as usize]);
        let (_, size) = self.turn(customers, from, to, route);
        self.link(route, before, to);
        self.link(route, from, after);
        size.into()
    }

    /// Exchanges what follows two customers of different routes; returns how many customers change their route.
    pub(crate) fn exchange_tails(&mut self, customers: &Customers, a: u32, b: u32) -> u64 {
        let [one, other] = [a, b].map(|customer| self.home[customer as usize]);
        let tails = [a, b].map(|customer| self.next[customer as usize]);
        let lasts = [one, other].map(|route| self.ends[route as usize][1]);
        let mut changed = 0;
        for (tail, to) in [(tails[0], other), (tails[1], one)] {
            let mut at = tail;
            while at != DEPOT {
                let from = std::mem::replace(&mut self.home[at as usize], to) as usize;
                let demand = customers.demands[at as usize];
                (self.loads[from], self.loads[to as usize]) =
                    (self.loads[from] - demand, self.loads[to as usize] + demand);
                (self.sizes[from], self.sizes[to as usize]) =
                    (self.sizes[from] - 1, self.sizes[to as usize] + 1);
                at = self.next[at as usize];
                changed += 1;
            }
        }
        for (route, customer, tail, last) in [(one, a, tails[1], lasts[1]), (other, b, tails[0], lasts[0])] {
            self.link(route, customer, tail);
            if tail != DEPOT {
                self.ends[route as usize][1] = last;
            }
        }
        changed
    }

    /// Joins two customers of different routes, and those after them: the beginning of the second route follows the first
    /// customer backwards, and the end of the first route comes backwards before the end of the second. Returns how many
    /// customers change their route.
    pub(crate) fn cross(&mut self, customers: &Customers, a: u32, b: u32) -> u64 {
        let [one, other] = [a, b].map(|customer| self.home[customer as usize]);
        let (tail, rest) = (self.next[a as usize], self.next[b as usize]);
        let (head, last) = (self.ends[other as usize][0], self.ends[one as usize][1]);
        let (gained, came) = self.turn(customers, head, b, one);
        let (lost, went) = if tail == DEPOT { (0, 0) } else { self.turn(customers, tail, last, other) };
        self.link(one, a, b);
        self.link(one, head, DEPOT);
        match tail {
            DEPOT => self.link(other, DEPOT, rest),
            _ => {
                self.link(other, DEPOT, last);
                self.link(other, tail, rest);
            }
        }
        let (one, other) = (one as usize, other as usize);
        (self.loads[one], self.loads[other]) =
            (self.loads[one] + gained - lost, self.loads[other] + lost - gained);
        (self.sizes[one], self.sizes[other]) =
            (self.sizes[one] + came - went, self.sizes[other] + went - came);
        u64::from(came + went)
    }

    /// The demand up to a customer, with it.
    pub(crate) fn load_up_to(&self, customers: &Customers, customer: u32) -> i64 {
        let (mut at, mut load) = (customer, 0);
        while at != DEPOT {
            load += customers.demands[at as usize];
            at = self.previous[at as usize];
        }
        load
    }
}
