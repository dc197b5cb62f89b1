//! `unstuck experiments compare`: the runs of experiments against each other.

use super::find;
use crate::terminal::Screen;
use crate::terminal::table::{Table, page_width};
use anyhow::{Result, anyhow};
use serde_json::json;
use unstuck_ops::analysis::format::chance;
use unstuck_ops::numbers::number;
use unstuck_ops::run_comparison::{self, Measure, Request, RunComparison};
use unstuck_ops::store::Store;

/// A measure by its name.
pub fn measure(name: &str) -> Result<Measure, String> {
    serde_json::from_value(json!(name)).map_err(|_| {
        let names = Measure::ALL.map(|one| json!(one).as_str().unwrap_or_default().to_owned());
        format!("unknown measure '{name}'; available: {}", names.join(", "))
    })
}

/// Compares, and prints.
pub fn run(
    store: &Store,
    names: &[String],
    (measure, whole): (Measure, bool),
    as_json: bool,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let experiments = names.iter().map(|name| Ok(find(store, name)?.id)).collect::<Result<Vec<i64>>>()?;
    let request = Request { experiments, configurations: Some(!whole), measure };
    let found = run_comparison::run(&request, store).map_err(|error| anyhow!(error))?;
    if as_json {
        return screen.json(&json!(found));
    }
    print(&found, screen)
}

fn print(found: &RunComparison, screen: &mut Screen<'_>) -> Result<()> {
    let written = |value: Option<f64>| value.map_or("–".to_owned(), number);
    let better = if found.smaller_is_better { "smaller" } else { "larger" };
    let name = json!(found.measure);
    screen.line(format_args!("{} ({better} is better)", name.as_str().unwrap_or_default()))?;
    let mut groups =
        Table::new(2, ["", "group", "runs", "median", "lower quartile", "upper quartile", "mean"]);
    for (place, one) in found.groups.iter().enumerate() {
        let numbers = [one.median, one.lower, one.upper, one.mean].map(written);
        let head = [letter(place), one.name.clone(), one.values.len().to_string()];
        groups.row(head.into_iter().chain(numbers));
    }
    screen.line(groups.text(Some(page_width())))?;
    if let Some(overall) = &found.overall {
        screen.line("")?;
        let line = format!("{}: {}", overall.test, chance(overall.p));
        screen.line(line)?;
    }
    if !found.pairs.is_empty() {
        screen.line("")?;
        let mut pairs = Table::new(1, ["pair", "Mann–Whitney", "Holm", "A12", "Cohen's d", "Hedges' g"]);
        for one in &found.pairs {
            let pair = format!("{} against {}", letter(one.a), letter(one.b));
            let numbers = [Some(one.a12), one.cohen, one.hedges].map(written);
            pairs.row([pair, chance(one.p), chance(one.holm)].into_iter().chain(numbers));
        }
        screen.line(pairs.text(Some(page_width())))?;
    }
    for note in &found.notes {
        screen.line(screen.paint.faint(note))?;
    }
    Ok(())
}

/// `A`, `B` … by the place of a group.
fn letter(place: usize) -> String {
    match u8::try_from(place).ok().filter(|place| *place < 26) {
        Some(place) => char::from(b'A' + place).to_string(),
        None => format!("#{}", place + 1),
    }
}
