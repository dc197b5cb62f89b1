//! The columns of a comparison, and what sums them up.

use unstuck_core::instance::Status;
use unstuck_ops::compare::{Comparison, cpu_seconds, mean};
use unstuck_ops::numbers;
use unstuck_ops::solve::Report;

/// One figure of a pair.
pub struct Column {
    /// The heading.
    pub name: &'static str,
    /// The figure of one report.
    pub cell: fn(&Report) -> String,
    /// Its total over reports, where a total means something.
    pub total: fn(&[&Report]) -> String,
    /// Its mean.
    pub mean: fn(&[&Report]) -> String,
    /// The figure as a number, where its ratio to another pair's means something.
    pub figure: Option<fn(&Report) -> f64>,
}

const NODES: Column = Column {
    name: "nodes",
    cell: |report| numbers::grouped(report.solution.stats.generated),
    total: |reports| numbers::grouped(reports.iter().map(|r| r.solution.stats.generated).sum()),
    mean: |reports| whole_mean(reports, |r| r.solution.stats.generated as f64),
    figure: Some(|r| r.solution.stats.generated as f64),
};
const EXPANDED: Column = Column {
    name: "expanded",
    cell: |report| numbers::grouped(report.solution.stats.expanded),
    total: |reports| numbers::grouped(reports.iter().map(|r| r.solution.stats.expanded).sum()),
    mean: |reports| whole_mean(reports, |r| r.solution.stats.expanded as f64),
    figure: Some(|r| r.solution.stats.expanded as f64),
};
const DEPTH: Column = Column {
    name: "depth",
    cell: |report| solved(report, |r| r.solution.stats.depth.to_string()),
    total: |reports| reports.iter().map(|r| u64::from(r.solution.stats.depth)).sum::<u64>().to_string(),
    mean: |reports| numbers::number(mean(reports, |r| f64::from(r.solution.stats.depth))),
    figure: None,
};
/// Searches without a table keep no states.
const STATES: Column = Column {
    name: "states",
    cell: |report| match report.solution.stats.stored {
        0 => "–".to_owned(),
        stored => numbers::grouped(stored),
    },
    total: |reports| match reports.iter().map(|r| r.solution.stats.stored).sum() {
        0 => String::new(),
        stored => numbers::grouped(stored),
    },
    mean: |reports| match mean(reports, |r| r.solution.stats.stored as f64).round() as u64 {
        0 => String::new(),
        stored => numbers::grouped(stored),
    },
    figure: Some(|r| r.solution.stats.stored as f64),
};
const BRANCHING: Column = Column {
    name: "b*",
    cell: |report| {
        let factor = report.solution.stats.branching_factor();
        let solved = report.solution.status == Status::Solved;
        factor.filter(|_| solved).map_or("–".to_owned(), numbers::number)
    },
    total: |_| String::new(),
    mean: |reports| numbers::number(mean(reports, |r| r.solution.stats.branching_factor().unwrap_or(0.0))),
    figure: None,
};
const LENGTH: Column = Column {
    name: "length",
    cell: |report| solved(report, |r| r.length().unwrap_or(0).to_string()),
    total: |reports| numbers::grouped(reports.iter().filter_map(|r| r.length()).sum()),
    mean: |reports| numbers::number(mean(reports, |r| r.length().unwrap_or(0) as f64)),
    figure: Some(|r| r.length().unwrap_or(0) as f64),
};
const TIME: Column = Column {
    name: "CPU time",
    cell: |report| numbers::seconds(cpu_seconds(report)),
    total: |reports| numbers::seconds(reports.iter().map(|r| cpu_seconds(r)).sum()),
    mean: |reports| numbers::seconds(mean(reports, cpu_seconds)),
    figure: Some(cpu_seconds),
};

/// Heuristics are distinguished by nodes and the branching factor as well as what algorithms are. The depth, in actions of
/// the search, is for those who ask: in most metrics it is not the length.
pub fn choose(comparison: &Comparison, depth: bool) -> Vec<Column> {
    let (heuristics, depth) = (one_algorithm(comparison), depth.then_some(DEPTH));
    let mut columns =
        if heuristics { vec![LENGTH, NODES, EXPANDED, STATES] } else { vec![LENGTH, EXPANDED, STATES] };
    columns.splice(1..1, depth);
    columns.extend(heuristics.then_some(BRANCHING).into_iter().chain([TIME]));
    columns
}

/// Whether only heuristics differ.
pub fn one_algorithm(comparison: &Comparison) -> bool {
    comparison.pairs.windows(2).all(|two| two[0].algorithm.name == two[1].algorithm.name)
}

fn solved(report: &Report, figure: impl Fn(&Report) -> String) -> String {
    if report.solution.status == Status::Solved { figure(report) } else { report.word().to_owned() }
}

fn whole_mean(reports: &[&Report], figure: impl Fn(&Report) -> f64) -> String {
    numbers::grouped(mean(reports, figure).round() as u64)
}
