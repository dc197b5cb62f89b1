//! States as rows of numbers: the values of all features, with the exact distance where it is known.
//!
//! A row has no path, so features that read one ([`Needs`](crate::feature::Needs)) have no value in it.
//!
//! ```
//! use unstuck_core::domain::{self, Domain, Settings};
//! use unstuck_core::search::Limits;
//! use unstuck_tiles::TilesDomain;
//! let board = domain::read_search(&TilesDomain, "1 3 0 2", None, &Settings::new()).unwrap();
//! let rows = board.draw_rows(5, 1, Limits::default(), &mut ()).unwrap();
//! let manhattan = TilesDomain.features().index("manhattan").unwrap();
//! assert!(rows.iter().all(|row| row.values[usize::from(manhattan)].unwrap() <= row.distance as f64));
//! ```

use crate::feature::View;
use crate::heuristic::{Featured, NodeFeatures};
use crate::problem::actions;
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
pub fn values<P: Featured>(problem: &P, state: &P::State) -> Vec<Option<f64>> {
    let mut lazy = NodeFeatures::new(problem);
    lazy.next_view();
    let view = View::root(problem, state);
    let features = problem.features().iter().enumerate();
    features
        .map(|(index, feature)| {
            let exists = feature.info.is_tabulated() && feature.range(problem).is_some();
            exists.then(|| lazy.get(&view, index))
        })
        .collect()
}

/// Draws rows evenly from the solvable states that can be reached, all of them if there are no more than `count`.
pub fn draw<P: Puzzle + Featured>(
    problem: &P,
    start: &P::State,
    (count, seed): (usize, u64),
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Vec<Row>, (Limit, Stats)> {
    // Instances of one space draw different states.
    let mut random = stream(seed, "rows", &[problem.hash(start)]);
    let mut drawn: Vec<(P::State, u32)> = Vec::new();
    let mut seen = 0;
    explore::distances(problem, start, limits, observer, &mut |state, distance| {
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
    let row = |(state, distance): (P::State, u32)| Row {
        text: problem.state_text(&state),
        distance: distance.into(),
        values: values(problem, &state),
    };
    Ok(drawn.into_iter().map(row).collect())
}

/// The state after so many random moves from a start; fewer if there is none left to make. `None` where moves cannot
/// be taken back: such a walk may end where no goal can be reached.
pub fn wander<P: Puzzle>(problem: &P, start: &P::State, moves: usize, seed: u64) -> Option<String> {
    if !problem.reversible() {
        return None;
    }
    // Instances of one space walk apart.
    let mut random = stream(seed, "walk", &[problem.hash(start)]);
    let mut state = start.clone();
    for _ in 0..moves {
        let actions = actions(problem, &state);
        if actions.is_empty() {
            break;
        }
        problem.apply(&mut state, actions[random.random_range(0..actions.len())]);
    }
    Some(problem.state_text(&state))
}
