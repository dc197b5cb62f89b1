//! The one error of all use cases: its kind, the field of the request, a message, and what would be right.
//!
//! Surfaces map the kind to exit codes, statuses and exceptions; none of them reads the message.

use crate::pattern_databases::Stopped;
use crate::store;
use crate::store::StoreFailed;
use crate::system::cancel;
use serde::Serialize;
use std::{fmt, io};
use unstuck_core::audit;
use unstuck_core::error::{ParseError, Place};
use unstuck_core::instance::{SearchError, SpaceError};
use unstuck_core::search::Limit;

/// The result of a use case.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What kind of thing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A value of the request is out of its range.
    Request,
    /// A text or a name cannot be read, or makes no sense here.
    Input,
    /// The domain is of a kind that the use case does not work on.
    Unsupported,
    /// Something named does not exist.
    Missing,
    /// The state of things does not allow it.
    Conflict,
    /// A disk or a store cannot be used now.
    Unavailable,
    /// The instance is proved unsolvable.
    Unsolvable,
    /// A limit came first.
    Limit,
    /// An incomplete method ended without a result.
    GaveUp,
    /// Cancelled by the caller.
    Cancelled,
    /// The program itself is at fault.
    Defect,
}

/// What is wrong.
#[derive(Debug, Clone, Serialize)]
pub struct Error {
    /// Its kind.
    pub kind: Kind,
    /// The field of the request that is to blame.
    pub field: Option<Box<str>>,
    /// What it is about, for messages: a file, an instance.
    pub subject: Option<Box<str>>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Where in a text it is wrong.
    pub place: Option<TextPlace>,
}

/// A place in a text, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TextPlace {
    /// Line.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
    /// How many characters are to blame, where the text is known.
    pub length: Option<usize>,
}

impl Error {
    /// An error of a kind.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, field: None, subject: None, message: message.into(), help: None, place: None }
    }

    /// A value that is out of its range.
    pub fn request(message: impl Into<String>) -> Self {
        Self::new(Kind::Request, message)
    }

    /// A text or a name that cannot be read.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(Kind::Input, message)
    }

    /// A text that cannot be read, knowing the text: how many characters are to blame.
    pub fn within(error: ParseError, text: &str) -> Self {
        let length = error.place.and_then(|place| {
            let line = text.lines().nth(place.line - 1)?;
            let rest = line.chars().skip(place.column - 1);
            let word = rest.take_while(|sign| sign.is_alphanumeric() || *sign == '_').count();
            Some(word.max(1))
        });
        let mut error = Self::from(error);
        if let Some(place) = &mut error.place {
            place.length = length;
        }
        error
    }

    /// Says what it is about.
    #[must_use]
    pub fn about(mut self, subject: impl Into<Box<str>>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Says what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Names the field that is to blame.
    #[must_use]
    pub fn field(mut self, field: impl Into<Box<str>>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Names the field unless one is named already.
    #[must_use]
    pub fn or_field(self, field: &str) -> Self {
        if self.field.is_some() { self } else { self.field(field) }
    }
}

/// The whole on a line: subject, place, message and help, the last three as [`ParseError`] writes them.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(subject) = &self.subject {
            write!(f, "{subject}: ")?;
        }
        if let Some(TextPlace { line, column, .. }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        let ParseError { place, message, help, unsolvable } = error;
        let kind = if unsolvable { Kind::Unsolvable } else { Kind::Input };
        let place = place.map(|Place { line, column }| TextPlace { line, column, length: None });
        Self { help, place, ..Self::new(kind, message) }
    }
}

impl From<SearchError> for Error {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::InvalidPlan { .. } => Self::new(Kind::Defect, error.to_string()),
            SearchError::Heuristic(inner) => Self::from(inner).field("heuristic"),
            SearchError::OtherDomain { .. } | SearchError::Absent(_) => {
                Self::input(error.to_string()).field("heuristic")
            }
            SearchError::UnknownAlgorithm { .. } | SearchError::NotApplicable { .. } => {
                Self::input(error.to_string()).field("algorithm")
            }
            SearchError::Instance(_) => Self::input(error.to_string()),
        }
    }
}

/// Errors of the modules below, with the layers around them in the message.
impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Self {
        let whole = format!("{error:#}");
        let error = match error.downcast::<Self>() {
            Ok(mut own) => {
                // Layers around it name what it is about.
                if let Some(around) = whole.strip_suffix(&own.to_string()).filter(|around| !around.is_empty())
                {
                    let around = around.trim_end_matches(": ");
                    own.subject = Some(match &own.subject {
                        Some(subject) => format!("{around}: {subject}").into(),
                        None => around.into(),
                    });
                }
                return own;
            }
            Err(error) => error,
        };
        Self { field: field(&error).map(Into::into), ..Self::new(kind(&error), whole) }
    }
}

fn of_limit(limit: Limit) -> Kind {
    if limit == Limit::Cancelled { Kind::Cancelled } else { Kind::Limit }
}

fn field(error: &anyhow::Error) -> Option<&'static str> {
    match error.downcast_ref()? {
        SearchError::Heuristic(_) | SearchError::OtherDomain { .. } | SearchError::Absent(_) => {
            Some("heuristic")
        }
        SearchError::UnknownAlgorithm { .. } | SearchError::NotApplicable { .. } => Some("algorithm"),
        SearchError::Instance(_) | SearchError::InvalidPlan { .. } => None,
    }
}

/// Whether a disk, a quota or a limit of the system leaves no room for a file.
fn has_no_room(cause: &(dyn std::error::Error + 'static)) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
    matches!(kind, Some(StorageFull | QuotaExceeded | FileTooLarge))
}

/// The kind of an error with layers around it.
pub fn kind(error: &anyhow::Error) -> Kind {
    if let Some(own) = error.downcast_ref::<Error>() {
        return own.kind;
    }
    if let Some(SearchError::InvalidPlan { .. }) = error.downcast_ref() {
        return Kind::Defect;
    }
    match error.downcast_ref() {
        Some(audit::Error::TooLarge(limit, _)) => return of_limit(*limit),
        Some(audit::Error::Unsolvable) => return Kind::Unsolvable,
        _ => {}
    }
    if error.downcast_ref::<ParseError>().is_some_and(|error| error.unsolvable) {
        return Kind::Unsolvable;
    }
    if let Some(SpaceError::Unsolvable) = error.downcast_ref() {
        return Kind::Unsolvable;
    }
    if let Some(Stopped { limit, .. }) = error.downcast_ref() {
        return of_limit(*limit);
    }
    if error.is::<cancel::Stopped>() {
        return Kind::Cancelled;
    }
    if error.is::<StoreFailed>() || error.chain().any(has_no_room) {
        return Kind::Unavailable;
    }
    use store::Error::{Absent, Busy, Damaged, Disk, Full, InUse, Lost, Row, Taken, UsedUp};
    match error.downcast_ref() {
        Some(Full(_) | UsedUp { .. } | Disk { .. } | Busy(_) | Damaged { .. } | Row { .. }) => {
            Kind::Unavailable
        }
        Some(Taken { .. } | InUse { .. } | Lost) => Kind::Conflict,
        Some(Absent(_)) => Kind::Missing,
        _ => Kind::Input,
    }
}
