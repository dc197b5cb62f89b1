//! Everybody on the test set.

use super::{folded, note, side_by_side};
use crate::report::analysis::{Cell, Role, runs_of};
use crate::report::plot::{Colour, Group, boxes, figure};
use crate::report::sheets;
use crate::store::record::{ExperimentRecord, Kind};

/// The section.
pub fn test(record: &ExperimentRecord, cell: &Cell, reference: &str) -> String {
    let held = record.cells.iter().find(|one| one.number == cell.number).and_then(|one| one.trial.as_ref());
    let (Some(held), Some(trial)) = (held, &cell.trial) else {
        return note("The test has not been held: there is no test set, or not all runs are done.");
    };
    let table = sheets::test(trial, reference);
    let mut out = note(&format!("{}.", table.title));
    out += &table.html();
    if !trial.pairs.is_empty() {
        out += "<h4>Instance by instance</h4>";
        out += &sheets::pairs(trial).html();
        out += &note(
            "Ratios are the champion's nodes over the other's, the interval a bootstrap of their median. An unsolved instance \
             counts as its limit.",
        );
    }
    let runs = runs_of(record, cell.number).count();
    let ratios: Vec<f64> = held
        .entries
        .iter()
        .filter(|entry| matches!(entry.kind, Kind::Champion(_)))
        .map(|entry| entry.standing.mean_ratio)
        .collect();
    let level = |role: Role, name: &str| trial.row(role).map(|row| (name.to_owned(), row.mean_ratio));
    let levels: Vec<(String, f64)> =
        [level(Role::Baseline, "tuned baseline"), level(Role::Control, "random search")]
            .into_iter()
            .flatten()
            .collect();
    if ratios.len() > 1 {
        let group =
            Group { name: format!("champions of {runs} runs"), colour: Colour::Series(0), values: ratios };
        let named: Vec<String> = levels.iter().map(|(name, value)| format!("{name} {:.3}", value)).collect();
        let lines = if named.is_empty() { String::new() } else { format!("; dashed: {}", named.join(", ")) };
        let note = format!("nodes as a share of {reference}, lower is better{lines}");
        let drawing = boxes("mean of ratios", &[group], &levels);
        out += &side_by_side(&[figure("All champions on the test set", &note, &[], &drawing)]);
    }
    let rows = sheets::instances(held, trial);
    out += &folded(&rows.title, &rows.html());
    out
}
