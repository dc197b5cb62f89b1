//! The nodes of searches as the subject of features: what a feature sees of them, and what it declares for searches.

use crate::problem::Problem;

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

/// What a feature tells about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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

/// What the feature of a node declares for searches: its tested promises.
#[derive(Debug, Clone)]
pub struct NodeInfo {
    /// What it tells about.
    pub role: Role,
    /// Metrics in which it never overestimates the remaining cost.
    pub admissible: Metrics,
    /// Metrics in which it also never drops by more than an action costs.
    pub consistent: Metrics,
    /// It is infinite only in states from which no goal can be reached; searches prune those. Values of other features
    /// are finite to a search.
    pub safe: bool,
    /// What it reads besides the state.
    pub needs: Needs,
}

impl NodeInfo {
    /// Declares nothing. Features of other subjects have this.
    pub const NONE: Self = Self {
        role: Role::Measure,
        admissible: Metrics::NONE,
        consistent: Metrics::NONE,
        safe: false,
        needs: Needs::STATE,
    };
}
