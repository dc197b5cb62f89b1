//! Fitness by generation: all runs over each other, then one by one.

use super::{folded, note, side_by_side};
use crate::report::plot::{Chart, Colour, Scale, figure};
use unstuck_evolution::engine::Generation;
use unstuck_ops::analysis::format::{is_real, number};
use unstuck_ops::analysis::{Configuration, runs_of, validation_curve};
use unstuck_ops::store::record::{ExperimentRecord, RunRecord};

/// The section.
pub fn progress(record: &ExperimentRecord, configuration: &Configuration) -> String {
    let runs: Vec<&RunRecord> =
        runs_of(record, configuration.number).filter(|run| !run.history.is_empty()).collect();
    let own = record.runs.iter().filter(|run| run.configuration == configuration.number && run.control);
    let controls: Vec<&RunRecord> = own.filter(|run| !run.history.is_empty()).collect();
    if runs.is_empty() {
        return note("No generation is finished yet.");
    }
    let mut figures = Vec::new();
    if runs.len() > 1 || !controls.is_empty() {
        figures.extend(overlay(configuration, &runs, &controls));
    }
    let mut shown: Vec<u32> = configuration.typical().into_iter().chain(configuration.best).collect();
    shown.dedup();
    for run in runs.iter().filter(|run| shown.contains(&run.repetition) || runs.len() == 1) {
        figures.push(single(configuration, run, false));
    }
    let mut out = side_by_side(&figures);
    out += &note(
        "Best, mean and worst are those of each generation on its own sample of the training instances, so they may jump where \
         samples differ; failures that count as infinitely bad are left out. Validation is the champion so far.",
    );
    if runs.len() > 1 {
        let all: Vec<String> = runs.iter().map(|run| single(configuration, run, true)).collect();
        out += &folded("every run", &side_by_side(&all));
    }
    out
}

/// The champions' fitness on validation, all runs over each other.
fn overlay(configuration: &Configuration, runs: &[&RunRecord], controls: &[&RunRecord]) -> Option<String> {
    let curve = |run: &RunRecord| {
        let mut points = validation_curve(run);
        // The champion stays what it is until the end of the run.
        let end = points.last().map(|last| (run.evaluations.max(last.0 as u64) as f64, last.1));
        points.extend(end);
        points
    };
    let curves: Vec<(&RunRecord, Vec<(f64, f64)>)> = runs.iter().map(|run| (*run, curve(run))).collect();
    let others: Vec<Vec<(f64, f64)>> = controls.iter().map(|run| curve(run)).collect();
    let all = || curves.iter().map(|(_, curve)| curve).chain(&others).flatten();
    all().next()?;
    let most = all().map(|point| point.0).fold(0.0, f64::max);
    let x = Scale::linear(0.0, most);
    let level = level(configuration);
    let y = Scale::around(all().map(|point| point.1).chain(level));
    let mut chart = Chart::new((x, "evaluations"), (y, "fitness on validation"));
    let mut legend = Vec::new();
    let special = |run: &RunRecord| {
        Some(run.repetition) == configuration.best || Some(run.repetition) == configuration.median
    };
    for (run, curve) in curves.iter().filter(|(run, _)| !special(run)) {
        chart.steps(Colour::Faint, &configuration.run_name(run.repetition), curve);
    }
    for curve in &others {
        chart.steps(Colour::Reference, "random search", curve);
    }
    for (run, curve) in curves.iter().filter(|(run, _)| special(run)) {
        let colour = Colour::Series(usize::from(Some(run.repetition) == configuration.best));
        chart.steps(colour, &configuration.run_name(run.repetition), curve);
        legend.push((colour, configuration.run_name(run.repetition)));
    }
    if curves.len() > legend.len() {
        legend.push((Colour::Faint, "the other runs".to_owned()));
    }
    if !others.is_empty() {
        legend.push((Colour::Reference, "random search".to_owned()));
    }
    legend.extend(level.map(|value| draw_level(&mut chart, value, most)));
    Some(figure("All runs on validation", "lower is better", &legend, &chart.svg()))
}

/// What the tuned baseline is worth on validation.
fn level(configuration: &Configuration) -> Option<f64> {
    configuration.baseline.as_ref()?.fitness
}

/// Draws the baseline all the way across, and tells what it is.
fn draw_level(chart: &mut Chart, value: f64, end: f64) -> (Colour, String) {
    let (colour, name) = (Colour::Series(5), format!("tuned baseline on validation {}", number(value)));
    chart.dashed(colour, &name, &[(0.0, value), (end, value)]);
    (colour, name)
}

/// One run: best, mean and worst in training, and the champion on validation.
fn single(configuration: &Configuration, run: &RunRecord, coarse: bool) -> String {
    let by = |value: &dyn Fn(&Generation) -> Option<f64>| -> Vec<(f64, f64)> {
        let point =
            |one: &Generation| Some((f64::from(one.number + 1), value(one).filter(|value| is_real(*value))?));
        run.history.iter().filter_map(point).collect()
    };
    let series = [
        ("worst", Colour::Series(3), by(&|one| Some(one.worst))),
        ("mean", Colour::Series(2), by(&|one| Some(one.mean))),
        ("best", Colour::Series(0), by(&|one| Some(one.best))),
        ("champion on validation", Colour::Series(1), by(&|one| one.validation)),
    ];
    let last = run.history.iter().map(|one| one.number + 1).max().unwrap_or(1);
    let x = Scale::linear(0.0, last.into());
    let level = level(configuration);
    let values = series.iter().flat_map(|(.., points)| points.iter().map(|point| point.1));
    let y = Scale::around(values.chain(level));
    let mut chart = Chart::new((x, "generation"), (y, "fitness"));
    if coarse {
        chart = chart.coarse();
    }
    let mut legend = Vec::new();
    for (name, colour, points) in &series {
        if *name == "champion on validation" {
            chart.steps(*colour, name, points);
            // A single validation is no line.
            if let [only] = points[..] {
                chart.bubble(*colour, name, only, 3.0);
            }
        } else {
            chart.line(*colour, name, points);
        }
        legend.insert(0, (*colour, (*name).to_owned()));
    }
    legend.extend(level.map(|value| draw_level(&mut chart, value, last.into())));
    let name = configuration.run_name(run.repetition);
    let title = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
    figure(&title, &format!("seed {}", run.seed), if coarse { &[] } else { &legend }, &chart.svg())
}
