//! Optimisation domains: solutions with a cost, made by rules and improved by local search.
//!
//! What the use cases share that work on them: [`solve`](crate::use_cases::solve::optimisation), [`compare`](crate::use_cases::compare::optimisation),
//! [`explain`](crate::heuristics::explain::optimisation) and [`validate`](crate::use_cases::validate::solution).
//!
//! | module | idea |
//! |---|---|
//! | [`method`] | which algorithm with which rule |
//! | [`report`] | what is known of a solution |
//! | [`summary`] | gaps over several instances |

pub mod method;
pub mod report;
pub mod summary;

pub use report::{OptimisationResult, Report};
