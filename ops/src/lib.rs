//! The use cases of Unstuck, under command line, server and Python.
//!
//! | module | idea |
//! |---|---|
//! | [`instances`] | what names on a command line or in a file mean |
//! | [`kinds`] | which kinds of problems a use case works on |
//! | [`method`], [`solve`] | which algorithm with which heuristic; one search and its report |
//! | [`optimise`] | the same for optimisation domains: rules, local search, gaps |
//! | [`trace`], [`race`] | a search step by step; several methods on one instance |
//! | [`position`], [`value`], [`explain`], [`formula`] | games; values of heuristics, and why; heuristics as data |
//! | [`grade`] | how hard an instance is, and others a little harder or easier |
//! | [`ablation`], [`profile`], [`run_comparison`] | heuristics without their parts, over states; runs against each other |
//! | [`pattern_databases`] | large tables in the cache folder |
//! | [`report`], [`champion`] | the statistics of an experiment, and the best heuristic that it found |
//! | [`experiments`], [`store`], [`runner`] | experiment files, their durable record, and what runs them |
//! | [`sources`] | the instances of an experiment: named, rows of a dataset, new ones |
//! | [`analysis`] | the statistics of a record, and their tests |
//! | [`request`], [`context`], [`error`] | how requests are read, what surrounds them, and what is wrong |
//! | [`progress`], [`cancel`], [`warnings`] | how work reports, is cancelled, and names non-fatal errors |
//! | [`wording`] | how messages name fields and commands |
//! | [`workers`], [`watch`] | threads; time limits |
//! | [`user_file`], [`atomic_file`] | reading files within limits; writing files atomically |
//! | [`origin`] | what a result was made with |
//!
//! Nothing in here knows of a terminal, a flag or a request's bytes.

pub mod ablation;
pub mod analysis;
pub mod atomic_file;
pub mod audit;
pub mod cancel;
pub mod catalog;
pub mod champion;
pub mod compare;
pub mod context;
pub mod data;
pub mod dataset;
pub mod error;
pub mod experiments;
pub mod explain;
pub mod explore;
pub mod export;
#[cfg(test)]
mod formats;
pub mod formula;
pub mod generate;
pub mod grade;
pub mod instances;
pub mod judge;
pub mod kinds;
pub mod limits;
pub mod lock;
pub mod memory_limit;
pub mod method;
pub mod numbers;
pub mod optimise;
pub mod origin;
pub mod pattern_databases;
pub mod picture;
pub mod position;
pub mod profile;
pub mod progress;
pub mod race;
pub mod report;
pub mod request;
pub mod run_comparison;
pub mod runner;
pub mod scatter;
pub mod sheet;
pub mod solve;
pub mod sources;
pub mod store;
pub mod trace;
pub mod user_file;
pub mod validate;
pub mod value;
pub mod warnings;
pub mod watch;
pub mod wording;
pub mod workers;

pub use context::{Access, Context};
pub use error::{Error, Kind, Result};
