//! What rules see of a merge: distances, demands, and the routes that would become one.

use super::joins::MOST;
use super::parts;
use super::problem::Routing;
use super::routes::DEPOT;
use std::sync::{Arc, LazyLock};
use unstuck_core::feature::{FeatureTable, infos, up_to};
use unstuck_core::features;
use unstuck_core::optimisation::acceptance;
use unstuck_core::optimisation::decision::{CHOOSE, ChoiceFeature, ChoiceView, Featured, REMOVE};

/// Name of the domain.
pub const DOMAIN: &str = "cvrp";

type Row = ChoiceFeature<Routing>;

/// The tables of the decisions: `choose`, `accept`, and those of string removal.
pub fn tables() -> &'static [Arc<FeatureTable>; 4] {
    static TABLES: LazyLock<[Arc<FeatureTable>; 4]> = LazyLock::new(|| {
        let choose = FeatureTable::of_decision(DOMAIN, CHOOSE, infos(FEATURES));
        let part = |decision| FeatureTable::of_decision(DOMAIN, decision, infos(parts::FEATURES));
        [choose, acceptance::table(DOMAIN), part(REMOVE), part(parts::INSERT)]
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
    view.partial.loads(view.choice).map(|load| load as f64 / capacity)
}

/// What each of the routes loses if it is joined otherwise; 0 where joins are not constructed.
fn regrets(view: &ChoiceView<'_, Routing>) -> [f64; 2] {
    let joins = view.partial.joins.as_ref();
    joins.map_or([0.0; 2], |joins| joins.regrets(view.problem, view.choice).map(|regret| regret as f64))
}

/// Joins take time and memory in proportion to the square of the customers.
fn of_joins(problem: &Routing, range: (f64, f64)) -> Option<(f64, f64)> {
    (problem.customers().count() <= MOST).then_some(range)
}

fn up_to_longest(problem: &Routing, _: u32) -> Option<(f64, f64)> {
    Some((0.0, problem.longest().into()))
}

/// The first [`STATIC_FEATURES`](super::construction::STATIC_FEATURES) depend on the two customers alone.
pub(super) const FEATURES: &[Row] = features! { Row;
    "saving" "what is saved: both distances to the depot without the distance between the customers":
        |problem, _| Some((0.0, 2.0 * f64::from(problem.longest()))), |view, _| {
            let [a, b] = of_depot(view);
            a + b - view.partial.added(view.problem, view.choice) as f64
        };
    "distance" "distance between the customers; the detour by one that goes between two others":
        |problem, _| Some((-f64::from(problem.longest()), 2.0 * f64::from(problem.longest()))),
        |view, _| view.partial.added(view.problem, view.choice) as f64;
    "depot_near" "distance of the nearer customer to the depot":
        up_to_longest, |view, _| {
            let [a, b] = of_depot(view);
            a.min(b)
        };
    "depot_far" "distance of the farther customer to the depot":
        up_to_longest, |view, _| {
            let [a, b] = of_depot(view);
            a.max(b)
        };
    "cosine" "cosine of the angle between the customers, seen from the depot; 1 at the depot":
        |_, _| Some((-1.0, 1.0)), |view, _| {
            let ([a, b], c) = (of_depot(view), view.partial.added(view.problem, view.choice) as f64);
            if a * b == 0.0 { 1.0 } else { ((a * a + b * b - c * c) / (2.0 * a * b)).clamp(-1.0, 1.0) }
        };
    "demand" "demand of both customers, as a part of the capacity":
        |_, _| up_to(2), |view, _| shares(view).iter().sum();
    "demand_large" "demand of the customer with the larger one, as a part of the capacity":
        |_, _| up_to(1), |view, _| {
            let [a, b] = shares(view);
            a.max(b)
        };
    "rank" "how many customers are nearer to the first than the second, as far as neighbour lists reach":
        |problem, _| Some((0.0, problem.customers().count() as f64)), |view, _| {
            let far = view.problem.distances().get(view.choice.a, view.choice.b);
            let near = view.problem.neighbours().of(view.choice.a);
            near.partition_point(|&(_, distance)| distance < far) as f64
        };
    "mean_demand" "mean demand of a customer, as a part of the capacity" per_instance:
        |_, _| up_to(1), |view, _| {
            let customers = view.problem.customers();
            customers.total() as f64 / customers.count() as f64 / customers.capacity as f64
        };
    "scale" "mean distance of a customer to its two nearest ones, at least 1" per_instance:
        |problem, _| Some((1.0, problem.edge())), |view, _| view.problem.edge();
    "mean_depot" "mean distance of a customer to the depot" per_instance:
        up_to_longest, |view, _| {
            let each = (1..view.problem.customers().demands.len() as u32)
                .map(|place| view.problem.far(DEPOT, place));
            each.sum::<i64>() as f64 / view.problem.customers().count() as f64
        };
    "load" "load of the merged route, as a part of the capacity":
        |_, _| up_to(1), |view, _| loads(view).iter().sum::<f64>().min(1.0);
    "load_small" "load of the route with less, as a part of the capacity":
        |_, _| up_to(1), |view, _| {
            let [a, b] = loads(view);
            a.min(b)
        };
    "size" "customers of the merged route":
        |problem, _| Some((0.0, problem.customers().count() as f64)), |view, _| view.partial.size(view.choice) as f64;
    "regret" "joins: the saving without the greatest other one of each of the two routes, added up":
        |problem, _| {
            of_joins(problem, (-4.0 * f64::from(problem.longest()), 4.0 * f64::from(problem.longest())))
        },
        |view, _| regrets(view).iter().sum();
    "regret_small" "joins: the smaller of these two differences":
        |problem, _| {
            of_joins(problem, (-2.0 * f64::from(problem.longest()), 2.0 * f64::from(problem.longest())))
        },
        |view, _| {
            let [one, other] = regrets(view);
            one.min(other)
        };
    "single" "joins: how many of the two routes have one customer":
        |problem, _| of_joins(problem, (0.0, 2.0)), |view, _| {
            let sizes = view.partial.joins.as_ref().map(|joins| joins.sizes(view.choice));
            sizes.map_or(0.0, |sizes| sizes.iter().filter(|&&size| size == 1).count() as f64)
        };
    "progress" "merges so far, as a part of the customers" per_step:
        |_, _| up_to(1), |view, _| 1.0 - view.partial.routes as f64 / view.problem.customers().count() as f64;
    "routes" "routes that there are now, as a multiple of the fewest possible" per_step:
        |problem, _| Some((0.0, problem.customers().count() as f64)),
        |view, _| view.partial.routes as f64 / view.problem.customers().fewest_routes().max(1) as f64;
};

impl Featured for Routing {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        FEATURES
    }
}
