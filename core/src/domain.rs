//! What a domain is: states, actions, features, and the heuristics made from them.
//!
//! A [`Domain`] value holds what is fixed for one instance (layout, walls, goal, tables). Its states are
//! small and cheap to copy. Searches are generic over the domain and monomorphised: there is no
//! dynamic dispatch per node (the one dynamic boundary is [`crate::registry`]).
//!
//! A [`Feature`] is one hand-made measurement of a node. The domain lists its features in a constant
//! table; that table is the only source for the command line, the documentation, the terminals of
//! evolved heuristics and the conformance tests. A feature sees a [`View`], not a bare state, because
//! some features ask how the node was reached. In a search with duplicate detection such a value
//! belongs to the path that first reached the state, and is computed anew when a cheaper path
//! reopens it.
//!
//! A [`Heuristic`] turns a node into an estimate. The usual one is
//! [`Compiled`](crate::language::Compiled); domains may offer incremental ones
//! through [`Domain::incremental`].

mod heuristic;

pub use heuristic::{Estimate, Heuristic, MAX_ESTIMATE, WithHeuristic, clean};

use std::ops::{ControlFlow, Range};

/// One instance of a puzzle: what is fixed, and how its states behave.
pub trait Domain: Sized + Send + Sync + 'static {
    /// The working state.
    type State: Clone + Send + Sync;
    /// One move.
    type Action: Copy + Eq + Send + Sync + std::fmt::Debug;
    /// What [`undo`](Self::undo) needs besides the action.
    type Undo;
    /// Buffers that features may use; one per thread.
    type Scratch: Default + Send;

    /// Width of a packed state in 64-bit words, or 0 when only [`words`](Self::words) knows it.
    const WORDS: usize;
    /// Many paths lead to the same state: deepening searches keep a table unless told otherwise.
    const TRANSPOSITIONS: bool;

    /// Width of a packed state of this instance.
    fn words(&self) -> usize {
        Self::WORDS
    }
    /// Writes the canonical packed form: equal (or symmetric) states pack alike.
    fn pack(&self, state: &Self::State, out: &mut [u64]);
    /// Rebuilds a working state from its packed form.
    fn unpack(&self, words: &[u64]) -> Self::State;
    /// A hash of the canonical state, cheap because kept up to date by [`apply`](Self::apply).
    fn hash(&self, state: &Self::State) -> u64;

    /// Hands every legal action of `state` to `visitor`, in the domain's documented order.
    ///
    /// With `last`, the action that led here from a parent p, it may leave out successors that are p
    /// itself or that p reaches by one action for no more than the two actions together.
    fn visit<V: Visit<Self>>(
        &self,
        state: &Self::State,
        last: Option<Self::Action>,
        visitor: &mut V,
    ) -> ControlFlow<()>;
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
    /// Cost of an action that led from one state to the other.
    #[inline]
    fn paid(&self, before: &Self::State, action: Self::Action, after: &Self::State) -> u32 {
        self.cost(action) + self.extra_cost(before, action, after)
    }
    /// No action costs anything but 1, so breadth-first search is optimal.
    fn unit_cost(&self) -> bool {
        true
    }
    /// Whether the puzzle is solved.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The feature table, in the same order for every instance of the family.
    fn features(&self) -> &[Feature<Self>];
    /// Runs `with` on the incremental heuristic of that name, if the domain has one worth its own code.
    fn incremental<R, W: WithHeuristic<Self, R>>(&self, _name: &str, with: W) -> Result<R, W> {
        Err(with)
    }

    /// Size of a dense numbering of the states, when there is one small enough to be useful.
    fn dense(&self) -> Option<u64> {
        None
    }
    /// The state's number below [`dense`](Self::dense).
    fn index(&self, _state: &Self::State) -> u64 {
        0
    }
    /// The number of the state that an action leads to; most successors are known, and need not be made.
    fn index_after(&self, state: &Self::State, action: Self::Action) -> u64 {
        let mut child = state.clone();
        self.apply(&mut child, action);
        self.index(&child)
    }
    /// Every action has an inverse of the same cost, so distances are symmetric.
    fn reversible(&self) -> bool;
    /// Hands every goal state to `each`, and now and then nothing while it looks for the next, so that a long
    /// search can be stopped; `None` when the domain cannot list its goals.
    fn goals(
        &self,
        _each: &mut dyn FnMut(Option<Self::State>) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        None
    }
}

/// A hash of a packed state, for domains that keep none up to date.
#[inline]
pub(crate) fn hash_words(words: &[u64]) -> u64 {
    let mut hash = 0u64;
    for &word in words {
        hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^= hash >> 32;
    }
    hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ hash >> 32
}

/// Receives the actions of a state.
pub trait Visit<D: Domain> {
    /// The visitor's code is short and runs for every node of a long search: a domain may give it copies of its
    /// own, specialised by what the domain knows about the state.
    const HOT: bool = false;

    /// Called once per legal action.
    fn action(&mut self, domain: &D, state: &D::State, action: D::Action) -> ControlFlow<()>;
}

/// Lets a closure be a visitor.
pub struct Each<F>(pub F);

impl<D: Domain, F: FnMut(D::Action) -> ControlFlow<()>> Visit<D> for Each<F> {
    fn action(&mut self, _domain: &D, _state: &D::State, action: D::Action) -> ControlFlow<()> {
        (self.0)(action)
    }
}

/// All legal actions of a state, in the domain's order.
pub fn actions<D: Domain>(domain: &D, state: &D::State) -> Vec<D::Action> {
    let mut found = Vec::new();
    let _ = domain.visit(
        state,
        None,
        &mut Each(|action| {
            found.push(action);
            ControlFlow::Continue(())
        }),
    );
    found
}

/// What a feature sees of a node.
pub struct View<'a, D: Domain> {
    /// The instance.
    pub domain: &'a D,
    /// The node's state.
    pub state: &'a D::State,
    /// The parent and the action that led here; `None` at the root.
    pub parent: Option<(&'a D::State, D::Action)>,
    /// Cost of the path to the node.
    pub g: u32,
    /// Number of children of the parent (0 at the root); counted only for heuristics that ask for it.
    pub siblings: u32,
}

impl<'a, D: Domain> View<'a, D> {
    /// The view of a start node.
    pub fn root(domain: &'a D, state: &'a D::State) -> Self {
        Self { domain, state, parent: None, g: 0, siblings: 0 }
    }
}

/// Whether a feature is a number or a yes/no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A number.
    Real,
    /// 1 for yes, 0 for no.
    Bool,
}

/// What a feature tells about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Larger means farther from the goal.
    Estimate,
    /// Anything else, the last move included.
    Measure,
    /// About the node rather than the state: depth, phase, siblings.
    Context,
}

/// What a feature reads besides the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Needs {
    /// The parent and the last action.
    pub parent: bool,
    /// The path cost.
    pub g: bool,
    /// The number of siblings (costs one more pass over the parent's actions).
    pub siblings: bool,
}

impl Needs {
    /// The state alone.
    pub const STATE: Self = Self { parent: false, g: false, siblings: false };
    /// The last move.
    pub const PARENT: Self = Self { parent: true, ..Self::STATE };
    /// The path cost.
    pub const G: Self = Self { g: true, ..Self::STATE };
    /// The number of siblings.
    pub const SIBLINGS: Self = Self { siblings: true, ..Self::STATE };

    /// Either's needs.
    pub fn or(self, other: Self) -> Self {
        Self {
            parent: self.parent || other.parent,
            g: self.g || other.g,
            siblings: self.siblings || other.siblings,
        }
    }

    /// Whether the value can be told from the state alone.
    pub fn state_only(self) -> bool {
        self == Self::STATE
    }
}

/// A feature's registration: its manual page and its tested promises.
#[derive(Debug, Clone, Copy, serde::Serialize)]
pub struct FeatureInfo {
    /// Name in every text.
    pub name: &'static str,
    /// Number or yes/no.
    pub kind: Kind,
    /// What it tells about.
    pub role: Role,
    /// One line of explanation.
    pub about: &'static str,
    /// Metrics in which it never overestimates the remaining cost.
    pub admissible: &'static [&'static str],
    /// Metrics in which it also never drops by more than an action costs.
    pub consistent: &'static [&'static str],
    /// What it reads besides the state.
    pub needs: Needs,
}

/// The registration of a number told by the state alone, that grows with the distance from the goal: the start of most
/// others, which differ by a field or two.
///
/// ```
/// use unstuck_core::domain::{estimate, measure};
/// let gaps = estimate("gaps", "neighbours that differ by more than 1", &["flips"], &["flips"]);
/// let top = measure("top", "size of the topmost");
/// assert!(gaps.needs.state_only() && top.admissible.is_empty());
/// ```
pub const fn estimate(
    name: &'static str,
    about: &'static str,
    admissible: &'static [&'static str],
    consistent: &'static [&'static str],
) -> FeatureInfo {
    let (kind, role) = (Kind::Real, Role::Estimate);
    FeatureInfo { name, kind, role, about, admissible, consistent, needs: Needs::STATE }
}

/// The same of a number that says nothing of the distance by itself.
pub const fn measure(name: &'static str, about: &'static str) -> FeatureInfo {
    FeatureInfo { role: Role::Measure, ..estimate(name, about, &[], &[]) }
}

/// The same of a number about the node rather than the state.
pub const fn context(name: &'static str, about: &'static str, needs: Needs) -> FeatureInfo {
    FeatureInfo { role: Role::Context, needs, ..estimate(name, about, &[], &[]) }
}

/// The range of a feature from 0 on.
pub fn up_to(most: u32) -> Option<(f64, f64)> {
    Some((0.0, most.into()))
}

/// One row of a domain's feature table.
pub struct Feature<D: Domain> {
    /// The registration.
    pub info: FeatureInfo,
    /// Smallest and largest value on an instance; `None` where the feature does not exist for it.
    pub range: fn(&D) -> Option<(f64, f64)>,
    /// How the value is found.
    pub compute: Compute<D>,
}

impl<D: Domain> Feature<D> {
    /// A feature computed alone.
    pub const fn new(
        info: FeatureInfo,
        range: fn(&D) -> Option<(f64, f64)>,
        value: fn(&View<'_, D>, &mut D::Scratch) -> f64,
    ) -> Self {
        Self { info, range, compute: Compute::One(value) }
    }
}

/// A feature computed alone, as a member of a family, or together with others.
pub enum Compute<D: Domain> {
    /// One function, one value.
    One(fn(&View<'_, D>, &mut D::Scratch) -> f64),
    /// One function for a whole family (one feature per predicate, say), told which member is wanted.
    Indexed(fn(&View<'_, D>, &mut D::Scratch, u32) -> f64, u32),
    /// One computation that fills all features in a range of the table.
    Group(fn(&View<'_, D>, &mut D::Scratch, &mut [f64]), Range<u16>),
}
