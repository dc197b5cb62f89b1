//! The texts of instances: files of TSPLIB, tables (see [`crate::csv`]) and lines (see [`crate::line`]).

use super::cities::Cities;
use crate::line::{Line, is_line};
use crate::tsplib::{File, Kind, is_file};
use crate::{csv, tsplib};
use unstuck_core::error::ParseError;

/// Reads the instance of a text in any of the formats. `name` is for those that have none.
///
/// # Errors
///
/// What is wrong with the text and where, or what in it is not supported.
pub fn read(text: &str, name: &str) -> Result<Vec<Cities>, ParseError> {
    if is_line(text) {
        let line = Line::read(text)?;
        if line.capacity.is_some() {
            return Err(ParseError::new("this is about routes, not about a tour").help("its domain is cvrp"));
        }
        let Line { name: own, scale, distances, best_known, .. } = line;
        let named = Cities::new(if own.is_empty() { name } else { &own }, distances);
        return Ok(vec![Cities { scale, best_known, ..named }]);
    }
    if !is_file(text) {
        let table = csv::read(text)?;
        return Ok(vec![Cities { scale: table.scale, ..Cities::new(name, table.distances) }]);
    }
    let File { name: own, kind, distances, .. } = File::read(text)?;
    if kind != Kind::Tour {
        return Err(ParseError::new("this file is about routes, not about a tour").help("its domain is cvrp"));
    }
    Ok(vec![Cities::new(if own.is_empty() { name } else { &own }, distances)])
}

/// The instance on one line.
pub fn line(cities: &Cities) -> String {
    let Cities { name, distances, scale, best_known } = cities;
    Line::write(name, (*scale, distances), None, *best_known)
}

/// Reads a tour, which must visit every city once.
///
/// # Errors
///
/// What is wrong with the text or the tour.
pub fn read_tour(text: &str, count: usize) -> Result<Vec<u32>, ParseError> {
    let tour = tsplib::read_tour(text, count)?;
    let mut seen = vec![false; count];
    for &city in &tour {
        if std::mem::replace(&mut seen[city as usize], true) {
            return Err(ParseError::new(format!("the tour visits city {} twice", city + 1)));
        }
    }
    match seen.iter().position(|seen| !seen) {
        Some(city) => Err(ParseError::new(format!("the tour does not visit city {}", city + 1))),
        None => Ok(tour),
    }
}
