//! Refusals as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use std::ffi::CString;
use unstuck_ops::Kind;
use unstuck_ops::error::kind;

create_exception!(unstuck, Error, PyValueError, "The request is refused: the message explains why.");
create_exception!(unstuck, Defect, PyRuntimeError, "The program itself is at fault; please report it.");

/// An error of the program as an exception.
pub fn told(error: &anyhow::Error) -> PyErr {
    let words = unstuck_ops::warnings::shown(&format!("{error:#}"));
    match kind(error) {
        Kind::Defect => Defect::new_err(words),
        _ => Error::new_err(words),
    }
}

/// Errors in parts of the work: bad input is an exception, everything else a warning.
pub fn warn(py: Python<'_>, errors: &[unstuck_ops::Error]) -> PyResult<()> {
    let is_bad = |error: &unstuck_ops::Error| {
        matches!(error.kind, Kind::Request | Kind::Input | Kind::Unsupported | Kind::Missing | Kind::Conflict)
    };
    let words: Vec<String> = errors.iter().map(ToString::to_string).collect();
    if errors.iter().any(is_bad) {
        return Err(Error::new_err(words.join("\n")));
    }
    for word in words {
        // No message holds the byte that ends texts of C.
        let text = CString::new(word).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 2)?;
    }
    Ok(())
}
