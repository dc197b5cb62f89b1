//! Every route, and who answers it.

use super::failure::Failure;
use super::{
    App, annotations, assets, catalog, datasets, events, experiments, heuristics, jobs, library, openapi,
    planning, positions, security, session,
};
use axum::Router;
use axum::http::{StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};
use std::sync::Arc;
use tower_http::compression::CompressionLayer;

/// The routes of the contract, and the pages.
pub fn router(app: &Arc<App>) -> Router {
    let api = Router::new()
        .route("/about", get(session::about))
        .route("/health", get(session::health))
        .route("/login", post(session::login))
        .route("/logout", post(session::logout))
        .route("/openapi.json", get(openapi::document))
        .route("/docs", get(openapi::page))
        .route("/catalog", get(catalog::catalog))
        .route("/planning", get(planning::planning))
        .route("/sets/{set}", get(catalog::set))
        .route("/position", post(positions::position))
        .route("/heuristics/check", post(heuristics::check))
        .route("/heuristics/export", post(heuristics::exported))
        .route("/explain", post(heuristics::explain))
        .route("/validate", post(heuristics::validate))
        .route("/jobs", post(jobs::routes::create))
        .route("/jobs/{id}", get(jobs::routes::show).delete(jobs::routes::cancel))
        .route("/jobs/{id}/events", get(jobs::routes::follow))
        .route("/datasets", get(datasets::list).post(datasets::import::import))
        .route("/datasets/{name}", get(datasets::rows::rows).delete(datasets::remove))
        .route("/datasets/{name}/undo", post(datasets::undo))
        .route("/datasets/{name}/scatter", get(datasets::rows::scatter))
        .route("/datasets/{name}/file", get(datasets::file::file))
        .route("/experiments", get(experiments::list).post(experiments::create::create))
        .route("/experiments/import", post(experiments::import::import))
        .route("/experiments/check", post(experiments::create::check))
        .route("/experiments/templates", get(experiments::create::templates))
        .route("/experiments/{id}", get(experiments::show).merge(delete(experiments::steer::remove)))
        .route("/experiments/{id}/pause", post(experiments::steer::pause))
        .route("/experiments/{id}/resume", post(experiments::steer::resume))
        .route("/experiments/{id}/stop", post(experiments::steer::stop))
        .route("/experiments/{id}/undo", post(experiments::steer::undo))
        .route("/experiments/{id}/clone", post(experiments::create::clone))
        .route("/experiments/{id}/curves", get(experiments::curves::curves))
        .route("/experiments/{id}/test", get(experiments::test_evaluation::test_evaluation))
        .route("/experiments/{id}/download", get(experiments::download::download))
        .route("/experiments/{id}/instances", get(experiments::instances::instances))
        .route("/experiments/{id}/report", get(experiments::report_page::page))
        .route("/experiments/{id}/annotation", post(annotations::annotate))
        .route("/annotations", get(annotations::list))
        .route("/champions", get(experiments::hall_of_fame::hall_of_fame))
        .route("/library", get(library::list).post(library::keep))
        .route("/library/{id}", delete(library::remove))
        .route("/runs/{id}", get(experiments::runs::show))
        .route("/runs/{id}/history", get(experiments::runs::history))
        .route("/runs/{id}/ancestry", get(experiments::runs::ancestry))
        .route("/compare", post(experiments::compare::compare))
        .route("/events", get(events::listen))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        // Streams of events are left as they are; files of the web UI are compressed already.
        .layer(CompressionLayer::new());
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
