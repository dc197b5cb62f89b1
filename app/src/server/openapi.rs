//! The OpenAPI document: every route with the types that it takes and gives, and a readable page of it. The program serves
//! the stored copy, from which the web UI is built. The package `unstuck-contract` makes the document from the types and
//! compares the two. Only the feature `schema` compiles the schemas of the types: without them, `ops` and `app` are a
//! fourteenth smaller.

#[cfg(feature = "schema")]
mod document;
mod route;
#[cfg(feature = "schema")]
mod schemas;

#[cfg(feature = "schema")]
pub use document::generate;
pub use route::{Route, delete, get, post};
#[cfg(feature = "schema")]
pub use schemas::Schemas;
use serde_json::Value;
#[cfg(feature = "schema")]
pub use utoipa::ToSchema as Described;

/// The stored document.
pub const STORED: &str = include_str!("../../../ui/openapi.json");

/// Stands for a type's schema.
#[cfg(not(feature = "schema"))]
pub trait Described {}

#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// Stands for the schemas of types.
#[cfg(not(feature = "schema"))]
pub struct Schemas;

#[cfg(not(feature = "schema"))]
impl Schemas {
    /// A type that requests are made of.
    pub fn request<T>(&mut self) -> Value {
        Value::Null
    }

    /// A type that answers are made of.
    pub fn answer<T>(&mut self) -> Value {
        Value::Null
    }
}

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
