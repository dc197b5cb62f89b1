//! # unstuck-freecell
//!
//! FreeCell and its relatives.

pub mod action;
mod automatic;
pub mod board;
pub mod capacity;
pub mod card;
mod deadlock;
pub mod deal;
pub mod domain;
pub mod features;
mod making;
pub mod metric;
pub mod problem;
mod puzzle;
pub mod quick;
pub mod replay;
pub mod shortest;
mod state;
mod successors;
#[cfg(test)]
mod tests;
pub mod text;
pub mod view;

pub use domain::FreeCellDomain;
