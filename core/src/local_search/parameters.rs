//! Parameters as rows of their algorithm: name, kind, default and help in one place.
//!
//! ```
//! use unstuck_core::local_search::{self, Parameters};
//! let anneal = local_search::algorithm("anneal").unwrap();
//! let mut parameters = Parameters::new(anneal);
//! parameters.set("hot", "0.5").unwrap();
//! assert_eq!((parameters.number("hot"), parameters.number("cold")), (0.5, 0.001));
//! assert_eq!(parameters.set("noise", "1").unwrap_err(), "anneal has no parameter 'noise'; available: hot, cold");
//! ```

use super::AlgorithmInfo;
use crate::search::{ParameterKind, ParameterValue};

/// A parameter of one algorithm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ParameterRow {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// What it takes.
    pub kind: ParameterKind,
    /// Its value unless set.
    pub default: ParameterValue,
}

impl ParameterRow {
    /// A number from `min` to `max`.
    pub const fn number(
        name: &'static str,
        about: &'static str,
        (min, max): (f64, f64),
        default: f64,
    ) -> Self {
        let kind = ParameterKind::Number { min, max };
        Self { name, about, kind, default: ParameterValue::Number(default) }
    }

    /// A whole number from `min` to `max`.
    pub const fn count(
        name: &'static str,
        about: &'static str,
        (min, max): (u64, u64),
        default: u64,
    ) -> Self {
        let kind = ParameterKind::Count { min, max };
        Self { name, about, kind, default: ParameterValue::Count(default) }
    }
}

/// The values of an algorithm's parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameters {
    algorithm: &'static AlgorithmInfo,
    values: Vec<ParameterValue>,
}

impl Parameters {
    /// The defaults.
    pub fn new(algorithm: &'static AlgorithmInfo) -> Self {
        Self { algorithm, values: algorithm.parameters.iter().map(|row| row.default).collect() }
    }

    /// The algorithm.
    pub fn algorithm(&self) -> &'static AlgorithmInfo {
        self.algorithm
    }

    /// Sets a parameter to the value of a text.
    ///
    /// # Errors
    ///
    /// The algorithm does not have the parameter, or the text is not a value of it.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        let rows = self.algorithm.parameters;
        let Some(place) = rows.iter().position(|row| row.name == name) else {
            let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
            let (algorithm, name) = (self.algorithm.name, crate::error::presentable(name, 50));
            return Err(match names.is_empty() {
                true => format!("{algorithm} has no parameters"),
                false => format!("{algorithm} has no parameter '{name}'; available: {}", names.join(", ")),
            });
        };
        self.values[place] = rows[place].kind.read(text).map_err(|help| {
            format!("'{}' is not a value of {name}; write {help}", crate::error::presentable(text, 50))
        })?;
        Ok(())
    }

    /// The value of a number; 0 if the algorithm has no such parameter.
    pub fn number(&self, name: &str) -> f64 {
        match self.value(name) {
            Some(ParameterValue::Number(number)) => number,
            _ => 0.0,
        }
    }

    /// The value of a whole number; 0 if the algorithm has no such parameter.
    pub fn count(&self, name: &str) -> u64 {
        match self.value(name) {
            Some(ParameterValue::Count(count)) => count,
            _ => 0,
        }
    }

    /// The value of a parameter.
    pub fn value(&self, name: &str) -> Option<ParameterValue> {
        self.algorithm.parameters.iter().position(|row| row.name == name).map(|place| self.values[place])
    }
}
