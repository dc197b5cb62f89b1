//! The file of a dataset: the published form, and ours.
//!
//! The published form is CSV behind two lines: the first is the name, the second the description, then follow the
//! rows `instance, h*, h1, …, hn`. Ours has one more row before them, `instance,h*,` and the names of the features. A
//! file may also begin with that row, as spreadsheets write it: it has no name then. Fields may be separated by
//! semicolons instead of commas; instances that contain the separator are in quotes. A distance with a plus, `+12`, is a lower bound rather than the exact h*; a plain number parser
//! reads it as 12. A feature that an instance does not have is an empty field.

use super::{Column, Dataset, Distance};
use ::csv::{ErrorKind, QuoteStyle, Reader, ReaderBuilder, StringRecord, WriterBuilder};
use std::io::{self, Write};
use unstuck_core::error::ParseError;

/// Which form is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// With the names of the features.
    Named,
    /// As published: without.
    Bare,
    /// The names of the columns come first, as other programs read a table: name and description are left out.
    Plain,
}

/// What the columns before the features are called.
const HEAD: [&str; 2] = ["instance", "h*"];

/// Distances above this are not exact in a floating-point number.
const MAX: f64 = 9_007_199_254_740_992.0;

impl Dataset {
    /// Reads a file. Without a row of names the features are called `h1`, `h2` …
    ///
    /// # Errors
    ///
    /// Names the line and column, and what would be right.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            let help = "the first line is its name, the second its description, then come the rows";
            return Err(ParseError::new("the dataset is empty").help(help));
        }
        let separator = separator(text);
        let (name, open_name, second) = title(text, 0, separator);
        let (description, open_description, third) = title(text, second, separator);
        let mut dataset = Self::default();
        let from = if is_header(open_name, separator) {
            0
        } else {
            check_titles(open_name, open_description, separator)?;
            (dataset.name, dataset.description) = (name, description);
            third
        };
        Rows { text, from, separator }.read(&mut dataset)?;
        if dataset.is_empty() {
            let wrong = "the dataset has no row";
            return Err(ParseError::new(wrong).help("rows begin in the third line: instance,h*,h1,…"));
        }
        Ok(dataset)
    }

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// The error of the output.
    pub fn write(&self, out: &mut dyn Write, form: Form) -> io::Result<()> {
        if form != Form::Plain {
            writeln!(out, "{}", printed_title(&self.name))?;
            writeln!(out, "{}", printed_title(&self.description))?;
        }
        let mut writer = WriterBuilder::new().quote_style(QuoteStyle::Necessary).from_writer(out);
        if form != Form::Bare {
            let names = self.columns.iter().map(|column| column.name.as_str());
            writer.write_record(HEAD.into_iter().chain(names)).map_err(plain)?;
        }
        let mut record: Vec<String> = Vec::new();
        for row in 0..self.len() {
            record.clear();
            record.push(self.instances[row].clone());
            let Distance { cost, exact } = self.distances[row];
            record.push(if exact { cost.to_string() } else { format!("+{cost}") });
            let value = |value: f64| if value.is_nan() { String::new() } else { value.to_string() };
            record.extend(self.columns.iter().map(|column| value(column.values[row])));
            writer.write_record(&record).map_err(plain)?;
        }
        writer.flush()
    }
}

/// The error of the output: that of a writer hides its kind, such as that of a closed pipe.
fn plain(error: ::csv::Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Whether a line is the row of names: its second field is `h*`.
fn is_header(line: &str, separator: char) -> bool {
    line.split(separator).nth(1).is_some_and(|field| field.trim() == HEAD[1])
}

/// Whether a line is a row: its second field is a number.
fn is_row(line: &str, separator: char) -> bool {
    line.split(separator).nth(1).is_some_and(|field| field.trim().parse::<f64>().is_ok())
}

/// What separates fields: a semicolon if the first or third line can only be read by it, else a comma.
fn separator(text: &str) -> char {
    let names = |line: &str| line.trim_start().starts_with(HEAD[0]) && is_header(line, ';');
    let row = |line: &str| !line.starts_with('"') && is_row(line, ';') && !is_row(line, ',');
    let (first, third) = (text.lines().next(), text.lines().nth(2));
    if first.is_some_and(names) || third.is_some_and(|line| names(line) || row(line)) { ';' } else { ',' }
}

/// Refuses a file whose rows begin too early: they would be lost as its titles.
fn check_titles(name: &str, description: &str, separator: char) -> Result<(), ParseError> {
    let help =
        "the first line is the dataset's name, the second its description; or begin with instance,h*,…";
    if is_header(description, separator) {
        return Err(ParseError::new("the names of the columns are in line 2").at(2, 1).help(help));
    }
    if is_row(name, separator) && is_row(description, separator) {
        return Err(ParseError::new("the rows begin in line 1").at(1, 1).help(help));
    }
    Ok(())
}

/// The line that begins at a place, as a title; what of it may be a row, which a title in quotes is not; and where the next
/// line begins.
fn title(text: &str, from: usize, separator: char) -> (String, &str, usize) {
    let rest = &text[from..];
    let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let line = &rest[..end];
    let next = end + if rest[end..].starts_with("\r\n") { 2 } else { usize::from(end < rest.len()) };
    // Spreadsheets quote what contains separators, and fill short lines up with more of them.
    let quoted = line.starts_with('"').then(|| first_field(line, separator)).flatten();
    let open = if quoted.is_some() { "" } else { trimmed(line.trim_end_matches(separator)) };
    (trimmed(quoted.as_deref().unwrap_or(open)).to_owned(), open, from + next)
}

/// A text without blanks around it, and without the mark that a file may begin with: it would be lost where such a
/// text comes first.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|sign: char| sign.is_whitespace() || sign == '\u{feff}')
}

fn reader(text: &[u8], separator: char) -> Reader<&[u8]> {
    ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator as u8).from_reader(text)
}

fn first_field(line: &str, separator: char) -> Option<String> {
    let mut reader = reader(line.as_bytes(), separator);
    let record = reader.records().next()?.ok()?;
    let others_are_empty = record.iter().skip(1).all(str::is_empty);
    record.get(0).filter(|_| others_are_empty).map(str::to_owned)
}

/// A title on one line that [`title`] reads back.
fn printed_title(title: &str) -> String {
    let line = title.split(['\n', '\r']).map(trimmed).collect::<Vec<_>>().join(" ");
    let is_like_row = |separator| is_header(&line, separator) || is_row(&line, separator);
    if line.starts_with('"') || line.ends_with(',') || is_like_row(',') || is_like_row(';') {
        format!("\"{}\"", line.replace('"', "\"\""))
    } else {
        line
    }
}

/// The rows of a text from a byte on.
struct Rows<'t> {
    text: &'t str,
    from: usize,
    separator: char,
}

impl Rows<'_> {
    fn read(&self, dataset: &mut Dataset) -> Result<(), ParseError> {
        let bytes = &self.text.as_bytes()[self.from..];
        let mut reader = reader(bytes, self.separator);
        let mut record = StringRecord::new();
        let mut width = 0;
        let (mut line, mut byte) = (1, 0);
        while reader.read_record(&mut record).map_err(|error| ParseError::new(error.to_string()))? {
            let start = record.position().map_or(0, |place| place.byte() as usize) + self.from;
            // The reader takes blank lines for the beginning of the row behind them.
            let start = self.text.len() - self.text[start..].trim_start_matches(['\n', '\r']).len();
            line += ends_of_lines(&self.text.as_bytes()[byte..start]);
            byte = start;
            let at = Place { rows: self, line, byte };
            let begins = width == 0;
            if begins {
                width = record.len();
                at.check_first(&record)?;
                dataset.named = record.get(1).map(str::trim) == Some(HEAD[1]);
                dataset.columns = columns(&record, dataset.named);
                if dataset.named {
                    at.check_names(&record)?;
                    continue;
                }
            }
            if record.len() != width {
                return Err(at.uneven(&record, width));
            }
            let instance = trimmed(&record[0]);
            if instance.is_empty() {
                return Err(at
                    .refuse(0, "the instance is missing")
                    .help("write its text, as on a command line"));
            }
            dataset.instances.push(instance.to_owned());
            dataset.distances.push(at.distance(&record[1])?);
            for (number, column) in dataset.columns.iter_mut().enumerate() {
                column.values.push(at.value(number + 2, &record[number + 2], &column.name)?);
            }
            dataset.lines.push(at.line as u32);
        }
        Ok(())
    }
}

/// How many lines end in a text: by `\n`, `\r\n`, or `\r` alone.
fn ends_of_lines(text: &[u8]) -> usize {
    let returns = text
        .iter()
        .zip(text.iter().skip(1).chain([&b' ']))
        .filter(|(sign, next)| **sign == b'\r' && **next != b'\n');
    text.iter().filter(|sign| **sign == b'\n').count() + returns.count()
}

/// The columns of the features, still empty.
fn columns(first: &StringRecord, named: bool) -> Vec<Column> {
    let name = |(number, field): (usize, &str)| {
        if named { field.trim().to_owned() } else { format!("h{}", number + 1) }
    };
    let names = first.iter().skip(2).enumerate().map(name);
    names.map(|name| Column { name, values: Vec::new() }).collect()
}

/// Where a row begins.
struct Place<'r, 't> {
    rows: &'r Rows<'t>,
    line: usize,
    byte: usize,
}

impl Place<'_, '_> {
    /// A refusal of a field, from 0.
    fn refuse(&self, field: usize, message: impl Into<String>) -> ParseError {
        let rest = &self.rows.text[self.byte..];
        let (mut line, mut column, mut left, mut quoted) = (self.line, 1, field, false);
        for sign in rest.chars() {
            if left == 0 {
                break;
            }
            column += 1;
            match sign {
                '"' => quoted = !quoted,
                sign if sign == self.rows.separator && !quoted => left -= 1,
                '\n' => (line, column) = (line + 1, 1),
                _ => {}
            }
        }
        ParseError::new(message).at(line, column)
    }

    /// The first row determines the kind of file.
    fn check_first(&self, record: &StringRecord) -> Result<(), ParseError> {
        if record.len() >= 2 {
            return Ok(());
        }
        let wrong = self.refuse(0, "a row needs an instance and its distance h*, and this one has one field");
        Err(wrong.help(if record[0].contains('\t') {
            "fields are separated by commas or semicolons, not by tabs"
        } else {
            "write instance,h*,h1,…"
        }))
    }

    fn check_names(&self, record: &StringRecord) -> Result<(), ParseError> {
        let names: Vec<&str> = record.iter().map(str::trim).collect();
        for (number, name) in names.iter().enumerate().skip(2) {
            if name.is_empty() {
                return Err(self.refuse(number, "a column has no name"));
            }
            if names[..number].contains(name) {
                return Err(self.refuse(number, format!("two columns are called '{name}'")));
            }
        }
        Ok(())
    }

    /// A row that is not as wide as the first.
    fn uneven(&self, record: &StringRecord, width: usize) -> ParseError {
        let (many, wanted) = (record.len(), width);
        let fields = if many == 1 { "field" } else { "fields" };
        let wrong = format!("the row has {many} {fields}, and the first has {wanted}");
        self.refuse(many.min(width) - 1, wrong).help(if record.iter().any(|field| field.contains('\n')) {
            "is a closing quote missing?"
        } else if many > width {
            "an instance that contains a separator must be in quotes"
        } else {
            "every row has an instance, its distance, and a field for every feature, empty if there is no value"
        })
    }

    fn distance(&self, field: &str) -> Result<Distance, ParseError> {
        let text = field.trim();
        let refuse = |wrong: String| {
            self.refuse(1, wrong).help("it is a whole number from 0, or +N for a lower bound")
        };
        if text.is_empty() {
            return Err(refuse("h* is missing".into()));
        }
        let cost: f64 = text.parse().map_err(|_| refuse(format!("h* is '{text}', which is not a number")))?;
        if cost < 0.0 {
            return Err(refuse(format!("h* is {text}, and no plan costs less than 0")));
        }
        if !cost.is_finite() || cost.fract() != 0.0 || cost > MAX {
            return Err(refuse(format!("h* is {text}")));
        }
        Ok(Distance { cost: cost as u64, exact: !text.starts_with('+') })
    }

    fn value(&self, number: usize, field: &str, name: &str) -> Result<f64, ParseError> {
        let text = field.trim();
        if text.is_empty() {
            return Ok(f64::NAN);
        }
        let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
        value.ok_or_else(|| {
            let wrong = self.refuse(number, format!("{name} is '{text}', which is not a finite number"));
            wrong.help("leave the field empty where there is no value")
        })
    }
}

#[cfg(test)]
mod tests;
