//! Runs experiments of a store: ask → measure → tell → store, many at once over the same threads.
//!
//! | file | idea |
//! |---|---|
//! | `fair_scheduler`, `executor` | threads, shared fairly between experiments |
//! | `control` | commands to a running experiment |
//! | `supervisor` | the life of one experiment here, from its lease to its end |
//! | `job_graph` | what can be done next: prepare a configuration, run a repetition, hold a test |
//! | `prepare`, `evolve`, `test_evaluation` | how it is done |
//! | [`remote_evaluator`] | measurements by other machines, in place of this process's threads |
//! | [`event`] | news for any number of listeners |
//!
//! Everything that is known goes into the store before any listener gets it, so that a killed process loses the
//! generation in progress and nothing else, and a resumed run comes to the same result to the last bit. There is
//! nothing of a terminal in here: a run without one, or under the web UI, is the same run.

mod configuration;
mod context;
mod control;
pub mod event;
mod evolve;
mod executor;
mod fair_scheduler;
mod job_graph;
mod prepare;
pub mod remote_evaluator;
mod supervisor;
mod test_evaluation;
#[cfg(test)]
mod tests;

pub use configuration::Configuration;
pub use context::Raised;
pub use prepare::{fetch_pattern_databases, read as read_config};

use crate::store::pending_command::PendingCommand;
use crate::store::{self, Lease, Store};
use crate::system::lock::locked;
use anyhow::{Result, bail};
use control::{Command, Control};
use event::{Event, Listeners};
use fair_scheduler::FairScheduler;
use remote_evaluator::RemoteEvaluator;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use unstuck_evolution::algorithms::own::Plan;

/// How often the store is asked what other processes want.
const LISTEN: Duration = Duration::from_millis(200);

/// How often a lease is renewed.
const RENEW: Duration = Duration::from_secs(15);

/// What all workers share.
struct Shared {
    store: Arc<Store>,
    scheduler: FairScheduler,
    threads: usize,
    listeners: Listeners,
    evaluator: Option<Arc<dyn RemoteEvaluator>>,
    plan: Option<Plan>,
    jobs: Mutex<BTreeMap<i64, Job>>,
}

/// An experiment on its way.
struct Job {
    control: Arc<Control>,
    lease: Arc<Lease>,
}

/// Runs experiments of a store.
pub struct Runner {
    shared: Arc<Shared>,
    supervisors: Mutex<Vec<JoinHandle<()>>>,
    /// Dropped to end the listening.
    quiet: Option<Sender<()>>,
    listening: Option<JoinHandle<()>>,
}

impl Runner {
    /// A runner with this number of threads; 0 for one per core.
    pub fn new(store: Arc<Store>, threads: usize) -> Self {
        Self::with(store, threads, None, None)
    }

    /// A runner whose measurements are made by an evaluator, if there is one; its own threads do the rest. The plan is for
    /// experiments whose algorithm is the caller's.
    pub fn with(
        store: Arc<Store>,
        threads: usize,
        evaluator: Option<Arc<dyn RemoteEvaluator>>,
        plan: Option<Plan>,
    ) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = if threads == 0 { cores } else { threads };
        let shared = Arc::new(Shared {
            store,
            scheduler: FairScheduler::new(threads),
            threads,
            listeners: Listeners::default(),
            evaluator,
            plan,
            jobs: Mutex::default(),
        });
        let (quiet, silence) = mpsc::channel();
        let ears = Arc::clone(&shared);
        let listening = std::thread::spawn(move || ears.listen(&silence));
        Self { shared, supervisors: Mutex::default(), quiet: Some(quiet), listening: Some(listening) }
    }

    /// Takes an experiment and runs it, from where it stands.
    pub fn start(&self, experiment: i64) -> Result<()> {
        if self.shared.jobs().contains_key(&experiment) {
            bail!("experiment {experiment} is running here already");
        }
        self.shared.store.verify(experiment)?;
        let lease = Arc::new(self.shared.store.lease(experiment)?);
        let control = Arc::new(Control::new());
        let job = Job { control: Arc::clone(&control), lease: Arc::clone(&lease) };
        self.shared.jobs().insert(experiment, job);
        self.shared.scheduler.join(experiment);
        let shared = Arc::clone(&self.shared);
        let supervisor = std::thread::spawn(move || supervisor::conduct(&shared, &lease, &control));
        let mut supervisors = locked(&self.supervisors);
        // Those that have ended have nothing more to say.
        supervisors.retain(|one| !one.is_finished());
        supervisors.push(supervisor);
        Ok(())
    }

    /// How many threads it has.
    pub fn threads(&self) -> usize {
        self.shared.threads
    }

    /// Whether an experiment is on its way here.
    pub fn has(&self, experiment: i64) -> bool {
        self.shared.jobs().contains_key(&experiment)
    }

    /// News from now on.
    pub fn subscribe(&self) -> Receiver<Event> {
        self.shared.listeners.subscribe()
    }

    /// Lets an experiment finish its generation, and releases it.
    pub fn finish(&self, experiment: i64) -> Result<()> {
        self.shared.order(experiment, Command::Finish)
    }

    /// Ends an experiment within its generation, which is repeated when it goes on, and releases it.
    pub fn quit(&self, experiment: i64) -> Result<()> {
        self.shared.order(experiment, Command::Quit)
    }

    /// Pauses an experiment, within a second.
    pub fn pause(&self, experiment: i64) -> Result<()> {
        self.shared.order(experiment, Command::Pause)
    }

    /// Lets a paused experiment go on.
    pub fn resume(&self, experiment: i64) -> Result<()> {
        self.shared.order(experiment, Command::Go)
    }

    /// Ends an experiment where it stands, within a second.
    pub fn stop(&self, experiment: i64) -> Result<()> {
        self.shared.order(experiment, Command::Stop)
    }

    /// Ends everything at once; what was stored waits to be resumed.
    pub fn shutdown(&mut self) {
        let here: Vec<i64> = self.shared.jobs().keys().copied().collect();
        for experiment in here {
            // One that has just ended needs no order.
            let _ = self.shared.order(experiment, Command::Quit);
        }
        self.quiet = None;
        let supervisors = std::mem::take(&mut *locked(&self.supervisors));
        // A thread that panicked has told its experiment's listeners.
        supervisors.into_iter().chain(self.listening.take()).for_each(|thread| drop(thread.join()));
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.shutdown();
    }
}

impl Shared {
    fn jobs(&self) -> MutexGuard<'_, BTreeMap<i64, Job>> {
        locked(&self.jobs)
    }

    fn order(&self, experiment: i64, order: Command) -> Result<()> {
        let Some(control) = self.jobs().get(&experiment).map(|job| Arc::clone(&job.control)) else {
            bail!("experiment {experiment} is not running here");
        };
        control.give(order);
        if order != Command::Go {
            self.scheduler.release(experiment);
        }
        Ok(())
    }

    /// Passes on what other processes want, and renews the lease.
    fn listen(&self, silence: &Receiver<()>) {
        let mut renewed = Instant::now();
        while silence.recv_timeout(LISTEN) == Err(RecvTimeoutError::Timeout) {
            let renew = renewed.elapsed() > RENEW;
            if renew {
                renewed = Instant::now();
            }
            let here: Vec<Arc<Lease>> = self.jobs().values().map(|job| Arc::clone(&job.lease)).collect();
            for lease in here {
                let renewed = if renew { self.store.renew(&lease) } else { Ok(()) };
                let order = match renewed.and_then(|()| self.store.take_command(&lease)) {
                    Ok(Some(PendingCommand::Pause)) => Command::Pause,
                    Ok(Some(PendingCommand::Resume)) => Command::Go,
                    Ok(Some(PendingCommand::Stop)) => Command::Stop,
                    // Another process has it: what is measured here will never be stored.
                    Err(store::Error::Lost) => Command::Quit,
                    // A store that cannot be read or written now may be next time.
                    Ok(None) | Err(_) => continue,
                };
                // It may have ended meanwhile, or begun again with another lease.
                let same = |job: &Job| Arc::ptr_eq(&job.lease, &lease);
                if self.jobs().get(&lease.experiment).is_some_and(same) {
                    let _ = self.order(lease.experiment, order);
                }
            }
        }
    }
}
