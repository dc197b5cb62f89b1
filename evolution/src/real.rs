//! Real numbers in JSON, which has neither infinities nor NaN: they are written as the words `inf`, `-inf` and `NaN`.
//! Use as `#[serde(with = "real")]` for a number, or for options, pairs and lists of numbers. Binary formats are not
//! affected.

use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A number, or something made of numbers.
pub trait Reals: Sized {
    /// How it is written.
    type Written: Serialize + DeserializeOwned;

    /// What is written for it.
    fn write(&self) -> Self::Written;

    /// What was written.
    fn read(written: Self::Written) -> Self;
}

/// Writes numbers.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<T: Reals, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.write().serialize(serializer)
}

/// Reads numbers.
///
/// # Errors
///
/// There are no numbers.
pub fn deserialize<'de, T: Reals, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::Written::deserialize(deserializer).map(T::read)
}

/// One number.
pub struct Real(f64);

impl Serialize for Real {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() || !serializer.is_human_readable() {
            serializer.serialize_f64(self.0)
        } else {
            serializer.collect_str(&self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Real {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(NumberOrWord)
        } else {
            f64::deserialize(deserializer).map(Self)
        }
    }
}

struct NumberOrWord;

impl Visitor<'_> for NumberOrWord {
    type Value = Real;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or one of the words inf, -inf and NaN")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Real, E> {
        Ok(Real(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Real, E> {
        Ok(Real(value as f64))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Real, E> {
        Ok(Real(value as f64))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Real, E> {
        match value {
            "inf" => Ok(Real(f64::INFINITY)),
            "-inf" => Ok(Real(f64::NEG_INFINITY)),
            "NaN" => Ok(Real(f64::NAN)),
            other => Err(E::invalid_value(serde::de::Unexpected::Str(other), &self)),
        }
    }

    /// Other programs write `null` for numbers that JSON lacks; a failure counts as the largest number.
    fn visit_unit<E: Error>(self) -> Result<Real, E> {
        Ok(Real(f64::MAX))
    }
}

impl Reals for f64 {
    type Written = Real;

    fn write(&self) -> Real {
        Real(*self)
    }

    fn read(written: Real) -> Self {
        written.0
    }
}

impl<T: Reals> Reals for Option<T> {
    type Written = Option<T::Written>;

    fn write(&self) -> Self::Written {
        self.as_ref().map(T::write)
    }

    fn read(written: Self::Written) -> Self {
        written.map(T::read)
    }
}

impl<T: Reals> Reals for Vec<T> {
    type Written = Vec<T::Written>;

    fn write(&self) -> Self::Written {
        self.iter().map(T::write).collect()
    }

    fn read(written: Self::Written) -> Self {
        written.into_iter().map(T::read).collect()
    }
}

impl<A: Reals, B: Reals> Reals for (A, B) {
    type Written = (A::Written, B::Written);

    fn write(&self) -> Self::Written {
        (self.0.write(), self.1.write())
    }

    fn read((a, b): Self::Written) -> Self {
        (A::read(a), B::read(b))
    }
}
