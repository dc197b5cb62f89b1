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

pub use crate::fields::{Fields, Given};
use crate::request::error::{Error, Result};
pub use fields::FieldError;
use fields::{Json, Wrong};
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::Value;
use unstuck_core::domain::Settings;
use unstuck_core::suggest::nearest;

/// What is read from plain data.
pub trait Request: DeserializeOwned + Fields + 'static {}

impl<T: DeserializeOwned + Fields + 'static> Request for T {}

/// Reads a request. A field that it does not have is refused with the nearest name.
///
/// # Errors
///
/// A field is unknown, missing or wrong; the error names it.
pub fn read<T: Request>(value: Value) -> Result<T> {
    let Value::Object(given) = &value else { return Ok(T::deserialize(Json(value))?) };
    check_names(T::fields(given), given)?;
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

fn check_names(known: Option<Vec<&'static str>>, given: &Given) -> Result<()> {
    // Without fields that fit, the reader names the wrong kind.
    let Some(known) = known else { return Ok(()) };
    match given.keys().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(unknown_field(name, known.iter().copied())),
        None => Ok(()),
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
