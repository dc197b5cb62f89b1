//! The published instances: the named rules alone, then iterated local search; and a sick call on instance 6.
//!
//! `cargo run --release -p unstuck-rostering --example rostering_published [SECONDS [SEED [NUMBER…]]]`: CPU seconds for each instance
//! (60), seed (1), numbers of instances (1 to 12; a number above 100 is the seed of a generated ward of 36 people, for tuning).

use cpu_time::ProcessTime;
use unstuck_core::local_search::{Improvement, Limits, Observer, Parameters, Solve, Stats, iterated, solve};
use unstuck_core::optimisation::{Cost, Optimisation};
use unstuck_core::search::Limit;
use unstuck_rostering::repair::{Absence, repair};
use unstuck_rostering::{Rostering, batch, generate, rules, sets, validate};

/// The published ejection chain after ten minutes.
const EJECTION_CHAIN: [i64; 10] = [607, 923, 1003, 1719, 1439, 2344, 1284, 2529, 474, 4999];

/// Limits CPU time, and ends a solve that has reached the best known cost.
struct Clock {
    started: ProcessTime,
    seconds: f64,
    best_known: i64,
}

impl Observer for Clock {
    fn poll(&mut self, _stats: &Stats, best: Option<Cost>) -> Option<Limit> {
        let reached = best.is_some_and(|cost| cost.hard == 0 && cost.soft <= self.best_known);
        let late = self.started.elapsed().as_secs_f64() >= self.seconds;
        (reached || late).then_some(Limit::Cancelled)
    }
    fn improved(&mut self, improvement: &mut Improvement) {
        improvement.seconds = self.started.elapsed().as_secs_f64();
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().map_or(Ok(60.0), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let numbers: Vec<usize> = arguments.map(|text| text.parse()).collect::<Result<_, _>>()?;
    let mut problems: Vec<Rostering> = sets::all()?.into_iter().map(Rostering::new).collect();
    for rule in rules::RULES {
        let started = ProcessTime::now();
        let report = batch::build(&problems, &rules::read(rule.name)?)?;
        let costs: Vec<String> = report.costs.iter().map(Cost::to_string).collect();
        let micros = started.elapsed().as_secs_f64() * 1e6;
        println!("{:12} {} ({:.2} us a choice)", rule.name, costs.join(", "), micros / report.choices as f64);
    }
    let people = [("people".to_owned(), "36".to_owned())].into();
    for &seed in numbers.iter().filter(|&&number| number > 100) {
        problems.push(Rostering::new(generate::generate(&generate::GENERATORS[0], &people, seed as u64, 0)?));
    }
    let reference = rules::read(rules::REFERENCE)?;
    for (place, problem) in problems.iter().enumerate() {
        if place < 12 && !numbers.is_empty() && !numbers.contains(&(place + 1)) {
            continue;
        }
        let best_known = problem.ward().best_known.unwrap_or(0);
        let started = ProcessTime::now();
        let found = solve(Solve {
            problem,
            rules: &reference,
            parameters: &Parameters::new(&iterated::INFO),
            seed,
            limits: Limits::default(),
            from: None,
            observer: &mut Clock { started, seconds, best_known },
        })?;
        let spent = started.elapsed().as_secs_f64();
        let mut text = String::new();
        problem.write(&found.solution, &mut text);
        let checked = validate::validate(problem.ward(), &text)?;
        let chain = EJECTION_CHAIN.get(place).map_or("-".to_owned(), i64::to_string);
        println!(
            "{:10} {:6} best known {best_known}, chain {chain}, bound {}; at {:.1} of {spent:.1} CPU s, {:.2} ns an effort; {checked:?}",
            problem.ward().name,
            found.cost.to_string(),
            found.lower_bound.map_or(0, |bound| bound.soft),
            found.curve.last().map_or(0.0, |last| last.seconds),
            1e9 * spent / found.stats.effort as f64,
        );
        if place == 5 {
            let started = ProcessTime::now();
            let days = 10..13;
            let shifts = |person: &usize| {
                days.clone().filter(|day| found.solution.cells[person * 28 + day] > 0).count()
            };
            let person = (0..problem.people()).max_by_key(shifts).unwrap_or(0);
            let absent = [Absence { person, days: days.clone() }];
            let repaired = repair(problem.ward(), &found.solution, &absent, 20, (300_000_000, 1), &mut ())?;
            let (cost, id) = (repaired.cost, &problem.ward().people[person].id);
            println!(
                "  {id} is out on days 11 to 13: {} cells changed, cost {cost} after {}, {:.2} CPU s",
                repaired.changes.len(),
                found.cost,
                started.elapsed().as_secs_f64()
            );
            repaired.changes.iter().for_each(|change| println!("    {}", change.text(problem.ward())));
        }
    }
    Ok(())
}
