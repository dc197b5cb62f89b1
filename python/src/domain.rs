//! A domain whose functions are Python's: every algorithm and the whole evolution accept it like any other.
//!
//! | file | idea |
//! |---|---|
//! | `attributes` | what every domain's object has, and generated instances |
//! | `functions` | what a domain gives us, and how its exceptions leave a search |
//! | `states` | Python's states under numbers, with everything that was asked about them once |
//! | `problem` | one instance as searches see it |
//! | `registration` | the domain as the registry sees it |
//! | `optimisation` | a domain of problems whose solutions have a cost |
//!
//! Python is asked once about a state: what it leads to, whether it is a goal, the value of a feature. Everything after
//! that is a look-up without Python's lock, so that the searches of an evolution soon run on all threads. The price is
//! memory: an instance keeps every state that any search has made of it.

mod attributes;
mod functions;
mod optimisation;
mod problem;
mod registration;
mod states;

use crate::call::{away, guarded};
use crate::solving::named;
use anyhow::{Result, anyhow};
use attributes::Attributes;
use functions::{FeatureText, Functions};
use optimisation::PythonOptimisation;
use pyo3::prelude::*;
use registration::PythonDomain;
use std::sync::Arc;
use unstuck_core::domain::DomainRef;
use unstuck_core::registry;
use unstuck_ops::instances::Reading;

/// Registers a domain; see `unstuck.Domain` and `unstuck.OptimisationDomain`, which check what comes here. A name that is taken is
/// refused, but for one of this package's own domains where `replace` is true.
#[pyfunction]
#[pyo3(signature = (domain, replace=false))]
pub fn register(domain: &Bound<'_, PyAny>, replace: bool) -> PyResult<()> {
    guarded(|| {
        let of = Attributes(domain);
        let made: DomainRef = if domain.hasattr("choices")? {
            Arc::new(PythonOptimisation::of(of)?)
        } else {
            let features = of.features(1, |feature: &FeatureText| &feature.name)?;
            let examples: Vec<String> = of.get("examples")?;
            Arc::new(PythonDomain::new(Functions::of(of, &features)?, &features, &examples))
        };
        if replace {
            registry::unregister(&made.info().name);
        }
        registry::register(made).map_err(|error| crate::errors::told(&anyhow!(error)))
    })
}

/// Removes a registered domain: instances that were read keep it. False if there is none of that name.
#[pyfunction]
pub fn unregister(name: &str) -> bool {
    registry::unregister(name)
}

/// Checks the laws of domains on a random walk from an instance, as the tests of the built-in domains do.
#[pyfunction]
#[pyo3(signature = (instance, domain=None, *, seed=1, steps=200))]
pub fn check_laws(
    py: Python<'_>,
    instance: &str,
    domain: Option<&str>,
    seed: u64,
    steps: usize,
) -> PyResult<()> {
    away(py, &|| (), || -> Result<()> {
        let reading = Reading::default();
        let source = named(instance, domain, &reading)?;
        source.read(&reading)?.check_laws(seed, steps).map_err(|law| anyhow!("{law}"))
    })
}
