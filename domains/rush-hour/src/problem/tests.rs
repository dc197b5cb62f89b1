//! The engine against a plain grid, on random walks over boards of all sizes.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::board::{Axis, Board, Exit, Vehicle};
use super::super::text::{self, Reading};
use super::*;
use unstuck_core::feature::View;
use unstuck_core::language::Compiled;
use unstuck_core::problem::{Dense, Each, actions};

/// Reads a board with the exit on a side.
fn board(text: &str, exit: Exit) -> Board {
    text::parse(text, &Reading { exit: Some(exit), ..Reading::default() }).unwrap()
}

/// A board with that many vehicles and walls, or as many as fit.
fn random_board(
    random: &mut Xoshiro256PlusPlus,
    (width, height): (u8, u8),
    vehicles: usize,
    walls: usize,
) -> Board {
    let mut taken = BTreeSet::new();
    while taken.len() < walls {
        taken.insert((random.random_range(0..height), random.random_range(0..width)));
    }
    let walls = taken.iter().copied().collect();
    let mut placed = Vec::<Vehicle>::new();
    for _ in 0..10_000 {
        if placed.len() == vehicles {
            break;
        }
        let axis = if random.random_range(0..2) == 0 { Axis::Horizontal } else { Axis::Vertical };
        let length = if random.random_range(0..4) == 0 { 3 } else { 2 };
        let (row, column) = (random.random_range(0..height), random.random_range(0..width));
        let letter = char::from_u32(0x100 + placed.len() as u32).unwrap();
        let vehicle = Vehicle { letter, axis, row, column, length };
        let inside = vehicle.cells().all(|(row, column)| row < height && column < width);
        if inside && vehicle.cells().all(|cell| !taken.contains(&cell)) {
            taken.extend(vehicle.cells());
            placed.push(vehicle);
        }
    }
    placed.sort_by_key(|vehicle| (vehicle.row, vehicle.column));
    let target = random.random_range(0..placed.len());
    let exit = match (placed[target].axis, random.random_range(0..2)) {
        (Axis::Horizontal, 0) => Exit::Right,
        (Axis::Horizontal, _) => Exit::Left,
        (Axis::Vertical, 0) => Exit::Down,
        (Axis::Vertical, _) => Exit::Up,
    };
    Board { width, height, vehicles: placed, target, walls, exit }
}

/// What stands on each cell: a vehicle's number, or `usize::MAX` for a wall.
fn grid(board: &Board) -> Vec<Vec<Option<usize>>> {
    let mut grid = vec![vec![None; usize::from(board.width)]; usize::from(board.height)];
    for &(row, column) in &board.walls {
        grid[usize::from(row)][usize::from(column)] = Some(usize::MAX);
    }
    for (number, vehicle) in board.vehicles.iter().enumerate() {
        for (row, column) in vehicle.cells() {
            assert_eq!(grid[usize::from(row)][usize::from(column)], None, "an overlap");
            grid[usize::from(row)][usize::from(column)] = Some(number);
        }
    }
    grid
}

/// How far a vehicle can go back and forth.
fn room(board: &Board, grid: &[Vec<Option<usize>>], vehicle: Vehicle, metric: Metric) -> (i8, i8) {
    let free = |row: i8, column: i8| {
        (0..board.height as i8).contains(&row)
            && (0..board.width as i8).contains(&column)
            && grid[row as usize][column as usize].is_none()
    };
    let cell = |offset: i8| match vehicle.axis {
        Axis::Horizontal => free(vehicle.row as i8, vehicle.column as i8 + offset),
        Axis::Vertical => free(vehicle.row as i8 + offset, vehicle.column as i8),
    };
    let reach = if metric == Metric::Steps { 1 } else { 16 };
    let back = (1..=reach).take_while(|&distance| cell(-distance)).count();
    let forth = (0..reach).take_while(|&distance| cell(vehicle.length as i8 + distance)).count();
    (back as i8, forth as i8)
}

/// All moves, as letter and distance, in the documented order.
fn plain_moves(board: &Board, metric: Metric) -> Vec<(char, i8)> {
    let grid = grid(board);
    let mut found = Vec::new();
    let rows = (0..board.height).map(|row| (Axis::Horizontal, row));
    for (axis, line) in rows.chain((0..board.width).map(|column| (Axis::Vertical, column))) {
        let here: Vec<Vehicle> = board
            .vehicles
            .iter()
            .copied()
            .filter(|vehicle| {
                vehicle.axis == axis
                    && line == if axis == Axis::Horizontal { vehicle.row } else { vehicle.column }
            })
            .collect();
        for &vehicle in &here {
            let (back, _) = room(board, &grid, vehicle, metric);
            found.extend((1..=back).rev().map(|distance| (vehicle.letter, -distance)));
        }
        for &vehicle in here.iter().rev() {
            let (_, forth) = room(board, &grid, vehicle, metric);
            found.extend((1..=forth).map(|distance| (vehicle.letter, distance)));
        }
    }
    found
}

fn solved(board: &Board) -> bool {
    let target = board.vehicles[board.target];
    match board.exit {
        Exit::Right => target.column + target.length == board.width,
        Exit::Left => target.column == 0,
        Exit::Up => target.row == 0,
        Exit::Down => target.row + target.length == board.height,
    }
}

fn after<const C: usize, const B: usize>(
    puzzle: &RushHour<C, B>,
    state: &State<C, B>,
    last: Action,
) -> Vec<Action> {
    let mut found = Vec::new();
    let flow = puzzle.visit(
        state,
        Some(last),
        &mut Each(|action| {
            found.push(action);
            ControlFlow::Continue(())
        }),
    );
    assert!(flow.is_continue());
    found
}

/// Everything that can be asked of a state, against the plain board.
fn check_state<const C: usize, const B: usize>(puzzle: &RushHour<C, B>, state: &State<C, B>) {
    let metric = puzzle.metric();
    let plain = puzzle.to_board(state);
    let grid = grid(&plain);
    let fresh = RushHour::<C, B>::new(plain.clone(), metric);
    // The numbering belongs to the board that a problem began with.
    let same = State { index: state.index, ..fresh.start() };
    assert_eq!(*state, same, "kept up to date as if made from scratch");
    assert_eq!(puzzle.hash(state), fresh.hash(&fresh.start()));
    assert_eq!(fresh.to_board(&fresh.start()), plain);
    let mut packed = vec![0; puzzle.packed_len()];
    puzzle.pack(state, &mut packed);
    assert_eq!(puzzle.unpack(&packed), *state);
    assert_eq!(puzzle.is_goal(state), solved(&plain));
    if let Some(size) = puzzle.numbers() {
        assert!(puzzle.number(state) < size);
    }

    let letter = |vehicle: usize| puzzle.board().vehicles[vehicle].letter;
    let list = actions(puzzle, state);
    let moves: Vec<(char, i8)> = list
        .iter()
        .map(|&action| {
            let (vehicle, delta) = puzzle.moved(action);
            assert_eq!(puzzle.action(state, vehicle, delta), Some(action));
            (letter(vehicle), delta)
        })
        .collect();
    assert_eq!(moves, plain_moves(&plain, metric));
    assert!(list.is_sorted_by_key(|action| (action.line, action.to)));
    assert_eq!(puzzle.legal_moves(state) as usize, list.len());
    let legal = (0..puzzle.vehicle_count())
        .flat_map(|vehicle| (-17..=17).map(move |delta| (vehicle, delta)))
        .filter(|&(vehicle, delta)| puzzle.action(state, vehicle, delta).is_some())
        .count();
    assert_eq!(legal, list.len());

    for (row, cells) in grid.iter().enumerate() {
        for (column, &sign) in cells.iter().enumerate() {
            let expected = sign.filter(|&sign| sign != usize::MAX).map(|number| plain.vehicles[number]);
            let line = usize::from(plain.height) + column;
            let own = |line: usize, cell: usize| puzzle.own(state, line) >> cell & 1 == 1;
            let taken = |line: usize, cell: usize| puzzle.occupancy(state, line) >> cell & 1 == 1;
            let crossed = |line: usize, cell: usize| puzzle.crossing(state, line) >> cell & 1 == 1;
            assert_eq!([taken(row, column), taken(line, row)], [sign.is_some(); 2]);
            let axis = expected.map(|vehicle| vehicle.axis);
            assert_eq!(own(row, column), axis == Some(Axis::Horizontal));
            assert_eq!(own(line, row), axis == Some(Axis::Vertical));
            assert_eq!(crossed(row, column), sign.is_some() && axis != Some(Axis::Horizontal));
            assert_eq!(crossed(line, row), sign.is_some() && axis != Some(Axis::Vertical));
        }
    }
}

fn walk<const C: usize, const B: usize>(random: &mut Xoshiro256PlusPlus, board: Board, steps: usize) {
    for metric in [Metric::Slides, Metric::Steps] {
        let puzzle = RushHour::<C, B>::new(board.clone(), metric);
        let mut state = puzzle.start();
        assert_eq!(puzzle.to_board(&state), board);
        check_state(&puzzle, &state);
        for _ in 0..steps {
            let list = actions(&puzzle, &state);
            let Some(&action) = list.get(random.random_range(0..list.len().max(1))) else { break };
            let before = state;
            let number = puzzle.number_after(&state, action);
            puzzle.apply(&mut state, action);
            assert_eq!(puzzle.number(&state), number);
            check_state(&puzzle, &state);
            let expected: Vec<Action> = actions(&puzzle, &state)
                .into_iter()
                .filter(|&next| match metric {
                    Metric::Slides => puzzle.moved(next).0 != puzzle.moved(action).0,
                    Metric::Steps => (next.line, next.to) != (action.line, action.from),
                })
                .collect();
            assert_eq!(after(&puzzle, &state, action), expected);
            let mut back = state;
            puzzle.undo(&mut back, action, ());
            assert_eq!(back, before);
        }
    }
}

#[test]
fn walks_agree_with_a_grid() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..40 {
        for (size, vehicles, walls) in [
            ((4, 4), 4, 0),
            ((5, 4), 5, 1),
            ((6, 6), 12, 0),
            ((6, 6), 9, 2),
            ((7, 8), 13, 3),
            ((8, 8), 18, 4),
            ((8, 8), 8, 0),
        ] {
            let board = random_board(&mut random, size, vehicles, walls);
            walk::<1, 1>(&mut random, board.clone(), 30);
            walk::<5, 4>(&mut random, board, 10);
        }
        for (size, vehicles, walls) in
            [((9, 5), 10, 2), ((6, 16), 20, 0), ((12, 12), 44, 0), ((16, 16), 50, 8), ((16, 16), 80, 0)]
        {
            let board = random_board(&mut random, size, vehicles, walls);
            assert!(Large::fits(&board) && !Small::fits(&board));
            walk::<5, 4>(&mut random, board, 20);
        }
    }
}

#[test]
fn large_and_small_engines_number_alike() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..50 {
        let board = random_board(&mut random, (8, 8), 14, 3);
        for metric in [Metric::Slides, Metric::Steps] {
            let (small, large) = (Small::new(board.clone(), metric), Large::new(board.clone(), metric));
            assert_eq!(actions(&small, &small.start()), actions(&large, &large.start()));
        }
    }
}

#[test]
fn sixteen_lines_of_most_configurations_fit() {
    // Four cars in each row of a 16×16 board: 495 configurations each, and none in the columns.
    let row: String = ".".repeat(8);
    let mut text = Vec::new();
    for number in 0..16u32 {
        let car = |at: u32| {
            let sign =
                if (number, at) == (0, 0) { 'A' } else { char::from_u32(0x200 + number * 4 + at).unwrap() };
            [sign, sign]
        };
        text.push((0..4).flat_map(car).chain(row.chars()).collect::<String>());
    }
    let puzzle = Large::new(board(&text.join("/"), Exit::Right), Metric::Slides);
    assert_eq!(puzzle.packed_len(), 3);
    assert_eq!(puzzle.legal_moves(&puzzle.start()), 16 * 8);
    assert!(puzzle.numbers().is_none());
}

/// Breadth-first search by dense index: states at each depth, and the depth of the first goal.
fn layers(puzzle: &Small) -> (Vec<usize>, Option<usize>) {
    let mut seen = vec![0u64; puzzle.numbers().unwrap() as usize / 64 + 1];
    let mut layer = vec![(puzzle.start(), None)];
    seen[puzzle.start().index as usize / 64] |= 1 << (puzzle.start().index % 64);
    let (mut sizes, mut goal) = (Vec::new(), None);
    while !layer.is_empty() {
        if goal.is_none() && layer.iter().any(|(state, _)| puzzle.is_goal(state)) {
            goal = Some(sizes.len());
        }
        sizes.push(layer.len());
        let mut next = Vec::new();
        for &(state, last) in &layer {
            let _ = puzzle.visit(
                &state,
                last,
                &mut Each(|action| {
                    let number = puzzle.number_after(&state, action);
                    let word = &mut seen[number as usize / 64];
                    if *word >> (number % 64) & 1 == 0 {
                        *word |= 1 << (number % 64);
                        let mut child = state;
                        puzzle.apply(&mut child, action);
                        next.push((child, Some(action)));
                    }
                    ControlFlow::Continue(())
                }),
            );
        }
        layer = next;
    }
    (sizes, goal)
}

#[test]
fn known_boards_have_their_known_figures() {
    // Optimal slides and steps, and the number of reachable states.
    for (text, slides, steps, reachable) in [
        ("BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo", Some(8), Some(16), 1247),
        ("BooCCCBooDoEAAoDFEGGGoFEooHoIIJJHKKo", Some(8), Some(14), 22139),
        ("oooooooooooooAABoooCCBoDoEoBoDoEFFoD", Some(14), Some(33), 934),
        ("BooCooBooCooBAACooooDEEEooDooFooGGGF", Some(9), Some(22), 806),
        ("BBBCDEFGGCDEFoAADEHHIooooJIoKKoJLLMM", None, Some(93), 24_132),
        ("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", Some(60), None, 2_332),
    ] {
        for (metric, depth) in [(Metric::Slides, slides), (Metric::Steps, steps)] {
            let puzzle = Small::new(board(text, Exit::Right), metric);
            let (sizes, goal) = layers(&puzzle);
            assert_eq!(sizes.iter().sum::<usize>(), reachable, "{text} {metric:?}");
            assert!(depth.is_none() || goal == depth, "{text} {metric:?}: {goal:?}");
        }
    }
}

#[test]
fn goals_are_all_solved_placings() {
    for (text, exit) in [
        ("oooooooooooooAABoooCCBoDoEoBoDoEFFoD", Exit::Right),
        ("oooooooooooooAABoooCCBoDoEoBoDoEFFoD", Exit::Left),
        ("oAoBB/oAooC/FFxoC/DDooE/oooxE", Exit::Up),
        ("oAoo/oABB/oooo/CCoo", Exit::Down),
    ] {
        let puzzle = Small::new(board(text, exit), Metric::Slides);
        // Every tuple of configurations is some packed state; the solved ones among the consistent are the goals.
        let mut expected = BTreeSet::new();
        let mut numbers = vec![0u16; puzzle.line_count()];
        loop {
            let mut state = State::EMPTY;
            let mut fits = true;
            for (line, &number) in numbers.iter().enumerate() {
                let cells = puzzle.tables.mask(puzzle.line(line).first as usize, number);
                fits &= puzzle.crossing(&state, line) & cells == 0;
                state = puzzle.placed(&state, line, number);
            }
            if fits && solved(&puzzle.to_board(&state)) {
                grid(&puzzle.to_board(&state));
                expected.insert(state.code);
            }
            let Some(line) = (0..numbers.len()).find(|&line| numbers[line] + 1 < puzzle.configurations(line))
            else {
                break;
            };
            numbers[line] += 1;
            numbers[..line].fill(0);
        }
        assert!(!expected.is_empty());
        let mut found = BTreeSet::new();
        let flow = puzzle.goals(&mut |state| {
            if let Some(state) = state {
                assert_eq!(puzzle.unpack(&state.code), state);
                assert!(found.insert(state.code), "listed twice");
            }
            ControlFlow::Continue(())
        });
        assert_eq!((found, flow), (expected, Some(ControlFlow::Continue(()))));

        let mut count = 0;
        let flow = puzzle.goals(&mut |_| {
            count += 1;
            ControlFlow::Break(())
        });
        assert_eq!((count, flow), (1, Some(ControlFlow::Break(()))));
    }
}

#[test]
fn a_visitor_can_stop() {
    for text in ["oooooooooooooAABoooCCBoDoEoBoDoEFFoD", "oooooooooo/oAAooooooo/oooooooooo/oooooBBooo"] {
        let puzzle = Large::new(board(text, Exit::Right), Metric::Slides);
        let mut count = 0;
        let mut visitor = Each(|_| {
            count += 1;
            if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(puzzle.visit(&puzzle.start(), None, &mut visitor).is_break());
        assert_eq!(count, 3);
    }
}

#[test]
fn numbers_and_codes_after_a_move_are_those_of_the_state() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(22);
    for round in 0..40 {
        let board = random_board(&mut random, (6, 6), 6 + round % 5, round % 3);
        for metric in [Metric::Slides, Metric::Steps] {
            let puzzle = Small::new(board.clone(), metric);
            let mut state = puzzle.start();
            for _ in 0..100 {
                let all = actions(&puzzle, &state);
                for &action in &all {
                    let mut after = state;
                    puzzle.apply(&mut after, action);
                    assert_eq!(puzzle.number_after(&state, action), puzzle.number(&after));
                    let mut code = [0];
                    puzzle.pack(&after, &mut code);
                    assert_eq!(puzzle.unpack(&code), after);
                }
                let Some(&next) = all.get(random.random_range(0..all.len().max(1))) else { break };
                puzzle.apply(&mut state, next);
            }
        }
    }
}

#[test]
fn blocking_is_the_same_by_tables_and_by_positions() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(23);
    for round in 0..60 {
        let side = 4 + (round % 5) as u8;
        let board = random_board(&mut random, (side, side), 3 + round % 8, round % 4);
        let (small, large) = (Small::new(board.clone(), Metric::Slides), Large::new(board, Metric::Slides));
        let mut blocking = Compiled::named(&small, "blocking").unwrap();
        let mut plain = Compiled::named(&large, "blocking").unwrap();
        let (mut state, mut other) = (small.start(), large.start());
        for _ in 0..100 {
            let h = blocking.value(&View::root(&small, &state));
            assert_eq!(h, plain.value(&View::root(&large, &other)));
            let all = actions(&small, &state);
            let Some(&next) = all.get(random.random_range(0..all.len().max(1))) else { break };
            let (vehicle, delta) = small.moved(next);
            small.apply(&mut state, next);
            let action = large.action(&other, vehicle, delta).unwrap();
            large.apply(&mut other, action);
        }
    }
}
