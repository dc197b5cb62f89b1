//! Named rules: texts of the heuristic language over the features of a choice.

use crate::features;
use unstuck_core::domain::NamedRule;
use unstuck_core::error::ParseError;
use unstuck_core::language::Decisions;

/// The rule that others are compared with.
pub const REFERENCE: &str = "best_fit";

/// The named rules.
pub const RULES: &[NamedRule] = &[
    NamedRule { name: "first_fit", about: "the oldest bin that the item fits into", text: "age" },
    NamedRule { name: "best_fit", about: "the fullest bin that the item fits into", text: "-after" },
    NamedRule {
        name: "best_fit_decreasing",
        about: "the largest item first, into the fullest bin that it fits into; online the same as best_fit",
        text: "1000000*item - after",
    },
    NamedRule {
        name: "worst_fit",
        about: "the emptiest open bin; a new one only if the item fits nowhere",
        text: "after - 1000000*is_new",
    },
    NamedRule {
        name: "harmonic",
        about: "the fullest bin for items of the same kind: above a half, a third, … an eighth of the capacity, or below (Lee \
                and Lee, 1985)",
        text: "1000000*same_kind - after",
    },
    NamedRule {
        name: "ab_fit",
        about: "the fullest bin that is left with at most 2 or at least 36 free; the others last (after Herrmann and Pallez, \
                2025; the constants are for Weibull sizes and capacity 100)",
        text: "policy\n  if after > 2 and after < 36: -1000000 - after\n  otherwise: -after",
    },
    NamedRule {
        name: "sum_of_squares",
        about: "the least sum of the squares of how many bins have each free room (Csirik, Johnson, Kenyon, Orlin, Shor and \
                Weber, 2006)",
        text: "2*count_before - 2*count_after + exact + is_new",
    },
    NamedRule {
        name: "funsearch_or",
        about: "FunSearch's rule for the OR-Library (Romera-Paredes et al., Nature 2024); equal values to the oldest bin",
        text: FUNSEARCH_OR,
    },
    NamedRule { name: "eoh", about: "EoH's rule for Weibull sizes (Liu et al., ICML 2024)", text: EOH },
];

const FUNSEARCH_OR: &str = "policy
  if after <= 2: 4 + age/1000000
  if after <= 3: 3 + age/1000000
  if after <= 5: 2 + age/1000000
  if after <= 7: 1 + age/1000000
  if after <= 9: 0.9 + age/1000000
  if after <= 12: 0.95 + age/1000000
  if after <= 15: 0.97 + age/1000000
  if after <= 21: 0.98 + age/1000000
  otherwise: 0.99 + age/1000000";

const EOH: &str = "policy
  if after > 3*item: 0.5 + before/(exp(after) + 0.7)*exp(-after) + (1 - after/before)*sqrt(after)
  otherwise: before/(exp(after) + 0.7)*exp(-after) + (1 - after/before)*sqrt(after)";

/// Reads a name or a text.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn read(text: &str) -> Result<Decisions, ParseError> {
    NamedRule::read(RULES, text, features::tables())
}
