//! The laws that every domain must keep, checked on a random walk.
//!
//! The conformance suite runs this over the registry, so a new domain is held to them without a line of test
//! code of its own. Others ask an instance to check its domain:
//!
//! ```
//! use unstuck_core::registry::{self, Settings};
//! let tiles = registry::family("tiles").unwrap();
//! let board = registry::read(tiles, "1 3 0 2", None, &Settings::new()).unwrap();
//! assert_eq!(board.check_laws(1, 100), Ok(()));
//! ```

use crate::domain::{Compute, Domain, Each, View, actions};
use crate::heuristic::LazyFeatures;
use crate::puzzle::Puzzle;
use crate::random::{RngExt, stream};
use std::ops::ControlFlow;

/// Walks at random from `start` and checks, at every state, that
/// - packing, unpacking, hash and dense index tell of one and the same state;
/// - every action can be made and taken back, and reversible domains know its inverse;
/// - hash and index after a move equal those made from scratch;
/// - `visit` after an action leaves out only what its contract allows;
/// - features stay within their ranges, and all ways to compute them agree;
/// - admissible estimates are 0 at a goal.
///
/// # Errors
///
/// Says which law broke, and at which state.
pub fn walk<D: Puzzle>(domain: &D, start: &D::State, seed: u64, steps: usize) -> Result<(), String> {
    let mut random = stream(seed, "conformance walk", &[]);
    let mut state = start.clone();
    let mut came: Option<(D::State, D::Action)> = None;
    for g in 0..steps as u32 {
        check(domain, &state, came.as_ref(), g)
            .map_err(|law| format!("{law} at step {g}, {}", domain.state_text(&state)))?;
        let moves = actions(domain, &state);
        if moves.is_empty() {
            break;
        }
        let action = moves[random.random_range(0..moves.len())];
        came = Some((state.clone(), action));
        domain.apply(&mut state, action);
    }
    Ok(())
}

fn check<D: Puzzle>(
    domain: &D,
    state: &D::State,
    came: Option<&(D::State, D::Action)>,
    g: u32,
) -> Result<(), String> {
    let law = |holds: bool, law: &str| if holds { Ok(()) } else { Err(law.to_owned()) };
    let packed = pack(domain, state);
    let fresh = domain.unpack(&packed);
    law(pack(domain, &fresh) == packed, "unpack then pack changes the packed state")?;
    law(domain.hash(&fresh) == domain.hash(state), "the hash is not that of the unpacked state")?;
    law(domain.is_goal(&fresh) == domain.is_goal(state), "the goal test differs after unpacking")?;
    if let Some(count) = domain.dense() {
        law(domain.index(state) < count, "the dense index is out of range")?;
        law(
            domain.index(&fresh) == domain.index(state),
            "the dense index is not that of the unpacked state",
        )?;
    }
    let mut place = state.clone();
    for action in actions(domain, state) {
        let ahead = domain.dense().map(|_| domain.index_after(state, action));
        let undo = domain.apply(&mut place, action);
        let child = domain.unpack(&pack(domain, &place));
        law(
            domain.hash(&child) == domain.hash(&place),
            "the hash after a move is not that made from scratch",
        )?;
        law(
            ahead.is_none_or(|index| index == domain.index(&place)),
            "the index told ahead of a move is not the one after it",
        )?;
        let cost = domain.paid(state, action, &place);
        law(cost > 0 || !domain.reversible(), "an action that can be taken back costs nothing")?;
        law(!domain.unit_cost() || cost == 1, "an action of a unit-cost instance does not cost 1")?;
        if domain.reversible() {
            let back = actions(domain, &place).into_iter().any(|inverse| {
                let mut there = place.clone();
                domain.apply(&mut there, inverse);
                domain.cost(inverse) == domain.cost(action) && pack(domain, &there) == packed
            });
            law(back, "a move of a reversible domain has no inverse")?;
        }
        domain.undo(&mut place, action, undo);
        law(pack(domain, &place) == packed, "undo does not give the state back")?;
        law(domain.hash(&place) == domain.hash(state), "undo does not give the hash back")?;
    }
    if let Some((parent, last)) = came {
        skips(domain, parent, *last, state)?;
    }
    features(domain, state, came, g)
}

/// What `visit` leaves out after `last` must be the parent or within one action of it, for no more.
fn skips<D: Puzzle>(domain: &D, parent: &D::State, last: D::Action, state: &D::State) -> Result<(), String> {
    let mut kept = Vec::new();
    let _ = domain.visit(
        state,
        Some(last),
        &mut Each(|action| {
            kept.push(action);
            ControlFlow::Continue(())
        }),
    );
    let after = |state: &D::State, action| {
        let mut child = state.clone();
        domain.apply(&mut child, action);
        pack(domain, &child)
    };
    for action in actions(domain, state) {
        if kept.contains(&action) {
            continue;
        }
        let left_out = after(state, action);
        let budget = domain.cost(last) + domain.cost(action);
        let excused = left_out == pack(domain, parent)
            || actions(domain, parent)
                .into_iter()
                .any(|direct| domain.cost(direct) <= budget && after(parent, direct) == left_out);
        if !excused {
            return Err("visit leaves out a successor that the parent does not reach".into());
        }
    }
    Ok(())
}

fn features<D: Puzzle>(
    domain: &D,
    state: &D::State,
    came: Option<&(D::State, D::Action)>,
    g: u32,
) -> Result<(), String> {
    let siblings = came.map_or(0, |(parent, _)| actions(domain, parent).len() as u32);
    let parent = came.map(|(parent, action)| (parent, *action));
    let view = View { domain, state, parent, g, siblings };
    let mut lazy = LazyFeatures::new(domain);
    lazy.next_node();
    let mut scratch = D::Scratch::default();
    for (at, feature) in domain.features().iter().enumerate() {
        let Some((low, high)) = (feature.range)(domain) else { continue };
        let name = feature.info.name;
        let value = lazy.get(&view, at);
        if !(low..=high).contains(&value) {
            return Err(format!("{name} is {value}, outside its range {low} to {high},"));
        }
        if domain.is_goal(state) && !feature.info.admissible.is_empty() && value != 0.0 {
            return Err(format!("{name} is {value} at a goal,"));
        }
        let again = match &feature.compute {
            Compute::One(f) => f(&view, &mut scratch),
            Compute::Indexed(f, member) => f(&view, &mut scratch, *member),
            Compute::Group(f, range) => {
                let mut values = vec![f64::NAN; usize::from(range.end - range.start)];
                f(&view, &mut scratch, &mut values);
                values[at - usize::from(range.start)]
            }
        };
        if again.to_bits() != value.to_bits() {
            return Err(format!("{name} is {value} and then {again},"));
        }
    }
    Ok(())
}

fn pack<D: Domain>(domain: &D, state: &D::State) -> Vec<u64> {
    let mut packed = vec![0; domain.words()];
    domain.pack(state, &mut packed);
    packed
}
