//! What a Python domain gives us, and how its exceptions leave a search.

use super::attributes::Attributes;
use crate::call::ask;
use crate::errors::Error;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};
use rustc_hash::FxHashSet;

/// The functions of a domain.
pub struct Functions {
    /// Its name.
    pub name: String,
    /// What it is, on one line.
    pub about: String,
    /// What its costs are counted in.
    pub metric: String,
    /// Every action costs 1.
    pub unit_cost: bool,
    /// Most states that an instance may make.
    pub max_states: usize,
    /// Every action can be taken back at the same cost.
    pub reversible: bool,
    actions: Py<PyAny>,
    goal: Py<PyAny>,
    read: Py<PyAny>,
    write: Py<PyAny>,
    draw: Py<PyAny>,
    features: Vec<(String, Py<PyAny>)>,
    /// Lists the goals that belong to a start.
    goals: Option<Py<PyAny>>,
    /// Makes a state from a generator of random numbers.
    pub generate: Option<Py<PyAny>>,
    /// Smallest and largest value of each feature.
    pub ranges: Vec<(f64, f64)>,
}

/// A feature's registration: name, explanation, range, admissible, consistent, yes/no, estimate.
#[derive(FromPyObject)]
pub struct FeatureText {
    pub name: String,
    pub about: String,
    pub low: f64,
    pub high: f64,
    pub admissible: bool,
    pub consistent: bool,
    pub boolean: bool,
    pub estimate: bool,
    function: Py<PyAny>,
}

/// One thing that can be done: its name, where it leads, what it costs.
pub type Move<'py> = (String, Bound<'py, PyAny>, u32);

impl Functions {
    /// Takes the functions of a `unstuck.Domain`, and those of its features.
    pub fn of(domain: Attributes<'_, '_>, features: &[FeatureText]) -> PyResult<Self> {
        let feature = |feature: &FeatureText| {
            (feature.name.clone(), Python::attach(|py| feature.function.clone_ref(py)))
        };
        Ok(Self {
            name: domain.get("name")?,
            about: domain.get("about")?,
            metric: domain.get("metric")?,
            unit_cost: domain.get("unit_cost")?,
            actions: domain.function("actions")?,
            goal: domain.function("goal")?,
            read: domain.function("read")?,
            write: domain.function("write")?,
            draw: domain.function("draw")?,
            reversible: domain.get("reversible")?,
            goals: domain.optional("goals")?,
            generate: domain.optional("generate")?,
            ranges: features.iter().map(|feature| (feature.low, feature.high)).collect(),
            features: features.iter().map(feature).collect(),
            max_states: domain.get("most_states")?,
        })
    }

    /// What can be done in a state.
    pub fn actions<'py>(&self, py: Python<'py>, state: &Py<PyAny>) -> PyResult<Vec<Move<'py>>> {
        let (mut moves, mut names) = (Vec::new(), FxHashSet::default());
        for one in self.actions.call1(py, (state,))?.bind(py).try_iter()? {
            let one = one?;
            let tuple = one.cast::<PyTuple>().map_err(|_| self.no_action(&one))?;
            let cost = match tuple.len() {
                2 => 1,
                3 => tuple
                    .get_item(2)?
                    .extract::<u32>()
                    .ok()
                    .filter(|cost| (1..=1_000_000).contains(cost))
                    .ok_or_else(|| {
                    Error::new_err(format!("{}: {one} costs no whole number from 1 to 1,000,000", self.name))
                })?,
                _ => return Err(self.no_action(&one)),
            };
            if self.unit_cost && cost != 1 {
                let remedy = "set unit_cost=False";
                return Err(Error::new_err(format!("{}: {one} costs {cost}, not 1; {remedy}", self.name)));
            }
            let name: String = tuple.get_item(0)?.str()?.extract()?;
            // A plan is a list of names.
            if !names.insert(name.clone()) {
                let place = self.write(py, state)?;
                return Err(Error::new_err(format!(
                    "{}: two actions are called '{name}' at {place}",
                    self.name
                )));
            }
            moves.push((name, tuple.get_item(1)?, cost));
        }
        Ok(moves)
    }

    fn no_action(&self, found: &Bound<'_, PyAny>) -> PyErr {
        let wanted = "actions must yield (name, successor) or (name, successor, cost)";
        Error::new_err(format!("{}: {wanted}, not {found}", self.name))
    }

    /// Whether a state is a goal.
    pub fn goal(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<bool> {
        self.goal.call1(py, (state,))?.is_truthy(py)
    }

    /// The goals that belong to a start, one by one; `None` when the domain does not list them.
    pub fn goals<'py>(&self, py: Python<'py>, start: &Py<PyAny>) -> Option<PyResult<Bound<'py, PyIterator>>> {
        let goals = self.goals.as_ref()?;
        Some(goals.call1(py, (start,)).and_then(|listed| listed.bind(py).try_iter()))
    }

    /// The value of a feature.
    pub fn feature(&self, py: Python<'_>, member: usize, state: &Py<PyAny>) -> PyResult<f64> {
        let (which, function) = &self.features[member];
        let value: f64 = function.call1(py, (state,))?.extract(py)?;
        let (low, high) = self.ranges[member];
        if !(low..=high).contains(&value) {
            let place = self.write(py, state)?;
            let wrong = format!(
                "{}: the feature {which} is {value} at {place}, outside of {low} to {high}",
                self.name
            );
            return Err(Error::new_err(wrong));
        }
        Ok(value)
    }

    /// The state of a text.
    pub fn read(&self, py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
        self.read.call1(py, (text,))
    }

    /// The text of a state.
    pub fn write(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<String> {
        self.write.call1(py, (state,))?.extract(py)
    }

    /// A drawing of a state.
    pub fn draw(&self, py: Python<'_>, state: &Py<PyAny>) -> PyResult<String> {
        self.draw.call1(py, (state,))?.extract(py)
    }

    /// Asks Python; see [`ask`].
    pub fn ask<R>(&self, question: impl FnOnce(Python<'_>) -> PyResult<R>) -> R {
        ask(&self.name, question)
    }
}
