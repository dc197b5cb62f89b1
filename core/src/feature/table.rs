//! The table in which a domain lists the features of a subject.

use super::{FeatureInfo, Terms, Text};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// Most features of a table: they are numbered by 16 bits.
pub const MAX_FEATURES: usize = 1 << 16;

/// The vocabulary of a domain, or of one decision of it: what the heuristic language is read and printed with.
#[derive(Debug, Clone)]
pub struct FeatureTable {
    domain: Text,
    /// The decision that formulas over this table make.
    decision: Option<Text>,
    /// A name for several domains, whose heuristics this one understands.
    family: Option<Text>,
    metrics: Vec<Text>,
    features: Vec<FeatureInfo>,
    by_name: HashMap<Text, u16, FxBuildHasher>,
    terms: Option<Arc<dyn Terms>>,
}

impl FeatureTable {
    /// The table of a search domain: these metrics and features. At most [`MAX_FEATURES`] are kept.
    pub fn new(
        domain: impl Into<Text>,
        metrics: impl IntoIterator<Item = Text>,
        features: impl IntoIterator<Item = FeatureInfo>,
    ) -> Arc<Self> {
        let empty = Self {
            domain: domain.into(),
            decision: None,
            family: None,
            metrics: metrics.into_iter().collect(),
            features: Vec::new(),
            by_name: HashMap::default(),
            terms: None,
        };
        empty.extended(features)
    }

    /// The table of a decision of a domain. At most [`MAX_FEATURES`] are kept.
    pub fn of_decision(
        domain: impl Into<Text>,
        decision: impl Into<Text>,
        features: impl IntoIterator<Item = FeatureInfo>,
    ) -> Arc<Self> {
        let table = Arc::unwrap_or_clone(Self::new(domain, [], features));
        Arc::new(Self { decision: Some(decision.into()), ..table })
    }

    /// The same table of a domain that has [terms](Terms), too.
    #[must_use]
    pub fn with_terms(&self, terms: Arc<dyn Terms>) -> Arc<Self> {
        Arc::new(Self { terms: Some(terms), ..self.clone() })
    }

    /// The same table of a domain that understands the heuristics of a family of domains, too.
    #[must_use]
    pub fn in_family(&self, family: impl Into<Text>) -> Arc<Self> {
        Arc::new(Self { family: Some(family.into()), ..self.clone() })
    }

    /// The same table with more features at its end: the indices of the others stay.
    #[must_use]
    pub fn extended(&self, more: impl IntoIterator<Item = FeatureInfo>) -> Arc<Self> {
        let mut table = self.clone();
        let room = MAX_FEATURES - table.features.len();
        table.features.extend(more.into_iter().take(room));
        let added = table.features.iter().zip(0..).skip(self.features.len());
        table.by_name.extend(added.map(|(info, index)| (info.name.clone(), index)));
        Arc::new(table)
    }

    /// The terms from which the domain makes further features, if it does.
    pub fn terms(&self) -> Option<&dyn Terms> {
        self.terms.as_deref()
    }

    /// The domain's name.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// The decision that formulas over this table make; none for the heuristics of searches.
    pub fn decision(&self) -> Option<&str> {
        self.decision.as_deref()
    }

    /// What an error reports for a name that is not in the table.
    pub fn unknown(&self, name: &str) -> String {
        let domain = &self.domain;
        match &self.decision {
            None => format!("{domain} has no heuristic '{name}'"),
            Some(decision) => format!("{decision} of {domain} has no feature '{name}'"),
        }
    }

    /// Whether heuristics for a domain can be read: for this one, and for its family.
    pub(crate) fn understands(&self, domain: &str) -> bool {
        self.domain == domain || self.family.as_deref() == Some(domain)
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
