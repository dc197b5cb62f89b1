//! Random boards come back as they were, and random texts never make the parser panic.

use super::super::{letters, split};
use super::{Exit, Reading, parse, print};
use crate::board::{Axis, Board, Vehicle};
use proptest::prelude::*;

/// A place to try to put a vehicle: (horizontal, row, column, length).
type Try = (bool, u8, u8, u8);

/// Puts whatever fits on an empty board, the target first; the rest of the tries become walls.
fn place(width: u8, height: u8, exit: Exit, tries: &[Try], walls: &[(u8, u8)], rotate: usize) -> Board {
    let signs: Vec<char> = letters().chain("!\"$%&'()*+-:;<=?@[\\]^_`{|}~".chars()).collect();
    let mut signs = signs.iter().cycle().skip(rotate).copied().take(signs.len());
    let mut board = Board { width, height, vehicles: Vec::new(), target: 0, walls: Vec::new(), exit };
    for &(horizontal, row, column, length) in tries {
        let axis = match (board.vehicles.is_empty(), horizontal) {
            (true, _) => exit.axis(),
            (_, true) => Axis::Horizontal,
            (_, false) => Axis::Vertical,
        };
        let room = if axis == Axis::Horizontal { width } else { height };
        let length = 2 + length % (room - 1);
        let (rows, columns) = match axis {
            Axis::Horizontal => (height, width - length + 1),
            Axis::Vertical => (height - length + 1, width),
        };
        let mut vehicle = Vehicle { letter: '?', axis, row: row % rows, column: column % columns, length };
        let taken = board.signs();
        let free = |(r, c)| taken[usize::from(r) * usize::from(width) + usize::from(c)] == 'o';
        if vehicle.cells().all(free) {
            vehicle.letter = signs.next().unwrap();
            board.vehicles.push(vehicle);
        }
    }
    for &(row, column) in walls {
        let cell = (row % height, column % width);
        if board.signs()[usize::from(cell.0) * usize::from(width) + usize::from(cell.1)] == 'o' {
            board.walls.push(cell);
        }
    }
    board.walls.sort_unstable();
    board.sort();
    board
}

fn boards() -> impl Strategy<Value = Board> {
    let tries = prop::collection::vec(any::<Try>(), 1..80);
    let walls = prop::collection::vec(any::<(u8, u8)>(), 0..6);
    let sizes = prop_oneof![(4_u8..=16).prop_map(|n| (n, n)), (4_u8..=16, 4_u8..=16)];
    (sizes, prop::sample::select(Exit::ALL.to_vec()), tries, walls, 0_usize..300).prop_map(
        |((width, height), exit, tries, walls, rotate)| place(width, height, exit, &tries, &walls, rotate),
    )
}

/// What any text is answered with: a board that holds together, or a short message.
fn check(text: &str, reading: &Reading) {
    match parse(text, reading) {
        Ok(board) => {
            let cells =
                board.vehicles.iter().map(|v| usize::from(v.length)).sum::<usize>() + board.walls.len();
            assert_eq!(board.signs().iter().filter(|&&sign| sign != 'o').count(), cells);
            assert_eq!(board.vehicles[board.target].axis, board.exit.axis());
            assert!((4..=16).contains(&board.width) && (4..=16).contains(&board.height));
            assert_eq!(parse(&print(&board), &Reading::of(&board)).unwrap(), board);
        }
        Err(error) => {
            let message = error.to_string();
            assert!(message.chars().count() < 400 && !message.chars().any(char::is_control), "{message}");
        }
    }
    let lines = text.lines().count();
    for (first, part) in split(text) {
        assert!((1..=lines).contains(&first));
        let _ = parse(part, reading);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn print_and_parse_are_inverse(board in boards()) {
        let text = print(&board);
        prop_assert_eq!(&parse(&text, &Reading::of(&board)).unwrap(), &board);
        prop_assert_eq!(split(&text), [(1, text.as_str())]);
    }

    #[test]
    fn rows_on_lines_are_the_same_board(board in boards()) {
        let rows = board.signs().chunks(usize::from(board.width)).map(String::from_iter).collect::<Vec<_>>();
        let text = format!("{}\n>{}\n", rows.join("\n"), board.exit.name());
        prop_assert_eq!(parse(&text, &Reading::of(&board)).unwrap(), board);
    }

    #[test]
    fn lists_give_the_same_board_but_for_letters(board in boards()) {
        let mut cars = board.vehicles.clone();
        cars.swap(0, board.target);
        let (mut commas, mut blanks) = (String::new(), String::new());
        for car in &cars {
            let (o, word) = if car.axis == Axis::Horizontal { (0, 'h') } else { (1, 'v') };
            commas += &format!("{o},{},{},{}\n", car.column, car.row, car.length);
            blanks += &format!("{} {} {word} {}\n", car.column, car.row, car.length);
        }
        let reading = Reading { target: None, exit: Some(board.exit) };
        let size = format!("{} {}", board.width, board.height);
        let read = parse(&format!("{size}\n{commas}"), &reading).unwrap();
        prop_assert_eq!(&read, &parse(&format!("the board\n{size}\n{}\n{blanks}.\n", cars.len()), &reading).unwrap());
        let shape = |b: &Board| b.vehicles.iter().map(|v| (v.axis, v.row, v.column, v.length)).collect::<Vec<_>>();
        prop_assert_eq!(shape(&read), shape(&board));
        prop_assert_eq!(read.target, board.target);
    }

    #[test]
    fn any_text_is_answered(text in "(?s).*", target in any::<Option<char>>()) {
        check(&text, &Reading { target, exit: None });
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&String::from_utf8_lossy(&bytes), &Reading::default());
    }

    #[test]
    fn nearly_boards_are_answered(text in "[ABCox.]{16}|[ABo.]{4}(/[ABCox]{4}){3}(>up|>left|>)?|[ABox/>\n #,.0-9hv]{0,80}") {
        check(&text, &Reading::default());
    }

    #[test]
    fn nearly_lists_are_answered(text in "(Jam\n)?([0-9]{1,2}\n)?([0-9]\n)?([01],[0-6],[0-6],[1-4]\n|[0-6] [0-6] [hvk] [1-4]\n|-?[0-9]{1,3},\n){0,8}(\\.\n)?") {
        check(&text, &Reading::default());
    }

    #[test]
    fn damaged_boards_are_answered(board in boards(), at in any::<prop::sample::Index>(), sign in any::<char>(), how in 0..3) {
        let mut signs: Vec<char> = print(&board).chars().collect();
        let at = at.index(signs.len());
        match how {
            0 => signs[at] = sign,
            1 => signs.insert(at, sign),
            _ => drop(signs.remove(at)),
        }
        check(&String::from_iter(signs), &Reading::of(&board));
    }
}
