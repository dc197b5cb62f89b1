//! Requests to the operations layer: a dictionary of Python in, plain values out.

use crate::call::{away, here, operate};
use crate::errors::{Error, told};
use crate::plain::python;
use anyhow::{Context as _, Result};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde::Serialize;
use serde_json::{Map, Number, Value, json};
use std::path::PathBuf;
use unstuck_core::registry;
use unstuck_ops::analysed_instances::Stored;
use unstuck_ops::experiments::find;
use unstuck_ops::request::{self, Request};
use unstuck_ops::store::{Store, location};
use unstuck_ops::user_file::{self, FileKind};
use unstuck_ops::{
    Context, ablation, catalog, champion, explain, generate, picture, position, profile, report,
    run_comparison, validate, value,
};

/// The text of a file of a kind (`heuristic`, `plan` …), within the limit of that kind.
#[pyfunction]
pub fn read_file(py: Python<'_>, path: &str, kind: &str) -> PyResult<String> {
    here(py, || {
        let known = FileKind::ALL.into_iter().find(|known| known.what == kind);
        user_file::read(path, known.with_context(|| format!("there is no kind of file '{kind}'"))?)
    })
}

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
        "picture" => answer(py, request, |request, context| Ok(picture::run(&request, context)?)),
        "position" => answer(py, request, |request, context| Ok(position::run(&request, context)?)),
        "positions" => answer(py, request, |request, context| Ok(position::all(&request, context)?)),
        "validate" => answer(py, request, |request, context| Ok(validate::run(&request, context)?.result())),
        "generate" => answer(py, request, |request: generate::Request, context| {
            let mut texts = Vec::with_capacity(request.count);
            let generation = generate::Generation::new(&request, context)?;
            generation.run(context, &mut |text| texts.push(text))?;
            Ok(texts)
        }),
        "report" => answer(py, request, |request, context| {
            Ok(report::run(&request, || open(store), context)?.analysis)
        }),
        "champion" => answer(py, request, |request, _| Ok(champion::run(&request, &open(store)?)?)),
        "compare_experiments" => {
            let request = away(py, &|| (), || by_number(request, store.clone()))?;
            answer(py, request, |request, _| Ok(run_comparison::run(&request, &open(store)?)?))
        }
        "catalog" => python(py, &catalog::catalog(registry::domains().iter().map(|domain| &**domain))),
        _ => Err(Error::new_err(format!("there is no request '{name}'"))),
    }
}

fn answer<'py, R: Request + Send, A: Serialize + Send>(
    py: Python<'py>,
    request: Value,
    run: impl FnOnce(R, &Context<'_>) -> Result<A> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let request: R = request::read(request).map_err(|error| told(&error.into()))?;
    let answer = operate(py, |context| run(request, context))?;
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
