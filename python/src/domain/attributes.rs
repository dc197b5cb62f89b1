//! What every domain written in Python has: functions, texts and features as attributes of an object, and instances that it
//! makes from random numbers.

use crate::errors::Error;
use pyo3::prelude::*;
use unstuck_core::domain::{GenerateError, GeneratorInfo, Request, go_on};
use unstuck_core::error::ParseError;
use unstuck_core::feature::MAX_FEATURES;
use unstuck_core::language;
use unstuck_core::search::Observer;

/// The object of a domain; the package has checked it.
#[derive(Clone, Copy)]
pub struct Attributes<'a, 'py>(pub &'a Bound<'py, PyAny>);

impl<'py> Attributes<'_, 'py> {
    /// A value.
    pub fn get<T: FromPyObjectOwned<'py>>(self, name: &str) -> PyResult<T> {
        self.0.getattr(name)?.extract().map_err(Into::into)
    }

    /// A function.
    pub fn function(self, name: &str) -> PyResult<Py<PyAny>> {
        self.0.getattr(name).map(Bound::unbind)
    }

    /// A function that the domain may lack.
    pub fn optional(self, name: &str) -> PyResult<Option<Py<PyAny>>> {
        let found = self.0.getattr(name)?;
        Ok((!found.is_none()).then(|| found.unbind()))
    }

    /// The registrations of the features, as many as there can be beside `own` ones of the domain.
    pub fn features<T: FromPyObjectOwned<'py>>(
        self,
        own: usize,
        name: impl Fn(&T) -> &str,
    ) -> PyResult<Vec<T>> {
        let features: Vec<T> = self.get("_features")?;
        let most = MAX_FEATURES - own;
        if features.len() > most {
            return Err(Error::new_err(format!(
                "{} features are too many; {most} are possible",
                features.len()
            )));
        }
        match features.iter().map(name).find(|name| language::is_reserved(name)) {
            Some(name) => Err(Error::new_err(format!(
                "'{name}' is a word of the heuristic language; call the feature otherwise"
            ))),
            None => Ok(features),
        }
    }
}

/// The generator of a domain that has a function for it.
pub const RANDOM: GeneratorInfo =
    GeneratorInfo { name: "random", about: "what the domain's Python function makes", parameters: &[] };

/// Instances that the function of a domain makes, written by another.
pub fn generate(
    domain: &str,
    function: Option<&Py<PyAny>>,
    write: impl Fn(Python<'_>, &Py<PyAny>) -> PyResult<String>,
    request: &Request<'_>,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(String),
) -> Result<(), GenerateError> {
    let Some(function) = function.filter(|_| request.generator == RANDOM.name) else {
        let wrong = format!("{domain} has no generator '{}'", request.generator);
        return Err(ParseError::new(wrong).help("give the domain a function 'generate'").into());
    };
    for number in 0..request.count {
        go_on(observer)?;
        let made = Python::attach(|py| {
            // A larger count begins with the same instances; Python seeds by a text alike everywhere.
            let seed = format!("{}:{number}", request.seed);
            let random = py.import("random")?.call_method1("Random", (seed,))?;
            write(py, &function.call1(py, (random,))?)
        });
        each(made.map_err(|error| GenerateError::Impossible(words(&error)))?);
    }
    Ok(())
}

/// An exception on one line.
pub fn words(error: &PyErr) -> String {
    Python::attach(|py| {
        let kind = error.get_type(py).name().map_or_else(|_| "error".to_owned(), |name| name.to_string());
        let text = error.value(py).to_string();
        if error.is_instance_of::<Error>(py) { text } else { format!("{kind}: {text}") }
    })
}
