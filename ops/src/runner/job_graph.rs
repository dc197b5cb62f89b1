//! What is left to do of an experiment, and what of it can be done next.
//!
//! A configuration is prepared, then its repetitions are run, then their controls, each with the budget that its
//! repetition took, and then the test is held. Configurations come in their order; the next one begins when the threads
//! would run out of work.

use super::configuration::Configuration;
use crate::store::Store;
use crate::store::record::{ExperimentRecord, State};
use crate::system::lock::locked;
use anyhow::Result;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// Something to do.
pub enum Item {
    /// Prepare the configuration of this number.
    Prepare(u32),
    /// Run a repetition; a control has a budget of measurements.
    Run(Arc<Configuration>, i64, Option<u64>),
    /// Hold the test.
    Test(Arc<Configuration>),
}

/// The result of a job.
pub enum Outcome {
    /// The configuration is ready.
    Prepared(Arc<Configuration>),
    /// The run is over, with its number of measurements.
    Over(u64),
    /// The test was held.
    Tested,
}

/// The jobs of an experiment, shared by several workers.
pub struct JobGraph {
    configurations: Mutex<Configurations>,
    changed: Condvar,
}

struct Configurations {
    /// Whether workers may take jobs.
    open: bool,
    parts: Vec<Part>,
}

struct Part {
    number: u32,
    preparation: Preparation,
    runs: Vec<Run>,
    test: Stage,
}

/// Whether the instances of a configuration are loaded and measured.
enum Preparation {
    Waiting,
    Busy,
    Ready(Arc<Configuration>),
}

struct Run {
    id: i64,
    repetition: u32,
    control: bool,
    evaluations: u64,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    Busy,
    Done,
}

impl Stage {
    fn of(done: bool) -> Self {
        if done { Self::Done } else { Self::Waiting }
    }
}

impl JobGraph {
    /// The jobs that a stored experiment still needs.
    pub fn new(store: &Store, record: &ExperimentRecord) -> Result<Self> {
        let mut parts = Vec::new();
        for configuration in &record.configurations {
            let own = record.runs.iter().filter(|run| run.configuration == configuration.number);
            let runs = own.map(|run| Run {
                id: run.id,
                repetition: run.repetition,
                control: run.control,
                evaluations: run.evaluations,
                stage: Stage::of(run.state == State::Done),
            });
            parts.push(Part {
                number: configuration.number,
                preparation: Preparation::Waiting,
                runs: runs.collect(),
                test: Stage::of(!store.awaits_test(record.id, configuration.number)?),
            });
        }
        Ok(Self { configurations: Mutex::new(Configurations { open: true, parts }), changed: Condvar::new() })
    }

    fn configurations(&self) -> MutexGuard<'_, Configurations> {
        locked(&self.configurations)
    }

    /// Begins a session.
    pub fn open(&self) {
        self.configurations().open = true;
    }

    /// Ends the session: no worker gets another job.
    pub fn close(&self) {
        self.configurations().open = false;
        self.changed.notify_all();
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.configurations().parts.iter().all(Part::is_done)
    }

    /// The next job; waits while running jobs may enable one. `None` when there are no more, or when `go` returns
    /// false.
    pub fn next(&self, go: impl Fn() -> bool) -> Option<Item> {
        let mut configurations = self.configurations();
        loop {
            if !configurations.open || !go() {
                return None;
            }
            if let Some(item) = configurations.take() {
                return Some(item);
            }
            if !configurations.parts.iter().any(Part::is_busy) {
                return None;
            }
            configurations =
                self.changed.wait(configurations).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// Records the outcome of a job; `None` if it was not done.
    pub fn complete(&self, item: &Item, outcome: Option<Outcome>) {
        let mut configurations = self.configurations();
        let number = match item {
            Item::Prepare(number) => *number,
            Item::Run(configuration, ..) | Item::Test(configuration) => configuration.number,
        };
        if let Some(part) = configurations.parts.iter_mut().find(|part| part.number == number) {
            part.complete(item, outcome);
        }
        self.changed.notify_all();
    }
}

impl Configurations {
    fn take(&mut self) -> Option<Item> {
        if let Some(item) = self.parts.iter_mut().find_map(Part::take) {
            return Some(item);
        }
        // One at a time: it keeps all threads busy.
        if self.parts.iter().any(|part| matches!(part.preparation, Preparation::Busy)) {
            return None;
        }
        let next = self
            .parts
            .iter_mut()
            .find(|part| matches!(part.preparation, Preparation::Waiting) && !part.is_done())?;
        next.preparation = Preparation::Busy;
        Some(Item::Prepare(next.number))
    }
}

impl Part {
    fn is_done(&self) -> bool {
        self.test == Stage::Done && self.runs.iter().all(|run| run.stage == Stage::Done)
    }

    fn is_busy(&self) -> bool {
        let run = self.runs.iter().any(|run| run.stage == Stage::Busy);
        run || self.test == Stage::Busy || matches!(self.preparation, Preparation::Busy)
    }

    fn take(&mut self) -> Option<Item> {
        let Preparation::Ready(configuration) = &self.preparation else { return None };
        let configuration = Arc::clone(configuration);
        let startable =
            |run: &Run| run.stage == Stage::Waiting && (!run.control || self.budget(run).is_some());
        if let Some(place) = self.runs.iter().position(startable) {
            let budget = self.budget(&self.runs[place]);
            self.runs[place].stage = Stage::Busy;
            return Some(Item::Run(configuration, self.runs[place].id, budget));
        }
        let over = self.runs.iter().all(|run| run.stage == Stage::Done);
        if over && self.test == Stage::Waiting {
            self.test = Stage::Busy;
            return Some(Item::Test(configuration));
        }
        None
    }

    /// What a control may measure: as much as its repetition did, once that is known.
    fn budget(&self, run: &Run) -> Option<u64> {
        let twin = |other: &&Run| !other.control && other.repetition == run.repetition;
        let twin = self.runs.iter().find(twin).filter(|twin| run.control && twin.stage == Stage::Done);
        twin.map(|twin| twin.evaluations)
    }

    fn complete(&mut self, item: &Item, outcome: Option<Outcome>) {
        match (item, outcome) {
            (Item::Prepare(_), Some(Outcome::Prepared(configuration))) => {
                self.preparation = Preparation::Ready(configuration);
            }
            (Item::Prepare(_), _) => self.preparation = Preparation::Waiting,
            (Item::Run(_, id, _), outcome) => {
                if let Some(run) = self.runs.iter_mut().find(|run| run.id == *id) {
                    run.stage = Stage::of(outcome.is_some());
                    if let Some(Outcome::Over(evaluations)) = outcome {
                        run.evaluations = evaluations;
                    }
                }
            }
            (Item::Test(_), outcome) => self.test = Stage::of(outcome.is_some()),
        }
        if self.is_done() {
            // Its instances are no longer needed.
            self.preparation = Preparation::Waiting;
        }
    }
}
