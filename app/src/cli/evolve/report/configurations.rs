//! The configurations of a grid, one a row.

use super::percent;
use crate::terminal::Screen;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use unstuck_ops::experiments::ConfigurationResults;
use unstuck_ops::numbers::{grouped, number, seconds};
use unstuck_ops::store::record::{Kind, RunRecord, State};

/// What each setting came to.
pub fn text(configurations: &[ConfigurationResults<'_>], screen: &mut Screen<'_>) -> Result<()> {
    let paths = names(configurations);
    let words = 1 + paths.len();
    let head = ["configuration".to_owned()].into_iter().chain(paths).chain(
        ["runs", "evaluations", "time", "validation best", "median", "baseline", "test", "its baseline"]
            .map(String::from),
    );
    let mut table = Table::new(words, head);
    for configuration in configurations {
        let done = configuration.runs.iter().filter(|run| run.state == State::Done).count();
        let fitness = |run: Option<&RunRecord>| {
            let champion = run.and_then(|run| run.champion.as_ref());
            champion.map_or("–".into(), |champion| number(champion.validation.fitness))
        };
        let test = |kind: Option<Kind>| {
            let entries = configuration.record.test.iter().flat_map(|test| &test.entries);
            let entry = entries.into_iter().find(|entry| Some(entry.kind) == kind);
            entry.map_or("–".into(), |entry| percent(entry.result.mean_ratio))
        };
        let mut row = vec![(configuration.record.number + 1).to_string()];
        row.extend(configuration.record.settings.iter().map(|(_, value)| value.trim_matches('"').to_owned()));
        row.extend([
            format!("{done}/{}", configuration.runs.len()),
            grouped(configuration.runs.iter().map(|run| run.evaluations).sum()),
            seconds(configuration.runs.iter().map(|run| run.seconds).sum()),
            fitness(configuration.chosen.best),
            fitness(configuration.chosen.median),
            configuration
                .record
                .baseline
                .as_ref()
                .and_then(|baseline| baseline.fitness)
                .map_or("–".into(), number),
            test(configuration.chosen.best.map(|run| Kind::Champion(run.repetition))),
            test(Some(Kind::Baseline)),
        ]);
        table.row(row);
    }
    screen.line(table.text(Some(page_width().max(80))))?;
    let tested = configurations.iter().any(|configuration| configuration.record.test.is_some());
    if tested {
        let note = "test: mean of the nodes as a share of the reference, by the best on validation and by the tuned baseline";
        screen.line(screen.paint.faint(note))?;
    }
    Ok(())
}

/// What the settings are called: the last part of their paths, where that is unique.
fn names(configurations: &[ConfigurationResults<'_>]) -> Vec<String> {
    let paths: Vec<&str> = configurations
        .iter()
        .take(1)
        .flat_map(|configuration| &configuration.record.settings)
        .map(|(path, _)| path.as_str())
        .collect();
    let last = |path: &str| path.rsplit('.').next().unwrap_or(path).to_owned();
    let alone = |path: &str| paths.iter().filter(|other| last(other) == last(path)).count() == 1;
    paths.iter().map(|path| if alone(path) { last(path) } else { (*path).to_owned() }).collect()
}
