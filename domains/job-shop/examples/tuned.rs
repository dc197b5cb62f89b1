//! A sum of features, tuned by hill climbing on generated instances, then tested on ta01 to ta80.
//!
//! `cargo run --release -p unstuck-job-shop --example tuned [CPU SECONDS [SEED]]`

use cpu_time::ProcessTime;
use unstuck_core::domain::Settings;
use unstuck_core::instance::optimisation::{Bound, KeptRule, OptimisationInstance};
use unstuck_core::random::{RngExt, normal, stream};
use unstuck_job_shop::sets::Set;
use unstuck_job_shop::{Shop, Static, features, generate, rules};

/// The terms, each with the first step of its weight.
const TERMS: &[(&str, f64)] = &[
    ("work", 1.0),
    ("time", 1.0),
    ("next_time", 1.0),
    ("operations_left", 20.0),
    ("wait", 4.0),
    ("waited", 0.5),
    ("next_queue_work", 0.2),
    ("next_queue", 10.0),
    ("next_machine_work", 0.2),
    ("max(next_free, 0)", 1.0),
    ("min(next_free, 0)", 1.0),
    ("work*work/most_machine_work", 1.0),
];

fn text(weights: &[f64]) -> String {
    let terms = TERMS.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
    let terms: Vec<String> = terms.map(|((term, _), weight)| format!("{weight:.4}*{term}")).collect();
    terms.join(" + ").replace("+ -", "- ")
}

/// The mean gap of a rule, to the best known makespan or else to the lower bound.
fn gap(problems: &[Bound<Static>], rule: &str) -> Result<f64, Box<dyn std::error::Error>> {
    let (rules, mut kept, mut sum) = (rules::read(rule)?, KeptRule::default(), 0.0);
    for problem in problems {
        let target = problem.best_known().or(problem.lower_bound()).ok_or("no bound")?;
        sum += problem.construct(&rules, &mut kept)?.cost.soft as f64 / target.soft as f64;
    }
    Ok(sum / problems.len() as f64 - 1.0)
}

fn bound(shop: Shop) -> Bound<Static> {
    Bound::new(Static::new(shop), features::tables(), "makespan")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().map_or(Ok(30.0), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let mixture = generate::named("mixture").ok_or("an unknown generator")?;
    let made = (0..42).map(|number| generate::generate(mixture, &Settings::new(), 99, number));
    let training: Vec<Bound<Static>> = made.map(|made| made.map(bound)).collect::<Result<_, _>>()?;
    let value = |weights: &[f64]| gap(&training, &text(weights));
    let started = ProcessTime::now();
    let mut random = stream(seed, "hill climbing", &[]);
    let mut best = vec![0.0; TERMS.len()];
    (best[0], best[4]) = (1.0, -4.0);
    let (mut least, mut count, mut step) = (value(&best)?, 0, 1.0);
    while started.elapsed().as_secs_f64() < seconds {
        let mut changed = best.clone();
        for _ in 0..random.random_range(1..=3) {
            let term = random.random_range(0..TERMS.len());
            changed[term] += step * TERMS[term].1 * normal(&mut random);
        }
        let found = value(&changed)?;
        step = if found < least { (step * 1.5).min(1.0) } else { (step * 0.99).max(0.02) };
        if found <= least {
            (best, least) = (changed, found);
        }
        count += 1;
    }
    println!(
        "{count} rules on {} generated instances: {:.2} % above the bound",
        training.len(),
        100.0 * least
    );
    println!("{}", text(&best));
    let ta: Vec<Bound<Static>> =
        Set::named("ta").ok_or("an unknown set")?.read()?.into_iter().map(bound).collect();
    let found = gap(&ta, &text(&best))?;
    println!("ta01 to ta80: {:.2} % above the best known makespan", 100.0 * found);
    Ok(())
}
