//! Requests as plain data: how they are read, and what is wrong with one.

pub mod context;
pub mod error;
mod fields;
pub mod instances;
pub mod kinds;
pub mod limits;
pub mod method;
pub mod numbers;
pub mod user_file;

use crate::request::error::{Error, Result};
pub use fields::FieldError;
use fields::{Json, Wrong};
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::{Map, Value};
use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use unstuck_core::domain::Settings;
use unstuck_core::suggest::nearest;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, Schema};

/// What is read from plain data, and has a schema.
pub trait Request: DeserializeOwned + ToSchema + 'static {}

impl<T: DeserializeOwned + ToSchema + 'static> Request for T {}

/// The schema of a request, and those that it is composed of.
struct Schemas {
    own: RefOr<Schema>,
    others: BTreeMap<String, RefOr<Schema>>,
}

/// The schemas of a request, made once: they are larger than most requests.
fn schemas<T: Request>() -> Arc<Schemas> {
    static MADE: Mutex<BTreeMap<TypeId, Arc<Schemas>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || {
        let mut others = Vec::new();
        T::schemas(&mut others);
        Arc::new(Schemas { own: T::schema(), others: others.into_iter().collect() })
    };
    Arc::clone(made.entry(TypeId::of::<T>()).or_insert_with(make))
}

/// Reads a request. Its schema lists the fields; any other is refused with the nearest name.
///
/// # Errors
///
/// A field is unknown, missing or wrong; the error names it.
pub fn read<T: Request>(value: Value) -> Result<T> {
    let Value::Object(given) = &value else { return Ok(T::deserialize(Json(value))?) };
    check_names::<T>(given)?;
    T::deserialize(Json(value.clone())).map_err(|mut error| {
        // A flattened field does not carry its name: it is the one without which the rest can be read.
        if error.field.is_none() {
            let is_wrong = |name: &&String| {
                let rest = given.iter().filter(|(other, _)| other != name);
                let rest = rest.map(|(name, value)| (name.clone(), value.clone())).collect();
                T::deserialize(Json(Value::Object(rest))).is_ok()
            };
            error.field = given.keys().find(is_wrong).cloned();
        }
        error.into()
    })
}

fn check_names<T: Request>(given: &Map<String, Value>) -> Result<()> {
    let Schemas { own, others } = &*schemas::<T>();
    // Without a schema that fits, the reader names the wrong constant.
    let Some(known) = properties(own, others, given) else { return Ok(()) };
    match given.keys().find(|name| !known.contains(name)) {
        Some(name) => Err(unknown_field(name, known.iter().map(String::as_str))),
        None => Ok(()),
    }
}

/// The names of a schema's properties, those of the schemas that it is composed of included. None where a property is a
/// constant (`kind`) and the request has another.
fn properties(
    schema: &RefOr<Schema>,
    others: &BTreeMap<String, RefOr<Schema>>,
    given: &Map<String, Value>,
) -> Option<Vec<String>> {
    let within = |schema| properties(schema, others, given);
    match schema {
        RefOr::T(Schema::Object(object)) => {
            let fits = |(name, property): (&String, &RefOr<Schema>)| match property {
                RefOr::T(Schema::Object(Object { enum_values: Some(words), .. })) if words.len() == 1 => {
                    given.get(name) == words.first()
                }
                _ => true,
            };
            object.properties.iter().all(fits).then(|| object.properties.keys().cloned().collect())
        }
        RefOr::T(Schema::AllOf(all)) => {
            all.items.iter().map(within).collect::<Option<Vec<_>>>().map(|names| names.concat())
        }
        RefOr::T(Schema::OneOf(one)) => one.items.iter().find_map(within),
        RefOr::T(_) => None,
        RefOr::Ref(reference) => within(others.get(reference.ref_location.rsplit('/').next()?)?),
    }
}

fn unknown_field<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Error {
    Error::request(format!("there is no field '{name}'")).field(name).help(suggestion(name, known))
}

fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("there is {}", known.collect::<Vec<_>>().join(", ")),
    }
}

impl From<FieldError> for Error {
    fn from(error: FieldError) -> Self {
        let FieldError { wrong, field } = error;
        let error = match wrong {
            Wrong::UnknownField(name, known) => return unknown_field(&name, known.iter().copied()),
            Wrong::Missing(name) => {
                return Self::request(format!("the field '{name}' is missing")).field(name);
            }
            Wrong::UnknownWord(name, known) => {
                let help = suggestion(&name, known.iter().copied());
                Self::request(format!("there is no '{name}'")).help(help)
            }
            Wrong::Other(words) => Self::request(format!("a value of the request is wrong: {words}")),
        };
        match field {
            Some(field) => error.field(field),
            None => error,
        }
    }
}

/// A text, or a list of them.
pub fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Texts {
        One(String),
        Many(Vec<String>),
    }
    Ok(match Texts::deserialize(deserializer)? {
        Texts::One(text) => vec![text],
        Texts::Many(texts) => texts,
    })
}

/// Settings without the switches that are off: a switch is on when it is named, `"drive-out": "true"`.
pub fn switches<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
    let mut settings = Settings::deserialize(deserializer)?;
    settings.retain(|_, value| value != "false");
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{use_cases::explore, use_cases::solve, use_cases::trace};
    use serde_json::json;

    fn refused<T: Request>(request: Value) -> Error {
        read::<T>(request).err().unwrap()
    }

    #[test]
    fn mistakes_are_named() {
        let unknown = refused::<explore::Request>(json!({ "instanse": "jam:1" }));
        assert_eq!(
            (unknown.field.as_deref(), unknown.help.as_deref()),
            (Some("instanse"), Some("did you mean 'instance'?"))
        );
        let missing = refused::<explore::Request>(json!({ "threads": 2 }));
        assert_eq!(
            (missing.field.as_deref(), &*missing.message),
            (Some("instance"), "the field 'instance' is missing")
        );
        for (field, value) in
            [("threads", json!("many")), ("limits", json!(3)), ("metric", json!(3)), ("settings", json!([]))]
        {
            let wrong = refused::<explore::Request>(json!({ "instance": "jam:1", field: value }));
            assert_eq!(wrong.field.as_deref(), Some(field), "{wrong}");
        }
    }

    /// Fields of the request itself, of how instances are read, and of the method.
    #[test]
    fn every_field_of_a_composed_request_is_known() {
        let request = json!({ "instance": "jam:1", "metric": "steps", "settings": { "drive-out": "false" }, "algorithm": "wastar",
                              "weight": 2, "limits": { "nodes": 5 } });
        let read: solve::Request = read(request.clone()).unwrap();
        assert_eq!((read.reading.metric.as_deref(), read.reading.settings.len()), (Some("steps"), 0));
        assert_eq!((read.method.algorithm.as_deref(), read.limits.nodes), (Some("wastar"), Some(5)));
        for name in ["metrik", "weigth", "limit"] {
            let mut request = request.clone();
            request[name] = json!(1);
            let (solve, trace) =
                (refused::<solve::Request>(request.clone()), refused::<trace::Request>(request));
            assert_eq!((solve.field.as_deref(), trace.field.as_deref()), (Some(name), Some(name)));
            assert!(solve.help.is_some_and(|help| help.starts_with("did you mean")));
        }
        assert_eq!(
            refused::<trace::Request>(json!({ "instance": "jam:1", "threads": 1 })).field.as_deref(),
            Some("threads")
        );
    }
}
