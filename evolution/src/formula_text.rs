//! Formulas in data that is stored or sent: text with the names of features, checked against the table when it is read.
//!
//! A [`Formula`] in memory names features by their places in the domain's table. A place means something else once a
//! feature was inserted, so formulas leave the process as text. Numbers read back to the last bit.
//!
//! ```
//! use unstuck_core::registry;
//! use unstuck_evolution::formula_text::{read, write};
//! # unstuck_domains::install();
//! let tiles = registry::domain("tiles").unwrap().features().clone();
//! let formula = read("1.1*manhattan + 0.1", &tiles).unwrap();
//! assert_eq!(write(&formula, &tiles), "1.1*manhattan + 0.1");
//! let error = read("manhattan + pebbles", &tiles).unwrap_err();
//! assert_eq!(format!("the champion {error}"), "the champion reads the feature 'pebbles', which tiles no longer has");
//! ```

use unstuck_core::error::{LONGEST, ParseError, presentable};
use unstuck_core::feature::{FeatureTable, Kind};
use unstuck_core::language::{Body, Formula, Tree, is_reserved, parse, print, print_line, print_tree};

/// Why a stored formula cannot be used. The message continues a sentence that begins with what the formula is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormulaError {
    /// The domain no longer has a feature.
    #[error("reads the feature '{}', which {domain} no longer has", presentable(.feature, LONGEST))]
    Missing {
        /// The feature.
        feature: String,
        /// The domain.
        domain: String,
    },
    /// It is no formula.
    #[error("cannot be read: {0}")]
    Unreadable(ParseError),
}

/// The text of a formula: what [`read`] reads back as the same formula, header included.
pub fn write(formula: &Formula, table: &FeatureTable) -> String {
    print(formula, table)
}

/// The formula of a text.
///
/// # Errors
///
/// The table does not have one of its features, or it is no formula.
pub fn read(text: &str, table: &FeatureTable) -> Result<Formula, FormulaError> {
    parse(text, table).map_err(|error| match missing(text, &error, table) {
        Some(feature) => FormulaError::Missing { feature, domain: table.domain().into() },
        None => FormulaError::Unreadable(error),
    })
}

/// A stored text on one line and without a header; as it is where the table does not have what it reads.
pub fn line(text: &str, table: &FeatureTable) -> String {
    parse(text, table).map_or_else(|_| text.to_owned(), |formula| print_line(&formula, table))
}

/// The text of a part of a formula, a value or a condition.
pub fn write_tree(tree: &Tree, table: &FeatureTable) -> String {
    print_tree(tree, table)
}

/// The value or condition of a text.
///
/// # Errors
///
/// As for [`read`].
pub fn read_tree(text: &str, kind: Kind, table: &FeatureTable) -> Result<Tree, FormulaError> {
    let whole = match kind {
        Kind::Real => text.to_owned(),
        Kind::Bool => format!("policy; if {text}: 0; otherwise: 0"),
    };
    match (read(&whole, table)?.body, kind) {
        (Body::Value(tree), Kind::Real) => Ok(tree),
        (Body::Policy(policy), Kind::Bool) if policy.rules.len() == 1 => {
            // There is one.
            Ok(policy.rules.into_iter().map(|rule| rule.condition).next().unwrap_or(policy.otherwise))
        }
        _ => Err(FormulaError::Unreadable(ParseError::new("it is not one expression"))),
    }
}

/// The name at the place of an error, if the table does not have it.
fn missing(text: &str, error: &ParseError, table: &FeatureTable) -> Option<String> {
    let place = error.place?;
    let line = text.split('\n').nth(place.line - 1)?;
    // The search that it is made for has names of its own.
    let search = line.trim_start().strip_prefix("search ").and_then(|_| line.find(';').or(Some(line.len())));
    if search.is_some_and(|end| place.column <= end) {
        return None;
    }
    let rest: String = line.chars().skip(place.column - 1).collect();
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let name = &rest[..end + arguments(&rest[end..])];
    let known = end == 0 || is_reserved(&rest[..end]) || table.index(name).is_some();
    (!known).then(|| name.to_owned())
}

/// The length of what stands in parentheses at the beginning of a text, for names with arguments.
fn arguments(rest: &str) -> usize {
    let mut open = 0_usize;
    for (place, c) in rest.char_indices() {
        match c {
            '(' => open += 1,
            ')' if open == 1 => return place + 1,
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        if open == 0 {
            return 0;
        }
    }
    0
}

#[cfg(test)]
mod tests;
