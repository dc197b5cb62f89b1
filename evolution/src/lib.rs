//! # unstuck-evolution
//!
//! Breeds heuristics: genomes are varied by operators, measured by a fitness, and kept by an algorithm.
//!
//! | module | idea |
//! |---|---|
//! | [`genome`] | what evolves: weights, trees, policies; and the space they live in |
//! | [`operators`] | how they are made, mixed, changed and chosen |
//! | [`task`] | what is to be measured, and what came out, as plain values |
//! | [`dataset`] | rows with the truth, for least squares |
//! | [`world`] | the instances, and how tasks are answered |
//! | [`fitness`] | what an answer is worth |
//! | [`algorithms`] | how one generation follows another |
//! | [`baseline`], [`contest`], [`statistics`] | what a champion is compared with, and how |
//! | [`engine`] | the whole as a machine: ask, tell, snapshot, restore |
//! | [`experiment`] | all of it as one file |

pub mod algorithms;
pub mod baseline;
mod checksum;
pub mod contest;
pub mod dataset;
pub mod engine;
pub mod experiment;
pub mod fitness;
pub mod genome;
pub mod operators;
pub mod statistics;
pub mod task;
pub mod world;
