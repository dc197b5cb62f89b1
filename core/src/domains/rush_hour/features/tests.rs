//! Hand-made boards, promised properties on whole spaces, and ranges on random walks.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::super::board::{Axis, Board, Exit, Vehicle};
use super::super::domain::{Large, Metric, Small};
use super::RushHour;
use crate::domain::{Domain, Role, View, actions};
use crate::heuristic::LazyFeatures;

/// Reads rows separated by `/`: `.` or `o` empty, `x` wall, `A` the target.
fn board(text: &str, exit: Exit) -> Board {
    let rows: Vec<Vec<char>> = if text.contains('/') {
        text.split('/').map(|row| row.chars().collect()).collect()
    } else {
        text.chars().collect::<Vec<_>>().chunks(6).map(<[char]>::to_vec).collect()
    };
    let mut vehicles: Vec<Vehicle> = Vec::new();
    let mut walls = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, &letter) in cells.iter().enumerate() {
            if letter == 'x' {
                walls.push((row as u8, column as u8));
            } else if letter != '.' && letter != 'o' {
                if let Some(known) = vehicles.iter_mut().find(|vehicle| vehicle.letter == letter) {
                    known.length += 1;
                } else {
                    let along_row = cells.get(column + 1) == Some(&letter);
                    let axis = if along_row { Axis::Horizontal } else { Axis::Vertical };
                    vehicles.push(Vehicle { letter, axis, row: row as u8, column: column as u8, length: 1 });
                }
            }
        }
    }
    let target = vehicles.iter().position(|vehicle| vehicle.letter == 'A').expect("a target");
    Board { width: rows[0].len() as u8, height: rows.len() as u8, vehicles, target, walls, exit }
}

fn value_at<const C: usize, const B: usize>(puzzle: &RushHour<C, B>, name: &str) -> f64 {
    let start = puzzle.start();
    let index = RushHour::<C, B>::FEATURES.iter().position(|f| f.info.name == name).expect("a feature");
    let mut features = LazyFeatures::new(puzzle);
    features.next_node();
    features.get(&View::root(puzzle, &start), index)
}

/// The value of a feature on a board, which must be the same in every mirror image and on the large engine.
fn value(text: &str, metric: Metric, name: &str) -> f64 {
    let rows: Vec<String> = text.split('/').map(String::from).collect();
    let mirrored: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
    let turned: Vec<String> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row.chars().nth(column).expect("a cell")).collect())
        .collect();
    let value = value_at(&Small::new(board(text, Exit::Right), metric), name);
    assert_eq!(value, value_at(&Large::new(board(text, Exit::Right), metric), name), "{name}, large engine");
    assert_eq!(
        value,
        value_at(&Small::new(board(&turned.join("/"), Exit::Down), metric), name),
        "{name}, turned"
    );
    // The mirror image swaps low and high in rows, which only features without a preference survive.
    if !["blockers_two_sided", "advanced_distance", "goal_distance", "hybrid", "votes"].contains(&name) {
        let left = Small::new(board(&mirrored.join("/"), Exit::Left), metric);
        assert_eq!(value, value_at(&left, name), "{name}, mirrored");
    }
    value
}

/// All states reachable from the start, who borders whom, and the exact distance to a goal.
struct Space<D: Domain> {
    states: Vec<D::State>,
    borders: Vec<Vec<u32>>,
    distance: Vec<u32>,
}

fn space<D: Domain>(domain: &D, start: D::State) -> Space<D> {
    let mut numbers: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
    let mut packed = vec![0; domain.words()];
    domain.pack(&start, &mut packed);
    numbers.insert(packed.clone(), 0);
    let mut states = vec![start];
    let mut borders: Vec<Vec<u32>> = Vec::new();
    while borders.len() < states.len() {
        let state = states[borders.len()].clone();
        let mut next = Vec::new();
        for action in actions(domain, &state) {
            let mut child = state.clone();
            domain.apply(&mut child, action);
            domain.pack(&child, &mut packed);
            let fresh = states.len() as u32;
            let number = *numbers.entry(packed.clone()).or_insert(fresh);
            if number == fresh {
                states.push(child);
            }
            next.push(number);
        }
        borders.push(next);
    }
    let mut distance = vec![u32::MAX; states.len()];
    let mut queue: VecDeque<usize> = (0..states.len()).filter(|&s| domain.is_goal(&states[s])).collect();
    for &goal in &queue {
        distance[goal] = 0;
    }
    while let Some(state) = queue.pop_front() {
        for &next in &borders[state] {
            if distance[next as usize] == u32::MAX {
                distance[next as usize] = distance[state] + 1;
                queue.push_back(next as usize);
            }
        }
    }
    Space { states, borders, distance }
}

/// Checks every declared promise on every state of a space.
fn audit<const C: usize, const B: usize>(puzzle: &RushHour<C, B>, name: &str) {
    let space = space(puzzle, puzzle.start());
    let metric = if puzzle.metric() == Metric::Slides { "slides" } else { "steps" };
    let mut features = LazyFeatures::new(puzzle);
    let mut of = |index: usize, state| {
        features.next_node();
        features.get(&View::root(puzzle, state), index)
    };
    let place = |wanted| RushHour::<C, B>::FEATURES.iter().position(|f| f.info.name == wanted).expect("a feature");
    for (index, feature) in RushHour::<C, B>::FEATURES.iter().enumerate() {
        if !feature.info.admissible.contains(&metric) {
            continue;
        }
        let values: Vec<f64> = space.states.iter().map(|state| of(index, state)).collect();
        for (state, &value) in values.iter().enumerate() {
            let about = || format!("{} on {name} in {metric}: {:?}", feature.info.name, space.states[state]);
            assert!(value <= f64::from(space.distance[state]), "not admissible: {}", about());
            if feature.info.consistent.contains(&metric) {
                for &next in &space.borders[state] {
                    assert!(value <= values[next as usize] + 1.0, "not consistent: {}", about());
                }
            }
        }
    }
    for state in &space.states {
        assert!(of(place("blockers_deep"), state) >= of(place("blocking"), state), "dominated on {name}");
        if metric == "steps" {
            assert!(of(place("blockers_deep"), state) >= of(place("distance_blockers"), state), "on {name}");
        }
    }
}

/// Cards whose spaces are small enough for every test run.
const SMALL_CARDS: [(&str, &str); 8] = [
    ("Jam-1", "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo"),
    ("Jam-4", "BooCooBooCooBAACooooDEEEooDooFooGGGF"),
    ("Jam-8", "oooBBCooDDECAAFGECHHFGIIJJKLLLMMKNNN"),
    ("Jam-15", "oBBCCoDDEEFGHIAAFGHIJKFGHIJKLLoMMNNo"),
    ("Jam-21", "BBCDooEoCDooEAADooEFFFoooooooooooGGG"),
    ("Jam-32", "BBCDEEooCDooAACoooFGGHHIFooJoIKKoJoI"),
    ("Jam-37", "BBCoDDEECoFGHAAoFGHIIIFGHooJKKLLoJMM"),
    ("60 slides with walls", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"),
];

#[test]
fn promises_hold_on_small_cards() {
    for (name, text) in SMALL_CARDS {
        for metric in [Metric::Slides, Metric::Steps] {
            audit(&Small::new(board(text, Exit::Right), metric), name);
        }
    }
}

/// Boards of all shapes, exits and walls, most of them easy, many without a solution.
fn random_board(random: &mut Xoshiro256PlusPlus) -> Board {
    let (width, height) = (random.random_range(4..8u8), random.random_range(4..7u8));
    let exit = [Exit::Right, Exit::Left, Exit::Up, Exit::Down][random.random_range(0..4usize)];
    let mut taken = vec![vec![false; usize::from(width)]; usize::from(height)];
    let mut board = Board { width, height, vehicles: vec![], target: 0, walls: vec![], exit };
    for _ in 0..random.random_range(0..3u8) {
        let (row, column) = (random.random_range(0..height), random.random_range(0..width));
        if !taken[usize::from(row)][usize::from(column)] {
            taken[usize::from(row)][usize::from(column)] = true;
            board.walls.push((row, column));
        }
    }
    board.walls.sort_unstable();
    for _ in 0..random.random_range(4..30u8) {
        let horizontal = match board.vehicles.len() {
            0 => matches!(exit, Exit::Left | Exit::Right),
            _ => random.random_range(0..2u8) == 0,
        };
        let length = random.random_range(2..4u8);
        let (wide, high) = if horizontal { (length, 1) } else { (1, length) };
        let (row, column) = (random.random_range(0..=height - high), random.random_range(0..=width - wide));
        let axis = if horizontal { Axis::Horizontal } else { Axis::Vertical };
        let letter = char::from(b'A' + board.vehicles.len() as u8);
        let vehicle = Vehicle { letter, axis, row, column, length };
        if vehicle.cells().all(|(row, column)| !taken[usize::from(row)][usize::from(column)]) {
            for (row, column) in vehicle.cells() {
                taken[usize::from(row)][usize::from(column)] = true;
            }
            board.vehicles.push(vehicle);
        }
    }
    if board.vehicles.is_empty() {
        return random_board(random);
    }
    let target = board.vehicles[0];
    board.vehicles.sort_by_key(|vehicle| (vehicle.row, vehicle.column));
    board.target = board.vehicles.iter().position(|vehicle| *vehicle == target).expect("the target");
    board
}

#[test]
fn promises_hold_on_random_boards() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut audited = 0;
    while audited < 300 {
        let board = random_board(&mut random);
        let puzzle = Small::new(board.clone(), Metric::Slides);
        if puzzle.dense().is_none_or(|dense| dense > 20_000) {
            continue;
        }
        audited += 1;
        audit(&puzzle, &format!("{board:?}"));
        audit(&Small::new(board.clone(), Metric::Steps), &format!("{board:?}"));
    }
}

#[test]
fn values_stay_in_their_ranges_on_random_walks() {
    fn walk<const C: usize, const B: usize>(puzzle: &RushHour<C, B>, random: &mut Xoshiro256PlusPlus) {
        let mut features = LazyFeatures::new(puzzle);
        let mut parent = puzzle.start();
        for g in 1..60 {
            let moves = actions(puzzle, &parent);
            if moves.is_empty() {
                return;
            }
            let action = moves[random.random_range(0..moves.len())];
            let mut state = parent;
            puzzle.apply(&mut state, action);
            let siblings = moves.len() as u32;
            let view = View { domain: puzzle, state: &state, parent: Some((&parent, action)), g, siblings };
            features.next_node();
            for (index, feature) in RushHour::<C, B>::FEATURES.iter().enumerate() {
                let value = features.get(&view, index);
                let (least, most) = (feature.range)(puzzle).expect("a range");
                let name = feature.info.name;
                assert!((least..=most).contains(&value), "{name} = {value} on {:?}", puzzle.to_board(&state));
                if puzzle.is_goal(&state) && !feature.info.admissible.is_empty() {
                    assert_eq!(value, 0.0, "{name} at a goal");
                }
            }
            parent = state;
        }
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..300 {
        let board = random_board(&mut random);
        walk(&Small::new(board.clone(), Metric::Slides), &mut random);
        walk(&Large::new(board, Metric::Steps), &mut random);
    }
}
