//! Over all runs: tables, box plots, size against fitness, run lengths.

use super::{folded, note, side_by_side};
use crate::report::plot::{Chart, Colour, Group, Level, Scale, boxes, figure};
use crate::report::sheets;
use std::collections::BTreeMap;
use unstuck_ops::analysis::format::{is_real, number};
use unstuck_ops::analysis::statistics::{RunLength, median};
use unstuck_ops::analysis::{Analysis, Configuration, fitness, validation_curve};
use unstuck_ops::numbers::counted;
use unstuck_ops::store::record::ExperimentRecord;

/// Rows of runs that are shown without unfolding.
const OPEN: usize = 12;

/// The section.
pub fn runs(record: &ExperimentRecord, analysis: &Analysis) -> String {
    let mut out = sheets::configurations(analysis).html();
    if analysis.configurations.len() > 1
        || analysis.configurations.iter().any(|configuration| configuration.runs > 1)
    {
        out += &note(
            "Median, and in brackets the quartiles. Fitness is that of the runs' champions on validation; lower is better.",
        );
    }
    if analysis.configurations.iter().any(|configuration| configuration.done < configuration.runs) {
        out += &note("Figures are over the runs that are done; where none is, over those on their way.");
    }
    let mut figures = Vec::new();
    if analysis.configurations.iter().any(|configuration| configuration.validation.count > 1) {
        figures.push(boxes_of(record, analysis));
    }
    figures.extend(bubbles(record, analysis));
    figures.extend(run_lengths(record, analysis));
    out += &side_by_side(&figures);
    for configuration in &analysis.configurations {
        let table = sheets::runs(record, configuration);
        if table.is_empty() {
            continue;
        }
        let alone = analysis.configurations.len() == 1;
        let title =
            if alone { table.title.clone() } else { format!("{} of {}", table.title, configuration.name()) };
        out += &if alone && record.runs.len() <= OPEN { table.html() } else { folded(&title, &table.html()) };
    }
    out
}

fn champions<'a>(
    record: &'a ExperimentRecord,
    configuration: &'a Configuration,
) -> impl Iterator<Item = (f64, f64)> + 'a {
    let runs = record.runs.iter().filter(|run| configuration.counts(run));
    runs.filter_map(|run| Some((run.champion.as_ref()?.size as f64, fitness(run)?)))
}

fn boxes_of(record: &ExperimentRecord, analysis: &Analysis) -> String {
    let groups: Vec<Group> = analysis
        .configurations
        .iter()
        .enumerate()
        .map(|(number, configuration)| Group {
            name: configuration.name(),
            colour: Colour::Series(number),
            values: champions(record, configuration).map(|(_, fitness)| fitness).collect(),
        })
        .collect();
    // Settings may have baselines of their own, which would be as many lines.
    let known = analysis
        .configurations
        .iter()
        .filter_map(|configuration| configuration.baseline.as_ref()?.fitness)
        .reduce(f64::min);
    let level = |value: f64| Level {
        name: format!("tuned baseline {}", number(value)),
        colour: Colour::Series(5),
        value,
    };
    let levels: Vec<Level> = known.map(level).into_iter().collect();
    let legend: Vec<(Colour, String)> =
        levels.iter().map(|level| (level.colour, level.name.clone())).collect();
    let drawing = boxes("fitness on validation", &groups, &levels);
    figure("Champions on validation", "box: quartiles, line: range, dots: runs", &legend, &drawing)
}

/// Colours of the configurations, where there are several.
fn legend(analysis: &Analysis) -> Vec<(Colour, String)> {
    if analysis.configurations.len() < 2 {
        return Vec::new();
    }
    let named = analysis.configurations.iter().enumerate();
    named.map(|(number, configuration)| (Colour::Series(number), configuration.name())).collect()
}

/// Champions of nearly the same size and fitness become one bubble, its area being their number.
fn bubbles(record: &ExperimentRecord, analysis: &Analysis) -> Option<String> {
    let all: Vec<(f64, f64)> =
        analysis.configurations.iter().flat_map(|configuration| champions(record, configuration)).collect();
    if all.len() < 2 {
        return None;
    }
    let x = Scale::around(all.iter().map(|one| one.0));
    let y = Scale::around(all.iter().map(|one| one.1));
    // About a bubble's width across and down.
    let bucket = |(size, value): (f64, f64)| {
        ((x.share(size) * 40.0).round() as i64, (y.share(value) * 24.0).round() as i64)
    };
    let mut chart = Chart::new((x, "nodes of the champion"), (y, "fitness on validation"));
    for (number, configuration) in analysis.configurations.iter().enumerate() {
        let mut buckets: BTreeMap<(i64, i64), Vec<(f64, f64)>> = BTreeMap::new();
        for champion in champions(record, configuration) {
            buckets.entry(bucket(champion)).or_default().push(champion);
        }
        for members in buckets.values() {
            let mean =
                |part: fn(&(f64, f64)) -> f64| members.iter().map(part).sum::<f64>() / members.len() as f64;
            let centre = (mean(|one| one.0), mean(|one| one.1));
            let title = format!(
                "{}: {} of about {:.0} nodes and fitness {}",
                configuration.name(),
                counted(members.len() as u64, "champions"),
                centre.0,
                unstuck_ops::analysis::format::number(centre.1)
            );
            let radius = (4.0 * (members.len() as f64).sqrt()).min(24.0);
            chart.bubble(Colour::Series(number), &title, centre, radius);
        }
    }
    Some(figure("Size against fitness", "area: number of champions", &legend(analysis), &chart.svg()))
}

/// The share of runs that reached a target: several targets for one setting, one target for several.
fn run_lengths(record: &ExperimentRecord, analysis: &Analysis) -> Option<String> {
    let longest = record.runs.iter().map(|run| run.evaluations as f64).fold(0.0, f64::max);
    let mut lines: Vec<(String, RunLength)> = Vec::new();
    let mut note = "share of runs that reached a fitness on validation".to_owned();
    if let [configuration] = &analysis.configurations[..] {
        let named = |target: &unstuck_ops::analysis::Target| {
            (format!("{} {}", target.name, number(target.value)), target.lengths.clone())
        };
        lines.extend(configuration.run_lengths.iter().map(named));
    } else {
        let all = analysis.configurations.iter().flat_map(|configuration| champions(record, configuration));
        let target = median(&all.map(|(_, fitness)| fitness).collect::<Vec<f64>>());
        note = format!("share of runs that reached {} on validation, the median of all", number(target));
        for configuration in analysis.configurations.iter().filter(|_| is_real(target)) {
            let own = record.runs.iter().filter(|run| configuration.counts(run));
            let curves: Vec<Vec<(f64, f64)>> = own.map(validation_curve).collect();
            lines.push((configuration.name(), RunLength::of_curves(&curves, target)));
        }
    }
    let runs = analysis.configurations.iter().map(|configuration| configuration.runs).max().unwrap_or(0);
    let first = lines
        .iter()
        .filter_map(|(_, lengths)| lengths.reached.first().copied())
        .fold(f64::INFINITY, f64::min);
    if runs < 2 || !first.is_finite() {
        return None;
    }
    // A little room on both sides, so that no step hides in an edge.
    let (from, to) = ((first / 1.5).max(1.0), 1.1 * longest.max(first));
    let x = Scale::efforts([from, to]);
    let mut chart = Chart::new((x, "evaluations"), (Scale::linear(0.0, 1.0), "share of runs"));
    let mut legend = Vec::new();
    for (number, (name, lengths)) in lines.iter().enumerate() {
        let mut points = vec![(from, 0.0)];
        points.extend(lengths.reached.iter().map(|&effort| (effort, lengths.share(effort))));
        points.push((to, lengths.share(f64::INFINITY)));
        chart.steps(Colour::Series(number), name, &points);
        legend.push((Colour::Series(number), name.clone()));
    }
    Some(figure("Run lengths", &note, &legend, &chart.svg()))
}
