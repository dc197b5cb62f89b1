//! Where a command prints.

use super::paint::Paint;
use anyhow::Result;
use serde_json::Value;
use std::io::Write;
use unstuck_ops::origin;

/// Where a command prints, and in which colours.
pub struct Screen<'a> {
    /// Standard output.
    pub out: &'a mut dyn Write,
    /// Colours.
    pub paint: Paint,
}

impl Screen<'_> {
    /// Prints a line.
    pub fn line(&mut self, text: impl std::fmt::Display) -> Result<()> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints a JSON value over several lines.
    pub fn json(&mut self, value: &Value) -> Result<()> {
        self.line(format_args!("{value:#}"))
    }

    /// Prints what the results were made with.
    pub fn origin(&mut self) -> Result<()> {
        let line = self.paint.faint(&origin::line());
        self.line(line)
    }
}
