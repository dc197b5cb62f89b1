//! How to search: the algorithm, its parameters and its limits; and the table of parameters.
//!
//! The table is what every surface reads: flags, keys of experiment files, fields of requests and their documentation
//! are made from it. A new parameter is a field of [`SearchParameters`], a variant of [`Parameter`] and a row.
//!
//! ```
//! use unstuck_core::search::{self, Parameter, SearchParameters};
//! let mut parameters = SearchParameters::new(search::algorithm("wastar").unwrap());
//! Parameter::Weight.info().set(&mut parameters, "1.5").unwrap();
//! assert_eq!(parameters.weight, 1.5);
//! let error = Parameter::Horizon.info().set(&mut parameters, "0").unwrap_err();
//! assert_eq!(error, "'0' is no horizon; write a whole number from 1 to 1000");
//! ```

use super::{AlgorithmInfo, Limits, NamedValue, algorithm};
use crate::amount::{parse_bytes, parse_count, print_bytes};
use crate::problem::Problem;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How to search: plain data that can be stored or sent elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SearchParameters {
    /// Which algorithm.
    #[serde(serialize_with = "write_algorithm", deserialize_with = "read_algorithm")]
    pub algorithm: &'static AlgorithmInfo,
    /// Factor on h for the weighted algorithms.
    pub weight: f64,
    /// Nodes that a beam keeps per layer.
    pub width: usize,
    /// Plies per stage of staged deepening.
    pub horizon: u32,
    /// Bytes of the transposition table of deepening searches; `None` leaves it to the domain, 0 is none.
    pub table: Option<u64>,
    /// In which order depth-first searches visit children.
    pub order: ChildOrder,
    /// How far a bound of iterative deepening is above the last one, at least; above 1, plans may be longer than the
    /// cheapest.
    pub step: u32,
    /// How many times the nodes of the last round the next one is to have, where a heuristic is not known to be
    /// admissible.
    pub growth: f64,
    /// Nodes that the first attempt of a search with restarts may expand.
    pub budget: u64,
    /// Bounds.
    pub limits: Limits,
}

/// The order in which a depth-first search visits the children of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChildOrder {
    /// As the domain lists them.
    Domain,
    /// By ascending h; equal ones as the domain lists them.
    Heuristic,
    /// The domain's order, reversed.
    Reversed,
    /// Drawn at every node, the same in every run.
    Random,
}

/// Default factor on h for the weighted algorithms.
pub const WEIGHT: f64 = 2.0;
/// Default width of a beam.
pub const WIDTH: usize = 1_000;
/// Longest horizon of staged deepening: every ply of a stage is a level of recursion.
pub const MAX_HORIZON: u32 = 1_000;
/// Default plies per stage of staged deepening.
pub const HORIZON: u32 = 7;
/// Default growth of the rounds of iterative deepening.
pub const GROWTH: f64 = 2.0;
/// Default expansions of the first attempt of a search with restarts.
pub(crate) const BUDGET: u64 = 256;
/// Size of the transposition table of deepening searches in domains full of transpositions.
pub(crate) const DEFAULT_TABLE: u64 = 64 << 20;

impl SearchParameters {
    /// Sets a parameter of searches; one of another kind of algorithm changes nothing.
    pub fn put(&mut self, value: NamedValue) {
        if let Some(info) = ParameterInfo::named(value.name) {
            info.put(self, value.value);
        }
    }

    /// The algorithm with its default parameters and no limits.
    pub const fn new(algorithm: &'static AlgorithmInfo) -> Self {
        Self {
            algorithm,
            weight: WEIGHT,
            width: WIDTH,
            horizon: HORIZON,
            table: None,
            order: ChildOrder::Domain,
            step: 1,
            growth: GROWTH,
            budget: BUDGET,
            limits: Limits::NONE,
        }
    }

    /// Bytes of the transposition table for this problem.
    pub fn table_bytes<P: Problem>(&self) -> u64 {
        self.table.unwrap_or(if P::TRANSPOSITIONS { DEFAULT_TABLE } else { 0 })
    }
}

fn write_algorithm<S: Serializer>(info: &AlgorithmInfo, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(info.name)
}

fn read_algorithm<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static AlgorithmInfo, D::Error> {
    let name = String::deserialize(deserializer)?;
    algorithm(&name).ok_or_else(|| serde::de::Error::custom(format!("unknown algorithm '{name}'")))
}

/// A parameter that some algorithms read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Parameter {
    /// Factor on h.
    Weight,
    /// Nodes kept per layer.
    Width,
    /// Plies per stage.
    Horizon,
    /// Bytes of the transposition table.
    Table,
    /// Order of the children.
    Order,
    /// Smallest step from one bound to the next.
    Step,
    /// Growth from one round to the next.
    Growth,
    /// Expansions of the first attempt.
    Budget,
}

/// What a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ParameterKind {
    /// A number within bounds.
    Number {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
    /// A whole number within bounds.
    Count {
        /// Smallest.
        min: u64,
        /// Largest.
        max: u64,
    },
    /// An amount of memory, or `auto`.
    Bytes,
    /// One of these words.
    Choice {
        /// The words, the default first.
        words: &'static [&'static str],
    },
}

/// The value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParameterValue {
    /// Of [`ParameterKind::Number`].
    Number(f64),
    /// Of [`ParameterKind::Count`].
    Count(u64),
    /// Of [`ParameterKind::Bytes`]; `None` is `auto`.
    Bytes(Option<u64>),
    /// Of [`ParameterKind::Choice`]: the number of the word.
    Choice(usize),
}

/// A parameter's registration.
#[derive(Debug)]
pub struct ParameterInfo {
    /// Which.
    pub parameter: Parameter,
    /// Name in every text; the flag is `--NAME`.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// What it takes.
    pub kind: ParameterKind,
}

const fn row(
    parameter: Parameter,
    name: &'static str,
    about: &'static str,
    kind: ParameterKind,
) -> ParameterInfo {
    ParameterInfo { parameter, name, about, kind }
}

/// Every parameter, in the order of [`Parameter`].
pub static PARAMETERS: &[ParameterInfo] = &[
    row(
        Parameter::Weight,
        "weight",
        "factor on h of the weighted algorithms",
        ParameterKind::Number { min: 0.001, max: 1_000.0 },
    ),
    row(
        Parameter::Width,
        "width",
        "nodes that a beam keeps per layer",
        ParameterKind::Count { min: 1, max: u32::MAX as u64 },
    ),
    row(
        Parameter::Horizon,
        "horizon",
        "plies per stage of staged deepening",
        ParameterKind::Count { min: 1, max: MAX_HORIZON as u64 },
    ),
    row(
        Parameter::Table,
        "table",
        "size of the transposition table of deepening searches; 0 is none, auto is 64 MiB where it helps",
        ParameterKind::Bytes,
    ),
    row(
        Parameter::Order,
        "order",
        "order of the children in depth-first searches: the domain's own, smallest h first, the domain's reversed, \
                or random (the same in every run)",
        ParameterKind::Choice { words: &["domain", "h", "reversed", "random"] },
    ),
    row(
        Parameter::Step,
        "step",
        "smallest step from one bound of iterative deepening to the next; above 1, plans may not be shortest",
        ParameterKind::Count { min: 1, max: 1_000_000 },
    ),
    row(
        Parameter::Growth,
        "growth",
        "how many times the nodes of the last round of iterative deepening the next one is to have, where the \
                heuristic is not known to be admissible; 1 raises the bound as little as possible",
        ParameterKind::Number { min: 1.0, max: 1_000.0 },
    ),
    row(
        Parameter::Budget,
        "budget",
        "nodes that the first attempt of a search with restarts may expand; each further one has eight times more",
        ParameterKind::Count { min: 1, max: u32::MAX as u64 },
    ),
];

impl Parameter {
    /// The registration.
    pub fn info(self) -> &'static ParameterInfo {
        &PARAMETERS[self as usize]
    }
}

impl ParameterInfo {
    /// The parameter of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PARAMETERS.iter().find(|info| info.name == name)
    }

    /// Sets the parameter to what a text says.
    ///
    /// # Errors
    ///
    /// What would be right.
    pub fn set(&self, parameters: &mut SearchParameters, text: &str) -> Result<(), String> {
        self.put(parameters, self.read(text)?.value);
        Ok(())
    }

    /// The value in use.
    pub fn get(&self, parameters: &SearchParameters) -> ParameterValue {
        match self.parameter {
            Parameter::Weight => ParameterValue::Number(parameters.weight),
            Parameter::Width => ParameterValue::Count(parameters.width as u64),
            Parameter::Horizon => ParameterValue::Count(parameters.horizon.into()),
            Parameter::Table => ParameterValue::Bytes(parameters.table),
            Parameter::Order => ParameterValue::Choice(parameters.order as usize),
            Parameter::Step => ParameterValue::Count(parameters.step.into()),
            Parameter::Growth => ParameterValue::Number(parameters.growth),
            Parameter::Budget => ParameterValue::Count(parameters.budget),
        }
    }

    /// Sets the value; one of another kind changes nothing.
    fn put(&self, parameters: &mut SearchParameters, value: ParameterValue) {
        use ChildOrder::{Domain, Heuristic, Random, Reversed};
        match (self.parameter, value) {
            (Parameter::Weight, ParameterValue::Number(weight)) => parameters.weight = weight,
            (Parameter::Width, ParameterValue::Count(width)) => parameters.width = width as usize,
            (Parameter::Horizon, ParameterValue::Count(horizon)) => parameters.horizon = horizon as u32,
            (Parameter::Table, ParameterValue::Bytes(table)) => parameters.table = table,
            (Parameter::Order, ParameterValue::Choice(word)) => {
                parameters.order = [Domain, Heuristic, Reversed, Random][word];
            }
            (Parameter::Step, ParameterValue::Count(step)) => parameters.step = step as u32,
            (Parameter::Growth, ParameterValue::Number(growth)) => parameters.growth = growth,
            (Parameter::Budget, ParameterValue::Count(budget)) => parameters.budget = budget,
            _ => {}
        }
    }

    /// The value that a text says.
    ///
    /// # Errors
    ///
    /// What would be right.
    pub fn read(&self, text: &str) -> Result<NamedValue, String> {
        let value = self.kind.read(text).map_err(|help| {
            let name = self.name;
            format!("'{}' is no {name}; write {help}", crate::error::presentable(text, 50))
        })?;
        Ok(NamedValue { name: self.name, kind: self.kind, value })
    }

    /// The value in use, as [`set`](Self::set) reads it.
    pub fn text(&self, parameters: &SearchParameters) -> String {
        self.kind.text(self.get(parameters))
    }
}

impl ParameterKind {
    /// A value as [`set`](ParameterInfo::set) reads it.
    pub fn text(self, value: ParameterValue) -> String {
        match (value, self) {
            (ParameterValue::Number(number), _) => number.to_string(),
            (ParameterValue::Count(count), _) => count.to_string(),
            (ParameterValue::Bytes(bytes), _) => bytes.map_or_else(|| "auto".to_owned(), print_bytes),
            (ParameterValue::Choice(word), Self::Choice { words }) => words[word].to_owned(),
            (ParameterValue::Choice(word), _) => word.to_string(),
        }
    }

    /// Reads a value, or says what would be right.
    pub(crate) fn read(self, text: &str) -> Result<ParameterValue, String> {
        let text = text.trim();
        match self {
            Self::Number { min, max } => text
                .parse::<f64>()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .map(ParameterValue::Number)
                .ok_or_else(|| format!("a number from {min} to {max}")),
            Self::Count { min, max } => parse_count(text)
                .ok()
                .filter(|count| (min..=max).contains(count))
                .map(ParameterValue::Count)
                .ok_or_else(|| format!("a whole number from {min} to {max}")),
            Self::Bytes if text == "auto" => Ok(ParameterValue::Bytes(None)),
            Self::Bytes => parse_bytes(text)
                .map(|bytes| ParameterValue::Bytes(Some(bytes)))
                .map_err(|_| "an amount such as 64MiB, 0, or auto".to_owned()),
            Self::Choice { words } => words
                .iter()
                .position(|word| *word == text)
                .map(ParameterValue::Choice)
                .ok_or_else(|| words.join(" or ")),
        }
    }
}
