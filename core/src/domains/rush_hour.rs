//! Rush Hour, also known as Unblock Me.

pub mod board;
pub mod domain;
mod goals;
mod inspect;
mod lines;
pub mod replay;
pub mod text;
