//! Iterated local search on the uniform sets of the OR-Library and on generated triplets: how many instances reach the best
//! known number of bins, and after how much CPU time.
//!
//! `cargo run --release -p unstuck-bin-packing --example offline [EFFORT]`

use cpu_time::ProcessTime;
use unstuck_bin_packing::generate::Kind;
use unstuck_bin_packing::{Items, Offline, rules, sets};
use unstuck_core::local_search::{ITERATED, Improvement, Limits, Observer, Parameters, Solve, Stats, solve};
use unstuck_core::optimisation::Cost;
use unstuck_core::search::Limit;

/// Fills in CPU seconds, and ends a solve that has reached the best known cost.
struct Clock {
    started: ProcessTime,
    best_known: Option<i64>,
}

impl Observer for Clock {
    fn poll(&mut self, _stats: &Stats, best: Option<Cost>) -> Option<Limit> {
        let reached = best.zip(self.best_known).is_some_and(|(cost, known)| cost.soft <= known);
        reached.then_some(Limit::Cancelled)
    }
    fn improved(&mut self, improvement: &mut Improvement) {
        improvement.seconds = self.started.elapsed().as_secs_f64();
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let effort = std::env::args().nth(1).map_or(Ok(5_000_000_000), |text| text.parse())?;
    let mut problems: Vec<(String, Vec<Items>)> = Vec::new();
    for name in ["or-u120", "or-u250", "or-u500", "or-u1000"] {
        problems.push((name.to_owned(), sets::read(name)?));
    }
    for count in [60, 120, 249, 501] {
        let made: Result<Vec<Items>, _> =
            (0..20).map(|number| Kind::Triplets.generate(count, 1, number)).collect();
        problems.push((format!("t{count}"), made?));
    }
    let best_fit_decreasing = rules::read("1000*item - after")?;
    let parameters = Parameters::new(&ITERATED);
    for (name, instances) in problems {
        let (mut reached, mut constructed, mut slowest, mut sum) = (0, 0, 0.0_f64, 0.0);
        for items in &instances {
            let best_known = items.best_known.map(i64::from);
            let problem = Offline::new(items.clone());
            let mut clock = Clock { started: ProcessTime::now(), best_known };
            let found = solve(Solve {
                problem: &problem,
                rules: &best_fit_decreasing,
                parameters: &parameters,
                seed: 1,
                limits: Limits { effort: Some(effort), seconds: None },
                from: None,
                observer: &mut clock,
            })?;
            let enough = |cost: Cost| best_known.is_some_and(|known| cost.soft <= known);
            reached += usize::from(enough(found.cost));
            constructed += usize::from(found.curve.first().is_some_and(|first| enough(first.cost)));
            let seconds = found.curve.last().map_or(0.0, |last| last.seconds);
            (slowest, sum) = (slowest.max(seconds), sum + seconds);
        }
        println!(
            "{name:9} {reached:3} of {} at the best known number of bins (best fit decreasing {constructed}); CPU seconds \
             mean {:.3}, most {slowest:.3}",
            instances.len(),
            sum / instances.len() as f64
        );
    }
    Ok(())
}
