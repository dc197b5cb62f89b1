//! Instruction counts of the five hottest kernels, by callgrind: the same on a noisy machine.

// A benchmark fails by panicking; the macros' items carry no documentation and name more than they need.
#![allow(clippy::unwrap_used, missing_docs, unused_qualifications)]

use gungraun::prelude::*;
use std::hint::black_box;
use unstuck_core::domain::{self, Settings};
use unstuck_core::feature::View;
use unstuck_core::instance::{SearchInstance, Solution};
use unstuck_core::language::Compiled;
use unstuck_core::search::{Limits, explore};
use unstuck_rush_hour::RushHourDomain;
use unstuck_rush_hour::problem::{Metric, Small, State};
use unstuck_rush_hour::text;

const CARD: &str = "BCCoDoBEFoDGBEFAAGHHHIoGooJIKKLLJMMo";
const EASY_CARD: &str = "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo";

fn puzzle() -> Small {
    Small::new(text::parse(CARD, &text::Reading::default()).unwrap(), Metric::Slides)
}

fn puzzle_and_states() -> (Small, Vec<State<1, 1>>) {
    let puzzle = puzzle();
    let mut states = Vec::new();
    explore::reachable(&puzzle, &puzzle.start(), Limits::default(), &mut (), &mut |state, _| {
        states.push(*state)
    })
    .unwrap();
    (puzzle, states)
}

fn instance(text: &str) -> Box<dyn SearchInstance> {
    domain::read_search(&RushHourDomain, text, None, &Settings::new()).unwrap()
}

fn solve(instance: &dyn SearchInstance, algorithm: &str, heuristic: &str) -> Solution {
    instance.solve(&instance.request(algorithm, heuristic).unwrap(), &mut ()).unwrap()
}

#[library_benchmark(setup = puzzle)]
#[bench::card_40()]
fn enumeration(puzzle: Small) -> u64 {
    explore::reachable(&puzzle, &puzzle.start(), Limits::default(), &mut (), &mut |_, _| {})
        .unwrap()
        .reachable
}

#[library_benchmark(setup = puzzle_and_states)]
#[bench::card_40()]
fn blockers_deep((puzzle, states): (Small, Vec<State<1, 1>>)) -> f64 {
    let mut heuristic = Compiled::named(&puzzle, "blockers_deep").unwrap();
    states.iter().map(|state| heuristic.value(&View::root(&puzzle, state))).sum()
}

#[library_benchmark]
#[bench::card_1(EASY_CARD)]
fn text_to_plan(text: &str) -> Vec<String> {
    solve(&*instance(black_box(text)), "bfs", "zero").plan
}

#[library_benchmark(setup = instance)]
#[bench::card_40(CARD)]
fn best_first(instance: Box<dyn SearchInstance>) -> u64 {
    solve(&*instance, "astar", "blocking").stats.expanded
}

#[library_benchmark(setup = instance)]
#[bench::card_1(EASY_CARD)]
fn deepening(instance: Box<dyn SearchInstance>) -> u64 {
    solve(&*instance, "ida", "blocking").stats.expanded
}

library_benchmark_group!(
    name = kernels,
    benchmarks = [enumeration, blockers_deep, text_to_plan, best_first, deepening]
);

main!(library_benchmark_groups = kernels);
