//! The configurations of a grid, one a row.

use super::percent;
use crate::terminal::Screen;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use unstuck_ops::experiments::CellResults;
use unstuck_ops::numbers::{grouped, number, seconds};
use unstuck_ops::store::record::{Kind, RunRecord, State};

/// What each setting came to.
pub fn text(cells: &[CellResults<'_>], screen: &mut Screen<'_>) -> Result<()> {
    let paths = names(cells);
    let words = 1 + paths.len();
    let head = ["configuration".to_owned()].into_iter().chain(paths).chain(
        ["runs", "evaluations", "time", "validation best", "median", "baseline", "test", "its baseline"]
            .map(String::from),
    );
    let mut table = Table::new(words, head);
    for cell in cells {
        let done = cell.runs.iter().filter(|run| run.state == State::Done).count();
        let fitness = |run: Option<&RunRecord>| {
            let champion = run.and_then(|run| run.champion.as_ref());
            champion.map_or("–".into(), |champion| number(champion.validation.fitness))
        };
        let test = |kind: Option<Kind>| {
            let entries = cell.record.test.iter().flat_map(|test| &test.entries);
            let entry = entries.into_iter().find(|entry| Some(entry.kind) == kind);
            entry.map_or("–".into(), |entry| percent(entry.result.mean_ratio))
        };
        let mut row = vec![(cell.record.number + 1).to_string()];
        row.extend(cell.record.settings.iter().map(|(_, value)| value.trim_matches('"').to_owned()));
        row.extend([
            format!("{done}/{}", cell.runs.len()),
            grouped(cell.runs.iter().map(|run| run.evaluations).sum()),
            seconds(cell.runs.iter().map(|run| run.seconds).sum()),
            fitness(cell.chosen.best),
            fitness(cell.chosen.median),
            cell.record.baseline.as_ref().and_then(|baseline| baseline.fitness).map_or("–".into(), number),
            test(cell.chosen.best.map(|run| Kind::Champion(run.repetition))),
            test(Some(Kind::Baseline)),
        ]);
        table.row(row);
    }
    screen.line(table.text(Some(page_width().max(80))))?;
    let tested = cells.iter().any(|cell| cell.record.test.is_some());
    if tested {
        let note = "test: mean of the nodes as a share of the reference, by the best on validation and by the tuned baseline";
        screen.line(screen.paint.faint(note))?;
    }
    Ok(())
}

/// What the settings are called: the last part of their paths, where that tells them apart.
fn names(cells: &[CellResults<'_>]) -> Vec<String> {
    let paths: Vec<&str> =
        cells.iter().take(1).flat_map(|cell| &cell.record.settings).map(|(path, _)| path.as_str()).collect();
    let last = |path: &str| path.rsplit('.').next().unwrap_or(path).to_owned();
    let alone = |path: &str| paths.iter().filter(|other| last(other) == last(path)).count() == 1;
    paths.iter().map(|path| if alone(path) { last(path) } else { (*path).to_owned() }).collect()
}
