//! The built-in planning tasks with their domains.

use super::{Answer, run_blocking};
use serde::Serialize;
use unstuck_core::domain::Ids;
use unstuck_core::registry;
use unstuck_ops::ToSchema;

/// The built-in planning tasks.
#[derive(Serialize, ToSchema)]
pub struct Planning {
    benchmarks: Vec<Benchmark>,
}

/// A planning domain with built-in tasks.
#[derive(Serialize, ToSchema)]
pub struct Benchmark {
    /// `pddl-ferry`
    domain: String,
    about: String,
    /// The PDDL text of the domain.
    definition: String,
    /// `ferry`: the name of the set of tasks.
    set: String,
    /// The tasks of the set: `easy-3`.
    names: Vec<String>,
}

/// Says what there is.
pub async fn planning() -> Answer {
    run_blocking(|| {
        let benchmark = |one: &unstuck_core::domain::DomainRef| {
            let set = one.info().sets.first()?;
            let names = match (set.ids)() {
                Ids::Names(names) => names,
                Ids::Numbers(first, last) => (first..=last).map(|number| number.to_string()).collect(),
            };
            Some(Benchmark {
                domain: one.info().name.to_string(),
                about: one.info().about.to_string(),
                definition: one.definition().unwrap_or_default().to_string(),
                set: set.name.to_owned(),
                names,
            })
        };
        Ok(Planning { benchmarks: registry::benchmarks().iter().filter_map(benchmark).collect() })
    })
    .await
}
