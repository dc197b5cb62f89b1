//! States as rows of numbers: the values of all features, with the exact distance where it is known.
//!
//! A row has no path, so features that read one ([`Needs`](crate::domain::Needs)) have no value in it.
//!
//! ```
//! use unstuck_core::registry::{self, Settings};
//! use unstuck_core::search::Limits;
//! let tiles = registry::family("tiles").unwrap();
//! let board = registry::read(tiles, "1 3 0 2", None, &Settings::new()).unwrap();
//! let rows = board.draw_rows(5, 1, Limits::default(), &mut ()).unwrap();
//! let manhattan = tiles.features().iter().position(|info| info.name == "manhattan").unwrap();
//! assert!(rows.iter().all(|row| row.values[manhattan].unwrap() <= row.distance as f64));
//! ```

use crate::domain::{Domain, View, actions};
use crate::heuristic::LazyFeatures;
use crate::puzzle::Puzzle;
use crate::random::{RngExt, stream};
use crate::search::explore;
use crate::search::{Limit, Limits, Observer, Stats};
use serde::{Deserialize, Serialize};

/// One state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The state, as an instance's text.
    pub text: String,
    /// Cost of a cheapest plan, as searches count it.
    pub distance: u64,
    /// One value per feature of the domain's table; `None` for those that a state alone does not have.
    pub values: Vec<Option<f64>>,
}

/// The values of all features at a state.
pub fn values<D: Domain>(domain: &D, state: &D::State) -> Vec<Option<f64>> {
    let mut lazy = LazyFeatures::new(domain);
    lazy.next_node();
    let view = View::root(domain, state);
    let features = domain.features().iter().enumerate();
    features
        .map(|(index, feature)| {
            let exists = feature.info.needs.state_only() && (feature.range)(domain).is_some();
            exists.then(|| lazy.get(&view, index))
        })
        .collect()
}

/// Draws rows evenly from the solvable states that can be reached, all of them if there are no more than `count`.
pub fn draw<D: Puzzle>(
    domain: &D,
    start: &D::State,
    (count, seed): (usize, u64),
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Vec<Row>, (Limit, Stats)> {
    // Instances of one space draw different states.
    let mut random = stream(seed, "rows", &[domain.hash(start)]);
    let mut drawn: Vec<(D::State, u32)> = Vec::new();
    let mut seen = 0;
    explore::distances(domain, start, limits, observer, &mut |state, distance| {
        let Some(distance) = distance else { return };
        seen += 1;
        if drawn.len() < count {
            drawn.push((state.clone(), distance));
        } else {
            // Every state seen so far stays with the same chance.
            let place = random.random_range(0..seen);
            if place < count {
                drawn[place] = (state.clone(), distance);
            }
        }
    })?;
    let row = |(state, distance): (D::State, u32)| Row {
        text: domain.state_text(&state),
        distance: distance.into(),
        values: values(domain, &state),
    };
    Ok(drawn.into_iter().map(row).collect())
}

/// The state after so many random moves from a start; fewer if there is none left to make. `None` where moves cannot
/// be taken back: such a walk may end where no goal can be reached.
pub fn wander<D: Puzzle>(domain: &D, start: &D::State, moves: usize, seed: u64) -> Option<String> {
    if !domain.reversible() {
        return None;
    }
    // Instances of one space walk apart.
    let mut random = stream(seed, "walk", &[domain.hash(start)]);
    let mut state = start.clone();
    for _ in 0..moves {
        let actions = actions(domain, &state);
        if actions.is_empty() {
            break;
        }
        domain.apply(&mut state, actions[random.random_range(0..actions.len())]);
    }
    Some(domain.state_text(&state))
}
