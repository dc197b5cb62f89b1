//! Files: one instance a line, or one board over many lines.

use super::line::{Form, Line, content, form, raw};
use super::{SIZES, grid, take_exit};

/// Cuts a file into its instances, each with the number of its first line, counted from 1.
///
/// Blank lines and `#` lines are ignored. A file of vehicle lists is cut after every line `.`, or, if the lists are in
/// brackets, after every line that is a whole list;
/// of the rest, a file whose lines are mostly longer than a row, or have `/` or the fields of a
/// database line in them, holds one instance a line. Grids with blank lines between them are boards of their own.
/// Anything else is a single board.
///
/// Lines of 16 cells are both 4×4 boards and rows of a 16-wide board. They are rows if the whole is a
/// sound board; otherwise they are boards if most of them are sound by themselves.
///
/// ```
/// use unstuck_rush_hour::text::split;
///
/// assert_eq!(split("# two\nooooAAoooooooooo\n\nooooAAooooBBoooo\n").len(), 2);
/// assert_eq!(split("oooo\nAAoo\noooo\noooo\n").len(), 1);
/// assert_eq!(split("oooo\nAAoo\noooo\noooo\n\noooo\nAAoB\noooB\noooo\n").len(), 2);
/// ```
pub fn split(text: &str) -> Vec<(usize, &str)> {
    let lines = content(text);
    if lines.is_empty() {
        return Vec::new();
    }
    let all: Vec<&str> = text.lines().collect();
    if form(&lines) == Form::List {
        let whole: Vec<Line<'_>> = raw(text).into_iter().filter(|line| line.is_whole_list()).collect();
        if whole.is_empty() {
            return lists(text, &lines);
        }
        return whole.iter().map(|line| (line.line, all[line.line - 1])).collect();
    }
    if one_a_line(&lines) {
        return lines.iter().map(|line| (line.line, all[line.line - 1])).collect();
    }
    grids(text, &lines).unwrap_or_else(|| vec![(1, text)])
}

/// Boards over many lines, with blank lines between them; none unless each of them is a board.
fn grids<'a>(text: &'a str, lines: &[Line<'_>]) -> Option<Vec<(usize, &'a str)>> {
    let all: Vec<&str> = text.lines().collect();
    let is_apart = |one: &Line<'_>, next: &Line<'_>| {
        all[one.line..next.line - 1].iter().any(|between| between.trim().is_empty())
    };
    let blocks: Vec<&[Line<'_>]> = lines.chunk_by(|one, next| !is_apart(one, next)).collect();
    let is_board = |block: &&[Line<'_>]| {
        let mut rows = block.to_vec();
        take_exit(&mut rows).is_ok() && SIZES.contains(&rows.len()) && grid::stands(&rows)
    };
    (blocks.len() > 1 && blocks.iter().all(is_board)).then(|| pieces(text, blocks))
}

fn one_a_line(lines: &[Line<'_>]) -> bool {
    let most = |count: usize| 2 * count >= lines.len();
    if most(lines.iter().filter(|line| line.is_whole()).count()) {
        return true;
    }
    let mut rows = lines.to_vec();
    if take_exit(&mut rows).is_ok() && SIZES.contains(&rows.len()) && grid::stands(&rows) {
        return false;
    }
    let boards = lines.iter().map(|line| line.cut('>').map_or(*line, |(board, _)| board));
    most(boards.filter(|board| board.text.chars().count() == 16 && grid::stands(&[*board])).count())
}

fn lists<'a>(text: &'a str, lines: &[Line<'_>]) -> Vec<(usize, &'a str)> {
    pieces(text, lines.split_inclusive(|line| line.text == "."))
}

/// The text of each group of lines, from its first to its last line.
fn pieces<'a, 'l>(text: &'a str, groups: impl IntoIterator<Item = &'l [Line<'l>]>) -> Vec<(usize, &'a str)> {
    // Byte offsets of the line starts, and of the end.
    let mut starts = vec![0];
    starts.extend(text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    let mut parts = Vec::new();
    for part in groups {
        if let (Some(first), Some(last)) = (part.first(), part.last()) {
            parts.push((first.line, &text[starts[first.line - 1]..starts[last.line]]));
        }
    }
    parts
}
