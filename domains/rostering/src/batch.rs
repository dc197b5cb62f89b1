//! A rule on many instances: the costs of the rosters it builds.

use crate::roster::Rostering;
use unstuck_core::feature::Text;
use unstuck_core::language::Decisions;
use unstuck_core::optimisation::decision::Rule;
use unstuck_core::optimisation::{Construction, Cost};

/// What a rule did on a set of instances.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The cost of each roster.
    pub costs: Vec<Cost>,
    /// The best known costs, where there are any.
    pub best_known: Vec<Option<i64>>,
    /// Choices that were evaluated.
    pub choices: u64,
}

/// Builds a roster for every instance by a rule.
///
/// # Errors
///
/// The name of a feature that an instance does not have.
pub fn build(instances: &[Rostering], rules: &Decisions) -> Result<Report, Text> {
    let mut report = Report { costs: Vec::new(), best_known: Vec::new(), choices: 0 };
    for problem in instances {
        let mut rule = Rule::new(problem, rules)?;
        let mut partial = problem.start(rule.features());
        report.choices += rule.construct(problem, &mut partial);
        report.costs.push(problem.finished_cost(&partial));
        report.best_known.push(problem.ward().best_known);
    }
    Ok(report)
}
