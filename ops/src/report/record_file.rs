//! The record of an experiment as JSON.
//!
//! JSON knows neither infinities nor NaN, and who writes them writes `null`. Where a record must have a figure, `null`
//! is read as the largest number, which is what a failure counts as everywhere.

use crate::instances;
use crate::store::record::{ConfigurationRecord, ExperimentRecord};
use anyhow::{Context, Result, anyhow};
use serde_json::Value;

/// Figures that may be infinite or no number.
const FIGURES: &[&str] = &[
    "best",
    "mean",
    "worst",
    "size",
    "depth",
    "fitness",
    "nodes",
    "length",
    "mean_ratio",
    "total_ratio",
    "seconds",
];

/// Reads a record.
pub fn read(path: &str) -> Result<ExperimentRecord> {
    let text = instances::read_file(path)?;
    let mut value: Value = serde_json::from_str(&text).map_err(|error| anyhow!("{path}: {error}"))?;
    // `experiments export --json` adds to the record who wrote it.
    if let Some(record) = value.get_mut("experiment") {
        value = record.take();
    }
    heal(&mut value);
    let read = serde_json::from_value(value);
    let mut record: ExperimentRecord =
        read.with_context(|| format!("{path} is not the record of an experiment"))?;
    record.verify().with_context(|| format!("{path} is not the record of an experiment"))?;
    record.configurations.iter_mut().for_each(ConfigurationRecord::recount);
    Ok(record)
}

fn heal(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            for (key, entry) in entries {
                if entry.is_null() && FIGURES.contains(&key.as_str()) {
                    *entry = f64::MAX.into();
                }
                heal(entry);
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(heal),
        _ => {}
    }
}
