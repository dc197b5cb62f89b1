//! What rules see of a merge: distances, demands, and the routes that would become one.

use super::problem::Routing;
use super::routes::DEPOT;
use std::sync::{Arc, LazyLock};
use unstuck_core::feature::{FeatureTable, infos, number, up_to};
use unstuck_core::optimisation::acceptance;
use unstuck_core::optimisation::decision::{CHOOSE, ChoiceFeature, ChoiceView, Featured};

/// Name of the domain.
pub const DOMAIN: &str = "cvrp";

type Row = ChoiceFeature<Routing>;

/// The tables of the decisions: `choose` and `accept`.
pub fn tables() -> &'static [Arc<FeatureTable>; 2] {
    static TABLES: LazyLock<[Arc<FeatureTable>; 2]> = LazyLock::new(|| {
        [FeatureTable::of_decision(DOMAIN, CHOOSE, infos(FEATURES)), acceptance::table(DOMAIN)]
    });
    &TABLES
}

fn of_depot(view: &ChoiceView<'_, Routing>) -> [f64; 2] {
    [view.choice.a, view.choice.b].map(|customer| view.problem.far(DEPOT, customer) as f64)
}

fn shares(view: &ChoiceView<'_, Routing>) -> [f64; 2] {
    let customers = view.problem.customers();
    [view.choice.a, view.choice.b]
        .map(|customer| customers.demands[customer as usize] as f64 / customers.capacity as f64)
}

fn loads(view: &ChoiceView<'_, Routing>) -> [f64; 2] {
    let capacity = view.problem.customers().capacity as f64;
    [view.choice.a, view.choice.b].map(|customer| view.partial.loads[customer as usize] as f64 / capacity)
}

fn up_to_longest(problem: &Routing, _: u32) -> Option<(f64, f64)> {
    Some((0.0, problem.longest().into()))
}

/// The first [`STATIC_FEATURES`](super::construction::STATIC_FEATURES) depend on the two customers alone.
const FEATURES: &[Row] = &[
    Row::new(
        number(
            "saving",
            "what is saved: both distances to the depot without the distance between the customers",
        ),
        |problem, _| Some((0.0, 2.0 * f64::from(problem.longest()))),
        |view, _| view.problem.saving(view.choice.a, view.choice.b) as f64,
    ),
    Row::new(number("distance", "distance between the customers"), up_to_longest, |view, _| {
        view.problem.far(view.choice.a, view.choice.b) as f64
    }),
    Row::new(
        number("depot_near", "distance of the nearer customer to the depot"),
        up_to_longest,
        |view, _| {
            let [a, b] = of_depot(view);
            a.min(b)
        },
    ),
    Row::new(
        number("depot_far", "distance of the farther customer to the depot"),
        up_to_longest,
        |view, _| {
            let [a, b] = of_depot(view);
            a.max(b)
        },
    ),
    Row::new(
        number("cosine", "cosine of the angle between the customers, seen from the depot; 1 at the depot"),
        |_, _| Some((-1.0, 1.0)),
        |view, _| {
            let ([a, b], c) = (of_depot(view), view.problem.far(view.choice.a, view.choice.b) as f64);
            if a * b == 0.0 { 1.0 } else { ((a * a + b * b - c * c) / (2.0 * a * b)).clamp(-1.0, 1.0) }
        },
    ),
    Row::new(
        number("demand", "demand of both customers, as a part of the capacity"),
        |_, _| up_to(2),
        |view, _| shares(view).iter().sum(),
    ),
    Row::new(
        number("demand_large", "demand of the customer with the larger one, as a part of the capacity"),
        |_, _| up_to(1),
        |view, _| {
            let [a, b] = shares(view);
            a.max(b)
        },
    ),
    Row::new(
        number(
            "rank",
            "how many customers are nearer to the first than the second, as far as neighbour lists reach",
        ),
        |problem, _| Some((0.0, problem.customers().count() as f64)),
        |view, _| {
            let far = view.problem.distances().get(view.choice.a, view.choice.b);
            let near = view.problem.neighbours().of(view.choice.a);
            near.partition_point(|&(_, distance)| distance < far) as f64
        },
    ),
    Row::new(
        number("mean_demand", "mean demand of a customer, as a part of the capacity").per_instance(),
        |_, _| up_to(1),
        |view, _| {
            let customers = view.problem.customers();
            customers.total() as f64 / customers.count() as f64 / customers.capacity as f64
        },
    ),
    Row::new(
        number("scale", "mean distance of a customer to its two nearest ones, at least 1").per_instance(),
        |problem, _| Some((1.0, problem.edge())),
        |view, _| view.problem.edge(),
    ),
    Row::new(
        number("mean_depot", "mean distance of a customer to the depot").per_instance(),
        up_to_longest,
        |view, _| {
            let each = (1..view.problem.customers().demands.len() as u32)
                .map(|place| view.problem.far(DEPOT, place));
            each.sum::<i64>() as f64 / view.problem.customers().count() as f64
        },
    ),
    Row::new(
        number("load", "load of the merged route, as a part of the capacity"),
        |_, _| up_to(1),
        |view, _| loads(view).iter().sum::<f64>().min(1.0),
    ),
    Row::new(
        number("load_small", "load of the route with less, as a part of the capacity"),
        |_, _| up_to(1),
        |view, _| {
            let [a, b] = loads(view);
            a.min(b)
        },
    ),
    Row::new(
        number("size", "customers of the merged route"),
        |problem, _| Some((0.0, problem.customers().count() as f64)),
        |view, _| {
            [view.choice.a, view.choice.b]
                .iter()
                .map(|&end| f64::from(view.partial.sizes[end as usize]))
                .sum()
        },
    ),
    Row::new(
        number("ends", "mean distance of the ends of the merged route to the depot"),
        up_to_longest,
        |view, _| {
            let end = |customer: u32| view.problem.far(DEPOT, view.partial.ends[customer as usize]) as f64;
            (end(view.choice.a) + end(view.choice.b)) / 2.0
        },
    ),
    Row::new(
        number("progress", "merges so far, as a part of the customers").per_step(),
        |_, _| up_to(1),
        |view, _| 1.0 - view.partial.routes as f64 / view.problem.customers().count() as f64,
    ),
    Row::new(
        number("routes", "routes that there are now, as a multiple of the fewest possible").per_step(),
        |problem, _| Some((0.0, problem.customers().count() as f64)),
        |view, _| view.partial.routes as f64 / view.problem.customers().fewest_routes().max(1) as f64,
    ),
];

impl Featured for Routing {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        FEATURES
    }
}
