//! Counting tests: the number of states at each breadth-first depth, against a slow player on lists of cards.

use super::{board, deal, plain};
use crate::board::{Board, Build, Fill, Rules};
use crate::card::Card;
use std::collections::BTreeSet;
use unstuck_core::problem::{Problem, actions};
use unstuck_core::search::{Limits, explore};

/// The board with its columns and cells sorted: symmetric boards become one.
fn canonical(mut board: Board) -> Board {
    board.columns.sort();
    board.cells.sort();
    board
}

fn most(rules: &Rules, board: &Board, into_empty: bool) -> usize {
    let cells = board.cells.iter().filter(|cell| cell.is_none()).count();
    let columns = board.columns.iter().filter(|column| column.is_empty()).count();
    match rules.fill {
        Fill::King => cells + 1,
        Fill::Any => (cells + 1) << (columns - usize::from(into_empty)),
    }
}

/// All boards one move away.
fn successors(rules: &Rules, board: &Board) -> Vec<Board> {
    let mut found = Vec::new();
    let sources = (0..rules.columns).map(|c| (true, c)).chain((0..rules.cells).map(|c| (false, c)));
    for (is_column, at) in sources {
        let pile: Vec<Card> =
            if is_column { board.columns[at].clone() } else { board.cells[at].into_iter().collect() };
        for count in 1..=pile.len() {
            let (rest, run) = pile.split_at(pile.len() - count);
            if !run.windows(2).all(|pair| rules.fits(pair[1], pair[0])) {
                break;
            }
            let mut without = board.clone();
            if is_column {
                without.columns[at] = rest.to_vec();
            } else {
                without.cells[at] = None;
            }
            let card = run[0];
            if count == 1 && board.home[usize::from(card.suit())] == card.rank() {
                let mut next = without.clone();
                next.home[usize::from(card.suit())] += 1;
                found.push(next);
            }
            let cell = board.cells.iter().position(Option::is_none).filter(|_| count == 1 && is_column);
            if let Some(cell) = cell {
                let mut next = without.clone();
                next.cells[cell] = Some(card);
                found.push(next);
            }
            for to in 0..rules.columns {
                let fits = match board.columns[to].last() {
                    Some(&lower) => rules.fits(card, lower),
                    None => rules.fill == Fill::Any || card.rank() == 12,
                };
                if fits && count <= most(rules, board, board.columns[to].is_empty()).max(1) {
                    let mut next = without.clone();
                    next.columns[to].extend(run);
                    found.push(next);
                }
            }
        }
    }
    found
}

fn slow_depths(rules: &Rules, start: &Board, depths: usize) -> Vec<u64> {
    let mut seen = BTreeSet::from([key(start)]);
    let mut layer = vec![start.clone()];
    let mut counts = vec![1];
    while counts.len() <= depths && !layer.is_empty() {
        let mut next = Vec::new();
        for board in &layer {
            for child in successors(rules, board) {
                if seen.insert(key(&child)) {
                    next.push(child);
                }
            }
        }
        counts.push(next.len() as u64);
        layer = next;
    }
    counts
}

fn key(board: &Board) -> (Vec<Vec<Card>>, Vec<Option<Card>>, [u8; 4]) {
    let board = canonical(board.clone());
    (board.columns, board.cells, board.home)
}

/// Breadth-first over the engine itself, to a depth.
fn fast_depths(rules: &Rules, start: &Board, depths: usize) -> Vec<u64> {
    let game = plain(start, *rules);
    let mut layer = vec![game.start()];
    let mut seen = BTreeSet::from([layer[0].code]);
    let mut counts = vec![1];
    while counts.len() <= depths && !layer.is_empty() {
        let mut next = Vec::new();
        for state in &layer {
            for action in actions(&game, state) {
                let mut child = *state;
                game.apply(&mut child, action);
                if seen.insert(child.code) {
                    next.push(child);
                }
            }
        }
        counts.push(next.len() as u64);
        layer = next;
    }
    counts
}

#[test]
fn numbered_deals() {
    let rules = Rules::default();
    for (number, counts) in [(1, [1, 8, 42, 178, 646, 1_313]), (617, [1, 11, 62, 258, 893, 1_903])] {
        assert_eq!(slow_depths(&rules, &deal(number), 5), counts, "deal {number}");
        assert_eq!(fast_depths(&rules, &deal(number), 5), counts, "deal {number}");
    }
}

#[test]
fn variants() {
    for build in [Build::Alternate, Build::Suit] {
        for fill in [Fill::Any, Fill::King] {
            for (columns, cells) in [(4, 8), (6, 0), (8, 4), (10, 2)] {
                let rules = Rules { columns, cells, build, fill };
                let start = board("31465", &rules);
                let depths = if cells == 8 { 3 } else { 4 };
                assert_eq!(
                    fast_depths(&rules, &start, depths),
                    slow_depths(&rules, &start, depths),
                    "{rules:?}"
                );
            }
        }
    }
}

/// Ends of games, with empty columns and long runs: every state there is.
#[test]
fn whole_small_spaces() {
    for (text, columns, cells) in [
        ("Foundations: H-T C-T D-T S-T / KH QS JD / KS QD JC / KD QC JH / KC QH JS", 4, 1),
        ("Foundations: H-T C-T D-T S-T / KH QS JD KS / QD JC / KD QC JH / KC QH JS", 4, 0),
        ("Foundations: H-J C-J D-J S-J / KH QS / KS QD / QC QH / KC KD / -", 5, 2),
        ("Foundations: H-9 C-J D-T S-J / Freecells: TH / JD QS KH / KS QD KD / QC JH / KC QH", 4, 2),
    ] {
        for build in [Build::Alternate, Build::Suit] {
            for fill in [Fill::Any, Fill::King] {
                let rules = Rules { columns, cells, build, fill };
                let start = board(text, &rules);
                let mut slow = slow_depths(&rules, &start, usize::MAX - 1);
                slow.retain(|&count| count > 0);
                let game = plain(&start, rules);
                let space =
                    explore::reachable(&game, &game.start(), Limits::default(), &mut (), &mut |_, _| {});
                let space = space.expect("no limits");
                assert_eq!(space.depths, slow, "{rules:?} {text}");
            }
        }
    }
}
