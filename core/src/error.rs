//! What went wrong with a text: what, where, and what would be right.

use std::fmt;

/// A place in a text, counted from 1 the way editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A text that could not be read.
///
/// ```
/// use unstuck_core::error::ParseError;
/// let e = ParseError::new("the board has no target car").at(1, 1).help("mark it with the letter A");
/// assert_eq!(e.to_string(), "line 1, column 1: the board has no target car (mark it with the letter A)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ParseError {
    /// Where, when one place is to blame.
    pub place: Option<Place>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

impl ParseError {
    /// An error without a place yet.
    pub fn new(message: impl Into<String>) -> Self {
        Self { place: None, message: message.into(), help: None }
    }

    /// Names the place.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some(Place { line, column });
        self
    }

    /// Says what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}
