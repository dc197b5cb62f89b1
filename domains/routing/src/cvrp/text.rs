//! The texts of instances (files of CVRPLIB, tables, lines of [`crate::line`]) and of solutions.
//!
//! A table begins with a line `capacity,NUMBER`. Then follow rows with the columns `x`, `y` and `demand`, the depot first; or
//! a line `demand,0,…` with the demands of all places and a matrix of distances. Rows may have a column `fixed` with the number
//! of a route, and a column `apart` with the numbers of customers that must not share the route, separated by spaces.

use super::customers::Customers;
use crate::csv;
use crate::distances::Distances;
use crate::line::{Line, is_line};
use crate::tsplib::{File, Kind, is_file};
use std::fmt::Write;
use unstuck_core::error::{ParseError, presentable};

/// Reads the instance of a text in any of the formats. `name` is for those that have none.
///
/// # Errors
///
/// What is wrong with the text and where, or what in it is not supported.
pub fn read(text: &str, name: &str) -> Result<Vec<Customers>, ParseError> {
    if is_line(text) {
        let line = Line::read(text)?;
        let Some(capacity) = line.capacity else {
            let error = ParseError::new("there is no capacity");
            return Err(error.help("write capacity N demand 0 N …; without it the domain is tsp"));
        };
        let Line { name: own, scale, demands, fixed, apart, distances, best_known, .. } = line;
        let named = Customers::new(if own.is_empty() { name } else { &own }, distances, demands, capacity)?;
        return Ok(vec![Customers { scale, best_known, ..named.constrained(fixed, apart)? }]);
    }
    if !is_file(text) {
        return table(text, name).map(|customers| vec![customers]);
    }
    let File { name: own, kind, distances, capacity, mut demands, depot } = File::read(text)?;
    if kind != Kind::Routes {
        return Err(ParseError::new("this file is about a tour, not about routes").help("its domain is tsp"));
    }
    let Some(capacity) = capacity else { return Err(ParseError::new("CAPACITY is missing")) };
    if demands.is_empty() {
        return Err(ParseError::new("DEMAND_SECTION is missing"));
    }
    let (mut distances, depot) = (distances, depot.unwrap_or(0) as usize);
    if depot != 0 {
        demands[..=depot].rotate_right(1);
        distances = first(&distances, depot)?;
    }
    Customers::new(if own.is_empty() { name } else { &own }, distances, demands, capacity)
        .map(|customers| vec![customers])
}

/// The same distances with a place as the first.
fn first(distances: &Distances, place: usize) -> Result<Distances, ParseError> {
    let mut order: Vec<u32> = (0..distances.count() as u32).collect();
    order[..=place].rotate_right(1);
    let places =
        || order.iter().filter_map(|&place| distances.places().get(place as usize).copied()).collect();
    match distances.rule() {
        Some(rule) => Distances::of_places(places(), rule),
        None => {
            let row = |&a: &u32| order.iter().map(move |&b| distances.get(a, b)).collect::<Vec<_>>();
            Distances::of_matrix(order.len(), order.iter().flat_map(row).collect(), places())
        }
    }
}

/// Whether a text has the form of a table: the capacity, then a header of places with demands or a row of demands.
pub fn is_table(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    first.starts_with("capacity,")
        && (second.starts_with("demand,") || csv::has_places(second) && second.contains("demand"))
}

fn number(cell: &str, line: usize) -> Result<i64, ParseError> {
    let wrong = || ParseError::new(format!("expected a whole number, found '{}'", presentable(cell, 20)));
    cell.trim().parse().map_err(|_| wrong().at(line, 1))
}

fn table(text: &str, name: &str) -> Result<Customers, ParseError> {
    let mut lines = (1..).zip(text.lines());
    let mut filled = || lines.find(|(_, line)| !line.trim().is_empty());
    let help = "write capacity,NUMBER first; then rows with x,y,demand, or demand,0,… and a matrix";
    let Some((line, first)) = filled() else { return Err(ParseError::new("the text is empty").help(help)) };
    let Some(("capacity", capacity)) = first.split_once(',') else {
        return Err(ParseError::new("the first line does not say the capacity").at(line, 1).help(help));
    };
    let capacity = number(capacity, line)?;
    let Some((row, second)) = filled() else { return Err(ParseError::new("there are no places").help(help)) };
    let skipped = |lines: usize| text.split_inclusive('\n').skip(lines).collect::<String>();
    let shifted = |error: ParseError, by: usize| match &error.place {
        Some(place) => {
            let (line, column) = (place.line + by, place.column);
            error.at(line, column)
        }
        None => error,
    };
    if let Some(("demand", demands)) = second.split_once(',') {
        let demands = demands.split(',').map(|cell| number(cell, row)).collect::<Result<Vec<i64>, _>>()?;
        let table = csv::read(&skipped(row)).map_err(|error| shifted(error, row))?;
        let customers = Customers::new(name, table.distances, demands, capacity)?;
        return Ok(Customers { scale: table.scale, ..customers });
    }
    let table = csv::read(&skipped(row - 1)).map_err(|error| shifted(error, row - 1))?;
    let Some((_, cells)) = table.columns.iter().find(|(name, _)| name == "demand") else {
        return Err(ParseError::new("there is no column 'demand'").at(row, 1).help(help));
    };
    let demands =
        cells.iter().map(|(line, cell)| number(cell, line + row - 1)).collect::<Result<Vec<_>, _>>()?;
    let of = |wanted: &str| {
        let column = table.columns.iter().find(|(name, _)| name == wanted);
        let cells = column.into_iter().flat_map(|(_, cells)| (0..).zip(cells));
        let words = |(place, (line, cell)): (u32, &(usize, String))| {
            let words = cell.split_whitespace().map(|word| match number(word, line + row - 1)? {
                found @ 0..=0xffff_ffff => Ok((place, found as u32)),
                found => Err(ParseError::new(format!("expected a number from 0, found {found}"))),
            });
            words.collect::<Vec<Result<(u32, u32), ParseError>>>()
        };
        cells.flat_map(words).collect::<Result<Vec<_>, _>>()
    };
    let (fixed, apart) = (of("fixed")?, of("apart")?);
    let customers = Customers::new(name, table.distances, demands, capacity)?.constrained(fixed, apart)?;
    Ok(Customers { scale: table.scale, ..customers })
}

/// The instance on one line.
pub fn line(customers: &Customers) -> String {
    let Customers { name, distances, demands, capacity, constraints, scale, best_known } = customers;
    Line::write(name, (*scale, distances), Some((*capacity, demands, constraints)), *best_known)
}

/// Reads the routes of a `.sol` text: `Route #1: 3 1 2`, customers numbered from 1. Every customer must be served once.
///
/// # Errors
///
/// What is wrong with the text or the routes, and where.
pub fn read_routes(text: &str, count: usize) -> Result<Vec<Vec<u32>>, ParseError> {
    let (mut routes, mut served) = (Vec::new(), vec![false; count]);
    for (line, row) in (1..).zip(text.lines()) {
        let Some((head, customers)) = row.split_once(':') else { continue };
        if !head.trim_start().to_ascii_lowercase().starts_with("route") {
            continue;
        }
        let mut route = Vec::new();
        for word in customers.split_whitespace() {
            let wrong = |what: &str| ParseError::new(format!("{what} {}", presentable(word, 20))).at(line, 1);
            let number = word.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
            let number = number.ok_or_else(|| wrong("there is no customer"))?;
            if std::mem::replace(&mut served[number - 1], true) {
                return Err(wrong("a route before this one serves customer"));
            }
            route.push(number as u32);
        }
        routes.push(route);
    }
    match served.iter().position(|served| !served) {
        Some(customer) => {
            let error = ParseError::new(format!("no route serves customer {}", customer + 1));
            Err(error.help("write each route as Route #1: 3 1 2"))
        }
        None => Ok(routes),
    }
}

/// The text of routes.
pub fn write_routes<'r>(routes: impl Iterator<Item = Vec<u32>> + 'r, cost: i64, out: &mut String) {
    for (route, number) in routes.zip(1..) {
        let words: Vec<String> = route.iter().map(u32::to_string).collect();
        let _ = writeln!(out, "Route #{number}: {}", words.join(" "));
    }
    let _ = writeln!(out, "Cost {cost}");
}
