//! All heuristics on the test set.

use super::grid::EFFECTS;
use super::{folded, note, side_by_side};
use crate::report::plot::{Colour, Group, Level, boxes, figure};
use crate::report::sheets;
use unstuck_ops::analysis::format::{factor, lengths_note, reference_note, unproven_note};
use unstuck_ops::analysis::{Configuration, Role, champions_of, controls_of, ratios};
use unstuck_ops::numbers::counted;
use unstuck_ops::store::record::ExperimentRecord;

/// The section.
pub fn test(record: &ExperimentRecord, configuration: &Configuration, reference: &str) -> String {
    let held = record
        .configurations
        .iter()
        .find(|one| one.number == configuration.number)
        .and_then(|one| one.test.as_ref());
    let (Some(held), Some(test)) = (held, &configuration.test) else {
        return note("The test has not been held: there is no test set, or not all runs are done.");
    };
    let table = sheets::test(test, reference);
    let held_on = counted(test.instances as u64, "instances");
    let mut out = note(&format!("{held_on} that no run has seen; nodes as a share of {reference}."));
    out += &table.html();
    out += &reference_note(test.reference_solved, test.instances, reference)
        .map_or(String::new(), |text| note(&text));
    out += &unproven_note(test.unproven, test.instances).map_or(String::new(), |text| note(&text));
    let lengths = test.rows.iter().map(|row| row.lengths);
    out += &lengths_note(lengths, test.instances).map_or(String::new(), |text| note(&text));
    if !test.pairs.is_empty() {
        out += "<h4>Instance by instance</h4>";
        out += &sheets::pairs(test).html();
        out += &sheets::solved(test).html();
        out += &note(
            "Ratios are the champion's nodes over the other's, the interval a bootstrap of their median. An unsolved instance \
             counts as its limit. Holm: the probability before it, corrected for the rows of the table.",
        );
    }
    if let Some(runs) = &test.run_by_run {
        out += "<h4>Run by run</h4>";
        out += &sheets::groups(String::new(), &runs.groups).html();
        out += &sheets::contrasts("", std::slice::from_ref(&runs.contrast)).html();
        out += &note(&format!("Mean of ratios of each run's champion. {EFFECTS}"));
    }
    let (evolved, random) = (ratios(champions_of(held)), ratios(controls_of(held)));
    if evolved.len() > 1 {
        let mut roles = vec![(Role::Baseline, "tuned baseline")];
        if random.len() == 1 {
            roles.push((Role::Control, "random search, one run"));
        }
        let level = |(number, (role, name)): (usize, (Role, &str))| {
            let value = test.row(role)?.mean_ratio;
            Some(Level {
                name: format!("{name} {}", factor(value)),
                colour: Colour::Series(number + 1),
                value,
            })
        };
        let levels: Vec<Level> = roles.into_iter().enumerate().filter_map(level).collect();
        let legend: Vec<(Colour, String)> =
            levels.iter().map(|level| (level.colour, level.name.clone())).collect();
        let group = |who: &str, colour: usize, values: Vec<f64>| {
            let name = format!("{who} of {}", counted(values.len() as u64, "runs"));
            Group { name, colour: Colour::Series(colour), values }
        };
        let mut groups = vec![group("champions", 0, evolved)];
        if random.len() > 1 {
            groups.push(group("random search", 2, random));
        }
        let note = format!("nodes as a share of {reference}, lower is better");
        let drawing = boxes("mean of ratios", &groups, &levels);
        out += &side_by_side(&[figure("All champions", &note, &legend, &drawing)]);
    }
    let rows = sheets::instances(held, test);
    let explained = note("≤: not proven cheapest. >: not solved within so many nodes.");
    out += &folded(&rows.title, &(rows.html() + &explained));
    out
}
