//! The instances of an experiment by their roles, and the promise that no instance has two.

use super::Experiment;
use super::build::BuildError;
use super::data::Source;
use super::fitness::Judge;
use crate::context::Finding;
use crate::task::Role;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashMap;
use unstuck_core::instance::Instance;
use unstuck_core::sample::Row;

/// Instances with their names.
pub(super) type Named = Vec<(String, Box<dyn Instance>)>;

/// Rows with their names.
pub(super) type Rows = Vec<(String, Row)>;

/// What there is for each role, in the order of [`Role::ALL`].
#[derive(Default)]
pub struct Sets {
    /// Instances to be searched.
    pub instances: [Named; 3],
    /// Rows of a dataset, to be fitted instead of drawn ones.
    pub rows: [Option<Rows>; 3],
    /// What an earlier preparation found out about instances, by their names.
    pub findings: [HashMap<String, Finding>; 3],
}

impl Experiment {
    /// Most instances that are searched of a role whose rows are fitted: enough to tune a baseline on.
    pub const SEARCHED: usize = 50;

    /// Whether rows of a dataset are all that is learned from, so that only some of its instances need be searched.
    pub fn fits_rows_of_a_file(&self) -> bool {
        matches!(self.fitness.judge, Judge::LeastSquares(_)) && matches!(self.data.train, Source::Tabular(_))
    }

    /// Leaves every instance in one role and there once: generated ones give way to others and to those of earlier
    /// roles. Other instances in two roles are refused.
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
            if let Some(given) = &mut sets.rows[role as usize] {
                given.retain(|(name, row)| keep(&mut rows, name, row.text.clone()));
            }
            sets.instances[role as usize]
                .retain(|(name, instance)| keep(&mut instances, name, instance.text()));
            if let Some(clash) = clash {
                return Err(clash);
            }
        }
        Ok(sets)
    }
}

/// The sentence for an instance that is named in two roles.
pub(super) fn overlap(name: &str, one: Role, two: Role) -> String {
    format!("{name} is in {} and in {}; no instance may have two roles", one.name(), two.name())
}

/// The sentence for an instance that has two roles, perhaps by two names.
pub(super) fn apart(one: &(String, Role), two: &(String, Role)) -> String {
    if one.0 == two.0 {
        return overlap(&one.0, one.1, two.1);
    }
    let named = |(name, role): &(String, Role)| format!("{name} in {}", role.name());
    format!("{} and {} are the same instance; no instance may have two roles", named(one), named(two))
}
