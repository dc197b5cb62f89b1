//! Writes TOML in the order and the shape that people write it.

use std::fmt::{Display, Write};

/// A file on its way.
#[derive(Default)]
pub struct Writer(String);

impl Writer {
    /// Begins a table.
    pub fn section(&mut self, path: &str) {
        self.line(format_args!("\n[{path}]"));
    }

    /// Writes a key with a value that is TOML already.
    pub fn entry(&mut self, key: &str, value: impl Display) {
        self.line(format_args!("{key} = {value}"));
    }

    /// Writes a key with a text.
    pub fn text(&mut self, key: &str, value: &str) {
        self.entry(key, quoted(value));
    }

    /// Writes a key if it has a value, and a remark if it has none.
    pub fn option(&mut self, key: &str, value: Option<impl Display>) {
        match value {
            Some(value) => self.entry(key, value),
            None => self.line(format_args!("# {key}: none")),
        }
    }

    fn line(&mut self, line: impl Display) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    /// The file.
    pub fn finish(self) -> String {
        self.0
    }
}

/// A text in quotes, with whatever must be escaped.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A list of texts.
pub fn quoted_list<S: AsRef<str>>(texts: &[S]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}

/// A table on one line.
pub fn inline<S: Display>(entries: &[(&str, S)]) -> String {
    let entries: Vec<String> = entries.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// A table on one line, without what is not set.
pub fn inline_set(entries: Vec<(&str, Option<String>)>) -> String {
    let entries: Vec<(&str, String)> =
        entries.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
    inline(&entries)
}
