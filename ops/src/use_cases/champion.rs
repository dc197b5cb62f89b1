//! The champion of an experiment: the best of its runs by validation; and the points of that run's Pareto front.

use crate::ToSchema;
use crate::analysis::best_run;
use crate::experiments::find_or_newest;
use crate::request::Fields;
use crate::request::error::{Error, Kind, Result};
use crate::store::Store;
use crate::store::record::{ExperimentRecord, read_config};
use serde::{Deserialize, Serialize};
use unstuck_core::language::{parse, print};

/// Which experiment.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = ChampionRequest)]
pub struct Request {
    /// Its name or number in the store; the newest if none.
    pub experiment: Option<String>,
}

/// A champion.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Champion {
    /// The experiment's name.
    pub experiment: String,
    /// Id of the run that found it.
    pub run: i64,
    /// The heuristic's text, with its header.
    pub text: String,
}

/// Finds the champion of an experiment.
pub fn run(request: &Request, store: &Store) -> Result<Champion> {
    let found = find_or_newest(store, request.experiment.as_deref())?;
    Champion::of(&store.study(found.id).map_err(anyhow::Error::from)?)
}

impl Champion {
    /// Of a record.
    ///
    /// # Errors
    ///
    /// No generation was validated yet.
    pub fn of(record: &ExperimentRecord) -> Result<Self> {
        let name = &record.name;
        let best = best_run(record).and_then(|run| Some((run.id, run.text.clone()?)));
        let (run, text) = best.ok_or_else(|| {
            let message = format!("{name} has no champion yet; one is found when a generation is validated");
            Error::new(Kind::Missing, message)
        })?;
        Ok(Self { experiment: name.clone(), run, text })
    }

    /// A point of the Pareto front of the champion's run, counted from 1 by ascending nodes.
    ///
    /// # Errors
    ///
    /// The run has no front, or one with fewer points.
    pub fn of_front(record: &ExperimentRecord, point: usize) -> Result<Self> {
        let name = &record.name;
        let run = best_run(record).filter(|run| run.front().next().is_some()).ok_or_else(|| {
            let message =
                format!("{name} has no Pareto front; experiments with the algorithm nsga2 have one");
            Error::new(Kind::Missing, message)
        })?;
        let place = point.checked_sub(1).and_then(|place| run.front().nth(place)).ok_or_else(|| {
            let message = format!("the front of {name} has the points 1 to {}", run.front().count());
            Error::new(Kind::Missing, message).field("point")
        })?;
        let experiment = read_config(&record.config).map_err(anyhow::Error::from)?;
        let table = experiment.domain.features();
        let formula = parse(&place.0.heuristic, table).map_err(anyhow::Error::from)?;
        let formula = formula.with_header(&experiment.domain.info().name, &experiment.metric);
        Ok(Self { experiment: name.clone(), run: run.id, text: format!("{}\n", print(&formula, table)) })
    }
}
