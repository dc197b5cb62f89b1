//! Best-first search by novelty.
//!
//! Nodes are ordered by `10000*novelty + 100*goals_left + relaxed_left`, as text lists compare: novelty first. Novelty is that
//! among the nodes with as many goals left and as many facts reached of a relaxed plan, which is made where a goal was
//! reached and holds for the nodes below. Facts of it that a path has reached stay reached.

use crate::heuristics::novelty::Novelty;
use crate::heuristics::relaxation::{Costs, NONE};
use crate::problem::{Action, PlanningProblem};
use crate::scratch::Scratch;
use crate::task::effort;
use crate::task::state::State;
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use unstuck_core::problem::{Each, Problem};
use unstuck_core::search::Meter;
use unstuck_core::search::parts::{Hashed, NO_PARENT, Nodes, Pause, Visited, make};

/// What a node keeps besides its state and parent.
#[derive(Clone, Copy)]
struct Extra {
    action: Option<Action>,
    goals: u32,
    /// The relaxed plan that holds here.
    plan: u32,
    /// Facts of it that were reached, and where their bits are.
    reached: u32,
    bits: u32,
}

/// Successors made between two polls, about.
const POLL: u64 = 1_024;

/// The search.
pub(super) struct Width {
    nodes: Nodes<PlanningProblem, Hashed<PlanningProblem>, Extra>,
    open: BTreeMap<u64, VecDeque<u32>>,
    waiting: u64,
    novelty: Novelty,
    scratch: Scratch,
    /// Facts of each relaxed plan, sorted.
    plans: Vec<Vec<u32>>,
    bits: Vec<u64>,
    /// For each variable of the relaxation: the goal, or [`NONE`].
    goals: Vec<u32>,
    state: State,
    child: State,
    /// The facts of both, by variable.
    facts: Vec<u32>,
    child_facts: Vec<u32>,
    /// Facts of the child, and those of them that the parent does not have.
    kept: Vec<u32>,
    changed: Vec<u32>,
    actions: Vec<Action>,
    /// Effort of making a relaxed plan.
    price: u64,
    spent: u64,
    /// Facts compared for novelty and not yet counted.
    compared: u64,
    polled: u64,
}

impl Width {
    /// A search that has not begun.
    pub(super) fn new(problem: &PlanningProblem, start: &State, price: u64) -> Self {
        Self {
            nodes: Nodes::new(Hashed::new(problem)),
            open: BTreeMap::new(),
            waiting: 0,
            novelty: Novelty::default(),
            scratch: Scratch::default(),
            plans: Vec::new(),
            bits: Vec::new(),
            goals: problem.ground.relaxation().goal_by_variable(),
            state: start.clone(),
            child: start.clone(),
            facts: Vec::new(),
            child_facts: Vec::new(),
            kept: Vec::new(),
            changed: Vec::new(),
            actions: Vec::new(),
            price,
            spent: 0,
            compared: 0,
            polled: 0,
        }
    }

    /// Goes on until this effort is spent, or there is another reason to pause; `others` are the bytes held besides.
    pub(super) fn advance(
        &mut self,
        problem: &PlanningProblem,
        meter: &mut Meter<'_>,
        (effort, others): (u64, u64),
    ) -> Pause {
        self.spent = 0;
        let mut advance = || -> ControlFlow<Pause> {
            if self.nodes.is_empty() {
                self.begin(problem, meter, others)?;
            }
            while self.spent < effort {
                let Some(node) = self.pop() else { return ControlFlow::Break(Pause::Exhausted) };
                self.expand(problem, meter, node, others)?;
            }
            ControlFlow::Continue(())
        };
        match advance() {
            ControlFlow::Break(pause) => pause,
            ControlFlow::Continue(()) => Pause::Share,
        }
    }

    fn begin(&mut self, problem: &PlanningProblem, meter: &mut Meter<'_>, others: u64) -> ControlFlow<Pause> {
        self.nodes.make_room(meter, others).map_break(Pause::Stopped)?;
        problem.ground.relaxation().decode(self.child.words(), &mut self.child_facts);
        let goals = self.goals_left();
        let Some(plan) = self.relax(problem) else { return ControlFlow::Break(Pause::Exhausted) };
        let extra = Extra { action: None, goals, plan, reached: 0, bits: 0 };
        self.nodes.insert(problem, &self.child, NO_PARENT, extra);
        self.bits.resize(self.plans[plan as usize].len().div_ceil(64), 0);
        self.push(0, 0);
        ControlFlow::Continue(())
    }

    /// Makes a relaxed plan of the child; `None` in a dead end.
    fn relax(&mut self, problem: &PlanningProblem) -> Option<u32> {
        self.spent += self.price;
        let relaxed = self.scratch.relaxed(&problem.ground, &self.child, Costs::Unit);
        relaxed.sum?;
        let mut facts = relaxed.plan.facts.clone();
        facts.sort_unstable();
        self.plans.push(facts);
        Some(self.plans.len() as u32 - 1)
    }

    /// Goals that the child does not reach.
    fn goals_left(&self) -> u32 {
        let open = |(&goal, &fact): (&u32, &u32)| u32::from(goal != NONE && goal != fact);
        self.goals.iter().zip(&self.child_facts).map(open).sum()
    }

    fn expand(
        &mut self,
        problem: &PlanningProblem,
        meter: &mut Meter<'_>,
        node: u32,
        others: u64,
    ) -> ControlFlow<Pause> {
        meter.expand().map_break(Pause::Stopped)?;
        let relaxation = problem.ground.relaxation();
        self.nodes.seen.arena().unpack_into(problem, node, &mut self.state);
        relaxation.decode(self.state.words(), &mut self.facts);
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        let _ = problem.visit(
            &self.state,
            None,
            &mut Each(|action| {
                actions.push(action);
                ControlFlow::Continue(())
            }),
        );
        let made =
            actions.iter().try_for_each(|&action| self.generate(problem, meter, (node, action), others));
        self.actions = actions;
        made
    }

    fn generate(
        &mut self,
        problem: &PlanningProblem,
        meter: &mut Meter<'_>,
        (node, action): (u32, Action),
        others: u64,
    ) -> ControlFlow<Pause> {
        if self.nodes.seen.is_full() {
            let others = others + self.bytes() - self.nodes.bytes();
            self.nodes.make_room(meter, others).map_break(Pause::Stopped)?;
        }
        meter.stats.generated += 1;
        self.polled += 1;
        if self.polled >= POLL {
            self.polled = 0;
            meter.poll().map_break(Pause::Stopped)?;
        }
        make(problem, &self.state, action, &mut self.child);
        self.spent += 50;
        let (child, new) = self.nodes.seen.enter(problem, &self.child);
        if !new {
            return ControlFlow::Continue(());
        }
        let before = self.nodes.extra[node as usize];
        problem.ground.relaxation().decode(self.child.words(), &mut self.child_facts);
        self.spent += 2 * self.facts.len() as u64;
        let goals = self.goals_left();
        let extra =
            if goals < before.goals { self.replan(problem, goals) } else { Some(self.follow(before, goals)) };
        self.nodes.parent.push(node);
        let dead = Extra { action: Some(action), ..before };
        self.nodes.extra.push(extra.map_or(dead, |extra| Extra { action: Some(action), ..extra }));
        if problem.is_goal(&self.child) {
            return ControlFlow::Break(Pause::Goal(child));
        }
        let Some(extra) = extra else { return ControlFlow::Continue(()) };
        let novelty = self.novelty(problem, extra);
        meter.add_work(self.scratch.take_work() + effort::NOVELTY * std::mem::take(&mut self.compared));
        meter.stats.evaluated += 1;
        self.push(child, novelty);
        ControlFlow::Continue(())
    }

    /// A node that reached a goal begins with a relaxed plan of its own; `None` in a dead end.
    fn replan(&mut self, problem: &PlanningProblem, goals: u32) -> Option<Extra> {
        let plan = self.relax(problem)?;
        let bits = self.bits.len() as u32;
        self.bits.resize(self.bits.len() + self.plans[plan as usize].len().div_ceil(64), 0);
        Some(Extra { action: None, goals, plan, reached: 0, bits })
    }

    /// Other nodes follow the plan of their parents.
    fn follow(&mut self, before: Extra, goals: u32) -> Extra {
        let plan = &self.plans[before.plan as usize];
        let width = plan.len().div_ceil(64);
        let (from, bits) = (before.bits as usize, self.bits.len());
        let mut reached = before.reached;
        let mut own = false;
        for (&fact, _) in self.child_facts.iter().zip(&self.facts).filter(|(fact, old)| fact != old) {
            let Ok(place) = plan.binary_search(&fact) else { continue };
            if self.bits[from + place / 64] >> (place % 64) & 1 != 0 {
                continue;
            }
            if !own {
                own = true;
                self.bits.extend_from_within(from..from + width);
            }
            self.bits[bits + place / 64] |= 1 << (place % 64);
            reached += 1;
        }
        let bits = if own { bits as u32 } else { before.bits };
        Extra { action: None, goals, plan: before.plan, reached, bits }
    }

    fn novelty(&mut self, problem: &PlanningProblem, extra: Extra) -> u32 {
        let (kept, changed) = (&mut self.kept, &mut self.changed);
        kept.clear();
        kept.extend(self.child_facts.iter().filter(|&&fact| fact != NONE));
        changed.clear();
        let pairs = self.child_facts.iter().zip(&self.facts);
        changed.extend(pairs.filter(|(fact, old)| **fact != NONE && fact != old).map(|(fact, _)| fact));
        self.spent += (kept.len() * (1 + changed.len())) as u64;
        self.compared += (kept.len() * changed.len()) as u64;
        let key = u64::from(extra.goals) << 32 | u64::from(extra.reached);
        self.novelty.of(key, problem.ground.relaxation().facts(), kept, changed)
    }

    fn push(&mut self, node: u32, novelty: u32) {
        let extra = self.nodes.extra[node as usize];
        let left = self.plans[extra.plan as usize].len() as u64 - u64::from(extra.reached);
        let key = u64::from(novelty) << 60 | u64::from(extra.goals) << 30 | left;
        self.waiting += 1;
        self.open.entry(key).or_default().push_back(node);
    }

    fn pop(&mut self) -> Option<u32> {
        let mut first = self.open.first_entry()?;
        let node = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        self.waiting -= 1;
        node
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let plans: usize = self.plans.iter().map(Vec::len).sum();
        let others = 8 * self.bits.capacity() + 4 * plans + self.novelty.bytes();
        self.nodes.bytes() + others as u64 + 8 * self.waiting
    }

    /// Number of states seen.
    pub(super) fn stored(&self) -> u64 {
        self.nodes.len()
    }

    /// The actions that lead to a node.
    pub(super) fn plan(&self, node: u32) -> Vec<Action> {
        let mut plan = Vec::new();
        let mut at = node;
        while let Some(action) = self.nodes.extra[at as usize].action {
            plan.push(action);
            at = self.nodes.parent[at as usize];
        }
        plan.reverse();
        plan
    }
}
