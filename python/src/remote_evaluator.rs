//! The runner's hands elsewhere: a Python object passes tasks on, and evaluators answer them wherever they are.

use crate::call::away;
use crate::errors::{Error, told};
use crate::evolution::{packed, watch};
use anyhow::{Result, anyhow};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use unstuck_core::executor::Sequential;
use unstuck_core::registry;
use unstuck_evolution::context::EvaluationContext;
use unstuck_evolution::task::{Answer, Task};
use unstuck_ops::pattern_databases::{self, Cache, Making};
use unstuck_ops::progress::Silent;
use unstuck_ops::runner::Configuration;
use unstuck_ops::runner::remote_evaluator::{BatchControl, Measured, RemoteEvaluator};

/// Seconds between two looks whether a batch is still wanted.
const PATIENCE: f64 = 0.1;

/// A Python object with the methods `knows`, `equip` and `submit`; see `unstuck.remote_evaluator.RemoteEvaluator`.
pub struct PythonEvaluator(pub Py<PyAny>);

impl RemoteEvaluator for PythonEvaluator {
    fn measure(
        &self,
        experiment: i64,
        configuration: &Configuration,
        tasks: &[Task],
        control: &BatchControl<'_>,
    ) -> Result<Option<Measured>> {
        let key = format!("{experiment}/{}", configuration.number);
        let known: bool =
            self.call(|py, evaluator| evaluator.call_method1(py, "knows", (&key,))?.extract(py))?;
        if !known {
            let world = configuration.ready.context.pack();
            let (domain, tables) = (&configuration.experiment.domain, configuration.experiment.tables());
            self.call(|py, evaluator| {
                evaluator
                    .call_method1(py, "equip", (&key, PyBytes::new(py, &world), &*domain.info().name, tables))
                    .map(drop)
            })?;
        }
        let batch = self.call(|py, evaluator| {
            let table = &configuration.ready.context.table;
            let bytes = |task: &Task| Ok(PyBytes::new(py, &task.pack(table)));
            let bytes = tasks.iter().map(bytes).collect::<PyResult<Vec<_>>>()?;
            evaluator.call_method1(py, "submit", (&key, bytes))
        })?;
        loop {
            let (done, answered): (bool, usize) =
                self.call(|py, _| batch.call_method1(py, "wait", (PATIENCE,))?.extract(py))?;
            (control.progress)(answered, tasks.len());
            if done {
                break;
            }
            if (control.is_off)() {
                self.call(|py, _| batch.call_method0(py, "cancel").map(drop))?;
                return Ok(None);
            }
        }
        let (answers, seconds): (Vec<Vec<u8>>, f64) =
            self.call(|py, _| batch.call_method0(py, "result")?.extract(py))?;
        let answer = |bytes: &Vec<u8>| postcard::from_bytes::<Answer>(bytes);
        let answers = answers.iter().map(answer).collect::<Result<Vec<_>, _>>();
        Ok(Some(Measured { answers: answers.map_err(|error| anyhow!("no answer: {error}"))?, seconds }))
    }
}

impl PythonEvaluator {
    /// Calls Python; an exception becomes an error in its words.
    fn call<R>(&self, work: impl FnOnce(Python<'_>, &Py<PyAny>) -> PyResult<R>) -> Result<R> {
        Python::attach(|py| {
            work(py, &self.0).map_err(|error| match error.is_instance_of::<Error>(py) {
                true => anyhow!("{}", error.value(py)),
                false => anyhow!("the remote evaluator failed: {error}"),
            })
        })
    }
}

/// Answers tasks of a packed world, wherever it is.
#[pyclass(frozen, module = "unstuck._unstuck")]
pub struct Evaluator(EvaluationContext);

#[pymethods]
impl Evaluator {
    /// Unpacks a world. The tables that its features read are taken from the cache of this machine.
    #[new]
    #[pyo3(signature = (world, domain, tables))]
    fn new(py: Python<'_>, world: &[u8], domain: &str, tables: Vec<String>) -> PyResult<Self> {
        away(py, &|| (), || {
            let names: Vec<&str> = tables.iter().map(String::as_str).collect();
            if let Some(domain) = registry::domain(domain) {
                pattern_databases::prepare_features(&*domain, &names, Making::unlimited(1, &Silent))?;
            }
            Ok(Self(EvaluationContext::unpack(world)?))
        })
    }

    /// Answers tasks one after the other, at least one, until `seconds` are over; also the seconds it took.
    fn answer<'py>(
        &self,
        py: Python<'py>,
        tasks: Vec<Vec<u8>>,
        seconds: f64,
    ) -> PyResult<(Vec<Bound<'py, PyBytes>>, f64)> {
        let off = Arc::new(AtomicBool::new(false));
        let began = Instant::now();
        let answers = away(py, &|| off.store(true, Ordering::Relaxed), || {
            let mut answers = Vec::new();
            for bytes in &tasks {
                if !answers.is_empty() && began.elapsed().as_secs_f64() > seconds {
                    break;
                }
                let task = Task::unpack(bytes, &self.0.table)?;
                answers.extend(self.0.answer(&[task], &Sequential, &watch(&off))?);
            }
            Ok(answers)
        })?;
        let seconds = began.elapsed().as_secs_f64();
        let bytes = answers.iter().map(|answer| Ok(PyBytes::new(py, &packed(answer)?)));
        Ok((bytes.collect::<PyResult<_>>()?, seconds))
    }
}

/// The file of a large table in the cache of this machine.
#[pyfunction]
pub fn table_path(domain: &str, table: &str) -> PyResult<PathBuf> {
    let tables = registry::domain(domain).map(|domain| domain.pattern_databases()).unwrap_or_default();
    let info = tables.iter().find(|info| info.name == table);
    let info = info.ok_or_else(|| Error::new_err(format!("{domain} has no table '{table}'")))?;
    Cache::path(info).map_err(|error| told(&error))
}
