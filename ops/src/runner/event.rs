//! News of experiments on their way, for any number of listeners.

use crate::store::record::State;
use crate::system::lock::locked;
use serde::Serialize;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use unstuck_evolution::engine::Generation;

/// What happened.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// An experiment stands elsewhere.
    State {
        /// The experiment.
        experiment: i64,
        /// Where it stands.
        state: State,
    },
    /// The runner has given an experiment back; nothing more comes of it.
    Ended {
        /// The experiment.
        experiment: i64,
        /// Where it stands.
        state: State,
        /// What went wrong, if something did.
        error: Option<String>,
        /// Whether it is the store that failed, rather than the experiment.
        by_store: bool,
    },
    /// A run begins, goes on, or is over.
    Run {
        /// The experiment.
        experiment: i64,
        /// The run.
        run: i64,
        /// Where it stands.
        state: State,
    },
    /// A generation is stored.
    Generation {
        /// The experiment.
        experiment: i64,
        /// The run.
        run: i64,
        /// Its statistics.
        statistics: Box<Generation>,
        /// The champion's fitness on validation.
        champion: Option<f64>,
        /// Time spent by the run, over all sessions.
        seconds: f64,
    },
    /// Something long is under way.
    Progress {
        /// The experiment.
        experiment: i64,
        /// What it is.
        stage: Stage,
        /// The configuration.
        configuration: u32,
        /// The run, for a generation's measurements.
        run: Option<i64>,
        /// Pieces done.
        done: usize,
        /// Of so many.
        total: usize,
    },
}

/// Long work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// New instances are made.
    Generating,
    /// The reference solves the instances.
    Preparing,
    /// A batch of measurements.
    Measuring,
    /// The baseline is tuned.
    Tuning,
    /// The test is held.
    Testing,
}

/// All listeners.
#[derive(Default)]
pub struct Listeners(Mutex<Vec<Sender<Event>>>);

impl Listeners {
    /// One more; it hears everything from now on.
    pub fn subscribe(&self) -> Receiver<Event> {
        let (sender, receiver) = mpsc::channel();
        locked(&self.0).push(sender);
        receiver
    }

    /// Sends to all listeners; those that are gone are removed.
    pub fn tell(&self, event: &Event) {
        let mut listeners = locked(&self.0);
        listeners.retain(|listener| listener.send(event.clone()).is_ok());
    }
}
