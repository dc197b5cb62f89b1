//! Files of TSPLIB and CVRPLIB: keywords with values, then sections of numbers.
//!
//! ```
//! use unstuck_routing::tsplib::File;
//! let text = "NAME : three\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 6 8\nEOF";
//! let file = File::read(text).unwrap();
//! assert_eq!((file.name.as_str(), file.distances.get(0, 2)), ("three", 10));
//! let error = File::read(&text.replace("EUC_2D", "XRAY1")).unwrap_err();
//! assert_eq!(error.place.map(|place| place.line), Some(4));
//! ```

use crate::distances::{Distances, MAX_DISTANCE, Rule};
use std::fmt::Write;
use unstuck_core::error::ParseError;

/// What a file of places is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `TSP`.
    Tour,
    /// `CVRP`.
    Routes,
}

/// A file that was read.
#[derive(Debug, Clone)]
pub struct File {
    /// `NAME`.
    pub name: String,
    /// `TYPE`.
    pub kind: Kind,
    /// The distances of the places, numbered from 0.
    pub distances: Distances,
    /// `CAPACITY`, of routes.
    pub capacity: Option<i64>,
    /// The demands by place, of routes; empty if there are none.
    pub demands: Vec<i64>,
    /// The depot, numbered from 0.
    pub depot: Option<u32>,
}

/// Most places of a file.
pub const MAX_PLACES: usize = 1_000_000;
/// Most places of a file with all distances.
pub const MAX_MATRIX: usize = 10_000;

/// Whether a text has the form of such a file.
pub fn is_file(text: &str) -> bool {
    let keyword = |line: &str| line.split([':', ' ', '\t']).next().unwrap_or_default().trim().to_owned();
    text.lines().take(40).any(|line| matches!(keyword(line).as_str(), "DIMENSION" | "EDGE_WEIGHT_TYPE"))
}

/// What a text is about if it has the form of such a file.
pub fn kind(text: &str) -> Option<Kind> {
    if !is_file(text) {
        return None;
    }
    let value = |line: &str| {
        line.strip_prefix("TYPE")?.trim_start_matches([':', ' ', '\t']).get(..3).map(str::to_owned)
    };
    match text.lines().find_map(value).as_deref() {
        Some("TSP") => Some(Kind::Tour),
        Some(_) => Some(Kind::Routes),
        None if text.contains("DEMAND_SECTION") => Some(Kind::Routes),
        None => Some(Kind::Tour),
    }
}

/// The numbers of a matrix in one of the published orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Full,
    /// Row by row above the diagonal, with or without it; columns below it are the same.
    Upper {
        diagonal: bool,
    },
    /// Row by row below the diagonal, with or without it; columns above it are the same.
    Lower {
        diagonal: bool,
    },
}

const ORDERS: [(&str, Order); 9] = [
    ("FULL_MATRIX", Order::Full),
    ("UPPER_ROW", Order::Upper { diagonal: false }),
    ("LOWER_ROW", Order::Lower { diagonal: false }),
    ("UPPER_DIAG_ROW", Order::Upper { diagonal: true }),
    ("LOWER_DIAG_ROW", Order::Lower { diagonal: true }),
    ("UPPER_COL", Order::Lower { diagonal: false }),
    ("LOWER_COL", Order::Upper { diagonal: false }),
    ("UPPER_DIAG_COL", Order::Lower { diagonal: true }),
    ("LOWER_DIAG_COL", Order::Upper { diagonal: true }),
];

/// A word with its place.
#[derive(Debug, Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn refuse(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(message).at(self.line, self.column)
    }

    fn number<N: std::str::FromStr>(&self, what: &str) -> Result<N, ParseError> {
        self.text.parse().map_err(|_| self.refuse(format!("'{}' is not {what}", self.text)))
    }
}

/// What the keywords and sections of a file say, before it is known whether they belong together.
#[derive(Default)]
struct Parts<'t> {
    name: String,
    kind: Option<Word<'t>>,
    dimension: Option<usize>,
    weight_type: Option<Word<'t>>,
    weight_format: Option<Word<'t>>,
    capacity: Option<i64>,
    places: Vec<[f64; 2]>,
    shown: Vec<[f64; 2]>,
    weights: Vec<i32>,
    demands: Vec<i64>,
    depots: Vec<u32>,
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// What is wrong with it and where, or what in it is not supported.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        Parts::read(text)?.file()
    }
}

impl<'t> Parts<'t> {
    fn read(text: &'t str) -> Result<Self, ParseError> {
        let mut parts = Self::default();
        let mut lines = (1..).zip(text.lines()).peekable();
        while let Some((number, line)) = lines.next() {
            let trimmed = line.trim();
            if trimmed.is_empty() {
                continue;
            }
            let (keyword, value) = match trimmed.split_once(':') {
                Some((keyword, value)) => (keyword.trim(), value.trim()),
                None => trimmed.split_once(char::is_whitespace).map_or((trimmed, ""), |(k, v)| (k, v.trim())),
            };
            if keyword == "EOF" {
                break;
            }
            let column = |part: &str| 1 + line.find(part).map_or(0, |byte| line[..byte].chars().count());
            let word = Word { text: value, line: number, column: column(value) };
            if keyword.ends_with("_SECTION") {
                let mut words = Vec::new();
                while let Some((number, line)) = lines.peek().copied() {
                    if line.trim_start().starts_with(|c: char| c.is_ascii_alphabetic()) {
                        break;
                    }
                    words.extend(split(number, line));
                    lines.next();
                }
                let at = Word { text: keyword, line: number, column: column(keyword) };
                parts.section(at, &words)?;
            } else {
                let at = Word { text: keyword, line: number, column: column(keyword) };
                parts.keyword(at, word)?;
            }
        }
        Ok(parts)
    }

    fn keyword(&mut self, keyword: Word<'t>, value: Word<'t>) -> Result<(), ParseError> {
        match keyword.text {
            "NAME" => self.name = value.text.to_owned(),
            "TYPE" => self.kind = Some(value),
            "DIMENSION" => {
                let count: usize = value.number("a number of places")?;
                if !(1..=MAX_PLACES).contains(&count) {
                    return Err(value.refuse(format!("{count} places; 1 to {MAX_PLACES} are supported")));
                }
                self.dimension = Some(count);
            }
            "EDGE_WEIGHT_TYPE" => self.weight_type = Some(value),
            "EDGE_WEIGHT_FORMAT" => self.weight_format = Some(value),
            "CAPACITY" => self.capacity = Some(value.number("a whole number")?),
            "COMMENT" | "DISPLAY_DATA_TYPE" | "NODE_COORD_TYPE" => {}
            "EDGE_DATA_FORMAT" => {
                return Err(keyword.refuse("graphs with missing edges are not supported"));
            }
            "DISTANCE" | "SERVICE_TIME" | "VEHICLES" => {
                let wrong = format!("{} is not supported", keyword.text);
                return Err(keyword.refuse(wrong).help("routes are limited by their capacity alone"));
            }
            other => return Err(keyword.refuse(format!("unknown keyword '{other}'"))),
        }
        Ok(())
    }

    fn section(&mut self, keyword: Word<'t>, words: &[Word<'t>]) -> Result<(), ParseError> {
        let Some(count) = self.dimension else {
            return Err(keyword.refuse("DIMENSION must come before the sections"));
        };
        match keyword.text {
            "NODE_COORD_SECTION" => self.places = places(keyword, words, count)?,
            "DISPLAY_DATA_SECTION" => self.shown = places(keyword, words, count)?,
            "EDGE_WEIGHT_SECTION" => {
                let weight = |word: &Word<'_>| {
                    let weight: i64 = word.number("a whole number")?;
                    match (0..=MAX_DISTANCE).contains(&weight) {
                        true => Ok(weight as i32),
                        false => Err(word.refuse(format!("{weight}; 0 to {MAX_DISTANCE} is supported"))),
                    }
                };
                self.weights = words.iter().map(weight).collect::<Result<_, _>>()?;
            }
            "DEMAND_SECTION" => {
                let mut demands = vec![None; count];
                for pair in words.chunks(2) {
                    let [at, demand] = pair else {
                        return Err(pair[0].refuse("a demand is missing").help("write PLACE DEMAND"));
                    };
                    let place = index(at, count)?;
                    let amount: i64 = demand.number("a whole number")?;
                    if amount < 0 {
                        return Err(demand.refuse(format!("the demand {amount} is negative")));
                    }
                    demands[place as usize] = Some(amount);
                }
                let missing = |(place, demand): (usize, Option<i64>)| {
                    demand.ok_or_else(|| keyword.refuse(format!("place {} has no demand", place + 1)))
                };
                self.demands = demands.into_iter().enumerate().map(missing).collect::<Result<_, _>>()?;
            }
            "DEPOT_SECTION" => {
                let places = words.iter().take_while(|word| word.text != "-1");
                self.depots = places.map(|word| index(word, count)).collect::<Result<_, _>>()?;
            }
            "FIXED_EDGES_SECTION" => return Err(keyword.refuse("fixed edges are not supported")),
            "TIME_WINDOW_SECTION" | "SERVICE_TIME_SECTION" | "RELEASE_TIME_SECTION" => {
                let error = keyword.refuse("time windows and service times are not supported");
                return Err(error.help("routes are limited by their capacity alone"));
            }
            other => return Err(keyword.refuse(format!("unknown section '{other}'"))),
        }
        Ok(())
    }

    fn file(self) -> Result<File, ParseError> {
        let kind = match self.kind.map(|word| (word, word.text.split_whitespace().next().unwrap_or_default()))
        {
            None | Some((_, "TSP")) if self.demands.is_empty() => Kind::Tour,
            Some((_, "TSP")) => Kind::Tour,
            None | Some((_, "CVRP")) => Kind::Routes,
            Some((word, other)) => {
                let error = word.refuse(format!("files of type {other} are not supported"));
                return Err(error.help("TSP and CVRP are"));
            }
        };
        let Some(count) = self.dimension else { return Err(ParseError::new("DIMENSION is missing")) };
        let Some(weight_type) = self.weight_type else {
            return Err(ParseError::new("EDGE_WEIGHT_TYPE is missing").help("such as EUC_2D"));
        };
        let distances = match (weight_type.text, Rule::of_name(weight_type.text)) {
            ("EXPLICIT", _) => {
                let matrix = matrix(&self, weight_type, count)?;
                let places = if self.places.is_empty() { self.shown } else { self.places };
                Distances::of_matrix(count, matrix, places)?
            }
            (_, Some(_)) if self.places.is_empty() => {
                return Err(weight_type.refuse("NODE_COORD_SECTION is missing"));
            }
            (_, Some(rule)) => Distances::of_places(self.places, rule)?,
            (other, None) => {
                let names = Rule::ALL.map(Rule::name).join(", ");
                let error = weight_type.refuse(format!("distances of type {other} are not supported"));
                return Err(error.help(format!("{names} and EXPLICIT are")));
            }
        };
        let depot = match (kind, &*self.depots) {
            (Kind::Tour, _) => None,
            (Kind::Routes, [depot]) => Some(*depot),
            (Kind::Routes, []) => return Err(ParseError::new("DEPOT_SECTION is missing")),
            (Kind::Routes, depots) => {
                return Err(ParseError::new(format!("{} depots; one is supported", depots.len())));
            }
        };
        Ok(File { name: self.name, kind, distances, capacity: self.capacity, demands: self.demands, depot })
    }
}

/// The words of a line.
fn split(number: usize, line: &str) -> impl Iterator<Item = Word<'_>> {
    line.split_whitespace().map(move |text| {
        let byte = text.as_ptr() as usize - line.as_ptr() as usize;
        Word { text, line: number, column: 1 + line[..byte].chars().count() }
    })
}

/// A place's number, from 0.
fn index(word: &Word<'_>, count: usize) -> Result<u32, ParseError> {
    let number: usize = word.number("the number of a place")?;
    match (1..=count).contains(&number) {
        true => Ok(number as u32 - 1),
        false => Err(word.refuse(format!("place {number}; the places are 1 to {count}"))),
    }
}

fn places(keyword: Word<'_>, words: &[Word<'_>], count: usize) -> Result<Vec<[f64; 2]>, ParseError> {
    let mut places = vec![None; count];
    for triple in words.chunks(3) {
        let [at, x, y] = triple else {
            return Err(triple[0].refuse("a coordinate is missing").help("write PLACE X Y"));
        };
        let coordinate = |word: &Word<'_>| match word.number::<f64>("a coordinate")? {
            value if value.is_finite() => Ok(value),
            _ => Err(word.refuse("a coordinate must be finite")),
        };
        let place = index(at, count)?;
        if places[place as usize].replace([coordinate(x)?, coordinate(y)?]).is_some() {
            return Err(at.refuse(format!("place {} has coordinates twice", place + 1)));
        }
    }
    let missing = |(place, found): (usize, Option<[f64; 2]>)| {
        found.ok_or_else(|| keyword.refuse(format!("place {} has no coordinates", place + 1)))
    };
    places.into_iter().enumerate().map(missing).collect()
}

fn matrix(parts: &Parts<'_>, weight_type: Word<'_>, count: usize) -> Result<Vec<i32>, ParseError> {
    if count > MAX_MATRIX {
        let wrong = format!("{count} places with all distances; {MAX_MATRIX} are supported");
        return Err(weight_type.refuse(wrong));
    }
    let Some(format) = parts.weight_format else {
        return Err(weight_type.refuse("EDGE_WEIGHT_FORMAT is missing").help("such as FULL_MATRIX"));
    };
    let Some((_, order)) = ORDERS.iter().find(|(name, _)| *name == format.text) else {
        let names: Vec<&str> = ORDERS.iter().map(|(name, _)| *name).collect();
        let error = format.refuse(format!("matrices in the form {} are not supported", format.text));
        return Err(error.help(format!("{} are", names.join(", "))));
    };
    let row = |a: usize| match order {
        Order::Full => 0..count,
        Order::Upper { diagonal } => a + usize::from(!diagonal)..count,
        Order::Lower { diagonal } => 0..a + usize::from(*diagonal),
    };
    let expected: usize = (0..count).map(|a| row(a).len()).sum();
    if parts.weights.len() != expected {
        let wrong =
            format!("{} distances; {} with {count} places has {expected}", parts.weights.len(), format.text);
        return Err(format.refuse(wrong));
    }
    let mut matrix = vec![0; count * count];
    let mut weights = parts.weights.iter();
    for a in 0..count {
        for b in row(a) {
            let weight = weights.next().copied().unwrap_or_default();
            matrix[a * count + b] = weight;
            if *order != Order::Full {
                matrix[b * count + a] = weight;
            }
        }
    }
    Ok(matrix)
}

/// Reads a tour file: `TOUR_SECTION` with places numbered from 1 and `-1` at its end, or plain numbers. The places are
/// returned from 0 on; whether they are a tour is not checked.
///
/// # Errors
///
/// A word that is not a place.
pub fn read_tour(text: &str, count: usize) -> Result<Vec<u32>, ParseError> {
    let section = text.lines().position(|line| line.trim_end() == "TOUR_SECTION");
    let lines = (1..).zip(text.lines()).skip(section.map_or(0, |line| line + 1));
    let words = lines.flat_map(|(number, line)| split(number, line));
    let places = words.take_while(|word| !matches!(word.text, "-1" | "EOF"));
    places.map(|word| index(&word, count)).collect()
}

/// The text of a tour file.
pub fn write_tour(tour: &[u32], name: &str, length: i64, out: &mut String) {
    let name = if name.is_empty() { "tour" } else { name };
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "NAME : {name}\nCOMMENT : length {length}\nTYPE : TOUR\nDIMENSION : {}\nTOUR_SECTION",
        tour.len()
    );
    for place in tour {
        let _ = writeln!(out, "{}", place + 1);
    }
    out.push_str("-1\nEOF\n");
}
