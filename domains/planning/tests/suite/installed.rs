//! The registry with the planning domains in it: tests may run each in a process of its own.

use unstuck_core::domain::{DomainRef, InstanceSet};
use unstuck_core::error::ParseError;
use unstuck_core::registry;

pub use unstuck_core::registry::DomainHandle;

pub fn domain(name: &str) -> Option<DomainRef> {
    unstuck_planning::install();
    registry::domain(name)
}

pub fn set(name: &str) -> Option<(DomainRef, &'static InstanceSet)> {
    unstuck_planning::install();
    registry::set(name)
}

pub fn resolve(name: &str, definition: Option<&str>) -> Result<DomainRef, ParseError> {
    unstuck_planning::install();
    registry::resolve(name, definition)
}
