//! Which instances an analysis of a heuristic is over.

use crate::ToSchema;
use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::Reading;
use crate::store::Store;
use serde::Deserialize;
use unstuck_core::domain::DomainRef;
use unstuck_evolution::role::Role;

/// Most instances that are looked at.
const MAX_INSTANCES: usize = 50;

/// Which instances: those of a run's experiment, named ones, or a dataset's.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// Id of a run: its experiment's instances …
    pub run: Option<i64>,
    /// … of this role; validation by default.
    #[schema(value_type = Option<RoleName>)]
    pub role: Option<Role>,
    /// Names of instances.
    #[serde(default)]
    pub instances: Vec<String>,
    /// Name of a dataset.
    pub dataset: Option<String>,
}

/// What instances are for.
#[derive(ToSchema)]
#[schema(as = InstanceRole, rename_all = "lowercase")]
pub enum RoleName {
    /// Fitness is measured on them.
    Train,
    /// The champion is chosen by them.
    Validation,
    /// Results are reported for them.
    Test,
}

/// Where stored instances are found.
pub trait Stored {
    /// The store.
    fn store(&self) -> Option<&Store>;
    /// The texts of a dataset's instances.
    fn dataset(&self, name: &str) -> Result<Vec<String>>;
}

/// Nothing is stored.
impl Stored for () {
    fn store(&self) -> Option<&Store> {
        None
    }

    fn dataset(&self, name: &str) -> Result<Vec<String>> {
        Err(Error::new(Kind::Missing, format!("there is no dataset '{name}' here")).field("data"))
    }
}

/// A store without datasets.
impl Stored for Store {
    fn store(&self) -> Option<&Store> {
        Some(self)
    }

    fn dataset(&self, name: &str) -> Result<Vec<String>> {
        ().dataset(name)
    }
}

impl Data {
    /// The texts of the instances, at most 50.
    pub fn texts(
        &self,
        domain: &DomainRef,
        reading: &Reading,
        stored: &dyn Stored,
        context: &Context<'_>,
    ) -> Result<Vec<String>> {
        let mut texts = if let Some(run) = self.run {
            let missing = || Error::new(Kind::Missing, format!("there is no run {run} in the store"));
            let store = stored.store().ok_or_else(missing)?;
            let other = |error: crate::store::Error| Error::from(anyhow::Error::from(error));
            let experiment = store.experiment_of(run).map_err(other)?.ok_or_else(missing)?;
            let configuration = store.run(run).map_err(other)?.configuration;
            let role = self.role.unwrap_or(Role::Validation);
            let material = store.material(experiment, configuration).map_err(other)?.into_iter();
            material.filter(|one| one.role == role && one.dropped.is_none()).map(|one| one.text).collect()
        } else if let Some(name) = &self.dataset {
            stored.dataset(name)?
        } else {
            let named = context.resolve_of(domain, &self.instances, reading, "instances")?;
            let sources = named.sources.iter().take(MAX_INSTANCES);
            sources.map(|source| Ok(source.text()?)).collect::<Result<Vec<String>>>()?
        };
        texts.truncate(MAX_INSTANCES);
        Ok(texts)
    }
}
