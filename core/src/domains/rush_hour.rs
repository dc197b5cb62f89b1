//! Rush Hour, also known as Unblock Me.

pub mod board;
pub mod domain;
pub mod features;
mod goals;
mod inspect;
pub mod lines;
mod moves;
mod setup;
