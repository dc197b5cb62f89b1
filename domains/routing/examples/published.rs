//! The figures of both domains on published and generated instances, by CPU time of one thread.
//!
//! `cargo run --release -p unstuck-routing --example published -- PART`, where PART is one of
//! - `tsp-write COUNT FOLDER`: 1,000 generated instances as files, for other solvers;
//! - `tsp-construct [COUNT FILE]`: constructions on the published sets, or on 1,000 generated instances of COUNT cities against
//!   the lengths of a file, one a line;
//! - `tsp-search SECONDS`: the 64 uniform instances of 200 cities;
//! - `tsplib SECONDS`: the files of 400 to 2,000 cities;
//! - `tsp-large COUNT SECONDS`: one generated instance;
//! - `cvrp-construct`: the named rules on the published sets;
//! - `cvrp-search SECONDS [SET]`: the X instances with up to 302 customers, or another set;
//! - `laws MOVES`: the laws of optimisation problems.

use cpu_time::ProcessTime;
use std::error::Error;
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{Limits, Observer, Outcome, Parameters, Solve, Stats, iterated, solve};
use unstuck_core::optimisation::decision::Featured;
use unstuck_core::optimisation::{Cost, Optimisation, Solvable, batch, conformance};
use unstuck_core::search::Limit;
use unstuck_routing::cvrp::{self, Routing};
use unstuck_routing::tsp::generate::Kind;
use unstuck_routing::tsp::{self, Touring, greedy, rules, sets};

/// Ends a solve after some CPU time.
struct Clock {
    started: ProcessTime,
    seconds: f64,
}

impl Observer for Clock {
    fn poll(&mut self, _: &Stats, _: Option<Cost>) -> Option<Limit> {
        (self.started.elapsed().as_secs_f64() >= self.seconds).then_some(Limit::Time)
    }
}

/// Units of effort that take about a second.
const A_SECOND: f64 = 1e9;

/// A result with its CPU seconds.
type Timed<S> = Result<(Outcome<S>, f64), Box<dyn Error>>;

/// A solve of some CPU time.
fn timed<O: Solvable + Featured>(
    problem: &O,
    rules: &Decisions,
    parameters: &Parameters,
    seconds: f64,
) -> Timed<O::Solution> {
    let started = ProcessTime::now();
    let found = solve(Solve {
        problem,
        rules,
        parameters,
        seed: 1,
        limits: Limits { effort: Some((seconds * A_SECOND) as u64), seconds: None },
        from: None,
        observer: &mut Clock { started, seconds: 1.5 * seconds },
    })?;
    Ok((found, started.elapsed().as_secs_f64()))
}

fn percent(part: f64) -> String {
    format!("{:7.3} %", 100.0 * part)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn search_rule() -> Result<Decisions, Box<dyn Error>> {
    let accept = std::env::var("ACCEPT").unwrap_or_else(|_| rules::ACCEPT.to_owned());
    Ok(rules::read(&format!("choose: -distance; accept: {accept}"))?)
}

fn parameters() -> Result<Parameters, Box<dyn Error>> {
    let mut parameters = Parameters::new(&iterated::INFO);
    parameters.set("patience", "1000000")?;
    for setting in std::env::var("SET").unwrap_or_default().split_whitespace() {
        let (name, value) = setting.split_once('=').ok_or("write NAME=VALUE")?;
        parameters.set(name, value)?;
    }
    Ok(parameters)
}

fn tsp_construct(cities: &[tsp::Cities], to: &[i64]) -> Result<(), Box<dyn Error>> {
    let problems: Vec<Touring> = cities.iter().cloned().map(Touring::new).collect();
    for rule in rules::RULES {
        let read = rules::read(rule.name)?;
        let started = ProcessTime::now();
        let report = batch::construct(&problems, &read)?;
        let seconds = started.elapsed().as_secs_f64();
        let gap = percent(report.gap(to));
        let each = 1e3 * seconds / cities.len() as f64;
        println!(
            "  {:20} {gap}  {each:8.3} ms, {:.0} ns a choice",
            rule.name,
            1e9 * seconds / report.choices as f64
        );
    }
    for (name, make) in
        [("greedy_edge", greedy::greedy_edge as fn(&Touring) -> _), ("savings", greedy::savings)]
    {
        let started = ProcessTime::now();
        let costs = problems.iter().map(|problem| problem.cost(&make(problem))).collect();
        let each = 1e3 * started.elapsed().as_secs_f64() / cities.len() as f64;
        println!("  {name:20} {}  {each:8.3} ms", percent(batch::Report { costs, choices: 0 }.gap(to)));
    }
    Ok(())
}

fn tsp_search(seconds: f64) -> Result<(), Box<dyn Error>> {
    let set = sets::read("tsp-uniform-200")?;
    let (mut lengths, mut times, mut bounds, mut rounds) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for cities in set {
        let started = ProcessTime::now();
        let problem = Touring::new(cities);
        let (found, _) = timed(&problem, &search_rule()?, &parameters()?, seconds)?;
        times.push(started.elapsed().as_secs_f64());
        // Lengths by the real distances, as the published mean is.
        let places = problem.distances().places();
        let order = found.solution.order();
        let edge = |(&a, &b): (&u32, &u32)| {
            let ([ax, ay], [bx, by]) = (places[a as usize], places[b as usize]);
            (ax - bx).hypot(ay - by) / problem.cities().scale
        };
        lengths.push(order.iter().zip(order.iter().cycle().skip(1)).map(edge).sum());
        bounds.push(found.lower_bound.map_or(0.0, |bound| bound.soft as f64 / problem.cities().scale));
        rounds += found.stats.proposals / 2;
    }
    let (length, bound) = (mean(&lengths), mean(&bounds));
    println!(
        "mean length {length:.6}, gap {} to 10.711946; 1-trees {bound:.4}; {:.4} CPU s and {} kicks each",
        percent(length / 10.711946 - 1.0),
        mean(&times),
        rounds / lengths.len() as u64
    );
    Ok(())
}

fn tsplib(seconds: f64) -> Result<(), Box<dyn Error>> {
    let set = sets::read("tsplib")?;
    let mut gaps = Vec::new();
    for cities in set.into_iter().filter(|cities| (400..=2_000).contains(&cities.count())) {
        let (name, best) = (cities.name.clone(), cities.best_known.unwrap_or(1) as f64);
        let started = ProcessTime::now();
        let problem = Touring::new(cities);
        let (found, _) = timed(&problem, &search_rule()?, &parameters()?, seconds)?;
        let took = started.elapsed().as_secs_f64();
        gaps.push(found.cost.soft as f64 / best - 1.0);
        let bound = found.lower_bound.map_or(0.0, |bound| bound.soft as f64 / best - 1.0);
        let gap = gaps.last().copied().unwrap_or_default();
        let rounds = found.stats.proposals / 2;
        println!("{name:10} {}  bound {}  {took:6.2} CPU s, {rounds} rounds", percent(gap), percent(bound));
    }
    println!("mean {} of {} files", percent(mean(&gaps)), gaps.len());
    Ok(())
}

fn tsp_large(count: usize, seconds: f64) -> Result<(), Box<dyn Error>> {
    let started = ProcessTime::now();
    let problem = Touring::new(Kind::Uniform.generate(count, 1, 0)?);
    println!("instance and neighbours: {:.2} CPU s", started.elapsed().as_secs_f64());
    let greedy = greedy::greedy_edge(&problem);
    println!("greedy edge {} after {:.2} CPU s", problem.cost(&greedy).soft, started.elapsed().as_secs_f64());
    let (found, took) = timed(&problem, &search_rule()?, &parameters()?, seconds)?;
    // Shortest tours of random uniform instances are about 0.7124 × the root of cities and area.
    let expected = 0.7124 * (count as f64).sqrt() * 1e6;
    for part in found.curve.iter().step_by(found.curve.len().div_ceil(12).max(1)).chain(found.curve.last()) {
        println!("  effort {:.2e}: {}", part.effort as f64, percent(part.cost.soft as f64 / expected - 1.0));
    }
    println!("{took:.2} CPU s");
    Ok(())
}

fn cvrp_construct() -> Result<(), Box<dyn Error>> {
    for set in cvrp::sets::SETS {
        let instances: Vec<Routing> = cvrp::sets::read(set.name)?.into_iter().map(Routing::new).collect();
        println!("{}", set.name);
        for rule in cvrp::rules::RULES {
            let started = ProcessTime::now();
            let report = batch::construct(&instances, &cvrp::rules::read(rule.name)?)?;
            let each = 1e3 * started.elapsed().as_secs_f64() / instances.len() as f64;
            let best: Vec<i64> =
                instances.iter().filter_map(|problem| problem.customers().best_known).collect();
            let costs = instances.iter().zip(&report.costs);
            let lengths: Vec<f64> =
                costs.map(|(problem, cost)| cost.soft as f64 / problem.customers().scale).collect();
            let gap = if best.is_empty() { String::new() } else { percent(report.gap(&best)) };
            println!("  {:16} mean {:10.4} {gap}  {each:.2} ms", rule.name, mean(&lengths));
        }
    }
    Ok(())
}

fn cvrp_search(seconds: f64, set: &str) -> Result<(), Box<dyn Error>> {
    let accept = std::env::var("ACCEPT").unwrap_or_else(|_| cvrp::rules::ACCEPT.to_owned());
    let rules = cvrp::rules::read(&format!("choose: saving; accept: {accept}"))?;
    let every = std::env::var("EVERY").map_or(Ok(1), |text| text.parse())?;
    let (mut gaps, mut lengths, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for customers in cvrp::sets::read(set)?.into_iter().step_by(every) {
        let problem = Routing::new(customers);
        let (found, took) = timed(&problem, &rules, &parameters()?, seconds)?;
        let customers = problem.customers();
        let mut text = String::new();
        problem.write(&found.solution, &mut text);
        assert_eq!(problem.validate(&text), Ok(found.cost));
        times.push(took);
        lengths.push(found.cost.soft as f64 / customers.scale);
        if let Some(best) = customers.best_known {
            gaps.push(found.cost.soft as f64 / best as f64 - 1.0);
            let gap = gaps.last().copied().unwrap_or_default();
            let bound = found.lower_bound.map_or(0.0, |bound| bound.soft as f64 / best as f64 - 1.0);
            let rounds = found.stats.proposals / 2;
            println!(
                "{:12} {}  bound {}  {took:6.2} CPU s, {rounds} rounds",
                customers.name,
                percent(gap),
                percent(bound)
            );
        }
    }
    println!("mean gap {}, cost {:.4}, {:.3} CPU s each", percent(mean(&gaps)), mean(&lengths), mean(&times));
    Ok(())
}

fn laws(moves: usize) -> Result<(), Box<dyn Error>> {
    for kind in [Kind::Uniform, Kind::Clustered { cities: 20, deviation: 0.03 }] {
        for count in [3, 5, 8, 100] {
            conformance::check(&Touring::new(kind.generate(count, 5, 0)?), 2, moves)?;
        }
    }
    for count in [1, 2, 5, 60] {
        for number in 0..3 {
            let customers = cvrp::generate::Kind::AnyX.generate(count, 5, number)?;
            conformance::check(&Routing::new(customers), number, moves)?;
        }
    }
    println!("the laws hold");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| {
        words.get(place).ok_or("a number is missing")?.parse::<f64>().map_err(Box::<dyn Error>::from)
    };
    match words.first().map_or("", String::as_str) {
        "tsp-write" => {
            for each in 0..1_000 {
                let cities = Kind::Uniform.generate(number(1)? as usize, 2026, each)?;
                let folder = words.get(2).ok_or("a folder is missing")?;
                std::fs::write(format!("{folder}/{each}.tsp"), tsp::text::write(&cities))?;
            }
            Ok(())
        }
        "tsp-construct" if words.len() > 2 => {
            let lengths: Result<Vec<i64>, _> =
                std::fs::read_to_string(&words[2])?.lines().map(str::parse).collect();
            let lengths = lengths?;
            let made = (0..lengths.len() as u64)
                .map(|each| Kind::Uniform.generate(words[1].parse().unwrap_or(0), 2026, each));
            tsp_construct(&made.collect::<Result<Vec<_>, _>>()?, &lengths)
        }
        "tsp-construct" => {
            // The mean optima of the uniform sets are published.
            for (name, optimum) in [
                ("tsp-uniform-50", 5.684_580),
                ("tsp-uniform-100", 7.778_580),
                ("tsp-uniform-200", 10.711_946),
            ] {
                println!("{name}");
                let cities = sets::read(name)?;
                tsp_construct(&cities, &vec![(1e6 * optimum) as i64; cities.len()])?;
            }
            println!("tsplib");
            let cities = sets::read("tsplib")?;
            let best: Vec<i64> = cities.iter().filter_map(|cities| cities.best_known).collect();
            tsp_construct(&cities, &best)
        }
        "tsp-search" => tsp_search(number(1)?),
        "tsplib" => tsplib(number(1)?),
        "tsp-large" => tsp_large(number(1)? as usize, number(2)?),
        "cvrp-construct" => cvrp_construct(),
        "cvrp-search" => cvrp_search(number(1)?, words.get(2).map_or("x-303", String::as_str)),
        "laws" => laws(number(1)? as usize),
        _ => Err("write a part; see the top of this file".into()),
    }
}
