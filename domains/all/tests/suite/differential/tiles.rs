//! Random boards of the sliding tiles, also those that no sequence of moves solves.

use super::{Case, Source, cheapest, run};
use unstuck_core::domain::Settings;

fn moves((width, height): (usize, usize), board: &[u8], found: &mut dyn FnMut(Vec<u8>, u64)) {
    let blank = board.iter().position(|tile| *tile == 0).unwrap();
    let (x, y) = (blank % width, blank / width);
    let mut swap = |other: usize| {
        let mut next = board.to_vec();
        next.swap(blank, other);
        found(next, 1);
    };
    if x > 0 {
        swap(blank - 1);
    }
    if x + 1 < width {
        swap(blank + 1);
    }
    if y > 0 {
        swap(blank - width);
    }
    if y + 1 < height {
        swap(blank + width);
    }
}

fn text(width: usize, board: &[u8]) -> String {
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    board.chunks(width).map(row).collect::<Vec<_>>().join(" / ")
}

fn draw(source: &mut Source) -> Option<Case> {
    let size = *source.pick(&[(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (4, 3), (4, 4), (5, 5)]);
    let (width, height) = size;
    let count = width * height;
    let mut goal: Vec<u8> = (0..count as u8).collect();
    let mut settings = Settings::new();
    match source.below(3) {
        0 => {}
        1 => {
            goal.rotate_left(1);
            settings.insert("goal".into(), "last".into());
        }
        _ => {
            source.shuffle(&mut goal);
            settings.insert("goal".into(), text(width, &goal));
        }
    }
    // Any order of few tiles; of many, one that is near the goal.
    let mut board = goal.clone();
    if count <= 8 && source.below(3) > 0 {
        source.shuffle(&mut board);
    } else {
        for _ in 0..source.below(if count > 9 { 12 } else { 24 }) {
            let mut all = Vec::new();
            moves(size, &board, &mut |next, _| all.push(next));
            board = source.pick(&all).clone();
        }
    }
    let optimum =
        cheapest(board.clone(), |board: &Vec<u8>| *board == goal, |board, found| moves(size, board, found));
    Some(Case {
        domain: "tiles",
        metric: "moves",
        text: text(width, &board),
        settings,
        optimum: optimum.ok()?,
    })
}

#[test]
fn tiles_agree_with_a_tiny_search() {
    run("tiles", 25, draw);
}
