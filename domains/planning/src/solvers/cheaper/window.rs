//! Windows of a plan, solved again.
//!
//! A window is some consecutive actions. What must hold behind it is what the actions after it and the goal need; whatever
//! reaches that for less from the state before it takes its place.

use super::Best;
use crate::heuristics::relaxation::{Costs, Exploration, RelaxedPlan, Targets};
use crate::problem::{Action, PlanningProblem};
use crate::task::effort;
use crate::task::state::{Saved, State};
use std::ops::ControlFlow;
use unstuck_core::feature::View;
use unstuck_core::heuristic::{DEAD_END, Heuristic};
use unstuck_core::problem::{Problem, Visit};
use unstuck_core::search::parts::{Deferred, Pause, plan_cost};
use unstuck_core::search::{Limit, Meter};
use unstuck_pddl::ids::Fact;

/// Numbers of actions of the windows, in turn.
const SIZES: [usize; 5] = [6, 12, 24, 48, 96];
/// Evaluations for a window in the first pass; each pass without success doubles them.
const FIRST: u64 = 100;
/// Fewest evaluations that are worth a window.
const LEAST: u64 = 8;
/// Factor on the estimate.
const WEIGHT: f64 = 1.0;

/// Goes through the windows of plans.
pub(crate) struct Windows {
    /// Place in [`SIZES`], and the first action of the next window.
    size: usize,
    at: usize,
    evaluations: u64,
    /// Whether this pass made a plan better, and whether a window of it needs more evaluations.
    success: bool,
    cut: bool,
    /// The cost of a plan whose windows are all known to be the cheapest.
    done: Option<u64>,
    /// What must hold behind a window is known by its facts; otherwise it is the whole state.
    simple: bool,
}

impl Windows {
    pub(crate) fn new(problem: &PlanningProblem) -> Self {
        let task = &problem.ground.task;
        let simple = task.axioms.is_empty() && !task.operators.has_conditional_effects();
        Self { size: 0, at: 0, evaluations: FIRST, success: false, cut: false, done: None, simple }
    }

    /// Solves windows until this effort is spent in all. A window has no more evaluations than are left for it.
    pub(crate) fn until(
        mut self,
        (problem, start): (&PlanningProblem, &State),
        best: &mut Best,
        meter: &mut Meter<'_>,
        effort: u64,
    ) -> Result<(), Limit> {
        let relaxation = problem.ground.relaxation();
        let price = 500 + 2 * (relaxation.facts() + relaxation.rules()) as u64;
        while !best.plan.is_empty() && self.done != Some(best.cost) {
            let left = effort.saturating_sub(meter.effort()) / price;
            if left < LEAST {
                break;
            }
            self.evaluations = self.evaluations.min(left);
            self.advance((problem, start), best, meter, (1, 0))?;
        }
        Ok(())
    }

    /// Solves windows until about so many evaluations are spent; `others` are the bytes held besides.
    pub(crate) fn advance(
        &mut self,
        (problem, start): (&PlanningProblem, &State),
        best: &mut Best,
        meter: &mut Meter<'_>,
        (evaluations, others): (u64, u64),
    ) -> Result<(), Limit> {
        let until = meter.stats.evaluated.saturating_add(evaluations);
        while meter.stats.evaluated < until && !best.plan.is_empty() && self.done != Some(best.cost) {
            let size = SIZES[self.size].min(best.plan.len());
            let from = self.at.min(best.plan.len() - size);
            let range = from..from + size;
            if let Some(path) = self.solve((problem, start), &best.plan, range.clone(), meter, others)? {
                let mut plan = best.plan[..range.start].to_vec();
                plan.extend_from_slice(&path);
                plan.extend_from_slice(&best.plan[range.end..]);
                self.success |= best.replace(problem, start, plan, meter);
            }
            self.at += size.div_ceil(2);
            if from + size >= best.plan.len() {
                self.next_size(size == best.plan.len(), best.cost);
            }
        }
        Ok(())
    }

    /// Begins with windows of the next size; after the last, and after a window that was the whole plan, with the first.
    fn next_size(&mut self, whole: bool, cost: u64) {
        (self.at, self.size) = (0, self.size + 1);
        if whole || self.size == SIZES.len() {
            self.size = 0;
            let (success, cut) = (std::mem::take(&mut self.success), std::mem::take(&mut self.cut));
            if !success && !cut {
                self.done = Some(cost);
            } else if !success {
                self.evaluations = self.evaluations.saturating_mul(2);
            }
        }
    }

    /// Cheaper actions in place of a window, if some are found.
    fn solve(
        &mut self,
        (problem, start): (&PlanningProblem, &State),
        plan: &[Action],
        range: std::ops::Range<usize>,
        meter: &mut Meter<'_>,
        others: u64,
    ) -> Result<Option<Vec<Action>>, Limit> {
        let mut from = start.clone();
        run(problem, &mut from, &plan[..range.start]);
        let cost = plan_cost(problem, &from, &plan[range.clone()]);
        let facts = if self.simple {
            needed(problem, &plan[range.end..])
        } else {
            let mut behind = from.clone();
            run(problem, &mut behind, &plan[range]);
            problem.ground.facts(&behind)
        };
        let targets = problem.ground.relaxation().targets_of(&facts);
        // Objects that are interchangeable for the goal may differ for what must hold behind the window.
        let window =
            Window { problem: PlanningProblem { symmetry: false, ..problem.clone() }, facts, targets };
        let mut search = Deferred::<Window, Estimate, ()>::new(&window, &from, 0).improving(WEIGHT, cost);
        let until = meter.stats.evaluated.saturating_add(self.evaluations);
        match search.advance(&window, &mut Estimate::default(), meter, (until, others)) {
            Pause::Goal(node) => Ok(Some(search.plan(&window, node))),
            Pause::Stopped(limit) => Err(limit),
            Pause::Share => {
                self.cut = true;
                Ok(None)
            }
            Pause::Exhausted => Ok(None),
        }
    }
}

fn run(problem: &PlanningProblem, state: &mut State, actions: &[Action]) {
    for &action in actions {
        problem.apply(state, action);
    }
}

/// What must hold before some actions so that they can be applied and reach the goal; only without axioms and conditional
/// effects.
fn needed(problem: &PlanningProblem, actions: &[Action]) -> Vec<Fact> {
    let task = &problem.ground.task;
    let mut needed: Vec<Option<Fact>> = vec![None; task.variables.len()];
    let need = |facts: &[Fact], needed: &mut [Option<Fact>]| {
        facts.iter().for_each(|&fact| needed[task.variables.variable(fact).index()] = Some(fact));
    };
    need(&task.goal, &mut needed);
    for action in actions.iter().rev() {
        let operator = action.operator();
        for &effect in task.operators.effects(operator) {
            needed[task.variables.variable(effect).index()] = None;
        }
        need(task.operators.precondition(operator), &mut needed);
    }
    needed.into_iter().flatten().collect()
}

/// A planning task with another goal.
struct Window {
    problem: PlanningProblem,
    facts: Vec<Fact>,
    targets: Targets,
}

/// Hands actions of a planning task on as those of a window.
struct Forward<'a, V> {
    window: &'a Window,
    visitor: &'a mut V,
}

impl<V: Visit<Window>> Visit<PlanningProblem> for Forward<'_, V> {
    fn action(&mut self, _: &PlanningProblem, state: &State, action: Action) -> ControlFlow<()> {
        self.visitor.action(self.window, state, action)
    }
}

impl Problem for Window {
    type State = State;
    type Action = Action;
    type Undo = Saved;
    type Scratch = ();

    const PACKED_LEN: usize = 0;
    const PACKS_EXACTLY: bool = true;

    fn scratch(&self) {}
    fn packed_len(&self) -> usize {
        self.problem.packed_len()
    }
    fn pack(&self, state: &State, out: &mut [u64]) {
        self.problem.pack(state, out);
    }
    fn unpack(&self, words: &[u64]) -> State {
        self.problem.unpack(words)
    }
    fn unpack_into(&self, words: &[u64], state: &mut State) {
        self.problem.unpack_into(words, state);
    }
    fn hash(&self, state: &State) -> u64 {
        self.problem.hash(state)
    }
    fn visit<V: Visit<Self>>(&self, state: &State, last: Option<Action>, visitor: &mut V) -> ControlFlow<()> {
        self.problem.visit(state, last, &mut Forward { window: self, visitor })
    }
    fn apply(&self, state: &mut State, action: Action) -> Saved {
        self.problem.apply(state, action)
    }
    fn undo(&self, state: &mut State, action: Action, undo: Saved) {
        self.problem.undo(state, action, undo);
    }
    fn cost(&self, action: Action) -> u32 {
        self.problem.cost(action)
    }
    fn unit_cost(&self) -> bool {
        self.problem.unit_cost()
    }
    fn min_cost(&self) -> u32 {
        self.problem.min_cost()
    }
    fn is_goal(&self, state: &State) -> bool {
        self.facts.iter().all(|&fact| self.problem.ground.holds(state, fact))
    }
}

/// The cost of a relaxed plan to what must hold behind a window.
#[derive(Default)]
struct Estimate {
    exploration: Exploration,
    plan: RelaxedPlan,
    work: u64,
}

impl Heuristic<Window> for Estimate {
    type Value = u32;
    type Incremental = ();

    const DEAD_ENDS: bool = true;

    fn root(&mut self, view: &View<'_, Window>) -> (u32, ()) {
        let (window, words) = (view.problem, view.state.words());
        let ground = &*window.problem.ground;
        let costs = window.problem.distinct(Costs::Task);
        let targets = &window.targets;
        let reached = self.exploration.sum_to(ground.relaxation(), targets, words, costs);
        self.work += effort::relaxed(self.exploration.work()) + effort::RELAXED_PLAN;
        let explored = (view.state, &self.exploration);
        let cost = |_| ground.relaxed_plan(&mut self.plan, targets, explored, costs);
        (reached.map_or(DEAD_END, cost), ())
    }
    fn child(&mut self, view: &View<'_, Window>, (): ()) -> (u32, ()) {
        self.root(view)
    }
    fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
    fn preferred(&mut self, _: &Window, _: &State, actions: &mut Vec<Action>) {
        actions.extend(self.plan.preferred.iter().map(|&operator| Action::new(operator)));
    }
}
