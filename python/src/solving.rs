//! Searches, and whole commands of the command line.

use crate::call::{away, guarded, here};
use crate::errors::{Error, told};
use crate::plain::python;
use anyhow::{Result, anyhow, bail};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use unstuck::exit::Exit;
use unstuck::instances::{self, Reading, Source};
use unstuck::method;
use unstuck::watch::Activity;
use unstuck::workers::{Pool, is_deep, useful};
use unstuck::{complaint, interrupt, perform, program, solving, tables};
use unstuck_core::domain::DomainRef;
use unstuck_core::executor::{Executor, Sequential};
use unstuck_core::instance::Instance;
use unstuck_core::search::Limits;

/// Most memory of a search unless something is said, as on the command line.
const MEMORY: u64 = 4 << 30;

/// Solves one instance; the object of `unstuck solve --json`.
#[pyfunction]
#[pyo3(signature = (
    instance, *, algorithm=None, heuristic=None, domain=None, metric=None, settings=None, weight=None, width=None,
    horizon=None, table=None, order_by_h=false, limit_nodes=None, limit_seconds=None, limit_memory=MEMORY, threads=1
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn solve<'py>(
    py: Python<'py>,
    instance: &str,
    algorithm: Option<&str>,
    heuristic: Option<&str>,
    domain: Option<&str>,
    metric: Option<String>,
    settings: Option<BTreeMap<String, String>>,
    weight: Option<f64>,
    width: Option<u64>,
    horizon: Option<u32>,
    table: Option<u64>,
    order_by_h: bool,
    limit_nodes: Option<u64>,
    limit_seconds: Option<f64>,
    limit_memory: Option<u64>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (source, reading, task, deep) = here(py, || {
        positive("limit_seconds", limit_seconds)?;
        let reading = Reading { metric, settings: settings.unwrap_or_default() };
        let source = named(instance, domain, &reading)?;
        let choice = method::choose(&*source.domain, algorithm, heuristic)?;
        let mut parameters = method::Parameters::default();
        let mut give =
            |name, value: Option<String>| parameters.give(name, value).map_err(|wrong| anyhow!(wrong));
        give("weight", weight.map(|weight| weight.to_string()))?;
        give("width", width.map(|width| width.to_string()))?;
        give("horizon", horizon.map(|horizon| horizon.to_string()))?;
        give("table", table.map(|table| table.to_string()))?;
        give("order", order_by_h.then(|| "h".to_owned()))?;
        parameters.check(&[choice.algorithm])?;
        let limits = Limits { expanded: limit_nodes, seconds: limit_seconds, memory: limit_memory };
        let deep =
            is_deep(choice.algorithm) || !tables::needed(&*source.domain, &[&choice.heuristic]).is_empty();
        let request = parameters.request(&choice, limits);
        Ok((source, reading, (choice, request), deep))
    })?;
    let task = (&task.0, &task.1);
    let activity = Activity::default();
    let report = if deep || threads != 1 {
        let stop = || activity.abandoned.store(true, Ordering::Relaxed);
        away(py, &stop, || {
            tables::prepare(&*source.domain, &[&task.1.heuristic], threads, true)?;
            let pool = if threads == 1 { None } else { Some(Pool::new(useful(threads, 1))?) };
            let executor: &dyn Executor = pool.as_ref().map_or(&Sequential, |pool| pool);
            Ok(solving::solve(&source, &reading, task, &activity, executor)?.json())
        })
    } else {
        here(py, || Ok(solving::solve(&source, &reading, task, &activity, &Sequential)?.json()))
    };
    python(py, &report?)
}

/// The instance that a text names.
pub(crate) fn named(instance: &str, domain: Option<&str>, reading: &Reading) -> Result<Source> {
    let domain = domain.map(instances::domain).transpose()?;
    instances::single(&[instance.to_owned()], domain.as_ref(), reading)
}

/// The seconds that the program itself takes to read an instance, search, and validate the plan: what a call from Python is
/// measured against.
#[pyfunction]
pub fn time_solve(py: Python<'_>, instance: &str, algorithm: &str, heuristic: &str) -> PyResult<f64> {
    let measure = || {
        let reading = Reading::default();
        let source = named(instance, None, &reading)?;
        let choice = method::choose(&*source.domain, Some(algorithm), Some(heuristic))?;
        let request = method::Parameters::default().request(&choice, Limits::NONE);
        let (activity, began) = (Activity::default(), Instant::now());
        let report = solving::solve(&source, &reading, (&choice, &request), &activity, &Sequential)?;
        let seconds = began.elapsed().as_secs_f64();
        drop(report);
        Ok(seconds)
    };
    guarded(|| py.detach(measure).map_err(|error: anyhow::Error| told(&error)))
}

fn positive(name: &str, value: Option<f64>) -> Result<()> {
    match value {
        Some(value) if value.is_nan() || value <= 0.0 => bail!("{name} is {value}; write a number above 0"),
        _ => Ok(()),
    }
}

/// Runs a command of the command line: its exit code, what it printed, and its complaints. Bad input is an exception.
#[pyfunction]
pub fn command(py: Python<'_>, arguments: Vec<String>) -> PyResult<(u8, String, Vec<String>)> {
    // A command begins threads of its own, which hear of nobody but the whole program's interrupt.
    let asked = AtomicBool::new(false);
    let stop = || {
        asked.store(true, Ordering::Relaxed);
        interrupt::ask(true);
    };
    let ended = away(py, &stop, || {
        let mut out = Vec::new();
        let (exit, complaints) = complaint::listening(|| perform(&arguments, &mut out));
        Ok((exit?, String::from_utf8_lossy(&out).into_owned(), complaints))
    });
    if asked.into_inner() {
        interrupt::ask(false);
    }
    let (exit, out, complaints) = ended?;
    if exit == Exit::BadInput {
        return Err(Error::new_err(complaints.join("\n")));
    }
    Ok((exit.code(), out, complaints))
}

/// The program itself: it prints, and takes Ctrl-C over. Its exit code.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<String>) -> PyResult<u8> {
    // A Python that is a part of another program does not know of any.
    let interpreter: Option<OsString> = py.import("sys")?.getattr("executable")?.extract()?;
    let words = |interpreter| vec![interpreter, "-m".into(), "unstuck".into()];
    program::starts_by(interpreter.filter(|path| !path.is_empty()).map_or(Vec::new(), words));
    let run = || unstuck::run(std::iter::once("unstuck".into()).chain(arguments.into_iter().map(Into::into)));
    guarded(|| Ok(py.detach(run)))
}

/// Reads the one instance that a name or text means, and what it says about itself.
pub fn read(
    instance: &str,
    domain: Option<&str>,
    metric: Option<String>,
    features: &[&str],
) -> Result<(Box<dyn Instance>, DomainRef)> {
    let reading = Reading { metric, settings: BTreeMap::new() };
    let source = named(instance, domain, &reading)?;
    tables::prepare_features(&*source.domain, features, 0, true)?;
    let puzzle = source.read(&reading)?;
    Ok((puzzle, source.domain))
}

/// The values of all features that a state alone determines.
#[pyfunction]
#[pyo3(signature = (instance, domain=None))]
pub fn features<'py>(py: Python<'py>, instance: &str, domain: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
    let values = away(py, &|| (), || {
        let (puzzle, domain) = read(instance, domain, None, &[])?;
        let names = domain.features().names().map(str::to_owned);
        Ok(names.zip(puzzle.values()).collect::<Vec<_>>())
    })?;
    let found = PyDict::new(py);
    for (name, value) in values {
        if let Some(value) = value {
            found.set_item(name, value)?;
        }
    }
    Ok(found)
}

/// The text of an instance, and a drawing of it.
#[pyfunction]
#[pyo3(signature = (instance, domain=None))]
pub fn board(py: Python<'_>, instance: &str, domain: Option<&str>) -> PyResult<(String, String)> {
    away(py, &|| (), || {
        let (puzzle, _) = read(instance, domain, None, &[])?;
        Ok((puzzle.text(), puzzle.picture().to_string()))
    })
}
