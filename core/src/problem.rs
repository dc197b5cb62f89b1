//! What a search problem is: the states, actions, costs and goal of one instance.
//!
//! A [`Problem`] value holds what is fixed for one instance (layout, walls, goal, tables). Searches are generic over it
//! and monomorphised: there is no dynamic dispatch per node (the one dynamic boundary is [`crate::instance`]).
//!
//! Two traits hold what few problems offer: [`Dense`] a numbering of the states, [`PlanningHooks`] what planning adds to a
//! search. Searches ask for them once, by [`Problem::with_dense`] and [`Problem::with_hooks`]; a problem without them
//! mentions neither.

mod dense;
mod hooks;

use crate::effort::NodePrices;
pub use dense::{Dense, WithDense};
pub use hooks::{PlanningHooks, WithHooks};
use std::ops::ControlFlow;

/// A packed state of up to so many words is hashed without allocating.
const INLINE_WORDS: usize = 8;

/// One instance of a domain: what is fixed, and how its states behave.
pub trait Problem: Sized + Send + Sync + 'static {
    /// The working state.
    type State: Clone + Send + Sync + 'static;
    /// One move.
    type Action: Copy + Eq + Send + Sync + std::fmt::Debug + 'static;
    /// What [`undo`](Self::undo) needs besides the action.
    type Undo;
    /// Buffers that features may use; one per thread.
    type Scratch: Send;

    /// Width of a packed state in 64-bit words, or 0 when only [`packed_len`](Self::packed_len) knows it.
    const PACKED_LEN: usize;
    /// Many paths lead to the same state: deepening searches keep a table unless set otherwise.
    const TRANSPOSITIONS: bool = true;
    /// Unpacking a packed state gives the state back, with everything that actions see: nodes can keep the actions that led to
    /// them, and plans need not be found again by replaying states.
    const PACKS_EXACTLY: bool = false;

    /// Makes the buffers that features use: as large as the instance needs.
    fn scratch(&self) -> Self::Scratch;
    /// Width of a packed state of this instance, in 64-bit words.
    fn packed_len(&self) -> usize {
        Self::PACKED_LEN
    }
    /// What the steps of a search that stores its states cost, in units of [effort](crate::effort).
    fn node_prices(&self) -> NodePrices {
        NodePrices::stored(self.packed_len())
    }
    /// Writes the canonical packed form: equal (or symmetric) states pack alike.
    fn pack(&self, state: &Self::State, out: &mut [u64]);
    /// Rebuilds a working state from its packed form.
    fn unpack(&self, words: &[u64]) -> Self::State;
    /// [`unpack`](Self::unpack) into a state that exists already. A problem whose states own memory implements this, and
    /// `clone_from`, without allocating: searches then allocate nothing per node.
    #[inline]
    fn unpack_into(&self, words: &[u64], state: &mut Self::State) {
        *state = self.unpack(words);
    }
    /// A hash of the canonical state. A problem that keeps one up to date in [`apply`](Self::apply) is searched faster
    /// than with the default, which packs the state.
    #[inline]
    fn hash(&self, state: &Self::State) -> u64 {
        let len = self.packed_len();
        if len <= INLINE_WORDS {
            let mut words = [0; INLINE_WORDS];
            self.pack(state, &mut words[..len]);
            return hash_words(&words[..len]);
        }
        let mut words = vec![0; len];
        self.pack(state, &mut words);
        hash_words(&words)
    }

    /// Hands every legal action of `state` to `visitor`, in the domain's documented order.
    ///
    /// With `last`, the action that led here from a parent p, it may leave out successors that are p
    /// itself or that p reaches by one action for no more than the two actions together. The state may have been packed
    /// and unpacked since.
    fn visit<V: Visit<Self>>(
        &self,
        state: &Self::State,
        last: Option<Self::Action>,
        visitor: &mut V,
    ) -> ControlFlow<()>;
    /// [`visit`](Self::visit) for searches that go down by recursion: `node` is handed on with every action.
    #[inline(always)]
    fn visit_node<V: VisitNode<Self>>(
        &self,
        state: &Self::State,
        last: Option<Self::Action>,
        visitor: &mut V,
        node: V::Node,
    ) -> ControlFlow<()> {
        self.visit(state, last, &mut AtNode { visitor, node })
    }
    /// [`visit`](Self::visit) for breadth-first searches, which expand every layer in the order it was generated
    /// and keep of each state the path that reached it first. It may also leave out a successor that
    /// another path of the same length reaches, if that path's first differing action comes earlier.
    #[inline]
    fn visit_in_layers<V: Visit<Self>>(
        &self,
        state: &Self::State,
        last: Option<Self::Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.visit(state, last, visitor)
    }
    /// Makes a move in place. The action must be one that [`visit`](Self::visit) named for this state.
    fn apply(&self, state: &mut Self::State, action: Self::Action) -> Self::Undo;
    /// Takes back the move made last.
    fn undo(&self, state: &mut Self::State, action: Self::Action, undo: Self::Undo);
    /// Cost of an action in the instance's metric, as far as the action alone tells.
    fn cost(&self, _action: Self::Action) -> u32 {
        1
    }
    /// Cost of what an action brought with it, where the domain makes moves by itself.
    #[inline]
    fn extra_cost(&self, _before: &Self::State, _action: Self::Action, _after: &Self::State) -> u32 {
        0
    }
    /// No action costs anything but 1, so breadth-first search is optimal.
    fn unit_cost(&self) -> bool {
        true
    }
    /// No action costs less than this. Costs are at most 2^30; where they can be 0, deepening searches need a table.
    fn min_cost(&self) -> u32 {
        1
    }
    /// Whether the puzzle is solved.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Every action has an inverse of the same cost, so distances are symmetric.
    fn reversible(&self) -> bool {
        false
    }
    /// Hands every goal state to `each`, and now and then nothing while it looks for the next, so that a long
    /// search can be stopped; `None` when the domain cannot list its goals.
    fn goals(
        &self,
        _each: &mut dyn FnMut(Option<Self::State>) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        None
    }

    /// Runs `with` on a problem that is [`Dense`], which returns `Ok(with.call(self))`.
    fn with_dense<W: WithDense<Self>>(&self, with: W) -> Result<W::Output, W> {
        Err(with)
    }
    /// Runs `with` on the problem's [hooks](PlanningHooks).
    fn with_hooks<W: WithHooks<Self>>(with: W) -> W::Output {
        with.call::<()>()
    }
}

/// Cost of an action that led from one state to the other.
#[inline]
pub fn paid<P: Problem>(problem: &P, before: &P::State, action: P::Action, after: &P::State) -> u32 {
    problem.cost(action) + problem.extra_cost(before, action, after)
}

/// A hash of a packed state, for domains that keep none up to date.
#[inline]
pub fn hash_words(words: &[u64]) -> u64 {
    let mut hash = 0u64;
    for &word in words {
        hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
    }
    hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ hash >> 32
}

/// Receives the actions of a state.
pub trait Visit<P: Problem> {
    /// Called once per legal action.
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()>;
}

/// Receives the actions of a state together with what the search knows about the node. That is an argument, not part of
/// the visitor, so that short nodes go from parent to child in registers.
pub trait VisitNode<P: Problem> {
    /// What the search knows about a node.
    type Node: Copy;

    /// The visitor's code is short and runs for every node of a long search: a domain may give it copies of its
    /// own, specialised by what the domain knows about the state.
    const INLINE_VISIT: bool;

    /// Called once per legal action.
    fn action(
        &mut self,
        problem: &P,
        state: &P::State,
        action: P::Action,
        node: Self::Node,
    ) -> ControlFlow<()>;
}

/// A visitor at a node.
pub struct AtNode<'v, V, N> {
    /// The visitor.
    pub visitor: &'v mut V,
    /// What it is handed on with every action.
    pub node: N,
}

impl<P: Problem, V: VisitNode<P>> Visit<P> for AtNode<'_, V, V::Node> {
    #[inline(always)]
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        self.visitor.action(problem, state, action, self.node)
    }
}

/// Lets a closure be a visitor.
pub struct Each<F>(pub F);

impl<P: Problem, F: FnMut(P::Action) -> ControlFlow<()>> Visit<P> for Each<F> {
    fn action(&mut self, _problem: &P, _state: &P::State, action: P::Action) -> ControlFlow<()> {
        (self.0)(action)
    }
}

/// All legal actions of a state, in the domain's order.
pub fn actions<P: Problem>(problem: &P, state: &P::State) -> Vec<P::Action> {
    let mut found = Vec::new();
    let _ = problem.visit(
        state,
        None,
        &mut Each(|action| {
            found.push(action);
            ControlFlow::Continue(())
        }),
    );
    found
}

/// How many legal actions a state has.
pub(crate) fn count_actions<P: Problem>(problem: &P, state: &P::State) -> u32 {
    let mut count = 0;
    let _ = problem.visit(
        state,
        None,
        &mut Each(|_| {
            count += 1;
            ControlFlow::Continue(())
        }),
    );
    count
}
