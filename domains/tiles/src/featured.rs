//! The features and the incremental heuristics of the sliding tiles, as searches ask for them.

use super::cells::Cells;
use super::heuristics::{self, features};
use super::problem::Tiles;
use unstuck_core::heuristic::{Featured, NodeFeature, Prices, WithFeatures, WithHeuristic};

/// In nanoseconds, for features that are computed afresh: by the shortest of 40 times of A* with `0*FEATURE` on the same
/// nodes, against that of the cheapest feature (`korf:88`), before A* updated features. Those of pattern databases are
/// estimates: Manhattan distance, and two look-ups for each group.
const PRICES: &[Prices] = &[
    (&["misplaced"], 25),
    (&["manhattan"], 55),
    (&["linear_conflict"], 120),
    (&["walking_distance"], 280),
    (&["gaschnig"], 75),
    (&["out_of_row"], 40),
    (&["out_of_column"], 40),
    (&["nilsson_sequence"], 55),
    (&["corner_tiles"], 55),
    (&["last_moves"], 30),
    (&["pdb_555", "pdb_663", "pdb_78"], 150),
    (&["pdb_6666"], 200),
    (&["blank_distance"], 25),
    (&["siblings"], 50),
];

impl<C: Cells> Featured for Tiles<C> {
    fn features(&self) -> &[NodeFeature<Self>] {
        Self::FEATURES
    }

    fn prices(&self) -> &'static [Prices] {
        PRICES
    }

    fn incremental<R, W: WithHeuristic<Self, R>>(&self, name: &str, with: W) -> Result<R, W> {
        heuristics::with(self, name, with)
    }

    fn incremental_features<R, W: WithFeatures<Self, R>>(&self, names: &[&str], with: W) -> Result<R, W> {
        features::with(self, names, with)
    }
}
