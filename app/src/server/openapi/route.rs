//! A route: its handler, and its part of the document.

use super::Schemas;
use crate::server::App;
use crate::server::failure::Failure;
use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use unstuck_core::feature::Kind;
use unstuck_ops::formula::NodeValue;
use utoipa::ToSchema;

/// Registers a type and gives its schema.
type SchemaOf = fn(&mut Schemas) -> Value;
/// Registers the types of events and gives them by name.
type EventsOf = fn(&mut Schemas) -> Vec<(&'static str, Value)>;

/// What a route answers.
enum Gives {
    /// Nothing, or a file.
    Untyped,
    /// JSON of a type.
    Json(SchemaOf),
    /// Server-sent events.
    Events(EventsOf),
}

/// A route of the contract.
pub struct Route {
    /// Its path below `/api`.
    pub path: &'static str,
    /// Its handler.
    pub handler: MethodRouter<Arc<App>>,
    method: &'static str,
    about: &'static str,
    takes: Option<SchemaOf>,
    status: &'static str,
    gives: Gives,
    query: &'static [(&'static str, &'static str)],
    refusals: &'static [&'static str],
}

/// A route that reads.
pub fn get<H: Handler<T, Arc<App>>, T: 'static>(
    path: &'static str,
    about: &'static str,
    handler: H,
) -> Route {
    Route::new("get", path, about, routing::get(handler))
}

/// A route that changes or computes something.
pub fn post<H: Handler<T, Arc<App>>, T: 'static>(
    path: &'static str,
    about: &'static str,
    handler: H,
) -> Route {
    let refusals = &["400", "409", "413", "415", "422", "429", "503"];
    Route { refusals, ..Route::new("post", path, about, routing::post(handler)) }
}

/// A route that deletes.
pub fn delete<H: Handler<T, Arc<App>>, T: 'static>(
    path: &'static str,
    about: &'static str,
    handler: H,
) -> Route {
    Route {
        status: "204",
        refusals: &["409", "503"],
        ..Route::new("delete", path, about, routing::delete(handler))
    }
}

impl Route {
    fn new(
        method: &'static str,
        path: &'static str,
        about: &'static str,
        handler: MethodRouter<Arc<App>>,
    ) -> Self {
        Self {
            path,
            handler,
            method,
            about,
            takes: None,
            status: "200",
            gives: Gives::Untyped,
            query: &[],
            refusals: &[],
        }
    }

    /// The type of its body.
    pub fn takes<T: ToSchema>(self) -> Self {
        Self { takes: Some(Schemas::request::<T>), ..self }
    }

    /// The type of its answer.
    pub fn gives<T: ToSchema>(self) -> Self {
        Self { gives: Gives::Json(Schemas::answer::<T>), ..self }
    }

    /// Its answer is JSON of no particular type.
    pub fn gives_json(self) -> Self {
        Self { gives: Gives::Json(|_| json!({ "type": "object" })), ..self }
    }

    /// The events that it sends.
    pub fn streams(self, events: EventsOf) -> Self {
        Self { gives: Gives::Events(events), ..self }
    }

    /// The status of success, if it is not the usual one.
    pub fn status(self, status: &'static str) -> Self {
        Self { status, ..self }
    }

    /// What its query may name.
    pub fn query(self, query: &'static [(&'static str, &'static str)]) -> Self {
        Self { query, ..self }
    }

    /// How it may refuse, if not as all of its method.
    pub fn refusals(self, refusals: &'static [&'static str]) -> Self {
        Self { refusals, ..self }
    }
}

/// The routes by path.
pub fn paths(routes: &[Route], schemas: &mut Schemas) -> Map<String, Value> {
    let failure = schemas.answer::<Failure>();
    // A recursive type does not register those of its fields.
    schemas.answer::<NodeValue>();
    schemas.answer::<Kind>();
    let mut paths = Map::new();
    for route in routes {
        let path = paths.entry(format!("/api{}", route.path)).or_insert_with(|| json!({}));
        path[route.method] = describe(route, schemas, &failure);
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

fn describe(route: &Route, schemas: &mut Schemas, failure: &Value) -> Value {
    let mut responses = json!({ route.status: { "description": "Done." } });
    match route.gives {
        Gives::Untyped => {}
        Gives::Json(schema) => responses[route.status]["content"] = json_of(schema(schemas)),
        Gives::Events(events) => responses[route.status]["content"] = stream(&events(schemas)),
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
    if let Some(body) = route.takes {
        object["requestBody"] = json!({ "required": true, "content": json_of(body(schemas)) });
    }
    object
}
