//! # unstuck-freecell
//!
//! FreeCell and its relatives: from one free cell to nine, any number of columns, ends of games.
//!
//! ```
//! use unstuck_core::domain::{Settings, read_search};
//! use unstuck_freecell::FreeCellDomain;
//!
//! let deal = read_search(&FreeCellDomain, "617", None, &Settings::new())?;
//! let found = deal.solve(&deal.request("quick", "zero")?, &mut ())?;
//! assert!(found.plan.len() > 50);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`domain`], [`metric`] | the registration; what moves count |
//! | [`card`], [`deal`], [`text`], [`board`] | cards, numbered deals, boards and their texts |
//! | [`problem`], [`action`], [`capacity`] | states for searches; moves of one card or of a run |
//! | [`features`] | what heuristics read |
//! | [`quick`], [`shortest`] | solvers of the domain's own: a first plan, and short ones |
//! | [`replay`], [`view`] | the validator of plans; what screens show |

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
