//! What domains and engine promise together, one binary.

// Helpers outside test functions fail by panicking too.
#![allow(clippy::unwrap_used)]

mod attempts;
mod champions;
mod conformance;
mod differential;
#[path = "../../../../core/tests/suite/eight_puzzle.rs"]
mod eight_puzzle;
#[path = "../../../../core/tests/suite/fork.rs"]
#[allow(dead_code, reason = "the suite of the engine uses more of it")]
mod fork;
mod generators;
mod golden;
mod installed;
mod language;
mod laws;
mod limits;
#[path = "../../../../core/examples/pancakes.rs"]
#[allow(dead_code, reason = "its main is for those who run it")]
mod pancakes;
mod parameters;
mod prices;
mod registry;
mod tracing;
