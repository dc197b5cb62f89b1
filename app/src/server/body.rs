//! Bodies of requests: JSON of a known form, nothing else, and what is wrong with it in a sentence.

use super::failure::Failure;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde_json::Value;
use std::any::Any;
use std::time::Duration;
use unstuck_ops::request;

/// Most bytes of a body: a dataset of some hundred thousand rows.
pub const MAX: usize = 16 << 20;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// A larger body is read where it blocks no other request.
const LARGE: usize = 64 << 10;

/// A body that was read.
pub struct JsonBody<T>(pub T);

impl<S: Sync, T: request::Request + Send + 'static> FromRequest<S> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Failure> {
        let value = read(request.into_body(), |text| Ok(Box::new(parsed::<T>(text)?))).await?;
        value.downcast().map(|value| Self(*value)).map_err(|_| unreadable())
    }
}

/// A value of any type: what waits for a body is compiled once for all of them.
type Parsed = Result<Box<dyn Any + Send>, Failure>;

async fn read(body: Body, parse: fn(&[u8]) -> Parsed) -> Parsed {
    let bytes = arrived(body).await?;
    let is_large = bytes.len() > LARGE;
    let read = move || {
        // A request without a body is one without fields.
        let text = if bytes.iter().all(u8::is_ascii_whitespace) { b"{}" } else { &bytes[..] };
        parse(text)
    };
    if !is_large {
        return read();
    }
    tokio::task::spawn_blocking(read).await.map_err(|_| unreadable())?
}

fn unreadable() -> Failure {
    Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the body could not be read")
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
fn parsed<T: request::Request>(text: &[u8]) -> Result<T, Failure> {
    let value: Value = serde_json::from_slice(text)
        .map_err(|error| Failure::bad(format!("the body is no JSON (line {})", error.line())))?;
    Ok(request::read(value)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unstuck_ops::position;

    #[test]
    fn mistakes_are_named() {
        let words = |body: &str| {
            let refused = parsed::<position::Request>(body.as_bytes()).unwrap_err();
            serde_json::to_string(&refused).unwrap()
        };
        assert!(words(r#"{"instanse": "jam:1"}"#).contains("did you mean 'instance'?"));
        assert!(words(r#"{"legal": true}"#).contains("the field 'instance' is missing"));
        assert!(words("{").contains("the body is no JSON"));
        assert!(words(r#"{"instance": 3}"#).contains("a value of the request is wrong"));
    }
}
