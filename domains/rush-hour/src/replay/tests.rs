//! Counting, every refusal in its exact words, and the door.

use super::{ReplayError, play, replay, words};
use crate::board::Board;
use crate::domain::RushHourDomain;
use crate::text::{Reading, parse, print};
use proptest::prelude::*;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use unstuck_core::domain::{self, Settings};

fn board(text: &str) -> Board {
    parse(text, &Reading::default()).unwrap()
}

/// Row 2 is the target's; C blocks it, D stands under a wall.
const SMALL: &str = "BBoo/AAoC/oooC/xDDo/oooo";

fn refusal(moves: &[&str], drive_out: bool) -> String {
    replay(&board(SMALL), moves, drive_out).unwrap_err().to_string()
}

#[test]
fn slides_and_steps_are_counted_as_written() {
    let replay = replay(&board(SMALL), &["C+1", " C+1 ", "A+1", "A+1"], false).unwrap();
    assert_eq!((replay.slides, replay.steps, replay.solved), (4, 4, true));
    let shown: Vec<String> = replay.positions.iter().map(print).collect();
    assert_eq!(
        shown,
        [
            "BBoo/AAoC/oooC/xDDo/oooo",
            "BBoo/AAoo/oooC/xDDC/oooo",
            "BBoo/AAoo/oooo/xDDC/oooC",
            "BBoo/oAAo/oooo/xDDC/oooC",
            "BBoo/ooAA/oooo/xDDC/oooC",
        ]
    );
    for position in &replay.positions {
        assert_eq!(&parse(&print(position), &Reading::default()).unwrap(), position);
    }
}

/// Breadth-first search with nothing but the validator, against the published figures of card 1:
/// if it allowed or refused a move too many, the counts would differ.
#[test]
fn the_validator_alone_solves_and_counts_card_1() {
    let start = board("BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo");
    let mut seen = HashMap::from([(print(&start), 0)]);
    let mut queue = VecDeque::from([start]);
    let mut optimal = None;
    while let Some(position) = queue.pop_front() {
        let depth = seen[&print(&position)];
        for vehicle in &position.vehicles {
            for (sign, distance) in ['+', '-'].into_iter().flat_map(|sign| (1..5).map(move |n| (sign, n))) {
                let step = format!("{}{sign}{distance}", vehicle.letter);
                let Ok(replay) = play(&position, &[step], false) else { continue };
                let next = replay.positions[1].clone();
                if let Entry::Vacant(entry) = seen.entry(print(&next)) {
                    entry.insert(depth + 1);
                    queue.push_back(next);
                    optimal = optimal.or(replay.solved.then_some(depth + 1));
                }
            }
        }
    }
    assert_eq!((optimal, seen.len()), (Some(8), 1247));
}

#[test]
fn impossible_steps() {
    assert_eq!(refusal(&["C+1", "A+3"], false), "step 2, `A+3`: it leaves the board after 2 cells");
    assert_eq!(refusal(&["A-1"], false), "step 1, `A-1`: it leaves the board after 0 cells");
    assert_eq!(refusal(&["C-1", "C-1"], false), "step 2, `C-1`: it leaves the board after 0 cells");
    assert_eq!(refusal(&["A+2"], false), "step 1, `A+2`: it hits vehicle C at row 2, column 4");
    assert_eq!(refusal(&["D-1"], false), "step 1, `D-1`: it hits the wall at row 4, column 1");
    assert_eq!(refusal(&["Q+1"], false), "step 1, `Q+1`: there is no vehicle Q on the board");
    assert_eq!(refusal(&["o+1"], false), "step 1, `o+1`: there is no vehicle o on the board");
    assert_eq!(refusal(&["x+1"], false), "step 1, `x+1`: there is no vehicle x on the board");
    assert_eq!(refusal(&["A+0"], false), "step 1, `A+0`: a move goes at least 1 cell");
    assert_eq!(refusal(&["C+99999999"], false), "step 1, `C+99999999`: it leaves the board after 2 cells");
}

#[test]
fn what_is_not_a_move() {
    for text in ["", "A", "A3", "A+", "A+-1", "A++1", "A+1.5", "A +1", "AA+1", "A+99999999999999999999"] {
        let message = refusal(&[text], false);
        let shown = if text.len() > 16 { "A+99999999999999…" } else { text };
        assert_eq!(
            message,
            format!(
                "step 1, `{shown}`: this is not a move (write a vehicle, + or -, and a number of cells, such as A+3)"
            )
        );
    }
}

#[test]
fn a_plan_that_solves_nothing() {
    assert_eq!(refusal(&[], false), "the plan ends after 0 moves with the target 2 cells short of the exit");
    assert_eq!(
        refusal(&["A+1"], false),
        "the plan ends after 1 move with the target 1 cell short of the exit"
    );
    let instance = domain::read_search(&RushHourDomain, SMALL, None, &Settings::new()).unwrap();
    assert_eq!(
        instance.replay(&["A+1".to_owned()]).unwrap_err().to_string(),
        "the plan can be played, but does not solve the puzzle: the target is 1 cell short of the exit"
    );
    assert_eq!(
        replay(&board(SMALL), &["C+1", "A+2"], true),
        Err(ReplayError::NotSolved { moves: 2, missing: 2, drive_out: true })
    );
    assert_eq!(
        refusal(&["C+1", "A+2"], true),
        "the plan ends after 2 moves with the target 2 cells short of being out"
    );
}

#[test]
fn an_empty_plan_solves_a_solved_board() {
    assert!(replay::<&str>(&board("ooAAoooooooooooo"), &[], false).is_ok());
    assert!(replay::<&str>(&board("ooAAoooooooooooo"), &[], true).is_err());
}

#[test]
fn driving_out() {
    for (plan, slides) in [(&["C+1", "A+4"][..], 2), (&["C+1", "A+2", "A+2"], 3)] {
        let replay = replay(&board(SMALL), plan, true).unwrap();
        assert_eq!((replay.slides, replay.steps, replay.solved), (slides, 5, true));
        assert_eq!(print(&replay.positions[plan.len()]), "BBoo/ooAA/oooC/xDDC/oooo");
    }
    let out = "(it drives out completely, and no further)";
    assert_eq!(
        refusal(&["C+1", "A+3"], true),
        format!("step 2, `A+3`: the target is out after 4 cells {out}")
    );
    assert_eq!(
        refusal(&["C+1", "A+5"], true),
        format!("step 2, `A+5`: the target is out after 4 cells {out}")
    );
    assert_eq!(refusal(&["C+1", "A+4", "B+1"], true), "step 3, `B+1`: the target has already driven out");
    // Only through the door, and only the target.
    assert_eq!(refusal(&["A-2"], true), "step 1, `A-2`: it leaves the board after 0 cells");
    assert_eq!(refusal(&["B+4"], true), "step 1, `B+4`: it leaves the board after 2 cells");
}

#[test]
fn every_side_has_its_door() {
    for (text, at_edge, out) in [
        ("ooooooAAoooooooo>left", "A-2", "A-4"),
        ("ooooAAoooooooooo", "A+2", "A+4"),
        ("ooooooooAoooAooo>up", "A-2", "A-4"),
        ("AoooAooooooooooo>down", "A+2", "A+4"),
    ] {
        assert!(replay(&board(text), &[at_edge], false).is_ok(), "{text}");
        assert!(replay(&board(text), &[out], true).is_ok(), "{text}");
        assert!(replay(&board(text), &[out], false).is_err(), "{text}");
    }
}

#[test]
fn moves_in_words() {
    let board = board(SMALL);
    assert_eq!(words(&board, "A+3").unwrap(), "move A 3 cells to the right");
    assert_eq!(words(&board, "B-1").unwrap(), "move B 1 cell to the left");
    assert_eq!(words(&board, "C+2").unwrap(), "move C 2 cells down");
    assert_eq!(words(&board, "C-1").unwrap(), "move C 1 cell up");
    assert_eq!(words(&board, "Q+1"), None);
    assert_eq!(words(&board, "A"), None);
}

proptest! {
    #[test]
    fn any_plan_is_answered(plan in prop::collection::vec("[ABCDox][+-][0-5]|.{0,20}|[A-D][+-]\\d{1,25}", 0..20), out: bool) {
        if let Ok(replay) = play(&board(SMALL), &plan, out) {
            prop_assert_eq!(replay.positions.len(), plan.len() + 1);
        }
    }

    /// Undoing every move in reverse gives the first board again.
    #[test]
    fn plans_can_be_undone(plan in prop::collection::vec("[A-D][+-][1-3]", 0..60)) {
        let start = board(SMALL);
        let mut played: Vec<String> = Vec::new();
        for step in plan {
            played.push(step);
            if play(&start, &played, false).is_err() {
                played.pop();
            }
        }
        let flip = |s: &String| if s.contains('+') { s.replace('+', "-") } else { s.replace('-', "+") };
        let back: Vec<String> = played.iter().rev().map(flip).collect();
        played.extend(back);
        let replay = play(&start, &played, false).unwrap();
        prop_assert_eq!(replay.positions.last(), Some(&start));
        prop_assert_eq!(replay.slides, played.len() as u64);
    }
}
