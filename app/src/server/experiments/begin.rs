//! What happens when the server starts: experiments that were running go on, and the demonstration begins.

use super::create::{Wanted, put};
use crate::server::App;
use crate::server::failure::Failure;
use std::sync::{Arc, LazyLock};
use unstuck_core::registry;
use unstuck_evolution::experiment::Experiment;
use unstuck_ops::store::record::{ExperimentRecord, State, read_config};
use unstuck_ops::warnings;

/// The demonstration.
pub const DEMONSTRATION: &str = include_str!("../../../../experiments/demo.toml");

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

/// The experiment of the demonstration, if the store has it.
pub fn demonstration(app: &App) -> Result<Option<i64>, Failure> {
    static NAME: LazyLock<String> = LazyLock::new(|| {
        let read = Experiment::read(DEMONSTRATION, &|_| Err("the demonstration reads no files".to_owned()));
        read.map(|demo| demo.name).unwrap_or_default()
    });
    let mut records = app.store.list()?.into_iter().filter(|record| record.name == *NAME);
    Ok(records.next().map(|record| record.id))
}

/// Begins the demonstration, or lets the one that the store has go on unless it was paused or ended.
pub fn demonstrate(app: &Arc<App>) {
    let begun = match demonstration(app) {
        Ok(None) => {
            let wanted =
                Wanted { toml: DEMONSTRATION.to_owned(), start: Some(true), quick: false, again: false };
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
