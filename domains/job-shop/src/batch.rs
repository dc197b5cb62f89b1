//! A rule on many instances: what it costs, and how much that is above the best known cost or the bound.

use crate::problem::JobShop;
use unstuck_core::feature::Text;
use unstuck_core::language::Decisions;
use unstuck_core::optimisation::decision::Rule;
use unstuck_core::optimisation::{Construction, Optimisation};

/// What a rule did on a set of instances.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// Cost of each instance.
    pub costs: Vec<i64>,
    /// The best known cost of each instance, or else its bound.
    pub references: Vec<i64>,
    /// Operations of all instances.
    pub operations: u64,
    /// Choices that were evaluated.
    pub choices: u64,
}

impl Report {
    /// The mean over instances of cost ÷ reference − 1.
    pub fn gap(&self) -> f64 {
        let ratios = self.costs.iter().zip(&self.references).map(|(&cost, &best)| cost as f64 / best as f64);
        ratios.sum::<f64>() / self.costs.len() as f64 - 1.0
    }
}

/// Schedules all instances by a rule, without making the schedules.
///
/// # Errors
///
/// The name of a feature that an instance does not have.
pub fn dispatch<const ONLINE: bool>(
    instances: &[JobShop<ONLINE>],
    rules: &Decisions,
) -> Result<Report, Text> {
    let mut report = Report::default();
    let mut rule: Option<Rule<JobShop<ONLINE>>> = None;
    for problem in instances {
        let rule = match &mut rule {
            Some(rule) => {
                rule.bind(problem)?;
                rule
            }
            none => none.insert(Rule::new(problem, rules)?),
        };
        let mut partial = problem.start(rule.features());
        report.choices += rule.construct(problem, &mut partial);
        report.operations += problem.shop().operations().len() as u64;
        report.costs.push(problem.finished_cost(&partial).soft);
        let bound = problem.lower_bound().map_or(0, |bound| bound.soft);
        report.references.push(problem.shop().best_known.unwrap_or(bound));
    }
    Ok(report)
}
