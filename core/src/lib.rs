//! # unstuck-core
//!
//! Domains, heuristics and search algorithms behind the program `unstuck`.

pub mod audit;
pub mod champions;
pub mod conformance;
pub mod domain;
pub mod domains;
pub mod error;
pub mod executor;
pub mod heuristic;
pub mod instance;
pub mod language;
pub mod puzzle;
pub mod random;
pub mod registry;
pub mod resources;
pub mod sample;
pub mod search;
pub mod suggest;
