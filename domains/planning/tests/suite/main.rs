//! The integration suite of planning, one binary.

// Helpers outside test functions fail by panicking too.
#![allow(clippy::unwrap_used)]

mod benchmarks;
mod installed;
mod planning;
