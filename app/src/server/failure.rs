//! What the server answers when it cannot do what was asked: a status, a sentence, and what would be right.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use unstuck_core::error::ParseError;
use unstuck_core::instance::SearchError;
use unstuck_ops::store;
use unstuck_ops::{Error, Kind};

/// An answer in the form of every error.
#[derive(Debug, Clone, Serialize, unstuck_ops::ToSchema)]
pub struct Failure {
    #[serde(skip)]
    status: StatusCode,
    error: Box<Wrong>,
}

/// What is wrong, where, and what would be right.
#[derive(Debug, Clone, Serialize, Default, unstuck_ops::ToSchema)]
struct Wrong {
    /// What is wrong, as a sentence.
    message: String,
    /// What would be right.
    help: Option<String>,
    /// From 1, in the text that was sent.
    line: Option<usize>,
    /// From 1, in characters.
    column: Option<usize>,
    /// How many characters are to blame.
    length: Option<usize>,
    /// The field of the body, or the key of the experiment file, that is to blame.
    field: Option<String>,
}

impl Failure {
    /// A status and a sentence.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, error: Box::new(Wrong { message: message.into(), ..Wrong::default() }) }
    }

    /// The body is no JSON of the form that is wanted, or a value is wrong.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// A text that cannot be read.
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// The state of things does not allow it.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    /// A text with the place where it is wrong.
    pub fn of_text(error: &ParseError) -> Self {
        Error::from(error.clone()).into()
    }

    /// The same, knowing the text: how many characters are to blame.
    pub fn within(error: &ParseError, text: &str) -> Self {
        Error::within(error.clone(), text).into()
    }

    /// Says what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.error.help = Some(help.into());
        self
    }

    /// Names the field that is to blame.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.error.field = Some(field.into());
        self
    }

    /// The line that is to blame, if one is known.
    pub fn line(&self) -> Option<usize> {
        self.error.line
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        use store::Error;
        let status = match error {
            Error::Absent(_) => StatusCode::NOT_FOUND,
            Error::Taken { .. } | Error::InUse { .. } | Error::Lost => StatusCode::CONFLICT,
            Error::ReadOnly(_)
            | Error::Full(_)
            | Error::UsedUp { .. }
            | Error::Busy(_)
            | Error::Disk { .. }
            | Error::Place { .. } => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, store_message(&error))
    }
}

/// Paths of this machine are shown to its owner only.
fn store_message(error: &store::Error) -> String {
    use store::Error;
    match error {
        Error::ReadOnly(_) => "the store can only be read; start the server with another store".into(),
        Error::Full(_) => {
            "there is no room left on the disk of the store; what was stored before is safe".into()
        }
        Error::UsedUp { table, .. } => {
            format!("the store cannot number another {table}; start the server with another store")
        }
        Error::Place { .. } | Error::Busy(_) | Error::Disk { .. } => {
            "the store cannot be used now; the server's terminal may say why".into()
        }
        Error::Damaged { .. } => {
            "the store is damaged; 'unstuck experiments check' tells what can still be used".into()
        }
        Error::Sql(_) => "the store could not answer; please report this".into(),
        other => other.to_string(),
    }
}

/// Errors of use cases: the kind tells the status.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let Error { kind, field, message, help, place, .. } = error;
        let status = match kind {
            Kind::Request => StatusCode::BAD_REQUEST,
            Kind::Input | Kind::Unsupported | Kind::Unsolvable | Kind::Limit | Kind::GaveUp => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Kind::Missing => StatusCode::NOT_FOUND,
            Kind::Conflict | Kind::Cancelled => StatusCode::CONFLICT,
            Kind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Kind::Defect => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let wrong = Wrong {
            message,
            help,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            length: place.and_then(|place| place.length),
            field: field.map(Into::into),
        };
        Self { status, error: Box::new(wrong) }
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        Error::from(error).into()
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<store::Error>() {
            Ok(error) => error.into(),
            Err(error) => Error::from(error).into(),
        }
    }
}
