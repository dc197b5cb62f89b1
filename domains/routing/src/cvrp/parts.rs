//! What rules for `remove` and `insert` see of a customer: around which one strings are removed, and which one of the removed is
//! inserted first. Lengths are in mean distances of near customers, so that rules mean the same on every instance.

use super::problem::Routing;
use super::routes::{DEPOT, Routes};
use unstuck_core::feature::{Feature, Subject, up_to};
use unstuck_core::features;

/// In which order removed customers are inserted: the greatest value first.
pub const INSERT: &str = "insert";

/// A customer that was removed.
#[derive(Debug, Clone, Copy)]
pub struct Removed {
    /// The customer.
    pub customer: u32,
    /// What its route got shorter by.
    pub gain: i64,
    /// The load of its route before.
    pub load: i64,
}

/// A customer on its route, or one that was removed from it.
pub struct Part<'a> {
    /// The instance.
    pub problem: &'a Routing,
    /// The customer, with what is known of its route.
    pub customer: Removed,
    /// A random number from 0 to 1.
    pub uniform: f64,
}

impl Routing {
    /// A customer on its route.
    pub(crate) fn part(&self, routes: &Routes, customer: u32) -> Removed {
        let (before, after) = (routes.previous[customer as usize], routes.next[customer as usize]);
        let gain = self.far(before, customer) + self.far(customer, after) - self.far(before, after);
        Removed { customer, gain, load: routes.loads[routes.home[customer as usize] as usize] }
    }

    fn share(&self, demand: i64) -> f64 {
        demand as f64 / self.customers().capacity as f64
    }

    fn in_edges(&self) -> Option<(f64, f64)> {
        Some((0.0, f64::from(self.longest()) / self.edge()))
    }
}

/// Customers as the [`Subject`] of features.
pub struct Choosing;

impl Subject for Choosing {
    type Instance = Routing;
    type View<'v> = Part<'v>;
    type Scratch = ();

    fn features(_: &Routing) -> &[Feature<Self>] {
        FEATURES
    }
    fn scratch(_: &Routing) {}
    fn instance<'v>(view: &Self::View<'v>) -> &'v Routing {
        view.problem
    }
}

type Row = Feature<Choosing>;

/// The features.
pub(crate) const FEATURES: &[Row] = features! { Row;
    "gain" "what its route gets shorter by without the customer":
        |problem, _| problem.in_edges().map(|(_, most)| (-most, 2.0 * most)),
        |view, ()| view.customer.gain as f64 / view.problem.edge();
    "demand" "its demand, as a part of the capacity":
        |_, _| up_to(1),
        |view, ()| view.problem.share(view.problem.customers().demands[view.customer.customer as usize]);
    "load" "the load of its route, as a part of the capacity":
        |_, _| up_to(1), |view, ()| view.problem.share(view.customer.load);
    "depot" "its distance to the depot":
        |problem, _| problem.in_edges(),
        |view, ()| view.problem.far(DEPOT, view.customer.customer) as f64 / view.problem.edge();
    "remote" "its mean distance to the two nearest customers":
        |problem, _| problem.in_edges(), |view, ()| {
            let near = view.problem.neighbours().of(view.customer.customer);
            let sum: f64 = near.iter().take(2).map(|&(_, distance)| f64::from(distance)).sum();
            sum / 2.0 / view.problem.edge()
        };
    "uniform" "a random number from 0 to 1": |_, _| up_to(1), |view, ()| view.uniform;
};
