//! Rush Hour, also known as Unblock Me.

pub mod board;
pub mod replay;
pub mod text;
