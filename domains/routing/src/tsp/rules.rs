//! Named rules: texts of the heuristic language over the features of a choice.

use super::features;
use unstuck_core::domain::NamedRule;
use unstuck_core::error::ParseError;
use unstuck_core::language::Decisions;

/// The rule that others are compared with.
pub const REFERENCE: &str = "farthest_insertion";

/// The rule of a plain `solve`. A limit of time has no progress, so that nothing worse is accepted.
pub const SEARCH: &str = REFERENCE;
/// The same for many cities.
pub const SEARCH_MANY: &str = "nearest_neighbour";

/// The named rules.
pub const RULES: &[NamedRule] = &[
    NamedRule {
        name: "nearest_neighbour",
        about: "the city that is nearest to the end of the path",
        text: "-distance",
    },
    NamedRule {
        name: "nearest_insertion",
        about: "the city that is nearest to the tour, where it costs least (Rosenkrantz, Stearns and Lewis, 1977)",
        text: "-to_tour",
    },
    NamedRule {
        name: "cheapest_insertion",
        about: "the city that costs least, where it does (Rosenkrantz, Stearns and Lewis, 1977)",
        text: "-cost",
    },
    NamedRule {
        name: "farthest_insertion",
        about: "the city that is farthest from the tour, where it costs least (Rosenkrantz, Stearns and Lewis, 1977)",
        text: "to_tour",
    },
    NamedRule { name: "random_insertion", about: "any city, where it costs least", text: "chance" },
    NamedRule {
        name: "regret_insertion",
        about: "the city that would cost most more at its second place, where it costs least",
        text: "regret",
    },
];

/// Reads a name or a text.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn read(text: &str) -> Result<Decisions, ParseError> {
    NamedRule::read(RULES, text, features::tables())
}
