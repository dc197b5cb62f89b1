//! The evolved heuristics that are shipped: queries over what the domains bring.
//!
//! Each is a file of `champions/` in the crate of its domain, in the heuristic language; its comments say what it is for,
//! which experiment and seed it comes from, and what was measured.
//!
//! ```
//! use unstuck_core::language::Checked;
//! use unstuck_core::{champions, registry};
//! use unstuck_tiles::TilesDomain;
//!
//! registry::install([std::sync::Arc::new(TilesDomain) as _]);
//! let champion = champions::named("tiles", Some("15")).unwrap();
//! let tiles = registry::domain("tiles").unwrap();
//! assert!(Checked::read(champion.text, tiles.features()).is_ok());
//! ```

use crate::domain::Champion;
use crate::error::ParseError;
use crate::feature::{FeatureTable, Transferred};
use crate::registry;
use std::borrow::Cow;

/// The champions of a domain; the first is meant where none is named.
pub fn of(domain: &str) -> &'static [Champion] {
    registry::domain(domain).map_or(&[], |domain| domain.champions())
}

/// The champion of that name, or the domain's first.
pub fn named(domain: &str, name: Option<&str>) -> Option<&'static Champion> {
    of(domain).iter().find(|champion| name.is_none_or(|name| champion.name == name))
}

/// The champion that a text names instead of being a heuristic: `champion`, the domain's first, or `champion:NAME`.
/// Nothing where the text means something else.
pub fn meant(table: &FeatureTable, text: &str) -> Result<Option<&'static Champion>, ParseError> {
    let word = text.trim();
    let name = match word.strip_prefix("champion") {
        Some("") if table.index(word).is_none() => None,
        Some(rest) if rest.starts_with(':') => Some(&rest[1..]),
        _ => return Ok(None),
    };
    let domain = table.domain();
    if let Some(champion) = named(domain, name) {
        return Ok(Some(champion));
    }
    let names: Vec<&str> = of(domain).iter().map(|champion| champion.name).collect();
    Err(ParseError::new(match (name, &names[..]) {
        (Some(name), [_, ..]) => format!("{domain} has no champion '{name}'; it has {}", names.join(", ")),
        _ => format!("no champion of {domain} ships with the program; name the file of one as @FILE"),
    }))
}

/// The text that a word means instead of being a heuristic itself: of a [rule](crate::domain::NamedRule) of the domain or of
/// a [champion](meant), perhaps [of another domain](crate::feature::Terms::champion) in the words of this one. Nothing where the text
/// means something else.
///
/// # Errors
///
/// It names a champion that the domain does not have.
pub fn text_of(table: &FeatureTable, text: &str) -> Result<Option<Cow<'static, str>>, ParseError> {
    let word = text.trim();
    let rules = registry::domain(table.domain()).map_or(&[][..], |domain| domain.rules());
    if let Some(rule) = rules.iter().find(|rule| rule.name == word) {
        return Ok(Some(rule.text.into()));
    }
    if let Some(transferred) = transferred(table, text) {
        return transferred.map(|found| Some(found.text.into()));
    }
    Ok(meant(table, text)?.map(|champion| champion.text.into()))
}

/// Which champion a text names, and how it was renamed, if it is one of another domain in the words of this one.
pub fn note_of(table: &FeatureTable, text: &str) -> Option<String> {
    Some(transferred(table, text)?.ok()?.note)
}

/// The champion of another domain that a text names. A domain that was read from a text may have the name of an installed one
/// and mean something else by the same words; it has the champion of that one only if the rule reads the same in both.
fn transferred(table: &FeatureTable, text: &str) -> Option<Result<Transferred, ParseError>> {
    let name = match text.trim().strip_prefix("champion")? {
        "" if table.index("champion").is_none() => None,
        rest => Some(rest.strip_prefix(':')?),
    };
    let is_installed =
        registry::domain(table.domain()).is_some_and(|domain| std::ptr::eq(&**domain.features(), table));
    let is_named = named(table.domain(), name).is_some();
    if is_installed && is_named {
        return None;
    }
    let found = table.terms()?.champion(name)?;
    let is_own = is_named && found.as_ref().is_ok_and(|found| found.is_same);
    (!is_own).then_some(found)
}
