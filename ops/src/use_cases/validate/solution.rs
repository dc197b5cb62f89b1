//! Texts of solutions: read from files and from the JSON of a solve, and checked by independent code.

use super::json_result;
use crate::ToSchema;
use crate::request::error::{Error, Result};
use crate::request::instances::{Reading, Source};
use crate::request::numbers;
use crate::system::origin::Origin;
use crate::use_cases::optimise::report::{gap, soft};
use crate::wording::{Action, action};
use serde::Serialize;
use serde_json::Value;
use unstuck_core::instance::optimisation::OptimisationInstance;
use unstuck_core::optimisation::Cost;

/// The solution in a text: the text itself, or that in the JSON of a solve of the instance.
///
/// # Errors
///
/// The JSON has none.
pub fn solution_of(text: &str, instance: &str) -> Result<String> {
    if !text.trim_start().starts_with(['{', '[']) {
        return Ok(text.to_owned());
    }
    match &json_result(text, instance)?["solution"] {
        Value::String(solution) => Ok(solution.clone()),
        _ => {
            Err(Error::input(format!("the JSON has no \"solution\"; is it {}?", action(Action::SolveAsJson))))
        }
    }
}

/// The validator's verdict on a solution.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SolutionValidation {
    /// Name of the instance.
    pub instance: String,
    /// Its domain.
    pub domain: String,
    /// What costs are counted in.
    pub metric: String,
    /// Whether it is a feasible solution.
    pub valid: bool,
    /// The cost of a solution without violations.
    pub cost: Option<i64>,
    /// No solution costs less.
    pub lower_bound: Option<i64>,
    /// The best cost that is known of the instance.
    pub best_known: Option<i64>,
    /// How much the cost is above the lower bound, as a part of it.
    pub gap: Option<f64>,
    /// The first violation.
    pub reason: Option<String>,
    /// What it was made with.
    pub unstuck: Origin,
}

/// Checks the text of a solution.
///
/// # Errors
///
/// The instance cannot be read.
pub fn validate(source: &Source, reading: &Reading, text: &str) -> Result<SolutionValidation> {
    let problem = source.optimisation(reading)?;
    let text = solution_of(text, &source.name).map_err(|error| error.field("plan"))?;
    let checked = problem.validate(&text).and_then(|cost| match cost {
        Cost { hard: 0, .. } => Ok(cost),
        Cost { hard, .. } => Err(violations(&*problem, &text, hard)),
    });
    let bound = problem.lower_bound();
    let cost = checked.as_ref().ok().copied();
    Ok(SolutionValidation {
        instance: source.name.clone(),
        domain: source.domain.info().name.to_string(),
        metric: problem.metric().to_string(),
        valid: checked.is_ok(),
        cost: soft(cost),
        lower_bound: soft(bound),
        best_known: soft(problem.best_known()),
        gap: cost.and_then(|cost| gap(cost, bound?)),
        reason: checked.err(),
        unstuck: Origin::here(),
    })
}

/// The first violated constraint in words, and how many there are.
fn violations(problem: &dyn OptimisationInstance, text: &str, count: i64) -> String {
    let parts = problem.show(text).map_or_else(|_| Vec::new(), |shown| shown.components);
    let number = format!("{} violated", numbers::counted(count.unsigned_abs(), "constraints"));
    match parts.into_iter().find(|part| part.cost.hard > 0) {
        Some(first) => format!("{} ({number})", first.name),
        None => number,
    }
}
