//! How runs went and what they were made of: generations, operators, frequencies, front, run lengths, the hall of fame.

use crate::report::sheet::Sheet;
use unstuck_evolution::engine::Generation;
use unstuck_ops::analysis::format::{NONE, factor, number, percent, spread as quartiles};
use unstuck_ops::analysis::statistics::Quartiles;
use unstuck_ops::analysis::{Configuration, Frequency, Place, validation_curve};
use unstuck_ops::numbers::grouped;
use unstuck_ops::store::record::{ExperimentRecord, RunRecord};

/// Generations of a table: enough to see a course.
const GENERATIONS: usize = 12;

/// Shares of a run at which all runs are laid over each other.
const PARTS: usize = 8;

/// Features or functions of a table.
const NAMES: usize = 20;

/// Some generations of a run, evenly spread, the first and the last among them.
pub fn generations(configuration: &Configuration, run: &RunRecord) -> Sheet {
    // Columns of a race, where there was one.
    let raced = run.history.iter().any(|one| one.effort.skipped > 0);
    let mut head = vec![
        "generation",
        "evaluations",
        "best",
        "mean",
        "worst",
        "validation",
        "different",
        "results",
        "nodes",
        "depth",
    ];
    if raced {
        head.extend(["expanded", "searches", "left out"]);
    }
    let mut sheet =
        Sheet::new(format!("generations of {}", configuration.run_name(run.repetition)), 0, &head);
    for place in spread(run.history.len()) {
        let one: &Generation = &run.history[place];
        let share = |part: usize| percent(part as f64 / one.individuals.max(1) as f64);
        let mut row = vec![
            (one.number + 1).to_string(),
            grouped(one.evaluations),
            number(one.best),
            number(one.mean),
            number(one.worst),
            one.validation.map_or(NONE.into(), number),
            share(one.distinct),
            share(one.distinct_results),
            number(one.size),
            number(one.depth),
        ];
        if raced {
            row.extend([one.effort.expanded, one.effort.searches, one.effort.skipped].map(grouped));
        }
        sheet.row(row);
    }
    sheet
}

/// Places among so many.
fn spread(count: usize) -> Vec<usize> {
    let most = count.min(GENERATIONS);
    (0..most).map(|number| number * (count - 1) / (most - 1).max(1)).collect()
}

/// The runs over each other: where their champions stand on validation after shares of the longest run.
pub fn overlay(record: &ExperimentRecord, configuration: &Configuration) -> Sheet {
    let head = ["evaluations", "runs: median [quartiles]", "range", "random search"];
    let mut sheet = Sheet::new("all runs on validation, by evaluations", 0, &head);
    let curves = |wanted: &dyn Fn(&RunRecord) -> bool| -> Vec<Vec<(f64, f64)>> {
        record.runs.iter().filter(|run| wanted(run)).map(validation_curve).collect()
    };
    let evolved = curves(&|run| configuration.counts(run));
    let random = curves(&|run| run.configuration == configuration.number && run.control);
    let longest = evolved.iter().flatten().map(|point| point.0).fold(0.0, f64::max);
    for share in 1..=if longest > 0.0 { PARTS } else { 0 } {
        let effort = longest * share as f64 / PARTS as f64;
        let at = |curves: &[Vec<(f64, f64)>]| Quartiles::of(&values_at(curves, effort));
        let (evolved, random) = (at(&evolved), at(&random));
        let range = if evolved.count > 1 {
            format!("{} to {}", number(evolved.minimum), number(evolved.maximum))
        } else {
            NONE.to_owned()
        };
        sheet.row([grouped(effort as u64), quartiles(&evolved, number), range, quartiles(&random, number)]);
    }
    sheet
}

/// What each curve had come to by then; nothing of those that had not begun.
fn values_at(curves: &[Vec<(f64, f64)>], effort: f64) -> Vec<f64> {
    let last = |curve: &Vec<(f64, f64)>| curve.iter().take_while(|point| point.0 <= effort).last().copied();
    curves.iter().filter_map(last).map(|point| point.1).collect()
}

/// What the operators of all runs were good for.
pub fn operators(configuration: &Configuration) -> Sheet {
    let head = ["operator", "used", "applied", "better than their parents"];
    let mut sheet = Sheet::new("operators, all generations of all runs", 1, &head);
    for operator in &configuration.population.operators {
        let uses = &operator.uses;
        let (used, applied) = (grouped(uses.used.into()), grouped(uses.applied.into()));
        let better = operator.success().map_or_else(|| "–".to_owned(), percent);
        sheet.row([operator.name.clone(), used, applied, better]);
    }
    sheet
}

/// What the last generations use.
pub fn frequencies(what: &str, found: &[Frequency]) -> Sheet {
    let mut sheet = Sheet::new(format!("{what}s of the last generations"), 1, &[what, "individuals"]);
    for one in found.iter().take(NAMES) {
        sheet.row([one.name.clone(), percent(one.share)]);
    }
    sheet
}

/// The last Pareto front of a run that has one.
pub fn front(run: &RunRecord) -> Sheet {
    let head = ["point", "heuristic", "nodes, share of the reference", "length over the cheapest", "size"];
    let mut sheet = Sheet::new("Pareto front of the champion's run, last generation", 2, &head);
    for (number, (place, (nodes, length))) in run.front().enumerate() {
        let point = (number + 1).to_string();
        let heuristic = place.heuristic.clone();
        sheet.row([point, heuristic, percent(nodes), factor(length), grouped(place.size)]);
    }
    sheet
}

/// By when the runs reached some values on validation.
pub fn run_lengths(configuration: &Configuration) -> Sheet {
    let head = ["fitness on validation", "value", "runs", "first after", "half after"];
    let mut sheet = Sheet::new("run lengths, in evaluations", 1, &head);
    for target in &configuration.run_lengths {
        let reached = &target.lengths.reached;
        let runs = target.lengths.runs;
        let half = runs.div_ceil(2).checked_sub(1).and_then(|place| reached.get(place));
        let whole = |value: Option<&f64>| value.map_or(NONE.into(), |value| grouped(*value as u64));
        sheet.row([
            target.name.to_owned(),
            number(target.value),
            format!("{}/{runs}", reached.len()),
            whole(reached.first()),
            whole(half),
        ]);
    }
    sheet
}

/// The best on validation over all runs.
pub fn hall(places: &[Place]) -> Sheet {
    let head = ["heuristic", "validation", "nodes", "generation", "run"];
    let mut sheet = Sheet::new("hall of fame: the best on validation over all runs", 1, &head);
    for place in places {
        sheet.row([
            place.heuristic.clone(),
            number(place.fitness),
            place.size.to_string(),
            (place.generation + 1).to_string(),
            (place.run + 1).to_string(),
        ]);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_holds_until_its_next_point() {
        let curves = vec![vec![(10.0, 3.0), (20.0, 1.0)], vec![(15.0, 2.0)], vec![]];
        assert!(values_at(&curves, 9.0).is_empty());
        assert_eq!(values_at(&curves, 10.0), [3.0]);
        assert_eq!(values_at(&curves, 19.9), [3.0, 2.0]);
        assert_eq!(values_at(&curves, 99.0), [1.0, 2.0]);
    }

    #[test]
    fn some_generations_stand_for_all() {
        assert!(spread(0).is_empty());
        assert_eq!(spread(1), [0]);
        assert_eq!(spread(3), [0, 1, 2]);
        let many = spread(200);
        assert_eq!((many.len(), many[0], many[11]), (GENERATIONS, 0, 199));
    }
}
