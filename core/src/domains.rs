//! The puzzles: one folder each.

pub mod rush_hour;
pub mod tiles;
