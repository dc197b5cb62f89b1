//! Values of parameters: read once, where a text comes in, and printed where a text is wanted.

use super::{ParameterKind, ParameterValue};
use serde::{Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The value of a parameter, with its name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NamedValue {
    /// The parameter.
    pub name: &'static str,
    /// What it takes.
    pub kind: ParameterKind,
    /// Its value.
    pub value: ParameterValue,
}

/// As a text that reads back.
impl fmt::Display for NamedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind.text(self.value))
    }
}

/// Parameters, each with its value; no parameter twice.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ParameterValues(Vec<NamedValue>);

impl ParameterValues {
    /// Sets a parameter, in the place of an earlier value of it.
    pub fn set(&mut self, value: NamedValue) {
        self.unset(value.name);
        self.0.push(value);
    }

    /// Leaves a parameter out.
    pub fn unset(&mut self, name: &str) {
        self.0.retain(|known| known.name != name);
    }

    /// The value of a parameter, if it has one here.
    pub fn get(&self, name: &str) -> Option<NamedValue> {
        self.0.iter().find(|known| known.name == name).copied()
    }

    /// All values.
    pub fn iter(&self) -> impl Iterator<Item = NamedValue> + '_ {
        self.0.iter().copied()
    }

    /// Whether no parameter has a value here.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn sort(&mut self, place: impl Fn(&str) -> usize) {
        self.0.sort_by_key(|value| place(value.name));
    }
}

impl FromIterator<NamedValue> for ParameterValues {
    fn from_iter<I: IntoIterator<Item = NamedValue>>(values: I) -> Self {
        let mut found = Self::default();
        values.into_iter().for_each(|value| found.set(value));
        found
    }
}

impl Serialize for ParameterValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|value| (value.name, value.to_string())))
    }
}

impl Eq for ParameterValues {}

impl Hash for ParameterValues {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for NamedValue { name, value, .. } in &self.0 {
            name.hash(state);
            match *value {
                // No parameter takes NaN, and both zeros are equal.
                ParameterValue::Number(number) => (number + 0.0).to_bits().hash(state),
                ParameterValue::Count(count) => count.hash(state),
                ParameterValue::Bytes(bytes) => bytes.hash(state),
                ParameterValue::Choice(word) => word.hash(state),
            }
        }
    }
}
