//! The heuristic language: one text for hand-made and evolved heuristics.
//!
//! ```text
//! 1.5*blockers + 0.3*hybrid
//!
//! heuristic 1 for rush-hour (slides)     # optional
//! policy
//!   if blockers >= 3 and not move_freed:  0.7*hybrid + 0.2*goal_distance
//!   otherwise:                            blockers_deep
//! ```
//!
//! | file | idea |
//! |---|---|
//! | [`node`], [`tree`], [`formula`] | what a text says: flat postfix trees, policies, the table of operations |
//! | [`parse`](mod@parse), [`print`](mod@print) | text to formula and back |
//! | [`simplify`](mod@simplify) | shorter texts with the same values |
//! | [`round`](mod@round) | shorter texts with nearly the same values |
//! | [`meaning`] | what every operation computes, to the last bit |
//! | [`interpret`](mod@interpret) | the reference that all evaluation paths agree with |
//! | [`compile`](mod@compile), [`program`] | a flat program that asks only for the features it needs |
//! | [`columns`] | the same program over the columns of a dataset |
//! | [`compiled`] | that program as a heuristic for searches |
//! | [`export`] | drawings, formulas and source code for others |
//! | [`admissible`] | which texts never overestimate, as far as their form shows |
//!
//! ```
//! use unstuck_core::language::check;
//! let family = unstuck_core::registry::family("rush-hour").unwrap();
//! let checked = check(family, "max(blockers, 0.5*hybrid)").unwrap();
//! assert_eq!(checked.to_string(), "max(blockers, 0.5*hybrid)");
//! assert!(check(family, "blockers == 3").is_err());
//! ```

pub mod admissible;
mod choice;
pub mod columns;
pub mod compile;
pub mod compiled;
pub mod exact;
pub mod export;
pub mod formula;
mod header;
pub mod interpret;
mod kinds;
mod lex;
pub mod meaning;
pub mod node;
pub mod parse;
pub mod print;
pub mod program;
mod recall;
pub mod round;
pub mod simplify;
pub mod tree;
pub mod vocabulary;

pub use admissible::is_admissible;
pub(crate) use choice::Choice;
pub use compile::compile;
pub use compiled::Compiled;
pub use formula::{Body, Formula, Header, Policy, Rule};
pub use header::VERSION;
pub use interpret::interpret;
pub use lex::is_reserved;
pub use node::{Node, OPS, Op};
pub use parse::{MAX_TEXT, parse};
pub use print::{print, print_line};
pub use program::Program;
pub use round::round;
pub use simplify::simplify;
pub use tree::{MAX_NESTING, Tree, TreeError};
pub use vocabulary::Vocabulary;

use crate::error::ParseError;
use crate::registry::Family;

/// A text that a domain understands.
pub struct Checked {
    /// What it says.
    pub formula: Formula,
    /// The names it uses.
    pub words: Vocabulary,
}

impl Checked {
    /// The names of the features it reads.
    pub fn features(&self) -> Vec<&'static str> {
        self.formula.features().iter().map(|&index| self.words.name(index)).collect()
    }
}

impl std::fmt::Display for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&print_line(&self.formula, &self.words))
    }
}

/// Reads a text in the words of a domain.
pub fn check(family: &dyn Family, text: &str) -> Result<Checked, ParseError> {
    let words = Vocabulary::of_family(family);
    parse(text, &words).map(|formula| Checked { formula, words })
}
