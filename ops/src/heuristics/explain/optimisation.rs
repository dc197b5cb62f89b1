//! Why a rule makes a choice: the values of all choices at a step; and a solution's cost by its parts.

use super::Request;
use crate::ToSchema;
use crate::request::context::{Access, Context};
use crate::request::error::{Error, Result};
use crate::request::instances::Source;
use crate::system::origin::Origin;
use crate::use_cases::optimise::method::rule;
use crate::use_cases::optimise::report::{ComponentView, components, soft};
use crate::use_cases::solve::optimisation::refused;
use crate::use_cases::validate::solution::solution_of;
use crate::wording::field;
use serde::Serialize;
use unstuck_core::instance::optimisation::ExplainedStep;
use unstuck_core::optimisation::decision::ExplainedChoice;
use unstuck_core::view::Board;

/// The choices at a step of a construction, and the parts of a solution's cost.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChoiceExplanation {
    /// Name of the instance.
    pub instance: String,
    /// Its domain.
    pub domain: String,
    /// What costs are counted in.
    pub metric: String,
    /// The rule's text.
    pub heuristic: String,
    /// The step, from 1; the last one if there are fewer than asked for.
    pub step: usize,
    /// The features that the rule reads, in the order of their values.
    pub features: Vec<String>,
    /// All choices, in the canonical order.
    pub choices: Vec<ChoiceView>,
    /// What was built before the step, as screens show it, where that can be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub board: Option<Board>,
    /// The solution that was given, if one was.
    pub solution: Option<ExplainedSolution>,
    /// What it was made with.
    pub unstuck: Origin,
}

/// A choice.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ExplainedChoice)]
pub struct ChoiceView {
    /// The choice in words.
    pub text: String,
    /// The rule's value: the greatest wins, and equal ones go to the first.
    pub value: f64,
    /// The values of the features that the rule reads.
    pub features: Vec<f64>,
    /// Whether the rule makes this choice.
    pub made: bool,
}

/// A solution's cost by its parts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExplainedSolution {
    /// Its cost, by independent code.
    pub cost: i64,
    /// Violated constraints.
    pub violations: i64,
    /// No solution costs less.
    pub lower_bound: Option<i64>,
    /// The parts.
    pub components: Vec<ComponentView>,
    /// The solution as screens show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub board: Option<Board>,
}

/// Explains a step, and a solution if one is given.
///
/// # Errors
///
/// The rule, the instance or the solution cannot be read.
pub fn run(request: &Request, source: &Source, context: &Context<'_>) -> Result<ChoiceExplanation> {
    let name = &source.domain.info().name;
    if !request.moves.is_empty() {
        let message = format!("moves lead to positions of searches; {name} is an optimisation domain");
        return Err(Error::input(message)
            .field("moves")
            .help(format!("name a step of the construction with {}", field("step"))));
    }
    let step = match request.step.unwrap_or(1) {
        0 => return Err(Error::request("steps are counted from 1").field("step")),
        step => step - 1,
    };
    let rule = rule(&*source.domain, &request.heuristic, context, "heuristic")?;
    let problem = source.optimisation(&request.reading)?;
    let explained = problem.explain(&rule.decisions, step).map_err(|error| refused(error, source))?;
    let ExplainedStep { step, features, choices, board } = explained;
    // Pages draw boards; other surfaces have their texts.
    let shown = matches!(context.access, Access::Names { .. });
    let view = |choice: ExplainedChoice| {
        let ExplainedChoice { text, value, features, made } = choice;
        ChoiceView { text, value, features, made }
    };
    let solution = |given: &String| {
        let text = solution_of(given, &source.name)?;
        let cost = problem.validate(&text).map_err(Error::input)?;
        let seen = problem.show(&text)?;
        Ok(ExplainedSolution {
            cost: cost.soft,
            violations: cost.hard,
            lower_bound: soft(problem.lower_bound()),
            components: components(&seen.components),
            board: shown.then_some(seen.board),
        })
    };
    let solution = request.from.as_ref().map(solution).transpose();
    Ok(ChoiceExplanation {
        instance: source.name.clone(),
        domain: name.to_string(),
        metric: problem.metric().to_string(),
        heuristic: rule.text(),
        step: step + 1,
        features: features.into_iter().map(|name| name.to_string()).collect(),
        choices: choices.into_iter().map(view).collect(),
        board: board.filter(|_| shown),
        solution: solution.map_err(|error: Error| error.or_field("from"))?,
        unstuck: Origin::here(),
    })
}
