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
//! | item | idea |
//! |---|---|
//! | [`Formula`], [`Tree`], [`Node`], [`OPS`] | what a text says: policies, flat postfix trees, the table of operations |
//! | [`parse`], [`print`](fn@print) | text to formula and back |
//! | [`simplify`] | shorter texts with the same values |
//! | [`round`] | shorter texts with nearly the same values |
//! | `meaning` | what every operation computes, to the last bit |
//! | [`interpret`] | the reference that all evaluation paths agree with |
//! | [`compile`], [`Program`] | a flat program that asks only for the features it needs |
//! | [`columns`] | the same program over the columns of a dataset |
//! | [`Evaluator`] | that program over the features of a subject |
//! | [`Compiled`] | the same as a heuristic for searches |
//! | [`Checked`], [`HeuristicRef`] | a formula with its table, parsed and compiled once; what guides a search |
//! | [`Decisions`] | several formulas as one text, each for one decision of a domain |
//! | [`export`] | drawings, formulas and source code for others |
//! | [`is_admissible`] | which texts never overestimate, as far as their form shows |
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

mod admissible;
mod bind;
mod cache;
mod checked;
pub mod columns;
mod compile;
mod compiled;
mod decisions;
mod draft;
mod evaluator;
pub mod export;
mod formula;
mod header;
mod interpret;
mod kinds;
mod lex;
mod meaning;
mod node;
mod parse;
mod precedence;
mod print;
mod program;
mod round;
mod simplify;
mod tree;
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
pub use interpret::{apply, interpret, tree_value};
pub use lex::is_reserved;
pub use meaning::{LIMIT, Real, clamp_finite, holds, log, truth};
pub use node::{Form, Node, OPS, Op, OpInfo};
pub use parse::{MAX_TEXT, parse};
pub use print::{attempt_text, beginning, print, print_line, print_number, print_tree};
pub use program::Program;
pub use round::round;
pub use simplify::simplify;
pub use tree::{MAX_NESTING, Tree, TreeError, depth, subtree};
