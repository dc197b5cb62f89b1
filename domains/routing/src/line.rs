//! An instance on one line: what stores, tables and arguments of commands hold.
//!
//! `[NAME] RULE [scale N] [capacity N demand N …] [fixed C R …] [apart A B …] [distance N …] [at X Y …] [= COST]`. The rule is a type of distances of TSPLIB,
//! such as `EUC_2D`; with `EXPLICIT` the distances follow row by row below the diagonal. The coordinates are those of all
//! places in their order, the depot first. Customers are numbered
//! from 1: those that are fixed to a route with the number of that route, and pairs that are kept apart. `scale` is what the coordinates of the source were multiplied by; the cost
//! is the least that is known.
//!
//! ```
//! use unstuck_routing::line::Line;
//! let line = Line::read("EUC_2D at 0 0 4 0 4 3 = 12")?;
//! assert_eq!((line.distances.get(0, 2), line.best_known), (5, Some(12)));
//! let given = Line::read("three EXPLICIT capacity 9 demand 0 5 4 distance 3 5 4")?;
//! assert_eq!((given.name.as_str(), given.distances.get(1, 2), given.demands[1]), ("three", 4, 5));
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```

use crate::constraints::Constraints;
use crate::distances::{Distances, MAX_DISTANCE, Rule};
use crate::tsplib::{MAX_MATRIX, MAX_PLACES};
use std::fmt::{Display, Write};
use unstuck_core::error::{ParseError, presentable};

/// A line that was read.
#[derive(Debug, Clone)]
pub struct Line {
    /// The name; empty if there is none.
    pub name: String,
    /// What the coordinates of the source were multiplied by.
    pub scale: f64,
    /// Capacity of a route; none of a tour.
    pub capacity: Option<i64>,
    /// Demands of all places; none of a tour.
    pub demands: Vec<i64>,
    /// Customers with the numbers of their routes.
    pub fixed: Vec<(u32, u32)>,
    /// Pairs of customers that must not be on one route.
    pub apart: Vec<(u32, u32)>,
    /// The distances.
    pub distances: Distances,
    /// The least cost that is known.
    pub best_known: Option<i64>,
}

/// The type of distances that are given.
const EXPLICIT: &str = "EXPLICIT";
const SECTIONS: [&str; 8] = ["scale", "capacity", "demand", "fixed", "apart", "distance", "at", "="];

fn is_type(word: &str) -> bool {
    word == EXPLICIT || Rule::of_name(word).is_some()
}

/// Whether a text has the form of such a line: a type of distances is its first or second word, and a section follows.
pub fn is_line(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace().take(3);
    let mut pair = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if !is_type(pair.0) {
        pair = (pair.1, words.next().unwrap_or_default());
    }
    is_type(pair.0) && SECTIONS.contains(&pair.1)
}

/// Whether the line is about routes; a tour has no capacity.
pub fn has_capacity(text: &str) -> bool {
    text.split_ascii_whitespace().any(|word| word == "capacity")
}

/// The parts of a file that are an instance each, with the numbers of their first lines: lines, or else the whole text.
pub fn pieces(text: &str) -> Vec<(usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    match lines.first() {
        Some((_, first)) if is_line(first) => lines,
        _ => vec![(1, text)],
    }
}

/// A word with its column.
#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    column: usize,
}

impl Word<'_> {
    fn refuse(&self, what: impl Display) -> ParseError {
        ParseError::new(format!("{what}, found '{}'", presentable(self.text, 20))).at(1, self.column)
    }

    fn number<N: std::str::FromStr>(&self, what: &str) -> Result<N, ParseError> {
        self.text.parse().map_err(|_| self.refuse(format!("expected {what}")))
    }

    fn coordinate(&self) -> Result<f64, ParseError> {
        let number: f64 = self.number("a coordinate")?;
        if number.is_finite() { Ok(number) } else { Err(self.refuse("expected a finite coordinate")) }
    }
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        let mut words = text.split_ascii_whitespace().map(|word| {
            let byte = word.as_ptr() as usize - text.as_ptr() as usize;
            Word { text: word, column: 1 + text[..byte].chars().count() }
        });
        let help = "write EUC_2D at X Y …, or EXPLICIT distance N …";
        let empty = || ParseError::new("the text is empty").help(help);
        let first = words.next().ok_or_else(empty)?;
        let (name, kind) = match is_type(first.text) {
            true => ("", first),
            false => (
                first.text,
                words.next().ok_or_else(|| first.refuse("expected a type of distances").help(help))?,
            ),
        };
        if !is_type(kind.text) {
            let names = Rule::ALL.map(Rule::name).join(", ");
            return Err(kind.refuse("expected a type of distances").help(format!("{names} or {EXPLICIT}")));
        }
        let mut sections: [Option<Vec<Word<'_>>>; SECTIONS.len()] = Default::default();
        let mut open = None;
        for word in words {
            match (SECTIONS.iter().position(|name| *name == word.text), open) {
                (Some(place), _) if sections[place].is_some() => {
                    return Err(word.refuse("expected every section once"));
                }
                (Some(place), _) => {
                    sections[place] = Some(Vec::new());
                    open = Some(place);
                }
                (None, Some(place)) => sections[place].get_or_insert_default().push(word),
                (None, None) => {
                    return Err(word.refuse(format!("expected one of {}", SECTIONS.join(", "))));
                }
            }
        }
        let [scale, capacity, demands, fixed, apart, given, at, best] = sections;
        let scale =
            only(scale, "scale")?.map(|word| word.number::<f64>("a number")).transpose()?.unwrap_or(1.0);
        if !(scale.is_finite() && scale > 0.0) {
            return Err(ParseError::new("the scale must be above 0"));
        }
        let whole = |word: Word<'_>| word.number::<i64>("a whole number");
        let coordinates: Vec<f64> =
            at.unwrap_or_default().iter().map(Word::coordinate).collect::<Result<_, _>>()?;
        if !coordinates.len().is_multiple_of(2) {
            return Err(
                ParseError::new("the last place has no second coordinate").help("write X Y of each place")
            );
        }
        if coordinates.len() / 2 > MAX_PLACES {
            return Err(ParseError::new(format!("there are more than {MAX_PLACES} places")));
        }
        let places: Vec<[f64; 2]> = coordinates.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
        let distances = match (Rule::of_name(kind.text), given) {
            (Some(_), Some(_)) => {
                let error = kind.refuse("distances are given, so that the type must be EXPLICIT");
                return Err(error);
            }
            (Some(_), None) if places.is_empty() => {
                return Err(kind.refuse("there are no places").help(help));
            }
            (Some(rule), None) => Distances::of_places(places, rule)?,
            (None, given) => triangle(&given.unwrap_or_default(), places)?,
        };
        Ok(Self {
            name: name.to_owned(),
            scale,
            capacity: only(capacity, "capacity")?.map(whole).transpose()?,
            demands: demands.unwrap_or_default().into_iter().map(whole).collect::<Result<_, _>>()?,
            fixed: pairs(fixed)?,
            apart: pairs(apart)?,
            distances,
            best_known: only(best, "=")?.map(whole).transpose()?,
        })
    }

    /// Writes a line.
    pub fn write(
        name: &str,
        (scale, distances): (f64, &Distances),
        routes: Option<(i64, &[i64], &Constraints)>,
        best_known: Option<i64>,
    ) -> String {
        let name: String = name.split_ascii_whitespace().collect::<Vec<_>>().join("-");
        let mut out = if name.is_empty() || is_type(&name) { String::new() } else { name + " " };
        out.push_str(distances.rule().map_or(EXPLICIT, Rule::name));
        // Writing to a string cannot fail.
        if scale != 1.0 {
            let _ = write!(out, " scale {scale}");
        }
        if let Some((capacity, demands, constraints)) = routes {
            let _ = write!(out, " capacity {capacity} demand");
            demands.iter().for_each(|demand| {
                let _ = write!(out, " {demand}");
            });
            for (name, pairs) in [("fixed", &constraints.fixed), ("apart", &constraints.apart)] {
                if !pairs.is_empty() {
                    let _ = write!(out, " {name}");
                }
                pairs.iter().for_each(|(one, other)| {
                    let _ = write!(out, " {one} {other}");
                });
            }
        }
        if distances.rule().is_none() {
            out.push_str(" distance");
            for a in 0..distances.count() as u32 {
                (0..a).for_each(|b| {
                    let _ = write!(out, " {}", distances.get(a, b));
                });
            }
        }
        if !distances.places().is_empty() {
            out.push_str(" at");
            distances.places().iter().for_each(|[x, y]| {
                let _ = write!(out, " {x} {y}");
            });
        }
        if let Some(best) = best_known {
            let _ = write!(out, " = {best}");
        }
        out
    }
}

/// The words of a section, two by two.
fn pairs(words: Option<Vec<Word<'_>>>) -> Result<Vec<(u32, u32)>, ParseError> {
    let words = words.unwrap_or_default();
    let pair = |pair: &[Word<'_>]| match pair {
        [one, other] => Ok((one.number("a whole number")?, other.number("a whole number")?)),
        rest => Err(rest[0].refuse("expected numbers two by two, the last is alone:")),
    };
    words.chunks(2).map(pair).collect()
}

/// The only word of a section, if there is the section.
fn only<'t>(words: Option<Vec<Word<'t>>>, name: &str) -> Result<Option<Word<'t>>, ParseError> {
    match words.as_deref() {
        None => Ok(None),
        Some([one]) => Ok(Some(*one)),
        Some(_) => Err(ParseError::new(format!("'{name}' takes one number"))),
    }
}

/// The distances below the diagonal, row by row.
fn triangle(words: &[Word<'_>], places: Vec<[f64; 2]>) -> Result<Distances, ParseError> {
    let count = (1..=MAX_MATRIX).find(|count| count * (count - 1) / 2 >= words.len()).unwrap_or(MAX_MATRIX);
    if count * (count - 1) / 2 != words.len() {
        let error = ParseError::new(format!("{} distances are not all of a number of places", words.len()));
        return Err(error.help("write them row by row below the diagonal: 1, 3, 6, 10 … numbers"));
    }
    if !places.is_empty() && places.len() != count {
        return Err(ParseError::new(format!("{} places, but distances of {count}", places.len())));
    }
    let mut matrix = vec![0; count * count];
    let mut words = words.iter();
    for a in 0..count {
        for (b, word) in (0..a).zip(words.by_ref()) {
            let distance: i64 = word.number("a whole distance")?;
            if !(0..=MAX_DISTANCE).contains(&distance) {
                return Err(word.refuse(format!("expected a distance from 0 to {MAX_DISTANCE}")));
            }
            (matrix[a * count + b], matrix[b * count + a]) = (distance as i32, distance as i32);
        }
    }
    Distances::of_matrix(count, matrix, places)
}
