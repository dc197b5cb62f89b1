//! The engine of searches that evaluate a node when it is expanded, not when it is generated (Helmert 2006; Richter and
//! Westphal 2010).
//!
//! Successors wait under the estimate of their parent, as an action: neither made nor compared with known states until
//! their turn comes. All successors of a node wait under the same estimate, so they are one entry, a batch, in each queue.
//! Every estimate has two queues, one for all successors and one for the [promising](crate::problem::PlanningHooks::preferred)
//! ones. Queues take turns; whenever an estimate falls below all of its kind before, the queues of promising successors get
//! [`BOOST`] turns more. Equal ones come first in, first out.
//!
//! With a weight, queues are ordered by g + weight · h instead, states that a cheaper path reaches are expanded again, and
//! what is not below a bound is left out: a search for better plans than one that is known.
//!
//! The search can be paused and resumed, so that several can take turns.

mod lookahead;
mod queue;

use crate::feature::View;
use crate::heuristic::{Estimate, Heuristic};
use crate::problem::{Each, PlanningHooks, Problem, WithHooks, paid};
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::nodes::{NO_PARENT, Nodes};
use crate::search::structures::path_words::PathWords;
use crate::search::structures::visited::{Hashed, Visited, make};
use crate::search::{End, Limit, Meter, NodeOutcome, NodeValues, Outcome, Search};
use queue::{Batch, Queue};
use std::ops::ControlFlow;

/// Turns that queues of promising successors gain by progress.
const BOOST: i64 = 1_000;
/// Most successors that are taken between two polls, known states included.
const POLL: u32 = 4_096;

/// What a node keeps besides its state and parent.
#[derive(Clone, Copy)]
struct Extra<A, M> {
    g: u32,
    /// Number of successors.
    siblings: u32,
    step: Step<A>,
    incremental: M,
}

/// What led to a node from its parent.
#[derive(Clone, Copy)]
enum Step<A> {
    Start,
    Action(A),
    /// A range of the actions found by looking ahead.
    Lookahead(u32, u32),
}

impl<A: Copy> Step<A> {
    fn last(self) -> Option<A> {
        match self {
            Self::Action(action) => Some(action),
            _ => None,
        }
    }
}

/// Why a search paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// It has used up its share of evaluations.
    Share,
    /// This node is a goal.
    Goal(u32),
    /// No successor is left.
    Exhausted,
    /// A limit came first.
    Stopped(Limit),
}

/// A search that evaluates late.
pub struct Deferred<P: Problem, H: Heuristic<P>, K> {
    nodes: Nodes<P, Hashed<P>, Extra<P::Action, H::Incremental>>,
    paths: PathWords<P, K>,
    /// Successors of all expanded nodes: for each node all of them, then the promising ones again.
    actions: Vec<P::Action>,
    /// For each estimate: the queue of all, and that of promising successors.
    queues: Vec<Queue>,
    /// The smallest key of each estimate.
    best: Vec<u64>,
    /// Keys of the node being looked at.
    keys: Vec<u64>,
    /// The node whose state is `parent`.
    loaded: u32,
    parent: P::State,
    state: P::State,
    promising: Vec<P::Action>,
    /// Factor on h in g + weight · h; `None` where nodes are ordered by h alone.
    weight: Option<f64>,
    /// Plans must cost less than this.
    bound: u64,
    /// Whether to [look ahead](PlanningHooks::lookahead), and the actions that were found by it.
    ahead: bool,
    lookahead_actions: Vec<P::Action>,
    /// Successors taken since the last poll.
    taken: u32,
}

impl<P: Problem, H: Heuristic<P>, K: PlanningHooks<P>> Deferred<P, H, K> {
    /// A search that has not begun, by the heuristic and so many of its guides.
    pub fn new(problem: &P, start: &P::State, guides: usize) -> Self {
        Self {
            nodes: Nodes::new(Hashed::new(problem)),
            paths: PathWords::new(problem),
            actions: Vec::new(),
            queues: (0..2 * (guides + 1)).map(|_| Queue::default()).collect(),
            best: vec![u64::MAX; guides + 1],
            keys: vec![0; guides + 1],
            loaded: NO_PARENT,
            parent: start.clone(),
            state: start.clone(),
            promising: Vec::new(),
            weight: None,
            bound: u64::MAX,
            ahead: false,
            lookahead_actions: Vec::new(),
            taken: 0,
        }
    }

    /// The same search with [lookahead](PlanningHooks::lookahead).
    #[must_use]
    pub fn looking_ahead(self) -> Self {
        Self { ahead: P::PACKS_EXACTLY, ..self }
    }

    /// The same search for plans of a cost below a bound, ordered by g + weight · h.
    #[must_use]
    pub fn improving(self, weight: f64, bound: u64) -> Self {
        Self { weight: Some(weight), bound, ..self }
    }

    /// From now on, plans must cost less than this.
    pub fn lower(&mut self, bound: u64) {
        self.bound = bound;
    }

    /// Goes on until there is a reason to pause; `until` is the number of evaluations to pause at, and `others` are the
    /// bytes that are held besides.
    pub fn advance(
        &mut self,
        problem: &P,
        heuristic: &mut H,
        meter: &mut Meter<'_>,
        (until, others): (u64, u64),
    ) -> Pause {
        let mut advance = || -> ControlFlow<Pause> {
            if self.nodes.is_empty() {
                self.begin(problem, heuristic, meter, others)?;
            }
            loop {
                meter.add_work(heuristic.take_work());
                if meter.stats.evaluated >= until {
                    return ControlFlow::Break(Pause::Share);
                }
                self.next(problem, heuristic, meter, others)?;
            }
        };
        let pause = advance();
        meter.add_work(heuristic.take_work());
        match pause {
            ControlFlow::Break(pause) => pause,
            ControlFlow::Continue(()) => Pause::Share,
        }
    }

    fn begin(
        &mut self,
        problem: &P,
        heuristic: &mut H,
        meter: &mut Meter<'_>,
        others: u64,
    ) -> ControlFlow<Pause> {
        self.nodes.make_room(meter, others).map_break(Pause::Stopped)?;
        self.paths.start(problem, &self.state);
        let view = View { path: self.paths.get(problem, 0), ..View::root(problem, &self.state) };
        let (h, incremental) = heuristic.root(&view);
        meter.stats.evaluated += 1;
        let alive = evaluate(heuristic, &view, h, &mut self.keys);
        self.nodes.insert(
            problem,
            &self.state,
            NO_PARENT,
            Extra { g: 0, siblings: 0, step: Step::Start, incremental },
        );
        if problem.is_goal(&self.state) {
            return ControlFlow::Break(Pause::Goal(0));
        }
        if !alive {
            return ControlFlow::Continue(());
        }
        self.expand(problem, heuristic, meter, (0, h), others)?;
        self.look_ahead(problem, heuristic, meter, (0, h), others)
    }

    /// Takes the next successor.
    fn next(
        &mut self,
        problem: &P,
        heuristic: &mut H,
        meter: &mut Meter<'_>,
        others: u64,
    ) -> ControlFlow<Pause> {
        self.taken += 1;
        if self.taken >= POLL {
            self.taken = 0;
            meter.poll().map_break(Pause::Stopped)?;
        }
        let Some((node, action)) = self.pop() else { return ControlFlow::Break(Pause::Exhausted) };
        self.grow(meter, others)?;
        if self.loaded != node {
            self.nodes.seen.arena().unpack_into(problem, node, &mut self.parent);
            self.loaded = node;
        }
        make(problem, &self.parent, action, &mut self.state);
        meter.stats.generated += 1;
        let before = self.nodes.extra[node as usize];
        let g = paid(problem, &self.parent, action, &self.state).saturating_add(before.g);
        if u64::from(g) >= self.bound {
            self.trace(problem, meter, (g, None), NodeOutcome::Pruned);
            return ControlFlow::Continue(());
        }
        let (child, new) = self.nodes.seen.enter(problem, &self.state);
        if K::path_words(problem) > 0 {
            self.paths.reach(problem, (node, &self.parent), action, (child, &self.state), new);
        }
        let reopened = !new && self.weight.is_some() && g < self.nodes.extra[child as usize].g;
        if !new && !reopened {
            self.trace(problem, meter, (g, None), NodeOutcome::Duplicate);
            return ControlFlow::Continue(());
        }
        meter.stats.reopened += u64::from(reopened);
        let view = View {
            problem,
            state: &self.state,
            parent: Some((&self.parent, action)),
            g,
            siblings: before.siblings,
            path: self.paths.get(problem, child),
        };
        let (h, incremental) = heuristic.child(&view, before.incremental);
        meter.stats.evaluated += 1;
        let extra = Extra { g, siblings: 0, step: Step::Action(action), incremental };
        if new {
            self.nodes.parent.push(node);
            self.nodes.extra.push(extra);
        } else {
            self.nodes.parent[child as usize] = node;
            self.nodes.extra[child as usize] = extra;
        }
        let goal = problem.is_goal(&self.state);
        let outcome = if new { NodeOutcome::New } else { NodeOutcome::Reopened };
        if !goal && !evaluate(heuristic, &view, h, &mut self.keys) {
            self.trace(problem, meter, (g, Some(h.value())), NodeOutcome::DeadEnd);
            return ControlFlow::Continue(());
        }
        self.trace(problem, meter, (g, Some(h.value())), outcome);
        if goal {
            return ControlFlow::Break(Pause::Goal(child));
        }
        self.expand(problem, heuristic, meter, (child, h), others)?;
        self.look_ahead(problem, heuristic, meter, (child, h), others)
    }

    /// Makes room for a node.
    fn grow(&mut self, meter: &mut Meter<'_>, others: u64) -> ControlFlow<Pause> {
        if self.nodes.seen.is_full() {
            let others = others + self.waiting_bytes() + self.paths.bytes_to_grow();
            self.nodes.make_room(meter, others).map_break(Pause::Stopped)?;
        }
        ControlFlow::Continue(())
    }

    /// Puts the successors of the present state, which is this node's, into the queues.
    fn expand(
        &mut self,
        problem: &P,
        heuristic: &mut H,
        meter: &mut Meter<'_>,
        (node, h): (u32, H::Value),
        others: u64,
    ) -> ControlFlow<Pause> {
        meter.expand().map_break(Pause::Stopped)?;
        let extra = self.nodes.extra[node as usize];
        if meter.traces() {
            let h = Some(h.value());
            meter.trace_expanded(problem, &self.state, NodeValues { g: extra.g, h, f: h });
        }
        meter.stats.depth = meter.stats.depth.max(extra.g);
        self.promising.clear();
        heuristic.preferred(problem, &self.state, &mut self.promising);
        let start = self.actions.len();
        let _ = problem.visit(
            &self.state,
            extra.step.last(),
            &mut Each(|action| {
                self.actions.push(action);
                ControlFlow::Continue(())
            }),
        );
        let end = self.actions.len();
        self.actions.extend_from_slice(&self.promising);
        // Batches count actions by 32 bits.
        let last = u32::try_from(self.actions.len()).ok();
        let Some(last) = last else { return ControlFlow::Break(Pause::Stopped(Limit::Memory)) };
        meter.allow(others + self.nodes.bytes() + self.waiting_bytes()).map_break(Pause::Stopped)?;
        let (start, end) = (start as u32, end as u32);
        self.nodes.extra[node as usize].siblings = end - start;
        let mut progress = false;
        for (place, &h) in self.keys.iter().enumerate() {
            progress |= h < self.best[place];
            self.best[place] = self.best[place].min(h);
            let key = match self.weight {
                Some(weight) => (u64::from(extra.g) << 8) + (weight * h as f64) as u64,
                None => h,
            };
            self.queues[2 * place].push(key, Batch { node, next: start, end });
            self.queues[2 * place + 1].push(key, Batch { node, next: end, end: last });
        }
        if progress {
            self.queues.iter_mut().skip(1).step_by(2).for_each(|queue| queue.turns -= BOOST);
        }
        let open: u64 = self.queues.iter().map(Queue::len).sum();
        meter.stats.max_open = meter.stats.max_open.max(open);
        ControlFlow::Continue(())
    }

    /// The next successor of the queue whose turn it is.
    fn pop(&mut self) -> Option<(u32, P::Action)> {
        let filled = self.queues.iter_mut().filter(|queue| queue.len() > 0);
        let queue = filled.min_by_key(|queue| queue.turns)?;
        queue.turns += 1;
        let (node, action) = queue.pop()?;
        Some((node, self.actions[action as usize]))
    }

    /// Bytes of everything but nodes.
    fn waiting_bytes(&self) -> u64 {
        let actions = (self.actions.capacity() + self.lookahead_actions.capacity()) * size_of::<P::Action>();
        actions as u64 + self.queues.iter().map(Queue::bytes).sum::<u64>()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.waiting_bytes()
    }

    /// Number of states seen.
    pub fn stored(&self) -> u64 {
        self.nodes.len()
    }

    #[inline]
    fn trace(&self, problem: &P, meter: &mut Meter<'_>, (g, h): (u32, Option<f64>), outcome: NodeOutcome) {
        if meter.traces() {
            let values = NodeValues { g, h, f: h };
            meter.trace_generated(problem, &self.parent, &self.state, values, outcome);
        }
    }
}

/// The keys of a node that was evaluated now, by the heuristic and its guides; false in a dead end.
fn evaluate<P: Problem, H: Heuristic<P>>(
    heuristic: &mut H,
    view: &View<'_, P>,
    h: H::Value,
    keys: &mut [u64],
) -> bool {
    if h.is_dead_end() {
        return false;
    }
    keys[0] = h.key();
    keys.iter_mut().enumerate().skip(1).all(|(place, key)| {
        let guide = heuristic.guide(view, place - 1);
        *key = guide.key();
        !guide.is_dead_end()
    })
}

/// Runs a search to its end, by the heuristic and so many of its guides.
pub(in crate::search) fn run<P, H>(search: Search<'_, P, H>, guides: usize) -> Outcome<P::Action>
where
    P: Problem,
    H: Heuristic<P>,
{
    P::with_hooks(Run { search, guides })
}

/// A search, once the hooks are known.
struct Run<'a, P: Problem, H> {
    search: Search<'a, P, H>,
    guides: usize,
}

impl<P: Problem, H: Heuristic<P>> WithHooks<P> for Run<'_, P, H> {
    type Output = Outcome<P::Action>;

    fn call<K: PlanningHooks<P>>(self) -> Self::Output {
        let Search { problem, start, mut heuristic, parameters, observer, .. } = self.search;
        let mut meter =
            Meter::new(parameters.limits, observer).at(problem.node_prices()).of_price(heuristic.price());
        let mut deferred = Deferred::<P, H, K>::new(problem, start, self.guides);
        let pause = deferred.advance(problem, &mut heuristic, &mut meter, (u64::MAX, 0));
        meter.stats.stored = deferred.stored();
        match pause {
            Pause::Goal(node) => solved(problem, start, deferred.plan(problem, node), false, meter),
            Pause::Stopped(limit) => stopped(limit, meter),
            Pause::Exhausted | Pause::Share => ended(End::Unsolvable, meter),
        }
    }
}
