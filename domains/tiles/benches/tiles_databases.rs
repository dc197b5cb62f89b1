//! Pattern databases of the sliding tiles: seconds to make them, and to solve the built-in sets with them.
//!
//! `cargo bench -p unstuck-tiles --bench tiles_databases -- pdb_663 [THREADS [LAST]]` (default: pdb_555, 2 threads).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use unstuck_core::domain::{self, Domain, Ids, Settings};
use unstuck_core::executor::Executor;
use unstuck_core::instance::Status;
use unstuck_core::resources::InMemory;
use unstuck_tiles::TilesDomain;

/// Plain threads, each taking the next task.
struct Threads(usize);

impl Executor for Threads {
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.0 {
                scope.spawn(|| {
                    while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < count)
                    {
                        task(number);
                    }
                });
            }
        });
    }

    fn threads(&self) -> usize {
        self.0
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let name = arguments.first().map_or("pdb_555", String::as_str);
    let number =
        |at: usize, default: usize| arguments.get(at).and_then(|n| n.parse().ok()).unwrap_or(default);
    let tiles = TilesDomain;
    let table = tiles.pattern_databases().iter().find(|table| table.name == name).expect("a table's name");

    let now = Instant::now();
    tiles.prepare(&[name], &mut InMemory(&Threads(number(1, 2)))).expect("nothing stops it");
    println!("{name}: {} bytes made in {:.2} s", table.bytes, now.elapsed().as_secs_f64());

    let set = if name == "pdb_6666" { "korf24" } else { "korf" };
    let set = tiles.info().sets.iter().find(|known| known.name == set).expect("a built-in set");
    let Ids::Numbers(first, last) = (set.ids)() else { unreachable!("numbered") };
    let (mut generated, mut length, mut seconds) = (0, 0, 0.0);
    for id in first..=last.min(number(2, 100) as u64) {
        let text = (set.text)(&id.to_string()).expect("a member");
        let puzzle = domain::read_search(&tiles, &text, None, &Settings::new()).expect("a solvable board");
        let now = Instant::now();
        let request = puzzle.request("ida", name).expect("a feature that reads the table");
        let solution = puzzle.solve(&request, &mut ()).expect("a search that can be run");
        seconds += now.elapsed().as_secs_f64();
        assert_eq!(solution.status, Status::Solved);
        generated += solution.stats.generated;
        length += solution.cost.unwrap_or(0);
    }
    println!(
        "{}: total length {length}, {generated} generated in {seconds:.3} s, {:.1} M/s",
        set.name,
        generated as f64 / seconds / 1e6
    );
}
