//! Tables, as text for a terminal or as Markdown.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table as Grid, TableStyle};

/// Lines above and below, one under the head, nothing between the columns.
const LOOK: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Cells in rows under a head.
#[derive(Default)]
pub struct Table {
    /// Names of the columns. A column that begins a group has the group's name on a line before its own.
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Columns from the left that hold words; the others hold numbers.
    words: usize,
    /// Rows at the end that sum up the others.
    sums: usize,
}

impl Table {
    /// A table whose first `words` columns hold words and the rest numbers.
    pub fn new<S: Into<String>>(words: usize, head: impl IntoIterator<Item = S>) -> Self {
        Self { head: head.into_iter().map(Into::into).collect(), words, ..Self::default() }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Adds a row that sums up.
    pub fn sum<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.row(cells);
        self.sums += 1;
    }

    /// For a terminal. With a width, long texts are wrapped to fit.
    pub fn text(&self, width: Option<u16>) -> String {
        let mut grid = Grid::new();
        grid.load_style(LOOK).set_header(&self.head);
        if let Some(width) = width {
            grid.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        for row in &self.rows {
            grid.add_row(row);
        }
        let words = self.words;
        for (number, column) in grid.column_iter_mut().enumerate() {
            if number >= words {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let mut lines: Vec<String> = grid.lines().map(|line| line.trim_end().to_owned()).collect();
        if self.sums > 0 && lines.len() > self.sums {
            let rule = lines.iter().find(|line| line.starts_with('─')).cloned().unwrap_or_default();
            lines.insert(lines.len() - self.sums, rule);
        }
        lines.join("\n")
    }

    /// For a document.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> =
                cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
            format!("| {} |", cells.join(" | "))
        };
        let rule = (0..self.head.len()).map(|column| if column < self.words { "---" } else { "---:" });
        let mut lines = vec![line(&self.head), format!("|{}|", rule.collect::<Vec<_>>().join("|"))];
        lines.extend(self.rows.iter().map(|row| line(row)));
        lines.join("\n")
    }
}

/// The width that a table of words should keep to: the terminal's, or a page's.
pub fn page_width() -> u16 {
    let terminal = console::Term::stdout();
    if terminal.is_term() { terminal.size().1.max(60) } else { 110 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_two_forms() {
        let mut table = Table::new(1, ["name", "a|b\nnodes"]);
        table.row(["jam:1", "1,234"]);
        table.sum(["all", "7"]);
        assert_eq!(table.markdown(), "| name | a\\|b nodes |\n|---|---:|\n| jam:1 | 1,234 |\n| all | 7 |");
        let text = table.text(None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 6, "{text}");
        assert!(lines[2].starts_with("──") && lines[4].starts_with("──"), "{text}");
        assert!(lines[5].ends_with("    7"), "{text}");
    }
}
