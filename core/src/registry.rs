//! Name → domain. A program [installs](install) the domains that it is linked with at its start.
//!
//! Domains that are made while the program runs, written in another language say, are [registered](register); they can be
//! removed again. Languages that define domains by texts are [installed](install_language), too.
//!
//! ```
//! use std::sync::Arc;
//! use unstuck_core::registry;
//! use unstuck_tiles::TilesDomain;
//!
//! registry::install([Arc::new(TilesDomain) as _]);
//! assert_eq!(registry::domain("tiles").unwrap().info().name, "tiles");
//! assert!(!registry::unregister("tiles"), "what is installed stays");
//! // A domain of one's own is registered: `registry::register(Arc::new(MyDomain))?`.
//! ```

use crate::domain::deciding::deciding;
use crate::domain::definition::{Defines, DefinitionLanguage};
use crate::domain::{Domain, DomainRef, InstanceSet};
use crate::error::ParseError;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The domains that were installed, in that order.
static INSTALLED: RwLock<Vec<DomainRef>> = RwLock::new(Vec::new());

/// Lists of domains that are cases of another, each made when it is first needed.
static BENCHMARKS: RwLock<Vec<Benchmarks>> = RwLock::new(Vec::new());

/// The domains that were registered while the program runs, in that order.
static REGISTERED: RwLock<Vec<DomainRef>> = RwLock::new(Vec::new());

/// Ways to make domains from definitions.
static LANGUAGES: RwLock<Vec<&'static dyn DefinitionLanguage>> = RwLock::new(Vec::new());

fn read<T>(list: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    list.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(list: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    list.write().unwrap_or_else(PoisonError::into_inner)
}

/// Installs domains for as long as the program runs. One whose name is installed already is left out.
pub fn install(domains: impl IntoIterator<Item = DomainRef>) {
    let mut installed = write(&INSTALLED);
    for domain in domains {
        if installed.iter().all(|other| other.info().name != domain.info().name) {
            installed.push(domain);
        }
    }
}

/// Domains with sets of instances that are cases of an installed domain, as every PDDL domain is of `pddl`.
pub type Benchmarks = fn() -> &'static [DomainRef];

/// Installs a list of benchmarks, once. They are found by their names and those of their sets, but are not among the
/// [`domains`]. The list is made when one of its names is first asked for.
pub fn install_benchmarks(list: Benchmarks) {
    let mut installed = write(&BENCHMARKS);
    if !installed.iter().any(|other| std::ptr::fn_addr_eq(*other, list)) {
        installed.push(list);
    }
}

/// Installs a language that defines domains; once, however often it is called.
pub fn install_language(language: &'static dyn DefinitionLanguage) {
    let mut installed = write(&LANGUAGES);
    if installed.iter().all(|other| other.general() != language.general()) {
        installed.push(language);
    }
}

/// The languages that define domains.
pub fn languages() -> Vec<&'static dyn DefinitionLanguage> {
    read(&LANGUAGES).clone()
}

/// The domains of the [lists of benchmarks](install_benchmarks).
pub fn benchmarks() -> Vec<DomainRef> {
    let lists = read(&BENCHMARKS).clone();
    lists.iter().flat_map(|list| list()).cloned().collect()
}

/// Every domain but the [`benchmarks`]: the installed ones, then the registered ones.
pub fn domains() -> Vec<DomainRef> {
    let mut all = read(&INSTALLED).clone();
    all.extend(read(&REGISTERED).iter().cloned());
    all
}

/// Adds a domain that was made while the program runs.
///
/// # Errors
///
/// Its name, or that of one of its sets, is taken.
pub fn register(domain: DomainRef) -> Result<(), ParseError> {
    let (benchmarks, installed) = (benchmarks(), read(&INSTALLED).clone());
    let mut registered = write(&REGISTERED);
    let others = installed.iter().chain(&benchmarks).chain(registered.iter());
    let taken: Vec<&str> = others.flat_map(|other| names(&**other)).collect();
    if let Some(taken) = names(&*domain).find(|name| taken.contains(name)) {
        let wrong = format!("the name '{taken}' belongs to another domain or set");
        return Err(ParseError::new(wrong).help("choose another name, or remove that domain first"));
    }
    registered.push(domain);
    Ok(())
}

/// Removes a registered domain; instances that were read keep it. False if no domain of that name is registered.
pub fn unregister(name: &str) -> bool {
    let mut registered = write(&REGISTERED);
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
    // Most names are not those of benchmarks, which need not be made then.
    let mut all = domains().into_iter().chain(std::iter::once_with(benchmarks).flatten());
    all.find(|domain| domain.info().name == name)
}

/// The set of that name, and its domain.
pub fn set(name: &str) -> Option<(DomainRef, &'static InstanceSet)> {
    let mut all = domains().into_iter().chain(std::iter::once_with(benchmarks).flatten());
    all.find_map(|domain| {
        let set = domain.info().sets.iter().find(|set| set.name == name)?;
        Some((domain, set))
    })
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
    if let Some(definition) = definition
        && let Some(made) = languages().iter().find_map(|language| language.make(name, definition))
    {
        return made;
    }
    let help = if known.is_some() {
        "a domain of this name but another definition is registered".to_owned()
    } else {
        let known: Vec<String> = domains().iter().map(|domain| domain.info().name.to_string()).collect();
        format!("available: {}; register it first if it is your own", known.join(", "))
    };
    Err(ParseError::new(format!("unknown domain '{name}'")).help(help))
}

/// The domain that a text defines, in the first of the languages that takes it for a definition.
///
/// # Errors
///
/// What is wrong with the text; it may be no definition.
pub fn define(definition: &str) -> Result<DomainRef, ParseError> {
    let languages = languages();
    let ours = languages.iter().find(|language| language.defines(definition) == Defines::Domain);
    // The first one says what is wrong with a text that none of them knows.
    match ours.or(languages.first()) {
        Some(language) => language.read(definition),
        None => Err(ParseError::new("domains cannot be defined by texts here")),
    }
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
