//! The laws that every optimisation problem must keep, checked on random constructions and random walks.

use super::decision::{ChoiceView, Choosing, Featured};
use super::{Dials, Measure, Purpose, Solvable};
use crate::feature::LazyFeatures;
use crate::random::{RngExt, Stream, stream};
use std::fmt::Display;
use std::ops::ControlFlow;

/// Most steps of a construction that is believed to end.
const MOST_STEPS: usize = 10_000_000;
/// Moves between two complete checks of a walk.
const INTERVAL: usize = 256;

/// Checks on an instance that
/// - construction ends, offers its choices in the same order each time, and none twice;
/// - features have finite values within their ranges, and equal slots have equal values;
/// - the cost of a finished construction is that of its solution, and not below the lower bound;
/// - a written solution reads back, and the validator agrees on its cost;
/// - the differences of `moves` random moves, and those of low-level heuristics, are exact;
/// - heuristics that improve never make a solution worse;
/// - a ruined solution can be completed.
///
/// # Errors
///
/// The law that is broken.
pub fn check<O: Solvable + Featured>(problem: &O, seed: u64, moves: usize) -> Result<(), String> {
    let mut random = stream(seed, "conformance", &[]);
    let every: Vec<u16> = (0..problem.choice_features().len() as u16)
        .filter(|&index| problem.choice_features()[usize::from(index)].range(problem).is_some())
        .collect();
    let mut solution = complete(problem, problem.start(&every), &every, &mut random)?;
    check_solution(problem, &solution)?;
    for &index in &every {
        if problem.slots(&[index]) > 0 {
            complete(problem, problem.start(&[index]), &[index], &mut random)?;
        }
    }
    walk(problem, &mut solution, moves, &mut random)?;
    scan(problem, &solution)?;
    run_heuristics(problem, &mut solution, &mut random)?;
    if O::RUINS {
        let parts = problem.parts(&solution);
        let removed: Vec<usize> = (0..parts).filter(|_| random.random::<bool>()).collect();
        let ruined = problem.without(&solution, &removed, &every);
        check_solution(problem, &complete(problem, ruined, &every, &mut random)?)?;
    }
    Ok(())
}

/// The law is put into words only where it is broken: there are millions of checks.
fn law(holds: bool, law: impl Display) -> Result<(), String> {
    if holds { Ok(()) } else { Err(law.to_string()) }
}

/// Completes a construction at random.
fn complete<O: Solvable + Featured>(
    problem: &O,
    mut partial: O::Partial,
    features: &[u16],
    random: &mut Stream,
) -> Result<O::Solution, String> {
    let mut lazy = LazyFeatures::<Choosing<O>>::new(problem);
    let mut kept: Vec<Option<f64>> = match features {
        [one] => vec![None; problem.slots(&[*one])],
        _ => Vec::new(),
    };
    for step in 0..MOST_STEPS {
        let choices = choices(problem, &partial);
        law(
            choices == self::choices(problem, &partial),
            "choices are offered in another order the second time",
        )?;
        if choices.is_empty() {
            let solution = problem.finish(&partial);
            let same = problem.finished_cost(&partial) == problem.cost(&solution);
            law(same, "the cost of a finished construction is not that of its solution")?;
            return Ok(solution);
        }
        let few = &choices[..choices.len().min(100)];
        let twice = few.iter().enumerate().any(|(place, choice)| few[..place].contains(choice));
        law(!twice, "a choice is offered twice")?;
        lazy.next_step();
        for &choice in few {
            let view = ChoiceView { problem, partial: &partial, choice };
            lazy.next_view();
            for &index in features {
                let feature = &problem.choice_features()[usize::from(index)];
                let (value, name) = (lazy.get(&view, index.into()), &feature.info.name);
                let range = feature.range(problem);
                let within = range.is_some_and(|(low, high)| (low..=high).contains(&value));
                law(within, format_args!("{name} is {value} at step {step}, outside of {range:?}"))?;
                if let Some(slot) = problem.slot(&partial, choice).filter(|_| !kept.is_empty()) {
                    let known = *kept[slot].get_or_insert(value);
                    law(known == value, format_args!("{name} is {value} and {known} in the same slot"))?;
                }
            }
        }
        problem.extend(&mut partial, choices[random.random_range(0..choices.len())]);
    }
    Err("the construction does not end".to_owned())
}

fn choices<O: Solvable>(problem: &O, partial: &O::Partial) -> Vec<O::Choice> {
    let mut all = Vec::new();
    let _ = problem.visit(partial, &mut |choice| {
        all.push(choice);
        ControlFlow::Continue(())
    });
    all
}

/// Text, validator and bound of a solution.
fn check_solution<O: Solvable>(problem: &O, solution: &O::Solution) -> Result<(), String> {
    let (mut text, mut again) = (String::new(), String::new());
    problem.write(solution, &mut text);
    let read =
        problem.read(&text).map_err(|error| format!("a written solution does not read back: {error}"))?;
    problem.write(&read, &mut again);
    law(text == again, "a solution that is read back is written differently")?;
    let cost = problem.cost(solution);
    law(problem.cost(&read) == cost, "a solution that is read back has another cost")?;
    let agrees = match problem.validate(&text) {
        Ok(validated) => law(validated == cost, "the validator finds another cost"),
        Err(violation) => {
            law(cost.hard > 0, format_args!("the validator refuses a feasible solution: {violation}"))
        }
    };
    agrees?;
    let bound = problem.lower_bound();
    law(
        cost.hard > 0 || bound.is_none_or(|bound| bound <= cost),
        "a solution costs less than the lower bound",
    )
}

/// Random moves with exact differences.
fn walk<O: Solvable>(
    problem: &O,
    solution: &mut O::Solution,
    moves: usize,
    random: &mut Stream,
) -> Result<(), String> {
    if O::KINDS.is_empty() {
        return Ok(());
    }
    let mut before = Measure::of(problem, solution);
    for step in 0..moves {
        let kind = random.random_range(0..O::KINDS.len());
        let Some(change) = problem.propose(kind, solution, random) else { continue };
        let delta = problem.delta(solution, change);
        problem.apply(solution, change);
        let after = Measure::of(problem, solution);
        let name = O::KINDS[kind].name;
        law(
            after - before == delta,
            format_args!("{name}: {change:?} changes {:?}, not {delta:?}", after - before),
        )?;
        before = after;
        if step % INTERVAL == 0 {
            check_solution(problem, solution)?;
        }
    }
    check_solution(problem, solution)
}

/// The moves that a scan offers are legal, and their differences exact.
fn scan<O: Solvable>(problem: &O, solution: &O::Solution) -> Result<(), String> {
    let before = Measure::of(problem, solution);
    for (kind, info) in O::KINDS.iter().enumerate() {
        let mut scanned = Vec::new();
        let _ = problem.scan(kind, solution, &mut |change| {
            scanned.extend(change);
            if scanned.len() < INTERVAL { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for change in scanned {
            let mut changed = solution.clone();
            let delta = problem.delta(&changed, change);
            problem.apply(&mut changed, change);
            let exact = Measure::of(problem, &changed) - before == delta;
            law(exact, format_args!("{}: the difference of {change:?} is wrong", info.name))?;
            check_solution(problem, &changed)?;
        }
    }
    Ok(())
}

fn run_heuristics<O: Solvable>(
    problem: &O,
    solution: &mut O::Solution,
    random: &mut Stream,
) -> Result<(), String> {
    let mut scratch = problem.scratch();
    for round in 0..4 * O::HEURISTICS.len() {
        let heuristic = round % O::HEURISTICS.len();
        let dials = Dials { intensity: random.random(), depth: random.random::<f64>() * 0.2 };
        let before = Measure::of(problem, solution);
        let (delta, _) = problem.run(heuristic, solution, &mut scratch, dials, random);
        let info = O::HEURISTICS[heuristic];
        let exact = Measure::of(problem, solution) - before == delta;
        law(exact, format_args!("the difference that {} returns is wrong", info.name))?;
        let improves = info.purpose == Purpose::Improve;
        law(!improves || delta <= Measure::ZERO, format_args!("{} makes a solution worse", info.name))?;
        check_solution(problem, solution)?;
    }
    Ok(())
}
