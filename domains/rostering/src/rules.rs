//! Named rules: texts of the heuristic language over the features of a choice.
//!
//! To close the day has the value 0 in most of them: people get shifts as long as some value is positive.

use crate::features;
use unstuck_core::domain::NamedRule;
use unstuck_core::error::ParseError;
use unstuck_core::language::Decisions;

/// The rule that others are compared with.
pub const REFERENCE: &str = "largest_gap";

/// The named rules.
pub const RULES: &[NamedRule] = &[
    NamedRule {
        name: "greedy",
        about: "the shift that lowers the cost of cover and requests most; the day is closed when none does",
        text: "cover + wish",
    },
    NamedRule {
        name: "largest_gap",
        about: "the shift that lacks most people, by the person with most shifts left",
        text: "if(0 < gap, 100*gap + shifts_left, close - 1)",
    },
    NamedRule {
        name: "pace",
        about: "greedy, and people who are behind their fewest minutes first",
        text: "(1 - close)*(cover + 3*wish + 40*(7*shifts_short - 4*days_left)/7)",
    },
    NamedRule {
        name: "runs",
        about: "pace, and runs of work that continue first",
        text: "(1 - close)*(cover + 3*wish + 30*run + 40*(7*shifts_short - 4*days_left)/7 - 20*new_weekend)",
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
