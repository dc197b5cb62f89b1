//! What heuristics are measured on: instances in their roles, each with its reference result; rows; and the search.
//!
//! | file | idea |
//! |---|---|
//! | `answer` | from tasks to answers |
//! | `cache` | results that are known already |
//! | `prepare` | from instances to reference results |
//! | `optimise` | rules on optimisation problems |
//! | `parcel` | a context as bytes, for evaluators on other machines |

mod answer;
mod cache;
mod optimise;
mod parcel;
mod prepare;

pub use answer::{Failure, Watch, unwatched};
pub(crate) use optimise::OptimisationPreparation;
pub use optimise::{INFEASIBLE, Optimiser, Target};
pub use parcel::{ParcelError, VERSION as PARCEL_VERSION};
pub use prepare::{Finding, PreparationConfig, Prepared, SOLVED_BEFORE, UNSOLVABLE, UNSOLVED};

use crate::dataset::FitMatrix;
use crate::measure::{Comparison, ReferenceResult, Run};
use crate::role::{PerRole, Role};
use crate::task::Cap;
use cache::Cache;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::feature::FeatureTable;
use unstuck_core::instance::Instance;
use unstuck_core::language::{Formula, print_line};
use unstuck_core::search::SearchParameters;

/// An instance with its name and its reference result.
pub struct PreparedInstance {
    /// What people call it.
    pub name: String,
    /// The instance.
    pub instance: Box<dyn Instance>,
    /// What runs on it are compared with.
    pub reference: ReferenceResult,
}

/// Everything that a measurement depends on, except the heuristic.
pub struct EvaluationContext {
    /// The domain.
    pub domain: DomainRef,
    /// Its vocabulary.
    pub table: Arc<FeatureTable>,
    /// The metric that lengths are counted in.
    pub metric: String,
    /// The settings that the instances were read with.
    pub settings: Settings,
    /// The features with a pattern database that the experiment reads; others may exist for other experiments.
    pub large: Vec<&'static str>,
    /// The search that heuristics are measured by.
    pub parameters: SearchParameters,
    /// How many times the search's limit of expanded nodes the reference and test searches have.
    pub reference_factor: u64,
    /// The instances of each role.
    pub sets: PerRole<Vec<PreparedInstance>>,
    /// The rows of each role; empty ones where nothing is fitted.
    pub fit_matrices: PerRole<FitMatrix>,
    /// How rules are measured, where the domain is one of optimisation problems.
    optimiser: Option<optimise::Bound>,
    cache: Mutex<Cache>,
    measured: AtomicU64,
}

/// The numbers of instances by [group](unstuck_core::instance::Instance::group); all under an empty name where there are
/// none.
pub fn strata<'a>(instances: impl Iterator<Item = &'a dyn Instance>) -> Vec<(&'a str, Vec<u32>)> {
    let mut strata: Vec<(&str, Vec<u32>)> = Vec::new();
    for (number, instance) in (0..).zip(instances) {
        let group = instance.group().unwrap_or_default();
        match strata.iter_mut().find(|(other, _)| *other == group) {
            Some((_, numbers)) => numbers.push(number),
            None => strata.push((group, vec![number])),
        }
    }
    strata
}

/// The default of [`EvaluationContext::reference_factor`].
pub const REFERENCE_FACTOR: u64 = 10;

impl EvaluationContext {
    /// A context of prepared instances and rows.
    pub fn new(
        domain: DomainRef,
        metric: &str,
        parameters: SearchParameters,
        sets: PerRole<Vec<PreparedInstance>>,
        fit_matrices: PerRole<FitMatrix>,
    ) -> Self {
        let (settings, large) = Default::default();
        let table = domain.features().clone();
        Self {
            domain,
            table,
            metric: metric.into(),
            settings,
            large,
            parameters,
            reference_factor: REFERENCE_FACTOR,
            sets,
            fit_matrices,
            optimiser: None,
            cache: Mutex::default(),
            measured: AtomicU64::default(),
        }
    }

    /// With how rules are measured on the instances of an optimisation domain.
    ///
    /// # Errors
    ///
    /// The formulas of the other decisions cannot be read.
    pub fn optimising(mut self, optimiser: Option<Optimiser>) -> Result<Self, ParseError> {
        let bound = |one| optimise::Bound::new(one, &*self.domain, self.parameters.limits);
        self.optimiser = optimiser.map(bound).transpose()?;
        Ok(self)
    }

    /// How rules are measured, where the domain is one of optimisation problems.
    pub fn optimiser(&self) -> Option<&Optimiser> {
        self.optimiser.as_ref().map(|bound| &bound.optimiser)
    }

    /// Searches and fits that were made here so far; those whose results were known are not counted.
    pub fn measured(&self) -> u64 {
        self.measured.load(Ordering::Relaxed)
    }

    /// The instances of a role.
    pub fn set(&self, role: Role) -> &[PreparedInstance] {
        &self.sets[role]
    }

    /// The numbers of the first instances of a role, by PDDL domain; one list where all are of one.
    pub fn strata(&self, role: Role, first: usize) -> Vec<Vec<u32>> {
        let instances = self.set(role).iter().take(first).map(|one| &*one.instance);
        strata(instances).into_iter().map(|(_, numbers)| numbers).collect()
    }

    /// The rows of a role.
    pub fn fit_matrix(&self, role: Role) -> &FitMatrix {
        &self.fit_matrices[role]
    }

    /// Runs with what they are compared with.
    pub fn compare(&self, role: Role, instances: &[u32], runs: &[Run]) -> Vec<Comparison> {
        let set = self.set(role);
        let pairs = instances.iter().zip(runs);
        pairs.map(|(&number, &run)| Comparison { run, reference: set[number as usize].reference }).collect()
    }

    /// Most nodes that a search may expand on an instance; `None` where nothing limits them.
    pub fn max_expanded(&self, cap: Cap, reference: &ReferenceResult) -> Option<u64> {
        let limit = self.parameters.limits.expanded;
        match cap {
            Cap::Default => limit,
            Cap::Reference => Some(reference.expanded),
            Cap::Extended => limit.map(|limit| limit.saturating_mul(self.reference_factor)),
            Cap::Nodes(nodes) => Some(nodes),
        }
    }

    /// The nodes that an unsolved run counts as: its limit.
    pub fn limit(&self, cap: Cap, compared: &Comparison) -> u64 {
        let Comparison { run, reference } = compared;
        self.max_expanded(cap, reference).unwrap_or(run.expanded.max(reference.expanded))
    }

    /// Whether all instances of the roles have a feature.
    pub fn has(&self, feature: &str, roles: &[Role]) -> bool {
        let large = self.domain.pattern_databases().iter().any(|table| table.name == feature);
        if large && !self.large.contains(&feature) {
            return false;
        }
        roles.iter().flat_map(|&role| self.set(role)).all(|one| one.instance.has(feature))
    }

    /// The feature that fitted heuristics are added to.
    pub fn beyond(&self) -> Option<u16> {
        self.fit_matrix(Role::Train).fitting().beyond
    }

    /// The text of a heuristic in the words of the domain, on one line.
    pub fn text(&self, formula: &Formula) -> String {
        print_line(formula, &self.table)
    }
}
