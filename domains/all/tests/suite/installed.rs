//! The registry with all domains in it: tests may run each in a process of its own.

use unstuck_core::domain::{DomainRef, InstanceSet, Kind};
use unstuck_core::registry;

pub fn domain(name: &str) -> Option<DomainRef> {
    unstuck_domains::install();
    registry::domain(name)
}

pub fn set(name: &str) -> Option<(DomainRef, &'static InstanceSet)> {
    unstuck_domains::install();
    registry::set(name)
}

pub fn domains() -> Vec<DomainRef> {
    unstuck_domains::install();
    registry::domains()
}

pub fn benchmarks() -> Vec<DomainRef> {
    unstuck_domains::install();
    registry::benchmarks()
}

/// The domains of searches that are installed.
pub fn search_domains() -> Vec<DomainRef> {
    unstuck_domains::domains().into_iter().filter(|domain| domain.info().kind == Kind::Search).collect()
}
