//! The distance from the truth over the rows of the training instances.

use super::Score;
use crate::task::Fit;

/// Name and explanation.
pub const ABOUT: (&str, &str) = (
    "least_squares",
    "difference between the heuristic and exact distances over rows (loss: mse, mae or rank)",
);

/// A fit's worth is its loss.
pub fn score(fit: &Fit) -> Score {
    Score { fitness: fit.loss, cases: fit.cases.clone(), scaling: Some(fit.scaling), ..Score::default() }
}
