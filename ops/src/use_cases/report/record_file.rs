//! The record of an experiment as JSON.

use crate::request::user_file::{self, FileKind};
use crate::store::record::ExperimentRecord;
use anyhow::{Context, Result, anyhow};
use serde_json::Value;

/// Reads a record.
pub fn read(path: &str) -> Result<ExperimentRecord> {
    of_text(&user_file::read(path, FileKind::RECORD)?, path)
}

/// The record of a text; `title` is what messages call it.
pub fn of_text(text: &str, title: &str) -> Result<ExperimentRecord> {
    let mut value: Value = serde_json::from_str(text).map_err(|error| anyhow!("{title}: {error}"))?;
    // `experiments export --json` adds to the record who wrote it.
    if let Some(record) = value.get_mut("experiment") {
        value = record.take();
    }
    let read = serde_json::from_value(value);
    let record: ExperimentRecord =
        read.with_context(|| format!("{title} is not the record of an experiment"))?;
    record.verify().with_context(|| format!("{title} is not the record of an experiment"))?;
    Ok(record)
}
