//! What is known of a solve, and the forms of it.

use super::method::Choice;
use crate::ToSchema;
use crate::request::error::Kind;
use crate::request::numbers;
use crate::system::origin::Origin;
use crate::wording::limit_name;
use serde::Serialize;
use serde_json::{Map, Value, json};
use unstuck_core::error::ParseError;
use unstuck_core::feature::Text;
use unstuck_core::instance::optimisation::{OptimisationInstance, Solved};
use unstuck_core::local_search::Improvement;
use unstuck_core::optimisation::{Component, Cost};
use unstuck_core::search::{Limit, ParameterValue};
use unstuck_core::view::Board;

/// The result of a solve; the validator has accepted the solution.
pub struct Report {
    /// Name of the instance.
    pub instance: String,
    /// Its domain.
    pub domain: Text,
    /// The instance itself.
    pub problem: Box<dyn OptimisationInstance>,
    /// What was run.
    pub choice: Choice,
    /// Names the random streams.
    pub seed: u64,
    /// The solution, its cost and its curve.
    pub solved: Solved,
    /// Seconds of reading and solving.
    pub seconds: f64,
    /// CPU time of both, where the system counts it.
    pub cpu_seconds: Option<f64>,
}

/// How a solve ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = OptimisationStatus)]
pub enum Status {
    /// With a feasible solution.
    Solved,
    /// With a solution that violates constraints.
    Infeasible,
}

/// A solve as plain data.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OptimisationResult {
    /// Name of the instance.
    pub instance: String,
    /// Its domain.
    pub domain: String,
    /// How it ended.
    pub status: Status,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// Whether the cost equals the lower bound.
    pub optimal: bool,
    /// What costs are counted in.
    pub metric: String,
    /// The cost in the metric.
    pub cost: i64,
    /// Violated constraints; 0 of a feasible solution.
    pub violations: i64,
    /// No solution costs less.
    pub lower_bound: Option<i64>,
    /// The best cost that is known of the instance, if its source names one.
    pub best_known: Option<i64>,
    /// How much the cost is above the lower bound, as a part of it.
    pub gap: Option<f64>,
    /// How much the cost is above the best known, as a part of it.
    pub gap_to_best_known: Option<f64>,
    /// The solution as files hold it.
    pub solution: String,
    /// The cost by its parts.
    pub components: Vec<ComponentView>,
    /// Every improvement, in order.
    pub curve: Vec<CurvePoint>,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The rule's text.
    pub heuristic: String,
    /// The rule as the request names it.
    pub name: String,
    /// The parameters of the algorithm.
    #[schema(value_type = BTreeMap<String, f64>)]
    pub parameters: Map<String, Value>,
    /// Names the random streams.
    pub seed: u64,
    /// The statistics.
    pub stats: Statistics,
    /// The instance's text.
    pub text: String,
    /// What it was made with.
    pub unstuck: Origin,
    /// The solution as screens show it, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub board: Option<Board>,
}

/// A part of a solution's cost.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = CostComponent)]
pub struct ComponentView {
    /// What it is, in words.
    pub name: String,
    /// What it adds to the cost.
    pub cost: i64,
    /// Constraints that it violates.
    pub violations: i64,
}

/// A solution that was better than all before.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct CurvePoint {
    /// Effort until then.
    pub effort: u64,
    /// Seconds until then.
    pub seconds: f64,
    /// Its cost.
    pub cost: i64,
    /// Constraints that it violates.
    pub violations: i64,
}

/// What a solve has done.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = OptimisationStatistics)]
pub struct Statistics {
    /// Constructions that were finished.
    pub constructions: u64,
    /// Steps of constructions.
    pub steps: u64,
    /// Choices that were evaluated.
    pub choices: u64,
    /// Moves and low-level heuristics that were tried.
    pub proposals: u64,
    /// Those that were accepted.
    pub accepted: u64,
    /// What was done, by the price list of effort: about a nanosecond a unit.
    pub effort: u64,
    /// Seconds of reading and solving.
    pub seconds: f64,
    /// CPU time of both, where the system counts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cpu_seconds: Option<f64>,
}

/// How much a cost is above another, as a part of that; none for violations, and where that is 0 but the cost is not.
pub fn gap(cost: Cost, to: Cost) -> Option<f64> {
    match (cost.hard, to.soft) {
        (0, 0) => (cost.soft == 0).then_some(0.0),
        (0, to) => Some((cost.soft - to) as f64 / to.abs() as f64),
        _ => None,
    }
}

/// The objective of a cost.
pub fn soft(cost: Option<Cost>) -> Option<i64> {
    cost.map(|cost| cost.soft)
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// Parts of a cost as plain data.
pub fn components(components: &[Component]) -> Vec<ComponentView> {
    let view = |one: &Component| ComponentView {
        name: one.name.clone(),
        cost: one.cost.soft,
        violations: one.cost.hard,
    };
    components.iter().map(view).collect()
}

impl Report {
    /// Whether no constraint is violated.
    pub fn is_feasible(&self) -> bool {
        self.solved.cost.hard == 0
    }

    /// Whether the cost equals the lower bound.
    pub fn is_optimal(&self) -> bool {
        self.solved.lower_bound.is_some_and(|bound| self.solved.cost <= bound)
    }

    /// How much the cost is above the lower bound.
    pub fn gap(&self) -> Option<f64> {
        gap(self.solved.cost, self.solved.lower_bound?)
    }

    /// How much the cost is above the best known.
    pub fn gap_to_best_known(&self) -> Option<f64> {
        gap(self.solved.cost, self.problem.best_known()?)
    }

    /// CPU time; time where the system does not count it.
    pub fn cpu_seconds(&self) -> f64 {
        self.cpu_seconds.unwrap_or(self.seconds)
    }

    /// How it ended, if not with a feasible solution.
    pub fn kind(&self) -> Option<Kind> {
        match (self.solved.limit, self.is_feasible()) {
            (Some(Limit::Cancelled), _) => Some(Kind::Cancelled),
            (_, true) => None,
            (Some(_), false) => Some(Kind::Limit),
            (None, false) => Some(Kind::GaveUp),
        }
    }

    /// As plain data.
    ///
    /// # Errors
    ///
    /// Never for a solution that the validator has accepted.
    pub fn result(&self) -> Result<OptimisationResult, ParseError> {
        let Solved { text, cost, lower_bound, curve, limit, stats } = &self.solved;
        let point = |one: &Improvement| CurvePoint {
            effort: one.effort,
            seconds: one.seconds,
            cost: one.cost.soft,
            violations: one.cost.hard,
        };
        let rows = self.choice.algorithm().parameters.iter();
        let parameter = |name: &str| match self.choice.parameters.value(name) {
            Some(ParameterValue::Number(number)) => json!(number),
            Some(ParameterValue::Count(count)) => json!(count),
            _ => Value::Null,
        };
        Ok(OptimisationResult {
            instance: self.instance.clone(),
            domain: self.domain.to_string(),
            status: if self.is_feasible() { Status::Solved } else { Status::Infeasible },
            limit: *limit,
            optimal: self.is_optimal(),
            metric: self.problem.metric().to_string(),
            cost: cost.soft,
            violations: cost.hard,
            lower_bound: soft(*lower_bound),
            best_known: soft(self.problem.best_known()),
            gap: self.gap(),
            gap_to_best_known: self.gap_to_best_known(),
            solution: text.clone(),
            components: components(&self.problem.show(text)?.components),
            curve: curve.iter().map(point).collect(),
            algorithm: self.choice.algorithm().name,
            heuristic: self.choice.rule.text(),
            name: self.choice.rule.name.clone(),
            parameters: rows.map(|row| (row.name.to_owned(), parameter(row.name))).collect(),
            seed: self.seed,
            stats: Statistics {
                constructions: stats.constructions,
                steps: stats.steps,
                choices: stats.choices,
                proposals: stats.proposals,
                accepted: stats.accepted,
                effort: stats.effort,
                seconds: self.seconds,
                cpu_seconds: self.cpu_seconds,
            },
            text: self.problem.text(),
            unstuck: Origin::here(),
            board: None,
        })
    }

    /// As plain data, with the solution as screens show it.
    ///
    /// # Errors
    ///
    /// As of [`result`](Self::result).
    pub fn with_board(&self) -> Result<OptimisationResult, ParseError> {
        let board = Some(self.problem.show(&self.solved.text)?.board);
        Ok(OptimisationResult { board, ..self.result()? })
    }

    /// How it ended, in a word, for a table.
    pub fn word(&self) -> &'static str {
        match self.solved.limit {
            _ if !self.is_feasible() => "infeasible",
            _ if self.is_optimal() => "optimal",
            Some(Limit::Cancelled) => "interrupted",
            _ => "feasible",
        }
    }

    /// Cost, bound, best known and gaps, in a sentence.
    pub fn verdict(&self) -> String {
        let metric = self.problem.metric();
        let Solved { cost, lower_bound, limit, .. } = &self.solved;
        let mut text = numbers::counted(cost.soft.unsigned_abs(), &metric);
        if cost.soft < 0 {
            text.insert(0, '−');
        }
        text += &match (cost.hard, self.is_optimal()) {
            (0, true) => ", optimal".to_owned(),
            (0, false) => ", not proved optimal".to_owned(),
            (hard, _) => format!(" with {}", numbers::counted(hard.unsigned_abs(), "violations")),
        };
        for (name, to) in [("lower bound", *lower_bound), ("best known", self.problem.best_known())] {
            let Some(to) = to else { continue };
            let gap = gap(*cost, to).map_or(String::new(), |gap| format!(" (gap {})", percent(gap)));
            text += &format!(", {name} {}{gap}", to.soft);
        }
        if let Some(limit) = limit.filter(|_| !self.is_optimal()) {
            text += &format!(", stopped by {}", limit_name(limit));
        }
        text
    }

    /// The statistics, in a line.
    pub fn statistics_line(&self) -> String {
        let stats = &self.solved.stats;
        let mut parts = vec![
            numbers::counted(stats.constructions, "constructions"),
            numbers::counted(stats.choices, "choices"),
        ];
        if stats.proposals > 0 {
            parts.push(numbers::counted(stats.proposals, "proposals"));
            parts.push(format!("{} accepted", numbers::grouped(stats.accepted)));
        }
        parts.push(format!("effort {}", numbers::rough(stats.effort as f64)));
        parts.push(numbers::seconds(self.seconds));
        parts.extend(self.cpu_seconds.map(|seconds| format!("CPU time {}", numbers::seconds(seconds))));
        let seed =
            if self.choice.algorithm().anytime { format!(", seed {}", self.seed) } else { String::new() };
        format!("{}{seed}: {}", self.choice.name(), parts.join(", "))
    }
}
