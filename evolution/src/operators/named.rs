//! Operators by name, in place of those of a toolbox.

use super::selection::{SELECTIONS, given};
use super::{Listed, Operator, Toolbox, WeightedOperator, all, creation, crossover, mutation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use unstuck_core::suggest::nearest;

/// An operator that a caller names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Settings; the others have their defaults.
    #[serde(default)]
    pub parameters: BTreeMap<String, f64>,
}

/// The name that leaves out crossover or mutation.
const NONE: &str = "none";

/// The selection of parents that are given: the first two.
pub use given::OPERATOR as GIVEN;

impl Named {
    /// Refuses what a folder does not have.
    ///
    /// # Errors
    ///
    /// What is wrong, and the nearest right name.
    pub fn check(&self, folder: &str) -> Result<(), String> {
        let near = |name: &str, known: Vec<&'static str>| match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("available: {}", known.join(", ")),
        };
        let all = all();
        if !all.iter().any(|listed| listed.folder == folder) {
            let folders = vec!["creation", "selection", "crossover", "mutation"];
            return Err(format!("there are no operators of '{folder}'; {}", near(folder, folders)));
        }
        if self.name == NONE && matches!(folder, "crossover" | "mutation") {
            return Ok(());
        }
        let known: Vec<&Listed> = all.iter().filter(|listed| listed.folder == folder).collect();
        let Some(listed) = known.iter().find(|listed| listed.name == self.name) else {
            let names = known.iter().map(|listed| listed.name).collect();
            return Err(format!("unknown {folder} '{}'; {}", self.name, near(&self.name, names)));
        };
        for (name, value) in &self.parameters {
            let Some(parameter) = listed.parameters.iter().find(|parameter| parameter.name == name) else {
                let names = listed.parameters.iter().map(|parameter| parameter.name).collect();
                return Err(format!("{} has no parameter '{name}'; {}", self.name, near(name, names)));
            };
            let (low, high) = parameter.range;
            if !(low..=high).contains(value) {
                return Err(format!("{name} of {} is from {low} to {high}, not {value}", self.name));
            }
        }
        Ok(())
    }

    /// The operator of a table, if it is there.
    pub fn of<F>(&self, table: &[&'static Operator<F>]) -> Option<WeightedOperator<F>> {
        let operator = table.iter().copied().find(|operator| operator.name == self.name)?;
        let value = |parameter: &super::Parameter| {
            self.parameters.get(parameter.name).copied().unwrap_or(parameter.default)
        };
        let parameters = operator.parameters.iter().map(value).collect();
        Some(WeightedOperator { operator, weight: 1.0, parameters })
    }
}

impl Toolbox {
    /// The same operators but for those that are named, by folder.
    pub(crate) fn with(&self, named: &BTreeMap<String, Named>) -> Self {
        fn either<F: Clone>(
            own: &[WeightedOperator<F>],
            table: &[&'static Operator<F>],
            named: Option<&Named>,
        ) -> Vec<WeightedOperator<F>> {
            named.and_then(|named| named.of(table)).map_or_else(|| own.to_vec(), |one| vec![one])
        }
        let rate = |folder: &str, own: f64| match named.get(folder) {
            Some(Named { name, .. }) => f64::from(u8::from(name != NONE)),
            None => own,
        };
        let [create, cross, mutate] = ["creation", "crossover", "mutation"].map(|folder| named.get(folder));
        let selection = named.get("selection").and_then(|named| named.of(SELECTIONS));
        Self {
            weights_creation: either(&self.weights_creation, creation::WEIGHTS, create),
            tree_creation: either(&self.tree_creation, creation::TREES, create),
            weights_crossover: either(&self.weights_crossover, crossover::WEIGHTS, cross),
            tree_crossover: either(&self.tree_crossover, crossover::TREES, cross),
            policy_crossover: either(&self.policy_crossover, crossover::POLICIES, cross),
            weights_mutation: either(&self.weights_mutation, mutation::WEIGHTS, mutate),
            tree_mutation: either(&self.tree_mutation, mutation::TREES, mutate),
            functions_mutation: match mutate {
                // With that weight no mutation of branches is drawn.
                Some(named) => {
                    let only = |one| WeightedOperator { weight: f64::MAX, ..one };
                    named.of(mutation::FUNCTIONS).map(only).into_iter().collect()
                }
                None => self.functions_mutation.clone(),
            },
            policy_mutation: either(&self.policy_mutation, mutation::POLICIES, mutate),
            selection: selection.unwrap_or_else(|| self.selection.clone()),
            crossover_rate: rate("crossover", self.crossover_rate),
            mutation_rate: rate("mutation", self.mutation_rate),
            own: self.own.clone().filter(|_| cross.is_none() && mutate.is_none()),
        }
    }
}
