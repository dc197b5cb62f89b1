//! Tests that span the files of the domain.

mod counts;
mod errors;
mod features;
mod numbering;
mod rules;
mod solving;

use super::board::{Board, Rules};
use super::metric::{Metric, Settings};
use super::problem::FreeCell;

/// A deal with the default rules.
fn deal(number: u64) -> Board {
    super::deal::deal(number, &Rules::default()).expect("a numbered deal")
}

fn board(text: &str, rules: &Rules) -> Board {
    super::text::parse(text, rules).expect("a good board")
}

/// For counting: no automatic moves.
fn plain(board: &Board, rules: Rules) -> FreeCell {
    FreeCell::new(board, rules, Settings { metric: Metric::Moves, automatic: false })
}
