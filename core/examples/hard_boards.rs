//! Makes the two generated Rush Hour sets, and checks what is stored of them.
//!
//! ```sh
//! cargo run --release --example hard_boards hard6 > hard6.csv
//! cargo run --release --example hard_boards unblock > unblock.csv
//! cargo run --release --example hard_boards check
//! ```
//!
//! Hard boards come from an evolutionary search over clusters, a cluster being all boards that can be moved
//! into each other. It stands in the population as its board farthest from solved, without the vehicles whose
//! removal leaves the solution as long. A child is such a board after a random walk and a few vehicles added,
//! taken away or replaced. Islands evolve apart, lest one lucky domain crowd out all others; then their best
//! evolve together. Nothing but random boards goes in, and the same seed gives the same sets.
//!
//! The mirror image of a board would be the same puzzle, but has its target in another row: none gets in.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use unstuck_core::domain::{self, DomainRef, Request, Settings};
use unstuck_core::domains::rush_hour::board::{Axis, Board, Exit, Vehicle};
use unstuck_core::domains::rush_hour::problem::{Metric, Small};
use unstuck_core::domains::rush_hour::text::{self, Reading};
use unstuck_core::instance::{Exploration, SearchRequest};
use unstuck_core::problem::{Problem, actions};
use unstuck_core::random::{RngExt, Stream, stream};
use unstuck_core::registry;
use unstuck_core::search::{Limits, bfs, explore};

const SEED: u64 = 1;
/// Cells a side, and the row of the target.
const SIDE: u8 = 6;
const LANE: u8 = 2;
/// Larger clusters are given up: they take long, and few of them are hard.
const MAX_STATES: u64 = 30_000;
const HEADER: &str = "name,board,slides,steps,reachable";

/// The classes of Unblock Me that random boards fill: name, count, generator, vehicles, slides, states.
const CLASSES: [(&str, usize, &str, &str, &str, &str); 3] = [
    ("easy", 8, "random", "8-13", "8-12", "200-999"),
    ("medium", 10, "random", "8-13", "8-12", "10000-99999"),
    // With fewer vehicles most clusters are larger than wanted, and take long to tell so.
    ("hard", 8, "hardest", "12-13", "18-22", "100000-999999"),
];

/// How long to search for hard boards.
struct Effort {
    metric: Metric,
    islands: u64,
    island_size: usize,
    island_children: u64,
    /// Boards that evolve together at the end.
    size: usize,
    children: u64,
}

/// The hardest board of a cluster.
struct Hard {
    board: Board,
    length: u32,
    /// The same text for all boards of the cluster.
    cluster: String,
}

/// What the files say about a board.
struct Figures {
    slides: u32,
    steps: u32,
    reachable: u64,
    class: Option<&'static str>,
}

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        Some("hard6") => print_hard6(),
        Some("unblock") => print_unblock(),
        Some("check") => check(),
        _ => Err("say hard6, unblock or check".into()),
    }
}

fn print_hard6() -> Result<(), Box<dyn Error>> {
    let effort = Effort {
        metric: Metric::Steps,
        islands: 16,
        island_size: 40,
        island_children: 6_000,
        size: 300,
        children: 80_000,
    };
    println!("{HEADER}");
    for (hard, name) in effort.search().iter().zip(1..=200) {
        let board = text::print(&hard.board);
        println!("{}", figures(&board)?.row(&format!("{name}"), &board));
    }
    Ok(())
}

fn print_unblock() -> Result<(), Box<dyn Error>> {
    println!("{HEADER}");
    for (class, count, generator, vehicles, length, states) in CLASSES {
        let parameters =
            [("vehicles", vehicles), ("length", length), ("states", states), ("metric", "slides")];
        let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let request = Request { generator, count, seed: SEED, parameters: &parameters };
        let mut boards = Vec::new();
        rush_hour()?.generate(&request, &mut (), &mut |board| boards.push(board))?;
        for (board, number) in boards.iter().zip(1..) {
            println!("{}", figures(board)?.row(&format!("{class}-{number}"), board));
        }
    }
    let effort = Effort {
        metric: Metric::Slides,
        islands: 8,
        island_size: 40,
        island_children: 5_000,
        size: 60,
        children: 10_000,
    };
    let mut number = 0;
    for hard in effort.search() {
        let board = text::print(&hard.board);
        let found = figures(&board)?;
        if number < 10 && found.is_of("long") {
            number += 1;
            println!("{}", found.row(&format!("long-{number}"), &board));
        }
    }
    Ok(())
}

fn rush_hour() -> Result<DomainRef, Box<dyn Error>> {
    Ok(registry::domain("rush-hour").ok_or("Rush Hour is missing")?)
}

fn figures(board: &str) -> Result<Figures, Box<dyn Error>> {
    let explore = |metric| -> Result<Exploration, Box<dyn Error>> {
        let instance = domain::read_search(&*rush_hour()?, board, Some(metric), &Settings::new())?;
        Ok(instance.explore(Limits::default(), &mut ()).map_err(|_| "a limit came first")?)
    };
    let (by_slides, by_steps) = (explore("slides")?, explore("steps")?);
    Ok(Figures {
        slides: by_slides.distance.ok_or("no solution")?,
        steps: by_steps.distance.ok_or("no solution")?,
        reachable: by_slides.space.reachable,
        class: by_slides.class,
    })
}

impl Figures {
    fn row(&self, name: &str, board: &str) -> String {
        let Self { slides, steps, reachable, .. } = self;
        format!("{name},{board},{slides},{steps},{reachable}")
    }

    /// Whether they lie within the bounds that we draw around a published class.
    fn is_of(&self, class: &str) -> bool {
        let (slides, states) = match class {
            "easy" => (8..=12, 200..1_000),
            "medium" => (8..=12, 10_000..100_000),
            "hard" => (18..=22, 100_000..1_000_000),
            "long" => (45..=55, 1_000..100_000),
            _ => return false,
        };
        slides.contains(&self.slides) && states.contains(&self.reachable)
    }
}

impl Effort {
    /// Hard boards of different clusters, the hardest first.
    fn search(&self) -> Vec<Hard> {
        let mut best = BTreeMap::new();
        for island in 0..self.islands {
            let mut random = stream(SEED, "hard boards: island", &[island]);
            let mut boards = Vec::new();
            while boards.len() < self.island_size {
                let board = random_board(&mut random);
                boards.extend(hardest(board, self.metric, MAX_STATES).and_then(|hard| self.minimal(hard)));
            }
            self.evolve(&mut boards, self.island_size, self.island_children, &mut random);
            eprintln!("island {island}: up to {} {:?}", boards[0].length, self.metric);
            best.extend(boards.into_iter().map(|hard| (hard.cluster.clone(), hard)));
        }
        let mut boards = best.into_values().collect();
        let mut random = stream(SEED, "hard boards: together", &[]);
        self.evolve(&mut boards, self.size, self.children, &mut random);
        boards.sort_by(|a, b| b.length.cmp(&a.length).then_with(|| a.cluster.cmp(&b.cluster)));
        boards
    }

    /// Makes one child after another. A child of a new cluster that is no easier than the easiest board takes its
    /// place; among equals the oldest goes, so that the population keeps drifting.
    fn evolve(&self, boards: &mut Vec<Hard>, size: usize, children: u64, random: &mut Stream) {
        boards.sort_by_key(|hard| Reverse(hard.length));
        boards.truncate(size);
        for _ in 0..children {
            let parent = &boards[random.random_range(0..boards.len())];
            let child = varied(&parent.board, random);
            let Some(child) = hardest(child, self.metric, MAX_STATES) else { continue };
            let bar = boards.get(size - 1).map_or(0, |easiest| easiest.length);
            let is_new = |child: &Hard| boards.iter().all(|hard| hard.cluster != child.cluster);
            if child.length < bar || !is_new(&child) {
                continue;
            }
            if let Some(child) = self.minimal(child).filter(is_new) {
                boards.insert(boards.partition_point(|hard| hard.length > child.length), child);
                boards.truncate(size);
            }
        }
    }

    /// Takes vehicles away until all that are left matter. The cluster of what is left may have a harder board,
    /// which may again have vehicles to spare.
    fn minimal(&self, mut hard: Hard) -> Option<Hard> {
        while let Some(board) = spared(&hard.board, self.metric) {
            hard = hardest(board, self.metric, MAX_STATES)?;
        }
        Some(hard)
    }
}

/// The hardest board of a board's cluster, if there is a solution and the cluster is not too large.
fn hardest(board: Board, metric: Metric, max_states: u64) -> Option<Hard> {
    let problem = Small::new(board, metric);
    let limits = Limits { expanded: Some(max_states), ..Limits::default() };
    // Least codes, not first visits, decide between equals: they do not depend on the order of the search.
    let mut least = (u64::MAX, problem.start());
    let mut hardest = ((0, Reverse(0)), problem.start());
    let mut code = [0];
    explore::distances(&problem, &problem.start(), limits, &mut (), &mut |state, far| {
        problem.pack(state, &mut code);
        if code[0] < least.0 {
            least = (code[0], *state);
        }
        let rank = (far.unwrap_or(0), Reverse(code[0]));
        if rank > hardest.0 {
            hardest = (rank, *state);
        }
    })
    .ok()?;
    let ((length, _), farthest) = hardest;
    (length > 0).then(|| Hard {
        board: problem.to_board(&farthest).lettered(),
        length,
        cluster: text::print(&problem.to_board(&least.1).lettered()),
    })
}

/// The board without the vehicles whose removal leaves the solution as long, if there are any. A vehicle that
/// matters still does when others are gone, so one round is enough.
fn spared(board: &Board, metric: Metric) -> Option<Board> {
    let length = shortest(board, metric);
    let mut left = board.clone();
    for at in (0..board.vehicles.len()).rev().filter(|&at| at != board.target) {
        let fewer = left.without(at);
        if shortest(&fewer, metric) == length {
            left = fewer;
        }
    }
    (left.vehicles.len() < board.vehicles.len()).then_some(left)
}

fn shortest(board: &Board, metric: Metric) -> Option<u64> {
    let metric = metric.name();
    let domain = rush_hour().ok()?;
    let instance = domain::read_search(&*domain, &text::print(board), Some(metric), &Settings::new()).ok()?;
    instance.solve(&SearchRequest::blind(&bfs::INFO, Limits::NONE), &mut ()).ok()?.cost
}

fn random_board(random: &mut Stream) -> Board {
    let column = random.random_range(0..SIDE - 2);
    let target = Vehicle { letter: 'A', axis: Axis::Horizontal, row: LANE, column, length: 2 };
    let mut board = Board {
        width: SIDE,
        height: SIDE,
        vehicles: vec![target],
        target: 0,
        walls: Vec::new(),
        exit: Exit::Right,
    };
    for _ in 0..random.random_range(8..=12) {
        add(&mut board, random);
    }
    board.lettered()
}

/// The board after a random walk, with one to three changes.
fn varied(board: &Board, random: &mut Stream) -> Board {
    let problem = Small::new(board.clone(), Metric::Slides);
    let mut state = problem.start();
    for _ in 0..random.random_range(0..40) {
        let moves = actions(&problem, &state);
        if let Some(&action) = moves.get(random.random_range(0..moves.len().max(1))) {
            problem.apply(&mut state, action);
        }
    }
    let mut board = problem.to_board(&state);
    for _ in 0..random.random_range(1..=3) {
        let (taking, adding) = [(true, false), (false, true), (true, true)][random.random_range(0..3)];
        let at = random.random_range(0..board.vehicles.len());
        if taking && at != board.target {
            board = board.without(at);
        }
        if adding {
            add(&mut board, random);
        }
    }
    board.lettered()
}

/// Adds a car or truck at a random free place outside the target's row, if there is one.
fn add(board: &mut Board, random: &mut Stream) {
    let signs = board.signs();
    let mut places = Vec::new();
    for (length, across) in
        [2, 3].into_iter().flat_map(|length| (0..SIDE).map(move |across| (length, across)))
    {
        for along in 0..=SIDE - length {
            let lying = Vehicle { letter: 'B', axis: Axis::Horizontal, row: across, column: along, length };
            let standing = Vehicle { letter: 'B', axis: Axis::Vertical, row: along, column: across, length };
            places.extend([lying, standing].into_iter().filter(|vehicle| {
                (vehicle.axis == Axis::Vertical || vehicle.row != LANE)
                    && vehicle.cells().all(|(row, column)| signs[usize::from(row * SIDE + column)] == 'o')
            }));
        }
    }
    if !places.is_empty() {
        board.vehicles.push(places[random.random_range(0..places.len())]);
        *board = board.clone().lettered();
    }
}

/// Recomputes everything that the two files claim by their figures, names and order.
fn check() -> Result<(), Box<dyn Error>> {
    for (file, rows) in [("hard6", 200), ("unblock", 36)] {
        let path = format!("{}/../data/rush-hour-{file}.csv", env!("CARGO_MANIFEST_DIR"));
        let csv = std::fs::read_to_string(path)?;
        let (mut clusters, mut steps_before) = (BTreeSet::new(), u32::MAX);
        for (line, number) in csv.lines().skip(1).zip(1..) {
            let fields: Vec<&str> = line.split(',').collect();
            let [name, text, ..] = fields[..] else { return Err(format!("not a row: {line}").into()) };
            let board = text::parse(text, &Reading::default())?;
            let found = figures(text)?;
            let target = board.vehicles[board.target];
            let hard = hardest(board.clone(), Metric::Steps, u64::MAX).ok_or("no solution")?;
            let claims = [
                ("figures", line == found.row(name, text)),
                ("letters", text::print(&board.clone().lettered()) == text),
                ("shape", (board.width, board.height, target.row, target.length) == (SIDE, SIDE, LANE, 2)),
                ("another cluster than all before", clusters.insert(hard.cluster)),
                ("name", file == "unblock" || name == number.to_string()),
                ("minimal", file == "unblock" || spared(&board, Metric::Steps).is_none()),
                ("hardest of its cluster", file == "unblock" || hard.length == found.steps),
                ("order", file == "unblock" || found.steps <= steps_before),
                ("class", file == "hard6" || found.class.is_some_and(|class| name.starts_with(class))),
                ("bounds", file == "hard6" || name.split('-').next().is_some_and(|class| found.is_of(class))),
            ];
            steps_before = found.steps;
            if let Some((claim, _)) = claims.iter().find(|(_, holds)| !holds) {
                return Err(format!("{file}: wrong {claim}: {line}").into());
            }
        }
        if clusters.len() != rows {
            return Err(format!("{file}: {} boards instead of {rows}", clusters.len()).into());
        }
        println!("{file}: {rows} boards are as stored");
    }
    Ok(())
}
