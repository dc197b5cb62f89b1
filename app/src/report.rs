//! What an experiment shows: figures for people and programs, and one HTML page that needs nothing else.
//!
//! [`Analysis`] turns a stored experiment into figures, without drawing anything. [`sheets`] sets them in tables, which
//! the terminal and the page share. [`page`](mod@page) writes the page, with the drawings of [`plot`].

pub mod escape;
pub mod page;
mod place;
pub mod plot;
mod sheet;
mod sheets;
pub mod terminal;

pub use page::page;
pub use place::{Place, file_name};
pub use terminal::show;
