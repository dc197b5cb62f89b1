//! Optimisation domains: solutions with a cost, made by rules and improved by local search.
//!
//! What the use cases share that work on them: [`solve`](crate::solve::optimisation), [`compare`](crate::compare::optimisation),
//! [`explain`](crate::explain::optimisation) and [`validate`](crate::validate::solution).
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
