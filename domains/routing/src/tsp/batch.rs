//! A rule on many instances: the lengths of its tours.

use super::problem::Touring;
use unstuck_core::feature::Text;
use unstuck_core::language::Decisions;
use unstuck_core::optimisation::Construction;
use unstuck_core::optimisation::decision::Rule;

/// What a rule did on a set of instances.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The length of each tour.
    pub lengths: Vec<i64>,
    /// Choices that were evaluated.
    pub choices: u64,
}

impl Report {
    /// The mean of the gaps to other lengths, as a part of them.
    pub fn gap(&self, to: &[i64]) -> f64 {
        let gaps = self.lengths.iter().zip(to).map(|(&length, &other)| length as f64 / other as f64 - 1.0);
        gaps.sum::<f64>() / self.lengths.len().max(1) as f64
    }
}

/// Constructs a tour of every instance by a rule.
///
/// # Errors
///
/// The name of a feature that an instance does not have.
pub fn construct(instances: &[Touring], rules: &Decisions) -> Result<Report, Text> {
    let mut report = Report { lengths: Vec::new(), choices: 0 };
    let mut rule: Option<Rule<Touring>> = None;
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
        report.lengths.push(problem.finished_cost(&partial).soft);
    }
    Ok(report)
}
