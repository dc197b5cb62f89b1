//! TOML with places: every value knows its line and column, so that an error can show them.

use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use unstuck_core::amount::parse_bytes;
use unstuck_core::error::ParseError;
use unstuck_core::suggest::nearest;

/// The places of the values of a file, by their paths: `genome.limits.nodes`, `initial[1]`. Kept as bytes: lines and
/// columns are counted only for the value that an error is about.
#[derive(Debug, Default)]
pub struct Places {
    source: String,
    from: BTreeMap<String, usize>,
}

impl Places {
    /// The places of everything in a table.
    pub fn of(section: &Section<'_>) -> Self {
        let mut places = Self { source: section.source.to_owned(), from: BTreeMap::new() };
        places.enter(section);
        places
    }

    fn enter(&mut self, section: &Section<'_>) {
        for item in section.items() {
            self.enter_item(&item);
        }
    }

    fn enter_item(&mut self, item: &Item<'_>) {
        self.from.insert(item.path.clone(), item.from);
        match item.value {
            DeValue::Table(table) => {
                let Item { source, path, from, .. } = item.clone();
                self.enter(&Section { source, path, table: Some(table), from });
            }
            DeValue::Array(_) => {
                for part in item.parts() {
                    self.enter_item(&part);
                }
            }
            _ => {}
        }
    }

    /// Whether the file has a value at a path.
    pub fn has(&self, path: &str) -> bool {
        self.from.contains_key(path)
    }

    /// A refusal at a path, or at the nearest part of the file around it.
    pub fn refuse(&self, path: &str, message: impl Into<String>) -> ParseError {
        let mut path = path;
        loop {
            if let Some(&from) = self.from.get(path) {
                return ParseError::new(message).at_byte(&self.source, from);
            }
            match path.rfind(['.', '[']) {
                Some(end) => path = &path[..end],
                None => return ParseError::new(message),
            }
        }
    }
}

/// A table, or the lack of one.
#[derive(Clone)]
pub struct Section<'t> {
    source: &'t str,
    path: String,
    table: Option<&'t DeTable<'t>>,
    from: usize,
}

/// A value.
#[derive(Clone)]
pub struct Item<'t> {
    source: &'t str,
    /// Where it is: `genome.limits.nodes`.
    pub path: String,
    value: &'t DeValue<'t>,
    from: usize,
}

type Result<T> = std::result::Result<T, ParseError>;

impl<'t> Section<'t> {
    /// A whole file.
    pub fn whole(source: &'t str, table: &'t DeTable<'t>) -> Self {
        Self { source, path: String::new(), table: Some(table), from: 0 }
    }

    /// Refuses keys other than these.
    pub fn only(&self, keys: &[&str]) -> Result<()> {
        let unknown =
            self.table.into_iter().flatten().find(|(key, _)| !keys.contains(&key.as_ref().as_ref()));
        let Some((key, _)) = unknown else { return Ok(()) };
        let name = key.as_ref();
        let wrong = format!("unknown key '{name}'{}", in_section(&self.path));
        let error = ParseError::new(wrong).at_byte(self.source, key.span().start);
        Err(error.help(suggestion(name, keys.iter().copied())))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<Item<'t>> {
        self.table?.get(key).map(|value| self.item(key, value))
    }

    fn item(&self, key: &str, value: &'t Spanned<DeValue<'t>>) -> Item<'t> {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Item { source: self.source, path, value: value.get_ref(), from: value.span().start }
    }

    /// All values with their keys, in the order of the keys.
    pub fn entries(&self) -> Vec<(String, Item<'t>)> {
        let entries = self.table.into_iter().flatten();
        entries.map(|(key, value)| (key.as_ref().to_string(), self.item(key.as_ref(), value))).collect()
    }

    /// All values with their keys, without their places.
    pub fn plain(&self) -> Result<toml::Table> {
        self.entries().into_iter().map(|(key, item)| Ok((key, item.plain()?))).collect()
    }

    fn items(&self) -> Vec<Item<'t>> {
        self.entries().into_iter().map(|(_, item)| item).collect()
    }

    /// The table of a key, empty if there is none.
    pub fn section(&self, key: &str) -> Result<Self> {
        match self.get(key) {
            Some(item) => item.section(),
            None => {
                let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
                Ok(Self { source: self.source, path, table: None, from: self.from })
            }
        }
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<String>> {
        self.get(key).map(|item| item.text()).transpose()
    }

    /// A number within bounds.
    pub fn number(&self, key: &str, low: f64, high: f64) -> Result<Option<f64>> {
        self.get(key).map(|item| item.number_in(low, high)).transpose()
    }

    /// A whole number within bounds.
    pub fn count(&self, key: &str, low: u64, high: u64) -> Result<Option<u64>> {
        self.get(key).map(|item| item.count_in(low, high)).transpose()
    }

    /// A whole number within bounds, small enough for memory.
    pub fn size(&self, key: &str, low: u64, high: u32) -> Result<Option<usize>> {
        Ok(self.count(key, low, high.into())?.map(|count| count as usize))
    }

    /// One of several words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<T>> {
        self.get(key).map(|item| item.word(words)).transpose()
    }

    /// Says that a key must be there.
    pub fn require<T>(&self, key: &str, value: Option<T>, example: &str) -> Result<T> {
        value.ok_or_else(|| {
            let message = format!("'{key}' is missing{}", in_section(&self.path));
            let error = ParseError::new(message).at_byte(self.source, self.from);
            error.help(format!("write for example {example}"))
        })
    }
}

fn in_section(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(" in {path}") }
}

impl<'t> Item<'t> {
    /// A refusal of it.
    pub fn refuse(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(message).at_byte(self.source, self.from)
    }

    fn wrong(&self, wanted: &str) -> ParseError {
        let found = match self.value {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.refuse(format!("{} must be {wanted}, not {found}", self.path))
    }

    /// Whether it is a text.
    pub fn is_text(&self) -> bool {
        self.value.is_str()
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        self.value.is_table()
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        self.value.is_array()
    }

    /// A text.
    pub fn text(&self) -> Result<String> {
        self.value.as_str().map(str::to_owned).ok_or_else(|| self.wrong("a text"))
    }

    /// A text, or a number as text.
    pub fn word_or_number(&self) -> Result<String> {
        if self.is_text() { self.text() } else { self.number().map(|number| number.to_string()) }
    }

    /// Yes or no.
    pub fn flag(&self) -> Result<bool> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    fn integer(&self) -> Option<i128> {
        let integer = self.value.as_integer()?;
        i128::from_str_radix(integer.as_str(), integer.radix()).ok()
    }

    /// A number.
    pub fn number(&self) -> Result<f64> {
        let float = || self.value.as_float()?.as_str().parse().ok();
        let number = self.integer().map(|whole| whole as f64).or_else(float);
        let number = number.ok_or_else(|| self.wrong("a number"))?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.refuse(format!("{} must be finite", self.path)))
        }
    }

    /// A number within bounds.
    pub fn number_in(&self, low: f64, high: f64) -> Result<f64> {
        let number = self.number()?;
        if (low..=high).contains(&number) {
            return Ok(number);
        }
        let bounds =
            if high == f64::MAX { format!("at least {low}") } else { format!("from {low} to {high}") };
        Err(self.refuse(format!("{} must be {bounds}, not {number}", self.path)))
    }

    /// A whole number within bounds.
    pub fn count_in(&self, low: u64, high: u64) -> Result<u64> {
        let number = self.integer().ok_or_else(|| self.wrong("a whole number"))?;
        if (i128::from(low)..=i128::from(high)).contains(&number) {
            return Ok(number as u64);
        }
        let bounds =
            if high >= i64::MAX as u64 { format!("at least {low}") } else { format!("from {low} to {high}") };
        Err(self.refuse(format!("{} must be {bounds}, not {number}", self.path)))
    }

    /// An amount of memory: `"64MiB"`, or a number of bytes.
    pub fn bytes(&self) -> Result<u64> {
        if !self.is_text() {
            return self.count_in(0, i64::MAX as u64).map_err(|_| self.wrong("an amount such as \"64MiB\""));
        }
        let text = self.text()?;
        parse_bytes(&text).map_err(|_| {
            let wrong = format!("'{text}' is not an amount of memory");
            self.refuse(wrong).help("write for example \"64MiB\" or \"1GiB\"")
        })
    }

    /// One of several words.
    pub fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T> {
        let text = self.text()?;
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        found.ok_or_else(|| {
            let wrong = format!("unknown value '{text}' for `{}`", self.key());
            self.refuse(wrong).help(suggestion(&text, words.iter().map(|(word, _)| *word)))
        })
    }

    /// The last part of its path, without the number of a list's entry.
    fn key(&self) -> &str {
        let last = self.path.rsplit('.').next().unwrap_or(&self.path);
        last.split('[').next().unwrap_or(last)
    }

    /// A refusal of a name that is none of several.
    pub fn unknown<'n>(
        &self,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> ParseError {
        self.refuse(format!("unknown {what} '{name}'")).help(suggestion(name, known))
    }

    /// The values of a list.
    pub fn list(&self) -> Result<Vec<Self>> {
        if self.is_list() { Ok(self.parts()) } else { Err(self.wrong("a list")) }
    }

    fn parts(&self) -> Vec<Self> {
        let parts = self.value.as_array().into_iter().flat_map(|array| array.iter());
        parts
            .enumerate()
            .map(|(number, value)| Self {
                source: self.source,
                path: format!("{}[{number}]", self.path),
                value: value.get_ref(),
                from: value.span().start,
            })
            .collect()
    }

    /// Two numbers in ascending order.
    pub fn range(&self) -> Result<(f64, f64)> {
        match &self.list()?[..] {
            [low, high] => {
                let (low, high) = (low.number()?, high.number()?);
                if low <= high {
                    Ok((low, high))
                } else {
                    Err(self.refuse(format!("{} runs backwards, from {low} to {high}", self.path)))
                }
            }
            _ => Err(self.refuse(format!("{} must be two numbers, such as [0, 20]", self.path))),
        }
    }

    /// A table.
    pub fn section(&self) -> Result<Section<'t>> {
        let table = self.value.as_table().ok_or_else(|| self.wrong("a table"))?;
        Ok(Section { source: self.source, path: self.path.clone(), table: Some(table), from: self.from })
    }

    /// The value without its place.
    pub fn plain(&self) -> Result<toml::Value> {
        use toml::Value;
        Ok(match self.value {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Integer(_) => {
                let whole = self.integer().and_then(|whole| i64::try_from(whole).ok());
                let wrong = || self.refuse(format!("{} is too large a number", self.path));
                Value::Integer(whole.ok_or_else(wrong)?)
            }
            DeValue::Float(float) => Value::Float(float.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(flag) => Value::Boolean(*flag),
            DeValue::Datetime(date) => Value::Datetime(*date),
            DeValue::Array(_) => Value::Array(self.parts().iter().map(Self::plain).collect::<Result<_>>()?),
            DeValue::Table(table) => {
                let Self { source, path, from, .. } = self.clone();
                let section = Section { source, path, table: Some(table), from };
                Value::Table(section.plain()?)
            }
        })
    }
}

/// What the user may have meant by an unknown name.
pub fn suggestion<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    suggestion_of(name, &known.collect::<Vec<_>>())
}

fn suggestion_of(name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("available: {}", known.join(", ")),
    }
}

/// The error of a file that is not TOML.
pub fn not_toml(source: &str, error: &toml::de::Error) -> ParseError {
    let wrong = ParseError::new(error.message());
    match error.span() {
        Some(span) => wrong.at_byte(source, span.start),
        None => wrong,
    }
}
