//! Makes a plan cheaper without another search for one: it loses actions that it does not need, actions move to where the same can
//! be done earlier, one action takes the place of several, and windows are solved again. A first plan gets a tenth of the
//! effort that it took.

mod eliminate;
mod gather;
mod shortcut;
mod window;

use crate::problem::{Action, PlanningProblem};
use crate::task::state::State;
pub(super) use eliminate::eliminate;
use gather::gather;
use shortcut::shortcut;
use unstuck_core::search::parts::plan_cost;
use unstuck_core::search::{Limit, Meter};
pub(super) use window::Windows;

/// The share of the effort so far, as a divisor.
const SHARE: u64 = 10;

/// Effort that every plan may take: about half a millisecond.
const ALWAYS: u64 = 1 << 19;

/// About the effort of reading and grounding an operator.
const GROUNDED: u64 = 600;

/// About the effort of reading and grounding a task.
pub(super) fn grounding(problem: &PlanningProblem) -> u64 {
    GROUNDED * problem.ground.task.operators.len() as u64
}

/// The best plan so far.
pub(super) struct Best {
    pub(super) plan: Vec<Action>,
    pub(super) cost: u64,
    /// Whether better plans are reported to the observer.
    reports: bool,
}

/// The plan, made cheaper. A limit that is reached ends the work and not the search: there is a plan.
pub(super) fn polish(
    problem: &PlanningProblem,
    start: &State,
    plan: Vec<Action>,
    meter: &mut Meter<'_>,
) -> Vec<Action> {
    let spent = meter.effort() + grounding(problem);
    let until = meter.effort() + spent / SHARE + ALWAYS;
    let Ok(needed) = eliminate(problem, start, &plan, meter, until) else { return plan };
    let mut best = Best::new(problem, start, needed);
    // Whatever was found before a limit is kept.
    let _ = improve(problem, start, &mut best, meter, until);
    best.plan
}

fn improve(
    problem: &PlanningProblem,
    start: &State,
    best: &mut Best,
    meter: &mut Meter<'_>,
    until: u64,
) -> Result<(), Limit> {
    while meter.effort() < until {
        let gathered = gather(problem, start, &best.plan, meter, until)?;
        let gathered = eliminate(problem, start, &gathered, meter, until)?;
        let gathered = shortcut(problem, start, &gathered, meter, until)?;
        if !best.take(problem, start, gathered) {
            break;
        }
    }
    Windows::new(problem).until((problem, start), best, meter, until)
}

/// Whether an action is applicable.
fn applicable(problem: &PlanningProblem, state: &State, action: Action) -> bool {
    let before = problem.ground.task.operators.precondition(action.operator());
    before.iter().all(|&fact| problem.ground.holds(state, fact))
}

impl Best {
    /// No plan yet; each that is found is reported.
    pub(super) fn none() -> Self {
        Self { plan: Vec::new(), cost: u64::MAX, reports: true }
    }

    /// A plan that is not reported.
    fn new(problem: &PlanningProblem, start: &State, plan: Vec<Action>) -> Self {
        Self { cost: plan_cost(problem, start, &plan), plan, reports: false }
    }

    /// Takes a plan if it is cheaper, without the actions that it does not need; whether it is.
    pub(super) fn replace(
        &mut self,
        problem: &PlanningProblem,
        start: &State,
        plan: Vec<Action>,
        meter: &mut Meter<'_>,
    ) -> bool {
        let plan = eliminate(problem, start, &plan, meter, u64::MAX).unwrap_or(plan);
        let better = self.take(problem, start, plan);
        if better && self.reports {
            let task = &problem.ground.task;
            let step = |action: &Action| format!("({})", task.operator_name(action.operator()));
            meter.improved(self.cost, &self.plan.iter().map(step).collect::<Vec<_>>());
        }
        better
    }

    /// Takes a plan if it is cheaper; whether it is.
    pub(super) fn take(&mut self, problem: &PlanningProblem, start: &State, plan: Vec<Action>) -> bool {
        let cost = plan_cost(problem, start, &plan);
        let better = cost < self.cost;
        if better {
            (self.plan, self.cost) = (plan, cost);
        }
        better
    }
}
