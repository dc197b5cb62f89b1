//! Domains that are defined by texts, and the files that hold such definitions.

use super::DomainRef;
use crate::error::ParseError;
use std::ops::Range;

/// What a text defines first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defines {
    /// A domain.
    Domain,
    /// An instance of a domain that is defined elsewhere.
    Problem,
    /// Something else.
    Other,
}

/// A domain that was read from its definition.
pub struct Defined {
    /// The domain.
    pub domain: DomainRef,
    /// What should be looked at, each with its place in the file.
    pub warnings: Vec<String>,
}

/// A language in which domains are defined, PDDL say. Programs [install](crate::registry::install_language) it, and make
/// domains from names and definitions that were stored, and from files.
pub trait DefinitionLanguage: Send + Sync {
    /// Makes the domain of this name from its definition; `None` where the name is not one of this language.
    fn make(&self, name: &str, definition: &str) -> Option<Result<DomainRef, ParseError>>;

    /// Makes a domain from its definition, whatever its name.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    fn read(&self, definition: &str) -> Result<DomainRef, ParseError>;

    /// The same of a file; errors and warnings call it `title`.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, with file, line and column.
    fn read_file(&self, title: &str, definition: &str) -> Result<Defined, String>;

    /// The name of the domain whose instances bring their definition along.
    fn general(&self) -> &'static str;

    /// The ending of file names, and how a definition begins, for messages.
    fn form(&self) -> (&'static str, &'static str);

    /// What a text defines first, by its first words.
    fn defines(&self, text: &str) -> Defines;

    /// Whether a text, by its beginning, is an instance that brings its definition along in another form.
    fn is_instance(&self, _text: &str) -> bool {
        false
    }

    /// The definitions of a text, as ranges of bytes.
    fn parts(&self, text: &str) -> Vec<Range<usize>>;

    /// The domain that an instance says it belongs to: as the instance writes it, and as the registry knows it.
    fn domain_of(&self, instance: &str) -> Option<(String, String)>;
}
