//! What went wrong with a text: what, where, and what would be right.

use std::fmt;

/// A place in a text, counted from 1 the way editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte of a text; its end for bytes beyond it.
    pub fn of_byte(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }
}

/// Most signs of a line that a message repeats.
const SHOWN: usize = 100;

/// Most signs of a message, and of what would be right: that may be a list of names.
pub const LONGEST: usize = 500;
const HELP: usize = 2_000;

/// A text that could not be read.
///
/// ```
/// use unstuck_core::error::ParseError;
/// let e = ParseError::new("the board has no target car").at(1, 1).help("mark it with the letter A");
/// assert_eq!(e.to_string(), "line 1, column 1: the board has no target car (mark it with the letter A)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ParseError {
    /// Where, when one place is to blame.
    pub place: Option<Place>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// Whether it proves that the instance has no plan, rather than that its text is wrong.
    pub unsolvable: bool,
}

impl ParseError {
    /// An error without a place yet. The message may quote whatever was read: what a terminal would obey is written as
    /// an escape, and a message that would fill the screen is cut in its middle.
    pub fn new(message: impl Into<String>) -> Self {
        Self { place: None, message: presentable(&message.into(), LONGEST), help: None, unsolvable: false }
    }

    /// Names the place.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some(Place { line, column });
        self
    }

    /// Names the place by the byte of the text that it is at.
    ///
    /// ```
    /// use unstuck_core::error::ParseError;
    /// assert_eq!(ParseError::new("no é").at_byte("a\ncé?", 5).to_string(), "line 2, column 3: no é");
    /// ```
    #[must_use]
    pub fn at_byte(self, text: &str, byte: usize) -> Self {
        let Place { line, column } = Place::of_byte(text, byte);
        self.at(line, column)
    }

    /// The message with the line of the text that it is about, and a caret under the column.
    ///
    /// ```
    /// use unstuck_core::error::ParseError;
    /// let e = ParseError::new("expected a value").at(1, 5);
    /// assert_eq!(e.in_text("2 * / 3"), "line 1, column 5: expected a value\n  2 * / 3\n      ^");
    /// ```
    pub fn in_text(&self, text: &str) -> String {
        let Some(Place { line, column }) = self.place else { return self.to_string() };
        let signs: Vec<char> = text.lines().nth(line - 1).unwrap_or_default().chars().collect();
        // A long line is shown around the column only.
        let start = (column - 1).saturating_sub(SHOWN / 2).min(signs.len().saturating_sub(SHOWN));
        let shown: String =
            signs.iter().skip(start).take(SHOWN).map(|&c| if c.is_control() { ' ' } else { c }).collect();
        // A reader that counts lines differently may point beyond the end.
        let width = (column - start).min(SHOWN + 1);
        format!("{self}\n  {shown}\n  {:>width$}", '^')
    }

    /// Says that the text is right, and that no plan exists.
    #[must_use]
    pub fn unsolvable(mut self) -> Self {
        self.unsolvable = true;
        self
    }

    /// Says what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(presentable(&help.into(), HELP));
        self
    }
}

/// The beginning of a word, for messages: never long, never with control characters.
pub fn shorten(word: &str) -> String {
    const LONGEST: usize = 16;
    let mut short: String = word.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if word.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// A text of others as a message shows it: its beginning and its end if it is long, and nothing that a terminal obeys.
pub fn presentable(text: &str, longest: usize) -> String {
    let mut signs: Vec<char> = Vec::new();
    for sign in text.chars() {
        if sign.is_control() && sign != '\n' { signs.extend(sign.escape_default()) } else { signs.push(sign) }
    }
    if signs.len() > longest {
        let end = longest / 5;
        signs.splice(longest - end..signs.len() - end, ['…']);
    }
    signs.into_iter().collect()
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
