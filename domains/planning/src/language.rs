//! PDDL as a language that defines domains while a program runs.

use crate::definition::PREFIX;
use crate::pddl_domain::PddlDomain;
use crate::registration::GENERAL;
use crate::task::text::{defines, domain_of, forms};
use std::ops::Range;
use unstuck_core::domain::DomainRef;
use unstuck_core::domain::definition::{Defined, Defines, DefinitionLanguage};
use unstuck_core::error::ParseError;
use unstuck_pddl::sas::is_sas;
use unstuck_pddl::syntax::Parsed;

/// The language of planning domains.
pub struct Pddl;

impl DefinitionLanguage for Pddl {
    fn make(&self, name: &str, definition: &str) -> Option<Result<DomainRef, ParseError>> {
        let bare = name.strip_prefix(PREFIX)?;
        Some(PddlDomain::read(definition).and_then(|domain| match *domain.tree().name == *bare {
            true => Ok(domain as DomainRef),
            false => {
                let wrong = format!("the definition of '{name}' is that of '{PREFIX}{}'", domain.tree().name);
                Err(ParseError::new(wrong).help("name and definition belong together"))
            }
        }))
    }

    fn read(&self, definition: &str) -> Result<DomainRef, ParseError> {
        Ok(PddlDomain::read(definition)?)
    }

    fn read_file(&self, title: &str, definition: &str) -> Result<Defined, String> {
        let parsed = PddlDomain::parse(definition).map_err(|error| error.in_file(title))?;
        let Parsed { value, warnings } = parsed;
        let warnings = warnings.iter().map(|warning| warning.in_file(title)).collect();
        Ok(Defined { domain: value, warnings })
    }

    fn general(&self) -> &'static str {
        GENERAL
    }

    fn form(&self) -> (&'static str, &'static str) {
        ("pddl", "(define (domain NAME) …")
    }

    fn defines(&self, text: &str) -> Defines {
        defines(text)
    }

    fn is_instance(&self, text: &str) -> bool {
        is_sas(text)
    }

    fn parts(&self, text: &str) -> Vec<Range<usize>> {
        forms(text)
    }

    fn domain_of(&self, instance: &str) -> Option<(String, String)> {
        let name = domain_of(instance)?;
        Some((name.to_owned(), format!("{PREFIX}{}", name.to_lowercase())))
    }
}
