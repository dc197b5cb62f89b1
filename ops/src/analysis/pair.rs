//! Two heuristics on the same instances.

use super::format;
use super::statistics::{Interval, holm, mcnemar, median, median_interval, wilcoxon};
use crate::ToSchema;
use serde::Serialize;
use unstuck_evolution::benchmark::BenchmarkResult;

/// The share of medians that an interval holds.
pub const LEVEL: f64 = 0.95;

/// The seed of the bootstrap: any will do, but always the same.
const SEED: u64 = 1;

/// Differences with a larger chance than this decide nothing.
const SIGNIFICANT: f64 = 0.05;

/// Whether the first of two expands fewer nodes than the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It expands fewer.
    Better,
    /// It expands more.
    Worse,
    /// The difference may be chance.
    Undecided,
}

/// How one did next to the other.
#[derive(Debug, Serialize)]
pub struct Pair {
    /// The one.
    pub first: String,
    /// The other.
    pub second: String,
    /// Whether the other is the tuned baseline.
    pub against_baseline: bool,
    /// What is counted: nodes, or the cost of solutions.
    pub counts: &'static str,
    /// Instances on which the first expands fewer nodes, as many, and more.
    pub fewer_same_more: (usize, usize, usize),
    /// The median over the instances of the first's nodes over the second's.
    pub ratio: f64,
    /// An interval for that median.
    pub interval: Interval,
    /// The chance of such differences between the nodes if neither were better: Wilcoxon's signed ranks.
    pub wilcoxon: f64,
    /// The same, as it counts among all pairs of the table.
    pub holm: f64,
    /// Whether the first is better, by that chance.
    pub verdict: Verdict,
    /// Instances that the first alone solves, and the second alone.
    pub solved_alone: (usize, usize),
    /// The chance of such a difference between the solved ones: McNemar's exact test.
    pub mcnemar: f64,
    /// The same, as it counts among all pairs of the table.
    pub mcnemar_holm: f64,
}

impl Pair {
    /// Of two results on the same instances.
    pub fn of(
        (first, a): (&str, &BenchmarkResult),
        (second, b): (&str, &BenchmarkResult),
        against_baseline: bool,
        counts: &'static str,
    ) -> Self {
        let (nodes, others) = (counted(a), counted(b));
        let count =
            |fits: fn(f64, f64) -> bool| nodes.iter().zip(&others).filter(|(a, b)| fits(**a, **b)).count();
        // A search may find the start solved and expand nothing: one node more on both sides keeps the ratio a number.
        let ratios: Vec<f64> = nodes.iter().zip(&others).map(|(a, b)| (a + 1.0) / (b + 1.0)).collect();
        let alone = |a: &BenchmarkResult, b: &BenchmarkResult| {
            a.runs.iter().zip(&b.runs).filter(|(a, b)| a.solved && !b.solved).count()
        };
        let solved_alone = (alone(a, b), alone(b, a));
        let (p, alone_p) = (wilcoxon(&nodes, &others), mcnemar(solved_alone.0, solved_alone.1));
        let mut pair = Self {
            first: first.to_owned(),
            second: second.to_owned(),
            against_baseline,
            counts,
            fewer_same_more: (count(|a, b| a < b), count(|a, b| a == b), count(|a, b| a > b)),
            ratio: median(&ratios),
            interval: median_interval(&ratios, LEVEL, SEED),
            wilcoxon: p,
            holm: p,
            verdict: Verdict::Undecided,
            solved_alone,
            mcnemar: alone_p,
            mcnemar_holm: alone_p,
        };
        pair.decide();
        pair
    }

    /// Corrects the chances of several pairs by Holm, for they are several questions.
    pub fn correct(pairs: &mut [Self]) {
        let corrected = |p: fn(&Self) -> f64| holm(&pairs.iter().map(p).collect::<Vec<f64>>());
        let (nodes, solved) = (corrected(|pair| pair.wilcoxon), corrected(|pair| pair.mcnemar));
        for (pair, (nodes, solved)) in pairs.iter_mut().zip(nodes.into_iter().zip(solved)) {
            (pair.holm, pair.mcnemar_holm) = (nodes, solved);
            pair.decide();
        }
    }

    fn decide(&mut self) {
        let (fewer, _, more) = self.fewer_same_more;
        let better = if self.ratio == 1.0 { fewer > more } else { self.ratio < 1.0 };
        self.verdict = match self.holm < SIGNIFICANT {
            true if better => Verdict::Better,
            true => Verdict::Worse,
            false => Verdict::Undecided,
        };
    }

    /// The verdict in a sentence, with the size of the effect and its interval.
    pub fn sentence(&self) -> String {
        let Self { first, second, .. } = self;
        let verdict = match self.verdict {
            Verdict::Better => format!("{first} is better than {second}"),
            Verdict::Worse => format!("{first} is WORSE than {second}"),
            Verdict::Undecided => format!("{first} and {second} do not differ significantly"),
        };
        format!(
            "{verdict}: {} times its {} (median over the instances; 95 % interval {}; {} by Wilcoxon's signed ranks, \
             corrected by Holm)",
            format::factor(self.ratio),
            self.counts,
            format::interval(&self.interval),
            format::chance_of(self.holm),
        )
    }
}

/// Nodes per instance, an unsolved one counting as its limit.
pub fn counted(result: &BenchmarkResult) -> Vec<f64> {
    result.counted.iter().map(|&nodes| nodes as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unstuck_evolution::measure::Run;

    fn result(runs: &[(bool, u64)], limit: u64) -> BenchmarkResult {
        let runs: Vec<Run> =
            runs.iter().map(|&(solved, expanded)| Run { solved, expanded, length: 5, effort: 0 }).collect();
        let nodes = runs.iter().map(|run| if run.solved { run.expanded } else { limit });
        let counted: Vec<u64> = nodes.collect();
        BenchmarkResult {
            name: String::new(),
            heuristic: String::new(),
            solved: runs.iter().filter(|run| run.solved).count(),
            mean_ratio: 1.0,
            total_ratio: 1.0,
            length: 1.0,
            expanded: counted.iter().sum(),
            runs,
            counted,
            lengths: 0,
        }
    }

    #[test]
    fn unsolved_instances_count_as_the_limit() {
        let one = result(&[(true, 9), (false, 3), (true, 49), (false, 700)], 1_000);
        assert_eq!(counted(&one), [9.0, 1_000.0, 49.0, 1_000.0]);
        let other = result(&[(true, 19), (true, 3), (true, 49), (false, 1_000)], 1_000);
        let pair = Pair::of(("a", &one), ("b", &other), true, "nodes");
        assert_eq!(pair.fewer_same_more, (1, 2, 1));
        assert_eq!(pair.ratio, 1.0);
        assert_eq!((pair.solved_alone, pair.mcnemar), ((0, 1), 1.0));
        assert_eq!(pair.wilcoxon, 1.0);
    }

    #[test]
    fn an_empty_test_shows_nothing() {
        let none = result(&[], 10);
        let pair = Pair::of(("a", &none), ("b", &none), false, "nodes");
        assert!(pair.ratio.is_nan() && pair.interval.low.is_nan());
        assert_eq!((pair.wilcoxon, pair.mcnemar), (1.0, 1.0));
    }
}
