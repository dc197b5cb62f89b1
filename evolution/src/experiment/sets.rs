//! The instances of an experiment by their roles, and the promise that no instance has two.

use super::Experiment;
use super::data::Source;
use super::error::BuildError;
use crate::context::Finding;
use crate::fitness::Basis;
use crate::role::{PerRole, Role};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashMap;
use unstuck_core::instance::Instance;
use unstuck_core::sample::Row;

/// Instances with their names.
pub(super) type Named = Vec<(String, Box<dyn Instance>)>;

/// Rows with their names.
pub(super) type Rows = Vec<(String, Row)>;

/// What there is for each role.
#[derive(Default)]
pub struct Sets {
    /// Instances to be searched, each with its name. The caller reads them; the file only says which they are. Names are those of
    /// reports and of what was left out; they need not be those of the file.
    pub instances: PerRole<Named>,
    /// Rows of a dataset, to be fitted instead of drawn ones.
    pub rows: PerRole<Option<Rows>>,
    /// Results of an earlier preparation, by the names of the instances.
    pub findings: PerRole<HashMap<String, Finding>>,
}

impl Experiment {
    /// Most instances that are searched of a role whose rows are fitted: enough to tune a baseline on.
    pub const SEARCHED: usize = 50;

    /// Whether rows of a dataset are all that is learned from, so that only some of its instances need be searched.
    pub fn fits_rows_of_a_file(&self) -> bool {
        let evaluator = &self.fitness.evaluator;
        let only_rows = evaluator.parts().is_empty() && evaluator.basis() == Basis::Rows;
        only_rows && matches!(self.data.train, Source::Tabular(_))
    }

    /// Leaves every instance in one role and there once: generated ones give way to others and to those of earlier
    /// roles. Other instances in two roles are refused.
    ///
    /// # Errors
    ///
    /// An instance that was not generated has two roles.
    pub fn separate(&self, mut sets: Sets) -> Result<Sets, BuildError> {
        let mut owner: FxHashMap<String, (String, Role)> = FxHashMap::default();
        let generated = |role| matches!(self.data.source(role), Some(Source::Generated(_)));
        let mut order = Role::ALL;
        order.sort_by_key(|&role| generated(role));
        for role in order {
            let mut clash = None;
            let mut keep = |seen: &mut FxHashSet<String>, name: &String, text: String| {
                let known = owner.entry(text.clone()).or_insert_with(|| (name.clone(), role));
                if known.1 != role && !generated(role) && clash.is_none() {
                    clash = Some(BuildError::Overlap { one: known.clone(), two: (name.clone(), role) });
                }
                known.1 == role && seen.insert(text)
            };
            // The instances that are searched may be some of the rows.
            let (mut rows, mut instances) = (FxHashSet::default(), FxHashSet::default());
            if let Some(given) = &mut sets.rows[role] {
                given.retain(|(name, row)| keep(&mut rows, name, row.text.clone()));
            }
            sets.instances[role].retain(|(name, instance)| keep(&mut instances, name, instance.text()));
            if let Some(clash) = clash {
                return Err(clash);
            }
        }
        Ok(sets)
    }
}
