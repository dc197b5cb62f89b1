//! Features that are written as terms: `count(on)`, `any(and(clear, not(on.1)))`. A domain makes them on demand from
//! its own words, so that a table need not list them all.

use super::FeatureInfo;
use crate::error::ParseError;

/// The terms of a domain.
pub trait Terms: std::fmt::Debug + Send + Sync {
    /// The words that begin a term when a parenthesis follows.
    fn heads(&self) -> &'static [&'static str];

    /// The feature that a term means, from the head to the closing parenthesis. Its name is the canonical form.
    ///
    /// # Errors
    ///
    /// What is wrong with the term, and where.
    fn feature(&self, term: &str) -> Result<FeatureInfo, TermError>;

    /// A champion in the words of this domain: one of another domain, or of one with the same name, whose words may mean
    /// something else. `name` is that of a champion or of its domain. Nothing where domains do not lend each other rules.
    ///
    /// # Errors
    ///
    /// None fits; the message says what is missing.
    fn champion(&self, _name: Option<&str>) -> Option<Result<Transferred, ParseError>> {
        None
    }
}

/// A rule of another domain, or of one with the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transferred {
    /// The rule in the words of this domain.
    pub text: String,
    /// Which rule it is, and how it was renamed.
    pub note: String,
    /// The domains have the same name, and the rule reads the same in both.
    pub is_same: bool,
}

/// A term that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TermError {
    /// The byte of the term that is to blame.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

/// The end of the term that begins a text: behind the parenthesis that closes its first one. `None` if none does.
pub(crate) fn end_of_term(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' if open <= 1 => return Some(at + 1),
            b')' => open -= 1,
            _ => {}
        }
    }
    None
}
