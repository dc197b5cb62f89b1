//! Lookahead: a relaxed plan, carried out as far as it goes (Vidal 2004, YAHSP).
//!
//! The facts of a relaxed plan are made true goal after goal, nearest first, the conditions of a fact before the fact itself. Where the
//! plan's own operator is not applicable any more, another one that is applicable and makes the fact true takes its place; where
//! none is, conditions that were lost are made true again. What cannot be done is left out: the state that is reached is one
//! more successor, and is judged as such.

use crate::ground_task::GroundTask;
use crate::heuristics::relaxation::{Exploration, NONE, Relaxation};
use crate::task::state::State;
use unstuck_pddl::ids::OperatorId;

/// How many conditions of conditions are made true again.
const DEPTH: u32 = 2;
/// Most rules that are tried for a fact.
const TRIED: usize = 512;
/// Most operators of a lookahead, as a multiple of those of the relaxed plan.
const LONGEST: usize = 4;

/// Buffers for lookaheads.
#[derive(Debug, Default)]
pub struct Lookahead {
    state: Option<State>,
    /// Facts of the relaxed plan with their rules, in the order in which they are made true.
    order: Vec<(u32, u32)>,
    /// The goals, nearest first.
    goals: Vec<u32>,
    seen: Vec<bool>,
    stack: Vec<(u32, bool)>,
    /// For each fact: whether it holds now.
    holds: Vec<bool>,
    facts: Vec<u32>,
    operators: Vec<OperatorId>,
}

impl Lookahead {
    /// Orders the facts of the relaxed plan.
    fn arrange(&mut self, relaxation: &Relaxation, exploration: &Exploration) {
        self.order.clear();
        self.seen.clear();
        self.seen.resize(relaxation.facts(), false);
        self.goals.clear();
        self.goals.extend_from_slice(relaxation.goals());
        self.goals.sort_by_key(|&goal| exploration.cost(goal));
        for &goal in &self.goals {
            self.stack.push((goal, false));
            while let Some((fact, entered)) = self.stack.pop() {
                let Some(rule) = exploration.rule(fact) else { continue };
                if entered {
                    self.order.push((fact, rule));
                } else if !std::mem::replace(&mut self.seen[fact as usize], true) {
                    self.stack.push((fact, true));
                    self.stack.extend(relaxation.rule(rule).0.iter().map(|&condition| (condition, false)));
                }
            }
        }
    }

    /// Carries out the relaxed plan of a state, from which an exploration by sums reached all goals: the operators.
    pub fn run(&mut self, ground: &GroundTask, state: &State, exploration: &Exploration) -> &[OperatorId] {
        let relaxation = ground.relaxation();
        self.arrange(relaxation, exploration);
        let mut now = self.state.take().unwrap_or_else(|| state.clone());
        now.clone_from(state);
        self.holds.clear();
        self.holds.resize(relaxation.facts(), false);
        relaxation.decode(now.words(), &mut self.facts);
        let facts = self.facts.iter().filter(|&&fact| fact != NONE);
        facts.for_each(|&fact| self.holds[fact as usize] = true);
        let mut operators = std::mem::take(&mut self.operators);
        operators.clear();
        let longest = LONGEST * self.order.len();
        let order = std::mem::take(&mut self.order);
        for &(fact, rule) in &order {
            if operators.len() >= longest {
                break;
            }
            self.achieve(ground, &mut now, (fact, rule), DEPTH, &mut operators);
        }
        (self.order, self.operators, self.state) = (order, operators, Some(now));
        &self.operators
    }

    /// Makes a fact true; whether it is.
    fn achieve(
        &mut self,
        ground: &GroundTask,
        now: &mut State,
        (fact, rule): (u32, u32),
        depth: u32,
        operators: &mut Vec<OperatorId>,
    ) -> bool {
        if self.holds[fact as usize] {
            return true;
        }
        let relaxation = ground.relaxation();
        let achievers = ground.achievers();
        if self.apply(ground, now, rule, operators) {
            return self.holds[fact as usize];
        }
        for &other in achievers.of(fact).iter().take(TRIED) {
            if self.apply(ground, now, other, operators) {
                return self.holds[fact as usize];
            }
        }
        if depth == 0 {
            return false;
        }
        for &condition in relaxation.rule(rule).0 {
            if !self.holds[condition as usize] {
                // Where no rule is applicable, one would have to be chosen: that is what the next relaxed plan is for.
                let Some(&first) = achievers.of(condition).first() else { return false };
                if !self.achieve(ground, now, (condition, first), depth - 1, operators) {
                    return false;
                }
            }
        }
        self.apply(ground, now, rule, operators) && self.holds[fact as usize]
    }

    /// Applies the operator of a rule if it and the rule are applicable.
    fn apply(
        &mut self,
        ground: &GroundTask,
        now: &mut State,
        rule: u32,
        operators: &mut Vec<OperatorId>,
    ) -> bool {
        let relaxation = ground.relaxation();
        if !relaxation.rule(rule).0.iter().all(|&condition| self.holds[condition as usize]) {
            return false;
        }
        let Some(operator) = relaxation.operator(rule).filter(|&operator| applicable(ground, now, operator))
        else {
            return false;
        };
        ground.apply(now, operator);
        operators.push(operator);
        let old = self.facts.iter().filter(|&&fact| fact != NONE);
        old.for_each(|&fact| self.holds[fact as usize] = false);
        relaxation.decode(now.words(), &mut self.facts);
        let new = self.facts.iter().filter(|&&fact| fact != NONE);
        new.for_each(|&fact| self.holds[fact as usize] = true);
        true
    }
}

fn applicable(ground: &GroundTask, state: &State, operator: OperatorId) -> bool {
    ground.task.operators.precondition(operator).iter().all(|&fact| ground.holds(state, fact))
}
