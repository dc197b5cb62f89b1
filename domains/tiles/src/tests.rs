//! Sliding tiles against published figures and whole spaces.

use super::domain::TilesDomain;
use std::sync::atomic::{AtomicUsize, Ordering};
use unstuck_core::domain::{Domain, Ids, Request, Settings, read_search};
use unstuck_core::executor::Executor;
use unstuck_core::heuristic::Featured;
use unstuck_core::instance::{SearchInstance, SearchRequest, Solution, Status};
use unstuck_core::language::{Compiled, HeuristicRef};
use unstuck_core::problem::Problem;
use unstuck_core::resources::InMemory;
use unstuck_core::search::{ChildOrder, Limits};

const KORF: &str = include_str!("../data/tiles-korf100.csv");
const KORF24: &str = include_str!("../data/tiles-korf24.csv");
const EIGHT: &str = include_str!("../data/tiles-eight.csv");

/// One row of the published figures.
pub(super) struct Published {
    pub(super) tiles: &'static str,
    pub(super) optimal: u64,
    pub(super) manhattan: u32,
    pub(super) nodes: u64,
}

pub(super) fn published(file: &'static str) -> Vec<Published> {
    let rows = file.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<u64>().unwrap();
        Published { tiles: fields[1], optimal: number(2), manhattan: number(3) as u32, nodes: number(4) }
    });
    rows.collect()
}

pub(super) fn puzzle(text: &str) -> Box<dyn SearchInstance> {
    read_search(&TilesDomain, text, None, &Settings::new()).unwrap()
}

pub(super) fn solve(text: &str, algorithm: &str, heuristic: &str) -> Solution {
    let solution = run(text, &request(algorithm, heuristic));
    assert_eq!(solution.status, Status::Solved);
    solution
}

fn request(algorithm: &str, heuristic: &str) -> SearchRequest {
    puzzle("1 3 0 2").request(algorithm, heuristic).unwrap()
}

fn run(text: &str, request: &SearchRequest) -> Solution {
    puzzle(text).solve(request, &mut ()).unwrap()
}

/// Tests that take minutes run when this is set.
pub(super) fn slow() -> bool {
    std::env::var_os("UNSTUCK_SLOW").is_some()
}

/// The published figure counts the start too.
#[test]
fn ida_with_manhattan_generates_the_published_nodes() {
    let most = if slow() { 50_000_000 } else { 5_000_000 };
    let rows: Vec<Published> = published(KORF).into_iter().filter(|row| row.nodes <= most).collect();
    assert_eq!(rows.len(), if slow() { 49 } else { 17 });
    for row in &rows {
        let solution = solve(row.tiles, "ida", "manhattan");
        assert_eq!(
            (solution.cost, solution.stats.generated + 1),
            (Some(row.optimal), row.nodes),
            "{}",
            row.tiles
        );
        assert!(solution.optimal);
        assert_eq!(solution.stats.evaluated, row.nodes);
    }
    if slow() {
        assert_eq!(rows.iter().map(|row| row.nodes).sum::<u64>(), 659_576_281);
    }
}

/// The engine for searches with a table or an order of their own finds what the lean one finds.
#[test]
fn the_general_engine_agrees_with_the_lean_one() {
    let row = published(KORF).into_iter().min_by_key(|row| row.nodes).unwrap();
    let lean = solve(row.tiles, "ida", "manhattan");
    let mut weighted = request("wida", "manhattan");
    weighted.parameters.weight = 1.0;
    assert_eq!(run(row.tiles, &weighted).plan, lean.plan);
    weighted.parameters.order = ChildOrder::Heuristic;
    assert_eq!(run(row.tiles, &weighted).cost, lean.cost);
    let mut tabled = request("ida", "manhattan");
    tabled.parameters.table = Some(1 << 20);
    let tabled = run(row.tiles, &tabled);
    assert_eq!(tabled.cost, lean.cost);
    assert!(tabled.stats.generated <= lean.stats.generated);
}

/// Reinefeld (1993): 181,440 states, at most 31 moves from the goal; two need all 31.
#[test]
fn the_8_puzzle_has_the_known_distances() {
    let space = puzzle("1 2 5 3 4 0 6 7 8").explore(Limits::default(), &mut ()).unwrap().space;
    assert_eq!((space.reachable, space.goals, space.dead_ends), (181_440, 1, 0));
    let counts = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1_024, 1_893, 2_512, 4_485, 5_638, 9_529,
        10_878, 16_993, 17_110, 23_952, 20_224, 24_047, 15_578, 14_560, 6_274, 3_910, 760, 221, 2,
    ];
    assert_eq!(space.distances, counts);
}

#[test]
fn the_sets_are_complete_and_their_manhattan_values_are_the_published_ones() {
    for (set, file) in TilesDomain.info().sets.iter().zip([EIGHT, KORF, KORF24]) {
        let rows = published(file);
        assert!(matches!((set.ids)(), Ids::Numbers(1, last) if last == rows.len() as u64));
        for (number, row) in rows.iter().enumerate() {
            let text = (set.text)(&(number + 1).to_string()).unwrap();
            assert_eq!(text, row.tiles);
            let board = super::text::parse(&text).unwrap();
            let size = board.size();
            let far = |(cell, &tile): (usize, &u8)| {
                if tile == 0 { 0 } else { size.distance(cell, usize::from(tile)) as u32 }
            };
            assert_eq!(board.tiles().iter().enumerate().map(far).sum::<u32>(), row.manhattan);
        }
        assert_eq!((set.text)("0"), None);
        assert_eq!((set.text)("101"), None);
    }
    assert_eq!(published(KORF).iter().map(|row| row.optimal).sum::<u64>(), 5_305);
}

#[test]
fn words_that_are_no_tiles_are_shown_without_control_characters() {
    let error = read_search(&TilesDomain, "1 2 \u{1b}[2J 0", None, &Settings::new()).err().unwrap();
    assert_eq!(error.message, "'\\u{1b}[2J' is not a tile");
}

#[test]
fn boards_out_of_reach_are_refused_with_the_reason() {
    let reading = |text: &str, goal: Option<&str>| {
        let settings = goal.map(|goal| ("goal".to_owned(), goal.to_owned())).into_iter().collect();
        read_search(&TilesDomain, text, None, &settings).map(|puzzle| puzzle.text())
    };
    let error = reading("1 2 3 0", None).unwrap_err();
    assert_eq!(
        error.message,
        "unsolvable: no moves lead from this board to the goal 0 1 2 3: the permutation between them is odd, but the blank's \
         distance is even, and every move changes both"
    );
    assert_eq!(
        error.help.as_deref(),
        Some("swap any two tiles, or choose the goal with the blank last: goal last")
    );
    assert!(error.unsolvable);
    assert!(reading("1 2 3 0", Some("last")).is_ok());
    assert!(reading("1 3 2 0", Some("last")).is_err());
    assert!(reading("1 3 2 0", Some("1 0 2 3")).is_ok());
    let error = reading("1 2 3 0", Some("1 2 3 / 4 5 0")).unwrap_err();
    assert_eq!(error.message, "the goal is of size 3x2, the board of size 2x2");
}

#[test]
fn every_size_is_solved_in_every_width_of_the_packed_board() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 3), (5, 3), (4, 4), (6, 3), (5, 5), (6, 5), (6, 6)] {
        let mut texts = Vec::new();
        let parameters = [("size", format!("{width}x{height}")), ("walk", "25".into())];
        let parameters = parameters.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
        let request = Request { generator: "tiles", parameters: &parameters, count: 3, seed: 7 };
        TilesDomain.generate(&request, &mut (), &mut |text| texts.push(text)).unwrap();
        for text in texts {
            assert_eq!(puzzle(&text).text(), text);
            let ida = solve(&text, "ida", "manhattan");
            assert!(ida.cost <= Some(25), "{text}");
            for algorithm in ["astar", "bibfs"] {
                assert_eq!(solve(&text, algorithm, "manhattan").cost, ida.cost, "{text}");
            }
        }
    }
}

/// Audits every feature that a state alone determines on the complete space of a board.
fn audit(text: &str, settings: &Settings) -> Vec<unstuck_core::audit::Card> {
    let puzzle = read_search(&TilesDomain, text, None, settings).unwrap();
    let table = TilesDomain.features();
    let heuristics: Vec<HeuristicRef> = (table.features().iter())
        .filter(|info| info.node().needs.state_only() && puzzle.has(&info.name))
        .map(|info| HeuristicRef::read(&info.name, table).unwrap())
        .collect();
    let request = unstuck_core::audit::AuditRequest {
        heuristics: &heuristics,
        limits: Limits::default(),
        clock: &|| 0.0,
    };
    puzzle.audit(&request, &mut ()).unwrap()
}

#[test]
fn every_promise_holds_on_the_complete_8_puzzle() {
    let settings = Settings::new();
    let cards = audit("1 2 5 3 4 0 6 7 8", &settings);
    assert_eq!(cards.len(), 13);
    for card in &cards {
        assert_eq!(card.states, 181_440);
        assert!(!card.breaks_its_word(), "{card:?}");
    }
    let card = |name: &str| cards.iter().find(|card| card.heuristic == name).unwrap();
    assert!(!card("nilsson_sequence").is_admissible());
    assert!(!card("corner_tiles").is_consistent());
    let mean = |name: &str| card(name).mean();
    for (weaker, stronger) in [
        ("misplaced", "gaschnig"),
        ("gaschnig", "manhattan"),
        ("manhattan", "last_moves"),
        ("manhattan", "corner_tiles"),
        ("corner_tiles", "walking_distance"),
        ("manhattan", "linear_conflict"),
    ] {
        assert!(mean(weaker) < mean(stronger), "{weaker} {stronger}");
    }
}

#[test]
fn every_promise_holds_with_other_goals_and_sizes() {
    for (text, goal) in [
        ("1 2 3 / 4 5 0", "last"),
        ("5 4 3 / 2 1 0", "first"),
        ("1 2 / 3 4 / 5 0", "last"),
        ("2 1 / 5 4 / 3 0", "first"),
        ("2 8 3 1 6 4 7 0 5", "1 2 3 8 0 4 7 6 5"),
        ("3 2 1 0", "first"),
    ] {
        let settings = [("goal".to_owned(), goal.to_owned())].into_iter().collect();
        let Ok(puzzle) = read_search(&TilesDomain, text, None, &settings) else { panic!("{text} {goal}") };
        assert_eq!(puzzle.has("corner_tiles"), goal == "first");
        assert_eq!(puzzle.has("nilsson_sequence"), text.len() == 17);
        for card in audit(text, &settings) {
            assert!(!card.breaks_its_word(), "{card:?}");
        }
    }
}

/// A few threads, each taking the next task.
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

#[test]
fn a_split_search_has_the_plan_and_the_figures_of_one_thread() {
    let rows = published(KORF).into_iter().filter(|row| row.nodes < 5_000_000).map(|row| row.tiles);
    let easy = published(EIGHT).into_iter().map(|row| row.tiles);
    for tiles in rows.take(6).chain(easy) {
        let alone = solve(tiles, "ida", "manhattan");
        for threads in [2, 5] {
            let request = request("ida", "manhattan");
            let split = puzzle(tiles).solve_split(&request, &mut (), &Threads(threads)).unwrap();
            assert_eq!((&split.plan, split.stats), (&alone.plan, alone.stats), "{tiles}");
            assert!(split.optimal);
        }
    }
}

/// Solves a board by IDA*, sees that the length is the published one, and gives the generated nodes.
fn optimally(row: &Published, heuristic: &str) -> u64 {
    let solution = solve(row.tiles, "ida", heuristic);
    assert_eq!(solution.cost, Some(row.optimal), "{heuristic} {}", row.tiles);
    assert!(solution.optimal);
    solution.stats.generated
}

/// The two small databases; all lengths by the usual one.
#[test]
fn pattern_databases_solve_what_they_should() {
    TilesDomain.prepare(&["pdb_555", "pdb_663"], &mut InMemory(&Threads(2))).unwrap();
    let mut rows = published(KORF);
    rows.sort_by_key(|row| row.nodes);
    for row in &rows[..10] {
        let manhattan = solve(row.tiles, "ida", "manhattan");
        for name in ["pdb_555", "pdb_663"] {
            let solution = solve(row.tiles, "ida", name);
            assert_eq!(solution.cost, Some(row.optimal), "{name} {}", row.tiles);
            assert!(solution.optimal && solution.stats.generated < manhattan.stats.generated);
            assert_eq!(solve(row.tiles, "astar", name).cost, solution.cost);
        }
    }
    let generated: u64 = rows.iter().map(|row| optimally(row, "pdb_663")).sum();
    assert_eq!(generated, 40_626_014);
    let puzzle = puzzle("1 2 5 3 4 0 6 7 8");
    let present = TilesDomain.features().names().zip(puzzle.ranges()).filter(|(_, range)| range.is_some());
    assert!(!present.map(|(name, _)| name).any(|name| name.starts_with("pdb")));
}

/// The large databases, which take a minute or two to make.
#[test]
fn large_pattern_databases_solve_what_they_should() {
    if !slow() {
        return;
    }
    TilesDomain.prepare(&["pdb_78"], &mut InMemory(&Threads(2))).unwrap();
    assert_eq!(published(KORF).iter().map(|row| optimally(row, "pdb_78")).sum::<u64>(), 3_832_499);

    TilesDomain.prepare(&["pdb_6666"], &mut InMemory(&Threads(2))).unwrap();
    let mut rows = published(KORF24);
    rows.sort_by_key(|row| row.nodes);
    // The published figures of Korf and Felner are for the same division and the same order of moves.
    for row in &rows[..3] {
        assert_eq!(optimally(row, "pdb_6666"), row.nodes, "{}", row.tiles);
    }
    for row in &rows {
        for algorithm in ["wastar", "wida"] {
            let mut request = request(algorithm, "pdb_6666");
            request.parameters.weight = 1.5;
            request.parameters.limits.expanded = Some(5_000_000);
            let cost = run(row.tiles, &request).cost.unwrap();
            assert!(
                cost >= row.optimal && cost as f64 <= 1.5 * row.optimal as f64,
                "{algorithm} {}",
                row.tiles
            );
        }
    }
}

/// Promises on the 15-puzzle, whose space cannot be enumerated: estimates of sampled states against exact distances, and
/// changes over moves.
#[test]
fn promises_hold_on_sampled_15_puzzles() {
    let databases = if slow() { &["pdb_555", "pdb_663", "pdb_78"][..] } else { &["pdb_555", "pdb_663"] };
    TilesDomain.prepare(databases, &mut InMemory(&Threads(2))).unwrap();
    let size = super::board::Size::new(4, 4).unwrap();
    let problem = super::problem::Small::new(super::board::Board::ordered(size));
    let mut sampled = 0;
    for row in published(KORF).iter().filter(|row| row.nodes < 20_000_000) {
        // Every state on an optimal path has a known distance.
        let solution = solve(row.tiles, "ida", "pdb_663");
        let replay = puzzle(row.tiles).replay(&solution.plan).unwrap();
        for (frame, left) in replay.frames.iter().zip((0..=row.optimal).rev()) {
            let state = problem.state(&super::text::parse(&frame.text).unwrap());
            let features = problem.features().iter().filter(|f| f.info.node().admissible.contains("moves"));
            for feature in features.filter(|f| f.range(&problem).is_some()) {
                let name = &feature.info.name;
                let value = |state: &_| {
                    let view = unstuck_core::feature::View::root(&problem, state);
                    Compiled::named(&problem, name).unwrap().value(&view)
                };
                let here = value(&state);
                assert!(here <= left as f64, "{name}: {here} > {left} at {}", frame.text);
                let (low, high) = feature.range(&problem).unwrap();
                assert!((low..=high).contains(&here));
                if feature.info.node().consistent.contains("moves") {
                    for action in unstuck_core::problem::actions(&problem, &state) {
                        let mut next = state;
                        problem.apply(&mut next, action);
                        assert!((value(&next) - here).abs() <= 1.0, "{name} at {}", frame.text);
                    }
                }
            }
            sampled += 1;
        }
    }
    assert!(sampled > 1_000);
}
