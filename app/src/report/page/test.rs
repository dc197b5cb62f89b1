//! Everybody on the test set.

use super::{folded, note, side_by_side};
use crate::figures::counted;
use crate::report::analysis::{Cell, Role, ratios};
use crate::report::plot::{Colour, Group, Level, boxes, figure};
use crate::report::sheets;
use crate::report::words::{factor, unproven_note};
use crate::store::record::ExperimentRecord;

/// The section.
pub fn test(record: &ExperimentRecord, cell: &Cell, reference: &str) -> String {
    let held = record.cells.iter().find(|one| one.number == cell.number).and_then(|one| one.trial.as_ref());
    let (Some(held), Some(trial)) = (held, &cell.trial) else {
        return note("The test has not been held: there is no test set, or not all runs are done.");
    };
    let table = sheets::test(trial, reference);
    let held_on = counted(trial.instances as u64, "instances");
    let mut out = note(&format!("{held_on} that no run has seen; nodes as a share of {reference}."));
    out += &table.html();
    out += &unproven_note(trial.unproven, trial.instances).map_or(String::new(), |text| note(&text));
    if !trial.pairs.is_empty() {
        out += "<h4>Instance by instance</h4>";
        out += &sheets::pairs(trial).html();
        out += &note(
            "Ratios are the champion's nodes over the other's, the interval a bootstrap of their median. An unsolved instance \
             counts as its limit.",
        );
    }
    let ratios = ratios(held);
    if ratios.len() > 1 {
        let roles = [(Role::Baseline, "tuned baseline"), (Role::Control, "random search")];
        let level = |(number, (role, name)): (usize, (Role, &str))| {
            let value = trial.row(role)?.mean_ratio;
            Some(Level {
                name: format!("{name} {}", factor(value)),
                colour: Colour::Series(number + 1),
                value,
            })
        };
        let levels: Vec<Level> = roles.into_iter().enumerate().filter_map(level).collect();
        let legend: Vec<(Colour, String)> =
            levels.iter().map(|level| (level.colour, level.name.clone())).collect();
        let name = format!("champions of {}", counted(ratios.len() as u64, "runs"));
        let group = Group { name, colour: Colour::Series(0), values: ratios };
        let note = format!("nodes as a share of {reference}, lower is better");
        let drawing = boxes("mean of ratios", &[group], &levels);
        out += &side_by_side(&[figure("All champions", &note, &legend, &drawing)]);
    }
    let rows = sheets::instances(held, trial);
    let explained = note("≤: not proven cheapest. >: not solved within so many nodes.");
    out += &folded(&rows.title, &(rows.html() + &explained));
    out
}
