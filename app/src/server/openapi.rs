//! The OpenAPI document: every route with the types that it takes and gives, and a readable page of it.

mod route;

pub use route::{Route, delete, get, post};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

const ABOUT: &str = "What `unstuck serve` answers. Bodies are JSON, and every POST says so (415). Instances, heuristics and \
    experiments are the same texts as on the command line. On loopback no login is needed; on any other address send \
    `Authorization: Bearer TOKEN`, or the cookie that /api/login sets; ten wrong tokens within a minute are answered with \
    429. A request whose Host is not the server's, or that changes something with another Origin, is refused (403). \
    Every error has the form of Failure. Numbers that are not finite are null. Ids are integers, those of jobs texts. \
    Unknown fields of a body are refused with the nearest name.";

/// The document as a page without scripts: routes with the types that they take and give, then the types.
pub fn render(document: &Value) -> String {
    let word = |value: &Value| escape(value.as_str().unwrap_or_default());
    let schema = |content: &Value| match content["application/json"]["schema"]["$ref"].as_str() {
        Some(path) => path.rsplit('/').next().map(|name| format!("<a href='#{name}'>{name}</a>")),
        None => None,
    };
    let mut page = format!(
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>\
         <title>Unstuck: the HTTP API</title><h1>The HTTP API</h1><p>{}</p><p><a href='/api/openapi.json'>openapi.json</a></p>\
         <table><tr><th>route<th>what it does<th>takes<th>gives",
        word(&document["info"]["description"])
    );
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, route) in methods.as_object().into_iter().flatten() {
            let takes = schema(&route["requestBody"]["content"]).unwrap_or_default();
            let answers = route["responses"].as_object().into_iter().flatten();
            let gives = answers.filter(|(status, _)| status.starts_with('2'));
            let gives: Vec<String> = gives.filter_map(|(_, answer)| schema(&answer["content"])).collect();
            let (method, about) = (method.to_uppercase(), word(&route["summary"]));
            page += &format!(
                "<tr><td><code>{method} {path}</code><td>{about}<td>{takes}<td>{}",
                gives.join(", ")
            );
        }
    }
    page += "</table>";
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        page += &format!("<h2 id='{name}'>{name}</h2><p>{}</p>", word(&schema["description"]));
        page += &format!(
            "<details><summary>schema</summary><pre>{}</pre></details>",
            escape(&format!("{schema:#}"))
        );
    }
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Schemas by name, with those that answers reach.
#[derive(Default)]
pub struct Schemas {
    all: BTreeMap<String, Value>,
    answers: BTreeSet<String>,
}

impl Schemas {
    fn add<T: ToSchema>(&mut self) -> Value {
        let mut found = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut found);
        self.keep(found)
    }

    /// Keeps a type and those that it is made of; gives a reference to the type.
    fn keep(&mut self, found: Vec<(String, RefOr<Schema>)>) -> Value {
        let path = format!("#/components/schemas/{}", found[0].0);
        for (name, schema) in found {
            self.all.entry(name).or_insert_with(|| json!(schema));
        }
        json!({ "$ref": path })
    }

    /// A type that requests are made of.
    pub fn request<T: ToSchema>(&mut self) -> Value {
        self.add::<T>()
    }

    /// A type that answers are made of: a field that may be null is always there.
    pub fn answer<T: ToSchema>(&mut self) -> Value {
        self.answers.insert(T::name().into_owned());
        self.add::<T>()
    }

    fn finish(mut self) -> Map<String, Value> {
        let mut left: Vec<String> = self.answers.iter().cloned().collect();
        while let Some(name) = left.pop() {
            let Some(schema) = self.all.get_mut(&name) else { continue };
            // Pages make failures of their own, without what they do not know.
            if name != "Wrong" {
                require_nullable(schema);
            }
            references(schema, &mut |name| {
                if self.answers.insert(name.to_owned()) {
                    left.push(name.to_owned());
                }
            });
        }
        self.all.into_iter().collect()
    }
}

/// Calls `each` with the name of every schema that a schema refers to.
pub fn references(schema: &Value, each: &mut impl FnMut(&str)) {
    match schema {
        Value::Object(map) => {
            if let Some(name) =
                map.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next())
            {
                each(name);
            }
            map.values().for_each(|inner| references(inner, each));
        }
        Value::Array(list) => list.iter().for_each(|inner| references(inner, each)),
        _ => {}
    }
}

/// Requires every property that may be null or has a default; one that may be left out of an answer is declared as not null.
fn require_nullable(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.values_mut().for_each(require_nullable);
            let Some(Value::Object(properties)) = map.get("properties") else { return };
            let nullable: Vec<Value> = properties
                .iter()
                .filter(|(_, one)| is_always_there(one))
                .map(|(name, _)| json!(name))
                .collect();
            let required = map.entry("required").or_insert_with(|| json!([]));
            if let Some(required) = required.as_array_mut() {
                let missing: Vec<Value> =
                    nullable.into_iter().filter(|name| !required.contains(name)).collect();
                required.extend(missing);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(require_nullable),
        _ => {}
    }
}

fn is_always_there(schema: &Value) -> bool {
    // A field with a default may be left out of requests only.
    if schema.get("default").is_some() {
        return true;
    }
    let is_null = |kind: &Value| kind == "null";
    let listed = schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(is_null));
    listed || schema["oneOf"].as_array().is_some_and(|all| all.iter().any(|one| is_null(&one["type"])))
}

/// Makes the document.
pub fn generate(routes: &[Route]) -> Value {
    let mut schemas = Schemas::default();
    let paths = route::paths(routes, &mut schemas);
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
