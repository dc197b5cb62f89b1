//! The life of one experiment in this process: leased, run in sessions between pauses, released.

use super::Shared;
use super::context::{Interrupted, Raised, RunContext};
use super::control::{Command, Control};
use super::event::Event;
use super::executor::WorkerPool;
use super::job_graph::{Item, JobGraph, Outcome};
use super::{evolve, prepare, test_evaluation};
use crate::store::record::State;
use crate::store::{self, Lease};
use crate::system::lock::locked;
use anyhow::{Result, anyhow};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

/// Most things that an experiment does at the same time. One keeps all threads busy but for the end of each batch.
const MAX: usize = 4;

/// Runs an experiment until it is over or an end is wanted, and returns it.
pub fn conduct(shared: &Shared, lease: &Lease, control: &Arc<Control>) {
    let context = RunContext { shared, lease, control };
    let (state, error, by_store) = match guarded(|| context.live()) {
        Ok(state) => (state, None, false),
        Err(error) => (State::Failed, Some(format!("{error:#}")), error.is::<store::Error>()),
    };
    // A store that failed says nothing against the experiment, which goes on when the store is well again.
    let state = if by_store { State::Waiting } else { state };
    // Where nothing can be written, the free lock says that no process runs it.
    let written = shared.store.release(lease, state, error.as_deref().filter(|_| !by_store));
    let (state, error, by_store) = match written {
        Ok(()) => (state, error, by_store),
        Err(_) if error.is_some() => (State::Waiting, error, by_store),
        // A thread that waits for the end must not take it for the one that was wanted.
        Err(failure) => (State::Waiting, Some(failure.to_string()), true),
    };
    shared.jobs().remove(&lease.experiment);
    shared.scheduler.leave(lease.experiment);
    shared.listeners.tell(&Event::Ended { experiment: lease.experiment, state, error, by_store });
}

/// A defect in one experiment does not end the others.
fn guarded<R>(work: impl FnOnce() -> Result<R>) -> Result<R> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        Err(match payload.downcast::<Raised>() {
            Ok(raised) => anyhow!("{}", raised.reason),
            Err(_) => anyhow!("a defect of the program ended it; please report the message above"),
        })
    })
}

impl RunContext<'_> {
    /// Where the experiment stands in the end.
    fn live(&self) -> Result<State> {
        let record = self.shared.store.experiment(self.lease.experiment)?;
        let mut most = self.shared.threads.clamp(2, MAX).min(record.runs.len());
        for configuration in &record.configurations {
            if prepare::read(&configuration.config)?.stop.seconds.is_some() {
                // Side by side they would take each other's time.
                most = 1;
            }
        }
        let pools: Result<Vec<WorkerPool>> =
            (0..most.max(1)).map(|_| WorkerPool::new(self.shared.threads)).collect();
        let pools = pools?;
        let jobs = JobGraph::new(&self.shared.store, &record)?;
        loop {
            self.stand(State::Running)?;
            self.sit(&jobs, &pools)?;
            if jobs.is_done() {
                return Ok(State::Done);
            }
            match self.control.order() {
                Command::Pause => {
                    self.stand(State::Paused)?;
                    match self.control.wait_while(Command::Pause) {
                        Command::Stop => return Ok(State::Stopped),
                        Command::Finish | Command::Quit => return Ok(State::Paused),
                        Command::Go | Command::Pause => {}
                    }
                }
                // Resumed before it was paused.
                Command::Go => {}
                Command::Stop => return Ok(State::Stopped),
                Command::Finish | Command::Quit => return Ok(State::Waiting),
            }
        }
    }

    fn stand(&self, state: State) -> Result<()> {
        self.shared.store.set_state(self.lease, state, None)?;
        self.tell(&Event::State { experiment: self.lease.experiment, state });
        Ok(())
    }

    /// Works on the jobs until nothing is left or an order ends it.
    fn sit(&self, jobs: &JobGraph, pools: &[WorkerPool]) -> Result<()> {
        jobs.open();
        let failure: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for pool in pools {
                scope.spawn(|| {
                    while let Some(item) = jobs.next(|| self.control.order() == Command::Go) {
                        let done = guarded(|| self.perform(&item, pool));
                        if let Err(error) = &done
                            && !error.is::<Interrupted>()
                        {
                            // What is on the way is worth nothing any more.
                            self.control.give(Command::Quit);
                            self.shared.scheduler.release(self.lease.experiment);
                        }
                        if done.is_err() {
                            jobs.close();
                        }
                        let outcome = done.map_err(|error| {
                            let mut failure = locked(&failure);
                            if !error.is::<Interrupted>() && failure.is_none() {
                                *failure = Some(error);
                            }
                        });
                        jobs.complete(&item, outcome.ok());
                    }
                });
            }
        });
        let failure = failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        failure.map_or(Ok(()), Err)
    }

    fn perform(&self, item: &Item, pool: &WorkerPool) -> Result<Outcome> {
        match item {
            Item::Prepare(number) => prepare::configuration(self, *number, pool)
                .map(|configuration| Outcome::Prepared(Arc::new(configuration))),
            Item::Run(configuration, run, budget) => {
                evolve::run(self, configuration, *run, *budget, pool).map(Outcome::Over)
            }
            Item::Test(configuration) => {
                test_evaluation::hold(self, configuration, pool).map(|()| Outcome::Tested)
            }
        }
    }
}
