//! The score told ahead is the score of the made move.

use super::position::Position;
use super::weights::Weights;
use crate::domains::freecell::board::{Build, Fill, Rules};
use crate::domains::freecell::metric::Settings;
use crate::domains::freecell::problem::FreeCell;
use crate::domains::freecell::text;
use crate::problem::actions;
use crate::random::{RngExt, stream};

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
        let mut random = stream(number, "test-ahead", &[]);
        for _ in 0..20 {
            let mut position = Position::new(&game, &game.start(), &WEIGHTS);
            for _ in 0..80 {
                let choices = actions(&game, &position.state);
                if choices.is_empty() {
                    break;
                }
                let now = position.score(&game, &WEIGHTS);
                for &action in &choices {
                    let mut child = position;
                    child.make(&game, &WEIGHTS, action);
                    let made = child.score(&game, &WEIGHTS).total;
                    let fresh = Position::new(&game, &child.state, &WEIGHTS);
                    assert_eq!(made, fresh.score(&game, &WEIGHTS).total, "{action:?}");
                    if let Some(ahead) = position.evaluate_successor(&game, &WEIGHTS, &now, action) {
                        assert_eq!(ahead, made, "{action:?}\n{}", text::print(&game.board(&position.state)));
                    }
                }
                // Homeward where possible, so that columns get empty.
                let action = choices[random.random_range(0..choices.len().min(6))];
                position.make(&game, &WEIGHTS, action);
            }
        }
    }
}
