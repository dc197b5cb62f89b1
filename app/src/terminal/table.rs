//! Tables, as text for a terminal or as Markdown.

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table as Grid, TableStyle, Width,
};

/// A line under the head, and space between the columns.
const LOOK: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Space between the contents of two columns in that look.
const GAP: usize = 3;

/// Longest word that is not broken: names are shorter.
const IDENTIFIER: usize = 48;

/// Space that the look puts around the content of a column.
const PADDING: usize = 2;

/// Cells in rows under a head.
#[derive(Default)]
pub struct Table {
    head: Vec<String>,
    /// Titles over several columns, each with the column it begins at.
    groups: Vec<(usize, String)>,
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

    /// Adds columns of numbers under a title.
    pub fn group<S: Into<String>>(&mut self, title: impl Into<String>, columns: impl IntoIterator<Item = S>) {
        self.groups.push((self.head.len(), title.into()));
        self.head.extend(columns.into_iter().map(Into::into));
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

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// For a terminal. With a width, explanations are wrapped to fit.
    pub fn text(&self, width: Option<u16>) -> String {
        let mut grid = Grid::new();
        grid.load_style(LOOK).set_header(&self.head);
        if let Some(width) = width {
            grid.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        for row in &self.rows {
            grid.add_row(row);
        }
        let widths = width.map(|width| self.widths(usize::from(width)));
        for (number, column) in grid.column_iter_mut().enumerate() {
            if number >= self.words {
                column.set_cell_alignment(CellAlignment::Right);
            }
            if let Some(widths) = &widths {
                let width = (widths[number] + PADDING) as u16;
                column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
            }
        }
        let mut lines: Vec<String> = grid.lines().map(|line| line.trim_end().to_owned()).collect();
        if self.sums > 0 && lines.len() > self.sums {
            let rule = lines.iter().find(|line| line.starts_with('─')).cloned().unwrap_or_default();
            lines.insert(lines.len() - self.sums, rule);
        }
        if !self.groups.is_empty() {
            lines.insert(0, self.titles());
        }
        lines.join("\n")
    }

    /// The widths of the columns' contents on a page: the widest are wrapped, between words, until all fit. Names and
    /// numbers are never broken.
    fn widths(&self, page: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = (0..self.head.len()).map(|column| self.width(column)).collect();
        let least: Vec<usize> =
            (0..self.head.len()).map(|column| self.longest_word(column).min(IDENTIFIER)).collect();
        while widths.iter().map(|width| width + PADDING).sum::<usize>() + widths.len() > page + 1 {
            let wide = (0..widths.len()).filter(|&column| widths[column] > least[column]);
            let Some(widest) = wide.max_by_key(|&column| widths[column]) else { break };
            widths[widest] -= 1;
        }
        widths
    }

    /// The longest word of a column, its head included.
    fn longest_word(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column)).chain(self.head.get(column));
        cells.flat_map(|cell| cell.split_whitespace()).map(|word| word.chars().count()).max().unwrap_or(0)
    }

    /// The widest content of a column, its head included.
    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column)).chain(self.head.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }

    /// The line of titles, each above the first of its columns.
    fn titles(&self) -> String {
        let start = |column: usize| 1 + (0..column).map(|before| self.width(before) + GAP).sum::<usize>();
        let mut line = String::new();
        for (number, (column, title)) in self.groups.iter().enumerate() {
            let from = start(*column);
            let end = self.groups.get(number + 1).map_or(usize::MAX, |(next, _)| start(*next) - 1);
            let gap = from.saturating_sub(line.chars().count());
            line.extend(std::iter::repeat_n(' ', gap).chain(title.chars().take(end - from)));
        }
        line
    }

    /// For a document.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> =
                cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
            format!("| {} |", cells.join(" | "))
        };
        let rule = (0..self.head.len()).map(|column| if column < self.words { "---" } else { "---:" });
        let mut head = self.head.clone();
        for (column, title) in &self.groups {
            head[*column] = format!("{title}<br>{}", head[*column]);
        }
        let mut lines = vec![line(&head), format!("|{}|", rule.collect::<Vec<_>>().join("|"))];
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
        let mut table = Table::new(1, ["name"]);
        table.group("a|b", ["nodes", "depth"]);
        table.group("c", ["nodes"]);
        table.row(["jam:1", "1,234", "8", "5"]);
        table.sum(["all", "7", "8", "123456"]);
        assert_eq!(
            table.markdown(),
            "| name | a\\|b<br>nodes | depth | c<br>nodes |\n|---|---:|---:|---:|\n\
             | jam:1 | 1,234 | 8 | 5 |\n| all | 7 | 8 | 123456 |"
        );
        let text = table.text(None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "         a|b             c");
        assert_eq!(lines[1], " name    nodes   depth    nodes");
        assert_eq!(lines[3], " jam:1   1,234       8        5");
        assert_eq!(lines[5], " all         7       8   123456");
        assert!(lines[2].starts_with("──") && lines[4].starts_with("──"), "{text}");
    }

    #[test]
    fn names_are_never_wrapped() {
        let mut table = Table::new(2, ["name", "meaning"]);
        table.row([
            "number_well_placed",
            "cards in columns that are wholly in order, from the bottom to the top",
        ]);
        let text = table.text(Some(40));
        assert!(text.contains(" number_well_placed "), "{text}");
        assert!(text.lines().count() > 4 && text.lines().all(|line| line.chars().count() <= 40), "{text}");
    }
}
