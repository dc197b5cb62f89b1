//! Named rules: texts of the heuristic language over the features of a merge.

use super::features;
use unstuck_core::domain::NamedRule;
use unstuck_core::error::ParseError;
use unstuck_core::language::Decisions;

/// The rule that others are compared with.
pub const REFERENCE: &str = "savings";

/// The rule of a plain `solve`: acceptance at a fixed temperature, since a limit of time has no progress.
pub const SEARCH: &str = "choose: saving; accept: 0.05*log(1/uniform) - worse";

/// The named rules.
pub const RULES: &[NamedRule] = &[
    NamedRule {
        name: "savings",
        about: "the merge that saves most (Clarke and Wright, 1964)",
        text: "saving",
    },
    NamedRule {
        name: "route_shape",
        about: "savings with more weight on the distance between the customers (Gaskell, 1967; Yellow, 1970)",
        text: "saving - 0.2*distance",
    },
    NamedRule {
        name: "asymmetry",
        about: "savings and the difference of the distances to the depot (Paessens, 1988)",
        text: "saving - 0.2*distance + 0.2*(depot_far - depot_near)",
    },
    NamedRule {
        name: "demand_savings",
        about: "savings, difference of the distances to the depot, and demands (Altinel and Oncan, 2005)",
        text: "saving - 0.1*distance + 0.1*(depot_far - depot_near) + 0.2*scale*demand/mean_demand",
    },
    NamedRule {
        name: "regret_insertion",
        about: "the join of two routes, or the insertion, that would cost most more if it were not made (as Potvin and Rousseau, 1993)",
        text: "regret",
    },
    NamedRule {
        name: "regret_savings",
        about: "savings of all joins of two routes, and the regret of not making them",
        text: "saving + regret",
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
