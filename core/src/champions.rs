//! The evolved heuristics that are shipped: queries over what the domains bring.
//!
//! Each is a file of `champions/`, in the heuristic language, which its domain lists; its comments say what it is for, which
//! experiment and seed it comes from, and what was measured.
//!
//! ```
//! use unstuck_core::language::Checked;
//! use unstuck_core::{champions, registry};
//!
//! let champion = champions::named("rush-hour", None).unwrap();
//! let rush_hour = registry::domain("rush-hour").unwrap();
//! assert!(Checked::read(champion.text, rush_hour.features()).is_ok());
//! ```

use crate::domain::Champion;
use crate::error::ParseError;
use crate::feature::FeatureTable;
use crate::registry;

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
/// a [champion](meant). Nothing where the text means something else.
///
/// # Errors
///
/// It names a champion that the domain does not have.
pub fn text_of(table: &FeatureTable, text: &str) -> Result<Option<&'static str>, ParseError> {
    let word = text.trim();
    let rules = registry::domain(table.domain()).map_or(&[][..], |domain| domain.rules());
    match rules.iter().find(|rule| rule.name == word) {
        Some(rule) => Ok(Some(rule.text)),
        None => Ok(meant(table, text)?.map(|champion| champion.text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Checked;
    use crate::registry;

    fn is_champion(file: &std::path::Path) -> bool {
        file.extension().is_some_and(|ending| ending == "heuristic" || ending == "policy")
    }

    #[test]
    fn every_champion_is_read_and_described() {
        let domains = registry::built_in().iter().chain(registry::benchmarks());
        let all: Vec<_> =
            domains.flat_map(|domain| domain.champions().iter().map(move |one| (domain, one))).collect();
        let files = std::fs::read_dir(format!("{}/../champions", env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert_eq!(all.len(), files.filter(|file| is_champion(&file.as_ref().unwrap().path())).count());
        for (domain, champion) in all {
            Checked::read(champion.text, domain.features())
                .unwrap_or_else(|error| panic!("{}: {error}", champion.name));
            let about = champion.about();
            assert!(about.ends_with('.') && about.len() > 20, "{}: {about}", champion.name);
            let words = champion.text.split_whitespace().filter(|word| word.starts_with("docs/results/"));
            let experiments: Vec<&str> = words.map(|word| word.trim_end_matches(',')).collect();
            assert!(!experiments.is_empty(), "{}", champion.name);
            for experiment in experiments {
                let path = format!("{}/../{experiment}", env!("CARGO_MANIFEST_DIR"));
                assert!(std::path::Path::new(&path).is_file(), "{path}");
            }
            let twins = domain.champions().iter().filter(|other| other.name == champion.name);
            assert_eq!(twins.count(), 1, "{}", champion.name);
        }
    }

    #[test]
    fn champions_are_meant_by_their_word() {
        let domain = registry::domain("freecell").expect("a domain");
        let found =
            |text| meant(domain.features(), text).map(|champion| champion.map(|champion| champion.name));
        assert_eq!(found(" champion"), Ok(Some("solver")));
        assert_eq!(found("champion:hsd"), Ok(Some("hsd")));
        assert_eq!(found("champions"), Ok(None));
        let wrong = found("champion:best").unwrap_err();
        assert_eq!(wrong.message, "freecell has no champion 'best'; it has solver, hsd");
    }
}
