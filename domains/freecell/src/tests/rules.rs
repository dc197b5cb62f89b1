//! Capacity, single-card moves, automatic moves, symmetry, round trips.

use super::{board, deal, plain};
use crate::board::{Build, Fill, Rules};
use crate::capacity::{atomic_moves, capacity};
use crate::metric::{Metric, Settings};
use crate::problem::FreeCell;
use crate::replay::{play, single_moves};
use crate::state::State;
use crate::text;
use std::collections::{BTreeSet, VecDeque};
use unstuck_core::problem::{Problem, actions, paid};
use unstuck_core::puzzle::Puzzle;
use unstuck_core::random::{RngExt, stream};

/// Breadth-first over single-card moves of a run: source, target, `spare` empty columns, `cells` cells.
/// The run's cards are numbered from n − 1 (deepest) down to 0 (top), so a card lies on the next higher number.
fn single_card_moves(n: usize, cells: usize, spare: usize) -> Option<u32> {
    let start: (Vec<Vec<usize>>, BTreeSet<usize>) = {
        let mut columns = vec![Vec::new(); 2 + spare];
        columns[0] = (0..n).rev().collect();
        (columns, BTreeSet::new())
    };
    let mut seen = BTreeSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some(((columns, celled), depth)) = queue.pop_front() {
        if columns[1].len() == n {
            return Some(depth);
        }
        let mut push = |columns: Vec<Vec<usize>>, celled: BTreeSet<usize>| {
            if seen.insert((columns.clone(), celled.clone())) {
                queue.push_back(((columns, celled), depth + 1));
            }
        };
        let mut from_somewhere = |card: usize, columns: &Vec<Vec<usize>>, celled: &BTreeSet<usize>| {
            for to in 0..columns.len() {
                let fits = match columns[to].last() {
                    Some(&lower) => lower == card + 1,
                    // The target column takes only the run's deepest card, the source nothing.
                    None => to > 1 || (to == 1 && card == n - 1),
                };
                if fits {
                    let mut next = columns.clone();
                    next[to].push(card);
                    push(next, celled.clone());
                }
            }
            if celled.len() < cells {
                let mut next = celled.clone();
                next.insert(card);
                push(columns.clone(), next);
            }
        };
        for at in 0..columns.len() {
            let mut rest = columns.clone();
            if let Some(card) = rest[at].pop() {
                from_somewhere(card, &rest, &celled);
            }
        }
        for &card in &celled {
            let mut rest = celled.clone();
            rest.remove(&card);
            from_somewhere(card, &columns, &rest);
        }
    }
    None
}

#[test]
fn capacity_and_single_moves_are_what_single_cards_can_do() {
    for spare in 0..=2 {
        for cells in 0..=2 {
            let most = capacity(cells, spare);
            for n in 1..=most.min(7) + 1 {
                let least = single_card_moves(n as usize, cells as usize, spare as usize);
                assert_eq!(least.is_some(), n <= most, "{n} cards, {cells} cells, {spare} columns");
                assert_eq!(atomic_moves(n, cells, spare), least, "{n} cards, {cells} cells, {spare} columns");
            }
        }
    }
}

#[test]
fn search_and_validator_count_the_same_single_moves() {
    for (n, cells, spare) in (1..=13).flat_map(|n| (0..=8).flat_map(move |c| (0..=8).map(move |e| (n, c, e))))
    {
        let counted =
            Some(single_moves(n.into(), cells.into(), spare.into())).filter(|&moves| moves < u64::MAX);
        let known = atomic_moves(n, cells, spare).map(u64::from);
        assert_eq!(known, counted, "{n} cards, {cells} cells, {spare} columns");
    }
    // Five cards to five columns, the sixth to the target, the five after it.
    assert_eq!(atomic_moves(6, 0, 5), Some(11));
}

/// A walk of random moves, calling `each` at every state.
fn walk(game: &FreeCell, seed: u64, steps: usize, mut each: impl FnMut(&State)) {
    let mut random = stream(seed, "test-walk", &[]);
    let mut state = game.start();
    for _ in 0..steps {
        each(&state);
        let choices = actions(game, &state);
        if choices.is_empty() {
            return;
        }
        game.apply(&mut state, choices[random.random_range(0..choices.len())]);
    }
}

fn variants() -> Vec<Rules> {
    let mut all = Vec::new();
    for build in [Build::Alternate, Build::Suit] {
        for fill in [Fill::Any, Fill::King] {
            for (columns, cells) in [(8, 4), (4, 8), (10, 0), (6, 3)] {
                all.push(Rules { columns, cells, build, fill });
            }
        }
    }
    all
}

#[test]
fn undo_pack_hash_and_text_agree() {
    for (i, rules) in variants().into_iter().enumerate() {
        for automatic in [false, true] {
            let settings = Settings { metric: Metric::Moves, automatic };
            let game = FreeCell::new(&board("98714", &rules), rules, settings);
            walk(&game, i as u64, 120, |state| {
                for action in actions(&game, state) {
                    let mut child = *state;
                    let undo = game.apply(&mut child, action);
                    assert_eq!(child.tops & child.celled, 0);
                    game.undo(&mut child, action, undo);
                    assert_eq!(child, *state);
                }
                // From packed words: other columns, the same code and hash.
                let mut words = [0; 3];
                game.pack(state, &mut words);
                let unpacked = game.unpack(&words);
                assert_eq!(game.hash(&unpacked), game.hash(state));
                assert_eq!((unpacked.tops, unpacked.celled), (state.tops, state.celled));
                let sorted = |state| {
                    let mut board = game.board(state);
                    board.columns.sort();
                    board.cells.sort();
                    board
                };
                assert_eq!(sorted(&unpacked), sorted(state));
                // From text: the same columns, and the hash made from scratch.
                let text = game.state_text(state);
                let again = text::parse(&text, &rules).expect("a printed board");
                assert_eq!(text::print(&again), text);
                assert_eq!(again, game.board(state));
            });
        }
    }
}

#[test]
fn symmetric_boards_pack_alike() {
    let rules = Rules::default();
    let one = board(
        "Foundations: H-T C-T D-T S-T\nFreecells: JD - QS -\nKH / KS QD JC / KD QC JH / KC QH JS / - / - / - / -",
        &rules,
    );
    let other = board(
        "Freecells: - QS - JD\nFoundations: H-T C-T D-T S-T\nKD QC JH / - / KH / - / KC QH JS / - / - / KS QD JC",
        &rules,
    );
    let (one, other) = (plain(&one, rules), plain(&other, rules));
    assert_eq!(one.start().code, other.start().code);
    assert_eq!(one.hash(&one.start()), other.hash(&other.start()));
}

#[test]
fn only_safe_cards_go_home_by_themselves() {
    let rules = Rules { columns: 4, ..Rules::default() };
    // The four of hearts: both black threes must be home, or both black twos and the three of diamonds' two.
    for (home, goes) in [
        ("H-3 C-3 D-0 S-3", true),
        ("H-3 C-2 D-A S-2", true),
        ("H-3 C-2 D-0 S-2", false),
        ("H-3 C-A D-3 S-3", false),
        ("H-A C-0 D-0 S-0", true),
    ] {
        let mut columns: [Vec<String>; 4] = Default::default();
        let mut next = Vec::new();
        for part in home.split(' ') {
            let (suit, top) = part.split_once('-').expect("a foundation");
            let count = "0A23456789TJQK".find(top).expect("a rank");
            for (rank, letter) in "A23456789TJQK".chars().enumerate().skip(count) {
                if suit == "H" && rank == count {
                    next.push(format!("{letter}{suit}"));
                } else if suit != "H" {
                    columns["CDS".find(suit).expect("a suit")].push(format!("{letter}{suit}"));
                } else {
                    columns[3].push(format!("{letter}{suit}"));
                }
            }
        }
        // The king lies on top of the other suits, so that nothing else is free to go.
        columns[3].extend(next);
        let text = format!("Foundations: {home} / {}", columns.map(|column| column.join(" ")).join(" / "));
        let game = FreeCell::new(&board(&text, &rules), rules, Settings::default());
        let start = game.start();
        assert_eq!(game.safe(&start) != 0, goes, "{text}");
    }
}

/// Playing safe cards home changes no distance: checked over whole spaces, in every metric.
#[test]
fn automatic_moves_cost_nothing() {
    use unstuck_core::search::{Limits, explore};
    let rules = Rules { columns: 4, cells: 1, ..Rules::default() };
    for text in [
        "Foundations: H-T C-T D-T S-T / KH QS JD / KS QD JC / KD QC JH / KC QH JS",
        "Foundations: H-T C-T D-T S-T / JD QS KH / JC QD KS / JH QC KD / JS QH KC",
        "Foundations: H-9 C-T D-9 S-T / JD TH QS KH / JC QD KS / JH QC TD KD / JS QH KC",
    ] {
        for (metric, name, _) in Metric::ALL {
            let distance = |automatic| {
                let game = FreeCell::new(&board(text, &rules), rules, Settings { metric, automatic });
                let mut packed = [0; 3];
                game.pack(&game.start(), &mut packed);
                let mut found = None;
                explore::distances(&game, &game.start(), Limits::default(), &mut (), &mut |state, far| {
                    let mut here = [0; 3];
                    game.pack(state, &mut here);
                    if here == packed {
                        found = far;
                    }
                })
                .expect("no limits");
                found
            };
            assert_eq!(distance(true), distance(false), "{name} {text}");
        }
    }
}

/// The validator plays whatever the engine plays, and counts what the engine counts.
#[test]
fn written_moves_replay_to_the_same_board() {
    for (i, rules) in variants().into_iter().enumerate() {
        for (metric, _, _) in Metric::ALL {
            let game =
                FreeCell::new(&board("617", &rules), rules, Settings { metric, automatic: i % 2 == 0 });
            let mut random = stream(i as u64, "test-replay", &[]);
            let mut state = game.start();
            for _ in 0..60 {
                let choices = actions(&game, &state);
                if choices.is_empty() {
                    break;
                }
                let action = choices[random.random_range(0..choices.len())];
                let before = state;
                let written = game.plan_text(&before, &[action]);
                game.apply(&mut state, action);
                let mut table = game.board(&before);
                let end = play(&mut table, &rules, &written, &mut |_, _| ()).expect("a legal move");
                assert_eq!(table, game.board(&state), "{written:?}");
                let length = match metric {
                    Metric::Moves => end.moves,
                    Metric::Card => end.card,
                    Metric::Atomic => end.atomic,
                    Metric::Player => end.player,
                };
                assert_eq!(length, u64::from(paid(&game, &before, action, &state)), "{written:?}");
            }
        }
    }
}

#[test]
fn the_first_moves_of_deal_1() {
    let rules = Rules::default();
    let game = plain(&deal(1), rules);
    let written: Vec<String> =
        actions(&game, &game.start()).into_iter().map(|a| game.action_text(&game.start(), a)).collect();
    assert_eq!(written.join(" "), "1a 2a 3a 4a 5a 6a 7a 8a");
}
