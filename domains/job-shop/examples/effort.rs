//! Effort against CPU time: algorithms, sizes of instances and rules.
//!
//! `cargo run --release -p unstuck-job-shop --example effort [rows]` prints Pearson's correlation of effort with CPU time and of
//! their logarithms, and units per nanosecond by algorithm, instance and rule; with `rows` also each solve, with what the
//! prices of `problem.rs` count. Reading and the lower bound are not in either.

use cpu_time::ProcessTime;
use std::collections::BTreeMap;
use std::error::Error;
use unstuck_core::domain::{Domain, Settings};
use unstuck_core::local_search::{self, Limits, Parameters, Solve, Stats, solve};
use unstuck_job_shop::problem::JobShop;
use unstuck_job_shop::{Dynamic, JobShopDomain, Objective, Shop, Static, generate, rules};

/// Name, generator and its parameters.
const SHOPS: &[(&str, &str, &str)] = &[
    ("10 × 10", "taillard", "jobs=10 machines=10"),
    ("15 × 15", "taillard", "jobs=15 machines=15"),
    ("30 × 20", "taillard", "jobs=30 machines=20"),
    ("50 × 20", "taillard", "jobs=50 machines=20"),
    ("100 × 25", "taillard", "jobs=100 machines=25"),
    ("flow 20 × 10", "flow", "jobs=20 machines=10"),
    ("due dates, set-ups", "random", "jobs=20 machines=8 tightness=1.5 setup=30 utilisation=1"),
    ("dynamic, 0.8", "dynamic", "jobs=600 utilisation=0.8"),
    ("dynamic, 0.95", "dynamic", "jobs=600 utilisation=0.95"),
];

/// Their rules: short, classic and evolved.
const RULES: &[&str] = &["work - time", "mwkr", "2pt_winq_npt", "champion:makespan"];
const DUE_RULES: &[&str] = &["edd", "covert", "champion:tardiness"];
const ALGORITHMS: &[&str] = &["construct", "restarts", "descent", "iterated", "anneal", "late_acceptance"];
/// Limits take turns. What ends before is repeated up to the smallest.
const EFFORTS: [u64; 4] = [3_000_000, 10_000_000, 30_000_000, 100_000_000];

struct Point {
    algorithm: &'static str,
    instance: &'static str,
    rule: &'static str,
    effort: u64,
    seconds: f64,
}

/// Adds the solves of an instance by all its rules and algorithms.
fn measure<const ONLINE: bool>(
    problem: &JobShop<ONLINE>,
    instance: &'static str,
    points: &mut Vec<Point>,
    rows: bool,
) -> Result<(), Box<dyn Error>> {
    let due = problem.shop().objective == Objective::Tardiness;
    for &name in if due { DUE_RULES } else { RULES } {
        let champion = JobShopDomain.champions().iter().find(|one| name == format!("champion:{}", one.name));
        let rule = rules::read(champion.map_or(name, |champion| champion.text))?;
        for &algorithm in if ONLINE { &ALGORITHMS[..2] } else { ALGORITHMS } {
            let info = local_search::algorithm(algorithm).ok_or("an unknown algorithm")?;
            let (parameters, limit) = (&Parameters::new(info), EFFORTS[points.len() % EFFORTS.len()]);
            let (mut effort, mut sums, mut count) = (0, Stats::default(), 0);
            let started = ProcessTime::now();
            while effort < EFFORTS[0] {
                let limits = Limits { effort: Some(limit), seconds: None };
                let (rules, observer, from) = (&rule, &mut (), None);
                let found = solve(Solve { problem, rules, parameters, seed: 1, limits, from, observer })?;
                effort += found.stats.effort.max(1);
                sums.steps += found.stats.steps;
                sums.choices += found.stats.choices;
                sums.proposals += found.stats.proposals;
                sums.accepted += found.stats.accepted;
                count += 1;
            }
            let seconds = started.elapsed().as_secs_f64();
            if rows {
                let Stats { steps, choices, proposals, accepted, .. } = sums;
                println!(
                    "{algorithm};{instance};{name};{effort};{seconds:.6};{count};{steps};{choices};{proposals};{accepted}"
                );
            }
            points.push(Point { algorithm, instance, rule: name, effort, seconds });
        }
    }
    Ok(())
}

fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    sum(&|pair| (pair.0 - x) * (pair.1 - y))
        / (sum(&|pair| (pair.0 - x).powi(2)) * sum(&|pair| (pair.1 - y).powi(2))).sqrt()
}

fn main() -> Result<(), Box<dyn Error>> {
    let rows = std::env::args().nth(1).is_some_and(|word| word == "rows");
    let mut points = Vec::new();
    for &(name, generator, given) in SHOPS {
        let pairs = given.split(' ').filter_map(|pair| pair.split_once('='));
        let given: Settings = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let generator = generate::named(generator).ok_or("an unknown generator")?;
        let mut shop: Shop = generate::generate(generator, &given, 1, 0)?;
        if shop.has_due_dates() {
            shop = shop.with_objective(Objective::Tardiness)?;
        }
        match generator.name {
            "dynamic" => measure(&Dynamic::new(shop), name, &mut points, rows)?,
            _ => measure(&Static::new(shop), name, &mut points, rows)?,
        }
    }
    let pairs: Vec<(f64, f64)> = points.iter().map(|point| (point.effort as f64, point.seconds)).collect();
    let logarithms: Vec<(f64, f64)> = pairs.iter().map(|pair| (pair.0.ln(), pair.1.ln())).collect();
    println!("solves               {}", points.len());
    println!("r, effort and time   {:.4}", correlation(&pairs));
    println!("r, logarithms        {:.4}", correlation(&logarithms));
    let mut groups: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for point in &points {
        for key in ["all", point.algorithm, point.instance, point.rule] {
            let group = groups.entry(key).or_default();
            *group = (group.0 + point.effort as f64, group.1 + point.seconds);
        }
    }
    for (name, (effort, seconds)) in groups {
        println!("  {name:<20} {:.2} units a nanosecond, {seconds:.2} s", effort / seconds / 1e9);
    }
    Ok(())
}
