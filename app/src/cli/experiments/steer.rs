//! Pause, resume and stop, from whichever terminal.

use super::find;
use crate::cli::{Screen, evolve};
use crate::sys::exit::Exit;
use anyhow::{Result, bail};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use unstuck_ops::experiments;
use unstuck_ops::store::Store;
use unstuck_ops::store::pending_command::PendingCommand;
use unstuck_ops::store::record::{ExperimentRecord, State};

/// How long the process that runs an experiment may take to obey.
const PATIENCE: Duration = Duration::from_secs(5);

/// Tells the owner of an experiment to pause or stop, and waits until that is done.
pub fn tell(
    store: &Store,
    name: &str,
    command: PendingCommand,
    as_json: bool,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let record = find(store, name)?;
    let (wanted, word) = match command {
        PendingCommand::Pause => (State::Paused, "pause"),
        PendingCommand::Stop => (State::Stopped, "stop"),
        PendingCommand::Resume => (State::Running, "resume"),
    };
    if record.state == State::Done {
        bail!("{} is done: there is nothing to {word}", record.name);
    }
    if record.owner.is_some() {
        store.send_command(record.id, command)?;
        wait(store, &record, wanted)?;
    } else if record.state != wanted {
        if command == PendingCommand::Pause {
            bail!("no process runs {}, so there is nothing to pause", record.name);
        }
        // No process runs it.
        let lease = store.lease(record.id)?;
        store.release(&lease, wanted, None)?;
    }
    let now = store.experiment(record.id)?;
    if as_json {
        return screen
            .json(&json!({ "id": now.id, "name": now.name, "state": now.state, "owner": now.owner }));
    }
    screen.line(format_args!("{} is {}", now.name, now.state.name()))?;
    if command != PendingCommand::Resume {
        let note = format!("to resume: unstuck experiments resume {}", now.id);
        screen.line(screen.paint.faint(&note))?;
    }
    Ok(())
}

fn wait(store: &Store, record: &ExperimentRecord, wanted: State) -> Result<()> {
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        let state = store.experiment(record.id)?.state;
        if state == wanted || state == State::Done {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let owner = record.owner.as_deref().unwrap_or("its owner");
    bail!("{owner} was notified, but has not answered within {} s", PATIENCE.as_secs())
}

/// Goes on: where the experiment is kept, or here.
pub fn resume(
    store: Store,
    name: &str,
    output: Option<&PathBuf>,
    manner: (usize, bool, bool),
    screen: &mut Screen<'_>,
) -> Result<Exit> {
    let record = find(&store, name)?;
    match (&record.owner, record.state) {
        (_, State::Done) => bail!(
            "{} is done; 'unstuck experiments show {}' shows its result, and 'clone' makes a fresh copy",
            record.name,
            record.id
        ),
        (Some(_), State::Paused) => {
            tell(&store, &record.id.to_string(), PendingCommand::Resume, manner.2, screen)?;
            return Ok(Exit::Fine);
        }
        (Some(owner), _) => bail!("{} is being run by {owner} already", record.name),
        (None, _) => {}
    }
    let output = output.cloned().unwrap_or_else(|| experiments::default_path(&record.name));
    let store = Arc::new(store);
    evolve::foreground(&store, record.id, Some(&output), manner, screen)
}
