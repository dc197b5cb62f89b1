//! The schemas of requests and answers.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

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

    /// All of them, by name.
    pub fn finish(mut self) -> Map<String, Value> {
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
