//! Actions move to where the same can be done earlier.
//!
//! An action may disable later actions of the plan that are applicable now: a truck leaves before everything is loaded. Those
//! actions move before it if the result is still a plan, which then does not need what only enabled them again.

use super::applicable;
use crate::problem::{Action, PlanningProblem};
use crate::task::effort;
use crate::task::state::State;
use std::collections::HashMap;
use std::ops::ControlFlow;
use unstuck_core::problem::Problem;
use unstuck_core::search::{Limit, Meter};
use unstuck_pddl::ids::Fact;

/// The plan with actions in another order.
pub(super) fn gather(
    problem: &PlanningProblem,
    start: &State,
    plan: &[Action],
    meter: &mut Meter<'_>,
    until: u64,
) -> Result<Vec<Action>, Limit> {
    let operators = &problem.ground.task.operators;
    // Places of the actions that a fact is a condition of.
    let mut readers: HashMap<Fact, Vec<usize>> = HashMap::new();
    for (place, action) in plan.iter().enumerate() {
        for &fact in operators.precondition(action.operator()) {
            readers.entry(fact).or_default().push(place);
        }
    }
    let mut gathered = Gathered {
        problem,
        plan,
        moved: vec![false; plan.len()],
        before: start.clone(),
        after: start.clone(),
    };
    let mut order = Vec::with_capacity(plan.len());
    let (mut now, mut next) = (start.clone(), start.clone());
    let mut later: Vec<usize> = Vec::new();
    for at in 0..plan.len() {
        if gathered.moved[at] {
            continue;
        }
        if meter.effort() < until {
            next.clone_from(&now);
            problem.apply(&mut next, plan[at]);
            let variables = &problem.ground.task.variables;
            let lost = operators.effects(plan[at].operator()).iter().filter_map(|&effect| {
                let facts = variables.facts(variables.variable(effect));
                facts.filter(|&fact| problem.ground.holds(&now, fact)).find(|&fact| fact != effect)
            });
            later.clear();
            lost.filter_map(|fact| readers.get(&fact)).for_each(|places| later.extend(places));
            later.retain(|&place| {
                place > at
                    && applicable(problem, &now, plan[place])
                    && !applicable(problem, &next, plan[place])
            });
            later.sort_unstable();
            later.dedup();
            meter.add_work(effort::APPLIED * (4 + later.len()) as u64);
            for &place in &later {
                if meter.effort() < until
                    && !gathered.moved[place]
                    && gathered.moves(&now, (at, place), meter)
                {
                    gathered.moved[place] = true;
                    problem.apply(&mut now, plan[place]);
                    order.push(plan[place]);
                }
            }
        }
        problem.apply(&mut now, plan[at]);
        order.push(plan[at]);
        if let ControlFlow::Break(limit) = meter.poll() {
            return Err(limit);
        }
    }
    Ok(order)
}

/// A plan of which some actions have moved to the front.
struct Gathered<'a> {
    problem: &'a PlanningProblem,
    plan: &'a [Action],
    moved: Vec<bool>,
    before: State,
    after: State,
}

impl Gathered<'_> {
    /// Whether the rest of the plan, from a place on, is still one if the action at another place comes first.
    fn moves(&mut self, now: &State, (at, place): (usize, usize), meter: &mut Meter<'_>) -> bool {
        let Self { problem, plan, moved, before, after } = self;
        let rest =
            |from: usize, to: usize| (from..to).filter(|&place| !moved[place]).map(|place| plan[place]);
        if !applicable(problem, now, plan[place]) {
            return false;
        }
        let mut applied = 0;
        let mut follow = |action: Action, state: &mut State| {
            applied += 1;
            let can = applicable(problem, state, action);
            if can {
                problem.apply(state, action);
            }
            can
        };
        after.clone_from(now);
        problem.apply(after, plan[place]);
        let mut is_plan = rest(at, place).all(|action| follow(action, after));
        if is_plan {
            before.clone_from(now);
            rest(at, place + 1).for_each(|action| _ = problem.apply(before, action));
            is_plan = before.words() == after.words()
                || rest(place + 1, plan.len()).all(|action| follow(action, after)) && problem.is_goal(after);
        }
        meter.add_work(effort::APPLIED * 2 * (2 + applied));
        is_plan
    }
}
