//! The keys of a section, each declared once: name, type, default and bounds.
//!
//! [`settings!`] makes of them a plain structure with [`Default`], and [`Settings`]: how the section is read and
//! written.

use super::source::{Item, Section};
use super::writer::quoted;
use std::ops::RangeInclusive;
use unstuck_core::error::ParseError;

/// Keys with their values as TOML; `None` where nothing is set.
pub type Entries = Vec<(&'static str, Option<String>)>;

/// The settings of a section.
pub trait Settings: Sized {
    /// The keys, in the order in which they are written.
    const KEYS: &'static [&'static str];
    /// Reads the keys of a section; absent ones have their defaults. Other keys are left to the caller.
    ///
    /// # Errors
    ///
    /// A value of another type or out of bounds.
    fn read(section: &Section<'_>) -> Result<Self, ParseError>;
    /// Keys and values, in the order of [`KEYS`](Self::KEYS).
    fn entries(&self) -> Entries;
}

/// The value of a key.
pub trait Value: Sized {
    /// What its bounds are made of.
    type Bound;
    /// Reads it.
    ///
    /// # Errors
    ///
    /// A value of another type or out of bounds.
    fn read(item: &Item<'_>, within: Option<RangeInclusive<Self::Bound>>) -> Result<Self, ParseError>;
    /// As TOML; `None` where nothing is set.
    fn print(&self) -> Option<String>;
}

impl Value for bool {
    type Bound = Self;

    fn read(item: &Item<'_>, _within: Option<RangeInclusive<Self>>) -> Result<Self, ParseError> {
        item.flag()
    }

    fn print(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Value for f64 {
    type Bound = Self;

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
        impl Value for $type {
            type Bound = Self;

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

    fn read(item: &Item<'_>, within: Option<RangeInclusive<T::Bound>>) -> Result<Self, ParseError> {
        T::read(item, within).map(Some)
    }

    fn print(&self) -> Option<String> {
        self.as_ref().and_then(T::print)
    }
}

/// Two numbers in ascending order, or one that means both.
impl Value for (f64, f64) {
    type Bound = f64;

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
        // Every value has a word; a test of each list would only repeat it.
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }
}

impl<T: Word> Value for T {
    type Bound = Self;

    fn read(item: &Item<'_>, _within: Option<RangeInclusive<Self>>) -> Result<Self, ParseError> {
        item.word(T::NAMES)
    }

    fn print(&self) -> Option<String> {
        Some(quoted(self.word()))
    }
}

/// Declares the settings of a section:
///
/// ```text
/// settings! {
///     /// Several populations.
///     pub struct Settings {
///         /// How many.
///         count: usize = 5, in 1..=10_000;
///         /// Whether all are the same.
///         equal: bool = true;
///     }
/// }
/// ```
macro_rules! settings {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$key_about:meta])* $key:ident: $type:ty = $default:expr $(, in $within:expr)?;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $($(#[$key_about])* pub $key: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $default,)* }
            }
        }

        impl $crate::config::settings::Settings for $name {
            const KEYS: &'static [&'static str] = &[$(stringify!($key)),*];

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
    };
    (@) => { None };
    (@ $within:expr) => { Some($within) };
}

pub(crate) use settings;

#[cfg(test)]
mod tests {
    use super::super::source::Section;
    use super::{Settings as _, Word};
    use toml::de::DeTable;

    #[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
    pub enum Order {
        Up,
        Down,
    }

    impl Word for Order {
        const NAMES: &'static [(&'static str, Self)] = &[("up", Self::Up), ("down", Self::Down)];
    }

    settings! {
        /// Of every type.
        pub struct Example {
            /// A count.
            count: usize = 5, in 1..=10;
            /// A number.
            share: f64 = 0.15, in 0.0..=1.0;
            /// A number or nothing.
            ratio: Option<f64> = None, in 1.0..=9.0;
            /// A word.
            order: Order = Order::Up;
            /// Yes or no.
            raw: bool = false;
        }
    }

    fn read(text: &str) -> Result<Example, String> {
        let table = DeTable::parse(text).expect("TOML");
        Example::read(&Section::whole(text, table.get_ref())).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_written_is_read_and_the_rest_has_its_default() {
        assert_eq!(Example::KEYS, ["count", "share", "ratio", "order", "raw"]);
        assert_eq!(read(""), Ok(Example::default()));
        let all = Example { count: 7, share: 0.1, ratio: Some(2.5), order: Order::Down, raw: true };
        let lines: Vec<String> = all
            .entries()
            .into_iter()
            .map(|(key, value)| format!("{key} = {}", value.expect("set")))
            .collect();
        assert_eq!(lines[2..], ["ratio = 2.5", "order = \"down\"", "raw = true"]);
        assert_eq!(read(&lines.join("\n")), Ok(all));
        assert_eq!(Example::default().entries()[2], ("ratio", None));
    }

    #[test]
    fn bounds_and_types_are_kept() {
        assert_eq!(read("count = 11").unwrap_err(), "line 1, column 9: count must be from 1 to 10, not 11");
        assert_eq!(read("ratio = 0.5").unwrap_err(), "line 1, column 9: ratio must be from 1 to 9, not 0.5");
        assert!(read("raw = 1").is_err() && read("order = \"left\"").is_err());
    }
}
