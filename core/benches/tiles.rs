//! Sliding tiles: the generic IDA* against a kernel written for the 15-puzzle alone.

#[path = "tiles/kernel.rs"]
mod kernel;

use std::time::Instant;
use unstuck_core::domain::{Domain, Heuristic, WithHeuristic};
use unstuck_core::domains::tiles::board::{Board, Size};
use unstuck_core::domains::tiles::domain::Small;
use unstuck_core::search::{self, End, Options, Outcome, Search};

struct Run<'a> {
    domain: &'a Small,
    start: <Small as Domain>::State,
}
impl WithHeuristic<Small, Outcome<unstuck_core::domains::tiles::domain::Action>> for Run<'_> {
    fn call<H: Heuristic<Small>>(
        self,
        heuristic: H,
    ) -> Outcome<unstuck_core::domains::tiles::domain::Action> {
        let mut options = Options::new(search::algorithm("ida").unwrap());
        options.admissible = true;
        search::run(Search {
            domain: self.domain,
            start: &self.start,
            heuristic,
            options,
            observer: &mut (),
            executor: &unstuck_core::executor::Sequential,
        })
    }
}

fn main() {
    let data = std::fs::read_to_string("/work/shared/data/tiles-korf100.csv").unwrap();
    let mut boards = vec![];
    for line in data.lines().skip(1) {
        let f: Vec<&str> = line.split(',').collect();
        let n: u64 = f[4].parse().unwrap();
        if n < 5_000_000 {
            let t: Vec<u8> = f[1].split(' ').map(|x| x.parse().unwrap()).collect();
            boards.push((t, n, f[2].parse::<u32>().unwrap()));
        }
    }
    let size = Size::new(4, 4).unwrap();
    let domain = Small::new(Board::ordered(size));
    let mut ratios = vec![];
    for _ in 0..9 {
        let now = Instant::now();
        let mut total = 0;
        for (t, n, o) in &boards {
            let f = kernel::solve(t);
            assert_eq!((f.generated + 1, f.length), (*n, *o));
            total += f.generated;
        }
        let a = now.elapsed().as_secs_f64();
        let now = Instant::now();
        for (t, n, o) in &boards {
            let board = Board::new(size, t.clone()).unwrap();
            let start = domain.state(&board);
            let Ok(out) = domain.incremental("manhattan", Run { domain: &domain, start }) else { panic!() };
            let End::Solved { cost, .. } = out.end else { panic!() };
            assert_eq!((out.stats.generated + 1, cost as u32), (*n, *o));
        }
        let b = now.elapsed().as_secs_f64();
        println!(
            "kernel {:.1} M/s generic {:.1} M/s ratio {:.3}",
            total as f64 / a / 1e6,
            total as f64 / b / 1e6,
            a / b
        );
        ratios.push(a / b);
    }
}
