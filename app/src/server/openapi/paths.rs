//! Every route: what it does, what it takes, what it gives.

use super::Schemas;
use crate::server::annotations::AnnotationList;
use crate::server::catalog::SetPage;
use crate::server::datasets::dataset_store::DatasetView;
use crate::server::datasets::import::{Import, ImportResult};
use crate::server::datasets::{DatasetList, rows::DatasetRows};
use crate::server::experiments::create::{Checked, CheckedExperiment, Copied, TemplateList, Wanted};
use crate::server::experiments::import as record;
use crate::server::experiments::views::{
    Ancestry, Curves, Experiment, ExperimentList, ExperimentSummary, HallOfFame, InstanceList, RunHistory,
    RunWithExperiment, TestView,
};
use crate::server::failure::Failure;
use crate::server::heuristics::{CheckAnswer, ExportRequest};
use crate::server::jobs::{self, JobProgressView, JobView};
use crate::server::library::Library;
use crate::server::news::{EventExperiment, EventGeneration, EventProgress, EventState, EventTest};
use crate::server::planning::Planning;
use crate::server::session::{About, Health, Login};
use serde_json::{Map, Value, json};
use unstuck_core::feature::Kind;
use unstuck_ops::catalog::Catalog;
use unstuck_ops::explain::{CheckRequest, Explained};
use unstuck_ops::export::Exported;
use unstuck_ops::formula::NodeValue;
use unstuck_ops::position::Position;
use unstuck_ops::scatter::Scatter;
use unstuck_ops::store::annotation::AnnotationChange;
use unstuck_ops::store::library::{KeptDraft, KeptHeuristic};
use unstuck_ops::validate::ValidatedResult;
use unstuck_ops::{explain, position, run_comparison, validate};

/// A route on its way into the document.
struct Route {
    method: &'static str,
    path: &'static str,
    about: &'static str,
    body: Option<Value>,
    status: &'static str,
    answer: Option<Value>,
    query: &'static [(&'static str, &'static str)],
    refusals: &'static [&'static str],
}

/// The routes by path.
pub fn paths(schemas: &mut Schemas) -> Map<String, Value> {
    let failure = schemas.answer::<Failure>();
    // A recursive type does not register those of its fields.
    schemas.answer::<NodeValue>();
    schemas.answer::<Kind>();
    // Events are answers, too.
    let events = [
        ("state", schemas.answer::<EventState>()),
        ("generation", schemas.answer::<EventGeneration>()),
        ("progress", schemas.answer::<EventProgress>()),
        ("test", schemas.answer::<EventTest>()),
        ("experiment", schemas.answer::<EventExperiment>()),
    ];
    let job_events =
        [("progress", schemas.answer::<JobProgressView>()), ("end", schemas.answer::<JobView>())];
    let mut all = routes(schemas);
    all.push(Route {
        answer: Some(stream(&events)),
        ..get("/events", "Everything that happens to experiments", None)
    });
    all.push(Route {
        answer: Some(stream(&job_events)),
        ..get(
            "/jobs/{id}/events",
            "Follow a job: progress, items as they are made, boards of solutions that improve, and the end",
            None,
        )
    });
    let mut paths = Map::new();
    for route in all {
        let path = paths.entry(format!("/api{}", route.path)).or_insert_with(|| json!({}));
        path[route.method] = describe(&route, &failure);
    }
    paths
}

fn stream(events: &[(&str, Value)]) -> Value {
    let event = |(name, schema): &(&str, Value)| json!({ "title": name, "allOf": [schema] });
    json!({ "text/event-stream": { "schema": {
        "type": "string", "description": "Server-sent events.", "x-events": events.iter().map(event).collect::<Vec<_>>(),
    } } })
}

fn json_of(schema: Value) -> Value {
    json!({ "application/json": { "schema": schema } })
}

fn route(method: &'static str, path: &'static str, about: &'static str) -> Route {
    let refusals: &[&str] =
        if method == "post" { &["400", "409", "413", "415", "422", "429", "503"] } else { &[] };
    Route { method, path, about, body: None, status: "200", answer: None, query: &[], refusals }
}

fn get(path: &'static str, about: &'static str, answer: Option<Value>) -> Route {
    Route { answer: answer.map(json_of), ..route("get", path, about) }
}

fn post(path: &'static str, about: &'static str, body: Option<Value>, answer: Option<Value>) -> Route {
    Route { body, answer: answer.map(json_of), ..route("post", path, about) }
}

fn delete(path: &'static str, about: &'static str) -> Route {
    Route { status: "204", refusals: &["409", "503"], ..route("delete", path, about) }
}

fn describe(route: &Route, failure: &Value) -> Value {
    let mut responses = json!({ route.status: { "description": "Done." } });
    if let Some(answer) = &route.answer {
        responses[route.status]["content"] = answer.clone();
    }
    let named = route.path.contains('{');
    for status in ["401", "403"].iter().chain(named.then_some(&"404")).chain(route.refusals) {
        responses[status] = json!({ "description": "Refused.", "content": json_of(failure.clone()) });
    }
    if !route.query.is_empty() {
        responses["422"] = json!({ "description": "Refused.", "content": json_of(failure.clone()) });
    }
    let parts = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let path = parts
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let query = route.query.iter().map(|(name, about)| {
        json!({ "name": name, "in": "query", "required": false, "schema": { "type": "string" }, "description": about })
    });
    let mut object = json!({ "summary": route.about, "parameters": path.chain(query).collect::<Vec<_>>(), "responses": responses });
    if let Some(body) = &route.body {
        object["requestBody"] = json!({ "required": true, "content": json_of(body.clone()) });
    }
    object
}

fn routes(s: &mut Schemas) -> Vec<Route> {
    let summary = s.answer::<ExperimentSummary>();
    let mut routes = vec![
        get("/about", "What runs here: version, store, limits", Some(s.answer::<About>())),
        get("/health", "Whether the server answers; needs no token", Some(s.answer::<Health>())),
        Route {
            status: "204",
            ..post("/login", "Exchange the token for a cookie", Some(s.request::<Login>()), None)
        },
        Route { status: "204", ..post("/logout", "Forget the cookie", None, None) },
        get("/openapi.json", "This document", Some(json!({ "type": "object" }))),
        get("/docs", "This document for people", None),
        get("/catalog", "Everything that the registries know", Some(s.answer::<Catalog>())),
        get("/planning", "The built-in planning domains with their tasks", Some(s.answer::<Planning>())),
        Route {
            query: &[("offset", "Members before these."), ("count", "40 by default, at most 200.")],
            ..get("/sets/{set}", "Members of a built-in set, with their boards", Some(s.answer::<SetPage>()))
        },
        post(
            "/position",
            "Read an instance, play moves, and describe the position",
            Some(s.request::<position::Request>()),
            Some(s.answer::<Position>()),
        ),
        post(
            "/heuristics/check",
            "Read a heuristic text, and evaluate it on a position",
            Some(s.request::<CheckRequest>()),
            Some(s.answer::<CheckAnswer>()),
        ),
        post(
            "/heuristics/export",
            "A heuristic in another form",
            Some(s.request::<ExportRequest>()),
            Some(s.answer::<Exported>()),
        ),
        post(
            "/explain",
            "Why this value here: rules, terms, successors, and what the features see; or why this choice",
            Some(s.request::<explain::Request>()),
            Some(s.answer::<Explained>()),
        ),
        post(
            "/validate",
            "Replay a plan, or check a solution, by code that shares nothing with the algorithms",
            Some(s.request::<validate::Request>()),
            Some(s.answer::<ValidatedResult>()),
        ),
        Route {
            status: "202",
            ..post("/jobs", "Start a job", Some(s.request::<jobs::Request>()), Some(s.answer::<JobView>()))
        },
        get("/jobs/{id}", "A job, with its result when it is done", Some(s.answer::<JobView>())),
        delete("/jobs/{id}", "Cancel a job"),
        get("/datasets", "All datasets", Some(s.answer::<DatasetList>())),
        Route {
            status: "201",
            ..post(
                "/datasets",
                "Import a table",
                Some(s.request::<Import>()),
                Some(s.answer::<ImportResult>()),
            )
        },
        Route {
            query: &[
                ("offset", "Rows before these."),
                ("count", "50 by default, at most 500."),
                ("sort", "`number` or `distance`."),
                ("order", "`up` or `down`."),
            ],
            ..get("/datasets/{name}", "A dataset and a page of its rows", Some(s.answer::<DatasetRows>()))
        },
        delete("/datasets/{name}", "Delete; can be undone for a day"),
        post("/datasets/{name}/undo", "Undo a deletion", None, Some(s.answer::<DatasetView>())),
        Route {
            query: &[("feature", "A feature or a heuristic.")],
            ..get(
                "/datasets/{name}/scatter",
                "A feature or a heuristic against h*",
                Some(s.answer::<Scatter>()),
            )
        },
        Route {
            query: &[("form", "`csv`, `bare` or `json`.")],
            ..get("/datasets/{name}/file", "Download", None)
        },
    ];
    routes.extend([
        Route {
            query: &[("deleted", "`true`: those deleted within a day instead.")],
            ..get("/experiments", "All experiments, the newest first", Some(s.answer::<ExperimentList>()))
        },
        Route {
            status: "201",
            ..post(
                "/experiments",
                "Store an experiment and start it. Answers when its instances are generated; they are solved afterwards",
                Some(s.request::<Wanted>()),
                Some(summary.clone()),
            )
        },
        Route {
            status: "201",
            ..post(
                "/experiments/import",
                "Store a finished experiment from its record",
                Some(s.request::<record::Import>()),
                Some(s.answer::<record::ImportedExperiment>()),
            )
        },
        post(
            "/experiments/check",
            "Read an experiment's file without storing it",
            Some(s.request::<Checked>()),
            Some(s.answer::<CheckedExperiment>()),
        ),
        get("/experiments/templates", "The ready-made files", Some(s.answer::<TemplateList>())),
        get("/champions", "The best champion of every experiment", Some(s.answer::<HallOfFame>())),
        get("/experiments/{id}", "An experiment with its runs", Some(s.answer::<Experiment>())),
        delete("/experiments/{id}", "Delete; can be undone for a day"),
        post("/experiments/{id}/pause", "Pause within a second", None, Some(summary.clone())),
        post("/experiments/{id}/resume", "Continue", None, Some(summary.clone())),
        post("/experiments/{id}/stop", "Stop where it is", None, Some(summary.clone())),
        post("/experiments/{id}/undo", "Undo a deletion", None, Some(summary.clone())),
        Route {
            status: "201",
            ..post(
                "/experiments/{id}/clone",
                "A new experiment with the same file and the next free seed and name",
                Some(s.request::<Copied>()),
                Some(summary),
            )
        },
        Route {
            query: &[("points", "Most generations of a curve.")],
            ..get("/experiments/{id}/curves", "The curves of all runs", Some(s.answer::<Curves>()))
        },
        Route {
            query: &[("configuration", "The configuration.")],
            ..get("/experiments/{id}/test", "The test of a configuration", Some(s.answer::<TestView>()))
        },
        Route {
            query: &[("what", "`config`, `json`, `csv`, `champion` or `report`.")],
            ..get("/experiments/{id}/download", "A file of an experiment", None)
        },
        Route {
            query: &[("role", "`train`, `validation` or `test`."), ("configuration", "The configuration.")],
            refusals: &["400"],
            ..get("/experiments/{id}/instances", "The instances of a role", Some(s.answer::<InstanceList>()))
        },
        get("/experiments/{id}/report", "The report as a page", None),
        post(
            "/experiments/{id}/annotation",
            "Change the name, the note or the tags",
            Some(s.request::<AnnotationChange>()),
            Some(s.answer::<ExperimentSummary>()),
        ),
        get("/annotations", "Notes and tags of all experiments that have some", Some(s.answer::<AnnotationList>())),
        get("/library", "Heuristics that are kept under a name, the newest first", Some(s.answer::<Library>())),
        post(
            "/library",
            "Keep a heuristic; one of the same name is replaced",
            Some(s.request::<KeptDraft>()),
            Some(s.answer::<KeptHeuristic>()),
        ),
        delete("/library/{id}", "Delete a kept heuristic"),
        get("/runs/{id}", "A run with its champion", Some(s.answer::<RunWithExperiment>())),
        Route {
            query: &[("points", "Most generations.")],
            ..get("/runs/{id}/history", "Frequencies, operators and front of a run", Some(s.answer::<RunHistory>()))
        },
        get("/runs/{id}/ancestry", "The individuals that led to the champion", Some(s.answer::<Ancestry>())),
        post(
            "/compare",
            "Runs of experiments against each other",
            Some(s.request::<run_comparison::Request>()),
            Some(s.answer::<run_comparison::RunComparison>()),
        ),
    ]);
    routes
}
