//! The tests of the crate in one program.

mod context;
mod coverage;
mod elsewhere;
mod engine;
mod fits;
mod history;
mod operators;
mod pancakes;
mod racing;
mod stored;
