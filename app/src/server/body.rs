//! Bodies of requests: JSON of a known form, nothing else, and what is wrong with it in a sentence.

mod fields;

use super::failure::Failure;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use fields::{FieldError, Json, Wrong};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use unstuck_core::suggest::nearest;

/// Most bytes of a body: a dataset of some hundred thousand rows.
pub const MAX: usize = 16 << 20;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// A larger body is read where it blocks no other request.
const LARGE: usize = 64 << 10;

/// A body that was read.
pub struct JsonBody<T>(pub T);

impl<S: Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Failure> {
        let bytes = arrived(request.into_body()).await?;
        let is_large = bytes.len() > LARGE;
        let read = move || {
            // A request without a body is one without fields.
            let text = if bytes.iter().all(u8::is_ascii_whitespace) { b"{}" } else { &bytes[..] };
            parsed(text).map(Self)
        };
        if !is_large {
            return read();
        }
        let ended = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the body could not be read");
        tokio::task::spawn_blocking(read).await.map_err(ended)?
    }
}

async fn arrived(body: Body) -> Result<Bytes, Failure> {
    match tokio::time::timeout(PATIENCE, to_bytes(body, MAX)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the body is larger than {} MiB, or it broke off", MAX >> 20),
        )
        .help("send less at once")),
        Err(_) => Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")),
    }
}

/// Reads a text of JSON.
fn parsed<T: DeserializeOwned>(text: &[u8]) -> Result<T, Failure> {
    let value: Value = serde_json::from_slice(text)
        .map_err(|error| Failure::bad(format!("the body is no JSON (line {})", error.line())))?;
    T::deserialize(Json(value)).map_err(explain)
}

/// What is wrong with a body, with the nearest name for a field that does not exist.
fn explain(error: FieldError) -> Failure {
    let suggestion = |name: &str, known: &'static [&'static str]| match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("there is {}", known.join(", ")),
    };
    let message = error.to_string();
    match (error.wrong, error.field) {
        (Wrong::UnknownField(name, known), _) => {
            let help = suggestion(&name, known);
            Failure::bad(message).field(name).help(help)
        }
        (Wrong::UnknownWord(name, known), field) => {
            let failure = Failure::bad(message).help(suggestion(&name, known));
            field.map_or(failure.clone(), |field| failure.field(field))
        }
        (Wrong::Missing(name), _) => Failure::bad(message).field(name),
        (Wrong::Other(words), None) => Failure::bad(format!("a value of the body is wrong: {words}")),
        (Wrong::Other(words), Some(field)) => {
            Failure::bad(format!("a value of the body is wrong: {words}")).field(field)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Sample {
        instance: String,
        legal: Option<bool>,
    }

    fn words(body: &str) -> String {
        serde_json::to_string(&parsed::<Sample>(body.as_bytes()).unwrap_err()).unwrap()
    }

    #[test]
    fn mistakes_are_named() {
        assert!(words(r#"{"instanse": "jam:1"}"#).contains("did you mean 'instance'?"));
        assert!(words(r#"{"legal": true}"#).contains("the field 'instance' is missing"));
        assert!(words("{").contains("the body is no JSON"));
        assert!(words(r#"{"instance": 3}"#).contains("a value of the body is wrong"));
    }
}
