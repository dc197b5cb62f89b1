//! The integration suite of the core, one binary.

mod conformance;
mod counts;
mod eight_puzzle;
mod golden;
mod interface;
mod limits;
