//! The champion of an experiment: the best of its runs by validation.

use crate::analysis::best_run;
use crate::error::{Error, Kind, Result};
use crate::experiments::find_or_newest;
use crate::store::Store;
use crate::store::record::ExperimentRecord;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which experiment.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
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
}
