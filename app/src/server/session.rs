//! What runs here, and who is logged in.

use super::body::{self, JsonBody};
use super::{Answer, App, experiments, jobs, run_blocking, security};
use axum::extract::State;
use axum::http::{Extensions, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use unstuck_ops::ToSchema;
use unstuck_ops::origin::Origin;
use unstuck_ops::request::Fields;

/// What runs here: version, store, limits.
#[derive(Serialize, ToSchema)]
pub struct About {
    unstuck: Origin,
    /// Threads of the runner.
    threads: usize,
    store: StoreView,
    /// The experiments that the first page offers.
    demonstrations: Vec<experiments::begin::Demonstration>,
    /// A token is required here, so that one can log out.
    token: bool,
    limits: ServerLimits,
}

/// The store.
#[derive(Serialize, ToSchema)]
pub struct StoreView {
    /// File name of the store, without its folder.
    name: String,
    writable: bool,
}

/// What a request may ask for.
#[derive(Serialize, ToSchema)]
pub struct ServerLimits {
    /// Bytes of a request's body.
    body: usize,
    /// Most nodes of a job.
    nodes: u64,
    /// Most seconds of a job.
    seconds: f64,
    /// Most bytes of a job.
    memory: u64,
    /// Jobs of all pages at once; further ones wait.
    jobs: usize,
}

/// The server answers.
#[derive(Serialize, ToSchema)]
pub struct Health {
    ok: bool,
}

/// Answers at once, without the store and without a token.
pub async fn health() -> axum::Json<Health> {
    axum::Json(Health { ok: true })
}

/// What runs here.
pub async fn about(State(app): State<Arc<App>>) -> Answer {
    run_blocking(move || {
        let name = app
            .store
            .path()
            .and_then(|path| path.file_name())
            .map(|name| name.to_string_lossy().into_owned());
        Ok(About {
            unstuck: Origin::here(),
            threads: app.threads,
            store: StoreView { name: name.unwrap_or_default(), writable: app.writer.is_writable() },
            demonstrations: experiments::begin::demonstrations(&app)?,
            token: app.auth.wants_token(),
            limits: ServerLimits {
                body: body::MAX,
                nodes: jobs::NODES,
                seconds: jobs::SECONDS,
                memory: jobs::MEMORY,
                jobs: jobs::LANES,
            },
        })
    })
    .await
}

/// The token of the server.
#[derive(Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = LoginRequest)]
pub struct Login {
    token: String,
}

/// Exchanges the token for a cookie.
pub async fn login(
    State(app): State<Arc<App>>,
    places: Extensions,
    JsonBody(login): JsonBody<Login>,
) -> Answer {
    let mut response = StatusCode::NO_CONTENT.into_response();
    if let Some(key) = app.auth.login(&login.token, security::address(&places))? {
        let cookie = format!("{}={key}; HttpOnly; SameSite=Strict; Path=/", security::COOKIE);
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, value);
        }
    }
    Ok(response)
}

/// Forgets the cookie.
pub async fn logout() -> Response {
    let cookie = format!("{}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0", security::COOKIE);
    let mut response = StatusCode::NO_CONTENT.into_response();
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}
