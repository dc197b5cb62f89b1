//! Heuristics that are updated move by move instead of computed afresh: each feature by itself, and those of a formula
//! together.

pub(super) mod features;
mod linear_conflict;
mod manhattan;
mod pattern_database;
#[cfg(test)]
mod tests;
mod walking_distance;

use super::cells::Cells;
use super::problem::Tiles;
use unstuck_core::heuristic::WithHeuristic;

/// Runs `with` on the incremental heuristic of that name, if there is one. The capacities are compared in `const`, so that
/// nothing is compiled for boards that have none.
pub(super) fn with<C: Cells, R, W: WithHeuristic<Tiles<C>, R>>(
    problem: &Tiles<C>,
    name: &str,
    with: W,
) -> Result<R, W> {
    match name {
        "manhattan" => Ok(with.call(manhattan::Manhattan)),
        "linear_conflict" if const { C::CAPACITY <= 25 } => Ok(with.call(linear_conflict::LinearConflict)),
        "walking_distance" if const { C::CAPACITY <= 16 } => match problem.walking() {
            Some(walking) => Ok(with.call(walking_distance::WalkingDistance(walking.clone()))),
            None => Err(with),
        },
        _ if const { C::CAPACITY <= 25 } => match problem.database(name) {
            Some(database) => Ok(with.call(pattern_database::PatternDatabase(database))),
            None => Err(with),
        },
        _ => Err(with),
    }
}
