//! LM-cut below the cost of the best plan: a state from which no plan can be cheaper counts as a dead end. A search by it
//! that is exhausted proves that the best plan is optimal.

use crate::heuristics::relaxation::Costs;
use crate::problem::PlanningProblem;
use crate::scratch::Scratch;
use unstuck_core::feature::View;
use unstuck_core::heuristic::{DEAD_END, Heuristic};

/// See the module's text.
pub(super) struct Below {
    /// The cost of the best plan.
    pub(super) bound: u64,
    scratch: Scratch,
}

impl Below {
    pub(super) fn new(bound: u64) -> Self {
        Self { bound, scratch: Scratch::default() }
    }
}

impl Heuristic<PlanningProblem> for Below {
    type Value = u32;
    type Incremental = ();

    const DEAD_ENDS: bool = true;

    fn root(&mut self, view: &View<'_, PlanningProblem>) -> (u32, ()) {
        let problem = view.problem;
        let least = self.scratch.lm_cut(&problem.ground, view.state, problem.distinct(Costs::Task));
        let cheaper = least.filter(|&least| u64::from(view.g) + u64::from(least) < self.bound);
        (cheaper.unwrap_or(DEAD_END), ())
    }
    fn child(&mut self, view: &View<'_, PlanningProblem>, (): ()) -> (u32, ()) {
        self.root(view)
    }
    fn take_work(&mut self) -> u64 {
        self.scratch.take_work()
    }
}
