//! Effort against CPU time: 200 searches of ten built-in planning domains.
//!
//! `cargo bench -p unstuck-domains --bench effort` prints Pearson's correlation of effort with CPU time and of their
//! logarithms, units per second, and the means by domain and heuristic. Grounding is done before and not counted, as in
//! effort.

#![allow(missing_docs)]

use cpu_time::ProcessTime;
use std::collections::BTreeMap;
use unstuck_core::domain::{self, Settings};
use unstuck_core::registry;
use unstuck_core::search::Limits;

const DOMAINS: [&str; 10] = [
    "blocksworld",
    "ferry",
    "gripper",
    "miconic",
    "logistics",
    "transport",
    "satellite",
    "rovers",
    "spanner",
    "visitall",
];

/// Ways to search: blind, by relaxed plans, by lifted features, and the domain's own solver.
const METHODS: [(&str, &str); 5] = [
    ("greedy", "goals_left"),
    ("lazy", "hff"),
    ("astar", "hmax"),
    ("lazy", "count(not(object)) + goals_left + LIFTED"),
    ("quick", "hff"),
];

const MEMBERS: [&str; 4] = ["easy-6", "easy-12", "easy-18", "easy-24"];

/// So that no search takes longer than a fraction of a second.
const EFFORT: u64 = 30_000_000;

fn main() {
    unstuck_domains::install();
    let mut points: Vec<(String, String, f64, f64)> = Vec::new();
    for name in DOMAINS {
        let Some((domain, set)) = registry::set(name) else { continue };
        // All that is listed, so that every relation of the domain is kept up to date.
        let lifted: Vec<&str> = domain.features().names().filter(|name| name.starts_with("count(")).collect();
        let all = lifted.join(" + ");
        for member in MEMBERS {
            let Some(text) = (set.text)(member) else { continue };
            let Ok(task) = domain::read_search(&*domain, &text, None, &Settings::new()) else { continue };
            for (algorithm, heuristic) in METHODS {
                let heuristic = heuristic.replace("LIFTED", &all);
                let Ok(mut request) = task.request(algorithm, &heuristic) else { continue };
                request.parameters.limits = Limits { effort: Some(1), memory: Some(2 << 30), ..Limits::NONE };
                // Grounds, and makes what the heuristic needs.
                let _ = task.solve(&request, &mut ());
                request.parameters.limits.effort = Some(EFFORT);
                let began = ProcessTime::now();
                let Ok(found) = task.solve(&request, &mut ()) else { continue };
                let seconds = began.elapsed().as_secs_f64();
                let method = format!("{algorithm} {}", heuristic.split(' ').next().unwrap_or_default());
                points.push((name.to_owned(), method, found.stats.effort as f64, seconds));
            }
        }
    }
    let of = |log: bool| {
        let pairs: Vec<(f64, f64)> = points
            .iter()
            .map(
                |point| {
                    if log { (point.2.max(1.0).ln(), point.3.max(1e-6).ln()) } else { (point.2, point.3) }
                },
            )
            .collect();
        correlation(&pairs)
    };
    let (effort, seconds) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.2, sum.1 + point.3));
    println!("searches            {}", points.len());
    println!("r, effort and time  {:.4}", of(false));
    println!("r, logarithms       {:.4}", of(true));
    println!("units a second      {:.3e}", effort / seconds);
    let mut groups: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (domain, method, effort, seconds) in &points {
        for key in [domain.as_str(), method.as_str()] {
            let group = groups.entry(key).or_default();
            *group = (group.0 + effort, group.1 + seconds);
        }
    }
    for (name, (effort, seconds)) in groups {
        println!("  {name:<28} {:.3e} units a second, {seconds:.2} s", effort / seconds);
    }
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let (x, y) = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0 / n, sum.1 + pair.1 / n));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let xy = sum(&|pair| (pair.0 - x) * (pair.1 - y));
    xy / (sum(&|pair| (pair.0 - x).powi(2)) * sum(&|pair| (pair.1 - y).powi(2))).sqrt()
}
