//! Classical planning tasks.

pub mod generate;
