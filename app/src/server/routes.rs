//! Every route, and who answers it.

use super::body::JsonBody;
use super::failure::Failure;
use super::{
    Answer, App, annotations, assets, catalog, datasets, events, experiments, heuristics, jobs, library,
    openapi, positions, run_blocking, security,
};
use axum::Router;
use axum::extract::State;
use axum::http::{Extensions, HeaderValue, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use unstuck_ops::origin::Origin;
use utoipa::ToSchema;

/// The routes of the contract, and the pages.
pub fn router(app: &Arc<App>) -> Router {
    let api = Router::new()
        .route("/about", get(about))
        .route("/login", post(login))
        .route("/logout", post(logout))
        .route("/openapi.json", get(openapi::document))
        .route("/docs", get(openapi::page))
        .route("/catalog", get(catalog::catalog))
        .route("/sets/{set}", get(catalog::set))
        .route("/position", post(positions::position))
        .route("/heuristics/check", post(heuristics::check))
        .route("/heuristics/export", post(heuristics::exported))
        .route("/explain", post(heuristics::explain))
        .route("/jobs", post(jobs::routes::create))
        .route("/jobs/{id}", get(jobs::routes::show).delete(jobs::routes::cancel))
        .route("/jobs/{id}/events", get(jobs::routes::follow))
        .route("/datasets", get(datasets::list).post(datasets::import::import))
        .route("/datasets/{name}", get(datasets::rows::rows).delete(datasets::remove))
        .route("/datasets/{name}/undo", post(datasets::undo))
        .route("/datasets/{name}/scatter", get(datasets::rows::scatter))
        .route("/datasets/{name}/file", get(datasets::file::file))
        .route("/experiments", get(experiments::list).post(experiments::create::create))
        .route("/experiments/check", post(experiments::create::check))
        .route("/experiments/templates", get(experiments::create::templates))
        .route("/experiments/{id}", get(experiments::show).merge(delete(experiments::steer::remove)))
        .route("/experiments/{id}/pause", post(experiments::steer::pause))
        .route("/experiments/{id}/resume", post(experiments::steer::resume))
        .route("/experiments/{id}/stop", post(experiments::steer::stop))
        .route("/experiments/{id}/undo", post(experiments::steer::undo))
        .route("/experiments/{id}/clone", post(experiments::create::clone))
        .route("/experiments/{id}/curves", get(experiments::curves::curves))
        .route("/experiments/{id}/trial", get(experiments::trial::trial))
        .route("/experiments/{id}/download", get(experiments::download::download))
        .route("/experiments/{id}/instances", get(experiments::instances::instances))
        .route("/experiments/{id}/report", get(experiments::report_page::page))
        .route("/experiments/{id}/annotation", post(annotations::annotate))
        .route("/annotations", get(annotations::list))
        .route("/library", get(library::list).post(library::keep))
        .route("/library/{id}", delete(library::remove))
        .route("/runs/{id}", get(experiments::runs::show))
        .route("/runs/{id}/history", get(experiments::runs::history))
        .route("/runs/{id}/ancestry", get(experiments::runs::ancestry))
        .route("/compare", post(experiments::compare::compare))
        .route("/events", get(events::listen))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method);
    Router::new()
        .nest("/api", api)
        .fallback(assets::serve)
        .layer(from_fn_with_state(Arc::clone(app), security::guard))
        .with_state(Arc::clone(app))
}

async fn unknown(uri: Uri) -> Failure {
    Failure::missing(format!("there is no route {}", uri.path())).help("/api/openapi.json lists all of them")
}

async fn wrong_method() -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "this route does not take that method")
        .help("/api/openapi.json lists all of them")
}

/// What runs here: version, store, limits.
#[derive(Serialize, ToSchema)]
pub struct About {
    unstuck: Origin,
    /// Threads of the runner.
    threads: usize,
    store: StoreView,
    /// Id of the experiment of experiments/demo.toml, if the store holds it.
    demonstration: Option<i64>,
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

/// What runs here.
async fn about(State(app): State<Arc<App>>) -> Answer {
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
            demonstration: experiments::begin::demonstration(&app)?,
            token: app.auth.wants_token(),
            limits: ServerLimits {
                body: super::body::MOST,
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
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LoginRequest)]
pub struct Login {
    token: String,
}

/// Exchanges the token for a cookie.
async fn login(State(app): State<Arc<App>>, places: Extensions, JsonBody(login): JsonBody<Login>) -> Answer {
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
async fn logout() -> Response {
    let cookie = format!("{}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0", security::COOKIE);
    let mut response = StatusCode::NO_CONTENT.into_response();
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}
