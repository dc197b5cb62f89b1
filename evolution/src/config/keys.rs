//! Keys as data: what a reader, a manual page, a form and a test have to know of each.

use serde::Serialize;
use toml::{Table, Value};

/// A key of a section.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ExperimentKey))]
pub struct Key {
    /// Its name, after that of its table: `limits.nodes`.
    pub name: String,
    /// What it takes: `count`, `number`, `flag`, `text`, `choice`, `range`, `bytes`, `list`, `table`, or several of them.
    pub kind: &'static str,
    /// What is counted or measured.
    pub unit: Option<&'static str>,
    /// The smallest number.
    pub min: Option<f64>,
    /// The largest number.
    pub max: Option<f64>,
    /// The value that is used where nothing is written, as TOML.
    pub default: Option<String>,
    /// That value in words, where it is not the same everywhere.
    pub depends: Option<String>,
    /// The words of a choice.
    pub choices: Vec<&'static str>,
    /// What it means: a short name, and after a semicolon or a colon the rest.
    pub help: &'static str,
    /// A value, as TOML.
    pub example: String,
    /// The version that has it first.
    pub since: Since,
    /// The default as a value.
    pub value: Option<Value>,
}

/// A version of the program.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = String))]
pub struct Since(pub &'static str);

/// The first version that was released: keys that name no other are as old.
impl Default for Since {
    fn default() -> Self {
        Self("0.2")
    }
}

impl Key {
    /// The rows of a table's keys, which may be absent as a whole.
    pub fn table(&self, inner: Vec<Self>, optional: bool) -> Vec<Self> {
        let each = if self.kind == "list of tables" { "[]" } else { "" };
        let within = |mut row: Self| {
            row.name = format!("{}{each}.{}", self.name, row.name);
            if let Some(default) = row.default.take_if(|_| optional) {
                row.depends = Some(format!("{default} where {} is written", self.name));
            }
            row
        };
        inner.into_iter().map(within).collect()
    }

    /// With the default as a value.
    pub fn valued(mut self) -> Self {
        let read = |text: &String| toml::from_str::<Table>(&format!("it = {text}")).ok()?.remove("it");
        self.value = self.default.as_ref().and_then(read);
        self
    }

    /// The default is an example, and so is the first of several words.
    pub fn complete(mut self) -> Self {
        self.help = self.help.trim();
        if self.example.is_empty() {
            let word = self.choices.first().map(|word| super::writer::quoted(word));
            self.example = self.default.clone().or(word).unwrap_or_default();
        }
        self
    }
}
