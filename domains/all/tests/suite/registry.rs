//! Domains that come and go while the program runs.
//!
//! The registry is shared by all tests of a process: each uses names of its own.

use crate::fork::ForkDomain;
use crate::pancakes::PancakesDomain;
use std::ops::Range;
use std::sync::Arc;
use unstuck_core::domain::definition::{Defined, Defines, DefinitionLanguage};
use unstuck_core::domain::{self, DomainRef, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::registry::{self, DomainHandle};

fn fork(name: &str) -> DomainRef {
    Arc::new(ForkDomain::new(name, None))
}

#[test]
fn names_are_found_once_they_are_registered() {
    unstuck_domains::install();
    let pancakes: DomainRef = Arc::new(PancakesDomain);
    registry::register(pancakes.clone()).unwrap();
    assert!(registry::domains().iter().any(|domain| Arc::ptr_eq(domain, &pancakes)));
    assert!(!unstuck_domains::domains().iter().any(|domain| domain.info().name == "pancakes"));
    let (domain, set) = registry::set("stack").unwrap();
    assert_eq!(domain.info().name, "pancakes");
    let text = (set.text)("1").unwrap();
    assert_eq!(domain::read_search(&*domain, &text, None, &Settings::new()).unwrap().text(), text);
    // Its name, that of its set, and those of the crate are taken.
    for taken in ["pancakes", "stack", "rush-hour", "korf"] {
        let error = registry::register(fork(taken)).unwrap_err();
        let help = "choose another name, or remove that domain first";
        let words = format!("the name '{taken}' belongs to another domain or set ({help})");
        assert_eq!(error.to_string(), words);
    }
    assert!(registry::register(pancakes).is_err());
}

#[test]
fn a_name_is_free_again_once_its_domain_is_removed() {
    registry::register(fork("fork-removed")).unwrap();
    assert!(registry::register(fork("fork-removed")).is_err());
    let domain = registry::domain("fork-removed").unwrap();
    let instance = domain::read_search(&*domain, "3", None, &Settings::new()).unwrap();
    assert!(registry::unregister("fork-removed"));
    assert!(registry::domain("fork-removed").is_none() && !registry::unregister("fork-removed"));
    // What was read goes on.
    let request = instance.request("astar", "left + lost").unwrap();
    assert_eq!(instance.solve(&request, &mut ()).unwrap().plan, ["1", "2", "3"]);
    registry::register(fork("fork-removed")).unwrap();
    assert!(registry::unregister("fork-removed"));
}

#[test]
fn what_is_installed_stays() {
    unstuck_domains::install();
    assert!(!registry::unregister("tiles"));
    assert!(registry::domain("tiles").is_some());
}

/// Makes the domains whose names begin with `made-`, unless the definition is nonsense.
struct Made;

impl DefinitionLanguage for Made {
    fn make(&self, name: &str, definition: &str) -> Option<Result<DomainRef, ParseError>> {
        name.starts_with("made-").then(|| match definition {
            "nonsense" => Err(ParseError::new("a definition of nothing")),
            _ => Ok(Arc::new(ForkDomain::new(name, Some(definition))) as DomainRef),
        })
    }
    fn read(&self, _definition: &str) -> Result<DomainRef, ParseError> {
        Err(ParseError::new("it has no name"))
    }
    fn read_file(&self, title: &str, _definition: &str) -> Result<Defined, String> {
        Err(format!("{title} has no name"))
    }
    fn general(&self) -> &'static str {
        "made"
    }
    fn form(&self) -> (&'static str, &'static str) {
        ("made", "made")
    }
    fn defines(&self, _text: &str) -> Defines {
        Defines::Other
    }
    fn parts(&self, _text: &str) -> Vec<Range<usize>> {
        Vec::new()
    }
    fn domain_of(&self, _instance: &str) -> Option<(String, String)> {
        None
    }
}

#[test]
fn domains_are_resolved_by_name_and_definition() {
    unstuck_domains::install();
    assert!(Arc::ptr_eq(&registry::resolve("tiles", None).unwrap(), &registry::domain("tiles").unwrap()));
    let unknown = registry::resolve("fork-unknown", None).err().unwrap().to_string();
    assert!(unknown.starts_with("unknown domain 'fork-unknown' (available: rush-hour, "), "{unknown}");
    assert!(unknown.ends_with("; register it first if it is your own)"), "{unknown}");
    registry::register(Arc::new(ForkDomain::new("fork-defined", Some("one")))).unwrap();
    assert_eq!(registry::resolve("fork-defined", Some("one")).unwrap().definition(), Some("one"));
    for other in [None, Some("two")] {
        let error = registry::resolve("fork-defined", other).err().unwrap();
        let words =
            "unknown domain 'fork-defined' (a domain of this name but another definition is registered)";
        assert_eq!(error.to_string(), words);
    }
    registry::install_language(&Made);
    let made = registry::resolve("made-here", Some("any")).unwrap();
    assert_eq!((&*made.info().name, made.definition()), ("made-here", Some("any")));
    assert!(registry::domain("made-here").is_none(), "made for the one who asked");
    let error = registry::resolve("made-here", Some("nonsense")).err().unwrap();
    assert_eq!(error.to_string(), "a definition of nothing");
    assert!(registry::resolve("fork-unknown", Some("any")).is_err());
    let again = DomainHandle(registry::resolve("made-here", Some("any")).unwrap());
    assert_eq!(DomainHandle(made), again);
    assert_ne!(again, DomainHandle(registry::resolve("made-here", Some("other")).unwrap()));
    assert_eq!(format!("{again:?}"), "made-here");
}
