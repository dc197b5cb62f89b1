//! The result of an audit for one heuristic.

use serde::Serialize;
use unstuck_core::audit::{Card, CounterExample};
use unstuck_core::feature::{FeatureInfo, Role};
use unstuck_core::view::Board;

/// A feature and the result of its audit.
pub struct Entry {
    /// What the request calls it: `champion`, a file, a text.
    pub name: String,
    /// Its registration; the zero heuristic may have none.
    pub info: Option<FeatureInfo>,
    /// What was found.
    pub card: Card,
}

impl Entry {
    /// Whether it means to estimate the distance at all.
    pub fn is_estimate(&self) -> bool {
        self.info.as_ref().is_none_or(|info| info.node().role == Role::Estimate)
    }

    /// The share of states where it overestimates, and of moves over which it drops by more than they cost.
    pub fn failures(&self) -> (f64, f64) {
        let share = |some: u64, all: u64| some as f64 / all.max(1) as f64;
        let card = &self.card;
        (share(card.overestimates, card.states), share(card.inconsistencies, card.edges))
    }

    /// As plain data. Of no state nothing is known.
    pub fn report_card(&self) -> ReportCard {
        let card = &self.card;
        let known = card.states > 0;
        ReportCard {
            heuristic: card.heuristic.clone(),
            role: self.info.as_ref().map(|info| info.node().role),
            declared: Declared { admissible: card.declared_admissible, consistent: card.declared_consistent },
            admissible: known.then(|| card.is_admissible()),
            consistent: known.then(|| card.is_consistent()),
            states: card.states,
            edges: card.edges,
            overestimates: card.overestimates,
            inconsistencies: card.inconsistencies,
            mean: known.then(|| card.mean()),
            mean_distance: known.then(|| card.mean_distance()),
            mean_error: known.then(|| card.mean_error()),
            correlation: card.correlation(),
            nanoseconds: card.nanoseconds(),
            not_admissible: card.not_admissible.as_ref().map(Example::of),
            not_consistent: card.not_consistent.as_ref().map(Example::of),
        }
    }
}

/// The result of an audit for one heuristic, as plain data.
#[derive(Debug, Clone, Serialize, crate::ToSchema)]
#[schema(as = Card)]
pub struct ReportCard {
    /// The heuristic's text.
    pub heuristic: String,
    /// What a feature is for.
    pub role: Option<Role>,
    /// What it is registered to be.
    pub declared: Declared,
    /// Whether it never overestimates.
    #[schema(value_type = bool)]
    pub admissible: Option<bool>,
    /// Whether it never drops by more than a move costs.
    #[schema(value_type = bool)]
    pub consistent: Option<bool>,
    /// States it was compared on.
    pub states: u64,
    /// Moves it was compared on.
    pub edges: u64,
    /// States where it overestimates.
    pub overestimates: u64,
    /// Moves over which it drops by more than they cost.
    pub inconsistencies: u64,
    /// Its mean.
    #[schema(value_type = f64)]
    pub mean: Option<f64>,
    /// The mean distance.
    #[schema(value_type = f64)]
    pub mean_distance: Option<f64>,
    /// The mean of its absolute errors.
    #[schema(value_type = f64)]
    pub mean_error: Option<f64>,
    /// Its correlation with the distance.
    pub correlation: Option<f64>,
    /// Time of an evaluation.
    #[schema(value_type = f64)]
    pub nanoseconds: Option<f64>,
    /// A state where it overestimates.
    pub not_admissible: Option<Example>,
    /// A move over which it drops by more than it costs.
    pub not_consistent: Option<Example>,
}

/// What a heuristic is registered to be.
#[derive(Debug, Clone, Copy, Serialize, crate::ToSchema)]
pub struct Declared {
    /// It never overestimates.
    pub admissible: bool,
    /// It never drops by more than a move costs.
    pub consistent: bool,
}

/// A state that refutes a property; with a successor, a move that does.
#[derive(Debug, Clone, Serialize, crate::ToSchema)]
#[schema(as = CounterExample)]
pub struct Example {
    /// The state's text.
    pub state: String,
    /// The heuristic's value.
    pub value: f64,
    /// The exact distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub distance: Option<f64>,
    /// The most that consistency allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub allowed: Option<f64>,
    /// The successor's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub successor: Option<String>,
    /// The state as screens show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Board, required = true)]
    pub board: Option<Board>,
    /// The successor as screens show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub successor_board: Option<Board>,
}

impl Example {
    fn of(example: &CounterExample) -> Self {
        let CounterExample { state, value, allowed, successor } = example.clone();
        let (distance, allowed) =
            if successor.is_none() { (Some(allowed), None) } else { (None, Some(allowed)) };
        Self { state, value, distance, allowed, successor, board: None, successor_board: None }
    }
}
