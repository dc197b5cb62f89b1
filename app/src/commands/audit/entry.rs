//! What an audit says about one heuristic.

use serde_json::{Value, json};
use unstuck_core::audit::{Card, CounterExample};
use unstuck_core::feature::{FeatureInfo, Role};

/// A feature and what came of its audit.
pub struct Entry {
    /// Its registration; the zero heuristic may have none.
    pub info: Option<FeatureInfo>,
    /// What was found.
    pub card: Card,
}

impl Entry {
    /// Whether it means to estimate the distance at all.
    pub fn is_estimate(&self) -> bool {
        self.info.as_ref().is_none_or(|info| info.role == Role::Estimate)
    }

    /// The share of states where it overestimates, and of moves over which it drops by more than they cost.
    pub fn failures(&self) -> (f64, f64) {
        let share = |some: u64, all: u64| some as f64 / all.max(1) as f64;
        let card = &self.card;
        (share(card.overestimates, card.states), share(card.inconsistencies, card.edges))
    }

    /// For JSON. Of no state nothing is known.
    pub fn json(&self) -> Value {
        let card = &self.card;
        let known = card.states > 0;
        let example = |example: &Option<CounterExample>| match example {
            None => Value::Null,
            Some(CounterExample { state, value, allowed, successor: None }) => {
                json!({ "state": state, "value": value, "distance": allowed })
            }
            Some(CounterExample { state, value, allowed, successor }) => {
                json!({ "state": state, "value": value, "allowed": allowed, "successor": successor })
            }
        };
        json!({
            "heuristic": card.heuristic,
            "role": self.info.as_ref().map(|info| info.role),
            "declared": { "admissible": card.declared_admissible, "consistent": card.declared_consistent },
            "admissible": known.then(|| card.is_admissible()),
            "consistent": known.then(|| card.is_consistent()),
            "states": card.states,
            "edges": card.edges,
            "overestimates": card.overestimates,
            "inconsistencies": card.inconsistencies,
            "mean": known.then(|| card.mean()),
            "mean_distance": known.then(|| card.mean_distance()),
            "mean_error": known.then(|| card.mean_error()),
            "correlation": card.correlation(),
            "nanoseconds": card.nanoseconds(),
            "not_admissible": example(&card.not_admissible),
            "not_consistent": example(&card.not_consistent),
        })
    }
}
