//! What the populations were like: diversity, size and depth, operators, features and functions, the front.

use super::{note, side_by_side};
use crate::report::plot::{Bar, Chart, Colour, Scale, bars, figure};
use unstuck_evolution::engine::Generation;
use unstuck_ops::analysis::format::is_real;
use unstuck_ops::analysis::statistics::Quartiles;
use unstuck_ops::analysis::{Configuration, Frequency, Operator, Population, runs_of};
use unstuck_ops::numbers::grouped;
use unstuck_ops::store::record::{ExperimentRecord, RunRecord};

/// Bars of one drawing.
const BARS: usize = 16;

/// Features that are followed through the generations.
const FOLLOWED: usize = 6;

/// The section.
pub fn population(record: &ExperimentRecord, configuration: &Configuration) -> String {
    let runs: Vec<&RunRecord> =
        runs_of(record, configuration.number).filter(|run| !run.history.is_empty()).collect();
    if runs.is_empty() {
        return note("No generation is finished yet.");
    }
    let share = |part: usize, one: &Generation| part as f64 / one.individuals.max(1) as f64;
    let mut figures = vec![
        bands(
            "Diversity",
            "share of individuals",
            &runs,
            &[
                ("different heuristics", &|one| share(one.distinct, one)),
                ("different results", &|one| share(one.distinct_results, one)),
            ],
        ),
        bands("Size", "nodes", &runs, &[("mean nodes", &|one| one.size)]),
        bands("Depth", "levels", &runs, &[("mean depth", &|one| one.depth)]),
    ];
    figures.extend(operators(&configuration.population));
    figures.extend(frequencies("Features", &configuration.population.features));
    figures.extend(frequencies("Functions", &configuration.population.functions));
    let typical = runs.iter().find(|run| Some(run.repetition) == configuration.typical()).or(runs.first());
    figures.extend(typical.and_then(|run| followed(configuration, run)));
    figures.extend(front(configuration, &runs));
    let mut out = side_by_side(&figures);
    if runs.len() > 1 {
        out +=
            &note("Lines are medians over the runs, bands their quartiles; runs that are over are left out.");
    }
    out
}

type Figure<'a> = (&'a str, &'a dyn Fn(&Generation) -> f64);

/// Figures by generation: the median over the runs, in a band of their quartiles.
fn bands(title: &str, unit: &str, runs: &[&RunRecord], figures: &[Figure<'_>]) -> String {
    let longest = runs.iter().map(|run| run.history.len()).max().unwrap_or(0);
    let mut drawn: Vec<Vec<(f64, [f64; 3])>> = Vec::new();
    for (_, value) in figures {
        let at = |number: usize| {
            let values: Vec<f64> = runs.iter().filter_map(|run| run.history.get(number)).map(value).collect();
            let quartiles = Quartiles::of(&values);
            ((number + 1) as f64, [quartiles.lower, quartiles.median, quartiles.upper])
        };
        drawn.push((0..longest).map(at).collect());
    }
    let x = Scale::linear(0.0, longest as f64);
    let values = drawn.iter().flatten().flat_map(|(_, values)| *values);
    let y = if unit.starts_with("share") { Scale::linear(0.0, 1.0) } else { Scale::around(values) };
    let mut chart = Chart::new((x, "generation"), (y, unit));
    let mut legend = Vec::new();
    for (number, ((name, _), points)) in figures.iter().zip(&drawn).enumerate() {
        chart.band(Colour::Series(number), name, points);
        legend.push((Colour::Series(number), (*name).to_owned()));
    }
    let legend = if figures.len() > 1 { &legend[..] } else { &[] };
    figure(title, "by generation", legend, &chart.svg())
}

/// How often children of each operator were better than their better parent.
fn operators(population: &Population) -> Option<String> {
    let bar = |operator: &Operator| {
        let share = operator.success()?;
        let figure = format!("{:.1} % of {}", 100.0 * share, grouped(operator.uses.compared.into()));
        Some(Bar { name: operator.name.clone(), share, figure })
    };
    let found: Vec<Bar> = population.operators.iter().filter_map(bar).take(BARS).collect();
    let most = found.iter().map(|bar| bar.share).max_by(f64::total_cmp)?;
    let drawing = bars("children better than their parents, by operator", &found, most);
    Some(figure("Operators", "children that were better than their better parent", &[], &drawing))
}

/// The share of individuals of the runs' last generations that use something.
fn frequencies(title: &str, found: &[Frequency]) -> Option<String> {
    let bar = |one: &Frequency| Bar {
        name: one.name.clone(),
        share: one.share,
        figure: format!("{:.0} %", 100.0 * one.share),
    };
    let found: Vec<Bar> = found.iter().take(BARS).map(bar).collect();
    (!found.is_empty()).then(|| {
        figure(title, "share of individuals that use each, last generation", &[], &bars(title, &found, 1.0))
    })
}

/// The most frequent features of one run, through its generations.
fn followed(configuration: &Configuration, run: &RunRecord) -> Option<String> {
    let last = run.history.last()?;
    let mut names: Vec<(&str, u32)> =
        last.features.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    names.truncate(FOLLOWED);
    if names.is_empty() || run.history.len() < 2 {
        return None;
    }
    let x = Scale::linear(0.0, f64::from(last.number + 1));
    let mut chart = Chart::new((x, "generation"), (Scale::linear(0.0, 1.0), "share of individuals"));
    let mut legend = Vec::new();
    for (number, (name, _)) in names.iter().enumerate() {
        let share = |one: &Generation| {
            let count = one.features.get(*name).copied().unwrap_or(0);
            (f64::from(one.number + 1), f64::from(count) / one.individuals.max(1) as f64)
        };
        chart.line(Colour::Series(number), name, &run.history.iter().map(share).collect::<Vec<_>>());
        legend.push((Colour::Series(number), (*name).to_owned()));
    }
    Some(figure("Features by generation", &configuration.run_name(run.repetition), &legend, &chart.svg()))
}

/// The last front of every run that has one.
fn front(configuration: &Configuration, runs: &[&RunRecord]) -> Option<String> {
    let fronts: Vec<(&RunRecord, &Vec<(f64, f64)>)> = runs
        .iter()
        .filter_map(|run| Some((*run, &run.history.last()?.front)))
        .filter(|(_, front)| front.iter().any(|point| is_real(point.0) && is_real(point.1)))
        .collect();
    let points = || fronts.iter().flat_map(|(_, front)| front.iter().copied());
    points().next()?;
    let x = Scale::around(points().map(|point| point.0));
    let y = Scale::around(points().map(|point| point.1));
    let mut chart = Chart::new((x, "nodes, share of the reference"), (y, "length over the cheapest"));
    let typical = |run: &RunRecord| Some(run.repetition) == configuration.typical() || fronts.len() == 1;
    let mut legend = Vec::new();
    for highlighted in [false, true] {
        for (run, front) in fronts.iter().filter(|(run, _)| typical(run) == highlighted) {
            let colour = if highlighted { Colour::Series(0) } else { Colour::Faint };
            let name = configuration.run_name(run.repetition);
            chart.steps(colour, &name, front);
            for &point in *front {
                chart.bubble(colour, &format!("{name}: {:.3}, {:.3}", point.0, point.1), point, 2.5);
            }
            if highlighted {
                legend.push((colour, name));
            }
        }
    }
    if fronts.len() > legend.len() {
        legend.push((Colour::Faint, "the other runs".to_owned()));
    }
    Some(figure("Front", "nodes against length, last generation", &legend, &chart.svg()))
}
