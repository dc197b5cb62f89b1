//! The tests of the crate in one program.

mod engine;
mod fits;
mod history;
mod operators;
mod world;
