//! The tests of the crate in one program.

mod engine;
mod fits;
mod operators;
mod world;
