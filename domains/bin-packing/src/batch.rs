//! A rule on many instances: how many bins it needs, and how much that is above a bound.

use crate::packing::Packing;
use unstuck_core::feature::Text;
use unstuck_core::language::Decisions;
use unstuck_core::optimisation::Construction;
use unstuck_core::optimisation::decision::Rule;

/// What a rule did on a set of instances.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Bins of each instance.
    pub bins: Vec<u32>,
    /// The bound L1 of each instance.
    pub l1: Vec<u32>,
    /// Items of all instances.
    pub items: u64,
    /// Choices that were evaluated.
    pub choices: u64,
}

impl Report {
    /// The excess as published for online packing: (mean bins − mean L1) ÷ mean L1.
    pub fn excess(&self) -> f64 {
        let sum = |numbers: &[u32]| numbers.iter().map(|&number| f64::from(number)).sum::<f64>();
        sum(&self.bins) / sum(&self.l1) - 1.0
    }
}

/// Packs all instances by a rule, without making the packings.
///
/// # Errors
///
/// The name of a feature that an instance does not have.
pub fn pack<const ONLINE: bool>(instances: &[Packing<ONLINE>], rules: &Decisions) -> Result<Report, Text> {
    let mut report = Report { bins: Vec::new(), l1: Vec::new(), items: 0, choices: 0 };
    let mut rule: Option<Rule<Packing<ONLINE>>> = None;
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
        report.items += partial.made.len() as u64;
        report.bins.push(partial.bins);
        report.l1.push(problem.l1());
    }
    Ok(report)
}
