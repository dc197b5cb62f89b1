//! # unstuck-rush-hour
//!
//! Rush Hour, also known as Unblock Me.
//!
//! A text becomes a plain [`board`]; the [`domain`] turns it into line configurations and bitboards for
//! searching; a written plan is checked by [`replay`], which knows nothing of either. [`domain`] is the
//! registration.

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
