//! # unstuck-core
//!
//! Domains, heuristics and search algorithms behind the program `unstuck`.

pub mod domains;
pub mod error;
