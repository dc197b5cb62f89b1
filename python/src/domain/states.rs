//! Python's states under numbers, with everything that was asked about them once.
//!
//! No thread waits for Python's lock while it holds one of ours: answers are found first and kept afterwards. Two threads may
//! ask the same, and get the same.

use super::functions::Functions;
use crate::errors::Error;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// All states that any search of an instance has made.
pub struct States {
    functions: Arc<Functions>,
    table: RwLock<Vec<Arc<Entry>>>,
    /// From a state to its number.
    numbers: Py<PyDict>,
}

/// One state.
struct Entry {
    object: Py<PyAny>,
    hash: u64,
    goal: OnceLock<bool>,
    moves: OnceLock<Box<[Successor]>>,
    features: Box<[OnceLock<f64>]>,
}

/// Where an action leads.
#[derive(Debug, Clone)]
pub struct Successor {
    /// The action's name.
    pub name: Box<str>,
    /// The number of the state.
    pub state: u32,
    /// What it costs.
    pub cost: u32,
}

impl States {
    /// None yet.
    pub fn new(functions: &Arc<Functions>) -> Self {
        let numbers = Python::attach(|py| PyDict::new(py).unbind());
        Self { functions: functions.clone(), table: RwLock::default(), numbers }
    }

    fn entry(&self, number: u32) -> Arc<Entry> {
        Arc::clone(&self.table.read().unwrap_or_else(PoisonError::into_inner)[number as usize])
    }

    /// The number of a state.
    pub fn number(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(state)? {
            return known.extract();
        }
        let most = self.functions.max_states;
        if numbers.len() >= most {
            let remedy = "give the domain a larger most_states, or searches smaller limits";
            let name = &self.functions.name;
            return Err(Error::new_err(format!("{name}: an instance has made {most} states; {remedy}")));
        }
        let object = state.clone().unbind();
        let mut hash = FxHasher::default();
        // The text, since Python's own hashes differ from one process to the next.
        hash.write(self.functions.write(py, &object)?.as_bytes());
        let features = self.functions.ranges.iter().map(|_| OnceLock::new()).collect();
        let entry = Entry {
            object,
            hash: spread(hash.finish()),
            goal: OnceLock::new(),
            moves: OnceLock::new(),
            features,
        };
        let number = {
            let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
            table.push(Arc::new(entry));
            (table.len() - 1) as u32
        };
        // Another thread may have been let in meanwhile: the first number counts.
        numbers.call_method1("setdefault", (state, number))?.extract()
    }

    /// The state of a number, for Python.
    pub fn object(&self, py: Python<'_>, number: u32) -> Py<PyAny> {
        self.entry(number).object.clone_ref(py)
    }

    /// A hash that depends on the state's text alone.
    pub fn hash(&self, number: u32) -> u64 {
        self.entry(number).hash
    }

    /// Whether it is a goal.
    pub fn is_goal(&self, number: u32) -> bool {
        let entry = self.entry(number);
        *entry.goal.get().unwrap_or_else(|| {
            let _ = entry.goal.set(self.functions.ask(|py| self.functions.goal(py, &entry.object)));
            // Either thread may have been first; the answer is there.
            entry.goal.get().unwrap_or(&false)
        })
    }

    /// The value of a feature.
    pub fn feature(&self, number: u32, member: usize) -> f64 {
        let entry = self.entry(number);
        let place = &entry.features[member];
        if let Some(&known) = place.get() {
            return known;
        }
        let value = self.functions.ask(|py| self.functions.feature(py, member, &entry.object));
        let _ = place.set(value);
        value
    }

    /// Runs something over what can be done in a state.
    pub fn with_moves<R>(&self, number: u32, run: impl FnOnce(&[Successor]) -> R) -> R {
        let entry = self.entry(number);
        if let Some(known) = entry.moves.get() {
            return run(known);
        }
        let found: Box<[Successor]> = self.functions.ask(|py| {
            let moves = self.functions.actions(py, &entry.object)?.into_iter();
            let successor = |(name, state, cost): (String, Bound<'_, PyAny>, u32)| {
                Ok(Successor { name: name.into(), state: self.number(py, &state)?, cost })
            };
            moves.map(successor).collect::<PyResult<_>>()
        });
        let _ = entry.moves.set(found);
        run(entry.moves.get().map_or(&[], |moves| moves))
    }
}

/// Every bit of the result depends on every bit of the number.
fn spread(number: u64) -> u64 {
    let mixed = (number ^ (number >> 31)).wrapping_mul(0x7fb5_d329_728e_a185);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x81da_def4_bc2d_d44d);
    mixed ^ (mixed >> 33)
}
