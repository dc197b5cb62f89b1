//! A fresh copy of an experiment: the same configuration and instances, nothing run yet.

use super::find;
use crate::terminal::Screen;
use anyhow::Result;
use serde_json::json;
use unstuck_ops::experiments::copy;
use unstuck_ops::store::Store;

/// Puts a copy into the store, under another name or with another seed if wanted.
pub fn run(
    store: &Store,
    name: &str,
    new: Option<String>,
    seed: Option<u64>,
    as_json: bool,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let record = find(store, name)?;
    let (id, name) = copy(store, &record, new, seed)?;
    if as_json {
        return screen.json(&json!({ "id": id, "name": name, "of": record.id }));
    }
    screen.line(format_args!("{name} has the number {id}"))?;
    screen.line(screen.paint.faint(&format!("begin it: unstuck experiments resume {id}")))
}
