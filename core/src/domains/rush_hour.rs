//! Rush Hour, also known as Unblock Me.
//!
//! A text becomes a plain [`board`]; the [`domain`] turns it into line configurations and bitboards for
//! searching; a written plan is checked by [`replay`], which knows nothing of either. [`family`] is the
//! registration.

pub mod board;
pub mod domain;
pub mod family;
pub mod features;
mod generate;
mod goals;
mod inspect;
pub mod lines;
mod moves;
mod order;
mod puzzle;
pub mod replay;
mod sets;
mod setup;
pub mod text;
