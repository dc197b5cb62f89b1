//! What the work of an experiment shares: its lease, its commands, its threads, its listeners.

use super::Shared;
use super::configuration::Configuration;
use super::control::{Control, Guard};
use super::event::{Event, Stage};
use super::executor::{PooledExecutor, WorkerPool};
use super::remote_evaluator::BatchControl;
use crate::store::Lease;
use crate::system::cancel::{self, Flag};
use anyhow::Result;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use unstuck_core::search::{Limits, Observer};
use unstuck_evolution::context::Failure;
use unstuck_evolution::task::{Answer, Task};

/// The least time between two reports of progress, in milliseconds.
const NEWS: u64 = 200;

/// An experiment that this process runs.
pub struct RunContext<'a> {
    /// Store, scheduler and listeners.
    pub shared: &'a Shared,
    /// The right to run it.
    pub lease: &'a Lease,
    /// What it is told.
    pub control: &'a Arc<Control>,
}

/// Why work ended before its end: an order. Nothing is wrong.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// What a domain from outside unwinds with when it cannot go on, since searches have no errors.
pub struct Raised {
    /// The reason, in words.
    pub reason: String,
    /// What the domain's own side has to say about it.
    pub cause: Box<dyn Any + Send>,
    /// It could go on, but was asked to end.
    pub interrupted: bool,
}

impl RunContext<'_> {
    /// Tells all listeners.
    pub fn tell(&self, event: &Event) {
        self.shared.listeners.tell(event);
    }

    /// Threads for a piece of work, which tells `progress` how far it is.
    pub fn executor<'a>(
        &'a self,
        pool: &'a WorkerPool,
        patient: bool,
        progress: &'a (dyn Fn(usize, usize) + Sync),
    ) -> PooledExecutor<'a> {
        let account = (&self.shared.scheduler, self.lease.experiment);
        PooledExecutor::new(pool, account, self.control, patient, progress)
    }

    /// Answers tasks: by the evaluator, if there is one, or by the threads.
    pub fn answer(
        &self,
        configuration: &Configuration,
        tasks: &[Task],
        executor: &PooledExecutor<'_>,
        patient: bool,
    ) -> Result<Vec<Answer>> {
        let evaluation = &configuration.ready.context;
        let Some(evaluator) = &self.shared.evaluator else {
            let answers = self.heed(patient, || evaluation.answer(tasks, executor, &self.watch(patient)));
            return answers?.map_err(failed);
        };
        evaluation.answer_by(tasks, |pieces| {
            let is_off = || !self.control.order().lets(patient);
            let control =
                BatchControl { is_off: &is_off, progress: &|done, total| executor.tell(done, total) };
            let measured = evaluator.measure(self.lease.experiment, configuration, pieces, &control)?;
            let measured = measured.ok_or(Interrupted)?;
            executor.credit(measured.seconds);
            Ok(measured.answers)
        })
    }

    /// Runs `work` so that pause and stop cancel it like Ctrl-C. Built-in searches poll; Python domains unwind.
    pub fn heed<R>(&self, patient: bool, work: impl FnOnce() -> R) -> Result<R> {
        let off = self.control.off(patient);
        let ended = cancel::with_flag(Some(Flag::clone(off)), || catch_unwind(AssertUnwindSafe(work)));
        ended.or_else(|payload| match payload.downcast_ref::<Raised>() {
            Some(Raised { interrupted: true, .. }) => Err(Interrupted.into()),
            _ => resume_unwind(payload),
        })
    }

    /// Makes the watchers of searches.
    pub fn watch(&self, patient: bool) -> impl Fn(&Limits) -> Box<dyn Observer> + Sync + use<> {
        let control = Arc::clone(self.control);
        move |limits: &Limits| {
            Box::new(Guard::new(limits, Arc::clone(&control), patient)) as Box<dyn Observer>
        }
    }

    /// Tells listeners of progress, now and then; of what is soon over, nothing.
    pub fn news(&self, stage: Stage, configuration: u32, run: Option<i64>) -> impl Fn(usize, usize) + Sync {
        let (began, last) = (Instant::now(), AtomicU64::new(0));
        move |done, total| {
            let now = began.elapsed().as_millis() as u64;
            let before = last.load(Ordering::Relaxed);
            let due = now >= before + NEWS;
            if due && last.compare_exchange(before, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                let experiment = self.lease.experiment;
                self.tell(&Event::Progress { experiment, stage, configuration, run, done, total });
            }
        }
    }
}

/// Maps an evaluation failure; one caused by a command becomes [`Interrupted`].
pub fn failed(failure: Failure) -> anyhow::Error {
    match failure {
        Failure::Stopped => Interrupted.into(),
        failure => failure.into(),
    }
}
