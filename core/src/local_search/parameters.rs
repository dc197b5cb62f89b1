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

use super::{AlgorithmInfo, algorithm};
use crate::search::{NamedValue, ParameterKind, ParameterValue};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

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

    /// The value that a text says.
    ///
    /// # Errors
    ///
    /// What would be right.
    pub fn read(&self, text: &str) -> Result<NamedValue, String> {
        let Self { name, kind, .. } = *self;
        let value = kind.read(text).map_err(|help| {
            format!("'{}' is not a value of {name}; write {help}", crate::error::presentable(text, 50))
        })?;
        Ok(NamedValue { name, kind, value })
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
        self.values[place] = rows[place].read(text)?.value;
        Ok(())
    }

    /// Sets a parameter, if the algorithm has it.
    pub fn put(&mut self, value: NamedValue) {
        if let Some(place) = self.algorithm.parameters.iter().position(|row| row.name == value.name) {
            self.values[place] = value.value;
        }
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

    /// The parameters with the texts of their values, in the order of the algorithm.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        let rows = self.algorithm.parameters.iter().zip(&self.values);
        rows.map(|(row, value)| (row.name, row.kind.text(*value)))
    }

    /// The value of a parameter.
    pub fn value(&self, name: &str) -> Option<ParameterValue> {
        self.algorithm.parameters.iter().position(|row| row.name == name).map(|place| self.values[place])
    }
}

/// How parameters are written: the algorithm, and every value as its text.
#[derive(Serialize, Deserialize)]
struct Written {
    algorithm: String,
    values: Vec<(String, String)>,
}

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.texts().map(|(name, text)| (name.to_owned(), text)).collect();
        Written { algorithm: self.algorithm.name.to_owned(), values }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Parameters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { algorithm: name, values } = Written::deserialize(deserializer)?;
        let info = algorithm(&name).ok_or_else(|| {
            de::Error::custom(format!("unknown algorithm '{}'", crate::error::presentable(&name, 50)))
        })?;
        let mut parameters = Self::new(info);
        for (name, text) in values {
            parameters.set(&name, &text).map_err(de::Error::custom)?;
        }
        Ok(parameters)
    }
}
