//! Tables of places: coordinates with a header, or a matrix of distances.
//!
//! | form | text |
//! |---|---|
//! | coordinates | a header with `x` and `y` (or `lon` and `lat`), other columns by their names; a row for each place |
//! | matrix | rows of as many numbers as there are rows |
//!
//! Distances are whole numbers. Where coordinates have a fraction, everything is multiplied by a power of ten, so that about
//! seven digits of a distance are kept.

use crate::distances::{Distances, MAX_DISTANCE, Rule};
use crate::tsplib::{MAX_MATRIX, MAX_PLACES};
use unstuck_core::error::{ParseError, presentable};

/// A table that was read.
#[derive(Debug, Clone)]
pub struct Table {
    /// The distances.
    pub distances: Distances,
    /// What coordinates or distances were multiplied by.
    pub scale: f64,
    /// The other columns of a table of coordinates: their names, and the cells by place with the line of each.
    pub columns: Vec<(String, Vec<(usize, String)>)>,
}

/// The cells of a row. Cells are numbers and names: quotes may surround them, but do not nest.
fn cells(line: &str) -> Vec<&str> {
    line.split([',', ';', '\t']).map(|cell| cell.trim().trim_matches('"')).collect()
}

/// Whether a text begins with the header of a table of coordinates.
pub fn has_places(text: &str) -> bool {
    let header = text.lines().find(|line| !line.trim().is_empty()).map(cells).unwrap_or_default();
    let has =
        |names: [&str; 2]| header.iter().any(|cell| names.iter().any(|name| cell.eq_ignore_ascii_case(name)));
    has(["x", "lon"]) && has(["y", "lat"])
}

fn number(cell: &str, what: &str, line: usize) -> Result<f64, ParseError> {
    let wrong = || ParseError::new(format!("expected {what}, found '{}'", presentable(cell, 20))).at(line, 1);
    cell.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(wrong)
}

/// Reads a table.
///
/// # Errors
///
/// What is wrong with it, and where.
pub fn read(text: &str) -> Result<Table, ParseError> {
    let mut rows = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).peekable();
    let Some(&(line, first)) = rows.peek() else { return Err(ParseError::new("the text is empty")) };
    let header = cells(first);
    if header.iter().all(|cell| cell.parse::<f64>().is_ok()) {
        return matrix(rows.map(|(line, row)| (line, cells(row))).collect());
    }
    let column = |names: [&str; 2]| {
        header.iter().position(|cell| names.iter().any(|name| cell.eq_ignore_ascii_case(name)))
    };
    let (Some(x), Some(y)) = (column(["x", "lon"]), column(["y", "lat"])) else {
        let error = ParseError::new("the columns of this table are not known").at(line, 1);
        return Err(error.help("write a header with x and y, or a matrix of distances without a header"));
    };
    rows.next();
    let mut places = Vec::new();
    let others: Vec<usize> = (0..header.len()).filter(|&place| place != x && place != y).collect();
    let mut columns: Vec<(String, Vec<(usize, String)>)> =
        others.iter().map(|&place| (header[place].to_ascii_lowercase(), Vec::new())).collect();
    for (line, row) in rows {
        let cells = cells(row);
        let cell = |place: usize| cells.get(place).copied().unwrap_or("");
        places.push([number(cell(x), "a coordinate", line)?, number(cell(y), "a coordinate", line)?]);
        for (column, &place) in columns.iter_mut().zip(&others) {
            column.1.push((line, cell(place).to_owned()));
        }
        if places.len() > MAX_PLACES {
            return Err(ParseError::new(format!("there are more than {MAX_PLACES} places")).at(line, 1));
        }
    }
    if places.is_empty() {
        return Err(ParseError::new("the table has no rows"));
    }
    let (places, scale) = scaled(places);
    Ok(Table { distances: Distances::of_places(places, Rule::Euclidean)?, scale, columns })
}

/// Coordinates with fractions, multiplied by the power of ten that makes their range about ten million.
pub fn scaled(mut places: Vec<[f64; 2]>) -> (Vec<[f64; 2]>, f64) {
    if places.iter().flatten().all(|coordinate| coordinate.fract() == 0.0) {
        return (places, 1.0);
    }
    let range = |axis: usize| {
        let each = || places.iter().map(|place| place[axis]);
        each().fold(f64::MIN, f64::max) - each().fold(f64::MAX, f64::min)
    };
    let largest = range(0).max(range(1));
    let mut scale = 1.0;
    while largest * scale < 1e6 && scale < 1e9 {
        scale *= 10.0;
    }
    places.iter_mut().flatten().for_each(|coordinate| *coordinate *= scale);
    (places, scale)
}

fn matrix(rows: Vec<(usize, Vec<&str>)>) -> Result<Table, ParseError> {
    let count = rows.len();
    if count > MAX_MATRIX {
        let wrong = format!("{count} places with all distances; {MAX_MATRIX} are supported");
        return Err(ParseError::new(wrong));
    }
    let mut values = Vec::with_capacity(count * count);
    for (row, (line, cells)) in rows.into_iter().enumerate() {
        if cells.len() != count {
            let wrong = format!("{} distances in a matrix of {count} rows", cells.len());
            return Err(ParseError::new(wrong).at(line, 1));
        }
        for (column, cell) in cells.into_iter().enumerate() {
            let value = number(cell, "a distance", line)?;
            if row == column {
                values.push(0.0);
                continue;
            }
            if !(0.0..=MAX_DISTANCE as f64).contains(&value) {
                let wrong = format!("the distance {value}; 0 to {MAX_DISTANCE} is supported");
                return Err(ParseError::new(wrong).at(line, 1));
            }
            values.push(value);
        }
    }
    let largest = values.iter().copied().fold(0.0, f64::max);
    let whole = values.iter().all(|value| value.fract() == 0.0);
    let mut scale = 1.0;
    while !whole && largest * scale < 1e6 && scale < 1e9 {
        scale *= 10.0;
    }
    let matrix = values.iter().map(|value| (value * scale).round() as i32).collect();
    Ok(Table { distances: Distances::of_matrix(count, matrix, Vec::new())?, scale, columns: Vec::new() })
}
