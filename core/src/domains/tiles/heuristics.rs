//! Heuristics that are updated move by move instead of computed afresh.

mod manhattan;

use super::cells::Cells;
use super::domain::Tiles;
use crate::domain::WithHeuristic;

/// Runs `with` on the incremental heuristic of that name, if there is one.
pub(super) fn with<C: Cells, R, W: WithHeuristic<Tiles<C>, R>>(
    _domain: &Tiles<C>,
    name: &str,
    with: W,
) -> Result<R, W> {
    match name {
        "manhattan" => Ok(with.call(manhattan::Manhattan)),
        _ => Err(with),
    }
}
