//! The score told ahead is the score of the made move, and children wait in order.

use super::children::Children;
use super::position::Position;
use super::queue::Queue;
use super::scorer::Scorer;
use super::weights::Weights;
use crate::action::Action;
use crate::board::{Build, Fill, Rules};
use crate::metric::Settings;
use crate::problem::FreeCell;
use crate::state::set_field;
use crate::text;
use unstuck_core::problem::{Problem, actions};
use unstuck_core::random::{RngExt, stream};

/// All different, so that no two mistakes cancel.
const WEIGHTS: Weights = Weights {
    not_home: 37,
    misfit: 57,
    inversion: 13,
    bottom: 11,
    founded: 8,
    crowned: 5,
    cell: 61,
    cells: 9,
    cell_rank: 3,
    empty: 50,
    stuck: 71,
    buried: 18,
    buried_next: 4,
    spread: 7,
    depth: 34,
};

#[test]
fn a_score_told_ahead_is_right() {
    for (number, build, fill, cells) in [
        (1, Build::Alternate, Fill::Any, 4),
        (2, Build::Alternate, Fill::Any, 8),
        (3, Build::Alternate, Fill::King, 3),
        (4, Build::Suit, Fill::Any, 5),
    ] {
        let rules = Rules { cells, build, fill, ..Rules::default() };
        let board = text::parse(&format!("{number}"), &rules).expect("a deal");
        let game = FreeCell::new(&board, rules, Settings::default());
        let scorer = Scorer::new(&game, &WEIGHTS);
        let mut children = Children::new();
        let mut random = stream(number, "test-ahead", &[]);
        for _ in 0..20 {
            let mut position = Position::new(&scorer, &game.start());
            for _ in 0..80 {
                let choices = actions(&game, &position.state);
                if choices.is_empty() {
                    break;
                }
                children.list(&scorer, &position, position.score(&scorer), true);
                // The same moves, in another order.
                assert_eq!(children.len(), choices.len());
                for child in children.iter() {
                    let (action, quiet, score) = (child.action(), child.is_quiet(), child.score);
                    assert!(choices.iter().any(|&choice| Action { cost: 1, ..choice } == action));
                    let mut child = position;
                    child.make(&scorer, action);
                    let mut state = position.state;
                    game.apply(&mut state, action);
                    assert_eq!(child.state, state, "{action:?}");
                    let made = child.score(&scorer);
                    let fresh = Position::new(&scorer, &child.state);
                    assert_eq!(made, fresh.score(&scorer), "{action:?}");
                    if quiet {
                        assert_eq!(score, made, "{action:?}\n{}", text::print(&game.board(&position.state)));
                        let mut code = position.state.code;
                        set_field(&mut code, action.card, action.field());
                        assert_eq!(code, state.code, "{action:?}");
                    }
                }
                // Homeward where possible, so that columns get empty.
                let action = choices[random.random_range(0..choices.len().min(6))];
                position.make(&scorer, action);
            }
        }
    }
}

/// Like a stable sort of what waits, the newest of equals first.
#[test]
fn a_queue_keeps_order() {
    let mut random = stream(5, "test-queue", &[]);
    let mut queue = Queue::with_capacity(4);
    for _ in 0..3 {
        queue.clear();
        let mut waiting: Vec<(i32, u32)> = Vec::new();
        for number in 0..2_000 {
            // Some beyond the ends, where all are equal.
            let score = random.random_range(-2_100..=200) * if number % 100 == 0 { 1_000 } else { 1 };
            queue.push(score, number);
            waiting.push((score.clamp(-2048, 63_487), number));
            assert_eq!(queue.len(), waiting.len() as u64);
            if random.random_range(0..3) == 0 {
                let best = waiting.iter().enumerate().min_by_key(|(_, (score, number))| (*score, !number));
                let best = best.map(|(at, _)| at).map(|at| waiting.remove(at).1);
                assert_eq!(queue.pop(), best);
            }
        }
        waiting.sort_by_key(|&(score, number)| (score, !number));
        for (_, number) in waiting {
            assert_eq!(queue.pop(), Some(number));
        }
        assert_eq!(queue.pop(), None);
    }
}
