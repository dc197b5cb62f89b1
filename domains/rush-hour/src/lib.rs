//! # unstuck-rush-hour
//!
//! Rush Hour, also known as Unblock Me.
//!
//! ```
//! use unstuck_core::domain::{Settings, read_search};
//! use unstuck_rush_hour::RushHourDomain;
//!
//! let board = read_search(&RushHourDomain, "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo", Some("slides"), &Settings::new())?;
//! let found = board.solve(&board.request("astar", "max(blockers_deep, 0.5*hybrid)")?, &mut ())?;
//! assert_eq!(found.plan.join(" "), "G-3 C+3 B+4 D-1 F-1 H-2 E+2 A+3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A text becomes a plain [`board`]; the [`domain`] turns it into line configurations and bitboards for
//! searching; a written plan is checked by [`replay`], which knows nothing of either. [`domain`] is the
//! registration.
//!
//! | module | idea |
//! |---|---|
//! | [`domain`] | the registration: metrics, settings, sets, generators, champions |
//! | [`board`], [`text`] | a plain board, and the forms in which boards are written |
//! | [`problem`], [`lines`] | states for searches: configurations of lines, bitboards |
//! | [`features`] | what heuristics read: blockers, goal boards, mobility |
//! | [`replay`] | the validator of plans |
//! | [`view`] | what screens and paper show |

mod bind;
pub mod board;
pub mod domain;
mod feature_table;
pub mod features;
mod generate;
mod goals;
mod inspect;
pub mod lines;
mod moves;
mod numbering;
mod order;
pub mod problem;
mod puzzle;
pub mod replay;
mod sets;
mod setup;
mod sign;
pub mod text;
pub mod view;

pub use domain::RushHourDomain;

/// The domain's name.
pub const NAME: &str = "rush-hour";
