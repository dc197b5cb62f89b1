//! Every operator of every table, for manuals and for messages about unknown names.

use super::{Operator, Parameter, creation, crossover, mutation, selection};

/// What an operator works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Weighted sums, also those in policies.
    Weights,
    /// Expressions, also those in policies.
    Trees,
    /// Functions that evolve with trees.
    Functions,
    /// Policies.
    Policies,
    /// Populations of anything.
    Any,
}

impl Part {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Trees => "trees",
            Self::Functions => "functions that evolve",
            Self::Policies => "policies",
            Self::Any => "any",
        }
    }
}

/// The manual page of an operator.
#[derive(Clone, Copy)]
pub struct Listed {
    /// creation, crossover, mutation or selection.
    pub folder: &'static str,
    /// What it works on.
    pub part: Part,
    /// Name in experiment files.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// How often it is drawn when an experiment names none of its kind; 0 for those that must be named.
    pub weight: f64,
}

/// Every operator, folder by folder.
///
/// ```
/// use unstuck_evolution::operators::all;
/// assert!(all().iter().any(|listed| listed.folder == "mutation" && listed.name == "hoist"));
/// ```
pub fn all() -> Vec<Listed> {
    let mut list = Vec::new();
    add(&mut list, "creation", Part::Weights, creation::WEIGHTS);
    add(&mut list, "creation", Part::Trees, creation::TREES);
    add(&mut list, "crossover", Part::Weights, crossover::WEIGHTS);
    add(&mut list, "crossover", Part::Trees, crossover::TREES);
    add(&mut list, "crossover", Part::Policies, crossover::POLICIES);
    add(&mut list, "mutation", Part::Weights, mutation::WEIGHTS);
    add(&mut list, "mutation", Part::Trees, mutation::TREES);
    add(&mut list, "mutation", Part::Functions, mutation::FUNCTIONS);
    add(&mut list, "mutation", Part::Policies, mutation::POLICIES);
    add(&mut list, "selection", Part::Any, selection::SELECTIONS);
    list
}

fn add<F>(list: &mut Vec<Listed>, folder: &'static str, part: Part, table: &[&'static Operator<F>]) {
    list.extend(table.iter().map(|&&Operator { name, about, parameters, weight, .. }| Listed {
        folder,
        part,
        name,
        about,
        parameters,
        weight,
    }));
}
