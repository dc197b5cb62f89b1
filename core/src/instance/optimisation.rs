//! An optimisation problem behind the dynamic boundary: requests and results as plain data.
//!
//! The call crosses the boundary once per solve or construction; what runs behind it is monomorphised.

use super::Instance;
use crate::error::{LONGEST, ParseError, presentable};
use crate::feature::{FeatureTable, Text};
use crate::language::Decisions;
use crate::local_search::{
    AlgorithmInfo, Improvement, Limits, Observer, Outcome, Parameters, Solve, Stats, refusal, solve,
};
use crate::optimisation::decision::{Built, ExplainedChoice, Featured, Rule, explain};
use crate::optimisation::{Component, Cost, Presented, Solvable, conformance};
use crate::puzzle::Picture;
use crate::search::Limit;
use crate::view::Board;
use serde::Serialize;
use std::any::Any;
use std::sync::Arc;

/// A solve to run.
#[derive(Debug, Clone)]
pub struct SolveRequest {
    /// The rules.
    pub rules: Decisions,
    /// Algorithm and parameters.
    pub parameters: Parameters,
    /// Names the random streams.
    pub seed: u64,
    /// Bounds.
    pub limits: Limits,
    /// The text of a solution to start from; the result is never worse.
    pub from: Option<String>,
}

/// The result of a solve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solved {
    /// The text of the best solution.
    pub text: String,
    /// Its cost.
    pub cost: Cost,
    /// No solution costs less than this.
    pub lower_bound: Option<Cost>,
    /// Every improvement, in order.
    pub curve: Vec<Improvement>,
    /// The limit that ended the solve, if one did.
    pub limit: Option<Limit>,
    /// What was done.
    pub stats: Stats,
}

/// Why a solve could not start.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// A rule reads a feature that this instance does not have, or there is no rule for the decision.
    #[error("this instance has no '{0}'")]
    Absent(Text),
    /// The algorithm cannot be used on this problem.
    #[error("{0}: {1}")]
    Refused(&'static str, &'static str),
    /// The solution to start from could not be read.
    #[error(transparent)]
    From(#[from] ParseError),
}

/// What a construction did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constructed {
    /// The cost of the solution.
    pub cost: Cost,
    /// Choices that were evaluated.
    pub choices: u64,
    /// What was done, by the price list of [effort](crate::effort), without the steps themselves.
    pub effort: u64,
}

/// A step of a construction, explained.
#[derive(Debug, Clone, Serialize)]
pub struct ExplainedStep {
    /// The steps before it.
    pub step: usize,
    /// The features that the rule reads, in the order of their values.
    pub features: Vec<Text>,
    /// All choices, in the canonical order.
    pub choices: Vec<ExplainedChoice>,
    /// What was built before the step, where that can be drawn.
    pub board: Option<Board>,
}

/// What constructions by one rule keep from instance to instance: the bound rule. A new one for every rule.
#[derive(Default)]
pub struct KeptRule(Option<Box<dyn Any + Send>>);

/// One instance of an optimisation domain.
pub trait OptimisationInstance: Instance {
    /// The tables of the decisions that rules can make.
    fn tables(&self) -> &[Arc<FeatureTable>];
    /// No solution costs less.
    fn lower_bound(&self) -> Option<Cost>;
    /// The best cost that is known of it, if its source names one.
    fn best_known(&self) -> Option<Cost>;
    /// Why an algorithm cannot be used; `None` if it can.
    fn refusal(&self, algorithm: &AlgorithmInfo) -> Option<&'static str>;
    /// Solves the instance.
    ///
    /// # Errors
    ///
    /// The request does not fit the instance.
    fn solve(&self, request: &SolveRequest, observer: &mut dyn Observer) -> Result<Solved, SolveError>;
    /// One construction, without making the solution.
    ///
    /// # Errors
    ///
    /// A rule reads a feature that this instance does not have.
    fn construct(&self, rules: &Decisions, kept: &mut KeptRule) -> Result<Constructed, SolveError>;
    /// The choices at a step of the construction by a rule, counted from 0; those of the last step if there are fewer.
    ///
    /// # Errors
    ///
    /// A rule reads a feature that this instance does not have.
    fn explain(&self, rules: &Decisions, step: usize) -> Result<ExplainedStep, SolveError>;
    /// Checks a solution's text by independent code.
    ///
    /// # Errors
    ///
    /// The first violation.
    fn validate(&self, text: &str) -> Result<Cost, String>;
    /// What people see of a solution.
    ///
    /// # Errors
    ///
    /// The text is not a solution.
    fn show(&self, text: &str) -> Result<Shown, ParseError>;
    /// What a screen shows of a solution.
    ///
    /// # Errors
    ///
    /// The text is not a solution.
    fn board(&self, text: &str) -> Result<Board, ParseError>;
}

/// What people see of a solution.
#[derive(Debug, Clone)]
pub struct Shown {
    /// For a terminal.
    pub picture: Picture,
    /// For a screen.
    pub board: Board,
    /// The cost by its parts.
    pub components: Vec<Component>,
}

/// A problem with the tables of its domain, behind [`Instance`] and [`OptimisationInstance`].
pub struct Bound<O> {
    problem: O,
    tables: &'static [Arc<FeatureTable>],
    metric: Text,
}

impl<O: Solvable + Featured + Presented> Bound<O> {
    /// A problem whose decisions have these tables, the first that of the choices; its costs are counted in a metric.
    pub fn new(problem: O, tables: &'static [Arc<FeatureTable>], metric: &str) -> Self {
        Self { problem, tables, metric: metric.to_owned().into() }
    }

    /// The problem.
    pub fn problem(&self) -> &O {
        &self.problem
    }

    fn rule(&self, rules: &Decisions) -> Result<Rule<O>, SolveError> {
        Rule::new(&self.problem, rules).map_err(SolveError::Absent)
    }
}

impl<O: Solvable + Featured + Presented> Instance for Bound<O> {
    fn table(&self) -> &Arc<FeatureTable> {
        &self.tables[0]
    }
    fn text(&self) -> String {
        self.problem.text()
    }
    fn metric(&self) -> Text {
        self.metric.clone()
    }
    fn size(&self) -> usize {
        self.problem.size()
    }
    fn picture(&self) -> Picture {
        self.problem.picture(None)
    }
    fn view(&self) -> Board {
        self.problem.view(None)
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_optimisation(&self) -> Option<&dyn OptimisationInstance> {
        Some(self)
    }
    fn into_optimisation(self: Box<Self>) -> Option<Box<dyn OptimisationInstance>> {
        Some(self)
    }
    fn ranges(&self) -> Vec<Option<(f64, f64)>> {
        self.problem.choice_features().iter().map(|feature| feature.range(&self.problem)).collect()
    }
    fn has(&self, feature: &str) -> bool {
        let index = self.table().index(feature).map(usize::from);
        let features = self.problem.choice_features();
        index.and_then(|index| features.get(index)).is_some_and(|one| one.range(&self.problem).is_some())
    }
    fn with_table(&self, _table: &Arc<FeatureTable>) -> Option<Box<dyn Instance>> {
        None
    }
    fn values(&self) -> Vec<Option<f64>> {
        vec![None; self.problem.choice_features().len()]
    }
    fn check_laws(&self, seed: u64, moves: usize) -> Result<(), String> {
        conformance::check(&self.problem, seed, moves)
    }
}

impl<O: Solvable + Featured + Presented> OptimisationInstance for Bound<O> {
    fn tables(&self) -> &[Arc<FeatureTable>] {
        self.tables
    }
    fn lower_bound(&self) -> Option<Cost> {
        self.problem.lower_bound()
    }
    fn best_known(&self) -> Option<Cost> {
        self.problem.best_known()
    }
    fn refusal(&self, algorithm: &AlgorithmInfo) -> Option<&'static str> {
        refusal::<O>(algorithm)
    }

    fn solve(&self, request: &SolveRequest, observer: &mut dyn Observer) -> Result<Solved, SolveError> {
        let SolveRequest { rules, parameters, seed, limits, from } = request;
        let (problem, seed, limits) = (&self.problem, *seed, *limits);
        if let Some(reason) = self.refusal(parameters.algorithm()) {
            return Err(SolveError::Refused(parameters.algorithm().name, reason));
        }
        let from = from.as_ref().map(|text| problem.read(text)).transpose()?;
        let found = solve(Solve { problem, rules, parameters, seed, limits, from: from.as_ref(), observer })
            .map_err(SolveError::Absent)?;
        let mut text = String::new();
        problem.write(&found.solution, &mut text);
        let Outcome { cost, lower_bound, curve, limit, stats, .. } = found;
        Ok(Solved { text, cost, lower_bound, curve, limit, stats })
    }

    fn construct(&self, rules: &Decisions, kept: &mut KeptRule) -> Result<Constructed, SolveError> {
        let known = kept.0.take().and_then(|kept| kept.downcast::<Rule<O>>().ok());
        let mut rule = match known {
            Some(mut rule) => {
                rule.bind(&self.problem).map_err(SolveError::Absent)?;
                rule
            }
            None => Box::new(self.rule(rules)?),
        };
        let mut partial = self.problem.start(rule.features());
        let Built { steps, choices } = rule.construct(&self.problem, &mut partial);
        let prices = self.problem.prices();
        let effort = steps * prices.step + choices * (prices.choice + rule.price()) + self.problem.overhead();
        kept.0 = Some(rule);
        Ok(Constructed { cost: self.problem.finished_cost(&partial), choices, effort })
    }

    fn explain(&self, rules: &Decisions, step: usize) -> Result<ExplainedStep, SolveError> {
        let mut rule = self.rule(rules)?;
        let mut partial = self.problem.start(rule.features());
        let mut made = 0;
        while made < step {
            let Some((choice, _)) = rule.choose(&self.problem, &partial) else { break };
            let before = partial.clone();
            self.problem.extend(&mut partial, choice);
            if rule.choose(&self.problem, &partial).is_none() {
                partial = before;
                break;
            }
            made += 1;
        }
        let all = self.problem.choice_features();
        let name = |&index: &u16| all[usize::from(index)].info.name.clone();
        let features = rule.features().iter().map(name).collect();
        let board = self.problem.sketch(&partial);
        Ok(ExplainedStep {
            step: made,
            features,
            choices: explain(&self.problem, &mut rule, &partial),
            board,
        })
    }

    fn validate(&self, text: &str) -> Result<Cost, String> {
        // Validators quote the text, which may be a line of any length with any characters.
        self.problem.validate(text).map_err(|violation| presentable(&violation, LONGEST))
    }
    fn board(&self, text: &str) -> Result<Board, ParseError> {
        Ok(self.problem.view(Some(&self.problem.read(text)?)))
    }
    fn show(&self, text: &str) -> Result<Shown, ParseError> {
        let (problem, solution) = (&self.problem, self.problem.read(text)?);
        let components = problem.components(&solution);
        Ok(Shown {
            picture: problem.picture(Some(&solution)),
            board: problem.view(Some(&solution)),
            components,
        })
    }
}
