//! Rules on optimisation problems: a construction, or a local search that begins with one.
//!
//! The measures are those of searches: the *length* of a run is the cost of its solution, and so is what it is compared by,
//! which are the expanded nodes of a search. What costs are compared with is chosen by the fitness; see [`Target`].

use super::{EvaluationContext, Failure, Finding, Prepared, PreparedInstance, Watch};
use crate::measure::{ReferenceResult, Run};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use unstuck_core::domain::Domain;
use unstuck_core::error::ParseError;
use unstuck_core::executor::Executor;
use unstuck_core::instance::Instance;
use unstuck_core::instance::optimisation::{KeptRule, OptimisationInstance, SolveError, SolveRequest};
use unstuck_core::language::{CHOOSE, Checked, Decisions};
use unstuck_core::local_search::{self, CONSTRUCT, Improvement, Limits, Parameters, Stats};
use unstuck_core::optimisation::Cost;
use unstuck_core::search::{self, Limit};

/// Why an instance is left out: the reference rule finds no solution that keeps all constraints.
pub const INFEASIBLE: &str = "the reference rule finds no feasible solution";

/// How rules are measured on optimisation problems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Optimiser {
    /// The algorithm and its parameters.
    pub parameters: Parameters,
    /// The formulas of the decisions that do not evolve, as one text.
    pub rules: Option<String>,
    /// What costs are compared with.
    pub target: Target,
    /// The cost of a run is its mean over the logarithm of effort, in thousandths, rather than that of its last solution.
    pub averaged: bool,
}

/// What costs are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// The lower bound; where there is none, the cost of the reference rule.
    Bound,
    /// The best cost that is known; where there is none, as [`Target::Bound`].
    Best,
    /// The cost of the reference rule.
    Reference,
}

/// The decades of effort, up to the limit, that costs are averaged over.
const DECADES: f64 = 3.0;

/// Parts of a unit of cost in which averages are counted.
const PARTS: f64 = 1_000.0;

/// An optimiser with what it keeps from rule to rule.
pub(super) struct Bound {
    pub(super) optimiser: Optimiser,
    fixed: Vec<Arc<Checked>>,
    limits: search::Limits,
}

/// Asks the observer of searches.
struct Observer(Box<dyn search::Observer>);

impl local_search::Observer for Observer {
    fn poll(&mut self, _stats: &Stats, _best: Option<Cost>) -> Option<Limit> {
        self.0.poll(&search::Stats::default())
    }
}

impl Bound {
    pub(super) fn new(
        optimiser: Optimiser,
        domain: &dyn Domain,
        limits: search::Limits,
    ) -> Result<Self, ParseError> {
        let fixed = match &optimiser.rules {
            Some(text) => Decisions::read(text, domain.decisions())?,
            None => Decisions::new(Vec::new()),
        };
        let fixed =
            fixed.iter().filter(|(name, _)| *name != CHOOSE).map(|(_, formula)| formula.clone()).collect();
        Ok(Self { optimiser, fixed, limits })
    }

    /// The rule of a formula.
    fn rules(&self, formula: &Arc<Checked>) -> Decisions {
        Decisions::new([formula].into_iter().chain(&self.fixed).cloned().collect())
    }

    /// Measures a rule on an instance.
    fn run(
        &self,
        instance: &dyn OptimisationInstance,
        rules: &Decisions,
        kept: &mut KeptRule,
        watch: &Watch<'_>,
    ) -> Result<(Run, Cost), Outcome> {
        let Optimiser { parameters, averaged, .. } = &self.optimiser;
        let mut observer = watch(&self.limits);
        if parameters.algorithm().name == CONSTRUCT.name {
            if observer.poll(&search::Stats::default()) == Some(Limit::Cancelled) {
                return Err(Outcome::Stopped);
            }
            let built = instance.construct(rules, kept)?;
            let factor = if *averaged { PARTS } else { 1.0 };
            let length = (built.cost.soft.max(0) as f64 * factor) as u64;
            let run = Run { solved: built.cost.hard <= 0, expanded: length, length, effort: built.effort };
            return Ok((run, built.cost));
        }
        let limits = Limits { effort: self.limits.effort, seconds: self.limits.seconds };
        let (rules, parameters) = (rules.clone(), parameters.clone());
        let request = SolveRequest { rules, parameters, seed: 1, limits, from: None };
        let solved = instance.solve(&request, &mut Observer(observer))?;
        if solved.limit == Some(Limit::Cancelled) {
            return Err(Outcome::Stopped);
        }
        let length = match averaged {
            true => average(&solved.curve, self.limits.effort.unwrap_or(solved.stats.effort)),
            false => solved.cost.soft.max(0) as u64,
        };
        let (is_feasible, effort) = (solved.cost.hard <= 0, solved.stats.effort);
        Ok((Run { solved: is_feasible, expanded: length, length, effort }, solved.cost))
    }
}

/// The mean cost over the logarithm of effort, in parts of a unit.
fn average(curve: &[Improvement], limit: u64) -> u64 {
    let end = (limit.max(2) as f64).ln();
    let begin = end - DECADES * std::f64::consts::LN_10;
    let place = |effort: u64| (effort.max(1) as f64).ln().clamp(begin, end);
    let mut sum = 0.0;
    for (number, one) in curve.iter().enumerate() {
        let from = if number == 0 { begin } else { place(one.effort) };
        let to = curve.get(number + 1).map_or(end, |next| place(next.effort));
        sum += one.cost.soft.max(0) as f64 * (to - from);
    }
    (PARTS * sum / (end - begin)).round() as u64
}

enum Outcome {
    Stopped,
    Wrong(Box<SolveError>),
}

impl From<SolveError> for Outcome {
    fn from(error: SolveError) -> Self {
        Self::Wrong(Box::new(error))
    }
}

impl Outcome {
    fn failure(self, rule: &Decisions, instance: &str) -> Failure {
        match self {
            Self::Stopped => Failure::Stopped,
            Self::Wrong(error) => {
                Failure::Rule { rule: rule.to_string(), instance: instance.to_owned(), error }
            }
        }
    }
}

impl EvaluationContext {
    /// Measures a rule on an instance; `kept` belongs to the rule.
    pub(super) fn optimise(
        &self,
        by: &Bound,
        instance: &PreparedInstance,
        formula: &Arc<Checked>,
        kept: &mut KeptRule,
        watch: &Watch<'_>,
    ) -> Result<Run, Failure> {
        let problem = instance.instance.as_optimisation().ok_or(Failure::Misfit)?;
        let rules = by.rules(formula);
        by.run(problem, &rules, kept, watch)
            .map(|(run, _)| run)
            .map_err(|error| error.failure(&rules, &instance.name))
    }
}

/// How instances of an optimisation domain are prepared.
pub(crate) struct OptimisationPreparation<'a> {
    /// How rules are measured.
    pub optimiser: &'a Optimiser,
    /// Bounds of a run.
    pub limits: search::Limits,
    /// The reference rule.
    pub reference: &'a Arc<Checked>,
    /// Results of an earlier preparation.
    pub findings: HashMap<String, Finding>,
}

impl OptimisationPreparation<'_> {
    /// Runs the reference rule on every instance. `done` is called after each.
    ///
    /// # Errors
    ///
    /// A rule could not be run, or the work was cancelled.
    pub fn prepare(
        &self,
        domain: &dyn Domain,
        instances: Vec<(String, Box<dyn Instance>)>,
        executor: &dyn Executor,
        watch: &Watch<'_>,
        done: &(dyn Fn() + Sync),
    ) -> Result<Prepared, Failure> {
        let bound = Bound::new(self.optimiser.clone(), domain, self.limits);
        let bound = bound.map_err(|error| Failure::Text(Box::new(error)))?;
        let rules = bound.rules(self.reference);
        let places: Vec<OnceLock<Result<Finding, Failure>>> =
            instances.iter().map(|_| OnceLock::new()).collect();
        executor.run(instances.len(), &|number| {
            let (name, instance) = &instances[number];
            let found = match (self.findings.get(name), instance.as_optimisation()) {
                (Some(finding), _) => Ok(*finding),
                (None, Some(problem)) => bound
                    .run(problem, &rules, &mut KeptRule::default(), watch)
                    .map(|(run, cost)| self.finding(problem, run, cost))
                    .map_err(|error| error.failure(&rules, name)),
                (None, None) => Err(Failure::Misfit),
            };
            let _ = places[number].set(found);
            done();
        });
        let mut prepared = Prepared { instances: Vec::new(), rows: Vec::new(), dropped: Vec::new() };
        for ((name, instance), place) in instances.into_iter().zip(places) {
            match place.into_inner().unwrap_or(Err(Failure::Stopped))? {
                Ok(reference) => prepared.instances.push(PreparedInstance { name, instance, reference }),
                Err(why) => prepared.dropped.push((name, why)),
            }
        }
        Ok(prepared)
    }

    fn finding(&self, problem: &dyn OptimisationInstance, run: Run, cost: Cost) -> Finding {
        let bound = problem.lower_bound();
        let target = match self.optimiser.target {
            Target::Reference => None,
            Target::Bound => bound,
            Target::Best => problem.best_known().or(bound),
        };
        if !run.solved && target.is_none() {
            return Err(INFEASIBLE);
        }
        let factor = if self.optimiser.averaged { PARTS as u64 } else { 1 };
        let length = target.map_or(run.length, |target| target.soft.max(0) as u64 * factor);
        Ok(ReferenceResult {
            expanded: length.max(1),
            solved: run.solved,
            length: Some(length.max(1)),
            optimal: bound.is_some_and(|bound| target.unwrap_or(cost) <= bound),
            effort: run.effort.max(1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_averaged_over_the_last_decades_of_effort() {
        let at = |effort, cost| Improvement { effort, seconds: 0.0, cost: Cost::soft(cost) };
        // One decade at 30, one at 20, one at 10.
        let curve = [at(1, 30), at(10_000, 20), at(100_000, 10)];
        assert_eq!(average(&curve, 1_000_000), 20_000);
        assert_eq!(average(&curve[..1], 1_000_000), 30_000);
    }
}
