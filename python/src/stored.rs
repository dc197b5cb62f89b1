//! An experiment in a store, run as `unstuck evolve` runs it: the same file resumes it.

use crate::call::away;
use crate::errors::Error;
use crate::evolution::Origin;
use crate::plain::python;
use crate::plan;
use crate::remote_evaluator::PythonEvaluator;
use anyhow::Result;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use unstuck_ops::experiments::learn::{self, Learning};
use unstuck_ops::experiments::{ExperimentFile, Kept, Results, document};
use unstuck_ops::progress::Silent;
use unstuck_ops::runner::Runner;
use unstuck_ops::runner::event::Event;
use unstuck_ops::runner::remote_evaluator::RemoteEvaluator;
use unstuck_ops::store::record::State;
use unstuck_ops::store::{Store, location};

/// How often signals are looked for.
const TICK: Duration = Duration::from_millis(50);

/// Runs an experiment until it is over; `callback` gets the events. Returns its number, the store, the state.
#[pyfunction]
#[pyo3(signature = (origin, *, store=None, seed=None, quick=false, again=false, threads=0, evaluator=None, callback=None, algorithm=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn run_stored<'py>(
    py: Python<'py>,
    origin: Origin,
    store: Option<PathBuf>,
    seed: Option<u64>,
    quick: bool,
    again: bool,
    threads: usize,
    evaluator: Option<Py<PyAny>>,
    callback: Option<Py<PyAny>>,
    algorithm: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let own = algorithm.as_ref();
    let (store, id, state) = away(py, &|| (), || put(&origin, store, (seed, quick, again), threads, own))?;
    let path = store.path().map(|path| path.display().to_string());
    let state_of = |state: State| json!({ "id": id, "store": path, "state": state });
    if state == State::Done {
        return python(py, &state_of(state));
    }
    let evaluator =
        evaluator.map(|evaluator| Arc::new(PythonEvaluator(evaluator)) as Arc<dyn RemoteEvaluator>);
    let mut runner = py.detach(|| Runner::with(store, threads, evaluator, algorithm.map(plan::plan)));
    let events = Mutex::new(runner.subscribe());
    let ended = py
        .detach(|| runner.start(id))
        .map_err(|error| crate::errors::told(&error))
        .and_then(|()| follow(py, &events, callback.as_ref()));
    // The next call resumes where this one ended.
    py.detach(|| runner.shutdown());
    python(py, &state_of(ended?))
}

/// The text of an experiment that learns a heuristic for a planning domain.
#[pyfunction]
pub fn rule_experiment(
    domain: String,
    tasks: Vec<String>,
    test: Vec<String>,
    minutes: f64,
    seed: u64,
) -> PyResult<String> {
    let file = learn::experiment(&Learning { domain, tasks, test, minutes, seed }, false);
    file.map(|file| file.whole.print()).map_err(|error| crate::errors::told(&error))
}

/// Everything that is stored of an experiment: the object of `unstuck experiments show --json`.
#[pyfunction]
pub fn show_stored(py: Python<'_>, id: i64, store: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let found = away(py, &|| (), || Ok(document(&Results::load(&Store::open(&store)?, id)?)))?;
    python(py, &found)
}

/// Finds the experiment in the store, or puts it there: the store, its number, and its state.
fn put(
    (text, title, folder): &Origin,
    store: Option<PathBuf>,
    (seed, quick, again): (Option<u64>, bool, bool),
    threads: usize,
    algorithm: Option<&Py<PyAny>>,
) -> Result<(Arc<Store>, i64, State)> {
    let file = ExperimentFile::of(text, (title, folder), seed, quick)?;
    plan::check(&file.whole, algorithm)?;
    let store = Arc::new(Store::open(&location::chosen(store.as_deref())?)?);
    Ok(match file.keep(&store, again, threads, &Silent)? {
        Kept::New(id) => (store, id, State::Waiting),
        Kept::Known(record) => (store, record.id, record.state),
    })
}

/// Passes news on until the experiment is given back.
fn follow(py: Python<'_>, events: &Mutex<Receiver<Event>>, callback: Option<&Py<PyAny>>) -> PyResult<State> {
    loop {
        let event = py.detach(|| events.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK));
        py.check_signals()?;
        match event {
            Ok(Event::Ended { state, error, .. }) => {
                return error.map_or(Ok(state), |words| Err(Error::new_err(words)));
            }
            Ok(event) => {
                if let Some(callback) = callback {
                    callback.call1(py, (news(py, &event)?,))?;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(crate::errors::Defect::new_err("the runner has gone; please report this"));
            }
        }
    }
}

fn news<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyDict>> {
    Ok(python(py, event)?.cast_into::<PyDict>()?)
}
