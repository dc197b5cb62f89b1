//! The heuristic language: one text for hand-made and evolved heuristics.
//!
//! ```text
//! 1.5*blockers + 0.3*hybrid
//!
//! heuristic 1 for rush-hour (slides)     # optional
//! search ida, order h, step 2            # optional
//! attempt 2000: 2*blockers_deep          # optional: tried first, for so many expansions
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
//! | [`Evaluator`] | that program over the features of a subject |
//! | [`compiled`] | the same as a heuristic for searches |
//! | [`Checked`], [`HeuristicRef`] | a formula with its table, parsed and compiled once; what guides a search |
//! | [`Decisions`] | several formulas as one text, each for one decision of a domain |
//! | [`export`] | drawings, formulas and source code for others |
//! | [`admissible`] | which texts never overestimate, as far as their form shows |
//!
//! ```
//! use unstuck_core::domain::Domain;
//! use unstuck_core::language::Checked;
//! use unstuck_tiles::TilesDomain;
//!
//! let table = TilesDomain.features();
//! let checked = Checked::read("max(manhattan, 0.5*misplaced)", table).unwrap();
//! assert_eq!(checked.to_string(), "max(manhattan, 0.5*misplaced)");
//! assert!(Checked::read("manhattan == 3", table).is_err());
//! ```

pub mod admissible;
mod bind;
mod cache;
mod checked;
pub mod columns;
pub mod compile;
pub mod compiled;
mod decisions;
mod draft;
mod evaluator;
pub mod export;
pub mod formula;
mod header;
pub mod interpret;
mod kinds;
mod lex;
pub mod meaning;
pub mod node;
pub mod parse;
mod precedence;
pub mod print;
pub mod program;
pub mod round;
pub mod simplify;
pub mod tree;
#[cfg(test)]
mod words;

pub use admissible::is_admissible;
pub use bind::{Absent, with_compiled, with_heuristic};
pub use checked::{BLIND, Checked, HeuristicRef, admissible_features};
pub use compile::compile;
pub use compiled::Compiled;
pub use decisions::{CHOOSE, Decisions};
pub use evaluator::Evaluator;
pub use formula::{Attempt, Body, Formula, Header, Policy, Rule};
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
