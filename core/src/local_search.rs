//! Algorithms for optimisation problems: construction by a rule, local search, ruin and recreate.
//!
//! One solve is one thread with named random streams, integer costs and a limit of [effort](crate::effort): its result is the
//! same on every machine. The first solution is constructed at once, whatever the limit; afterwards the best one is kept,
//! and every improvement is recorded with the effort at which it was found. A solve that starts from a given solution never
//! ends worse. The core reads no clock: the [`Observer`] is polled, may end the solve, and adds seconds to improvements.
//!
//! | file | algorithm |
//! |---|---|
//! | `construct` | one construction |
//! | `restarts` | constructions with noise |
//! | `descent` | moves that improve, to a local optimum |
//! | `iterated` | a kick, then improvement |
//! | `anneal`, `late_acceptance` | random moves, worse ones accepted for a while |
//! | `ruin_recreate` | parts removed and constructed again |
//!
//! [`instance::optimisation`](crate::instance::optimisation) is the dynamic boundary: a problem with its tables, requests and
//! results as plain data.

mod anneal;
mod construct;
mod descent;
mod iterated;
mod late_acceptance;
mod parameters;
mod restarts;
mod ruin_recreate;
mod run;

use crate::feature::Text;
use crate::language::{Decisions, Evaluator};
use crate::optimisation::decision::{ACCEPT, Featured, Rule};
use crate::optimisation::{Cost, Solvable};
use crate::search::Limit;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

// The algorithms that others name; all are in `ALGORITHMS`.
pub use construct::INFO as CONSTRUCT;
pub use descent::INFO as DESCENT;
pub use iterated::INFO as ITERATED;
pub use parameters::{ParameterRow, Parameters};
pub use restarts::INFO as RESTARTS;
pub use run::Run;

/// What an algorithm needs of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Requirement {
    /// Construction alone.
    Construction,
    /// Moves.
    Moves,
    /// Moves or low-level heuristics.
    Changes,
    /// Solutions that can be taken apart.
    Ruin,
}

/// An algorithm's registration and manual page.
#[derive(Debug, PartialEq)]
pub struct AlgorithmInfo {
    /// Name on the command line.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// What it needs of a problem.
    pub requires: Requirement,
    /// Whether it continues until a limit ends it, or a solution that is known to be optimal.
    pub anytime: bool,
    /// Its parameters.
    pub parameters: &'static [ParameterRow],
}

/// Every algorithm, each in a module with `INFO` and `run`.
macro_rules! algorithms {
    ($($module:ident)*) => {
        /// All algorithms, in the order they are shown.
        pub static ALGORITHMS: &[&AlgorithmInfo] = &[$(&$module::INFO),*];

        fn run<O: Solvable + Featured>(run: &mut Run<'_, O>) -> ControlFlow<Stop> {
            let name = run.parameters.algorithm().name;
            $(if name == $module::INFO.name {
                return $module::run(run);
            })*
            unreachable!("an AlgorithmInfo that is not in ALGORITHMS: {name}")
        }
    };
}

algorithms! { construct restarts descent iterated anneal late_acceptance ruin_recreate }

/// The algorithm of that name.
pub fn algorithm(name: &str) -> Option<&'static AlgorithmInfo> {
    ALGORITHMS.iter().copied().find(|info| info.name == name)
}

/// Why an algorithm cannot be used on a problem; `None` if it can.
pub fn refusal<O: Solvable>(algorithm: &AlgorithmInfo) -> Option<&'static str> {
    match algorithm.requires {
        Requirement::Moves if O::KINDS.is_empty() => Some("solutions of this problem have no moves"),
        Requirement::Changes if O::KINDS.is_empty() && O::HEURISTICS.is_empty() => {
            Some("solutions of this problem cannot be changed")
        }
        Requirement::Ruin if !O::RUINS => Some("solutions of this problem cannot be taken apart"),
        _ => None,
    }
}

/// Bounds on one solve.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Most [effort](crate::effort), after the first solution.
    pub effort: Option<u64>,
    /// Wall time; kept by the caller's [`Observer`].
    pub seconds: Option<f64>,
}

/// A better solution was found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Improvement {
    /// Effort until then.
    pub effort: u64,
    /// Seconds until then, filled in by the observer.
    pub seconds: f64,
    /// Its cost.
    pub cost: Cost,
}

/// What a solve has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
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
    /// What was done, by the price list of effort.
    pub effort: u64,
}

/// Watches a solve, and may end it.
pub trait Observer: Send {
    /// Called about every millisecond. An answer ends the solve, which keeps its best solution.
    fn poll(&mut self, stats: &Stats, best: Option<Cost>) -> Option<Limit>;
    /// A better solution was found. Callers that read a clock fill in the seconds.
    fn improved(&mut self, _improvement: &mut Improvement) {}
    /// Whether [`look`](Self::look) is wanted now; asked after a poll.
    fn is_looking(&mut self) -> bool {
        false
    }
    /// The text of the best solution so far.
    fn look(&mut self, _text: &str) {}
}

/// Watches nothing.
impl Observer for () {
    fn poll(&mut self, _stats: &Stats, _best: Option<Cost>) -> Option<Limit> {
        None
    }
}

/// Why a solve ended before its algorithm did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A limit.
    Limit(Limit),
    /// The lower bound is reached.
    Optimal,
}

/// One solve.
pub struct Solve<'a, O: Solvable> {
    /// The instance.
    pub problem: &'a O,
    /// The rules.
    pub rules: &'a Decisions,
    /// Algorithm and parameters; the algorithm must be one without a [`refusal`].
    pub parameters: &'a Parameters,
    /// Names the random streams.
    pub seed: u64,
    /// Bounds.
    pub limits: Limits,
    /// A solution to start from; the result is never worse.
    pub from: Option<&'a O::Solution>,
    /// Who watches.
    pub observer: &'a mut dyn Observer,
}

/// The result of a solve.
#[derive(Debug, Clone)]
pub struct Outcome<S> {
    /// The best solution.
    pub solution: S,
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

impl<S> Outcome<S> {
    /// Whether the cost equals the lower bound.
    pub fn is_optimal(&self) -> bool {
        self.lower_bound.is_some_and(|bound| self.cost <= bound)
    }
}

/// Runs the algorithm that the parameters name.
///
/// # Errors
///
/// The name of a feature that a rule reads and this instance does not have.
pub fn solve<O: Solvable + Featured>(solve: Solve<'_, O>) -> Result<Outcome<O::Solution>, Text> {
    let Solve { problem, rules, parameters, seed, limits, from, observer } = solve;
    let rule = Rule::new(problem, rules)?;
    let accept = rules.get(ACCEPT).map(|accept| Evaluator::new(&(), accept)).transpose()?;
    let mut state = Run::new(problem, rule, accept, parameters, seed, limits, from, observer);
    problem.bind(rules, &mut state.scratch)?;
    let stop = match run(&mut state) {
        ControlFlow::Break(stop) => Some(stop),
        ControlFlow::Continue(()) => None,
    };
    Ok(state.outcome(stop))
}
