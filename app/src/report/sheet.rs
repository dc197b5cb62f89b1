//! A table that can be shown in a terminal and in a page.

use super::escape::escape;
use crate::terminal::table::Table;
use std::fmt::Write;

/// Cells in rows under a head.
pub struct Sheet {
    /// What it shows.
    pub title: String,
    /// Columns from the left that hold words.
    words: usize,
    head: Vec<String>,
    rows: Vec<(bool, Vec<String>)>,
}

impl Sheet {
    /// A table whose first columns hold words and the rest numbers.
    pub fn new(title: impl Into<String>, words: usize, head: &[&str]) -> Self {
        let head = head.iter().map(|&cell| cell.to_owned()).collect();
        Self { title: title.into(), words, head, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push((false, cells.into_iter().collect()));
    }

    /// Adds a row that the eye should find.
    pub fn strong_row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push((true, cells.into_iter().collect()));
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// For a terminal of some width.
    pub fn text(&self, width: u16) -> String {
        let mut table = Table::new(self.words, self.head.iter().cloned());
        for (_, row) in &self.rows {
            table.row(row.iter().cloned());
        }
        table.text(Some(width))
    }

    /// For a page, in a box that scrolls by itself where it is too wide.
    pub fn html(&self) -> String {
        let mut out = String::from("<div class=\"box\"><table><thead><tr>");
        // Writing to a string cannot fail; here and below.
        let cell = |out: &mut String, tag: &str, column: usize, text: &str| {
            let class = if column < self.words { " class=\"word\"" } else { "" };
            let _ = write!(out, "<{tag}{class}>{}</{tag}>", escape(text));
        };
        for (column, text) in self.head.iter().enumerate() {
            cell(&mut out, "th", column, text);
        }
        out.push_str("</tr></thead><tbody>");
        for (strong, row) in &self.rows {
            out.push_str(if *strong { "<tr class=\"strong\">" } else { "<tr>" });
            for (column, text) in row.iter().enumerate() {
                cell(&mut out, "td", column, text);
            }
            out.push_str("</tr>");
        }
        out.push_str("</tbody></table></div>");
        out
    }
}
