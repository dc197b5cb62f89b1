//! Runs a stored experiment in this terminal: starts it, follows it, and passes Ctrl-C on.

use super::view::View;
use crate::terminal::progress::progress;
use anyhow::{Result, bail};
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};
use unstuck_ops::cancel;
use unstuck_ops::runner::event::Event;
use unstuck_ops::runner::{Runner, fetch_pattern_databases, read_config};
use unstuck_ops::store::record::State;
use unstuck_ops::store::{Store, StoreFailed};

/// How often the screen and Ctrl-C are looked at.
const TICK: Duration = Duration::from_millis(100);

/// How long a generation may take to finish after Ctrl-C; a longer one is repeated when the experiment is resumed.
const PATIENCE: Duration = Duration::from_millis(500);

/// Runs an experiment until it is over or is cancelled; returns its state.
pub fn run(store: &Arc<Store>, id: i64, threads: usize, quiet: bool) -> Result<State> {
    let record = store.experiment(id)?;
    for configuration in &record.configurations {
        // Here, where it can be seen; the runner finds them made.
        fetch_pattern_databases(&read_config(&configuration.config)?, threads, progress(quiet))?;
    }
    let runner = Runner::new(Arc::clone(store), threads);
    let events = runner.subscribe();
    runner.start(id)?;
    let mut view = View::new(&record, quiet)?;
    let mut announced: Option<Instant> = None;
    loop {
        match events.recv_timeout(TICK) {
            Ok(Event::Ended { state, error, by_store, .. }) => {
                view.clear();
                return match error {
                    Some(why) if by_store => Err(StoreFailed(why).into()),
                    Some(why) => bail!("{why}"),
                    None => Ok(state),
                };
            }
            Ok(event) => view.take(&event),
            Err(RecvTimeoutError::Timeout) => view.tick(),
            Err(RecvTimeoutError::Disconnected) => bail!("the runner has gone; please report this"),
        }
        match announced {
            None if cancel::requested() => {
                announced = Some(Instant::now());
                view.ending();
                // It may have ended this very moment.
                let _ = runner.finish(id);
            }
            Some(since) if since.elapsed() >= PATIENCE => {
                let _ = runner.quit(id);
            }
            _ => {}
        }
    }
}
