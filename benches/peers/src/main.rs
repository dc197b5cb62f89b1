//! One round of a contest with other programs and libraries. `bench.py` runs it in turns with them:
//!
//! ```text
//! cargo run --release --package unstuck-peers -- CONTEST ARGUMENTS...
//! ```
//!
//! Every contestant prints a line of JSON: who, CPU seconds, how many things were done in them, and what came of it. The crate
//! `pathfinding` is linked in, so its contests have several contestants a run.

// A benchmark fails by panicking.
#![allow(clippy::unwrap_used)]

mod freecell;
mod regression;
mod rush_hour;
mod static_search;
mod tiles;

use cpu_time::ThreadTime;
use regression::{Operators, evolve};
use std::process::ExitCode;

fn main() -> ExitCode {
    unstuck_domains::install();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["freecell", first, last] => freecell::quick(number(first)..=number(last)),
        ["freecell-short", first, last, milliseconds] => {
            freecell::shortest(number(first)..=number(last), number(milliseconds));
        }
        ["rush-hour", "bfs", set] => rush_hour::breadth_first(set),
        ["rush-hour", "astar", set] => rush_hour::best_first(set),
        ["tiles", "astar"] => tiles::best_first(),
        ["tiles", "ida"] => tiles::deepening(),
        ["regression", rows, limit, seed] => evolve(rows, Operators::Defaults, limit, number(seed)),
        ["regression-common", rows, limit, seed] => evolve(rows, Operators::Common, limit, number(seed)),
        _ => {
            eprintln!(
                "peers freecell FIRST LAST | freecell-short FIRST LAST MILLISECONDS | rush-hour bfs|astar SET | \
                 tiles astar|ida | regression|regression-common ROWS.csv GENERATIONS|SECONDSs SEED"
            );
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn number<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().unwrap()
}

/// Tells the CPU seconds of some work, and the figures that came of it.
fn tell(who: &str, seconds: f64, count: u64, figures: &[(&str, f64)]) {
    let figures: String = figures.iter().map(|(name, value)| format!(", \"{name}\": {value}")).collect();
    println!("{{\"who\": \"{who}\", \"seconds\": {seconds}, \"count\": {count}{figures}}}");
}

/// What a search came to: the moves of its plan, and the nodes it expanded.
#[derive(Clone, Copy, Default)]
struct Found {
    moves: usize,
    expanded: u64,
}

/// Solves every board `repeats` times, tells how long that took, and gives the plans' total length: the contestants must agree.
fn solve_all<B>(who: &str, boards: &[B], repeats: usize, solve: impl Fn(&B) -> Found) -> usize {
    let begun = ThreadTime::now();
    let mut total = Found::default();
    for board in std::iter::repeat_n(boards, repeats).flatten() {
        let Found { moves, expanded } = solve(board);
        total = Found { moves: total.moves + moves, expanded: total.expanded + expanded };
    }
    let seconds = begun.elapsed().as_secs_f64();
    let count = boards.len() * repeats;
    let mean = |sum: f64| sum / count as f64;
    let figures = [("moves", mean(total.moves as f64)), ("expanded", mean(total.expanded as f64))];
    tell(who, seconds, count as u64, &figures);
    total.moves
}
