//! Heuristics that version 0.1 stored by the places of features: read as text.

use super::unpacked;
use unstuck_core::language::Formula;
use unstuck_evolution::engine::{ChampionRecord, PositionalChampion};
use unstuck_evolution::experiment::Experiment;
use unstuck_evolution::formula_text::{positional, write};

/// A champion; `text` is what the same row holds, which version 0.1 wrote with its own names.
pub(super) fn champion(column: usize, bytes: &[u8], text: Option<&str>) -> rusqlite::Result<ChampionRecord> {
    unpacked(column, bytes).or_else(|error| match (unpacked::<PositionalChampion>(column, bytes), text) {
        (Ok(old), Some(text)) => Ok(old.with_text(text)),
        _ => Err(error),
    })
}

/// A tuned baseline; the configuration of its cell tells the domain. `None` where a feature that it reads is gone.
pub(super) fn baseline(column: usize, bytes: &[u8], config: &str) -> rusqlite::Result<Option<String>> {
    if let Ok(text) = unpacked(column, bytes) {
        return Ok(Some(text));
    }
    let old: Formula = unpacked(column, bytes)?;
    let no_files = |path: &str| Err(format!("'{path}' is not part of a stored configuration"));
    let Ok(experiment) = Experiment::read(config, &no_files) else { return Ok(None) };
    let table = experiment.domain().features();
    let now: Vec<&str> = table.names().collect();
    let names = positional::features(table.domain()).unwrap_or(&now);
    Ok(positional::rename(&old, names, table).ok().map(|formula| write(&formula, table)))
}
