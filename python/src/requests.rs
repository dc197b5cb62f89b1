//! Requests to the operations layer: a dictionary of Python in, plain values out.

use crate::call::away;
use crate::errors::Error;
use crate::plain::python;
use anyhow::Result;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde::Deserialize;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Number, Value, json};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use unstuck_core::registry;
use unstuck_ops::analysis::Analysis;
use unstuck_ops::data::Stored;
use unstuck_ops::experiments::{find, find_or_newest};
use unstuck_ops::store::{Store, location};
use unstuck_ops::watch::Activity;
use unstuck_ops::{
    Context, ablation, catalog, explain, generate, position, profile, run_comparison, validate, value,
};

/// Carries out a request by its name.
#[pyfunction]
#[pyo3(signature = (name, request, store=None))]
pub fn ask<'py>(
    py: Python<'py>,
    name: &str,
    request: &Bound<'py, PyDict>,
    store: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let request = plain(request.as_any())?;
    match name {
        "value" => answer(py, request, |request, context| Ok(value::run(&request, context)?)),
        "explain" => answer(py, request, |request, context| Ok(explain::run(&request, context)?)),
        "ablation" => answer(py, request, |request, context| {
            Ok(ablation::run(&request, &Opened::new(store)?, context)?)
        }),
        "profile" => {
            answer(py, request, |request, context| Ok(profile::run(&request, &Opened::new(store)?, context)?))
        }
        "position" => answer(py, request, |request, context| Ok(position::run(&request, context)?)),
        "report" => answer(py, request, |request: Named, _| {
            let store = open(store)?;
            let record = find_or_newest(&store, request.experiment.as_deref())?;
            Ok(Analysis::of(&store.study(record.id)?))
        }),
        "validate" => answer(py, request, |request, context| Ok(validate::run(&request, context)?.result())),
        "generate" => answer(py, request, |request: generate::Request, context| {
            let mut texts = Vec::with_capacity(request.count);
            let generation = generate::Generation::new(&request, context)?;
            generation.run(context, &mut |text| texts.push(text))?;
            Ok(texts)
        }),
        "compare_experiments" => {
            let request = away(py, &|| (), || by_number(request, store.clone()))?;
            answer(py, request, |request, _| Ok(run_comparison::run(&request, &open(store)?)?))
        }
        "catalog" => answer(py, request, |_: Map<String, Value>, _| {
            Ok(catalog::catalog(registry::domains().iter().map(|domain| &**domain)))
        }),
        _ => Err(Error::new_err(format!("there is no request '{name}'"))),
    }
}

fn answer<'py, R: DeserializeOwned + Send, A: Serialize + Send>(
    py: Python<'py>,
    request: Value,
    run: impl FnOnce(R, &Context<'_>) -> Result<A> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let request: R = serde_json::from_value(request).map_err(|error| Error::new_err(error.to_string()))?;
    let activity = Activity::default();
    let stop = || activity.abandoned.store(true, Ordering::Relaxed);
    let answer = away(py, &stop, || run(request, &Context::silent(&activity)))?;
    python(py, &answer)
}

fn open(store: Option<PathBuf>) -> Result<Store> {
    Ok(Store::open(&location::chosen(store.as_deref())?)?)
}

/// Experiments are named by number or name.
fn by_number(mut request: Value, store: Option<PathBuf>) -> Result<Value> {
    let store = open(store)?;
    if let Some(names) = request["experiments"].as_array_mut() {
        for name in names.iter_mut() {
            if let Some(text) = name.as_str() {
                *name = json!(find(&store, text)?.id);
            }
        }
    }
    Ok(request)
}

/// An experiment by its name or number; the newest if none.
#[derive(Deserialize)]
struct Named {
    experiment: Option<String>,
}

/// A store, where one is named.
struct Opened(Option<Store>);

impl Opened {
    fn new(store: Option<PathBuf>) -> Result<Self> {
        Ok(Self(match store {
            Some(_) => Some(open(store)?),
            None => None,
        }))
    }
}

impl Stored for Opened {
    fn store(&self) -> Option<&Store> {
        self.0.as_ref()
    }

    fn dataset(&self, name: &str) -> unstuck_ops::Result<Vec<String>> {
        ().dataset(name)
    }
}

/// A value of Python as plain data.
fn plain(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(yes) = value.cast::<PyBool>() {
        return Ok(Value::Bool(yes.is_true()));
    }
    if value.cast::<PyInt>().is_ok() {
        return value.extract::<i64>().map(Value::from).or_else(|_| value.extract::<u64>().map(Value::from));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Number::from_f64(number.extract()?).map_or(Value::Null, Value::Number));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.extract()?));
    }
    if value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok() {
        return value.try_iter()?.map(|one| plain(&one?)).collect::<PyResult<Vec<_>>>().map(Value::Array);
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let pair = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((key.str()?.extract::<String>()?, plain(&value)?))
        };
        return dict.iter().map(pair).collect::<PyResult<Map<_, _>>>().map(Value::Object);
    }
    Ok(Value::String(value.str()?.extract()?))
}
