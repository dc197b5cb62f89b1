//! Some consecutive actions give way to one, or to none, that reaches what the actions behind them need.

use super::applicable;
use crate::problem::{Action, PlanningProblem};
use crate::task::effort;
use crate::task::state::State;
use std::ops::ControlFlow;
use unstuck_core::problem::Problem;
use unstuck_core::search::{Limit, Meter};
use unstuck_pddl::ids::{Fact, VariableId};

/// Most actions that give way.
const LONGEST: usize = 12;
/// Most operators that are tried for a fact.
const TRIED: usize = 256;
/// Most facts that one action has to reach.
const FACTS: usize = 3;

/// The plan with shortcuts; the same with axioms or conditional effects.
pub(super) fn shortcut(
    problem: &PlanningProblem,
    start: &State,
    plan: &[Action],
    meter: &mut Meter<'_>,
    until: u64,
) -> Result<Vec<Action>, Limit> {
    let ground = &*problem.ground;
    if ground.has_axioms_or_conditional_effects() {
        return Ok(plan.to_vec());
    }
    let mut states = vec![start.clone()];
    for &action in plan {
        let mut state = states[states.len() - 1].clone();
        problem.apply(&mut state, action);
        states.push(state);
    }
    let mut needed = Needed::new(problem);
    // The plan behind a place, last action first.
    let mut behind: Vec<Action> = Vec::with_capacity(plan.len());
    let mut place = plan.len();
    while place > 0 {
        if meter.effort() >= until {
            behind.extend(plan[..place].iter().rev());
            break;
        }
        let (from, action) = needed
            .shorter(problem, &states, &plan[..place], meter)
            .unwrap_or_else(|| (place - 1, Some(plan[place - 1])));
        if let Some(action) = action {
            needed.regress(problem, action);
            behind.push(action);
        }
        place = from;
        if let ControlFlow::Break(limit) = meter.poll() {
            return Err(limit);
        }
    }
    behind.reverse();
    Ok(behind)
}

/// What must hold so that the rest of a plan can be applied and reaches the goal.
struct Needed {
    /// For each variable.
    facts: Vec<Option<Fact>>,
    /// Variables that the actions before it change.
    changed: Vec<VariableId>,
    missing: Vec<Fact>,
}

impl Needed {
    fn new(problem: &PlanningProblem) -> Self {
        let task = &problem.ground.task;
        let mut needed =
            Self { facts: vec![None; task.variables.len()], changed: Vec::new(), missing: Vec::new() };
        needed.add(problem, &task.goal);
        needed
    }

    fn add(&mut self, problem: &PlanningProblem, facts: &[Fact]) {
        let variables = &problem.ground.task.variables;
        facts.iter().for_each(|&fact| self.facts[variables.variable(fact).index()] = Some(fact));
    }

    /// Goes back over an action.
    fn regress(&mut self, problem: &PlanningProblem, action: Action) {
        let (operators, variables) = (&problem.ground.task.operators, &problem.ground.task.variables);
        for &effect in operators.effects(action.operator()) {
            self.facts[variables.variable(effect).index()] = None;
        }
        self.add(problem, operators.precondition(action.operator()));
    }

    /// The last actions of a plan that one cheaper action, or none, can take the place of: where they begin, and that action.
    fn shorter(
        &mut self,
        problem: &PlanningProblem,
        states: &[State],
        plan: &[Action],
        meter: &mut Meter<'_>,
    ) -> Option<(usize, Option<Action>)> {
        let task = &problem.ground.task;
        self.changed.clear();
        let (mut cost, mut most, mut found) = (0, 0, None);
        for from in (plan.len().saturating_sub(LONGEST)..plan.len()).rev() {
            cost += u64::from(problem.cost(plan[from]));
            let effects = task.operators.effects(plan[from].operator());
            self.changed.extend(effects.iter().map(|&effect| task.variables.variable(effect)));
            self.changed.sort_unstable();
            self.changed.dedup();
            meter.add_work(effort::APPLIED);
            let facts = self.changed.iter().filter_map(|variable| self.facts[variable.index()]);
            self.missing.clear();
            self.missing.extend(facts.filter(|&fact| !problem.ground.holds(&states[from], fact)));
            if self.missing.is_empty() && cost > most {
                (most, found) = (cost, Some((from, None)));
            } else if self.missing.len() <= FACTS
                && cost > most
                && let Some(action) = self.reach(problem, &states[from], cost - most, meter)
            {
                most = cost - u64::from(problem.cost(action));
                found = Some((from, Some(action)));
            }
        }
        found
    }

    /// An action for less than a cost that is applicable in a state and reaches what is missing.
    fn reach(
        &self,
        problem: &PlanningProblem,
        state: &State,
        less: u64,
        meter: &mut Meter<'_>,
    ) -> Option<Action> {
        let ground = &*problem.ground;
        let (operators, relaxation) = (&ground.task.operators, ground.relaxation());
        let rules = ground.achievers().of(relaxation.number(*self.missing.first()?)?);
        let cost = |action: &Action| u64::from(problem.cost(*action));
        let serves = |action: &Action| {
            let effects = operators.effects(action.operator());
            let keeps = |&effect: &Fact| {
                let needed = self.facts[ground.task.variables.variable(effect).index()];
                needed.is_none_or(|needed| needed == effect)
            };
            cost(action) < less
                && self.missing.iter().all(|fact| effects.contains(fact))
                && effects.iter().all(keeps)
                && applicable(problem, state, *action)
        };
        let tried = rules.iter().take(TRIED);
        meter.add_work(effort::APPLIED * tried.len() as u64);
        tried.filter_map(|&rule| relaxation.operator(rule).map(Action::new)).filter(serves).min_by_key(cost)
    }
}
