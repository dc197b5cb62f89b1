//! The page of a comparison: length, time and expanded nodes of every pair, instance by instance, for each part of a
//! set.

use super::forms::{notes, title};
use crate::report::escape::escape;
use crate::report::page::{document, section, side_by_side};
use crate::report::plot::{Chart, Colour, Scale, figure};
use unstuck_core::instance::Status;
use unstuck_ops::compare::{Comparison, Figure};
use unstuck_ops::instances::shortened;
use unstuck_ops::solve::Report;

/// What is drawn of a search.
const MEASURES: [Figure; 3] = [
    ("length", |report| report.length().unwrap_or(0) as f64),
    ("seconds", |report| report.solution.stats.seconds),
    ("expanded", |report| report.solution.stats.expanded as f64),
];

/// The page.
pub fn page(comparison: &Comparison) -> String {
    let mut parts: Vec<(&str, Vec<&[Option<Report>]>)> = Vec::new();
    for (name, cells) in &comparison.rows {
        match parts.last_mut() {
            Some((last, rows)) if *last == part(name) => rows.push(cells),
            _ => parts.push((part(name), vec![cells])),
        }
    }
    let sections: Vec<_> = parts
        .iter()
        .enumerate()
        .map(|(number, (name, rows))| {
            let drawings: Vec<String> =
                MEASURES.iter().map(|measure| drawn(comparison, name, rows, measure)).collect();
            section(&format!("part-{number}"), &shortened(name), &side_by_side(&drawings))
        })
        .collect();
    let title = parts.iter().map(|(name, _)| shortened(name)).collect::<Vec<_>>().join(", ");
    document(&title, &escape(&notes(comparison).join("; ")), &sections)
}

/// A name without the number at its end: `unblock:easy-3` is of `unblock:easy`.
fn part(name: &str) -> &str {
    let part = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    part.strip_suffix(['-', ':']).unwrap_or(name)
}

/// One figure of every pair, over the instances that it solved.
fn drawn(
    comparison: &Comparison,
    part: &str,
    rows: &[&[Option<Report>]],
    (name, measure): &Figure,
) -> String {
    let curve = |pair: usize| -> Vec<(f64, f64)> {
        let solved = |report: &&Report| report.solution.status == Status::Solved;
        let cell = |row: &&[Option<Report>]| row[pair].as_ref().filter(solved).map(measure);
        rows.iter().enumerate().filter_map(|(at, row)| Some(((at + 1) as f64, cell(row)?))).collect()
    };
    let curves: Vec<Vec<(f64, f64)>> = (0..comparison.pairs.len()).map(curve).collect();
    let values = curves.iter().flatten().map(|(_, value)| *value);
    let across = Scale::linear(1.0, rows.len() as f64);
    let mut chart = Chart::new((across, "instance"), (Scale::around(values), name));
    let mut legend = Vec::new();
    for (pair, curve) in curves.iter().enumerate() {
        let (colour, title) = (Colour::Series(pair), title(comparison, pair));
        chart.line(colour, &title, curve);
        for point in curve {
            chart.bubble(colour, &title, *point, 2.0);
        }
        legend.push((colour, title));
    }
    figure(&format!("{name}, {}", shortened(part)), "", &legend, &chart.svg())
}
