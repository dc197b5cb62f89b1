//! Runs work on a pool of threads and hands the results back in the order of the work.
//!
//! The order of the output, and each result, is the same for any number of threads. The calling thread
//! alone receives results and reports progress. Workers have large stacks, since deepening searches recurse
//! once per move.

use crate::system::cancel;
use crate::system::lock::locked;
use crate::system::progress::{Extent, Progress};
use crate::system::watch::Activity;
use crate::wording::field;
use anyhow::{Context, Result};
use rayon::iter::{ParallelBridge, ParallelIterator};
use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;
use unstuck_core::executor::Executor;
use unstuck_core::search::{AlgorithmInfo, Parameter};

/// Room for deep searches.
pub const STACK: usize = 64 << 20;
const REDRAW: Duration = Duration::from_millis(100);

/// Whether a search calls itself once a move and needs that room: those that deepen, which have a table or a horizon.
pub fn is_deep(algorithm: &AlgorithmInfo) -> bool {
    let deepening = |parameter: &Parameter| matches!(parameter, Parameter::Table | Parameter::Horizon);
    algorithm.parameters.iter().any(deepening)
}

/// Threads to lend.
pub struct Pool(rayon::ThreadPool);

impl Pool {
    /// That many; 0 for one per core.
    pub fn new(threads: usize) -> Result<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        pool.map(Self).with_context(|| {
            format!("the worker threads could not be started; try a smaller {}", field("threads"))
        })
    }
}

/// How many threads are of use: one a piece of work, or one a core for a single piece that may be split. More would
/// change no result, and each costs a stack.
pub fn useful(asked: usize, pieces: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let asked = if asked == 0 { cores } else { asked };
    asked.min(if pieces <= 1 { cores } else { pieces })
}

impl Executor for Pool {
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        // Threads that help are cancelled with the work.
        let flag = cancel::flag();
        self.0.install(|| Here.run(count, &|number| cancel::with_flag(flag.clone(), || task(number))));
    }

    fn threads(&self) -> usize {
        self.0.current_num_threads()
    }
}

/// The threads of the pool that the caller runs on.
pub struct Here;

impl Executor for Here {
    /// Lower numbers begin first: searches that end early gain by it.
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        rayon::scope(|scope| {
            for _ in 0..self.threads().min(count) {
                scope.spawn(|_| {
                    while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < count)
                    {
                        task(number);
                    }
                });
            }
        });
    }

    fn threads(&self) -> usize {
        rayon::current_num_threads()
    }
}

/// Calls `work` with every number below `count`. A bridge hands them out first to last, so results can be printed while
/// others run.
fn hand_out(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).par_bridge().for_each(work);
}

/// Receives the results of work.
pub struct Results<'a, R> {
    queue: &'a Mutex<VecDeque<R>>,
    arrived: Sender<()>,
}

impl<R> Results<'_, R> {
    /// Takes a result.
    pub fn send(&self, result: R) {
        locked(self.queue).push_back(result);
        // A receiver that is gone has marked the activity as abandoned.
        let _ = self.arrived.send(());
    }
}

/// How work is run and shown.
pub struct Workers<'a> {
    /// Number of threads; 0 for one per core.
    pub threads: usize,
    /// What the progress calls the work.
    pub what: &'static str,
    /// Receives the progress.
    pub progress: &'a dyn Progress,
    /// What the searches have done, and whether their results are still wanted.
    pub activity: &'a Activity,
}

impl Workers<'_> {
    /// Runs `work` on every item and hands each result to `emit`, in the items' order. After Ctrl-C no
    /// further item is begun.
    pub fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T, &Activity) -> R + Sync,
        mut emit: impl FnMut(R) -> Result<()>,
    ) -> Result<()> {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let flag = cancel::flag();
        let produce = |activity: &Activity, results: &Results<'_, (usize, R)>| {
            hand_out(items.len(), &|number| {
                cancel::with_flag(flag.clone(), || {
                    if !activity.is_over() {
                        results.send((number, work(&items[number], activity)));
                    }
                });
            });
        };
        self.stream(items.len(), produce, |(number, result)| {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                emit(result)?;
            }
            Ok(())
        })?;
        // An interruption leaves gaps: what was finished behind one is still worth showing.
        waiting.into_values().try_for_each(emit)
    }

    /// Runs `produce` on the pool and hands everything it sends to `emit`, as it comes.
    pub fn stream<R: Send>(
        &self,
        total: usize,
        produce: impl FnOnce(&Activity, &Results<'_, R>) + Send,
        mut emit: impl FnMut(R) -> Result<()>,
    ) -> Result<()> {
        let queue = Mutex::new(VecDeque::new());
        let mut produce = Some(produce);
        let mut produce = |activity: &Activity, arrived: Sender<()>| {
            if let Some(produce) = produce.take() {
                produce(activity, &Results { queue: &queue, arrived });
            }
        };
        let mut emit = || {
            let result = locked(&queue).pop_front();
            result.map_or(Ok(()), &mut emit)
        };
        self.supervise(total, &mut produce, &mut emit)
    }

    /// Runs `produce` on the pool and calls `emit` for everything that arrives. It is compiled once, whatever the results
    /// are.
    fn supervise(
        &self,
        total: usize,
        produce: &mut (dyn FnMut(&Activity, Sender<()>) + Send),
        emit: &mut dyn FnMut() -> Result<()>,
    ) -> Result<()> {
        let Pool(pool) = Pool::new(useful(self.threads, total))?;
        let activity = self.activity;
        let mut progress = self.progress.stage(self.what, Extent::Pieces(total));
        std::thread::scope(|scope| {
            let (sender, arrived) = mpsc::channel();
            let flag = cancel::flag();
            let work =
                scope.spawn(move || pool.install(|| cancel::with_flag(flag, || produce(activity, sender))));
            let mut done = 0;
            loop {
                match arrived.recv_timeout(REDRAW) {
                    Ok(()) => {
                        done += 1;
                        let mut emitted = Ok(());
                        progress.aside(&mut || emitted = emit());
                        if emitted.is_err() {
                            activity.abandoned.store(true, Ordering::Relaxed);
                            return emitted;
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => progress.show(done, activity),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            // What a domain from outside unwinds with must reach the caller.
            work.join().or_else(|payload| resume_unwind(payload))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_thread_is_started_for_nothing() {
        assert_eq!(useful(1024, 3), 3);
        assert_eq!(useful(2, 300), 2);
        assert_eq!(useful(1, 1), 1);
        assert_eq!(useful(1024, 1), useful(0, 1));
        assert!(useful(0, 2) <= 2);
    }
}
