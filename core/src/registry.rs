//! Name → domain: the table to which a new domain adds one line.
//!
//! Domains from outside of this crate, written in another language say, are [registered](register) while the program
//! runs; from then on they are looked up like the others.

use crate::domain::{Domain, DomainRef, InstanceSet};
use crate::domains::freecell::domain::FreeCellDomain;
use crate::domains::planning::domain::AnyPddlDomain;
use crate::domains::planning::made;
use crate::domains::rush_hour::domain::RushHourDomain;
use crate::domains::tiles::domain::TilesDomain;
use crate::error::ParseError;
use crate::optimisation::deciding::deciding;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// Every domain of this crate.
static BUILT_IN: LazyLock<Vec<DomainRef>> = LazyLock::new(|| {
    vec![Arc::new(RushHourDomain), Arc::new(TilesDomain), Arc::new(FreeCellDomain), Arc::new(AnyPddlDomain)]
});

/// The planning domains that come with sets of tasks.
static BENCHMARKS: LazyLock<Vec<DomainRef>> = LazyLock::new(made::benchmarks);

/// The domains that were registered while the program runs, in that order.
static REGISTERED: RwLock<Vec<DomainRef>> = RwLock::new(Vec::new());

/// The domains of this crate.
pub fn built_in() -> &'static [DomainRef] {
    &BUILT_IN
}

/// The planning domains of this crate that come with sets of tasks. They are found by their names and those of their
/// sets, but are not among the [`domains`]: all of them are cases of the domain `pddl`.
pub fn benchmarks() -> &'static [DomainRef] {
    &BENCHMARKS
}

/// Every domain but the [`benchmarks`]: those of this crate, then the registered ones.
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
    let built_in = BUILT_IN.iter().chain(BENCHMARKS.iter());
    let taken: Vec<&str> = built_in.chain(registered.iter()).flat_map(|other| names(&**other)).collect();
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

/// The domain of that name; `DOMAIN-DECISION` is that of one [decision](deciding).
pub fn domain(name: &str) -> Option<DomainRef> {
    let decided = || {
        let (of, decision) = name.rsplit_once('-')?;
        deciding(&named(of)?, decision)
    };
    named(name).or_else(decided)
}

fn named(name: &str) -> Option<DomainRef> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let all = || BUILT_IN.iter().chain(registered.iter());
    // Most names are not those of benchmarks, which need not be read then.
    let known = all().find(|domain| domain.info().name == name);
    known.or_else(|| BENCHMARKS.iter().find(|domain| domain.info().name == name)).cloned()
}

/// The set of that name, and its domain.
pub fn set(name: &str) -> Option<(DomainRef, &'static InstanceSet)> {
    let benchmarks = || BENCHMARKS.iter().cloned();
    let mut all = domains().into_iter().chain(std::iter::once_with(benchmarks).flatten());
    all.find_map(|domain| {
        let set = domain.info().sets.iter().find(|set| set.name == name)?;
        Some((domain, set))
    })
}

/// Makes a domain from its name and definition; `None` where the name is not one of the maker's.
pub type Maker = fn(&str, &str) -> Option<Result<DomainRef, ParseError>>;

/// Ways of this crate to make domains from definitions.
const BUILT_IN_MAKERS: &[Maker] = &[made::make];

/// Further ways to make domains from definitions.
static MAKERS: RwLock<Vec<Maker>> = RwLock::new(Vec::new());

/// Adds a way to make domains from definitions.
pub fn register_maker(maker: Maker) {
    MAKERS.write().unwrap_or_else(PoisonError::into_inner).push(maker);
}

/// The domain with this name and definition: the one that is here if it is the same, or one made from the definition.
///
/// # Errors
///
/// There is no such domain, and none can be made.
pub fn resolve(name: &str, definition: Option<&str>) -> Result<DomainRef, ParseError> {
    let known = domain(name);
    if let Some(domain) = known.as_ref().filter(|domain| domain.definition() == definition) {
        return Ok(domain.clone());
    }
    if let Some(definition) = definition {
        let makers = MAKERS.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) =
            BUILT_IN_MAKERS.iter().chain(makers.iter()).find_map(|maker| maker(name, definition))
        {
            return made;
        }
    }
    let help = if known.is_some() {
        "a domain of this name but another definition is registered".to_owned()
    } else {
        let known: Vec<String> = domains().iter().map(|domain| domain.info().name.to_string()).collect();
        format!("available: {}; register it first if it is your own", known.join(", "))
    };
    Err(ParseError::new(format!("unknown domain '{name}'")).help(help))
}

/// A domain in data that is stored or sent: written as its name and definition, and resolved when it is read.
#[derive(Clone)]
pub struct DomainHandle(pub DomainRef);

/// How a [`DomainHandle`] is written.
#[derive(Serialize, Deserialize)]
struct Written {
    name: String,
    definition: Option<String>,
}

impl Serialize for DomainHandle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, definition) = (self.0.info().name.to_string(), self.0.definition().map(str::to_owned));
        Written { name, definition }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DomainHandle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { name, definition } = Written::deserialize(deserializer)?;
        resolve(&name, definition.as_deref()).map(Self).map_err(serde::de::Error::custom)
    }
}

impl std::ops::Deref for DomainHandle {
    type Target = dyn Domain;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl std::fmt::Debug for DomainHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.info().name)
    }
}

impl PartialEq for DomainHandle {
    fn eq(&self, other: &Self) -> bool {
        self.info().name == other.info().name && self.definition() == other.definition()
    }
}
