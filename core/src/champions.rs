//! The evolved heuristics that are shipped: the table to which a new one adds a line.
//!
//! Each is a file of `champions/`, in the heuristic language; its comments say what it is for, which experiment and seed it
//! comes from, and what was measured.
//!
//! ```
//! use unstuck_core::language::Checked;
//! use unstuck_core::{champions, registry};
//!
//! let champion = champions::named("rush-hour", None).unwrap();
//! let rush_hour = registry::domain("rush-hour").unwrap();
//! assert!(Checked::read(champion.text, rush_hour.features()).is_ok());
//! ```

use crate::error::ParseError;
use crate::feature::FeatureTable;

/// A heuristic that evolution has made.
pub struct Champion {
    /// Name of the domain.
    pub domain: &'static str,
    /// Name among the champions of its domain: what it is for.
    pub name: &'static str,
    /// The whole file.
    pub text: &'static str,
}

/// All champions; the first of a domain is meant where none is named.
pub static CHAMPIONS: &[Champion] = &[
    champion("rush-hour", "6x6", include_str!("../../champions/rush-hour-6x6.policy")),
    champion("rush-hour", "large", include_str!("../../champions/rush-hour-large.heuristic")),
    champion("tiles", "15", include_str!("../../champions/tiles-15.heuristic")),
    champion("freecell", "solver", include_str!("../../champions/freecell-solver.heuristic")),
    champion("freecell", "hsd", include_str!("../../champions/freecell-hsd.heuristic")),
    champion("pddl", "rule", include_str!("../../champions/planning-all.heuristic")),
    champion("pddl-blocksworld", "rule", include_str!("../../champions/planning-blocksworld.heuristic")),
    champion("pddl-childsnack", "rule", include_str!("../../champions/planning-childsnack.heuristic")),
    champion("pddl-ferry", "rule", include_str!("../../champions/planning-ferry.heuristic")),
    champion("pddl-floortile", "rule", include_str!("../../champions/planning-floortile.heuristic")),
    champion("pddl-miconic", "rule", include_str!("../../champions/planning-miconic.heuristic")),
    champion("pddl-rovers", "rule", include_str!("../../champions/planning-rovers.heuristic")),
    champion("pddl-satellite", "rule", include_str!("../../champions/planning-satellite.heuristic")),
    champion("pddl-sokoban", "rule", include_str!("../../champions/planning-sokoban.heuristic")),
    champion("pddl-spanner", "rule", include_str!("../../champions/planning-spanner.heuristic")),
    champion("pddl-transport", "rule", include_str!("../../champions/planning-transport.heuristic")),
];

const fn champion(domain: &'static str, name: &'static str, text: &'static str) -> Champion {
    Champion { domain, name, text }
}

impl Champion {
    /// What it is for, in a sentence: the first line of its comments.
    pub fn about(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches(['#', ' '])
    }
}

/// The champions of a domain.
pub fn of(domain: &str) -> impl Iterator<Item = &'static Champion> {
    CHAMPIONS.iter().filter(move |champion| champion.domain == domain)
}

/// The champion of that name, or the domain's first.
pub fn named(domain: &str, name: Option<&str>) -> Option<&'static Champion> {
    of(domain).find(|champion| name.is_none_or(|name| champion.name == name))
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
    let names: Vec<&str> = of(domain).map(|champion| champion.name).collect();
    Err(ParseError::new(match (name, &names[..]) {
        (Some(name), [_, ..]) => format!("{domain} has no champion '{name}'; it has {}", names.join(", ")),
        _ => format!("no champion of {domain} ships with the program; name the file of one as @FILE"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Checked;
    use crate::registry;

    #[test]
    fn every_champion_is_read_and_described() {
        for champion in CHAMPIONS {
            let domain = registry::domain(champion.domain).expect("a domain");
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
            let twins = of(champion.domain).filter(|other| other.name == champion.name);
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
