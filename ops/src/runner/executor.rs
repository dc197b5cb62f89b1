//! Threads that work for an experiment whenever the scheduler lets them.

use super::control::Control;
use super::fair_scheduler::FairScheduler;
use crate::system::cancel;
use crate::system::workers::STACK;
use crate::wording::field;
use anyhow::{Context, Result};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use unstuck_core::executor::Executor;

/// Short pieces of work share a permit for so long.
const SLICE: Duration = Duration::from_millis(5);

/// Threads for one thing at a time.
pub struct WorkerPool(rayon::ThreadPool);

impl WorkerPool {
    /// So many threads. Most of them wait at the scheduler, and cost nothing but their stacks.
    pub fn new(threads: usize) -> Result<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        pool.map(Self).with_context(|| {
            format!("the worker threads could not be started; try a smaller {}", field("threads"))
        })
    }
}

/// Lends the threads of a pool to one piece of work of an experiment.
pub struct PooledExecutor<'a> {
    pool: &'a WorkerPool,
    scheduler: &'a FairScheduler,
    account: i64,
    control: &'a Control,
    /// Whether a step is finished on demand.
    patient: bool,
    /// Receives how many pieces of how many are done.
    progress: &'a (dyn Fn(usize, usize) + Sync),
    busy: AtomicU64,
}

impl<'a> PooledExecutor<'a> {
    /// Lends to an experiment, whose account it is.
    pub fn new(
        pool: &'a WorkerPool,
        (scheduler, account): (&'a FairScheduler, i64),
        control: &'a Control,
        patient: bool,
        progress: &'a (dyn Fn(usize, usize) + Sync),
    ) -> Self {
        Self { pool, scheduler, account, control, patient, progress, busy: AtomicU64::new(0) }
    }

    /// Seconds that the threads have worked, all together.
    pub fn busy(&self) -> f64 {
        self.busy.load(Ordering::Relaxed) as f64 / 1e9
    }

    /// Counts work that others did in place of the threads.
    pub fn credit(&self, seconds: f64) {
        self.busy.fetch_add((seconds * 1e9) as u64, Ordering::Relaxed);
    }

    /// Tells how many pieces of how many are done.
    pub fn tell(&self, done: usize, total: usize) {
        (self.progress)(done, total);
    }

    /// Whether what is left will be cut short anyway.
    fn is_needless(&self) -> bool {
        !self.control.order().lets(self.patient)
    }

    fn work(&self, next: &AtomicUsize, done: &AtomicUsize, count: usize, task: &(dyn Fn(usize) + Sync)) {
        while next.load(Ordering::Relaxed) < count {
            let _permit = self.scheduler.enter(self.account, &|| self.is_needless());
            let began = Instant::now();
            while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < count) {
                task(number);
                self.tell(done.fetch_add(1, Ordering::Relaxed) + 1, count);
                if began.elapsed() > SLICE {
                    break;
                }
            }
            self.busy.fetch_add(began.elapsed().as_nanos() as u64, Ordering::Relaxed);
        }
    }
}

impl Executor for PooledExecutor<'_> {
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        // A helping thread ends when the work is no longer wanted.
        let flag = cancel::flag();
        self.pool.0.scope(|scope| {
            for _ in 0..self.threads().min(count) {
                scope.spawn(|_| {
                    cancel::with_flag(flag.clone(), || self.work(&next, &done, count, task));
                });
            }
        });
    }

    fn threads(&self) -> usize {
        self.pool.0.current_num_threads()
    }
}
