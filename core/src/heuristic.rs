//! Estimates of the cost to go, and what they are made of: nothing at all, or the features of a node.
//!
//! The usual heuristic is [`Compiled`](crate::language::Compiled); problems may offer incremental ones through
//! [`Featured::incremental`].

use crate::feature::{Compute, Feature, FeatureTable, LazyFeatures, Needs, Subject, View};
use crate::problem::Problem;
use std::marker::PhantomData;

/// An estimate of the cost to go.
///
/// Integer estimates order searches exactly; real ones are rounded to 1/256 in queues and up to the
/// next integer as a bound for deepening (see [`crate::search`]).
pub trait Estimate: Copy {
    /// The estimate times 256, rounded: the key for ordered queues.
    fn key(self) -> u64;
    /// The estimate as an integer bound, `ceil(h − 1e-6)`.
    fn bound(self) -> u32;
    /// `floor(weight · h)`, the bound of weighted deepening.
    fn weighted_bound(self, weight: f64) -> u32;
    /// The number itself; infinite in a dead end.
    fn value(self) -> f64;
    /// No goal can be reached from here: the node is to be dropped.
    fn is_dead_end(self) -> bool;
}

/// Largest estimate a search sees, but for dead ends.
pub const MAX_ESTIMATE: f64 = (1u32 << 30) as f64;

/// The integer estimate of a dead end.
pub const DEAD_END: u32 = u32::MAX;

impl Estimate for u32 {
    #[inline]
    fn key(self) -> u64 {
        u64::from(self) << 8
    }
    #[inline]
    fn bound(self) -> u32 {
        self
    }
    #[inline]
    fn weighted_bound(self, weight: f64) -> u32 {
        (weight * f64::from(self)).min(MAX_ESTIMATE) as u32
    }
    #[inline]
    fn value(self) -> f64 {
        if self == DEAD_END { f64::INFINITY } else { f64::from(self) }
    }
    #[inline]
    fn is_dead_end(self) -> bool {
        self == DEAD_END
    }
}

impl Estimate for f64 {
    #[inline]
    fn key(self) -> u64 {
        // Adding 2^52 rounds to the nearest whole number, which then is the low bits. Halves may have been rounded down.
        const WHOLE: f64 = (1_u64 << 52) as f64;
        let value = finite(self) * 256.0;
        let near = value + WHOLE;
        near.to_bits() - WHOLE.to_bits() + u64::from(value - (near - WHOLE) == 0.5)
    }
    #[inline]
    fn bound(self) -> u32 {
        let (whole, rest) = parts(finite(self) - 1e-6);
        whole as u32 + u32::from(rest > 0.0)
    }
    #[inline]
    fn weighted_bound(self, weight: f64) -> u32 {
        (weight * finite(self)).min(MAX_ESTIMATE) as u32
    }
    #[inline]
    fn value(self) -> f64 {
        clean(self)
    }
    #[inline]
    fn is_dead_end(self) -> bool {
        self == f64::INFINITY
    }
}

/// The integer part of a number, 0 for those below 0, and what is left. Rounding by these is no call of a function, as
/// `round` and `ceil` are on processors without instructions for them.
#[inline]
fn parts(value: f64) -> (i64, f64) {
    let whole = (value as i64).max(0);
    (whole, value - whole as f64)
}

/// A raw value as a search orders it: NaN and negative values are 0, nothing is above [`MAX_ESTIMATE`].
#[inline]
// `max` returns the other operand for NaN, which `clamp` would not.
#[allow(clippy::manual_clamp)]
fn finite(value: f64) -> f64 {
    value.max(0.0).min(MAX_ESTIMATE)
}

/// A raw value as a search reads it: NaN and negative values are 0, infinity is a dead end, and nothing else is above
/// [`MAX_ESTIMATE`].
#[inline]
pub fn clean(value: f64) -> f64 {
    if value == f64::INFINITY { value } else { finite(value) }
}

/// Turns nodes into estimates, carrying a small incremental value from parent to child where that saves work.
pub trait Heuristic<P: Problem>: Send {
    /// `u32` where every value is a small integer, else `f64`.
    type Value: Estimate;
    /// What a child's value can be updated from; `()` when every value is computed afresh.
    type Incremental: Copy + Send + 'static;

    /// [`evaluate_successor`](Self::evaluate_successor) is a few instructions and always has the value: searches may inline
    /// it in many places.
    const INLINE_SUCCESSOR: bool = false;
    /// Values may be [dead ends](Estimate::is_dead_end); searches skip the check where this is false.
    const DEAD_ENDS: bool = false;

    /// Whether this one may find dead ends; false only where it cannot.
    fn finds_dead_ends(&self) -> bool {
        Self::DEAD_ENDS
    }
    /// What the heuristic reads besides the state.
    fn needs(&self) -> Needs {
        Needs::STATE
    }
    /// A copy for another thread; `None` if it cannot be copied.
    fn fork(&self, _problem: &P) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
    /// Called by searches that return to the same states often: values may be cached by state from now on, in at most
    /// this many bytes.
    fn enable_cache(&mut self, _problem: &P, _bytes: u64) {}
    /// Bytes of the values that are cached.
    fn cached_bytes(&self) -> u64 {
        0
    }
    /// What it has done since the last call, by the price list of [`effort`](crate::effort).
    #[inline]
    fn take_work(&mut self) -> u64 {
        0
    }
    /// What an evaluation costs besides the work that is counted, by the price list of [`effort`](crate::effort).
    fn price(&self) -> u64 {
        0
    }
    /// The value of a start node (or of any node without a usable incremental value).
    fn root(&mut self, view: &View<'_, P>) -> (Self::Value, Self::Incremental);
    /// The child's value from the parent alone, before the child exists; `None` to be asked again through
    /// [`child`](Self::child) once it does.
    #[inline]
    fn evaluate_successor(
        &mut self,
        _problem: &P,
        _parent: &P::State,
        _action: P::Action,
        _incremental: Self::Incremental,
    ) -> Option<(Self::Value, Self::Incremental)> {
        None
    }
    /// The value of a child, given the parent's incremental value.
    fn child(
        &mut self,
        view: &View<'_, P>,
        incremental: Self::Incremental,
    ) -> (Self::Value, Self::Incremental);
    /// Adds the actions that the last evaluation, of this state, found [promising](crate::problem::PlanningHooks::preferred).
    #[inline]
    fn preferred(&mut self, _problem: &P, _state: &P::State, _actions: &mut Vec<P::Action>) {}
    /// Adds the actions by which the last evaluation, of this state, [looks ahead](crate::problem::PlanningHooks::lookahead).
    #[inline]
    fn lookahead(&mut self, _problem: &P, _state: &P::State, _actions: &mut Vec<P::Action>) {}
    /// How many further estimates there are by which `alternate` expands nodes; see [`Featured::guides`].
    fn guides(&self) -> usize {
        0
    }
    /// A further estimate of the node that was evaluated last.
    fn guide(&mut self, view: &View<'_, P>, _index: usize) -> Self::Value {
        self.root(view).0
    }
}

/// Features that are updated from parent to child instead of computed afresh.
///
/// Their values go to the problem's scratch, where the functions of features find them: whatever reads such a value, as
/// a feature of its own or as a part of another, is written once.
pub trait IncrementalFeatures<P: Problem>: Clone + Send {
    /// What a node keeps for its children.
    type Incremental: Copy + Send + 'static;

    /// Computes the values of a node from what its parent keeps; afresh if there is no parent.
    fn update(
        &mut self,
        view: &View<'_, P>,
        parent: Option<Self::Incremental>,
        scratch: &mut P::Scratch,
    ) -> Self::Incremental;
}

/// No feature is incremental.
impl<P: Problem> IncrementalFeatures<P> for () {
    type Incremental = ();

    #[inline]
    fn update(&mut self, _view: &View<'_, P>, _parent: Option<()>, _scratch: &mut P::Scratch) {}
}

/// A computation to run once the type of the incremental features is known.
pub trait WithFeatures<P: Problem, R> {
    /// Runs it.
    fn call<F: IncrementalFeatures<P>>(self, features: F) -> R;
}

/// A computation to run once the type of the heuristic is known.
pub trait WithHeuristic<P: Problem, R> {
    /// Runs it.
    fn call<H: Heuristic<P>>(self, heuristic: H) -> R;
}

/// Features that are computed together, and what that costs.
pub type Prices = (&'static [&'static str], u64);

/// A problem with features: what heuristics are made of.
pub trait Featured: Problem {
    /// The features with their functions, in the order of the domain's [`FeatureTable`]. One must be called `zero`, the blind
    /// estimate.
    fn features(&self) -> &[NodeFeature<Self>];
    /// What values of features cost, in units of [`effort`](crate::effort): those of one row are computed together
    /// and cost once. Features that count their work themselves, or cost next to nothing, are not listed.
    fn prices(&self) -> &'static [Prices] {
        &[]
    }
    /// What the features did since the last call, by the price list of [`effort`](crate::effort).
    #[inline]
    fn take_work(_scratch: &mut Self::Scratch) -> u64 {
        0
    }
    /// Features by which `alternate` expands nodes in turn with its heuristic.
    fn guides(&self) -> &'static [&'static str] {
        &[]
    }
    /// The same problem with the features of a table that extends its own, where the domain has [terms](crate::feature::Terms).
    fn with_table(&self, _table: &FeatureTable) -> Option<Self> {
        None
    }
    /// Runs `with` on the incremental heuristic of that name, if there is one worth its own code.
    fn incremental<R, W: WithHeuristic<Self, R>>(&self, _name: &str, with: W) -> Result<R, W> {
        Err(with)
    }
    /// Runs `with` on the incremental features that a formula over these names is computed from, if there are any.
    fn incremental_features<R, W: WithFeatures<Self, R>>(&self, _names: &[&str], with: W) -> Result<R, W> {
        Err(with)
    }
}

/// The nodes of a search as the [`Subject`] of features. Every value belongs to one node.
pub struct SearchNode<P>(PhantomData<fn() -> P>);

/// A feature of the nodes of a search.
pub type NodeFeature<P> = Feature<SearchNode<P>>;

/// How the value of a feature of nodes is computed.
pub type NodeCompute<P> = Compute<SearchNode<P>>;

/// The features of one node after the other.
pub type NodeFeatures<P> = LazyFeatures<SearchNode<P>>;

impl<P: Featured> Subject for SearchNode<P> {
    type Instance = P;
    type View<'v> = View<'v, P>;
    type Scratch = P::Scratch;

    const SCOPED: bool = false;

    #[inline]
    fn features(problem: &P) -> &[Feature<Self>] {
        problem.features()
    }
    fn scratch(problem: &P) -> P::Scratch {
        problem.scratch()
    }
    #[inline]
    fn instance<'v>(view: &Self::View<'v>) -> &'v P {
        view.problem
    }
}

/// The blind heuristic: 0 everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Zero;

impl<P: Problem> Heuristic<P> for Zero {
    type Value = u32;
    type Incremental = ();

    #[inline]
    fn root(&mut self, _view: &View<'_, P>) -> (u32, ()) {
        (0, ())
    }
    fn fork(&self, _problem: &P) -> Option<Self> {
        Some(Self)
    }
    #[inline]
    fn evaluate_successor(&mut self, _: &P, _: &P::State, _: P::Action, (): ()) -> Option<(u32, ())> {
        Some((0, ()))
    }
    #[inline]
    fn child(&mut self, _view: &View<'_, P>, (): ()) -> (u32, ()) {
        (0, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_as_the_library_rounds() {
        let odd =
            [0.0, 1e-7, 1e-6, 0.5 / 256.0, 0.499_999_999_999_999_94 / 256.0, 1.0, 1.000_002, 2.75, 7.3, -3.0];
        for value in odd.into_iter().chain([999_999.9, 1e9, f64::NAN, f64::INFINITY]) {
            let plain = finite(value);
            assert_eq!(value.key(), (plain * 256.0).round() as u64, "{value}");
            assert_eq!(value.bound(), (plain - 1e-6).ceil().max(0.0) as u32, "{value}");
        }
    }
}
