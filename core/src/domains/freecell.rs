//! FreeCell and its relatives.

pub mod board;
pub mod capacity;
pub mod card;
mod deadlock;
pub mod deal;
pub mod domain;
pub mod family;
pub mod features;
mod puzzle;
pub mod quick;
pub mod replay;
pub mod shortest;
mod state;
#[cfg(test)]
mod tests;
pub mod text;
