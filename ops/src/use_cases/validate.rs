//! Replays a plan by code that shares nothing with the search; checks a solution of an optimisation problem.

pub mod solution;

use crate::ToSchema;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::{Reading, Source};
use crate::system::origin::Origin;
use crate::wording::{Action, action};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use solution::SolutionValidation;
use unstuck_core::domain::{self, Domain};
use unstuck_core::puzzle::{Replay, ReplayError};

/// A plan, and the instance it should solve.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema, Fields)]
#[schema(as = ValidateRequest)]
pub struct Request {
    /// The instance: a name or a text; a PDDL problem may follow its domain file.
    pub instance: Vec<String>,
    /// The plan: its moves, or the JSON of a solve. Of optimisation domains the text of the solution.
    pub plan: String,
    /// The domain of a text that does not name one.
    #[serde(default)]
    pub domain: Option<String>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
}

/// The validator's verdict.
pub struct Validation {
    /// The moves of the plan.
    pub plan: Vec<String>,
    /// The replay, or the move that fails.
    pub replay: std::result::Result<Replay, ReplayError>,
    instance: String,
    domain: String,
    metric: String,
}

/// A validation as plain data.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PlanValidation)]
pub struct ValidateResult {
    /// Name of the instance.
    pub instance: String,
    /// Its domain.
    pub domain: String,
    /// What lengths are counted in.
    pub metric: String,
    /// Whether the plan solves the instance.
    pub valid: bool,
    /// Moves of the plan.
    pub moves: usize,
    /// The plan's length in the metric; of a valid plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>, nullable = false)]
    pub length: Option<Option<u64>>,
    /// The plan's length in every metric; of a valid plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, u64>>, nullable = false)]
    pub lengths: Option<Map<String, Value>>,
    /// The number of the move that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub step: Option<usize>,
    /// The move that fails.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub action: Option<String>,
    /// Why the plan is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<String>,
    /// What it was made with.
    pub unstuck: Origin,
}

/// The validator's verdict, by the kind of the domain.
pub enum Validated {
    /// On a plan.
    Plan(Box<Validation>),
    /// On a solution of an optimisation problem.
    Solution(Box<SolutionValidation>),
}

/// The same as plain data.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Validated)]
pub enum ValidatedResult {
    /// On a plan.
    Plan(Box<ValidateResult>),
    /// On a solution of an optimisation problem.
    Solution(Box<SolutionValidation>),
}

impl Validated {
    /// As plain data.
    pub fn result(&self) -> ValidatedResult {
        match self {
            Self::Plan(validation) => ValidatedResult::Plan(Box::new(validation.result())),
            Self::Solution(validation) => ValidatedResult::Solution(validation.clone()),
        }
    }
}

/// Replays a plan, or checks a solution.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Validated> {
    let domain = context.optional_domain(request.domain.as_deref())?;
    let source = context.single(&request.instance, domain.as_ref(), &request.reading)?;
    Ok(match source.domain.info().kind {
        domain::Kind::Search => Validated::Plan(Box::new(replay(request, source)?)),
        domain::Kind::Optimisation => {
            Validated::Solution(Box::new(solution::validate(&source, &request.reading, &request.plan)?))
        }
    })
}

fn replay(request: &Request, source: Source) -> Result<Validation> {
    let reading = &request.reading;
    let puzzle = source.search(reading, "validate")?;
    let plan = plan_of(&request.plan, &source.name, &*source.domain)?;
    let replay = puzzle.replay(&plan);
    let domain = source.domain.info().name.to_string();
    Ok(Validation { plan, replay, instance: source.name, domain, metric: puzzle.metric().to_string() })
}

impl Validation {
    /// As plain data.
    pub fn result(&self) -> ValidateResult {
        let mut result = ValidateResult {
            instance: self.instance.clone(),
            domain: self.domain.clone(),
            metric: self.metric.clone(),
            valid: self.replay.is_ok(),
            moves: self.plan.len(),
            length: None,
            lengths: None,
            step: None,
            action: None,
            reason: None,
            unstuck: Origin::here(),
        };
        match &self.replay {
            Ok(replay) => {
                let lengths = replay.lengths.iter();
                let lengths = lengths.map(|(name, length)| (name.to_string(), Value::from(*length)));
                result.length = Some(replay.length(&self.metric));
                result.lengths = Some(lengths.collect());
            }
            Err(
                ReplayError::Step { step, text, reason } | ReplayError::Unreadable { step, text, reason },
            ) => {
                result.step = Some(*step);
                result.action = Some(text.clone());
                result.reason = Some(reason.clone());
            }
            Err(ReplayError::NotSolved { reason, .. }) => result.reason = Some(reason.clone()),
        }
        result
    }
}

/// The moves of a written plan: as the domain writes them, or as JSON.
pub fn plan_of(text: &str, instance: &str, domain: &dyn Domain) -> Result<Vec<String>> {
    if text.trim_start().starts_with(['{', '[']) {
        json_plan(text, instance).map_err(|error| error.field("plan"))
    } else {
        Ok(domain.plan_steps(text))
    }
}

/// The moves in the JSON of a solve of an instance.
fn json_plan(text: &str, instance: &str) -> Result<Vec<String>> {
    let result = json_result(text, instance)?;
    match (&result, &result["plan"], result["status"].as_str()) {
        (Value::Array(moves), ..) | (_, Value::Array(moves), _) => strings(moves),
        (_, Value::Null, Some(status)) => {
            Err(Error::input(format!("the JSON has no plan: its status is '{status}'")))
        }
        _ => Err(Error::input(format!("the JSON has no \"plan\"; is it {}?", action(Action::SolveAsJson)))),
    }
}

/// The JSON of one solve, or that of an instance among several; or a list of moves.
pub fn json_result(text: &str, instance: &str) -> Result<Value> {
    let values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let values = values.collect::<std::result::Result<Vec<_>, _>>();
    let mut values =
        values.map_err(|error| Error::input(format!("the plan begins like JSON but is not: {error}")))?;
    let results = match &mut values[..] {
        [Value::Array(moves)] if moves.iter().all(Value::is_string) => return Ok(values.remove(0)),
        [Value::Array(results)] => std::mem::take(results),
        // An object a line, as of --jsonl.
        _ => values,
    };
    let fitting: Vec<&Value> = results.iter().filter(|result| result["instance"] == instance).collect();
    match (&results[..], &fitting[..]) {
        ([only], _) => Ok(only.clone()),
        (_, [only]) => Ok((*only).clone()),
        _ => {
            let own = if fitting.is_empty() { "none".to_owned() } else { fitting.len().to_string() };
            let message = format!(
                "the JSON holds {} results, {own} of them of {instance}; a plan is one of them",
                results.len()
            );
            Err(Error::input(message))
        }
    }
}

fn strings(moves: &[Value]) -> Result<Vec<String>> {
    let text = |step: &Value| step.as_str().map(str::to_owned);
    let wrong = |step: &Value| Error::input(format!("{step} is not a move; a move is text"));
    moves.iter().map(|step| text(step).ok_or_else(|| wrong(step))).collect()
}
