//! Looking ahead, and the plans that come of it.

use super::{Deferred, Extra, Pause, Step, evaluate};
use crate::feature::View;
use crate::heuristic::{Estimate, Heuristic};
use crate::problem::{PlanningHooks, Problem, paid};
use crate::search::structures::nodes::NO_PARENT;
use crate::search::{Meter, NodeOutcome};
use std::ops::ControlFlow;

impl<P: Problem, H: Heuristic<P>, K: PlanningHooks<P>> Deferred<P, H, K> {
    /// Looks ahead from the present state, which is this node's, and from what that leads to, while the estimate falls.
    pub(super) fn look_ahead(
        &mut self,
        problem: &P,
        heuristic: &mut H,
        meter: &mut Meter<'_>,
        (mut node, mut h): (u32, H::Value),
        others: u64,
    ) -> ControlFlow<Pause> {
        while self.ahead {
            let start = self.lookahead_actions.len();
            heuristic.lookahead(problem, &self.state, &mut self.lookahead_actions);
            let Some(&last) =
                self.lookahead_actions[start..].last().filter(|_| self.lookahead_actions.len() - start > 1)
            else {
                self.lookahead_actions.truncate(start);
                break;
            };
            self.grow(meter, others)?;
            let mut g = self.nodes.extra[node as usize].g;
            self.loaded = NO_PARENT;
            if K::path_words(problem) > 0 {
                self.parent.clone_from(&self.state);
                self.paths.follow(problem, (node, &self.parent), &self.lookahead_actions[start..]);
            }
            for &action in &self.lookahead_actions[start..] {
                self.parent.clone_from(&self.state);
                problem.apply(&mut self.state, action);
                g = g.saturating_add(paid(problem, &self.parent, action, &self.state));
            }
            meter.stats.generated += 1;
            let (child, new) = self.nodes.seen.enter(problem, &self.state);
            if !new {
                self.paths.drop_last();
                self.lookahead_actions.truncate(start);
                self.trace(problem, meter, (g, None), NodeOutcome::Duplicate);
                break;
            }
            let parent = Some((&self.parent, last));
            let path = self.paths.get(problem, child);
            let view = View { problem, state: &self.state, parent, g, siblings: 0, path };
            let (value, incremental) = heuristic.root(&view);
            meter.stats.evaluated += 1;
            let step = Step::Lookahead(start as u32, self.lookahead_actions.len() as u32);
            self.nodes.parent.push(node);
            self.nodes.extra.push(Extra { g, siblings: 0, step, incremental });
            let goal = problem.is_goal(&self.state);
            let alive = goal || evaluate(heuristic, &view, value, &mut self.keys);
            let outcome = if alive { NodeOutcome::New } else { NodeOutcome::DeadEnd };
            self.trace(problem, meter, (g, Some(value.value())), outcome);
            if goal {
                return ControlFlow::Break(Pause::Goal(child));
            }
            if !alive {
                break;
            }
            self.expand(problem, heuristic, meter, (child, value), others)?;
            if value.key() >= h.key() {
                break;
            }
            (node, h) = (child, value);
        }
        ControlFlow::Continue(())
    }

    /// The actions that lead to a node.
    pub fn plan(&self, problem: &P, node: u32) -> Vec<P::Action> {
        if !P::PACKS_EXACTLY {
            return self.nodes.plan(problem, node);
        }
        let mut plan = Vec::new();
        let mut at = node;
        loop {
            match self.nodes.extra[at as usize].step {
                Step::Start => break,
                Step::Action(action) => plan.push(action),
                Step::Lookahead(start, end) => {
                    plan.extend(self.lookahead_actions[start as usize..end as usize].iter().rev().copied());
                }
            }
            at = self.nodes.parent[at as usize];
        }
        plan.reverse();
        plan
    }
}
