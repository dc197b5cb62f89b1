//! # unstuck-evolution
//!
//! Breeds heuristics: genomes are varied by operators, measured by a fitness, and kept by an algorithm.
//!
//! | module | idea |
//! |---|---|
//! | [`genome`] | what evolves: weights, trees, policies; and the space they live in |
//! | [`operators`] | how they are made, mixed, changed and chosen |

pub mod genome;
pub mod operators;
