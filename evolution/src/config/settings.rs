//! The keys of a section, each declared once: name, type, default, bounds, help and example.
//!
//! [`settings!`] makes of them a plain structure with [`Default`], and [`Settings`]: how the section is read, written
//! and described.

use super::keys::Key;
use super::source::{Item, Section};
use super::writer::quoted;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use unstuck_core::amount::print_bytes;
use unstuck_core::error::ParseError;

/// Keys with their values as TOML; `None` where nothing is set.
pub type Entries = Vec<(&'static str, Option<String>)>;

/// The settings of a section.
pub trait Settings: Sized {
    /// The keys, in the order in which they are written.
    const KEYS: &'static [&'static str];
    /// The keys with all that is to be known of them.
    fn rows() -> Vec<Key>;
    /// Reads the keys of a section; absent ones have their defaults. Other keys are left to the caller.
    ///
    /// # Errors
    ///
    /// A value of another type or out of bounds.
    fn read(section: &Section<'_>) -> Result<Self, ParseError>;
    /// Reads a section that has no other keys.
    ///
    /// # Errors
    ///
    /// Another key, or a value of another type or out of bounds.
    fn read_all(section: &Section<'_>) -> Result<Self, ParseError> {
        section.only(Self::KEYS)?;
        Self::read(section)
    }
    /// Keys and values, in the order of [`KEYS`](Self::KEYS).
    fn entries(&self) -> Entries;
}

/// The value of a key.
pub trait Value: Sized {
    /// What its bounds are made of.
    type Bound: Number;
    /// The word for what it takes.
    const KIND: &'static str;
    /// Reads it.
    ///
    /// # Errors
    ///
    /// A value of another type or out of bounds.
    fn read(item: &Item<'_>, within: Option<RangeInclusive<Self::Bound>>) -> Result<Self, ParseError>;
    /// As TOML; `None` where nothing is set.
    fn print(&self) -> Option<String>;
    /// The words that it may be.
    fn words() -> Vec<&'static str> {
        Vec::new()
    }
    /// The keys of a table.
    fn keys() -> Vec<Key> {
        Vec::new()
    }
}

/// An end of bounds.
pub trait Number: Copy {
    /// As a number; the ends of the largest bounds are rounded.
    fn number(self) -> f64;
}

impl Number for f64 {
    fn number(self) -> f64 {
        self
    }
}

impl Value for bool {
    type Bound = f64;
    const KIND: &'static str = "flag";

    fn read(item: &Item<'_>, _within: Option<RangeInclusive<f64>>) -> Result<Self, ParseError> {
        item.flag()
    }

    fn print(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Value for f64 {
    type Bound = Self;
    const KIND: &'static str = "number";

    fn read(item: &Item<'_>, within: Option<RangeInclusive<Self>>) -> Result<Self, ParseError> {
        let (low, high) = within.map_or((Self::MIN, Self::MAX), RangeInclusive::into_inner);
        item.number_in(low, high)
    }

    fn print(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// Whole numbers that fit into a type.
macro_rules! whole {
    ($($type:ty),*) => {$(
        impl Number for $type {
            fn number(self) -> f64 {
                self as f64
            }
        }

        impl Value for $type {
            type Bound = Self;
            const KIND: &'static str = "count";

            fn read(item: &Item<'_>, within: Option<RangeInclusive<Self>>) -> Result<Self, ParseError> {
                let (low, high) = within.map_or((Self::MIN, Self::MAX), RangeInclusive::into_inner);
                // Within bounds of the type, so nothing is cut off.
                item.count_in(low as u64, high as u64).map(|count| count as Self)
            }

            fn print(&self) -> Option<String> {
                Some(self.to_string())
            }
        }
    )*};
}

whole!(u32, u64, usize);

impl<T: Value> Value for Option<T> {
    type Bound = T::Bound;
    const KIND: &'static str = T::KIND;

    fn read(item: &Item<'_>, within: Option<RangeInclusive<T::Bound>>) -> Result<Self, ParseError> {
        T::read(item, within).map(Some)
    }

    fn print(&self) -> Option<String> {
        self.as_ref().and_then(T::print)
    }

    fn words() -> Vec<&'static str> {
        T::words()
    }

    fn keys() -> Vec<Key> {
        T::keys()
    }
}

impl Value for String {
    type Bound = f64;
    const KIND: &'static str = "text";

    fn read(item: &Item<'_>, _within: Option<RangeInclusive<f64>>) -> Result<Self, ParseError> {
        item.text()
    }

    fn print(&self) -> Option<String> {
        Some(quoted(self))
    }
}

/// An amount of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bytes(pub u64);

impl Value for Bytes {
    type Bound = f64;
    const KIND: &'static str = "bytes";

    fn read(item: &Item<'_>, _within: Option<RangeInclusive<f64>>) -> Result<Self, ParseError> {
        item.bytes().map(Self)
    }

    fn print(&self) -> Option<String> {
        Some(quoted(&print_bytes(self.0)))
    }
}

impl Key {
    /// The row of a type's values; for a table the rows of its keys.
    pub fn of<T: Value>(self, default: &T, within: Option<&RangeInclusive<T::Bound>>) -> Vec<Self> {
        let range = within.map(|within| (within.start().number(), within.end().number()));
        self.rows(default.print(), T::keys(), range, T::KIND, T::words())
    }

    /// The rows of a key of any type: its default, the rows of its keys, its range, its kind and its words.
    fn rows(
        self,
        default: Option<String>,
        inner: Vec<Self>,
        range: Option<(f64, f64)>,
        kind: &'static str,
        words: Vec<&'static str>,
    ) -> Vec<Self> {
        if !inner.is_empty() {
            return self.table(inner, default.is_none());
        }
        let (min, max) = range.unzip();
        let choices = if self.choices.is_empty() { words } else { self.choices };
        let kind = if self.kind.is_empty() { kind } else { self.kind };
        vec![Self { kind, min, max, default: self.default.or(default), choices, ..self }.complete()]
    }
}

/// A key that the section's own code reads: its shape depends on other keys, or on the domain. The row has its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByHand;

impl Value for ByHand {
    type Bound = f64;
    const KIND: &'static str = "";

    fn read(_item: &Item<'_>, _within: Option<RangeInclusive<f64>>) -> Result<Self, ParseError> {
        Ok(Self)
    }

    fn print(&self) -> Option<String> {
        None
    }
}

/// Two numbers in ascending order, or one that means both.
impl Value for (f64, f64) {
    type Bound = f64;
    const KIND: &'static str = "range";

    fn read(item: &Item<'_>, within: Option<RangeInclusive<f64>>) -> Result<Self, ParseError> {
        if !item.is_list() {
            return f64::read(item, within).map(|number| (number, number));
        }
        for part in item.list()? {
            f64::read(&part, within.clone())?;
        }
        item.range()
    }

    fn print(&self) -> Option<String> {
        Some(format!("[{}, {}]", self.0, self.1))
    }
}

/// A value that is one of several words.
pub trait Word: Copy + PartialEq + 'static {
    /// The words with their values.
    const NAMES: &'static [(&'static str, Self)];

    /// The word of a value.
    fn word(self) -> &'static str {
        name(Self::NAMES, self)
    }
}

/// The word of a value in a list of words with their values.
pub fn name<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    // Every value has a word; a test of each list would only repeat it.
    words.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word)
}

impl<T: Word> Value for T {
    type Bound = f64;
    const KIND: &'static str = "choice";

    fn read(item: &Item<'_>, _within: Option<RangeInclusive<f64>>) -> Result<Self, ParseError> {
        item.word(T::NAMES)
    }

    fn print(&self) -> Option<String> {
        Some(quoted(self.word()))
    }

    fn words() -> Vec<&'static str> {
        names(T::NAMES)
    }
}

/// The words of a list of words with their values.
pub fn names<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(word, _)| *word).collect()
}

/// Declares the settings of a section. A row has the help of the key, its name, type and default, and after these what
/// there is of the following, in this order: bounds, the kind and the words where the type does not give them, the unit,
/// the default of a key that is read by hand or what it depends on, an example, which is the default otherwise, and the
/// version that has the key first.
///
/// ```text
/// settings! {
///     /// Several populations.
///     pub struct Settings {
///         /// Islands.
///         count: usize = 5, in 1..=10_000;
///         /// Generations between migrations.
///         every: u32 = 20, in 1..=1_000_000, unit "generations";
///         /// Topology: whatever the section's reader makes of it.
///         topology: ByHand = ByHand, kind "choice or list", of vec!["ring"], example "\"ring\"";
///     }
/// }
/// ```
///
/// The structure is a [`Value`] as well, so that it can be a table of another section.
macro_rules! settings {
    (@table) => { None };
    (@table $table:ty) => { Some(<$table as $crate::config::settings::Settings>::rows()) };
    (@) => { None };
    (@ $within:expr) => { Some($within) };
    (
        $(#[$about:meta])*
        $visible:vis struct $name:ident {
            $(
                $(#[doc = $help:literal])*
                $(#[serde $serde:tt])?
                $key:ident: $type:ty = $default:expr
                $(, in $within:expr)?
                $(, kind $kind:literal)?
                $(, of $words:expr)?
                $(, table $table:ty)?
                $(, unit $unit:literal)?
                $(, usually $usually:literal)?
                $(, depends $depends:literal)?
                $(, example $example:literal)?;
            )*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        $visible struct $name {
            $($(#[doc = $help])* $(#[serde $serde])? pub $key: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $default,)* }
            }
        }

        impl $crate::config::settings::Settings for $name {
            const KEYS: &'static [&'static str] = &[$(stringify!($key)),*];

            fn rows() -> Vec<$crate::config::keys::Key> {
                use $crate::config::keys::Key;
                #[allow(unused_mut)]
                let mut rows: Vec<Key> = Vec::new();
                $({
                    let key = Key {
                        name: stringify!($key).into(),
                        help: concat!($($help),*),
                        $(kind: $kind,)?
                        $(choices: $words,)?
                        $(unit: Some($unit),)?
                        $(default: Some(String::from($usually)),)?
                        $(depends: Some(String::from($depends)),)?
                        $(example: String::from($example),)?
                        ..Key::default()
                    };
                    let default: $type = $default;
                    let _inner: Option<Vec<Key>> = settings!(@table $($table)?);
                    rows.extend(match _inner {
                        Some(inner) => key.table(inner, false),
                        None => key.of(&default, settings!(@ $($within)?).as_ref()),
                    });
                })*
                rows
            }

            fn read(
                _section: &$crate::config::source::Section<'_>,
            ) -> Result<Self, unstuck_core::error::ParseError> {
                Ok(Self {
                    $($key: match _section.get(stringify!($key)) {
                        Some(item) => {
                            $crate::config::settings::Value::read(&item, settings!(@ $($within)?))?
                        }
                        None => $default,
                    },)*
                })
            }

            fn entries(&self) -> $crate::config::settings::Entries {
                vec![$((stringify!($key), $crate::config::settings::Value::print(&self.$key)),)*]
            }
        }

        impl $crate::config::settings::Value for $name {
            type Bound = f64;
            const KIND: &'static str = "table";

            fn read(
                item: &$crate::config::source::Item<'_>,
                _within: Option<std::ops::RangeInclusive<f64>>,
            ) -> Result<Self, unstuck_core::error::ParseError> {
                $crate::config::settings::Settings::read_all(&item.section()?)
            }

            fn print(&self) -> Option<String> {
                let entries = $crate::config::settings::Settings::entries(self);
                Some($crate::config::writer::inline_set(entries))
            }

            fn keys() -> Vec<$crate::config::keys::Key> {
                <Self as $crate::config::settings::Settings>::rows()
            }
        }
    };
}

pub(crate) use settings;

#[cfg(test)]
mod tests;
