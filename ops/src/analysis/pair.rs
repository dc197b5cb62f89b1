//! Two heuristics on the same instances.

use super::statistics::{Interval, mcnemar, median, median_interval, wilcoxon};
use serde::Serialize;
use unstuck_evolution::benchmark::BenchmarkResult;

/// The share of medians that an interval holds.
pub const LEVEL: f64 = 0.95;

/// The seed of the bootstrap: any will do, but always the same.
const SEED: u64 = 1;

/// How one did beside the other.
#[derive(Debug, Serialize)]
pub struct Pair {
    /// The one.
    pub first: String,
    /// The other.
    pub second: String,
    /// Whether the other is the tuned baseline.
    pub against_baseline: bool,
    /// Instances on which the first expands fewer nodes, as many, and more.
    pub fewer_same_more: (usize, usize, usize),
    /// The median over the instances of the first's nodes over the second's.
    pub ratio: f64,
    /// Where that median lies.
    pub interval: Interval,
    /// The chance of such differences between the nodes if neither were better: Wilcoxon's signed ranks.
    pub wilcoxon: f64,
    /// The same, as it counts among all pairs of the table.
    pub holm: f64,
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
        Self {
            first: first.to_owned(),
            second: second.to_owned(),
            against_baseline,
            fewer_same_more: (count(|a, b| a < b), count(|a, b| a == b), count(|a, b| a > b)),
            ratio: median(&ratios),
            interval: median_interval(&ratios, LEVEL, SEED),
            wilcoxon: p,
            holm: p,
            solved_alone,
            mcnemar: alone_p,
            mcnemar_holm: alone_p,
        }
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
            runs.iter().map(|&(solved, expanded)| Run { solved, expanded, length: 5 }).collect();
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
            lengths: None,
        }
    }

    #[test]
    fn unsolved_instances_count_as_the_limit() {
        let one = result(&[(true, 9), (false, 3), (true, 49), (false, 700)], 1_000);
        assert_eq!(counted(&one), [9.0, 1_000.0, 49.0, 1_000.0]);
        let other = result(&[(true, 19), (true, 3), (true, 49), (false, 1_000)], 1_000);
        let pair = Pair::of(("a", &one), ("b", &other), true);
        assert_eq!(pair.fewer_same_more, (1, 2, 1));
        assert_eq!(pair.ratio, 1.0);
        assert_eq!((pair.solved_alone, pair.mcnemar), ((0, 1), 1.0));
        assert_eq!(pair.wilcoxon, 1.0);
    }

    #[test]
    fn an_empty_test_shows_nothing() {
        let none = result(&[], 10);
        let pair = Pair::of(("a", &none), ("b", &none), false);
        assert!(pair.ratio.is_nan() && pair.interval.low.is_nan());
        assert_eq!((pair.wilcoxon, pair.mcnemar), (1.0, 1.0));
    }
}
