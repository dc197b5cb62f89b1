//! The laws that every domain must keep, checked on a random walk.
//!
//! The conformance suite runs this over the registry, so a new domain is held to them without a line of test
//! code of its own. Others ask an instance to check its domain:
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_tiles::TilesDomain;
//! let board = domain::read_search(&TilesDomain, "1 3 0 2", None, &Settings::new()).unwrap();
//! assert_eq!(board.check_laws(1, 100), Ok(()));
//! ```

use crate::feature::{Compute, View};
use crate::heuristic::{Featured, NodeFeatures};
use crate::problem::{Dense, Each, Problem, WithDense, actions, paid};
use crate::puzzle::Puzzle;
use crate::random::{RngExt, stream};
use std::ops::ControlFlow;

/// Walks at random from `start` and checks, at every state, that
/// - packing, unpacking, hash and dense index tell of one and the same state;
/// - every action can be made and taken back, and reversible domains know its inverse;
/// - hash and index after a move equal those made from scratch;
/// - `visit` after an action leaves out only what its contract allows;
/// - features stay within their ranges, and all ways to compute them agree; prices are those of features;
/// - admissible estimates are 0 at a goal.
///
/// # Errors
///
/// Says which law broke, and at which state.
pub fn walk<P: Puzzle + Featured>(
    problem: &P,
    start: &P::State,
    seed: u64,
    steps: usize,
) -> Result<(), String> {
    let mut random = stream(seed, "conformance walk", &[]);
    let mut state = start.clone();
    let mut came: Option<(P::State, P::Action)> = None;
    for g in 0..steps as u32 {
        check(problem, &state, came.as_ref(), g)
            .map_err(|law| format!("{law} at step {g}, {}", problem.state_text(&state)))?;
        let moves = actions(problem, &state);
        if moves.is_empty() {
            break;
        }
        let action = moves[random.random_range(0..moves.len())];
        came = Some((state.clone(), action));
        problem.apply(&mut state, action);
    }
    Ok(())
}

fn check<P: Puzzle + Featured>(
    problem: &P,
    state: &P::State,
    came: Option<&(P::State, P::Action)>,
    g: u32,
) -> Result<(), String> {
    let law = |holds: bool, law: &str| if holds { Ok(()) } else { Err(law.to_owned()) };
    let packed = pack(problem, state);
    let fresh = problem.unpack(&packed);
    law(pack(problem, &fresh) == packed, "unpack then pack changes the packed state")?;
    law(problem.hash(&fresh) == problem.hash(state), "the hash is not that of the unpacked state")?;
    law(problem.is_goal(&fresh) == problem.is_goal(state), "the goal test differs after unpacking")?;
    let mut refilled = came.map_or(state, |(parent, _)| parent).clone();
    problem.unpack_into(&packed, &mut refilled);
    law(pack(problem, &refilled) == packed, "unpacking into another state gives a different one")?;
    law(problem.hash(&refilled) == problem.hash(state), "the hash is not that of the refilled state")?;
    if let Ok(numbers) = problem.with_dense(Numbers { state, fresh: &fresh }) {
        numbers?;
    }
    let mut place = state.clone();
    for action in actions(problem, state) {
        let undo = problem.apply(&mut place, action);
        let child = problem.unpack(&pack(problem, &place));
        law(
            problem.hash(&child) == problem.hash(&place),
            "the hash after a move is not that made from scratch",
        )?;
        let cost = paid(problem, state, action, &place);
        law(cost > 0 || !problem.reversible(), "an action that can be taken back costs nothing")?;
        law(!problem.unit_cost() || cost == 1, "an action of a unit-cost instance does not cost 1")?;
        law(cost >= problem.min_cost(), "an action costs less than the cheapest")?;
        if problem.reversible() {
            let back = actions(problem, &place).into_iter().any(|inverse| {
                let mut there = place.clone();
                problem.apply(&mut there, inverse);
                problem.cost(inverse) == problem.cost(action) && pack(problem, &there) == packed
            });
            law(back, "a move of a reversible domain has no inverse")?;
        }
        problem.undo(&mut place, action, undo);
        law(pack(problem, &place) == packed, "undo does not give the state back")?;
        law(problem.hash(&place) == problem.hash(state), "undo does not give the hash back")?;
    }
    if let Some((parent, last)) = came {
        skips(problem, parent, *last, state)?;
        // Best-first searches pack a state before they expand it.
        skips(problem, parent, *last, &fresh)?;
    }
    features(problem, state, came, g)
}

/// The laws of a numbering, at a state that was also packed and unpacked.
struct Numbers<'a, S> {
    state: &'a S,
    fresh: &'a S,
}

impl<P: Problem> WithDense<P> for Numbers<'_, P::State> {
    type Output = Result<(), String>;

    fn call(self, problem: &P) -> Self::Output
    where
        P: Dense,
    {
        let Some(count) = problem.numbers() else { return Ok(()) };
        let law = |holds: bool, law: &str| if holds { Ok(()) } else { Err(law.to_owned()) };
        let number = problem.number(self.state);
        law(count <= 1 << 32, "the numbering has more than 32 bits")?;
        law(number < count, "the number of a state is out of range")?;
        law(problem.number(self.fresh) == number, "the number is not that of the unpacked state")?;
        let mut place = self.state.clone();
        for action in actions(problem, self.state) {
            let ahead = problem.number_after(self.state, action);
            let undo = problem.apply(&mut place, action);
            law(problem.number(&place) == ahead, "the number ahead of a move is not the one after it")?;
            problem.undo(&mut place, action, undo);
        }
        Ok(())
    }
}

/// What `visit` leaves out after `last` must be the parent or within one action of it, for no more.
fn skips<P: Puzzle + Featured>(
    problem: &P,
    parent: &P::State,
    last: P::Action,
    state: &P::State,
) -> Result<(), String> {
    let mut kept = Vec::new();
    let _ = problem.visit(
        state,
        Some(last),
        &mut Each(|action| {
            kept.push(action);
            ControlFlow::Continue(())
        }),
    );
    let after = |state: &P::State, action| {
        let mut child = state.clone();
        problem.apply(&mut child, action);
        pack(problem, &child)
    };
    for action in actions(problem, state) {
        if kept.contains(&action) {
            continue;
        }
        let left_out = after(state, action);
        let budget = problem.cost(last) + problem.cost(action);
        let excused = left_out == pack(problem, parent)
            || actions(problem, parent)
                .into_iter()
                .any(|direct| problem.cost(direct) <= budget && after(parent, direct) == left_out);
        if !excused {
            return Err("visit leaves out a successor that the parent does not reach".into());
        }
    }
    Ok(())
}

fn features<P: Puzzle + Featured>(
    problem: &P,
    state: &P::State,
    came: Option<&(P::State, P::Action)>,
    g: u32,
) -> Result<(), String> {
    let siblings = came.map_or(0, |(parent, _)| actions(problem, parent).len() as u32);
    let parent = came.map(|(parent, action)| (parent, *action));
    let view = View { problem, state, parent, g, siblings, path: &[] };
    let mut lazy = NodeFeatures::new(problem);
    lazy.next_view();
    let mut scratch = problem.scratch();
    for (at, feature) in problem.features().iter().enumerate() {
        let Some((low, high)) = feature.range(problem) else { continue };
        let name = &feature.info.name;
        let value = lazy.get(&view, at);
        let dead_end = feature.info.node().safe && value == f64::INFINITY;
        if !dead_end && !(low..=high).contains(&value) {
            return Err(format!("{name} is {value}, outside its range {low} to {high},"));
        }
        if problem.is_goal(state) && !feature.info.node().admissible.is_empty() && value != 0.0 {
            return Err(format!("{name} is {value} at a goal,"));
        }
        let again = match &feature.compute {
            Compute::One(f) => f(&view, &mut scratch),
            Compute::Member(f) => f(&view, &mut scratch, feature.member),
            Compute::Closure(f) => f(&view, &mut scratch),
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
    let known = |name: &str| problem.features().iter().any(|feature| feature.info.name == name);
    match problem.prices().iter().flat_map(|(names, _)| *names).find(|name| !known(name)) {
        Some(name) => Err(format!("{name} has a price and is no feature,")),
        None => Ok(()),
    }
}

fn pack<P: Problem>(problem: &P, state: &P::State) -> Vec<u64> {
    let mut packed = vec![0; problem.packed_len()];
    problem.pack(state, &mut packed);
    packed
}
