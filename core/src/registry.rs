//! Name → domain: the table to which a new domain adds one line.
//!
//! Domains from outside of this crate, written in another language say, are [registered](register) while the program
//! runs; from then on they are looked up like the others.

use crate::domain::{Domain, DomainRef, InstanceSet};
use crate::domains::freecell::domain::FreeCellDomain;
use crate::domains::rush_hour::domain::RushHourDomain;
use crate::domains::tiles::domain::TilesDomain;
use crate::error::ParseError;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// Every domain of this crate.
static BUILT_IN: LazyLock<Vec<DomainRef>> =
    LazyLock::new(|| vec![Arc::new(RushHourDomain), Arc::new(TilesDomain), Arc::new(FreeCellDomain)]);

/// The domains that were registered while the program runs, in that order.
static REGISTERED: RwLock<Vec<DomainRef>> = RwLock::new(Vec::new());

/// The domains of this crate.
pub fn built_in() -> &'static [DomainRef] {
    &BUILT_IN
}

/// Every domain: those of this crate, then the registered ones.
pub fn domains() -> Vec<DomainRef> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    BUILT_IN.iter().chain(registered.iter()).cloned().collect()
}

/// Adds a domain from outside.
///
/// # Errors
///
/// Its name, or that of one of its sets, is taken.
pub fn register(domain: DomainRef) -> Result<(), ParseError> {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let taken: Vec<&str> =
        BUILT_IN.iter().chain(registered.iter()).flat_map(|other| names(&**other)).collect();
    if let Some(taken) = names(&*domain).find(|name| taken.contains(name)) {
        let wrong = format!("the name '{taken}' belongs to another domain or set");
        return Err(ParseError::new(wrong).help("choose another name, or remove that domain first"));
    }
    registered.push(domain);
    Ok(())
}

/// Removes a registered domain; instances that were read keep it. False if no domain of that name is registered.
pub fn unregister(name: &str) -> bool {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let before = registered.len();
    registered.retain(|domain| domain.info().name != name);
    registered.len() < before
}

/// The names that belong to a domain: its own and those of its sets.
fn names(domain: &dyn Domain) -> impl Iterator<Item = &str> {
    let info = domain.info();
    std::iter::once(&*info.name).chain(info.sets.iter().map(|set| set.name))
}

/// The domain of that name.
pub fn domain(name: &str) -> Option<DomainRef> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    BUILT_IN.iter().chain(registered.iter()).find(|domain| domain.info().name == name).cloned()
}

/// The set of that name, and its domain.
pub fn set(name: &str) -> Option<(DomainRef, &'static InstanceSet)> {
    domains().into_iter().find_map(|domain| {
        let set = domain.info().sets.iter().find(|set| set.name == name)?;
        Some((domain, set))
    })
}
