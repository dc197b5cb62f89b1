//! Searches, whole spaces, report cards and comparisons.

use crate::call::{away, guarded, here, operate};
use crate::errors::{told, warn};
use crate::plain::python;
use crate::wording::Keywords;
use anyhow::{Result, anyhow, bail};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyDictMethods};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Instant;
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::executor::{Executor, Sequential};
use unstuck_core::instance::Instance;
use unstuck_ops::compare::Compared;
use unstuck_ops::instances::{Reading, Source};
use unstuck_ops::limits::Limits;
use unstuck_ops::method::{Method, Parameters};
use unstuck_ops::progress::Silent;
use unstuck_ops::solve::{Batch, Request, Solves};
use unstuck_ops::watch::Activity;
use unstuck_ops::workers::{Pool, useful};
use unstuck_ops::{
    Context, Error, audit as auditing, compare as comparing, explore as exploring,
    pattern_databases::{self, Making},
};

/// How instances are read, and the limits of each search, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Common {
    domain: Option<String>,
    metric: Option<String>,
    settings: Settings,
    limit_nodes: Option<u64>,
    limit_seconds: Option<f64>,
    limit_memory: Option<u64>,
    limit_effort: Option<u64>,
    threads: usize,
}

impl Common {
    /// How instances are read.
    pub fn reading(&self) -> Reading {
        Reading { metric: self.metric.clone(), settings: self.settings.clone() }
    }

    /// A request to solve the instances that the names mean.
    pub fn request(self, instances: Vec<String>, method: Method) -> Result<Request> {
        let (limits, reading) = (self.limits()?, self.reading());
        let Self { domain, threads, .. } = self;
        Ok(Request { instances, limits, domain, reading, threads, method, ..Request::default() })
    }

    /// The domain of texts that do not name one.
    pub fn domain(&self) -> Option<&str> {
        self.domain.as_deref()
    }

    /// The limits of each search.
    pub fn limits(&self) -> Result<Limits> {
        if let Some(seconds) = self.limit_seconds.filter(|seconds| seconds.is_nan() || *seconds <= 0.0) {
            bail!("limit_seconds is {seconds}; write a number above 0");
        }
        Ok(Limits {
            nodes: self.limit_nodes,
            seconds: self.limit_seconds,
            memory: self.limit_memory,
            effort: self.limit_effort,
            of_server: false,
        })
    }
}

/// Parameters of algorithms by their names; `None` is none.
pub fn parameters(given: &Bound<'_, PyDict>) -> PyResult<Parameters> {
    let mut parameters = Parameters::default();
    for (name, value) in given.iter() {
        let (name, value): (String, Option<Bound<'_, PyAny>>) = (name.extract()?, value.extract()?);
        let text = |value: Bound<'_, PyAny>| match value.extract::<f64>() {
            Ok(number) => Ok(number.to_string()),
            Err(_) => value.str()?.extract::<String>(),
        };
        let text = value.map(text).transpose()?;
        parameters.give(&name, text).map_err(|wrong| told(&anyhow!(wrong)))?;
    }
    Ok(parameters)
}

/// What only optimisation domains read, as Python passes it: the seed and a solution to start from.
type Start = (Option<u64>, Option<String>);

/// Solves one instance, named by a text, or by a planning domain and a problem; the object of `unstuck solve --json`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn solve<'py>(
    py: Python<'py>,
    instance: Vec<String>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    optimal: bool,
    start: Start,
    parameters_given: &Bound<'py, PyDict>,
    common: Common,
) -> PyResult<Bound<'py, PyAny>> {
    let parameters = parameters(parameters_given)?;
    let (activity, threads, (seed, from)) = (Activity::default(), common.threads, start);
    let context = Context::silent(&activity);
    let solves = here(py, || {
        let request = common.request(instance, Method { algorithm, heuristic, parameters })?;
        Ok(Solves::single(&Request { optimal, seed, from, ..request }, &context)?)
    })?;
    let stop = || activity.abandoned.store(true, Ordering::Relaxed);
    let batch = match solves {
        Solves::Searches(batch) => batch,
        Solves::Optimisations(batch) => {
            return python(py, &away(py, &stop, || Ok(batch.run_here(&context)?.result()?))?);
        }
    };
    let result = if batch.is_heavy() || threads != 1 {
        away(py, &stop, || {
            let pool = if threads == 1 { None } else { Some(Pool::new(useful(threads, 1))?) };
            let executor: &dyn Executor = pool.as_ref().map_or(&Sequential, |pool| pool);
            Ok(batch.run_here(&context, executor)?.result())
        })
    } else {
        here(py, || Ok(batch.run_here(&context, &Sequential)?.result()))
    };
    python(py, &result?)
}

/// Solves the instances that the names mean, several at once; the objects of `unstuck solve --json`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn solve_all<'py>(
    py: Python<'py>,
    instances: Vec<String>,
    algorithm: Option<String>,
    heuristic: Option<String>,
    optimal: bool,
    seed: Option<u64>,
    parameters_given: &Bound<'py, PyDict>,
    common: Common,
) -> PyResult<Bound<'py, PyAny>> {
    let parameters = parameters(parameters_given)?;
    let results = operate(py, |context| {
        let request = common.request(instances, Method { algorithm, heuristic, parameters })?;
        let mut solves = Solves::new(&Request { optimal, seed, ..request }, context)?;
        let mut results = Vec::with_capacity(solves.len());
        let errors = match &mut solves {
            Solves::Searches(batch) => &mut batch.errors,
            Solves::Optimisations(batch) => &mut batch.errors,
        };
        if !errors.is_empty() {
            return Err(errors.remove(0).into());
        }
        match solves {
            Solves::Searches(batch) => batch.run(context, |report| {
                results.push(json!(report?.result()));
                Ok(())
            })?,
            Solves::Optimisations(batch) => batch.run(context, |report| {
                results.push(json!(report?.result()?));
                Ok(())
            })?,
        }
        Ok(results)
    })?;
    python(py, &results)
}

/// Enumerates the space of one instance; the object of `unstuck explore --json`.
#[pyfunction]
pub fn explore<'py>(py: Python<'py>, instance: String, common: Common) -> PyResult<Bound<'py, PyAny>> {
    let result = operate(py, |context| {
        let request = exploring::Request {
            instances: vec![instance],
            limits: common.limits()?,
            reading: common.reading(),
            domain: common.domain,
            threads: 1,
        };
        Ok(exploring::run_here(&request, context)?.0.result())
    })?;
    python(py, &result)
}

/// Checks heuristics against exact distances; the object of `unstuck audit --json`.
#[pyfunction]
pub fn audit<'py>(
    py: Python<'py>,
    domain: String,
    instances: Vec<String>,
    heuristics: Vec<String>,
    common: Common,
) -> PyResult<Bound<'py, PyAny>> {
    let audit = operate(py, |context| {
        let request = auditing::Request {
            domain: Some(domain),
            instances,
            heuristics,
            limits: common.limits()?,
            reading: common.reading(),
            threads: common.threads,
        };
        let mut audit = auditing::run(&request, context)?;
        for name in audit.missing.iter().filter(|_| audit.named && audit.instances > 0) {
            audit
                .errors
                .push(Error::input(format!("the heuristic '{name}' does not exist for these instances")));
        }
        Ok(audit)
    })?;
    warn(py, &audit.errors)?;
    python(py, &audit.result())
}

/// Compares algorithms and heuristics; the object of `unstuck compare --json`.
#[pyfunction]
pub fn compare<'py>(
    py: Python<'py>,
    instances: Vec<String>,
    algorithms: Vec<String>,
    heuristics: Vec<String>,
    seed: Option<u64>,
    common: Common,
) -> PyResult<Bound<'py, PyAny>> {
    let (result, errors) = operate(py, |context| {
        let request = comparing::Request {
            instances,
            algorithms,
            heuristics,
            limits: common.limits()?,
            reading: common.reading(),
            domain: common.domain,
            threads: common.threads,
            seed,
            ..comparing::Request::default()
        };
        Ok(match comparing::run(&request, context)? {
            Compared::Searches(comparison) => (json!(comparison.result()), comparison.errors),
            Compared::Optimisations(comparison) => (json!(comparison.result()?), comparison.errors),
        })
    })?;
    warn(py, &errors)?;
    python(py, &result)
}

/// The instance that a text names.
pub(crate) fn named(instance: &str, domain: Option<&str>, reading: &Reading) -> Result<Source> {
    let activity = Activity::default();
    let context = Context::silent(&activity);
    let domain = context.optional_domain(domain)?;
    Ok(context.single(&[instance.to_owned()], domain.as_ref(), reading)?)
}

/// The seconds that the program itself takes to read an instance, search, and validate the plan: what a call from Python is
/// measured against.
#[pyfunction]
pub fn time_solve(
    py: Python<'_>,
    instances: Vec<String>,
    algorithm: Option<String>,
    heuristic: Option<String>,
) -> PyResult<f64> {
    let measure = || {
        let activity = Activity::default();
        let context = Context::silent(&activity);
        let method = Method { algorithm, heuristic, ..Method::default() };
        let limits = Limits { memory: None, ..Limits::default() };
        let plan = Batch::single(
            &Request { instances, method, limits, threads: 1, ..Request::default() },
            &context,
        )?;
        let began = Instant::now();
        let report = plan.run_here(&context, &Sequential)?;
        let seconds = began.elapsed().as_secs_f64();
        drop(report);
        Ok(seconds)
    };
    guarded(|| py.detach(measure).map_err(|error: anyhow::Error| told(&error)))
}

/// The program itself: it prints, and takes Ctrl-C over. Its exit code.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<String>) -> PyResult<u8> {
    let run = || unstuck::run(std::iter::once("unstuck".into()).chain(arguments.into_iter().map(Into::into)));
    let exit = guarded(|| Ok(py.detach(run)));
    unstuck_ops::wording::install(&Keywords);
    exit
}

/// Reads the one instance that a name or text means, and what is known of it.
pub fn read(
    instance: &str,
    domain: Option<&str>,
    metric: Option<String>,
    features: &[&str],
) -> Result<(Box<dyn Instance>, DomainRef)> {
    let reading = Reading { metric, settings: BTreeMap::new() };
    let source = named(instance, domain, &reading)?;
    pattern_databases::prepare_features(&*source.domain, features, Making::unlimited(0, &Silent))?;
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
