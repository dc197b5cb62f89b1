//! Refusals as exceptions: the words are those of the command line.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use unstuck_core::instance::SearchError;

create_exception!(
    unstuck,
    Error,
    PyValueError,
    "What was asked for is refused: the message says what is wrong."
);
create_exception!(unstuck, Defect, PyRuntimeError, "The program itself is at fault; please report it.");

/// An error of the program as an exception.
pub fn told(error: &anyhow::Error) -> PyErr {
    let words = format!("{error:#}");
    match error.downcast_ref() {
        Some(SearchError::InvalidPlan { .. }) => Defect::new_err(words),
        _ => Error::new_err(words),
    }
}
