//! What a heuristic text says: an expression, or a policy of rules; and which others are tried before it.

use super::VERSION;
use super::node::Node;
use super::tree::Tree;
use crate::feature::{FeatureInfo, Kind};
use crate::search::Tuning;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A heuristic text, read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Formula {
    /// What it was made for, if it says.
    pub header: Option<Header>,
    /// The search it was made for, if it says. Formulas are stored as text, which has it; the other form is that of
    /// version 0.1, which had none.
    #[serde(skip)]
    pub search: Option<Tuning>,
    /// What is tried before it, in this order.
    #[serde(skip)]
    pub attempts: Vec<Attempt>,
    /// What it computes.
    pub body: Body,
}

/// A search by another heuristic, which is given up after so many expansions: a heuristic with attempts before it is a
/// portfolio.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// Most nodes to expand.
    pub expanded: u64,
    /// Values of parameters that are other than those of the last search.
    pub search: Option<Tuning>,
    /// What it computes.
    pub body: Body,
}

/// The first line of a text that says what it was made for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Header {
    /// Version of the language.
    pub version: u32,
    /// The domain.
    pub domain: String,
    /// The metric it was made for; it may be used in another.
    pub metric: Option<String>,
}

/// What a heuristic computes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Body {
    /// One number.
    Value(Tree),
    /// The value of the first rule that holds.
    Policy(Policy),
}

/// Ordered rules and what holds otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Policy {
    /// The rules, the first one first.
    pub rules: Vec<Rule>,
    /// The value where no rule holds.
    pub otherwise: Tree,
}

/// `if condition: value`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rule {
    /// When it holds.
    pub condition: Tree,
    /// The value then.
    pub value: Tree,
}

impl Formula {
    /// An expression without a header.
    pub fn value(tree: Tree) -> Self {
        debug_assert_eq!(tree.kind(), Kind::Real);
        Self::of(Body::Value(tree))
    }

    /// A policy without a header.
    pub fn policy(policy: Policy) -> Self {
        Self::of(Body::Policy(policy))
    }

    /// A body without a header.
    pub fn of(body: Body) -> Self {
        Self { header: None, search: None, attempts: Vec::new(), body }
    }

    /// The same with a header that says what it was made for.
    #[must_use]
    pub fn with_header(&self, domain: &str, metric: &str) -> Self {
        let header = Header { version: VERSION, domain: domain.to_owned(), metric: Some(metric.to_owned()) };
        Self { header: Some(header), ..self.clone() }
    }

    /// The same, made for a search.
    #[must_use]
    pub fn with_search(self, search: Option<Tuning>) -> Self {
        Self { search, ..self }
    }

    /// Another body, made for the same.
    #[must_use]
    pub fn with_body(&self, body: Body) -> Self {
        Self { body, ..self.clone() }
    }

    /// The same with other attempts before it.
    #[must_use]
    pub fn with_attempts(self, attempts: Vec<Attempt>) -> Self {
        Self { attempts, ..self }
    }

    /// The same with what becomes of each body.
    #[must_use]
    pub(crate) fn map_bodies(&self, mut map: impl FnMut(&Body) -> Body) -> Self {
        let mut mapped = self.clone();
        mapped.attempts.iter_mut().for_each(|attempt| attempt.body = map(&attempt.body));
        mapped.body = map(&mapped.body);
        mapped
    }

    /// The bodies of the attempts, and its own.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.attempts.iter().map(|attempt| &attempt.body).chain([&self.body])
    }

    /// Every tree, body by body: of a policy condition and value of each rule in turn, then the value otherwise.
    pub fn trees(&self) -> Vec<&Tree> {
        self.bodies().flat_map(Body::trees).collect()
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        self.trees().iter().map(|tree| tree.nodes().len()).sum()
    }

    /// The features it names, in the order of the domain's table.
    pub fn features(&self) -> Vec<u16> {
        let trees = self.trees().into_iter();
        let named = trees.flat_map(Tree::nodes).filter_map(|node| match *node {
            Node::Feature(index) | Node::Flag(index) => Some(index),
            _ => None,
        });
        named.collect::<BTreeSet<u16>>().into_iter().collect()
    }

    /// Whether a feature it names reads how a state was reached. `features` is the domain's table.
    pub fn reads_path(&self, features: &[FeatureInfo]) -> bool {
        self.features().iter().any(|&index| !features[usize::from(index)].node().needs.state_only())
    }

    /// The feature, if the text is nothing but its name.
    pub(crate) fn bare_feature(&self) -> Option<u16> {
        match &self.body {
            Body::Value(tree) if self.attempts.is_empty() => match *tree.nodes() {
                [Node::Feature(index)] => Some(index),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Body {
    /// Every tree: for a policy condition and value of each rule in turn, then the value otherwise.
    fn trees(&self) -> Vec<&Tree> {
        match self {
            Self::Value(tree) => vec![tree],
            Self::Policy(Policy { rules, otherwise }) => {
                let rules = rules.iter().flat_map(|rule| [&rule.condition, &rule.value]);
                rules.chain([otherwise]).collect()
            }
        }
    }
}
