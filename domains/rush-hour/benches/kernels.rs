//! The hottest kernels one by one, by divan.

// A benchmark fails by panicking.
#![allow(clippy::unwrap_used)]

use divan::Bencher;
use unstuck_core::domain::{self, Settings};
use unstuck_core::feature::View;
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::Compiled;
use unstuck_core::problem::Problem;
use unstuck_core::search::{Limits, explore};
use unstuck_rush_hour::RushHourDomain;
use unstuck_rush_hour::problem::{Metric, Small, State};
use unstuck_rush_hour::text;

fn main() {
    divan::main();
}

/// The hardest card.
const CARD: &str = "BCCoDoBEFoDGBEFAAGHHHIoGooJIKKLLJMMo";

fn puzzle() -> Small {
    Small::new(text::parse(CARD, &text::Reading::default()).unwrap(), Metric::Slides)
}

fn states(puzzle: &Small) -> Vec<State<1, 1>> {
    let mut states = Vec::new();
    explore::reachable(puzzle, &puzzle.start(), Limits::default(), &mut (), &mut |state, _| {
        states.push(*state);
    })
    .unwrap();
    states
}

fn instance() -> Box<dyn SearchInstance> {
    domain::read_search(&RushHourDomain, CARD, None, &Settings::new()).unwrap()
}

#[divan::bench]
fn read_and_build() -> Box<dyn SearchInstance> {
    instance()
}

#[divan::bench]
fn enumerate(bencher: Bencher<'_, '_>) {
    let puzzle = puzzle();
    let count = states(&puzzle).len();
    bencher.counter(divan::counter::ItemsCount::new(count)).bench(|| {
        explore::reachable(&puzzle, &puzzle.start(), Limits::default(), &mut (), &mut |_, _| {}).unwrap()
    });
}

#[divan::bench(args = ["bfs", "ucs", "astar", "dfs", "beam", "hsd"])]
fn solve(bencher: Bencher<'_, '_>, algorithm: &str) {
    let instance = instance();
    let request = instance.request(algorithm, "blocking").unwrap();
    bencher.bench(|| instance.solve(&request, &mut ()).unwrap());
}

#[divan::bench(args = ["blocking", "blockers_two_sided", "blockers_deep", "goal_distance", "votes", "mobility"])]
fn feature(bencher: Bencher<'_, '_>, name: &str) {
    let puzzle = puzzle();
    let states = states(&puzzle);
    let mut heuristic = Compiled::named(&puzzle, name).unwrap();
    bencher
        .counter(divan::counter::ItemsCount::new(states.len()))
        .bench_local(|| states.iter().map(|state| heuristic.value(&View::root(&puzzle, state))).sum::<f64>());
}

#[divan::bench]
fn pack_and_unpack(bencher: Bencher<'_, '_>) {
    let puzzle = puzzle();
    let states = states(&puzzle);
    bencher.counter(divan::counter::ItemsCount::new(states.len())).bench(|| {
        let mut word = [0];
        states.iter().fold(0, |sum, state| {
            puzzle.pack(state, &mut word);
            sum ^ puzzle.hash(&puzzle.unpack(&word))
        })
    });
}
