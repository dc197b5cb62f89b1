//! Bodies of requests: JSON of a known form, nothing else, and what is wrong with it in a sentence.

use super::failure::Failure;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use std::time::Duration;
use unstuck_core::suggest::nearest;

/// Most bytes of a body: a dataset of some hundred thousand rows.
pub const MOST: usize = 16 << 20;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// A larger body is read where it holds nobody up.
const LARGE: usize = 64 << 10;

/// A body that was read.
pub struct Told<T>(pub T);

impl<S: Sync, T: DeserializeOwned + Send + 'static> FromRequest<S> for Told<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Failure> {
        let bytes = arrived(request.into_body()).await?;
        let is_large = bytes.len() > LARGE;
        let read = move || {
            // A request without a body is one without fields.
            let text = if bytes.iter().all(u8::is_ascii_whitespace) { b"{}" } else { &bytes[..] };
            serde_json::from_slice(text).map(Self).map_err(|error| explain(&error))
        };
        if !is_large {
            return read();
        }
        let ended = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the body could not be read");
        tokio::task::spawn_blocking(read).await.map_err(ended)?
    }
}

async fn arrived(body: Body) -> Result<Bytes, Failure> {
    match tokio::time::timeout(PATIENCE, to_bytes(body, MOST)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the body is larger than {} MiB, or it broke off", MOST >> 20),
        )
        .help("send less at once")),
        Err(_) => Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time")),
    }
}

/// What is wrong with a body, with the nearest name for a field that does not exist.
fn explain(error: &serde_json::Error) -> Failure {
    let text = error.to_string();
    let quoted: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    if !error.is_data() {
        return Failure::bad(format!("the body is no JSON: {message}"));
    }
    match quoted[..] {
        [name, ref known @ ..] if text.starts_with("unknown field") => {
            let failure = Failure::bad(format!("there is no field '{name}'")).field(name);
            match nearest(name, known.iter().copied()) {
                Some(near) => failure.help(format!("did you mean '{near}'?")),
                None => failure.help(format!("there is {}", known.join(", "))),
            }
        }
        [name, ref known @ ..] if text.starts_with("unknown variant") => {
            let failure = Failure::bad(format!("there is no '{name}'"));
            match nearest(name, known.iter().copied()) {
                Some(near) => failure.help(format!("did you mean '{near}'?")),
                None => failure.help(format!("there is {}", known.join(", "))),
            }
        }
        [name] if text.starts_with("missing field") => {
            Failure::bad(format!("the field '{name}' is missing")).field(name)
        }
        _ => Failure::bad(format!("a value of the body is wrong: {message}")),
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
        serde_json::to_string(&explain(&serde_json::from_str::<Sample>(body).unwrap_err())).unwrap()
    }

    #[test]
    fn mistakes_are_named() {
        assert!(words(r#"{"instanse": "jam:1"}"#).contains("did you mean 'instance'?"));
        assert!(words(r#"{"legal": true}"#).contains("the field 'instance' is missing"));
        assert!(words("{").contains("the body is no JSON"));
        assert!(words(r#"{"instance": 3}"#).contains("a value of the body is wrong"));
    }
}
