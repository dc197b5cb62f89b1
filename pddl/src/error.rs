//! Diagnostics: what is wrong with a text, where, and what would be right.

use std::fmt;

/// A place in a text, counted from 1 the way editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Place {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The text that a diagnostic is about. The crate reads no files, so the caller knows their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The domain definition.
    Domain,
    /// The problem definition.
    Problem,
    /// A plan.
    Plan,
}

/// An error or a warning about a text.
///
/// ```
/// let error = unstuck_pddl::syntax::parse_domain("(define (domain d) (:predicate (p)))").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 20: unknown section ':predicate' (did you mean ':predicates'?)");
/// assert_eq!(error.in_file("d.pddl"), "d.pddl:1:20: unknown section ':predicate' (did you mean ':predicates'?)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Diagnostic {
    /// The text.
    pub file: Source,
    /// The place in it.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

/// Why a text was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The observer stopped it: a limit of the caller.
    #[error("reading was stopped by a limit")]
    Stopped,
    /// The text is wrong, or not supported.
    #[error(transparent)]
    Invalid(#[from] Diagnostic),
}

impl ParseError {
    /// Names the text.
    pub(crate) fn about(self, file: Source) -> Self {
        match self {
            Self::Stopped => Self::Stopped,
            Self::Invalid(diagnostic) => Self::Invalid(diagnostic.about(file)),
        }
    }
}

/// Longest name that a message quotes in full.
const LONGEST_NAME: usize = 60;

/// Longest message, and longest help, in characters: a declaration that is shown may have many names.
const LONGEST_TEXT: usize = 400;

impl Diagnostic {
    /// About the domain until [`Diagnostic::about`] names another text.
    pub(crate) fn new(place: Place, message: impl Into<String>) -> Self {
        Self { file: Source::Domain, place, message: presentable(&message.into()), help: None }
    }

    /// Adds the remedy.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(presentable(&help.into()));
        self
    }

    /// Names the text.
    #[must_use]
    pub(crate) fn about(mut self, file: Source) -> Self {
        self.file = file;
        self
    }

    /// The message in the form that compilers use, `file:line:column: message (help)`.
    pub fn in_file(&self, file: &str) -> String {
        let Place { line, column } = self.place;
        format!("{file}:{line}:{column}: {}", Body(self))
    }
}

/// Message and help without the place.
struct Body<'a>(&'a Diagnostic);

impl fmt::Display for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        match &self.0.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, Body(self))
    }
}

/// A text with names of the input as it is shown: never long, never with control characters.
fn presentable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len().min(LONGEST_TEXT));
    for (number, sign) in text.chars().enumerate() {
        if number == LONGEST_TEXT {
            shown.push('…');
            break;
        }
        if sign.is_control() { shown.extend(sign.escape_debug()) } else { shown.push(sign) }
    }
    shown
}

/// A name as messages quote it: never long, never with control characters.
pub(crate) fn quoted(name: &str) -> String {
    let mut short: String = name.chars().take(LONGEST_NAME).flat_map(char::escape_debug).collect();
    if name.chars().nth(LONGEST_NAME).is_some() {
        short.push('…');
    }
    format!("'{short}'")
}

/// An unknown name, with the nearest known one or another remedy.
pub(crate) fn unknown<'a>(
    place: Place,
    what: &str,
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> Diagnostic {
    let help = match crate::suggest::nearest(name, candidates) {
        Some(near) => format!("did you mean {}?", quoted(near)),
        None => otherwise.to_owned(),
    };
    Diagnostic::new(place, format!("unknown {what} {}", quoted(name))).help(help)
}
