//! The cost of a relaxed plan, where every operator counts one more than it costs.

use crate::heuristics::relaxation::Costs;
use crate::problem::{Action, Hooks, PlanningProblem};
use crate::scratch::Scratch;
use crate::task::state::State;
use unstuck_core::feature::View;
use unstuck_core::heuristic::{DEAD_END, Heuristic};
use unstuck_core::problem::PlanningHooks;

/// See the module's text.
#[derive(Default)]
pub(crate) struct PlusOne {
    scratch: Scratch,
}

impl Heuristic<PlanningProblem> for PlusOne {
    type Value = u32;
    type Incremental = ();

    const DEAD_ENDS: bool = true;

    fn root(&mut self, view: &View<'_, PlanningProblem>) -> (u32, ()) {
        let relaxed =
            self.scratch.relaxed(&view.problem.ground, view.state, view.problem.distinct(Costs::PlusOne));
        (relaxed.sum.map_or(DEAD_END, |_| relaxed.cost), ())
    }
    fn child(&mut self, view: &View<'_, PlanningProblem>, (): ()) -> (u32, ()) {
        self.root(view)
    }
    fn take_work(&mut self) -> u64 {
        self.scratch.take_work()
    }
    fn preferred(&mut self, problem: &PlanningProblem, state: &State, actions: &mut Vec<Action>) {
        Hooks::preferred(problem, state, &mut self.scratch, actions);
    }
}
