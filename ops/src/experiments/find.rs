//! Experiments by name or number.

use crate::store::Store;
use crate::store::record::ExperimentRecord;
use crate::wording::{Action, action};
use anyhow::{Result, anyhow};
use unstuck_core::suggest::nearest;

/// The message of a store without experiments.
fn none() -> anyhow::Error {
    anyhow!("there is no experiment yet; begin one with {}", action(Action::Begin))
}

/// The experiment of a name or number. A name may look like a number: the number counts first.
pub fn find(store: &Store, name: &str) -> Result<ExperimentRecord> {
    let all = store.list()?;
    let number: Option<i64> = name.parse().ok();
    let found = all.iter().find(|record| Some(record.id) == number);
    if let Some(found) = found.or_else(|| all.iter().find(|record| record.name == name)) {
        return Ok(found.clone());
    }
    if all.is_empty() {
        return Err(none());
    }
    Err(match nearest(name, all.iter().map(|record| record.name.as_str())) {
        Some(near) => anyhow!("there is no experiment '{name}'; did you mean '{near}'?"),
        None => anyhow!("there is no experiment '{name}'; {} shows what there is", action(Action::List)),
    })
}

/// The same, or the newest experiment.
pub fn find_or_newest(store: &Store, name: Option<&str>) -> Result<ExperimentRecord> {
    match name {
        Some(name) => find(store, name),
        None => store.list()?.into_iter().next().ok_or_else(none),
    }
}
