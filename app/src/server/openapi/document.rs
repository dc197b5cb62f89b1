//! Makes the document from the routes and their types.

use super::Schemas;
use super::route::{Gives, Route};
use crate::server::failure::Failure;
use serde_json::{Map, Value, json};
use unstuck_core::feature::Kind;
use unstuck_ops::formula::NodeValue;

const ABOUT: &str = "What `unstuck serve` answers. Bodies are JSON, and every POST says so (415). Instances, heuristics and \
    experiments are the same texts as on the command line. On loopback no login is needed; on any other address send \
    `Authorization: Bearer TOKEN`, or the cookie that /api/login sets; ten wrong tokens within a minute are answered with \
    429. A request whose Host is not the server's, or that changes something with another Origin, is refused (403). \
    Every error has the form of Failure. Numbers that are not finite are null. Ids are integers, those of jobs texts. \
    Unknown fields of a body are refused with the nearest name.";

/// Makes the document.
pub fn generate(routes: &[Route]) -> Value {
    let mut schemas = Schemas::default();
    let paths = paths(routes, &mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Unstuck", "version": "1", "license": { "name": "MIT OR Apache-2.0" }, "description": ABOUT,
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": { "schemas": schemas.finish() },
    })
}

/// The routes by path.
fn paths(routes: &[Route], schemas: &mut Schemas) -> Map<String, Value> {
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
