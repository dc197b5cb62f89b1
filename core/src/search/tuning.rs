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

use super::{AlgorithmInfo, Parameter, ParameterInfo, SearchParameters};
use std::fmt;
use std::hash::{Hash, Hasher};

/// An algorithm with the values of some of its parameters.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// The algorithm.
    pub algorithm: &'static AlgorithmInfo,
    /// As texts that read back, in the order of the table of parameters.
    values: Vec<(Parameter, String)>,
}

impl Tuning {
    /// The algorithm, with no parameter named.
    pub fn new(algorithm: &'static AlgorithmInfo) -> Self {
        Self { algorithm, values: Vec::new() }
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
        let mut read = SearchParameters::new(self.algorithm);
        info.set(&mut read, text)?;
        self.unset(parameter);
        self.values.push((parameter, info.text(&read)));
        self.values.sort_by_key(|(known, _)| *known as usize);
        Ok(())
    }

    /// Names a parameter's value no longer.
    pub fn unset(&mut self, parameter: Parameter) {
        self.values.retain(|(known, _)| *known != parameter);
    }

    /// The values of another search by the same algorithm, where this one names none.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        for (parameter, text) in &other.values {
            if self.value(*parameter).is_none() {
                self.values.push((*parameter, text.clone()));
            }
        }
        self.values.sort_by_key(|(known, _)| *known as usize);
        self
    }

    /// The parameters that it names, each with its value as text.
    pub fn values(&self) -> impl Iterator<Item = (&'static ParameterInfo, &str)> {
        self.values.iter().map(|(parameter, text)| (parameter.info(), &**text))
    }

    /// The value of a parameter, if it names it.
    pub fn value(&self, parameter: Parameter) -> Option<&str> {
        self.values.iter().find(|(known, _)| *known == parameter).map(|(_, text)| &**text)
    }

    /// Sets the parameters that it names; none of a search by another algorithm. Tells whether it is the same.
    pub fn apply(&self, parameters: &mut SearchParameters) -> bool {
        if parameters.algorithm.name != self.algorithm.name {
            return false;
        }
        // What it names was read before.
        self.values().all(|(info, text)| info.set(parameters, text).is_ok())
    }
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm.name)?;
        self.values().try_for_each(|(info, text)| write!(f, ", {} {text}", info.name))
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
