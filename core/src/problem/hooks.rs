//! What planning adds to a search.

use super::Problem;

/// What planning adds to a search of `P`: words that belong to paths, promising actions, looking ahead, and successors that
/// are packed before they are made. `()` adds nothing, and costs nothing.
pub trait PlanningHooks<P: Problem>: 'static {
    /// [`pack_after`](Self::pack_after) takes no longer than making the successor, and actions cost what
    /// [`cost`](Problem::cost) says: searches look up the successors of a state together, before they make any.
    const PACKS_AHEAD: bool = false;
    /// States may have thousands of successors, or features take long: searches that look up successors together check their
    /// limits at every evaluation, and not only at every expansion.
    const SLOW_NODES: bool = Self::PACKS_AHEAD;

    /// Writes the packed form of the state that an action leads to, and returns its [`hash`](Problem::hash).
    #[inline]
    fn pack_after(problem: &P, state: &P::State, action: P::Action, out: &mut [u64]) -> u64 {
        let mut child = state.clone();
        problem.apply(&mut child, action);
        problem.pack(&child, out);
        problem.hash(&child)
    }

    /// Words that best-first searches keep with every node about the paths that led to it (accepted landmarks, say);
    /// features read them as [`View::path`](crate::feature::View::path).
    #[inline]
    fn path_words(_problem: &P) -> usize {
        0
    }
    /// Fills a node's path words, all 0 until now: of the start, or of the successor of a parent with those words.
    #[inline]
    fn extend_path(
        _problem: &P,
        _parent: Option<(&P::State, P::Action, &[u64])>,
        _state: &P::State,
        _path: &mut [u64],
    ) {
    }
    /// Joins the words of another path to the same state into those that the node has.
    #[inline]
    fn merge_path(_problem: &P, _path: &mut [u64], _other: &[u64]) {}

    /// Adds promising actions of a state that features were just computed for, with these buffers: as far as the features
    /// found some by the way (the helpful actions of a relaxed plan, say). [`visit`](Problem::visit) hands out each of them.
    #[inline]
    fn preferred(_problem: &P, _state: &P::State, _scratch: &mut P::Scratch, _actions: &mut Vec<P::Action>) {}
    /// Adds a sequence of actions that leads from a state, which features were just computed for with these buffers, towards
    /// the goal, as far as the features found one by the way. Only for problems that
    /// [pack exactly](Problem::PACKS_EXACTLY).
    #[inline]
    fn lookahead(_problem: &P, _state: &P::State, _scratch: &mut P::Scratch, _actions: &mut Vec<P::Action>) {}
}

impl<P: Problem> PlanningHooks<P> for () {}

/// A computation by the hooks of a problem.
pub trait WithHooks<P: Problem> {
    /// What it computes.
    type Output;
    /// Runs it.
    fn call<K: PlanningHooks<P>>(self) -> Self::Output;
}
