//! A table that can be shown in a terminal and in a page.

use crate::terminal::table::Table;
use serde::Serialize;

/// Cells in rows under a head.
#[derive(Serialize)]
pub struct Sheet {
    /// What it shows.
    pub title: String,
    /// Columns from the left that hold words.
    words: usize,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Rows that the eye should find.
    strong: Vec<usize>,
}

impl Sheet {
    /// A table whose first columns hold words and the rest numbers.
    pub fn new(title: impl Into<String>, words: usize, head: &[&str]) -> Self {
        let head = head.iter().map(|&cell| cell.to_owned()).collect();
        Self { title: title.into(), words, head, rows: Vec::new(), strong: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Adds a row that the eye should find.
    pub fn strong_row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.strong.push(self.rows.len());
        self.row(cells);
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// For a terminal of some width.
    pub fn text(&self, width: u16) -> String {
        let mut table = Table::new(self.words, self.head.iter().cloned());
        for row in &self.rows {
            table.row(row.iter().cloned());
        }
        table.text(Some(width))
    }
}
