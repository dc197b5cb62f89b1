//! One table: the figures the project promises, measured in CPU time, medians of interleaved rounds.

// A benchmark fails by panicking.
#![allow(clippy::unwrap_used)]

#[path = "../../tiles/benches/tiles/kernel.rs"]
mod kernel;

use cpu_time::ThreadTime;
use std::hint::black_box;
use unstuck_core::domain::{self, Ids, Settings};
use unstuck_core::executor::Sequential;
use unstuck_core::heuristic::{Featured, Heuristic, WithHeuristic};
use unstuck_core::instance::{SearchInstance, SearchRequest};
use unstuck_core::language::Compiled;
use unstuck_core::problem::Problem;
use unstuck_core::registry;
use unstuck_core::search::{self, Limits, Outcome, Search, SearchParameters, explore};
use unstuck_rush_hour::problem::{Metric, Small};
use unstuck_rush_hour::text;
use unstuck_tiles as tiles;

/// Rounds of every measurement.
const ROUNDS: usize = 11;

fn main() {
    unstuck_domains::install();
    // Under `cargo test` a benchmark only has to build.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("\n{:<58} {:>12} {:>10}  aim", "what (one thread, CPU time)", "figure", "bar");
    rush_hour();
    boundary();
    fifteen_puzzle();
}

fn row(what: &str, figure: String, bar: &str, aim: &str) {
    println!("{what:<58} {figure:>12} {bar:>10}  {aim}");
}

/// Texts of a built-in set.
fn texts(name: &str) -> Vec<String> {
    let (_, set) = registry::set(name).unwrap();
    match (set.ids)() {
        Ids::Numbers(first, last) => (first..=last).map(|id| (set.text)(&id.to_string()).unwrap()).collect(),
        Ids::Names(names) => names.iter().map(|id| (set.text)(id).unwrap()).collect(),
    }
}

fn read(domain: &str, text: &str, metric: Option<&str>) -> Box<dyn SearchInstance> {
    domain::read_search(&*registry::domain(domain).unwrap(), text, metric, &Settings::new()).unwrap()
}

/// Median CPU milliseconds of each candidate, their rounds interleaved.
fn medians(candidates: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut times = vec![Vec::new(); candidates.len()];
    for _ in 0..ROUNDS {
        for (candidate, times) in candidates.iter_mut().zip(&mut times) {
            let begin = ThreadTime::now();
            candidate();
            times.push(begin.elapsed().as_secs_f64() * 1e3);
        }
    }
    times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
    times.iter().map(|times| times[ROUNDS / 2]).collect()
}

fn rush_hour() {
    let (jam, hard6) = (texts("jam"), texts("hard6"));
    let request = SearchRequest::blind(&search::BFS, Limits::NONE);
    let solve = |boards: &[String], metric: &str| {
        for text in boards {
            black_box(read("rush-hour", text, Some(metric)).solve(&request, &mut ()).unwrap());
        }
    };
    let puzzles: Vec<Small> = jam
        .iter()
        .map(|t| Small::new(text::parse(t, &text::Reading::default()).unwrap(), Metric::Slides))
        .collect();
    let mut states = 0;
    let mut enumerate = || {
        states = 0;
        for puzzle in &puzzles {
            let found =
                explore::reachable(puzzle, &puzzle.start(), Limits::default(), &mut (), &mut |_, _| {})
                    .unwrap();
            states += found.reachable;
        }
    };
    let mut distances = || {
        for puzzle in &puzzles {
            black_box(
                explore::distances(puzzle, &puzzle.start(), Limits::default(), &mut (), &mut |_, _| {})
                    .unwrap(),
            );
        }
    };
    let times = medians(&mut [
        &mut || solve(&jam, "slides"),
        &mut || solve(&jam, "steps"),
        &mut enumerate,
        &mut distances,
        &mut || solve(&hard6, "slides"),
        &mut || solve(&hard6, "steps"),
    ]);
    let rate = |milliseconds: f64| format!("{:.1} M/s", states as f64 / milliseconds / 1e3);
    let ms = |milliseconds: f64| format!("{milliseconds:.1} ms");
    row("40 cards, text to validated plan, optimal slides", ms(times[0]), "10 ms", "4 ms");
    row("40 cards, text to validated plan, optimal steps", ms(times[1]), "", "");
    row("full enumeration of the 40 cards (264,303 states)", rate(times[2]), "15 M/s", "25 M/s");
    row("  the same with exact distances (two passes)", rate(times[3]), "", "");
    row("hard6, 200 boards, optimal slides", ms(times[4]), "60 ms", "30 ms");
    row("hard6, 200 boards, optimal steps", ms(times[5]), "", "");
}

/// What the dynamic boundary costs: the same search called statically and through the registry.
fn boundary() {
    let jam = texts("jam");
    let puzzles: Vec<Small> = jam
        .iter()
        .map(|t| Small::new(text::parse(t, &text::Reading::default()).unwrap(), Metric::Slides))
        .collect();
    let instances: Vec<_> = jam.iter().map(|text| read("rush-hour", text, None)).collect();
    for (algorithm, cards) in [("astar", 40), ("ida", 20)] {
        let mut direct = || {
            for puzzle in &puzzles[..cards] {
                let heuristic = Compiled::named(puzzle, "blocking").unwrap();
                black_box(run(puzzle, &puzzle.start(), heuristic, algorithm));
            }
        };
        let mut named = || {
            for instance in &instances[..cards] {
                let request = instance.request(algorithm, "blocking").unwrap();
                black_box(instance.solve(&request, &mut ()).unwrap());
            }
        };
        let times = medians(&mut [&mut direct, &mut named]);
        let loss = format!("{:+.1} %", (times[1] / times[0] - 1.0) * 100.0);
        row(&format!("{algorithm} through the registry (plan validated) against static"), loss, "+5 %", "");
    }
}

fn run<P: Problem, H: Heuristic<P>>(
    problem: &P,
    start: &P::State,
    heuristic: H,
    algorithm: &str,
) -> Outcome<P::Action> {
    search::run(Search {
        problem,
        start,
        heuristic,
        parameters: SearchParameters::new(search::algorithm(algorithm).unwrap()),
        admissible: true,
        observer: &mut (),
        executor: &Sequential,
    })
}

/// Runs IDA* once the heuristic's type is known, and gives the generated nodes.
struct Ida<'a>(&'a tiles::problem::Small, <tiles::problem::Small as Problem>::State);

impl WithHeuristic<tiles::problem::Small, u64> for Ida<'_> {
    fn call<H: Heuristic<tiles::problem::Small>>(self, heuristic: H) -> u64 {
        run(self.0, &self.1, heuristic, "ida").stats.generated
    }
}

fn fifteen_puzzle() {
    let size = tiles::board::Size::new(4, 4).unwrap();
    let problem = tiles::problem::Small::new(tiles::board::Board::ordered(size));
    // The instances with the fewest nodes: a few million each.
    let easy = [12, 38, 42, 55, 73, 79, 86, 94];
    let (_, set) = registry::set("korf").unwrap();
    let boards: Vec<Vec<u8>> = easy
        .iter()
        .map(|id| (set.text)(&id.to_string()).unwrap())
        .map(|text| text.split_whitespace().map(|tile| tile.parse().unwrap()).collect())
        .collect();
    let mut nodes = 0;
    let mut by_hand = || {
        nodes = boards.iter().map(|board| kernel::solve(board).generated).sum();
    };
    let mut generic_nodes = 0;
    let mut generic = || {
        generic_nodes = boards
            .iter()
            .map(|tiles| {
                let board = tiles::board::Board::new(size, tiles.clone()).unwrap();
                problem.incremental("manhattan", Ida(&problem, problem.state(&board))).unwrap_or(0)
            })
            .sum();
    };
    let times = medians(&mut [&mut by_hand, &mut generic]);
    assert_eq!(nodes, generic_nodes, "the kernel and the engine count the same nodes");
    let rate = |milliseconds: f64| format!("{:.0} M/s", nodes as f64 / milliseconds / 1e3);
    row("IDA*, 15-puzzle, Manhattan: a kernel made by hand", rate(times[0]), "", "");
    row("IDA*, 15-puzzle, Manhattan: the generic engine", rate(times[1]), "", "");
    row("  their ratio", format!("{:.2}", times[0] / times[1]), "0.60", "0.90");
}
