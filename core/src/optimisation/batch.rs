//! A rule on many instances: one construction of each, without making the solutions.

use super::Cost;
use super::decision::{Featured, Rule};
use crate::feature::Text;
use crate::language::Decisions;

/// What a rule did on a set of instances.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The cost of each solution.
    pub costs: Vec<Cost>,
    /// Choices that were evaluated.
    pub choices: u64,
}

impl Report {
    /// The mean of the gaps to other costs, as a part of them.
    pub fn gap(&self, to: &[i64]) -> f64 {
        let gaps = self.costs.iter().zip(to).map(|(cost, &other)| cost.soft as f64 / other as f64 - 1.0);
        gaps.sum::<f64>() / self.costs.len().max(1) as f64
    }

    /// The sum of the costs, as far above the sum of others as a part of it.
    pub fn excess(&self, over: impl IntoIterator<Item = i64>) -> f64 {
        self.total() as f64 / over.into_iter().sum::<i64>() as f64 - 1.0
    }

    /// The sum of the costs, without violations.
    pub fn total(&self) -> i64 {
        self.costs.iter().map(|cost| cost.soft).sum()
    }
}

/// Constructs a solution of every instance by a rule.
///
/// # Errors
///
/// The name of a feature that an instance does not have.
pub fn construct<C: Featured>(instances: &[C], rules: &Decisions) -> Result<Report, Text> {
    let mut report = Report { costs: Vec::new(), choices: 0 };
    let mut rule: Option<Rule<C>> = None;
    for problem in instances {
        let rule = match &mut rule {
            Some(rule) => {
                rule.bind(problem)?;
                rule
            }
            none => none.insert(Rule::new(problem, rules)?),
        };
        let mut partial = problem.start(rule.features());
        report.choices += rule.construct(problem, &mut partial).choices;
        report.costs.push(problem.finished_cost(&partial));
    }
    Ok(report)
}
