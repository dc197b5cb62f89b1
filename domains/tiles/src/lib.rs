//! # unstuck-tiles
//!
//! Sliding tiles: the 8-, 15- and 24-puzzle and their kin, 2×2 to 6×6, towards any goal.
//!
//! ```
//! use unstuck_core::domain::{Settings, read, read_search};
//! use unstuck_tiles::TilesDomain;
//!
//! let puzzle = read_search(&TilesDomain, "1 2 5 3 4 0 6 7 8", None, &Settings::new())?;
//! let solution = puzzle.solve(&puzzle.request("ida", "manhattan")?, &mut ())?;
//! assert_eq!(solution.plan.join(""), "ULL");
//!
//! let error = read(&TilesDomain, "1 2 3 0", None, &Settings::new()).err().expect("out of reach");
//! assert!(error.message.starts_with("unsolvable: no moves lead from this board to the goal 0 1 2 3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod cells;
pub mod conflict_table;
pub mod domain;
mod featured;
pub mod features;
mod generate;
pub mod goal;
mod goal_tables;
mod heuristics;
pub mod pdb;
pub mod problem;
mod puzzle;
mod scratch;
mod sets;
#[cfg(test)]
mod tests;
pub mod text;
pub mod view;
pub mod walking;

pub use domain::TilesDomain;

/// The only metric.
pub const METRIC: &str = "moves";
