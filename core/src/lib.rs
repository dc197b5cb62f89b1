//! # unstuck-core
//!
//! Domains, heuristics and search algorithms behind the program `unstuck`.

pub mod domain;
pub mod domains;
pub mod error;
pub mod heuristic;
