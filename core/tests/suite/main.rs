//! The integration suite of the core, one binary.

// Helpers outside test functions fail by panicking too.
#![allow(clippy::unwrap_used)]

mod benchmarks;
mod conformance;
mod counts;
mod differential;
mod documents;
mod eight_puzzle;
mod features;
mod fork;
mod generators;
mod golden;
mod interface;
mod language;
mod limits;
mod machines;
mod module_cycles;
mod pancakes;
mod parameters;
mod planning;
mod registry;
mod search;
mod subjects;
