//! Named rules: texts of the heuristic language over the features of a choice.

use super::features;
use unstuck_core::error::ParseError;
use unstuck_core::language::Decisions;

/// The frame that a rule is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// [`NextCity`](super::NextCity).
    NextCity,
    /// [`Insertion`](super::Insertion).
    Insertion,
}

impl Frame {
    /// The rule that others of this frame are compared with.
    pub fn reference(self) -> &'static str {
        match self {
            Self::NextCity => "nearest_neighbour",
            Self::Insertion => REFERENCE,
        }
    }
}

/// A named rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedRule {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation, with the source.
    pub about: &'static str,
    /// The frame it is for.
    pub frame: Frame,
    /// The text.
    pub text: &'static str,
}

/// The rule that others are compared with.
pub const REFERENCE: &str = "farthest_insertion";

/// Accepts a tour that is worse, with a probability that falls as the effort is spent: for iterated local search.
pub const ACCEPT: &str = "0.3*(1 - progress)*log(1/uniform) - worse";

/// The named rules.
pub const RULES: &[NamedRule] = &[
    NamedRule {
        name: "nearest_neighbour",
        about: "the city that is nearest to the end of the path",
        frame: Frame::NextCity,
        text: "-distance",
    },
    NamedRule {
        name: "nearest_insertion",
        about: "the city that is nearest to the tour, where it costs least (Rosenkrantz, Stearns and Lewis, 1977)",
        frame: Frame::Insertion,
        text: "choose: -distance; place: -cost",
    },
    NamedRule {
        name: "cheapest_insertion",
        about: "the city that costs least, where it does (Rosenkrantz, Stearns and Lewis, 1977)",
        frame: Frame::Insertion,
        text: "choose: -cost; place: -cost",
    },
    NamedRule {
        name: "farthest_insertion",
        about: "the city that is farthest from the tour, where it costs least (Rosenkrantz, Stearns and Lewis, 1977)",
        frame: Frame::Insertion,
        text: "choose: distance; place: -cost",
    },
    NamedRule {
        name: "random_insertion",
        about: "any city, where it costs least",
        frame: Frame::Insertion,
        text: "choose: chance; place: -cost",
    },
    NamedRule {
        name: "regret_insertion",
        about: "the city that would cost most more at its second place, where it costs least",
        frame: Frame::Insertion,
        text: "choose: regret; place: -cost",
    },
];

/// The rule of that name.
pub fn named(name: &str) -> Option<&'static NamedRule> {
    RULES.iter().find(|rule| rule.name == name)
}

/// Reads a name or a text.
///
/// # Errors
///
/// What is wrong with the text, and where.
pub fn read(text: &str) -> Result<Decisions, ParseError> {
    let text = named(text.trim()).map_or(text, |rule| rule.text);
    Decisions::read(text, features::tables())
}
