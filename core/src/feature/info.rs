//! What a domain declares of a feature.

use super::Text;
use super::node::{Metrics, Needs, NodeInfo, Role};
use std::borrow::Cow;

/// Whether a feature is a number or a boolean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A number.
    Real,
    /// 1 for yes, 0 for no.
    Bool,
}

/// How long a value stays the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// For the whole instance.
    Instance,
    /// For all choices of one step: it depends on the partial solution, not on the choice.
    Step,
    /// For one choice, one move, one node of a search.
    #[default]
    Choice,
}

/// What one value costs to compute, roughly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Price {
    /// About as much as generating a few nodes.
    #[default]
    Cheap,
    /// Thousands of times more: computed only where a heuristic names it, never for a table of all features.
    Expensive,
}

/// A feature's registration: its manual page and its tested promises.
#[derive(Debug, Clone)]
pub struct FeatureInfo {
    /// Name in every text.
    pub name: Text,
    /// Number or boolean.
    pub kind: Kind,
    /// One line of explanation.
    pub about: Text,
    /// How long a value stays the same.
    pub scope: Scope,
    /// What a value costs.
    pub price: Price,
    /// What it declares for searches, if it is a feature of [nodes](super::View).
    pub node: Option<NodeInfo>,
}

impl serde::Serialize for FeatureInfo {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// One list of fields, as users read it, whatever the subject is.
        #[derive(serde::Serialize)]
        #[serde(rename = "FeatureInfo")]
        struct Row<'a> {
            name: &'a str,
            kind: Kind,
            #[serde(skip_serializing_if = "Option::is_none")]
            role: Option<Role>,
            about: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            admissible: Option<&'a Metrics>,
            #[serde(skip_serializing_if = "Option::is_none")]
            consistent: Option<&'a Metrics>,
            #[serde(skip_serializing_if = "Option::is_none")]
            safe: Option<bool>,
            #[serde(skip_serializing_if = "Option::is_none")]
            needs: Option<Needs>,
            #[serde(skip_serializing_if = "Option::is_none")]
            scope: Option<Scope>,
            price: Price,
        }
        let node = self.node.as_ref();
        let row = Row {
            name: &self.name,
            kind: self.kind,
            role: node.map(|node| node.role),
            about: &self.about,
            admissible: node.map(|node| &node.admissible),
            consistent: node.map(|node| &node.consistent),
            safe: node.map(|node| node.safe),
            needs: node.map(|node| node.needs),
            scope: node.is_none().then_some(self.scope),
            price: self.price,
        };
        row.serialize(serializer)
    }
}

/// Registers a number that is computed for every choice. For the nodes of searches see [`estimate`],
/// [`measure`] and [`context`].
///
/// ```
/// use unstuck_core::feature::{Kind, Scope, number};
/// let open = number("open_bins", "bins that are open").per_step();
/// assert_eq!((open.scope, open.kind), (Scope::Step, Kind::Real));
/// ```
pub const fn number(name: &'static str, about: &'static str) -> FeatureInfo {
    FeatureInfo {
        name: Cow::Borrowed(name),
        kind: Kind::Real,
        about: Cow::Borrowed(about),
        scope: Scope::Choice,
        price: Price::Cheap,
        node: None,
    }
}

impl FeatureInfo {
    /// The same of a boolean.
    pub const fn boolean(mut self) -> Self {
        self.kind = Kind::Bool;
        self
    }

    /// The same of a feature that is equal for all choices of a step.
    pub const fn per_step(mut self) -> Self {
        self.scope = Scope::Step;
        self
    }

    /// The same of a feature that never changes on an instance.
    pub const fn per_instance(mut self) -> Self {
        self.scope = Scope::Instance;
        self
    }

    /// The same of a feature that is computed only where a formula names it.
    pub const fn expensive(mut self) -> Self {
        self.price = Price::Expensive;
        self
    }

    /// Whether the name is a [term](super::Terms) of the domain's own words.
    pub fn is_lifted(&self) -> bool {
        self.name.ends_with(')')
    }

    /// What the feature declares for searches; nothing if its subject is not a node.
    pub fn node(&self) -> &NodeInfo {
        const NONE: &NodeInfo = &NodeInfo::NONE;
        self.node.as_ref().unwrap_or(NONE)
    }

    /// Whether its subject is the node of a search.
    pub const fn is_of_node(&self) -> bool {
        self.node.is_some()
    }

    /// The same of another role.
    pub const fn of_role(mut self, role: Role) -> Self {
        if let Some(node) = &mut self.node {
            node.role = role;
        }
        self
    }

    /// The same of a feature that reads more than the state.
    pub const fn needing(mut self, needs: Needs) -> Self {
        if let Some(node) = &mut self.node {
            node.needs = needs;
        }
        self
    }

    /// The same of a feature that is infinite in dead ends only.
    pub const fn safe(mut self) -> Self {
        if let Some(node) = &mut self.node {
            node.safe = true;
        }
        self
    }

    /// Whether every state has a value worth tabulating: it reads the state alone and is not expensive.
    pub fn is_tabulated(&self) -> bool {
        self.node().needs.state_only() && self.price == Price::Cheap
    }
}

/// Registers a state-only numeric estimate of a node. [`measure`] and [`context`] build on it. `admissible` names the metrics in
/// which it never overestimates, `consistent` those in which it falls by no more than an action costs; `&[]` is none.
///
/// ```
/// use unstuck_core::feature::{estimate, measure};
/// let gaps = estimate("gaps", "neighbours that differ by more than 1", &["flips"], &["flips"]);
/// let top = measure("top", "size of the topmost");
/// assert!(gaps.node().needs.state_only() && top.node().admissible.is_empty());
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
        about: Cow::Borrowed(about),
        scope: Scope::Choice,
        price: Price::Cheap,
        node: Some(NodeInfo {
            role: Role::Estimate,
            admissible: Metrics::Constant(admissible),
            consistent: Metrics::Constant(consistent),
            safe: false,
            needs: Needs::STATE,
        }),
    }
}

/// Registers a state-only number of a node that by itself says nothing about the distance.
pub const fn measure(name: &'static str, about: &'static str) -> FeatureInfo {
    estimate(name, about, &[], &[]).of_role(Role::Measure)
}

/// Registers a number about a node rather than the state.
pub const fn context(name: &'static str, about: &'static str, needs: Needs) -> FeatureInfo {
    estimate(name, about, &[], &[]).of_role(Role::Context).needing(needs)
}
