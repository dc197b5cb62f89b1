//! # unstuck-pddl
//!
//! Classical planning tasks in PDDL: texts become checked syntax trees, and these become ground tasks that a planner
//! can search in. The crate searches nothing itself, starts no threads, reads no clock and no files: callers pass
//! texts, and limits come through [`observer::Observer`].
//!
//! ```
//! use unstuck_pddl::syntax::{parse_domain, parse_problem, print_domain};
//!
//! let lamp = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
//! let domain = parse_domain(lamp)?.value;
//! let problem = parse_problem("(define (problem p) (:domain lamp) (:init) (:goal (lit)))", &domain)?.value;
//! assert_eq!((&*domain.name, &*problem.name), ("lamp", "p"));
//! assert!(print_domain(&domain).starts_with("(define (domain lamp)"));
//! # Ok::<(), unstuck_pddl::error::Diagnostic>(())
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`syntax`] | parsers, checks, canonical text |
//! | [`ground`](mod@ground) | normalisation, reachability, invariants, operators |
//! | [`task`] | the ground task; start here to build on the crate |
//! | [`sas`] | export for Fast Downward, and import of its files |
//! | [`validate`](mod@validate) | plan files, and whether a plan is valid |
//! | [`interpret`] | the slow reference: the meaning of the syntax tree |
//! | [`error`], [`ids`], [`observer`] | diagnostics with place and remedy; dense ids; limits |

pub mod error;
pub mod ground;
pub mod ids;
pub mod interpret;
pub mod observer;
pub mod sas;
mod suggest;
pub mod syntax;
pub mod task;
pub mod validate;
