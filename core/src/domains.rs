//! The puzzles: one folder each.

pub mod freecell;
pub mod planning;
pub mod rush_hour;
pub mod tiles;
