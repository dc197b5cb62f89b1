//! The laws on long walks, how many moves are evaluated a second of CPU time, and effort against CPU time.
//!
//! `cargo run --release -p unstuck-rostering --example rostering_laws [MOVES]`

use cpu_time::ProcessTime;
use std::collections::BTreeMap;
use unstuck_core::local_search::{ALGORITHMS, Limits, Parameters, Solve, solve};
use unstuck_core::optimisation::{Moves, conformance};
use unstuck_core::random::{RngExt, stream};
use unstuck_rostering::{Rostering, rules, sets};

/// Runs every algorithm on every instance, with limits of different sizes, and compares effort with CPU time.
fn effort(problems: &[Rostering]) -> Result<(), Box<dyn std::error::Error>> {
    let rules = rules::read(rules::REFERENCE)?;
    let (mut pairs, mut groups) = (Vec::new(), BTreeMap::<String, (f64, f64)>::new());
    for (number, problem) in problems.iter().enumerate() {
        for (place, info) in ALGORITHMS.iter().enumerate() {
            let limit = 10_000_000 * (1 + (3 * number + 5 * place) as u64 % 10);
            let started = ProcessTime::now();
            let found = solve(Solve {
                problem,
                rules: &rules,
                parameters: &Parameters::new(info),
                seed: 1,
                limits: Limits { effort: Some(limit), seconds: None },
                from: None,
                observer: &mut (),
            })?;
            let pair = (found.stats.effort as f64, 1e9 * started.elapsed().as_secs_f64());
            pairs.push(pair);
            for group in [info.name, problem.ward().name.as_str()] {
                let sum = groups.entry(group.to_owned()).or_default();
                *sum = (sum.0 + pair.0, sum.1 + pair.1);
            }
        }
    }
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|pair| of(pair.0 - x, pair.1 - y)).sum::<f64>();
    let r = sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    println!("effort against CPU time on {} runs: r = {r:.3}, {:.2} ns a unit", pairs.len(), y / x);
    for (name, (effort, nanoseconds)) in groups {
        println!("  {name:16} {:.2} ns a unit", nanoseconds / effort);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args().nth(1).map_or(Ok(1_000_000), |text| text.parse())?;
    let problems: Vec<Rostering> = sets::all()?.into_iter().map(Rostering::new).collect();
    effort(&problems)?;
    for problem in [&problems[2], &problems[9]] {
        conformance::check(problem, 1, moves)?;
        println!("{}: the laws hold on {moves} moves", problem.ward().name);
        let mut random = stream(1, "evaluations", &[]);
        let mut roster = problem.empty();
        for _ in 0..20_000 {
            let kind = random.random_range(0..Rostering::KINDS.len());
            if let Some(change) = problem.propose(kind, &roster, &mut random)
                && problem.energy(problem.delta(&roster, change)) <= 0.0
            {
                problem.apply(&mut roster, change);
            }
        }
        for (kind, info) in Rostering::KINDS.iter().enumerate() {
            let (started, mut proposed, mut sum) = (ProcessTime::now(), 0, 0);
            for _ in 0..1_000_000 {
                if let Some(change) = problem.propose(kind, &roster, &mut random) {
                    proposed += 1;
                    sum += problem.delta(&roster, change).cost.soft;
                }
            }
            let seconds = started.elapsed().as_secs_f64();
            println!(
                "  {:6} {:.2} M draws a second, {:.2} M of them evaluated (sum {sum})",
                info.name,
                1.0 / seconds,
                f64::from(proposed) / seconds / 1e6
            );
        }
    }
    Ok(())
}
