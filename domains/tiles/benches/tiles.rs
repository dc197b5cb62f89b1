//! Sliding tiles: the generic searches against a kernel written for the 15-puzzle alone, and by themselves.
//!
//! `cargo bench -p unstuck-tiles --bench tiles`. The machine may be busy: CPU time, interleaved rounds, and the median of
//! their ratios is what counts.

#[path = "tiles/kernel.rs"]
mod kernel;

use cpu_time::ThreadTime;
use unstuck_core::domain::{self, DomainRef, Settings};
use unstuck_core::instance::{SearchRequest, Solution};
use unstuck_core::language::HeuristicRef;
use unstuck_core::search::{AlgorithmInfo, IDA, SearchParameters, WASTAR};

const KORF: &str = include_str!("../data/tiles-korf100.csv");
const ROUNDS: usize = 9;

struct Row {
    tiles: &'static str,
    optimal: u64,
    nodes: u64,
}

fn rows() -> Vec<Row> {
    let rows = KORF.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse().expect("a number");
        Row { tiles: fields[1], optimal: number(2), nodes: number(4) }
    });
    rows.collect()
}

fn domain() -> DomainRef {
    std::sync::Arc::new(unstuck_tiles::TilesDomain)
}

fn request(algorithm: &'static AlgorithmInfo, heuristic: &str) -> SearchRequest {
    let heuristic = HeuristicRef::read(heuristic, domain().features()).expect("a feature");
    SearchRequest { parameters: SearchParameters::new(algorithm), heuristic }
}

fn solve(tiles: &str, request: &SearchRequest) -> Solution {
    let puzzle = domain::read_search(&*domain(), tiles, None, &Settings::new()).expect("a solvable board");
    puzzle.solve(request, &mut ()).expect("a search that can be run")
}

/// What a search generates on some boards, and the seconds it takes.
fn measure(rows: &[&Row], request: &SearchRequest) -> (u64, f64) {
    let now = ThreadTime::now();
    let generated = rows.iter().map(|row| solve(row.tiles, request).stats.generated).sum();
    (generated, now.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let all = rows();
    let easy: Vec<&Row> = all.iter().filter(|row| row.nodes <= 5_000_000).collect();
    let manhattan = request(&IDA, "manhattan");
    let walking = request(&IDA, "walking_distance");
    let linear = request(&IDA, "linear_conflict");
    let (mut ratios, mut walked, mut lined) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let now = ThreadTime::now();
        let mut made = 0;
        for row in &easy {
            let tiles: Vec<u8> = row.tiles.split(' ').map(|tile| tile.parse().expect("a tile")).collect();
            let found = kernel::solve(&tiles);
            assert_eq!((u64::from(found.length), found.generated + 1), (row.optimal, row.nodes));
            made += found.generated;
        }
        let kernel = made as f64 / now.elapsed().as_secs_f64();
        let rate = |request: &SearchRequest| {
            let (generated, seconds) = measure(&easy, request);
            generated as f64 / seconds
        };
        let generic = rate(&manhattan);
        println!("IDA* manhattan: kernel {:.0} M/s, generic {:.0} M/s", kernel / 1e6, generic / 1e6);
        ratios.push(generic / kernel);
        walked.push(rate(&walking));
        lined.push(rate(&linear));
    }
    println!("median of generic / kernel: {:.2}", median(ratios));
    println!("IDA* walking_distance: median {:.0} M/s", median(walked) / 1e6);
    println!("IDA* linear_conflict: median {:.0} M/s", median(lined) / 1e6);
    weighted(&all);
}

/// Weighted A* on every fifth board.
fn weighted(all: &[Row]) {
    let sample: Vec<&Row> =
        std::iter::once(1).chain((5..100).step_by(5)).map(|id: usize| &all[id - 1]).collect();
    for weight in [1.5, 2.0, 3.0, 5.0] {
        let mut request = request(&WASTAR, "manhattan");
        request.parameters.weight = weight;
        let (mut ratio, mut expanded, mut seconds, mut bytes) = (0.0, 0, 0.0, 0.0_f64);
        for row in &sample {
            let now = ThreadTime::now();
            let solution = solve(row.tiles, &request);
            seconds += now.elapsed().as_secs_f64();
            ratio += solution.cost.unwrap_or(0) as f64 / row.optimal as f64 / sample.len() as f64;
            expanded += solution.stats.expanded;
            bytes = bytes.max(solution.stats.peak_bytes as f64 / solution.stats.stored as f64);
        }
        println!(
            "weighted A* {weight}: length ratio {ratio:.3}, {} expansions a board, {:.2} M/s, at most {bytes:.0} bytes a node",
            expanded / sample.len() as u64,
            expanded as f64 / seconds / 1e6
        );
    }
}
