//! The tests of the crate in one program.

mod attempts;
mod context;
mod coverage;
mod effort;
mod elsewhere;
mod engine;
mod fits;
mod history;
mod operators;
mod pancakes;
mod racing;
mod rules;
mod search_genes;
mod stored;
