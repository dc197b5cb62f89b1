//! Features: hand-made measurements of a node, and the table in which a domain lists them.
//!
//! The table is the only source for the command line, the documentation, the terminals of evolved heuristics and the
//! conformance tests. Names are owned, so that a domain made while the program runs (from Python, from a PDDL file) has
//! a table like any other; built-in domains keep theirs as constants.
//!
//! A feature sees a [`View`], not a bare state, because some features ask how the node was reached. In a search with
//! duplicate detection such a value belongs to the path that first reached the state, and is computed again when a
//! cheaper path reopens it.

mod terms;

pub use terms::{TermError, Terms, end_of_term};

use crate::problem::Problem;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// A name or a line of explanation: a constant of the program, or made while it runs.
pub type Text = Cow<'static, str>;

/// What a feature sees of a node.
pub struct View<'a, P: Problem> {
    /// The instance.
    pub problem: &'a P,
    /// The node's state.
    pub state: &'a P::State,
    /// The parent and the action that led here; `None` at the root.
    pub parent: Option<(&'a P::State, P::Action)>,
    /// Cost of the path to the node.
    pub g: u32,
    /// Number of children of the parent (0 at the root); counted only for heuristics that ask for it.
    pub siblings: u32,
    /// The node's [path words](crate::problem::PlanningHooks::path_words); empty where a search keeps none.
    pub path: &'a [u64],
}

impl<'a, P: Problem> View<'a, P> {
    /// The view of a start node.
    pub fn root(problem: &'a P, state: &'a P::State) -> Self {
        Self { problem, state, parent: None, g: 0, siblings: 0, path: &[] }
    }
}

/// Whether a feature is a number or a boolean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A number.
    Real,
    /// 1 for yes, 0 for no.
    Bool,
}

/// What a feature tells about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, utoipa::ToSchema)]
pub struct Needs {
    /// The parent and the last action.
    pub parent: bool,
    /// The path cost.
    pub g: bool,
    /// The number of siblings (costs one more pass over the parent's actions).
    pub siblings: bool,
    /// The words that best-first searches keep about the paths to a node.
    pub path: bool,
    /// What the same search evaluated before.
    pub history: bool,
}

impl Needs {
    /// The state alone.
    pub const STATE: Self = Self { parent: false, g: false, siblings: false, path: false, history: false };
    /// The last move.
    pub const PARENT: Self = Self { parent: true, ..Self::STATE };
    /// The path cost.
    pub const G: Self = Self { g: true, ..Self::STATE };
    /// The number of siblings.
    pub const SIBLINGS: Self = Self { siblings: true, ..Self::STATE };
    /// The paths to the node.
    pub const PATH: Self = Self { path: true, ..Self::STATE };
    /// What was evaluated before.
    pub const HISTORY: Self = Self { history: true, ..Self::STATE };

    /// Either's needs.
    pub fn or(self, other: Self) -> Self {
        Self {
            parent: self.parent || other.parent,
            g: self.g || other.g,
            siblings: self.siblings || other.siblings,
            path: self.path || other.path,
            history: self.history || other.history,
        }
    }

    /// Whether the value follows from the state alone.
    pub fn state_only(self) -> bool {
        self == Self::STATE
    }
}

/// The metrics of which a property is claimed, by their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Metrics {
    /// Named in the program.
    Constant(&'static [&'static str]),
    /// Named while the program runs.
    Owned(Vec<String>),
}

impl Metrics {
    /// No metric.
    pub const NONE: Self = Self::Constant(&[]);

    /// The names.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (constant, owned): (&[&str], &[String]) = match self {
            Self::Constant(names) => (names, &[]),
            Self::Owned(names) => (&[], names),
        };
        constant.iter().copied().chain(owned.iter().map(String::as_str))
    }

    /// Whether a metric is among them.
    pub fn contains(&self, metric: &str) -> bool {
        self.iter().any(|name| name == metric)
    }

    /// Whether the property is claimed in no metric.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl serde::Serialize for Metrics {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// What one value costs to compute, roughly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Price {
    /// About as much as generating a few nodes.
    #[default]
    Cheap,
    /// Thousands of times more: computed only where a heuristic names it, never for a table of all features.
    Expensive,
}

/// A feature's registration: its manual page and its tested promises.
#[derive(Debug, Clone, serde::Serialize)]
pub struct FeatureInfo {
    /// Name in every text.
    pub name: Text,
    /// Number or boolean.
    pub kind: Kind,
    /// What it tells about.
    pub role: Role,
    /// One line of explanation.
    pub about: Text,
    /// Metrics in which it never overestimates the remaining cost.
    pub admissible: Metrics,
    /// Metrics in which it also never drops by more than an action costs.
    pub consistent: Metrics,
    /// It is infinite only in states from which no goal can be reached; searches prune those. Values of other features
    /// are finite to a search.
    pub safe: bool,
    /// What it reads besides the state.
    pub needs: Needs,
    /// What a value costs.
    pub price: Price,
}

impl FeatureInfo {
    /// The same of another role.
    pub const fn of_role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// The same of a boolean.
    pub const fn boolean(mut self) -> Self {
        self.kind = Kind::Bool;
        self
    }

    /// The same of a feature that reads more than the state.
    pub const fn needing(mut self, needs: Needs) -> Self {
        self.needs = needs;
        self
    }

    /// The same of a feature that is infinite in dead ends only.
    pub const fn safe(mut self) -> Self {
        self.safe = true;
        self
    }

    /// The same of a feature that is computed only where a heuristic names it.
    pub const fn expensive(mut self) -> Self {
        self.price = Price::Expensive;
        self
    }

    /// Whether the name is a [term](Terms) of the domain's own words.
    pub fn is_lifted(&self) -> bool {
        self.name.ends_with(')')
    }

    /// Whether every state has a value worth tabulating: it reads the state alone and is not expensive.
    pub fn is_tabulated(&self) -> bool {
        self.needs.state_only() && self.price == Price::Cheap
    }
}

/// Registers a state-only numeric estimate. Other constructors build on this one.
///
/// ```
/// use unstuck_core::feature::{estimate, measure};
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
    FeatureInfo {
        name: Cow::Borrowed(name),
        kind: Kind::Real,
        role: Role::Estimate,
        about: Cow::Borrowed(about),
        admissible: Metrics::Constant(admissible),
        consistent: Metrics::Constant(consistent),
        safe: false,
        needs: Needs::STATE,
        price: Price::Cheap,
    }
}

/// Registers a state-only number that by itself says nothing about the distance.
pub const fn measure(name: &'static str, about: &'static str) -> FeatureInfo {
    estimate(name, about, &[], &[]).of_role(Role::Measure)
}

/// Registers a number about the node rather than the state.
pub const fn context(name: &'static str, about: &'static str, needs: Needs) -> FeatureInfo {
    estimate(name, about, &[], &[]).of_role(Role::Context).needing(needs)
}

/// A domain's vocabulary: its name, metrics and features. What the heuristic language is read and printed with.
#[derive(Debug)]
pub struct FeatureTable {
    domain: Text,
    metrics: Vec<Text>,
    features: Vec<FeatureInfo>,
    by_name: HashMap<Text, u16, FxBuildHasher>,
    terms: Option<Arc<dyn Terms>>,
}

impl FeatureTable {
    /// A table of these features. At most [`MAX_FEATURES`] are kept.
    pub fn new(
        domain: impl Into<Text>,
        metrics: impl IntoIterator<Item = Text>,
        features: impl IntoIterator<Item = FeatureInfo>,
    ) -> Arc<Self> {
        Self::make(domain.into(), metrics.into_iter().collect(), features, None)
    }

    /// The same table of a domain that has [terms](Terms), too.
    #[must_use]
    pub fn with_terms(&self, terms: Arc<dyn Terms>) -> Arc<Self> {
        Self::make(self.domain.clone(), self.metrics.clone(), self.features.iter().cloned(), Some(terms))
    }

    /// The same table with more features at its end: the indices of the others stay.
    #[must_use]
    pub fn extended(&self, more: impl IntoIterator<Item = FeatureInfo>) -> Arc<Self> {
        let features = self.features.iter().cloned().chain(more);
        Self::make(self.domain.clone(), self.metrics.clone(), features, self.terms.clone())
    }

    fn make(
        domain: Text,
        metrics: Vec<Text>,
        features: impl IntoIterator<Item = FeatureInfo>,
        terms: Option<Arc<dyn Terms>>,
    ) -> Arc<Self> {
        let features: Vec<FeatureInfo> = features.into_iter().take(MAX_FEATURES).collect();
        let by_name = features.iter().zip(0..).map(|(info, index)| (info.name.clone(), index)).collect();
        Arc::new(Self { domain, metrics, features, by_name, terms })
    }

    /// The terms from which the domain makes further features, if it does.
    pub fn terms(&self) -> Option<&dyn Terms> {
        self.terms.as_deref()
    }

    /// The domain's name.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// Whether heuristics for a domain can be read: for its own, and in planning domains those for planning in general.
    pub fn understands(&self, domain: &str) -> bool {
        self.domain == domain || domain == "pddl" && self.domain.starts_with("pddl-")
    }

    /// The names of the domain's metrics.
    pub fn metrics(&self) -> impl Iterator<Item = &str> {
        self.metrics.iter().map(|name| &**name)
    }

    /// The features, in the order of their indices.
    pub fn features(&self) -> &[FeatureInfo] {
        &self.features
    }

    /// The index of a feature.
    pub fn index(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// A feature by its name.
    pub fn get(&self, name: &str) -> Option<&FeatureInfo> {
        self.index(name).map(|index| &self.features[usize::from(index)])
    }

    /// The name of a feature.
    pub fn name(&self, index: u16) -> &str {
        self.features.get(usize::from(index)).map_or("unknown", |info| &info.name)
    }

    /// All names, in the order of their indices.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.features.iter().map(|info| &*info.name)
    }
}

/// Most features of a domain: they are numbered by 16 bits.
pub const MAX_FEATURES: usize = 1 << 16;

/// The range of a feature from 0 on.
pub fn up_to(max: u32) -> Option<(f64, f64)> {
    Some((0.0, max.into()))
}

/// What is declared of these features, for the domain's table.
pub fn infos<P: Problem>(features: &[Feature<P>]) -> impl Iterator<Item = FeatureInfo> + '_ {
    features.iter().map(|feature| feature.info.clone())
}

/// One row of a domain's feature table, with its functions.
pub struct Feature<P: Problem> {
    /// The registration.
    pub info: FeatureInfo,
    /// The row's number among those that share the functions (one per predicate, say); 0 for a row of its own.
    pub member: u32,
    /// Smallest and largest value on an instance, for a member; `None` where the feature does not exist for it.
    pub range: fn(&P, u32) -> Option<(f64, f64)>,
    /// How the value is found.
    pub compute: Compute<P>,
}

impl<P: Problem> std::fmt::Debug for Feature<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.info.name)
    }
}

impl<P: Problem> Clone for Feature<P> {
    fn clone(&self) -> Self {
        let Self { info, member, range, compute } = self;
        Self { info: info.clone(), member: *member, range: *range, compute: compute.clone() }
    }
}

impl<P: Problem> Feature<P> {
    /// A feature computed alone.
    pub const fn new(
        info: FeatureInfo,
        range: fn(&P, u32) -> Option<(f64, f64)>,
        value: fn(&View<'_, P>, &mut P::Scratch) -> f64,
    ) -> Self {
        Self { info, member: 0, range, compute: Compute::One(value) }
    }

    /// Smallest and largest value on an instance; `None` where the feature does not exist for it.
    #[inline]
    pub fn range(&self, problem: &P) -> Option<(f64, f64)> {
        (self.range)(problem, self.member)
    }
}

/// How the value of a feature is computed.
pub enum Compute<P: Problem> {
    /// One function, one value.
    One(fn(&View<'_, P>, &mut P::Scratch) -> f64),
    /// One function for many rows, told which member is wanted.
    Member(fn(&View<'_, P>, &mut P::Scratch, u32) -> f64),
    /// One computation that fills all features in a range of the table.
    Group(fn(&View<'_, P>, &mut P::Scratch, &mut [f64]), Range<u16>),
    /// A function made while the program runs.
    Closure(Arc<Closure<P>>),
}

impl<P: Problem> Clone for Compute<P> {
    fn clone(&self) -> Self {
        match self {
            Self::One(one) => Self::One(*one),
            Self::Member(member) => Self::Member(*member),
            Self::Group(group, range) => Self::Group(*group, range.clone()),
            Self::Closure(closure) => Self::Closure(closure.clone()),
        }
    }
}

/// A feature's function with what it captured.
pub type Closure<P> = dyn Fn(&View<'_, P>, &mut <P as Problem>::Scratch) -> f64 + Send + Sync;
