//! The deepening engine of the usual case: unit costs, no table, the domain's own order, an admissible estimate
//! that needs no siblings.
//!
//! It finds the same nodes in the same order as the general engine, with nothing in the way. Everything that
//! happens to a child is inlined where the domain names the action: what the domain knows there (the cell the
//! blank goes to, say) selects specialised code for the child at compile time, see [`VisitNode`].

mod split;

use super::MAX_DEPTH;
use crate::feature::View;
use crate::heuristic::{Estimate, Heuristic};
use crate::problem::{Problem, VisitNode};
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::spare_states::SpareStates;
use crate::search::{End, Limit, Meter, Outcome, Search};
use std::ops::ControlFlow;

struct Engine<'a, P: Problem, H> {
    heuristic: H,
    meter: Meter<'a>,
    bound: i64,
    /// How far the smallest f above the bound is above it.
    min_excess: i64,
    /// The least room of a node expanded in this round, see [`Node`].
    min_room: i64,
    /// The plan from its end, filled on the way back from the goal.
    reversed_plan: Vec<P::Action>,
    spares: SpareStates<P::State>,
    stopped: Option<Limit>,
}

/// Runs a search whose first solution is optimal.
pub(super) fn run<P, H>(search: Search<'_, P, H>) -> Outcome<P::Action>
where
    P: Problem,
    H: Heuristic<P>,
{
    let Search { problem, start, mut heuristic, parameters, observer, executor, .. } = search;
    // A limit on nodes is a point on one path through the tree, so there is nothing to split then.
    let split = executor.threads() > 1 && parameters.limits.expanded.is_none();
    let fork = if split { heuristic.fork(problem) } else { None };
    let meter = Meter::new(parameters.limits, observer).of_price(heuristic.price());
    let (h, incremental) = heuristic.root(&View::root(problem, start));
    if H::DEAD_ENDS && h.is_dead_end() && !problem.is_goal(start) {
        let mut outcome = ended(End::Unsolvable, meter);
        outcome.stats.evaluated = 1;
        return outcome;
    }
    let mut engine = Engine {
        heuristic,
        meter,
        bound: i64::from(h.bound()),
        min_excess: i64::MAX,
        min_room: i64::MAX,
        reversed_plan: Vec::new(),
        spares: SpareStates::new(),
        stopped: None,
    };
    let mut parallel = fork.map(|fork| split::ParallelDeepening::new(fork, executor));
    loop {
        engine.meter.iteration(engine.bound.try_into().unwrap_or(u32::MAX));
        engine.meter.proved(engine.bound.try_into().unwrap_or(0));
        (engine.min_excess, engine.min_room) = (i64::MAX, i64::MAX);
        let flow = if problem.is_goal(start) {
            ControlFlow::Break(())
        } else if let ControlFlow::Break(limit) = engine.meter.expand() {
            engine.stop(limit)
        } else if let Some(parallel) = &mut parallel {
            parallel.round(&mut engine, problem, start, incremental)
        } else {
            let node = Node { room: engine.bound, incremental };
            problem.visit_node(start, None, &mut engine, node)
        };
        if flow.is_continue() && engine.min_excess < i64::MAX {
            engine.bound += engine.min_excess;
            continue;
        }
        let Engine { mut meter, mut reversed_plan, stopped: limit, .. } = engine;
        // Every successor is evaluated, and the start.
        meter.stats.evaluated = meter.stats.generated + 1;
        return match (flow, limit) {
            (ControlFlow::Continue(()), _) => ended(End::Unsolvable, meter),
            (ControlFlow::Break(()), Some(limit)) => stopped(limit, meter),
            (ControlFlow::Break(()), None) => {
                reversed_plan.reverse();
                solved(problem, start, reversed_plan, true, meter)
            }
        };
    }
}

impl<P: Problem, H> Engine<'_, P, H> {
    /// Notes the deepest node of a round so far; whether the call stack allows it.
    #[cold]
    #[inline(never)]
    fn deepen(&mut self, room: i64) -> bool {
        let g = (self.bound - room) as u32;
        if g > MAX_DEPTH {
            self.cut_off(1);
            return false;
        }
        self.min_room = room;
        self.meter.stats.depth = self.meter.stats.depth.max(g);
        true
    }

    #[cold]
    fn stop(&mut self, limit: Limit) -> ControlFlow<()> {
        self.stopped = Some(limit);
        ControlFlow::Break(())
    }

    /// Notes a step of the plan on the way back from the goal.
    #[cold]
    #[inline(never)]
    fn unwind(&mut self, action: P::Action) -> ControlFlow<()> {
        self.reversed_plan.push(action);
        ControlFlow::Break(())
    }

    /// Notes a node whose f is so far above the bound.
    #[inline(always)]
    fn cut_off(&mut self, excess: i64) {
        if excess < self.min_excess {
            self.min_excess = excess;
        }
    }
}

impl<P: Problem, H: Heuristic<P>> Engine<'_, P, H> {
    /// Whether an estimate is more than there is room for; if so, by how much is noted. A dead end exceeds any room, and no
    /// room would be enough.
    #[inline(always)]
    fn is_above(&mut self, h: H::Value, room: i64) -> bool {
        let excess = if H::DEAD_ENDS && h.is_dead_end() { i64::MAX } else { i64::from(h.bound()) - room };
        if excess > 0 {
            self.cut_off(excess);
        }
        excess > 0
    }
}

/// A visitor that makes the children of a node.
///
/// Going on with a child is a method, not the use of a result: an incremental value can be long, and would be copied on its way out.
trait Parent<'a, P: Problem, H: Heuristic<P>> {
    fn engine(&mut self) -> &mut Engine<'a, P, H>;

    /// Goes on with a child within the bound.
    fn enter(
        &mut self,
        problem: &P,
        child: P::State,
        action: P::Action,
        room: i64,
        incremental: H::Incremental,
    ) -> ControlFlow<()>;

    /// Makes the child that an action leads to and enters it, unless its estimate is more than it has room for.
    #[inline(always)]
    fn generate(
        &mut self,
        problem: &P,
        state: &P::State,
        action: P::Action,
        room: i64,
        incremental: H::Incremental,
    ) -> ControlFlow<()> {
        let engine = self.engine();
        engine.meter.stats.generated += 1;
        if let Some((h, incremental)) =
            engine.heuristic.evaluate_successor(problem, state, action, incremental)
        {
            if engine.is_above(h, room) {
                return ControlFlow::Continue(());
            }
            let mut child = engine.spares.copy(state);
            problem.apply(&mut child, action);
            return self.enter(problem, child, action, room, incremental);
        }
        let mut child = engine.spares.copy(state);
        problem.apply(&mut child, action);
        let g = (engine.bound - room) as u32;
        let view = View { problem, state: &child, parent: Some((state, action)), g, siblings: 0, path: &[] };
        let (h, incremental) = engine.heuristic.child(&view, incremental);
        if engine.is_above(h, room) {
            engine.spares.give_back(child);
            return ControlFlow::Continue(());
        }
        self.enter(problem, child, action, room, incremental)
    }
}

/// The node whose children are visited.
///
/// It knows how much room the bound leaves for an estimate, bound − g, rather than g: what a child costs is then one
/// comparison, of two numbers at hand.
#[derive(Clone, Copy)]
struct Node<M> {
    room: i64,
    incremental: M,
}

impl<P: Problem, H: Heuristic<P>> VisitNode<P> for Engine<'_, P, H> {
    type Node = Node<H::Incremental>;
    const INLINE_VISIT: bool = H::INLINE_SUCCESSOR;

    #[inline(always)]
    fn action(
        &mut self,
        problem: &P,
        state: &P::State,
        action: P::Action,
        node: Node<H::Incremental>,
    ) -> ControlFlow<()> {
        self.generate(problem, state, action, node.room - 1, node.incremental)
    }
}

impl<'a, P: Problem, H: Heuristic<P>> Parent<'a, P, H> for Engine<'a, P, H> {
    #[inline(always)]
    fn engine(&mut self) -> &mut Engine<'a, P, H> {
        self
    }

    #[inline(always)]
    fn enter(
        &mut self,
        problem: &P,
        child: P::State,
        action: P::Action,
        room: i64,
        incremental: H::Incremental,
    ) -> ControlFlow<()> {
        if problem.is_goal(&child) {
            return self.unwind(action);
        }
        if room < self.min_room && !self.deepen(room) {
            return ControlFlow::Continue(());
        }
        if let ControlFlow::Break(limit) = self.meter.expand() {
            return self.stop(limit);
        }
        if problem.visit_node(&child, Some(action), self, Node { room, incremental }).is_break() {
            return self.unwind(action);
        }
        self.spares.give_back(child);
        ControlFlow::Continue(())
    }
}
