//! Why an experiment cannot be run with its instances.

use crate::context::Failure;
use crate::genome::Misfit;
use crate::role::Role;
use unstuck_core::error::ParseError;

/// Why an experiment cannot be run with its instances.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// An instance has two roles.
    #[error("{}", apart(.one, .two))]
    Overlap {
        /// What it is called in a role.
        one: (String, Role),
        /// What it is called in another.
        two: (String, Role),
    },
    /// A PDDL domain with instances of two roles, in an experiment about several domains.
    #[error("{domain} is in {} and in {}: what is learned on some domains is tried on others", .roles.0.name(), .roles.1.name())]
    DomainInTwoRoles {
        /// The domain.
        domain: String,
        /// The roles.
        roles: (Role, Role),
    },
    /// Domains that would not weigh the same.
    #[error("{} has {} of {} and {} of {}: give every domain as many, so that all weigh the same", .role.name(), .one.1, .one.0, .two.1, .two.0)]
    UnevenDomains {
        /// The role.
        role: Role,
        /// A domain and its number of instances.
        one: (String, usize),
        /// Another one.
        two: (String, usize),
    },
    /// A role without instances.
    #[error("no instance of {} is left: {why}", .role.name())]
    Empty {
        /// The role.
        role: Role,
        /// What happened to them.
        why: &'static str,
    },
    /// A feature that some instance does not have.
    #[error("the feature '{feature}' does not exist for {instance}")]
    Absent {
        /// The feature.
        feature: String,
        /// The instance.
        instance: String,
    },
    /// No feature is left.
    #[error("none of the features exists for all instances")]
    NoFeatures,
    /// No row to fit.
    #[error("{} has no row to fit: no cheapest plan is known; raise limits.expanded or take easier instances", .0.name())]
    NoRows(Role),
    /// A heuristic that cannot be in the first population.
    #[error("'{heuristic}' cannot be in the first population: {misfit}")]
    Initial {
        /// The heuristic.
        heuristic: String,
        /// Why not.
        misfit: Misfit,
    },
    /// A heuristic that cannot be read.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A search that could not be run, or was cancelled.
    #[error(transparent)]
    Search(#[from] Failure),
}

/// The message for an instance that is named in two roles.
pub(super) fn overlap(name: &str, one: Role, two: Role) -> String {
    format!("{name} is in {} and in {}; no instance may have two roles", one.name(), two.name())
}

/// The message for an instance that has two roles, perhaps by two names.
fn apart(one: &(String, Role), two: &(String, Role)) -> String {
    if one.0 == two.0 {
        return overlap(&one.0, one.1, two.1);
    }
    let named = |(name, role): &(String, Role)| format!("{name} in {}", role.name());
    format!("{} and {} are the same instance; no instance may have two roles", named(one), named(two))
}
