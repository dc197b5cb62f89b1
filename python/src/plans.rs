//! An anytime search on its own thread: its plans, one by one, while it runs.

use crate::call::{TICK, here, outcome};
use crate::errors::{Defect, told};
use crate::plain::python;
use crate::solving::{Common, parameters};
use anyhow::{Context as _, Result};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use unstuck_core::executor::Sequential;
use unstuck_ops::Context;
use unstuck_ops::method::Method;
use unstuck_ops::solve::{Batch, Request, SolveResult};
use unstuck_ops::watch::{Activity, Improvement};
use unstuck_ops::workers::STACK;

/// What the search reports: plans, and its end.
enum Event {
    Plan(Value),
    End(std::thread::Result<Result<Box<SolveResult>>>),
}

/// A search for ever better plans.
#[pyclass(frozen, module = "unstuck._unstuck")]
pub struct Plans {
    activity: Arc<Activity>,
    events: Mutex<Receiver<Event>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[pymethods]
impl Plans {
    #[new]
    fn new(
        py: Python<'_>,
        instance: Vec<String>,
        heuristic: Option<String>,
        parameters_given: &Bound<'_, PyDict>,
        common: Common,
    ) -> PyResult<Self> {
        let parameters = parameters(parameters_given)?;
        let activity = Arc::new(Activity::default());
        let method = Method { algorithm: Some("shortest".to_owned()), heuristic, parameters };
        // What cannot be run is refused here, and not when the first plan is asked for.
        let prepare = || {
            let request: Request = common.request(instance, method)?;
            Ok(Batch::single(&request, &Context::silent(&activity))?)
        };
        let batch = here(py, prepare)?;
        let (sender, events) = channel();
        let thread = spawn(batch, activity.clone(), sender);
        let thread = Mutex::new(Some(thread.map_err(|error| told(&error))?));
        Ok(Self { activity, events: Mutex::new(events), thread })
    }

    /// Waits for the next event: `(True, plan)`, or `(False, result)` at the end.
    fn wait<'py>(&self, py: Python<'py>) -> PyResult<(bool, Bound<'py, PyAny>)> {
        loop {
            let receive = || {
                let events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
                events.recv_timeout(TICK)
            };
            match py.detach(receive) {
                Ok(Event::Plan(plan)) => return Ok((true, python(py, &plan)?)),
                Ok(Event::End(ended)) => return Ok((false, python(py, &outcome(ended)?)?)),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| self.close(py))?,
                Err(RecvTimeoutError::Disconnected) => return Err(Defect::new_err("a search was lost")),
            }
        }
    }

    /// Ends the search, and waits until it has.
    fn close(&self, py: Python<'_>) {
        self.abandon();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // A panic of the search was caught on its thread.
            let _ = py.detach(|| thread.join());
        }
    }
}

impl Plans {
    fn abandon(&self) {
        self.activity.abandoned.store(true, Ordering::Relaxed);
    }
}

impl Drop for Plans {
    /// The search ends soon, and is not waited for: it may need Python's lock, which is held here.
    fn drop(&mut self) {
        self.abandon();
    }
}

fn spawn(batch: Batch, activity: Arc<Activity>, sender: Sender<Event>) -> Result<JoinHandle<()>> {
    let run = move || {
        let plans = sender.clone();
        let send = move |found: &Improvement<'_>| {
            let lengths = found.lengths.iter().map(|(name, length)| (name.to_string(), json!(length)));
            let _ = plans.send(Event::Plan(json!({
                "steps": found.plan,
                "length": found.length,
                "lengths": lengths.collect::<serde_json::Map<_, _>>(),
                "seconds": found.seconds,
                "text": found.text,
            })));
        };
        let _ = activity.plans.set(Box::new(send));
        let context = Context::silent(&activity);
        let search = || Ok(Box::new(batch.run_here(&context, &Sequential)?.result()));
        // Nothing is read any more if the receiver is gone.
        let _ = sender.send(Event::End(catch_unwind(AssertUnwindSafe(search))));
    };
    Builder::new().stack_size(STACK).spawn(run).context("no thread could be started for the search")
}
