//! The names that a heuristic may use: those of one domain.

use crate::domain::{Domain, FeatureInfo};
use crate::registry::Family;

/// The names of a domain.
pub struct Vocabulary {
    /// The domain's name.
    pub domain: String,
    /// Its metrics; empty when they are not known, and then none is refused.
    pub metrics: Vec<&'static str>,
    /// Its features, in the order of its table.
    pub features: Vec<FeatureInfo>,
}

impl Vocabulary {
    /// The names of a registered domain.
    pub fn of_family(family: &dyn Family) -> Self {
        Self {
            domain: family.info().name.to_owned(),
            metrics: family.info().metrics.iter().map(|(name, _)| *name).collect(),
            features: family.features(),
        }
    }

    /// The names of an instance's domain.
    pub fn of_domain<D: Domain>(name: &str, domain: &D) -> Self {
        let features = domain.features().iter().map(|feature| feature.info).collect();
        Self { domain: name.to_owned(), metrics: Vec::new(), features }
    }

    /// The name of a feature.
    pub fn name(&self, index: u16) -> &'static str {
        self.features.get(usize::from(index)).map_or("unknown", |info| info.name)
    }
}
