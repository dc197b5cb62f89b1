//! Work away from Python, while other Python threads run and signals are looked for: on a thread with room for deep
//! searches, or for less overhead in place.

use crate::errors::{Defect, told};
use anyhow::{Context, Result};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use unstuck_ops::cancel::{self, Flag};
use unstuck_ops::runner::Raised;
use unstuck_ops::watch::Activity;
use unstuck_ops::workers::STACK;

/// How often signals are looked for.
pub const TICK: Duration = Duration::from_millis(50);

/// How long a thread looks again and again before it sleeps: waking it takes longer than many a search.
const HASTE: Duration = Duration::from_micros(500);

/// Tells one waiting thread that something has ended.
#[derive(Default)]
struct Latch {
    open: Mutex<bool>,
    changed: Condvar,
    ended: AtomicBool,
}

impl Latch {
    fn release(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
        self.ended.store(true, Ordering::Release);
    }

    /// Looks for a moment; whether it has ended.
    fn look(&self) -> bool {
        let began = Instant::now();
        while !self.ended.load(Ordering::Acquire) {
            if began.elapsed() > HASTE {
                return false;
            }
            std::thread::yield_now();
        }
        true
    }

    /// Waits for a tick at most; whether it has ended.
    fn wait(&self) -> bool {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(open, TICK, |open| !*open);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Threads that wait for the next call, each with its pool, and the process that they belong to.
static IDLE: Mutex<(u32, Vec<ThreadPool>)> = Mutex::new((0, Vec::new()));

/// Threads that are kept.
const MAX: usize = 8;

/// A thread with room for deep searches: beginning one takes longer than many a search.
fn thread() -> Result<ThreadPool> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if idle.0 != process {
        // After a fork there are none, and waiting for them would never end.
        std::mem::forget(std::mem::take(&mut idle.1));
        idle.0 = process;
    }
    match idle.1.pop() {
        Some(thread) => Ok(thread),
        None => ThreadPoolBuilder::new()
            .num_threads(1)
            .stack_size(STACK)
            .build()
            .context("no thread could be started for the search"),
    }
}

fn give_back(thread: ThreadPool) {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if idle.1.len() < MAX {
        idle.1.push(thread);
    }
}

/// Runs `work`. When a signal handler raises (Ctrl-C does), the work that polls for an interrupt gets one, and `stop` is
/// called, once; what the handler raised comes back as soon as the work has ended.
pub fn away<R: Send>(
    py: Python<'_>,
    stop: &(dyn Fn() + Sync),
    work: impl FnOnce() -> Result<R> + Send,
) -> PyResult<R> {
    let thread = thread().map_err(|error| told(&error))?;
    let (latch, flag, mut ended, mut signal) = (Latch::default(), Flag::default(), None, None);
    thread.in_place_scope(|scope| {
        scope.spawn(|_| {
            ended =
                Some(catch_unwind(AssertUnwindSafe(|| cancel::with_flag(Some(Flag::clone(&flag)), work))));
            latch.release();
        });
        let soon = py.detach(|| latch.look());
        while !soon && !py.detach(|| latch.wait()) {
            if signal.is_none()
                && let Err(raised) = py.check_signals()
            {
                flag.store(true, Ordering::Relaxed);
                stop();
                signal = Some(raised);
            }
        }
    });
    give_back(thread);
    match (signal, ended) {
        (Some(raised), _) => Err(raised),
        (None, Some(ended)) => outcome(ended),
        (None, None) => Err(Defect::new_err("the work of a call was lost; please report this")),
    }
}

/// Runs an operation away from Python; it gets a context without progress, and ends early when a signal handler raises.
pub fn operate<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(&unstuck_ops::Context<'_>) -> Result<R> + Send,
) -> PyResult<R> {
    let activity = Activity::default();
    let stop = || activity.abandoned.store(true, Ordering::Relaxed);
    away(py, &stop, || work(&unstuck_ops::Context::silent(&activity)))
}

/// Panics within a call, so that the tests see how a defect is reported.
#[pyfunction]
pub fn provoke_defect(py: Python<'_>) -> PyResult<()> {
    away(py, &|| (), || panic!("provoked"))
}

/// The signals that work in place has seen.
struct Heard {
    looked: Instant,
    raised: Option<PyErr>,
}

thread_local! {
    static HEARD: RefCell<Option<Heard>> = const { RefCell::new(None) };
}

/// Looks for signals, not too often; whether one has raised.
fn hears() -> bool {
    let known = HEARD.with_borrow_mut(|heard| match heard {
        Some(Heard { raised: Some(_), .. }) => Some(true),
        Some(heard) if heard.looked.elapsed() >= TICK => {
            heard.looked = Instant::now();
            None
        }
        _ => Some(false),
    });
    // A handler may call us again: nothing is borrowed while it runs.
    known.unwrap_or_else(|| match Python::try_attach(|py| py.check_signals()) {
        Some(Ok(())) => false,
        Some(Err(raised)) => {
            HEARD.with_borrow_mut(|heard| {
                if let Some(heard) = heard {
                    heard.raised = Some(raised);
                }
            });
            true
        }
        // Python has come to its end, and so do we.
        None => true,
    })
}

/// Runs `work` on this thread: handing it over takes longer than many a search. For work that asks
/// [`cancel::requested`] here, many times a second, and needs little room on the stack.
pub fn here<R: Send>(py: Python<'_>, work: impl FnOnce() -> Result<R> + Send) -> PyResult<R> {
    let outer = HEARD.replace(Some(Heard { looked: Instant::now(), raised: None }));
    let ended = py.detach(|| catch_unwind(AssertUnwindSafe(|| cancel::with_poll(hears, work))));
    match HEARD.replace(outer).and_then(|heard| heard.raised) {
        Some(raised) => Err(raised),
        None => outcome(ended),
    }
}

/// What work led to: its result, or what it raised as an exception.
pub fn outcome<R>(ended: std::thread::Result<Result<R>>) -> PyResult<R> {
    match ended {
        Ok(result) => result.map_err(|error| told(&error)),
        Err(payload) => Err(unwound(payload)),
    }
}

/// Runs short work in place; a panic becomes an exception here as well.
pub fn guarded<R>(work: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(unwound(payload)))
}

/// Asks Python for the domain of this name. Algorithms have no errors, so an exception unwinds them; their caller gets it.
pub fn ask<R>(domain: &str, question: impl FnOnce(Python<'_>) -> PyResult<R>) -> R {
    // A search looks for an interrupt only now and then, and Python's functions may be slow.
    let interrupted = cancel::requested();
    let stopped = || Err(PyKeyboardInterrupt::new_err("stopped"));
    match Python::attach(|py| if interrupted { stopped() } else { question(py) }) {
        Ok(answer) => answer,
        Err(error) => {
            let reason = format!("the domain {domain}: {error}");
            resume_unwind(Box::new(Raised { reason, cause: Box::new(error), interrupted }))
        }
    }
}

/// What ended a thread, as an exception: the one that a function of a Python domain raised, or a defect.
fn unwound(payload: Box<dyn Any + Send>) -> PyErr {
    let payload = match payload.downcast::<Raised>() {
        Ok(raised) => {
            let Raised { reason, cause, .. } = *raised;
            return match cause.downcast::<PyErr>() {
                Ok(error) => *error,
                Err(_) => crate::errors::Error::new_err(reason),
            };
        }
        Err(payload) => payload,
    };
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason was given");
    Defect::new_err(format!("a defect of the program: {text}; please report this"))
}
