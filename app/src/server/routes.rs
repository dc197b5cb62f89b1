//! Every route: what it does, its handler, what it takes and what it gives.

use super::annotations::AnnotationList;
use super::catalog::SetPage;
use super::datasets::dataset_store::DatasetView;
use super::datasets::import::{Import, ImportResult};
use super::datasets::{DatasetList, rows::DatasetRows};
use super::experiments::create::{Checked, CheckedExperiment, Copied, Learned, TemplateList, Wanted};
use super::experiments::import as record;
use super::experiments::views::{
    Ancestry, Curves, Experiment, ExperimentList, ExperimentSummary, HallOfFame, InstanceList, RunHistory,
    RunWithExperiment, TestView,
};
use super::failure::Failure;
use super::heuristics::{CheckAnswer, ExportRequest};
use super::jobs::{JobProgressView, JobView};
use super::library::Library;
use super::news::{EventExperiment, EventGeneration, EventProgress, EventState, EventTest};
use super::openapi::{Route, STORED, Schemas, delete, get, post, render};
use super::planning::Planning;
use super::session::{About, Health, Login};
use super::{
    App, annotations, assets, catalog, datasets, events, experiments, heuristics, jobs, library, planning,
    positions, security, session,
};
use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;
use std::sync::{Arc, LazyLock};
use tower_http::compression::CompressionLayer;
use unstuck_ops::catalog::Catalog;
use unstuck_ops::experiments::learn;
use unstuck_ops::explain::{CheckRequest, Explained};
use unstuck_ops::export::Exported;
use unstuck_ops::judge::{self, Judged};
use unstuck_ops::position::Position;
use unstuck_ops::scatter::Scatter;
use unstuck_ops::store::annotation::AnnotationChange;
use unstuck_ops::store::library::{KeptDraft, KeptHeuristic};
use unstuck_ops::validate::ValidatedResult;
use unstuck_ops::{explain, position, run_comparison, validate};

/// The routes of the contract.
fn all() -> Vec<Route> {
    vec![
        get("/about", "What runs here: version, store, limits", session::about).gives::<About>(),
        get("/health", "Whether the server answers; needs no token", session::health).gives::<Health>(),
        post("/login", "Exchange the token for a cookie", session::login).takes::<Login>().status("204"),
        post("/logout", "Forget the cookie", session::logout).status("204"),
        get("/openapi.json", "This document", document).gives_json(),
        get("/docs", "This document for people", page),
        get("/catalog", "Everything that the registries know", catalog::catalog).gives::<Catalog>(),
        get("/planning", "The built-in planning domains with their tasks", planning::planning)
            .gives::<Planning>(),
        get("/sets/{set}", "Members of a built-in set, with their boards", catalog::set)
            .gives::<SetPage>()
            .query(&[("offset", "Members before these."), ("count", "40 by default, at most 200.")]),
        post("/position", "Read an instance, play moves, and describe the position", positions::position)
            .takes::<position::Request>()
            .gives::<Position>(),
        post("/judge", "What each move of a game loses, and how hard the instance is for people", positions::judge)
            .takes::<judge::Request>()
            .gives::<Judged>(),
        post("/heuristics/check", "Read a heuristic text, and evaluate it on a position", heuristics::check)
            .takes::<CheckRequest>()
            .gives::<CheckAnswer>(),
        post("/heuristics/export", "A heuristic in another form", heuristics::exported)
            .takes::<ExportRequest>()
            .gives::<Exported>(),
        post(
            "/explain",
            "Why this value: rules, terms, successors, what the features see; or why this choice",
            heuristics::explain,
        )
        .takes::<explain::Request>()
        .gives::<Explained>(),
        post(
            "/validate",
            "Replay a plan, or check a solution, by code that shares nothing with the algorithms",
            heuristics::validate,
        )
        .takes::<validate::Request>()
        .gives::<ValidatedResult>(),
        post("/jobs", "Start a job", jobs::routes::create)
            .takes::<jobs::Request>()
            .gives::<JobView>()
            .status("202"),
        get("/jobs/{id}", "A job, with its result when it is done", jobs::routes::show).gives::<JobView>(),
        delete("/jobs/{id}", "Cancel a job", jobs::routes::cancel),
        get(
            "/jobs/{id}/events",
            "Follow a job: progress, items, boards of solutions that improve, and the end",
            jobs::routes::follow,
        )
        .streams(job_events),
        get("/datasets", "All datasets", datasets::list).gives::<DatasetList>(),
        post("/datasets", "Import a table", datasets::import::import)
            .takes::<Import>()
            .gives::<ImportResult>()
            .status("201"),
        get("/datasets/{name}", "A dataset and a page of its rows", datasets::rows::rows)
            .gives::<DatasetRows>()
            .query(&[
                ("offset", "Rows before these."),
                ("count", "50 by default, at most 500."),
                ("sort", "`number` or `distance`."),
                ("order", "`up` or `down`."),
            ]),
        delete("/datasets/{name}", "Delete; can be undone for a day", datasets::remove),
        post("/datasets/{name}/undo", "Undo a deletion", datasets::undo).gives::<DatasetView>(),
        get("/datasets/{name}/scatter", "A feature or a heuristic against h*", datasets::rows::scatter)
            .gives::<Scatter>()
            .query(&[("feature", "A feature or a heuristic.")]),
        get("/datasets/{name}/file", "Download", datasets::file::file)
            .query(&[("form", "`csv`, `bare` or `json`.")]),
        get("/experiments", "All experiments, the newest first", experiments::list)
            .gives::<ExperimentList>()
            .query(&[("deleted", "`true`: those deleted within a day instead.")]),
        post(
            "/experiments",
            "Store an experiment and start it; answers when its instances are generated",
            experiments::create::create,
        )
        .takes::<Wanted>()
        .gives::<ExperimentSummary>()
        .status("201"),
        post(
            "/experiments/import",
            "Store a finished experiment from its record",
            experiments::import::import,
        )
        .takes::<record::Import>()
        .gives::<record::ImportedExperiment>()
        .status("201"),
        post(
            "/experiments/check",
            "Read an experiment's file without storing it",
            experiments::create::check,
        )
        .takes::<Checked>()
        .gives::<CheckedExperiment>(),
        post(
            "/experiments/learn",
            "The file of an experiment that learns a rule for a planning domain, as `evolve DOMAIN TASKS` makes it",
            experiments::create::learn,
        )
        .takes::<learn::Learning>()
        .gives::<Learned>(),
        get("/experiments/templates", "The ready-made files", experiments::create::templates)
            .gives::<TemplateList>(),
        get("/champions", "The best champion of every experiment", experiments::hall_of_fame::hall_of_fame)
            .gives::<HallOfFame>(),
        get("/experiments/{id}", "An experiment with its runs", experiments::show).gives::<Experiment>(),
        delete("/experiments/{id}", "Delete; can be undone for a day", experiments::steer::remove),
        post("/experiments/{id}/pause", "Pause within a second", experiments::steer::pause)
            .gives::<ExperimentSummary>(),
        post("/experiments/{id}/resume", "Continue", experiments::steer::resume).gives::<ExperimentSummary>(),
        post("/experiments/{id}/stop", "Stop where it is", experiments::steer::stop)
            .gives::<ExperimentSummary>(),
        post("/experiments/{id}/undo", "Undo a deletion", experiments::steer::undo)
            .gives::<ExperimentSummary>(),
        post(
            "/experiments/{id}/clone",
            "A new experiment with the same file and the next free seed and name",
            experiments::create::clone,
        )
        .takes::<Copied>()
        .gives::<ExperimentSummary>()
        .status("201"),
        get("/experiments/{id}/curves", "The curves of all runs", experiments::curves::curves)
            .gives::<Curves>()
            .query(&[("points", "Most generations of a curve.")]),
        get(
            "/experiments/{id}/test",
            "The test of a configuration",
            experiments::test_evaluation::test_evaluation,
        )
        .gives::<TestView>()
        .query(&[("configuration", "The configuration.")]),
        get("/experiments/{id}/download", "A file of an experiment", experiments::download::download)
            .query(&[("what", "`config`, `json`, `csv`, `champion` or `report`.")]),
        get("/experiments/{id}/instances", "The instances of a role", experiments::instances::instances)
            .gives::<InstanceList>()
            .query(&[("role", "`train`, `validation` or `test`."), ("configuration", "The configuration.")])
            .refusals(&["400"]),
        get("/experiments/{id}/report", "The report as a page", experiments::report_page::page),
        post("/experiments/{id}/annotation", "Change the name, the note or the tags", annotations::annotate)
            .takes::<AnnotationChange>()
            .gives::<ExperimentSummary>(),
        get("/annotations", "Notes and tags of all experiments that have some", annotations::list)
            .gives::<AnnotationList>(),
        get("/library", "Heuristics that are kept under a name, the newest first", library::list)
            .gives::<Library>(),
        post("/library", "Keep a heuristic; one of the same name is replaced", library::keep)
            .takes::<KeptDraft>()
            .gives::<KeptHeuristic>(),
        delete("/library/{id}", "Delete a kept heuristic", library::remove),
        get("/runs/{id}", "A run with its champion", experiments::runs::show).gives::<RunWithExperiment>(),
        get("/runs/{id}/history", "Frequencies, operators and front of a run", experiments::runs::history)
            .gives::<RunHistory>()
            .query(&[("points", "Most generations.")]),
        get("/runs/{id}/ancestry", "The individuals that led to the champion", experiments::runs::ancestry)
            .gives::<Ancestry>(),
        post("/compare", "Runs of experiments against each other", experiments::compare::compare)
            .takes::<run_comparison::Request>()
            .gives::<run_comparison::RunComparison>(),
        get("/events", "Everything that happens to experiments", events::listen).streams(experiment_events),
    ]
}

/// The events of experiments, by name.
fn experiment_events(schemas: &mut Schemas) -> Vec<(&'static str, Value)> {
    vec![
        ("state", schemas.answer::<EventState>()),
        ("generation", schemas.answer::<EventGeneration>()),
        ("progress", schemas.answer::<EventProgress>()),
        ("test", schemas.answer::<EventTest>()),
        ("experiment", schemas.answer::<EventExperiment>()),
    ]
}

/// The events of a job, by name.
fn job_events(schemas: &mut Schemas) -> Vec<(&'static str, Value)> {
    vec![("progress", schemas.answer::<JobProgressView>()), ("end", schemas.answer::<JobView>())]
}

/// The routes of the contract, and the pages.
pub fn router(app: &Arc<App>) -> Router {
    let api = all().into_iter().fold(Router::new(), |api, route| api.route(route.path, route.handler));
    let api = api
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

/// The document that describes the routes.
async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], STORED.trim_end()).into_response()
}

/// The document for people.
async fn page() -> Html<&'static str> {
    static PAGE: LazyLock<String> =
        LazyLock::new(|| render(&serde_json::from_str(STORED).unwrap_or_default()));
    Html(&PAGE)
}

/// The document that describes the routes, made from their types.
#[cfg(feature = "schema")]
pub fn generated() -> Value {
    super::openapi::generate(&all())
}
