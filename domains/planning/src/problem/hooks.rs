//! What a planning task adds to a search: accepted landmarks of paths, helpful actions, looking ahead.

use super::{Action, PlanningProblem, hash_packed};
use crate::ground_task::GroundTask;
use crate::scratch::Scratch;
use crate::task::state::State;
use unstuck_core::problem::PlanningHooks;

/// The hooks of [`PlanningProblem`].
pub struct Hooks;

impl PlanningHooks<PlanningProblem> for Hooks {
    const PACKS_AHEAD: bool = true;

    #[inline]
    fn pack_after(problem: &PlanningProblem, state: &State, action: Action, out: &mut [u64]) -> u64 {
        problem.ground.write_after(state.words(), action.operator(), out);
        hash_packed(out)
    }

    #[inline]
    fn path_words(problem: &PlanningProblem) -> usize {
        if problem.landmarks { problem.ground.landmarks().words() } else { 0 }
    }

    fn extend_path(
        problem: &PlanningProblem,
        parent: Option<(&State, Action, &[u64])>,
        state: &State,
        path: &mut [u64],
    ) {
        if !problem.landmarks {
            return;
        }
        let GroundTask { task, layout, .. } = &*problem.ground;
        let landmarks = problem.ground.landmarks();
        match parent {
            None => landmarks.begin(layout, state.words(), path),
            Some((_, action, before)) => {
                landmarks.extend((task, layout), before, action.operator(), state.words(), path);
            }
        }
    }

    /// What every path has accepted.
    fn merge_path(_: &PlanningProblem, path: &mut [u64], other: &[u64]) {
        path.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
    }

    /// The applicable operators of the relaxed plan, if a feature made one.
    fn preferred(problem: &PlanningProblem, state: &State, scratch: &mut Scratch, actions: &mut Vec<Action>) {
        let Some(relaxed) = scratch.known(&problem.ground, state) else { return };
        let preferred = relaxed.plan.preferred.iter().copied();
        if problem.symmetry && !problem.ground.symmetry.is_empty() {
            let blocks = problem.ground.symmetry.blocks(state.words());
            let first = |operator| problem.ground.first_of_equals(operator, &blocks);
            actions.extend(preferred.filter_map(first).map(Action::new));
        } else {
            actions.extend(preferred.map(Action::new));
        }
    }

    fn lookahead(problem: &PlanningProblem, state: &State, scratch: &mut Scratch, actions: &mut Vec<Action>) {
        actions
            .extend(scratch.lookahead(&problem.ground, state).iter().map(|&operator| Action::new(operator)));
    }
}
