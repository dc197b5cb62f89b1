//! The champion against the tuned baseline on the test set.

use super::CellResults;
use crate::commands::Screen;
use crate::report::words::chance_of;
use crate::store::record::{EntryRecord, Kind, TrialRecord};
use anyhow::Result;
use unstuck_evolution::statistics::wilcoxon;

/// Whether they differ by more than chance.
pub fn verdict(cell: &CellResults<'_>, screen: &mut Screen<'_>) -> Result<()> {
    let Some(p) = p(cell) else { return Ok(()) };
    let text =
        format!("the champion against the baseline: {} (Wilcoxon's signed ranks of the nodes)", chance_of(p));
    screen.line(screen.paint.faint(&text))
}

/// The champion of a repetition.
fn champion(trial: &TrialRecord, repetition: u32) -> Option<&EntryRecord> {
    trial.entries.iter().find(|entry| entry.kind == Kind::Champion(repetition))
}

fn baseline(trial: &TrialRecord) -> Option<&EntryRecord> {
    trial.entries.iter().find(|entry| entry.kind == Kind::Baseline)
}

/// The probability that the best champion and the tuned baseline differ by chance only, by Wilcoxon's signed ranks.
pub fn p(cell: &CellResults<'_>) -> Option<f64> {
    let trial = cell.record.trial.as_ref()?;
    let nodes = |entry: &EntryRecord| -> Vec<f64> {
        entry.standing.counted.iter().map(|&nodes| nodes as f64).collect()
    };
    let champion = champion(trial, cell.chosen.best?.repetition)?;
    Some(wilcoxon(&nodes(champion), &nodes(baseline(trial)?)))
}
