//! Vehicle lists: one vehicle a line, the target first.
//!
//! A vehicle is `orientation,x,y,length` with orientation 0 (horizontal) or 1 (vertical), or
//! `x y h|v length`; commas and blanks are interchangeable, the third field tells the two apart.
//! `x` is the column and `y` the row of the left or top end, counted from 0.
//!
//! Before the vehicles there may be a name (a line that does not start with a number, if a size
//! follows), a size (`6`, or `8 6` for 8 wide and 6 high) and, after the size, the number of
//! vehicles. Without a size the board is 6×6: guessing one from the vehicles would move the exit.
//! A line `.` ends the list.

use super::line::{Line, is_number};
use super::{Draft, SIZES};
use crate::board::{Axis, Vehicle};
use crate::sign;
use unstuck_core::error::ParseError;

const FORMS: &str = "write orientation,x,y,length with orientation 0 or 1, or x y h length and x y v length";

/// Reads a list; the target gets the letter `target`.
pub(super) fn read(lines: &[Line<'_>], target: char) -> Result<Draft, ParseError> {
    let (header, rest) = Header::read(lines)?;
    let (rest, after) = match rest.iter().position(|line| line.text == ".") {
        Some(end) => (&rest[..end], rest.get(end + 1)),
        None => (rest, None),
    };
    if let Some(line) = after {
        return Err(ParseError::new("there is more after the end of the list")
            .at(line.line, line.column)
            .help("the line . ends a list; read the file as several boards"));
    }
    // No other vehicle gets the target's letter; without an option that leaves B, C, … for the others.
    // There are more letters than vehicles fit on a board, so every line gets one or is refused.
    let others = super::letters().filter(|&letter| letter != 'A' && letter != target);
    let mut taken: Vec<Option<usize>> = vec![None; header.width * header.height];
    let mut vehicles: Vec<Vehicle> = Vec::new();
    for (line, letter) in rest.iter().zip(std::iter::once(target).chain(others)) {
        let vehicle = vehicle(*line, letter, &header)?;
        for (row, column) in vehicle.cells() {
            let cell = &mut taken[usize::from(row) * header.width + usize::from(column)];
            if let Some(other) = *cell {
                let (this, row, column) = (vehicles.len() + 1, row + 1, column + 1);
                let message =
                    format!("vehicle {this} overlaps vehicle {other} at row {row}, column {column}");
                return Err(ParseError::new(message)
                    .at(line.line, line.column)
                    .help("every cell holds at most one vehicle; x is the column and y the row, from 0"));
            }
            *cell = Some(vehicles.len() + 1);
        }
        vehicles.push(vehicle);
    }
    if vehicles.is_empty() {
        return Err(ParseError::new("the list has no target: there is no vehicle in it")
            .at(lines[0].line, lines[0].column)
            .help(FORMS));
    }
    if let Some(line) = header.count.filter(|line| line.text.parse() != Ok(vehicles.len())) {
        let message = format!(
            "the header announces {} as the number of vehicles, but there are {} in the list",
            sign::quote(line.text),
            vehicles.len()
        );
        return Err(ParseError::new(message)
            .at(line.line, line.column)
            .help("after the size of the board comes the number of vehicles, or nothing"));
    }
    let target_at = (rest[0].line, rest[0].column);
    let (width, height) = (header.width as u8, header.height as u8);
    Ok(Draft { width, height, vehicles, target: 0, walls: Vec::new(), target_at })
}

struct Header<'a> {
    width: usize,
    height: usize,
    /// The number of vehicles it announces.
    count: Option<Line<'a>>,
}

impl<'a> Header<'a> {
    fn read<'b>(mut lines: &'b [Line<'a>]) -> Result<(Self, &'b [Line<'a>]), ParseError> {
        let mut header = Self { width: 6, height: 6, count: None };
        // A name is taken for one only where it must be: a vehicle with a mistake in it is not to be lost.
        if let [name, second, ..] = lines
            && !name.starts_with_number()
            && numbers(*second).is_some()
        {
            lines = &lines[1..];
        }
        if let [size, rest @ ..] = lines
            && let Some((width, height)) = numbers(*size)
        {
            if !SIZES.contains(&width) || !SIZES.contains(&height) {
                return Err(ParseError::new(format!(
                    "a board cannot have the size {}",
                    sign::quote(size.text)
                ))
                .at(size.line, size.column)
                .help("width and height may each be 4 to 16"));
            }
            (header.width, header.height, lines) = (width, height, rest);
            if let [count, rest @ ..] = lines
                && is_number(count.text)
            {
                header.count = Some(*count);
                lines = rest;
            }
        }
        Ok((header, lines))
    }
}

/// The one or two numbers of a size; one number stands for both.
fn numbers(line: Line<'_>) -> Option<(usize, usize)> {
    let words: Vec<Line<'_>> = line.words().take(3).collect();
    let number = |word: &Line<'_>| is_number(word.text).then(|| word.text.parse().unwrap_or(usize::MAX));
    match &words[..] {
        [side] => number(side).map(|side| (side, side)),
        [width, height] => Some((number(width)?, number(height)?)),
        _ => None,
    }
}

fn vehicle(line: Line<'_>, letter: char, header: &Header<'_>) -> Result<Vehicle, ParseError> {
    let fields = line.fields();
    let [first, second, third, fourth] = fields[..] else {
        let found = fields.len();
        let message = format!("a vehicle has 4 fields, but this line has {found}");
        return Err(ParseError::new(message).at(line.line, line.column).help(FORMS));
    };
    let (axis, x, y) = match third.text {
        "h" | "H" => (Axis::Horizontal, first, second),
        "v" | "V" => (Axis::Vertical, first, second),
        // Between blanks, a third field that is not a number was meant to be the orientation.
        _ if !line.text.contains(',') && number(third, "y").is_err() => return Err(no_orientation(third)),
        _ => match first.text {
            "0" => (Axis::Horizontal, second, third),
            "1" => (Axis::Vertical, second, third),
            _ => return Err(no_orientation(first)),
        },
    };
    let (column, row, length) = (number(x, "x")?, number(y, "y")?, number(fourth, "length")?);
    if length < 2 {
        return Err(ParseError::new(format!("a vehicle of length {length}"))
            .at(fourth.line, fourth.column)
            .help("a vehicle covers 2 cells or more"));
    }
    let (last_row, last_column) = match axis {
        Axis::Horizontal => (row, column + length - 1),
        Axis::Vertical => (row + length - 1, column),
    };
    let inside =
        row >= 0 && column >= 0 && last_row < header.height as i64 && last_column < header.width as i64;
    if !inside {
        let (width, height) = (header.width, header.height);
        let vehicle = format!("the vehicle at x {column}, y {row} of length {length}");
        let sizes = "another size goes on a line before the vehicles, such as 8 or 8 6";
        let message = format!("{vehicle} does not fit on a board {width} wide and {height} high");
        return Err(ParseError::new(message).at(line.line, line.column).help(format!(
            "x is 0 to {}, y is 0 to {}; {sizes}",
            width - 1,
            height - 1
        )));
    }
    Ok(Vehicle { letter, axis, row: row as u8, column: column as u8, length: length as u8 })
}

fn number(field: Line<'_>, name: &str) -> Result<i64, ParseError> {
    let value = field.text.parse::<i32>().map(i64::from);
    value.map_err(|_| {
        ParseError::new(format!("{} is not a whole number for {name}", sign::quote(field.text)))
            .at(field.line, field.column)
            .help(FORMS)
    })
}

fn no_orientation(field: Line<'_>) -> ParseError {
    ParseError::new(format!("{} is not an orientation", sign::quote(field.text)))
        .at(field.line, field.column)
        .help(FORMS)
}
