//! Iterated tabu search on ta01 to ta80: mean gap to the best known makespan after some CPU seconds on each instance, by size.
//!
//! `cargo run --release -p unstuck-job-shop --example local_search [SECONDS [EVERY [NAME=VALUE…]]]`: every so many instances
//! only, with parameters of `iterated`.

use cpu_time::ProcessTime;
use unstuck_core::local_search::{ITERATED, Improvement, Limits, Observer, Parameters, Solve, Stats, solve};
use unstuck_core::optimisation::Cost;
use unstuck_core::search::Limit;
use unstuck_job_shop::sets::Set;
use unstuck_job_shop::{Static, rules};

/// Ends a solve after some CPU time.
struct Clock {
    started: ProcessTime,
    seconds: f64,
}

impl Observer for Clock {
    fn poll(&mut self, _stats: &Stats, _best: Option<Cost>) -> Option<Limit> {
        (self.started.elapsed().as_secs_f64() >= self.seconds).then_some(Limit::Cancelled)
    }
    fn improved(&mut self, improvement: &mut Improvement) {
        improvement.seconds = self.started.elapsed().as_secs_f64();
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds: f64 = arguments.first().map_or(Ok(1.0), |text| text.parse())?;
    let every: usize = arguments.get(1).map_or(Ok(1), |text| text.parse())?;
    let mut parameters = Parameters::new(&ITERATED);
    for setting in arguments.iter().skip(2) {
        let (name, value) = setting.split_once('=').ok_or("write NAME=VALUE")?;
        parameters.set(name, value)?;
    }
    let rule = rules::read("mwkr")?;
    let mut sizes: Vec<(String, Vec<f64>)> = Vec::new();
    let (mut efforts, mut overrun) = (Vec::new(), 0.0_f64);
    for shop in Set::named("ta").ok_or("an unknown set")?.read()?.into_iter().step_by(every) {
        let best_known = shop.best_known.ok_or("no best known makespan")?;
        let size = format!("{} × {}", shop.jobs().len(), shop.machines());
        let problem = Static::new(shop);
        let started = ProcessTime::now();
        let mut clock = Clock { started, seconds };
        let found = solve(Solve {
            problem: &problem,
            rules: &rule,
            parameters: &parameters,
            seed: 1,
            limits: Limits::default(),
            from: None,
            observer: &mut clock,
        })?;
        let used = started.elapsed().as_secs_f64();
        overrun = overrun.max(used - seconds);
        // Solves that end early say little about prices.
        if used > seconds / 2.0 {
            efforts.push((size.clone(), found.stats.effort as f64 / used / 1e9));
        }
        let gap = 100.0 * (found.cost.soft as f64 / best_known as f64 - 1.0);
        match sizes.last_mut() {
            Some((last, gaps)) if *last == size => gaps.push(gap),
            _ => sizes.push((size, vec![gap])),
        }
    }
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    for (size, gaps) in &sizes {
        println!("{size:9} {:6.2} %", mean(gaps));
    }
    let all: Vec<f64> = sizes.into_iter().flat_map(|(_, gaps)| gaps).collect();
    println!("all       {:6.2} % after {seconds} CPU s; at most {overrun:.3} s more", mean(&all));
    let rates: Vec<String> = efforts.iter().map(|(size, rate)| format!("{size} {rate:.2}")).collect();
    println!("effort a nanosecond: {}", rates.join(", "));
    Ok(())
}
