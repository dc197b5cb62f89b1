//! Searches, and whole commands of the command line.

use crate::call::{away, guarded, here};
use crate::errors::{Error, told};
use crate::plain::python;
use anyhow::{Result, bail};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use unstuck::exit::Exit;
use unstuck::instances::{self, Reading};
use unstuck::method::{self, ParameterFlags};
use unstuck::watch::Activity;
use unstuck::workers::{Pool, is_deep, useful};
use unstuck::{complaint, interrupt, perform, program, solving, tables};
use unstuck_core::executor::{Executor, Sequential};
use unstuck_core::instance::{Instance, Job};
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
    let (source, reading, job, deep) = here(py, || {
        positive("weight", weight)?;
        positive("limit_seconds", limit_seconds)?;
        if horizon == Some(0) {
            bail!("a horizon of 0 plies sees nothing; write at least 1");
        }
        let source = instances::single(instance, domain)?;
        let pair = method::choose(source.domain, algorithm, heuristic)?;
        let parameters = ParameterFlags::given((weight, width, horizon), table, order_by_h);
        parameters.check(&[pair.0])?;
        let limits = Limits { expanded: limit_nodes, seconds: limit_seconds, memory: limit_memory };
        let reading = Reading { metric, settings: settings.unwrap_or_default() };
        let deep = is_deep(pair.0) || !tables::needed(source.domain, &[&pair.1]).is_empty();
        Ok((source, reading, parameters.job(&pair, limits), deep))
    })?;
    let solve = if heuristic.is_some() { solving::solve } else { solving::solve_by_choice };
    let activity = Activity::default();
    let report = if deep || threads != 1 {
        let stop = || activity.abandoned.store(true, Ordering::Relaxed);
        away(py, &stop, || {
            tables::prepare(source.domain, &[&job.heuristic], threads, true)?;
            let pool = if threads == 1 { None } else { Some(Pool::new(useful(threads, 1))?) };
            let executor: &dyn Executor = pool.as_ref().map_or(&Sequential, |pool| pool);
            Ok(solve(&source, &reading, &job, &activity, executor)?.json())
        })
    } else {
        here(py, || Ok(solve(&source, &reading, &job, &activity, &Sequential)?.json()))
    };
    python(py, &report?)
}

/// The seconds that the program itself takes to read an instance, search, and validate the plan: what a call from Python is
/// measured against.
#[pyfunction]
pub fn time_solve(py: Python<'_>, instance: &str, algorithm: &str, heuristic: &str) -> PyResult<f64> {
    let measure = || {
        let source = instances::single(instance, None)?;
        let job = Job::new(algorithm, heuristic);
        let (reading, activity, began) = (Reading::default(), Activity::default(), Instant::now());
        let report = solving::solve(&source, &reading, &job, &activity, &Sequential)?;
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
    heuristics: &[&str],
) -> Result<(Box<dyn Instance>, &'static dyn unstuck_core::domain::Domain)> {
    let source = instances::single(instance, domain)?;
    tables::prepare(source.domain, heuristics, 0, true)?;
    let puzzle = source.read(&Reading { metric, settings: BTreeMap::new() })?;
    Ok((puzzle, source.domain))
}

/// The values of all features that a state alone determines.
#[pyfunction]
#[pyo3(signature = (instance, domain=None))]
pub fn features<'py>(py: Python<'py>, instance: &str, domain: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
    let values = away(py, &|| (), || {
        let (puzzle, domain) = read(instance, domain, None, &[])?;
        Ok(domain.features().into_iter().zip(puzzle.values()).collect::<Vec<_>>())
    })?;
    let found = PyDict::new(py);
    for (info, value) in values {
        if let Some(value) = value {
            found.set_item(info.name, value)?;
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
