//! What an experiment shows: its record, and the statistics of it.

pub mod record_file;

use crate::ToSchema;
use crate::analysis::Analysis;
use crate::experiments::find_or_newest;
use crate::request::Fields;
use crate::request::context::{Access, Context};
use crate::request::error::{Error, Result};
use crate::request::instances::file_of;
use crate::store::Store;
use crate::store::record::ExperimentRecord;
use serde::Deserialize;

/// Which experiment.
#[derive(Debug, Clone, Default, Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = ReportRequest)]
pub struct Request {
    /// Its name or number in the store, or `@FILE` (`-` for standard input) with its record as JSON; the newest if
    /// none.
    pub experiment: Option<String>,
}

/// An experiment with its statistics.
pub struct Report {
    /// Everything that is stored of it.
    pub record: ExperimentRecord,
    /// The statistics.
    pub analysis: Analysis,
}

/// Analyses an experiment. The store is opened if the experiment is in it.
pub fn run(
    request: &Request,
    store: impl FnOnce() -> anyhow::Result<Store>,
    context: &Context<'_>,
) -> Result<Report> {
    let name = request.experiment.as_deref();
    if let Some(path) = name.and_then(file_of) {
        if let Access::Names { .. } = context.access {
            return Err(Error::input("files cannot be read here").field("experiment"));
        }
        return Ok(Report::new(record_file::read(path)?));
    }
    let store = store()?;
    let found = find_or_newest(&store, name)?;
    Report::of(&store, found.id)
}

impl Report {
    /// Of an experiment in a store, by its number.
    pub fn of(store: &Store, id: i64) -> Result<Self> {
        Ok(Self::new(store.study(id).map_err(anyhow::Error::from)?))
    }

    fn new(record: ExperimentRecord) -> Self {
        Self { analysis: Analysis::of(&record), record }
    }
}
