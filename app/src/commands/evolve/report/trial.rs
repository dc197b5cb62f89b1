//! The champion beside its rivals on the test set.

use super::{CellResults, percent, ranked};
use crate::commands::Screen;
use crate::figures::{counted, grouped, seconds};
use crate::report::words::{chance_of, length, unproven_note};
use crate::store::record::{EntryRecord, Kind, TrialRecord};
use crate::table::{Table, page_width};
use anyhow::Result;
use unstuck_evolution::statistics::wilcoxon;

/// The test of a cell, if it was held: the best champion and the median one stand for all.
pub fn text(cell: &CellResults<'_>, screen: &mut Screen<'_>) -> Result<()> {
    let Some(trial) = &cell.record.trial else { return Ok(()) };
    let count = trial.instances.len();
    let reference = match cell.experiment.fitness.reference.as_str() {
        "blind" => "blind search".to_owned(),
        heuristic => format!("the search by {heuristic}"),
    };
    screen.line("")?;
    screen.line(format_args!(
        "{}, {}; nodes as a share of {reference}",
        screen.paint.bold("test"),
        counted(count as u64, "instances")
    ))?;
    let head = ["heuristic", "mean of ratios", "ratio of totals", "expanded", "length", "solved", "time"];
    let mut table = Table::new(1, head);
    for (name, entry) in shown(cell, trial) {
        let standing = &entry.standing;
        table.row([
            name,
            percent(standing.mean_ratio),
            percent(standing.total_ratio),
            grouped(standing.expanded),
            length(standing.length, trial.unproven()),
            format!("{}/{count}", standing.solved),
            seconds(entry.seconds),
        ]);
    }
    screen.line(table.text(Some(page_width().max(80))))?;
    if let Some(p) = p(cell) {
        let text = format!(
            "the champion against the baseline: {} (Wilcoxon's signed ranks of the nodes)",
            chance_of(p)
        );
        screen.line(screen.paint.faint(&text))?;
    }
    if let Some(note) = unproven_note(trial.unproven(), count) {
        screen.line(screen.paint.faint(&note))?;
    }
    Ok(())
}

/// The rows worth showing, with their names.
fn shown<'t>(cell: &CellResults<'_>, trial: &'t TrialRecord) -> Vec<(String, &'t EntryRecord)> {
    let (best, median) = (cell.best(), cell.median());
    let mut rows: Vec<(String, &EntryRecord)> = Vec::new();
    for (name, run) in [("champion", best), ("median run's", median)] {
        let entry = run.and_then(|run| champion(trial, run.repetition));
        rows.extend(entry.map(|entry| (name.to_owned(), entry)));
    }
    let controls = ranked(&cell.controls);
    if let Some(&place) = controls.get(if controls.len() > 2 { controls.len() / 2 } else { 0 }) {
        let kind = Kind::Control(cell.controls[place].repetition);
        let entry = trial.entries.iter().find(|entry| entry.kind == kind);
        rows.extend(entry.map(|entry| (control_name(controls.len()), entry)));
    }
    let others = trial.entries.iter().filter(|entry| matches!(entry.kind, Kind::Baseline | Kind::Handmade));
    rows.extend(others.map(|entry| (entry.standing.name.clone(), entry)));
    rows
}

/// What the run that stands for all controls is called.
fn control_name(controls: usize) -> String {
    match controls {
        1 => "random search, one run".to_owned(),
        2 => "random search, the better of 2".to_owned(),
        many => format!("random search, median of {many}"),
    }
}

/// The champion of a repetition.
pub fn champion(trial: &TrialRecord, repetition: u32) -> Option<&EntryRecord> {
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
    let champion = champion(trial, cell.best()?.repetition)?;
    Some(wilcoxon(&nodes(champion), &nodes(baseline(trial)?)))
}
