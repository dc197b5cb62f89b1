//! Pause, resume, stop, delete: here, or in the process that runs the experiment.

use super::views::ExperimentSummary;
use super::{Number, number, summary};
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::State as Shared;
use axum::http::StatusCode;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};
use unstuck_ops::store::pending_command::PendingCommand;
use unstuck_ops::store::record::{ExperimentRecord, State};

/// How long an answer waits for what was asked for to happen.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often it is looked whether it has.
const PACE: Duration = Duration::from_millis(20);

/// Pauses an experiment.
pub async fn pause(Shared(app): Shared<Arc<App>>, id: Number) -> Answer {
    steer(app, id, PendingCommand::Pause).await
}

/// Lets an experiment go on.
pub async fn resume(Shared(app): Shared<Arc<App>>, id: Number) -> Answer {
    steer(app, id, PendingCommand::Resume).await
}

/// Ends an experiment where it stands.
pub async fn stop(Shared(app): Shared<Arc<App>>, id: Number) -> Answer {
    steer(app, id, PendingCommand::Stop).await
}

async fn steer(app: Arc<App>, id: Number, command: PendingCommand) -> Answer {
    let id = number(id, "experiment")?;
    let (wanted, word) = match command {
        PendingCommand::Pause => (State::Paused, "pause"),
        PendingCommand::Resume => (State::Running, "resume"),
        PendingCommand::Stop => (State::Stopped, "stop"),
    };
    let shared = Arc::clone(&app);
    run_blocking(move || give(&shared, &shared.store.experiment(id)?, command, word)).await?;
    let asked = Arc::clone(&app);
    let there = eventually(move || {
        let state = asked.store.experiment(id)?.state;
        Ok(state == wanted || matches!(state, State::Done | State::Failed))
    });
    let there = there.await?;
    run_blocking(move || {
        let pending = (!there).then_some(word);
        Ok(ExperimentSummary { pending, ..summary(&app, &app.store.experiment(id)?, None)? })
    })
    .await
}

/// Whether something comes true soon. No thread waits for it in between.
async fn eventually(
    is_true: impl Fn() -> Result<bool, Failure> + Clone + Send + 'static,
) -> Result<bool, Failure> {
    let began = Instant::now();
    loop {
        let look = tokio::task::spawn_blocking(is_true.clone());
        let ended = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the store could not be read");
        if look.await.map_err(ended)?? {
            return Ok(true);
        }
        if began.elapsed() > PATIENCE {
            return Ok(false);
        }
        tokio::time::sleep(PACE).await;
    }
}

/// Gives an order to the process that can carry it out.
fn give(app: &App, record: &ExperimentRecord, command: PendingCommand, word: &str) -> Result<(), Failure> {
    let (id, name) = (record.id, &record.name);
    if record.state == State::Done {
        return Err(Failure::conflict(format!("{name} is done: there is nothing to {word}")));
    }
    let runner = app.runner();
    if runner.has(id) {
        let shared = match command {
            PendingCommand::Pause => runner.pause(id),
            PendingCommand::Resume => runner.resume(id),
            PendingCommand::Stop => runner.stop(id),
        };
        // It may have ended this very moment, which is as good.
        return shared.or(Ok(()));
    }
    if record.owner.is_some() {
        return Ok(app.writer.send_command(id, command)?);
    }
    match command {
        PendingCommand::Resume => Ok(runner.start(id)?),
        PendingCommand::Pause | PendingCommand::Stop => {
            drop(runner);
            // No process has to be shared: only the state changes.
            let state = if command == PendingCommand::Pause { State::Paused } else { State::Stopped };
            let lease = app.writer.lease(id)?;
            app.writer.release(&lease, state, None)?;
            let data = json!({ "experiment": id, "run": null, "state": state });
            app.events.send("state", id, &data, true);
            Ok(())
        }
    }
}

/// Deletes an experiment; one that runs is stopped first.
pub async fn remove(Shared(app): Shared<Arc<App>>, id: Number) -> Result<StatusCode, Failure> {
    let id = number(id, "experiment")?;
    let shared = Arc::clone(&app);
    run_blocking(move || {
        let record = shared.store.experiment(id)?;
        let runner = shared.runner();
        if runner.has(id) {
            // It may have ended this very moment.
            let _ = runner.stop(id);
        } else if let Some(owner) = record.owner {
            return Err(
                Failure::conflict(format!("{} is being run by {owner}", record.name)).help("stop it first")
            );
        }
        Ok(())
    })
    .await?;
    let asked = Arc::clone(&app);
    if !eventually(move || Ok(!asked.runner().has(id))).await? {
        return Err(Failure::conflict("it does not stop").help("try again in a moment"));
    }
    run_blocking(move || {
        app.writer.delete(id)?;
        app.events.send("experiment", id, &json!({ "experiment": id, "what": "deleted" }), true);
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a deletion back.
pub async fn undo(Shared(app): Shared<Arc<App>>, id: Number) -> Answer {
    let id = number(id, "experiment")?;
    run_blocking(move || {
        if let Ok(record) = app.store.experiment(id) {
            return Err(Failure::conflict(format!("{} is not deleted", record.name)));
        }
        app.writer.undelete(id)?;
        app.events.send("experiment", id, &json!({ "experiment": id, "what": "restored" }), true);
        summary(&app, &app.store.experiment(id)?, None)
    })
    .await
}
