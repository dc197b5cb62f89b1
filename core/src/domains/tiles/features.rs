//! The features of the sliding tiles.

use super::board::Board;
use super::cells::Cells;
use super::domain::{State, Tiles};
use crate::domain::{Compute, Feature, FeatureInfo, Kind, Needs, Role};

/// What the features look up, made once per goal.
#[derive(Debug, Clone)]
pub(super) struct Tables {}

impl Tables {
    pub(super) fn new(_goal: &Board) -> Self {
        Self {}
    }
}

/// The sum over all tiles of the rows and columns to go.
pub(super) fn manhattan<C: Cells>(domain: &Tiles<C>, state: &State<C>) -> u32 {
    let size = domain.size();
    (0..size.cells())
        .filter(|&cell| state.tile(cell) != 0)
        .map(|cell| size.distance(cell, domain.home(state.tile(cell))) as u32)
        .sum()
}

impl<C: Cells> Tiles<C> {
    /// The feature table.
    pub const FEATURES: &'static [Feature<Self>] = &[Feature {
        info: FeatureInfo {
            name: "manhattan",
            kind: Kind::Real,
            role: Role::Estimate,
            about: "rows and columns every tile has to go",
            admissible: &["moves"],
            consistent: &["moves"],
            needs: Needs::STATE,
        },
        range: |_| Some((0.0, 1000.0)),
        compute: Compute::One(|view, _| f64::from(manhattan(view.domain, view.state))),
    }];
}
