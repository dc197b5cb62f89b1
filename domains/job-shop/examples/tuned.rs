//! A sum of features, tuned by hill climbing on generated instances, then tested on ta01 to ta80.
//!
//! `cargo run --release -p unstuck-job-shop --example tuned [CPU SECONDS [SEED]]`

use cpu_time::ProcessTime;
use unstuck_core::random::{RngExt, normal, stream};
use unstuck_job_shop::generate::Generator;
use unstuck_job_shop::sets::Set;
use unstuck_job_shop::{Static, batch, rules};

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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().map_or(Ok(30.0), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let taillard = Generator::named("taillard").ok_or("an unknown generator")?;
    let mut training = Vec::new();
    for (jobs, machines) in [(15, 15), (20, 15), (20, 20), (30, 15), (30, 20), (50, 15)] {
        for number in 0..6 {
            let size = [("jobs", f64::from(jobs)), ("machines", f64::from(machines))];
            training.push(Static::new(taillard.generate(&size, 99, number)?));
        }
    }
    let value = |weights: &[f64]| -> Result<f64, Box<dyn std::error::Error>> {
        Ok(batch::dispatch(&training, &rules::read(&text(weights))?)?.gap())
    };
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
    let ta: Vec<Static> =
        Set::named("ta").ok_or("an unknown set")?.read()?.into_iter().map(Static::new).collect();
    let report = batch::dispatch(&ta, &rules::read(&text(&best))?)?;
    println!("ta01 to ta80: {:.2} % above the best known makespan", 100.0 * report.gap());
    Ok(())
}
