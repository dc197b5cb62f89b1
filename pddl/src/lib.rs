//! # unstuck-pddl

pub mod error;
pub mod ground;
pub mod ids;
mod suggest;
pub mod syntax;
pub mod task;
