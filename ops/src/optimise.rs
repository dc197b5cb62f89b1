//! Optimisation domains: solutions with a cost, made by rules and improved by local search.
//!
//! The use cases have the names and requests of those for searches, which hand over to these by the kind of the domain.
//!
//! | module | idea |
//! |---|---|
//! | [`method`] | which algorithm with which rule |
//! | [`solve`], [`report`] | instances to solutions; what is known of each |
//! | [`summary`], [`compare`] | gaps over several instances; rules against each other |
//! | [`explain`] | the values of all choices at a step; the cost by its parts |
//! | [`solution`] | texts of solutions, checked by independent code |

pub mod compare;
pub mod explain;
pub mod method;
pub mod report;
pub mod solution;
pub mod solve;
pub mod summary;

pub use report::{OptimisationResult, Report};
