//! The deepening engine of the usual case: unit costs, no table, the domain's own order, an admissible estimate
//! that needs no siblings.
//!
//! It finds the same nodes in the same order as the general engine, with nothing in the way. Everything that
//! happens to a child is inlined where the domain names the action: what the domain knows there (the cell the
//! blank goes to, say) selects specialised code for the child at compile time, see [`Visit::HOT`].

use super::super::nodes::{ended, solved, stopped};
use super::super::{End, Limit, Meter, Outcome, Search};
use super::{Bounding, MAX_DEPTH};
use crate::domain::{Domain, Heuristic, View, Visit};
use std::ops::ControlFlow;

struct Engine<'a, D: Domain, H, B> {
    heuristic: H,
    bounding: B,
    meter: Meter<'a>,
    bound: u64,
    /// Smallest f above the bound.
    next_bound: u64,
    /// The plan from its end, filled on the way back from the goal.
    reversed_plan: Vec<D::Action>,
    stopped: Option<Limit>,
}

/// Runs a search whose first solution is optimal.
pub(super) fn run<D, H, B>(search: Search<'_, D, H>, bounding: B) -> Outcome<D::Action>
where
    D: Domain,
    H: Heuristic<D>,
    B: Bounding<H::Value>,
{
    let Search { domain, start, mut heuristic, options, observer } = search;
    let meter = Meter::new(options.limits, observer);
    let (h, memo) = heuristic.root(&View::root(domain, start));
    let mut engine = Engine {
        heuristic,
        bounding,
        meter,
        bound: u64::from(bounding.bound(h)),
        next_bound: u64::MAX,
        reversed_plan: Vec::new(),
        stopped: None,
    };
    loop {
        engine.meter.iteration(engine.bound.try_into().unwrap_or(u32::MAX));
        engine.next_bound = u64::MAX;
        let flow = if domain.is_goal(start) {
            ControlFlow::Break(())
        } else {
            match engine.meter.expand() {
                ControlFlow::Continue(()) => {
                    domain.visit(start, None, &mut Node { engine: &mut engine, g: 0, memo })
                }
                ControlFlow::Break(limit) => engine.stop(limit),
            }
        };
        if flow.is_continue() && engine.next_bound < u64::MAX {
            engine.bound = engine.next_bound;
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
                solved(domain, reversed_plan, true, meter)
            }
        };
    }
}

impl<D: Domain, H, B> Engine<'_, D, H, B> {
    #[cold]
    fn stop(&mut self, limit: Limit) -> ControlFlow<()> {
        self.stopped = Some(limit);
        ControlFlow::Break(())
    }

    /// Notes a step of the plan on the way back from the goal.
    #[cold]
    fn unwind(&mut self, action: D::Action) -> ControlFlow<()> {
        self.reversed_plan.push(action);
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn cut_off(&mut self, f: u64) -> ControlFlow<()> {
        if f < self.next_bound {
            self.next_bound = f;
        }
        ControlFlow::Continue(())
    }
}

/// The node whose children are visited.
struct Node<'e, 'a, D: Domain, H: Heuristic<D>, B> {
    engine: &'e mut Engine<'a, D, H, B>,
    g: u32,
    memo: H::Memo,
}

impl<D: Domain, H: Heuristic<D>, B: Bounding<H::Value>> Visit<D> for Node<'_, '_, D, H, B> {
    const HOT: bool = H::SHORT;

    #[inline(always)]
    fn action(&mut self, domain: &D, state: &D::State, action: D::Action) -> ControlFlow<()> {
        let engine = &mut *self.engine;
        engine.meter.stats.generated += 1;
        let g = self.g + 1;
        let f = |h: H::Value| u64::from(g) + u64::from(engine.bounding.bound(h));
        let (child, memo) = match engine.heuristic.ahead(domain, state, action, self.memo) {
            Some((h, memo)) => {
                let f = f(h);
                if f > engine.bound {
                    return engine.cut_off(f);
                }
                let mut child = state.clone();
                domain.apply(&mut child, action);
                (child, memo)
            }
            None => {
                let mut child = state.clone();
                domain.apply(&mut child, action);
                let view = View { domain, state: &child, parent: Some((state, action)), g, siblings: 0 };
                let (h, memo) = engine.heuristic.child(&view, self.memo);
                let f = f(h);
                if f > engine.bound {
                    return engine.cut_off(f);
                }
                (child, memo)
            }
        };
        if domain.is_goal(&child) {
            return engine.unwind(action);
        }
        if g > engine.meter.stats.depth {
            if g > MAX_DEPTH {
                return engine.cut_off(engine.bound + 1);
            }
            engine.meter.stats.depth = g;
        }
        if let ControlFlow::Break(limit) = engine.meter.expand() {
            return engine.stop(limit);
        }
        if domain.visit(&child, Some(action), &mut Node { engine, g, memo }).is_break() {
            return self.engine.unwind(action);
        }
        ControlFlow::Continue(())
    }
}
