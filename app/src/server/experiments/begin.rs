//! What happens when the server starts: experiments that were running go on, and the demonstration begins.

use super::create::{Wanted, put};
use crate::server::App;
use crate::server::failure::Failure;
use serde::Serialize;
use std::sync::{Arc, LazyLock};
use unstuck_core::registry;
use unstuck_evolution::experiment::Experiment;
use unstuck_ops::ToSchema;
use unstuck_ops::store::record::{ExperimentRecord, State, read_config};
use unstuck_ops::warnings;

/// The ready-made experiments that the first page offers, by their files; `--demo` begins the first.
static DEMONSTRATIONS: [(&str, &str); 2] = [
    ("demo-packing.toml", include_str!("../../../../experiments/demo-packing.toml")),
    ("demo.toml", include_str!("../../../../experiments/demo.toml")),
];

/// A demonstration.
#[derive(Serialize, ToSchema)]
pub struct Demonstration {
    /// The name of its file in experiments/.
    file: &'static str,
    /// Id of the experiment, if the store holds it.
    experiment: Option<i64>,
}

/// Lets experiments go on that were under way when the process that ran them ended. What was never begun waits to be asked
/// for.
pub fn resume(app: &Arc<App>) {
    let records = match app.store.list() {
        Ok(records) => records,
        Err(error) => return warnings::error(&error.to_string()),
    };
    // One that was killed may have stored nothing yet: its instances were being made.
    let killed = app.store.marked_running().unwrap_or_default();
    let begun = |record: &ExperimentRecord| {
        killed.contains(&record.id)
            || record.updated > record.created
            || record.runs.iter().any(|run| run.generation > 0 || run.seconds > 0.0)
    };
    let waiting = records.iter().filter(|record| record.state == State::Waiting && record.owner.is_none());
    // A domain of Python's is not known here: its experiments wait for their driver.
    let known = |record: &ExperimentRecord| {
        registry::domain(&record.domain).is_some() || read_config(&record.config).is_ok()
    };
    // The oldest first, as they were begun.
    for record in
        waiting.filter(|record| begun(record) && known(record)).collect::<Vec<_>>().into_iter().rev()
    {
        if let Err(error) = app.runner().start(record.id) {
            warnings::error(&format!("{} does not go on: {error:#}", record.name));
        }
    }
}

/// The demonstrations, with their experiments if the store has them.
pub fn demonstrations(app: &App) -> Result<Vec<Demonstration>, Failure> {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let read = |&(_, text): &(&str, &str)| {
            Experiment::read(text, &|_| Err("demonstrations read no files".to_owned()))
        };
        DEMONSTRATIONS.iter().map(|one| read(one).map(|demo| demo.name).unwrap_or_default()).collect()
    });
    let records = app.store.list()?;
    let found = |name: &String| records.iter().find(|record| record.name == *name).map(|record| record.id);
    let each = DEMONSTRATIONS.iter().zip(&*NAMES);
    Ok(each.map(|(&(file, _), name)| Demonstration { file, experiment: found(name) }).collect())
}

/// Begins the first demonstration, or lets the one that the store has go on unless it was paused or ended.
pub fn demonstrate(app: &Arc<App>) {
    let (file, text) = DEMONSTRATIONS[0];
    let known =
        demonstrations(app).map(|all| all.iter().find(|one| one.file == file).and_then(|one| one.experiment));
    let begun = match known {
        Ok(None) => {
            let wanted = Wanted { toml: text.to_owned(), start: Some(true), quick: false, again: false };
            put(app, &wanted).map(drop)
        }
        Ok(Some(id)) => go_on(app, id),
        Err(failure) => Err(failure),
    };
    if begun.is_err() {
        warnings::error("the demonstration could not be started; the page Experiments says what is there");
    }
}

fn go_on(app: &App, id: i64) -> Result<(), Failure> {
    let record = app.store.experiment(id)?;
    let runner = app.runner();
    if record.state == State::Waiting && record.owner.is_none() && !runner.has(id) {
        runner.start(id)?;
    }
    Ok(())
}
