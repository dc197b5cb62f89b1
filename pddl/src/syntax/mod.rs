//! PDDL texts to checked syntax trees, and back to canonical text.
//!
//! [`parse_domain`] and [`parse_problem`] resolve all names, check arity and types, and refuse with a
//! [`Diagnostic`] whatever the rest of the crate does not support. What is only doubtful becomes a warning.
//!
//! Rules: case is ignored; deletes happen before adds; an object declared `(either a b)` has both types, a variable
//! so declared takes objects of any of them; a type without declaration that is named as a parent is below `object`.

mod condition;
mod context;
mod declarations;
mod domain;
mod effect;
mod forms;
mod init;
mod print;
mod problem;
mod refused;
mod requirements;
mod strata;
mod symbols;
pub mod tree;
mod typed_list;
pub mod types;

pub use domain::{parse_domain, parse_domain_within};
pub(crate) use effect::LARGEST_COST;
pub(crate) use print::Printer;
pub use print::{print_domain, print_problem};
pub use problem::{parse_problem, parse_problem_within};

use crate::error::Diagnostic;

/// A syntax tree and what is doubtful about its text.
#[derive(Debug, Clone)]
pub struct Parsed<T> {
    /// The tree.
    pub value: T,
    /// Warnings, in order of place.
    pub warnings: Vec<Diagnostic>,
}
