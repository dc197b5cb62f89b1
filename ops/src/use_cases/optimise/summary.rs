//! Several solves in a few figures: mean cost, and how much the costs are above bounds.

use super::report::{Report, percent};
use crate::ToSchema;
use serde::Serialize;
use unstuck_core::optimisation::Cost;

/// The figures of some solves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[schema(as = OptimisationSummary)]
pub struct Summary {
    /// Instances that were solved.
    pub instances: usize,
    /// Those with a feasible solution: the figures are over these.
    pub feasible: usize,
    /// Those whose cost equals the lower bound.
    pub optimal: usize,
    /// Mean cost.
    pub mean_cost: Option<f64>,
    /// Against the lower bounds.
    pub to_lower_bound: Option<Gap>,
    /// Against the best known costs.
    pub to_best_known: Option<Gap>,
    /// Seconds of all.
    pub seconds: f64,
    /// CPU time of all.
    pub cpu_seconds: f64,
}

/// How much costs are above reference values, over the instances that have one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[schema(as = OptimisationGap)]
pub struct Gap {
    /// Instances with a reference value.
    pub instances: usize,
    /// The mean of (cost − reference) ÷ reference.
    pub mean: f64,
    /// (Σ cost − Σ reference) ÷ Σ reference.
    pub of_sums: f64,
}

impl Gap {
    fn of(pairs: &[(Cost, Cost)]) -> Option<Self> {
        let pairs: Vec<(f64, f64)> = pairs
            .iter()
            .filter(|(_, to)| to.soft > 0)
            .map(|(cost, to)| (cost.soft as f64, to.soft as f64))
            .collect();
        let (costs, sum) = pairs.iter().fold((0.0, 0.0), |(costs, sum), (cost, to)| (costs + cost, sum + to));
        let ratios: f64 = pairs.iter().map(|(cost, to)| (cost - to) / to).sum();
        let instances = pairs.len();
        (instances > 0).then(|| Self {
            instances,
            mean: ratios / instances as f64,
            of_sums: (costs - sum) / sum,
        })
    }
}

impl Summary {
    /// Of some reports.
    pub fn of(reports: &[&Report]) -> Self {
        let feasible: Vec<&Report> = reports.iter().copied().filter(|report| report.is_feasible()).collect();
        let against = |reference: fn(&Report) -> Option<Cost>| {
            let pair = |report: &&Report| Some((report.solved.cost, reference(report)?));
            Gap::of(&feasible.iter().filter_map(pair).collect::<Vec<_>>())
        };
        let costs: i64 = feasible.iter().map(|report| report.solved.cost.soft).sum();
        Self {
            instances: reports.len(),
            feasible: feasible.len(),
            optimal: reports.iter().filter(|report| report.is_optimal()).count(),
            mean_cost: (!feasible.is_empty()).then(|| costs as f64 / feasible.len() as f64),
            to_lower_bound: against(|report| report.solved.lower_bound),
            to_best_known: against(|report| report.problem.best_known()),
            seconds: reports.iter().map(|report| report.seconds).sum(),
            cpu_seconds: reports.iter().map(|report| report.cpu_seconds()).sum(),
        }
    }

    /// The gaps in words: which reference, which ratio.
    pub fn gaps(&self) -> Vec<String> {
        let gaps = [("the lower bound", self.to_lower_bound), ("the best known", self.to_best_known)];
        let words = |(to, gap): (&str, Option<Gap>)| {
            let Gap { instances, mean, of_sums } = gap?;
            let some =
                if instances < self.feasible { format!(" ({instances} instances)") } else { String::new() };
            Some(format!(
                "above {to}{some}: {} as mean of ratios, {} as ratio of sums",
                percent(mean),
                percent(of_sums)
            ))
        };
        gaps.into_iter().filter_map(words).collect()
    }
}
