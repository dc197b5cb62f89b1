//! What a user can ask for: a request, and a function that takes it to a result; both are plain data.

pub mod audit;
pub mod catalog;
pub mod champion;
pub mod compare;
pub mod dataset;
pub mod explore;
pub mod export;
pub mod generate;
pub mod grade;
pub mod judge;
pub mod optimise;
pub mod picture;
pub mod position;
pub mod race;
pub mod report;
pub mod run_comparison;
pub mod sheet;
pub mod solve;
pub mod trace;
pub mod validate;
