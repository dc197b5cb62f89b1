//! The search that a heuristic was made for: an algorithm with the values of some of its parameters.
//!
//! A heuristic's text may name it (`search wastar, weight 2.5`), so that the two are stored, sent and shown as one.
//!
//! ```
//! use unstuck_core::search::{self, Parameter, SearchParameters, Tuning};
//! let mut tuning = Tuning::new(&search::WASTAR);
//! tuning.set(Parameter::Weight, "2.50").unwrap();
//! assert_eq!(tuning.to_string(), "wastar, weight 2.5");
//! let mut parameters = SearchParameters::new(&search::WASTAR);
//! assert!(tuning.apply(&mut parameters));
//! assert_eq!(parameters.weight, 2.5);
//! // Another algorithm is another search.
//! assert!(!tuning.apply(&mut SearchParameters::new(&search::RESTARTS)));
//! assert_eq!(tuning.set(Parameter::Horizon, "3").unwrap_err(), "wastar reads no horizon");
//! ```

use super::{AlgorithmInfo, NamedValue, PARAMETERS, Parameter, ParameterValues, SearchParameters};
use std::fmt;
use std::hash::{Hash, Hasher};

/// An algorithm with the values of some of its parameters.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// The algorithm.
    pub algorithm: &'static AlgorithmInfo,
    /// In the order of the table of parameters.
    values: ParameterValues,
}

impl Tuning {
    /// The algorithm, with no parameter named.
    pub fn new(algorithm: &'static AlgorithmInfo) -> Self {
        Self { algorithm, values: ParameterValues::default() }
    }

    /// Names a parameter's value.
    ///
    /// # Errors
    ///
    /// The algorithm does not read the parameter, or what would be right for the value.
    pub fn set(&mut self, parameter: Parameter, text: &str) -> Result<(), String> {
        let info = parameter.info();
        if !self.algorithm.parameters.contains(&parameter) {
            return Err(format!("{} reads no {}", self.algorithm.name, info.name));
        }
        self.put(info.read(text)?);
        Ok(())
    }

    fn put(&mut self, value: NamedValue) {
        self.values.set(value);
        self.values.sort(|name| PARAMETERS.iter().position(|info| info.name == name).unwrap_or(usize::MAX));
    }

    /// Names a parameter's value no longer.
    pub fn unset(&mut self, name: &str) {
        self.values.unset(name);
    }

    /// The values of another search by the same algorithm, where this one names none.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        for value in other.values() {
            if self.values.get(value.name).is_none() {
                self.put(value);
            }
        }
        self
    }

    /// The parameters that it names, each with its value.
    pub fn values(&self) -> impl Iterator<Item = NamedValue> + '_ {
        self.values.iter()
    }

    /// The value of a parameter, if it names it.
    pub fn value(&self, parameter: Parameter) -> Option<NamedValue> {
        self.values.get(parameter.info().name)
    }

    /// Sets the parameters that it names; none of a search by another algorithm. Tells whether it is the same.
    pub fn apply(&self, parameters: &mut SearchParameters) -> bool {
        let same = parameters.algorithm.name == self.algorithm.name;
        if same {
            self.values().for_each(|value| parameters.put(value));
        }
        same
    }
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm.name)?;
        self.values().try_for_each(|value| write!(f, ", {} {value}", value.name))
    }
}

impl PartialEq for Tuning {
    fn eq(&self, other: &Self) -> bool {
        (self.algorithm.name, &self.values) == (other.algorithm.name, &other.values)
    }
}

impl Eq for Tuning {}

impl Hash for Tuning {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.algorithm.name, &self.values).hash(state);
    }
}
