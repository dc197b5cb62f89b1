//! The features and the incremental heuristics of the sliding tiles, as searches ask for them.

use super::cells::Cells;
use super::heuristics;
use super::problem::Tiles;
use crate::feature::Feature;
use crate::heuristic::{Featured, WithHeuristic};

impl<C: Cells> Featured for Tiles<C> {
    fn features(&self) -> &[Feature<Self>] {
        Self::FEATURES
    }

    fn incremental<R, W: WithHeuristic<Self, R>>(&self, name: &str, with: W) -> Result<R, W> {
        heuristics::with(self, name, with)
    }
}
