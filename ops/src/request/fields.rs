//! Reads JSON values into requests with errors as data: which field is unknown or missing, and which are known.

use serde::de::value::{SeqDeserializer, StringDeserializer};
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, map};
use std::fmt;

/// What is wrong with a value of a request.
#[derive(Debug)]
pub struct FieldError {
    /// What it is.
    pub wrong: Wrong,
    /// The field that holds the value, the outermost.
    pub field: Option<String>,
}

/// What can be wrong.
#[derive(Debug)]
pub enum Wrong {
    /// An unknown field.
    UnknownField(String, &'static [&'static str]),
    /// An unknown word.
    UnknownWord(String, &'static [&'static str]),
    /// A field is missing.
    Missing(&'static str),
    /// Something else, in words.
    Other(String),
}

impl FieldError {
    fn new(wrong: Wrong) -> Self {
        Self { wrong, field: None }
    }

    fn within(self, field: String) -> Self {
        Self { field: Some(field), ..self }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.wrong {
            Wrong::UnknownField(name, _) => write!(f, "there is no field '{name}'"),
            Wrong::UnknownWord(name, _) => write!(f, "there is no '{name}'"),
            Wrong::Missing(name) => write!(f, "the field '{name}' is missing"),
            Wrong::Other(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for FieldError {}

impl de::Error for FieldError {
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self::new(Wrong::Other(words.to_string()))
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        Self::new(Wrong::UnknownField(name.to_owned(), known))
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Self::new(Wrong::UnknownWord(name.to_owned(), known))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(Wrong::Missing(name))
    }
}

/// A JSON value, to be read.
pub struct Json(pub Value);

impl<'de> IntoDeserializer<'de, FieldError> for Json {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Json {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(yes) => visitor.visit_bool(yes),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => visitor.visit_u64(whole),
                (None, Some(whole)) => visitor.visit_i64(whole),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(values) => {
                let mut values = SeqDeserializer::new(values.into_iter().map(Json));
                let read = visitor.visit_seq(&mut values)?;
                values.end().map(|()| read)
            }
            Value::Object(map) => visitor.visit_map(Fields::new(map)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(StringDeserializer::new(word)),
            other => {
                let words = format!("{other} is no {}; write {}", name.to_lowercase(), known.join(" or "));
                Err(FieldError::new(Wrong::Other(words)))
            }
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct
        map struct identifier ignored_any
    }
}

/// The fields of an object.
struct Fields {
    entries: map::IntoIter,
    value: Option<(String, Value)>,
}

impl Fields {
    fn new(map: Map<String, Value>) -> Self {
        Self { entries: map.into_iter(), value: None }
    }
}

impl<'de> MapAccess<'de> for Fields {
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, FieldError> {
        let Some((name, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some((name.clone(), value));
        seed.deserialize(StringDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, FieldError> {
        // Its name was read before.
        let (name, value) = self.value.take().unwrap_or_default();
        seed.deserialize(Json(value)).map_err(|error| error.within(name))
    }
}
