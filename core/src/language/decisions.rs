//! A rule for a domain with several decisions: a formula for each, over its own feature table, as one text.
//!
//! ```text
//! choose: 2*count_before - 2*count_after + exact     # which choice is next: the greatest value
//! accept: policy                                     # whether a change is kept: a value above 0
//!   if worse < 1: 1
//!   otherwise: temperature - worse
//! ```
//!
//! On one line the formulas are separated by `;`. A text without names is the formula of [`CHOOSE`].

use super::checked::Checked;
use super::formula::{Formula, Header};
use super::header;
use super::lex::{Lexer, Token, error_at, is_reserved};
use super::parse::{check_length, parse_body};
use super::print;
use crate::error::ParseError;
use crate::feature::FeatureTable;
use crate::suggest::nearest;
use std::sync::Arc;

/// The decision of a formula that names none.
pub const CHOOSE: &str = "choose";

/// Formulas by decision.
///
/// ```
/// use unstuck_core::feature::{FeatureTable, number};
/// use unstuck_core::language::Decisions;
/// let tables = [
///     FeatureTable::of_decision("bins", "choose", [number("after", "room that stays free")]),
///     FeatureTable::of_decision("bins", "accept", [number("worse", "increase of the cost")]),
/// ];
/// let both = Decisions::read("choose: -after\naccept: 1 - worse", &tables).unwrap();
/// assert_eq!(both.to_string(), "choose: -after; accept: 1 - worse");
/// assert_eq!(Decisions::read("-after", &tables).unwrap().to_string(), "-after");
/// let error = Decisions::read("acept: 1", &tables).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: bins has no decision 'acept' (did you mean 'accept'?)");
/// ```
#[derive(Debug, Clone)]
pub struct Decisions {
    header: Option<Header>,
    parts: Vec<Arc<Checked>>,
}

impl Decisions {
    /// These formulas, each over the table of another decision.
    pub fn new(parts: Vec<Arc<Checked>>) -> Self {
        Self { header: None, parts }
    }

    /// Reads a text; each formula in the terms of the table of its decision.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn read(text: &str, tables: &[Arc<FeatureTable>]) -> Result<Self, ParseError> {
        check_length(text)?;
        let Some(first) = tables.first() else {
            return Err(ParseError::new("the domain has no decisions for a rule to make"));
        };
        let (header, from) = header::read(text, first)?;
        let mut parts: Vec<Option<Arc<Checked>>> = vec![None; tables.len()];
        let headings = headings(text, from);
        if headings.is_empty() {
            let place = decision(CHOOSE, tables).map_err(|_| {
                let names: Vec<&str> = names(tables).collect();
                let error = error_at(text, from, "the formula names no decision");
                error.help(format!("write NAME: VALUE, where NAME is one of {}", names.join(", ")))
            })?;
            parts[place] = Some(part(text, from, &tables[place])?);
        }
        for (number, heading) in headings.iter().enumerate() {
            let &Heading { name, at, body, .. } = heading;
            if number == 0 && heading.follows {
                let error = error_at(text, at, format!("'{name}' must begin the text"));
                return Err(
                    error.help(format!("name the decision of what is before it, as in {CHOOSE}: VALUE"))
                );
            }
            let place = decision(name, tables).map_err(|wrong| wrong.at_byte(text, at))?;
            if parts[place].is_some() {
                return Err(error_at(text, at, format!("{name} is named twice")));
            }
            let end = headings.get(number + 1).map_or(text.len(), |next| next.end_before);
            parts[place] = Some(part(&text[..end], body, &tables[place])?);
        }
        Ok(Self { header, parts: parts.into_iter().flatten().collect() })
    }

    /// The formula of a decision, if there is one.
    pub fn get(&self, decision: &str) -> Option<&Arc<Checked>> {
        self.iter().find(|(name, _)| *name == decision).map(|(_, checked)| checked)
    }

    /// The formulas with the names of their decisions, in the order of the domain.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Checked>)> {
        self.parts.iter().map(|checked| (checked.table.decision().unwrap_or(CHOOSE), checked))
    }

    /// The text with a line for each decision, and for each rule of a policy.
    pub fn print(&self) -> String {
        print::header(self.header.as_ref()) + &self.text("\n", "\n  ")
    }

    fn text(&self, separator: &str, within: &str) -> String {
        let body = |checked: &Checked| print::body(&checked.formula.body, &checked.table, within);
        let parts: Vec<(&str, String)> = self.iter().map(|(name, checked)| (name, body(checked))).collect();
        match &*parts {
            [(CHOOSE, only)] => only.clone(),
            _ => {
                parts.iter().map(|(name, body)| format!("{name}: {body}")).collect::<Vec<_>>().join(separator)
            }
        }
    }
}

/// On one line and without the header.
impl std::fmt::Display for Decisions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text("; ", "; "))
    }
}

/// `NAME:` at the beginning of a statement.
struct Heading<'t> {
    name: &'t str,
    at: usize,
    /// Where its formula begins.
    body: usize,
    /// Where what is before it ends.
    end_before: usize,
    /// Whether there is something before it.
    follows: bool,
}

/// The headings of a text from a byte on. What cannot be split into words is left to the parser of formulas, which
/// reports it.
fn headings(text: &str, from: usize) -> Vec<Heading<'_>> {
    let mut lexer = Lexer::new(text, from);
    let (mut found, mut parentheses) = (Vec::new(), 0_usize);
    // A statement begins at the start and behind a separator: the first semicolon or else the end of a line.
    let (mut begins, mut semicolon, mut follows) = (true, None, false);
    while let Ok((token, at)) = lexer.next() {
        match token {
            Token::End => break,
            Token::Line => begins |= parentheses == 0,
            Token::Sign(";") => {
                (begins, semicolon) = (true, semicolon.or(Some(at)));
            }
            Token::Word(name) if begins && !is_reserved(name) && is_heading(&text[at + name.len()..]) => {
                // The colon.
                let Ok((_, colon)) = lexer.next() else { break };
                found.push(Heading {
                    name,
                    at,
                    body: colon + 1,
                    end_before: semicolon.unwrap_or(at),
                    follows,
                });
                (begins, semicolon, follows) = (false, None, true);
            }
            _ => {
                match token {
                    Token::Sign("(") => parentheses += 1,
                    Token::Sign(")") => parentheses = parentheses.saturating_sub(1),
                    _ => {}
                }
                (begins, semicolon, follows) = (false, None, true);
            }
        }
    }
    found
}

/// Whether a colon follows a word on its line.
fn is_heading(rest: &str) -> bool {
    rest.trim_start_matches([' ', '\t']).starts_with(':')
}

/// The formula at the end of a text.
fn part(text: &str, from: usize, table: &Arc<FeatureTable>) -> Result<Arc<Checked>, ParseError> {
    let (body, terms) = parse_body(text, from, table)?;
    let formula = Formula::of(body);
    Ok(Arc::new(match terms.is_empty() {
        true => Checked::new(formula, table),
        false => Checked::new(formula, &table.extended(terms)),
    }))
}

fn names(tables: &[Arc<FeatureTable>]) -> impl Iterator<Item = &str> + Clone {
    tables.iter().filter_map(|table| table.decision())
}

/// The place of a decision's table.
fn decision(name: &str, tables: &[Arc<FeatureTable>]) -> Result<usize, ParseError> {
    tables.iter().position(|table| table.decision() == Some(name)).ok_or_else(|| {
        let domain = tables.first().map_or("", |table| table.domain());
        let error = ParseError::new(format!("{domain} has no decision '{name}'"));
        match nearest(name, names(tables)) {
            Some(near) => error.help(format!("did you mean '{near}'?")),
            None => error.help(format!("available: {}", names(tables).collect::<Vec<_>>().join(", "))),
        }
    })
}
