//! All experiments in a table.

use super::ago;
use crate::terminal::Screen;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use serde_json::{Value, json};
use unstuck_ops::numbers::{grouped, number};
use unstuck_ops::origin;
use unstuck_ops::store::Store;
use unstuck_ops::store::record::{ExperimentRecord, RunRecord, State};

/// Prints the list.
pub fn run(store: &Store, as_json: bool, screen: &mut Screen<'_>) -> Result<()> {
    let all = store.list()?;
    if as_json {
        let experiments: Vec<Value> = all.iter().map(summary).collect();
        return screen
            .json(&json!({ "experiments": experiments, "store": store.path(), "unstuck": origin::json() }));
    }
    if all.is_empty() {
        return screen.line("no experiment yet; begin one with 'unstuck evolve FILE'");
    }
    let head = [
        "number",
        "name",
        "domain",
        "state",
        "last change",
        "runs",
        "generations",
        "evaluations",
        "champion",
    ];
    let mut table = Table::new(5, head);
    for record in &all {
        let Tally { done, total, generations, evaluations, champion } = tally(record);
        table.row([
            record.id.to_string(),
            record.name.clone(),
            record.domain.clone(),
            record.state.name().to_owned(),
            ago(record.updated),
            format!("{done}/{total}"),
            grouped(generations),
            grouped(evaluations),
            champion.map_or("–".into(), number),
        ]);
    }
    screen.line(table.text(Some(page_width())))?;
    if let Some(path) = store.path() {
        let note = format!("store: {}; champion: the best fitness on validation", path.display());
        screen.line(screen.paint.faint(&note))?;
    }
    Ok(())
}

struct Tally {
    done: usize,
    total: usize,
    generations: u64,
    evaluations: u64,
    champion: Option<f64>,
}

fn tally(record: &ExperimentRecord) -> Tally {
    let fitness = |run: &RunRecord| run.champion.as_ref().map(|champion| champion.validation.fitness);
    let champions = record.runs.iter().filter(|run| !run.control).filter_map(fitness);
    Tally {
        done: record.runs.iter().filter(|run| run.state == State::Done).count(),
        total: record.runs.len(),
        generations: record.runs.iter().map(|run| u64::from(run.generation)).sum(),
        evaluations: record.runs.iter().map(|run| run.evaluations).sum(),
        champion: champions.min_by(f64::total_cmp),
    }
}

fn summary(record: &ExperimentRecord) -> Value {
    let Tally { done, total, generations, evaluations, champion } = tally(record);
    json!({
        "id": record.id,
        "name": record.name,
        "identity": record.identity,
        "domain": record.domain,
        "state": record.state,
        "owner": record.owner,
        "error": record.error,
        "created": record.created,
        "updated": record.updated,
        "configurations": record.configurations.len(),
        "runs": { "done": done, "total": total },
        "generations": generations,
        "evaluations": evaluations,
        "champion": champion,
    })
}
