//! Boards as text: every form people keep Rush Hour boards in is read, the first is written.
//!
//! 1. **A row-major string**: `o` or `.` is empty, `x` a wall, `A` the target, any other sign a
//!    vehicle. A string without row breaks is a square board, known by its length (36 is 6×6);
//!    other boards have their rows on lines of their own or separated by `/`. The exit is on the
//!    right unless the text ends with `>left`, `>up` or `>down`.
//! 2. **A database line** `MOVES BOARD CLUSTER`; only the board is used, the cluster may be missing.
//! 3. **A vehicle list**, one vehicle a line, the target first, `x` and `y` counted from 0 at the top
//!    left: `orientation,x,y,length` (0 horizontal, 1 vertical) or `x y h|v length`, each in brackets
//!    or not. See `list` for the header lines; without them the board is 6×6. The target is called A,
//!    the others B, C, …
//!
//! On a board without A the target is X, if there is one. Blank lines, lines that start with `#` and
//! what follows `#`, `;` or `//` after a blank are ignored everywhere, so `#` is no vehicle; nor are `/`, `>` and `,`, which other forms need.
//!
//! ```
//! use unstuck_rush_hour::text::{Reading, parse, print};
//!
//! let board = parse("BBoo\nAAoC\n...C\nxooo", &Reading::default())?;
//! assert_eq!(print(&board), "BBooAAoCoooCxooo");
//!
//! let error = parse("BBooAAoCooooxooo", &Reading::default()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 1, column 8: vehicle C covers only row 2, column 4 \
//!      (a vehicle covers 2 cells or more in a line; a fixed obstacle is x)"
//! );
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```

mod file;
mod grid;
mod line;
mod list;
#[cfg(test)]
mod tests;

use super::sign;
pub use super::sign::letters;
pub use file::split;

use super::board::{Axis, Board, Exit, Vehicle};
use line::{Form, Line};
use unstuck_core::error::ParseError;

/// What a text leaves open: which vehicle is the target, and where the exit is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// The target's letter; A when not given, or X on a board without A. In a vehicle list, the letter the target gets.
    pub target: Option<char>,
    /// The side of the exit; it wins over what the text says.
    pub exit: Option<Exit>,
}

impl Reading {
    /// The reading under which [`print()`]ing `board` and [`parse`]ing it again gives `board`.
    ///
    /// A text does not say which letter is the target, so a board whose target is not A
    /// needs the same letter named again.
    pub fn of(board: &Board) -> Self {
        let target = board.vehicles.get(board.target).map(|v| v.letter);
        Self { target: target.filter(|&letter| letter != DEFAULT_TARGET), exit: None }
    }

    fn letter(&self) -> char {
        self.target.unwrap_or(DEFAULT_TARGET)
    }
}

const DEFAULT_TARGET: char = 'A';

/// The sizes a board may have, in both directions.
const SIZES: std::ops::RangeInclusive<usize> = 4..=16;

/// Everything a text says but the exit.
struct Draft {
    width: u8,
    height: u8,
    vehicles: Vec<Vehicle>,
    target: usize,
    walls: Vec<(u8, u8)>,
    /// Line and column of the target, for errors about it.
    target_at: (usize, usize),
}

/// Reads one board in any of the forms.
///
/// # Errors
///
/// Says what is wrong, where, and what would be right; short, however long the text.
pub fn parse(text: &str, reading: &Reading) -> Result<Board, ParseError> {
    let letter = reading.letter();
    if let Some(why) = sign::refusal(letter) {
        return Err(ParseError::new(format!("the target cannot be marked {}: {why}", sign::show(letter)))
            .help("choose a letter such as A, X or R"));
    }
    let mut lines = line::content(text);
    let form = line::form(&lines);
    if form == Form::Database {
        lines = vec![grid::database_field(lines[0])?];
    }
    let written = take_exit(&mut lines)?;
    if lines.is_empty() {
        return Err(ParseError::new("there is no board in the text")
            .at(1, 1)
            .help("write its cells row by row, for example BBooAAoCoooCxooo"));
    }
    let draft = match form {
        Form::List => list::read(&lines, letter)?,
        Form::Grid | Form::Database => grid::read(&lines, reading.target)?,
    };
    finish(draft, reading.exit.or(written))
}

/// Whether a text looks like a board or a vehicle list with a mistake in it: most signs are empty cells, walls, or letters
/// that occur again; or every line is a vehicle.
pub fn resembles_board(text: &str) -> bool {
    let lines = line::content(text);
    let is_vehicle = |line: &Line<'_>| {
        let fields = line.fields();
        matches!(fields[..], [first, _, third, _]
            if matches!(first.text, "0" | "1") || matches!(third.text, "h" | "v" | "H" | "V"))
    };
    let like = lines.iter().filter(|line| is_vehicle(line)).count();
    // A list may have a mistake in it.
    if lines.len() > 1 && 2 * like >= lines.len() && lines.iter().all(|line| line.fields().len() == 4) {
        return true;
    }
    let words = lines.iter().flat_map(|line| line.words()).filter(|word| !line::is_number(word.text));
    let cells: Vec<char> = words.flat_map(|word| word.text.chars()).filter(|sign| *sign != '/').collect();
    let count = |which: &dyn Fn(char) -> bool| cells.iter().filter(|cell| which(**cell)).count();
    let empty = count(&|cell| matches!(cell, 'o' | '.'));
    let fits = |cell: char| {
        matches!(cell, 'o' | '.' | 'x') || cells.iter().filter(|other| **other == cell).count() > 1
    };
    cells.len() >= 4 && 6 * empty >= cells.len() && 4 * count(&fits) >= 3 * cells.len()
}

/// Writes a board in the first form: one string for a square board, rows separated by `/` otherwise.
///
/// Empty cells are `o`, and the exit is named unless it is on the right. [`Reading::of`] reads it back.
pub fn print(board: &Board) -> String {
    let signs = board.signs();
    let rows = signs.chunks(usize::from(board.width).max(1)).map(|row| row.iter().collect::<String>());
    let separator = if board.width == board.height { "" } else { "/" };
    let mut text = rows.collect::<Vec<_>>().join(separator);
    if board.exit != Exit::Right {
        text.push('>');
        text.push_str(board.exit.name());
    }
    text
}

/// Cuts `>side` off the end of the last line, or takes away the line that holds nothing else.
fn take_exit(lines: &mut Vec<Line<'_>>) -> Result<Option<Exit>, ParseError> {
    let Some(last) = lines.last_mut() else {
        return Ok(None);
    };
    let Some((before, after)) = last.cut('>') else {
        return Ok(None);
    };
    let exit = Exit::named(after.text).ok_or_else(|| {
        let what = if after.text.is_empty() { "nothing".to_owned() } else { sign::quote(after.text) };
        ParseError::new(format!("{what} is not a side for the exit"))
            .at(after.line, after.column)
            .help("end the text with >left, >right, >up or >down")
    })?;
    if before.text.is_empty() {
        lines.pop();
    } else {
        *last = before;
    }
    Ok(Some(exit))
}

fn finish(draft: Draft, exit: Option<Exit>) -> Result<Board, ParseError> {
    let Draft { width, height, vehicles, target, walls, target_at: (line, column) } = draft;
    let car = vehicles[target];
    let exit = exit.unwrap_or(Exit::Right);
    if car.axis != exit.axis() {
        let (lies, side, one, other) = match (car.axis, exit) {
            (Axis::Vertical, Exit::Left) => ("vertical", "on the left", "up", "down"),
            (Axis::Vertical, _) => ("vertical", "on the right", "up", "down"),
            (Axis::Horizontal, Exit::Up) => ("horizontal", "at the top", "left", "right"),
            (Axis::Horizontal, _) => ("horizontal", "at the bottom", "left", "right"),
        };
        let letter = car.letter;
        return Err(ParseError::new(format!("the target {letter} is {lies}, but the exit is {side}"))
            .at(line, column)
            .help(format!("end the text with >{one} or >{other}, or choose the exit {one} or {other}")));
    }
    let mut board = Board { width, height, vehicles, target, walls, exit };
    board.sort();
    Ok(board)
}
