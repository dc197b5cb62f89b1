//! The use cases of Unstuck, under command line, server and Python.
//!
//! | folder | modules | idea |
//! |---|---|---|
//! | `use_cases` | [`solve`], [`compare`], [`trace`], [`race`], [`explore`], [`audit`], [`grade`], [`judge`] | one search and its report; methods against each other; a search step by step; state spaces; how hard an instance is; what moves lose |
//! | | [`optimise`] | the same for optimisation domains: rules, local search, gaps |
//! | | [`validate`], [`position`], [`generate`], [`dataset`], [`export`], [`sheet`], [`picture`] | plans and solutions of others; games; instances; heuristics for others; pages to print |
//! | | [`report`], [`champion`], [`run_comparison`], [`catalog`] | the statistics of an experiment, and its best heuristic; runs against each other; what the registries know |
//! | `heuristics` | [`value`], [`explain`], [`formula`], [`ablation`], [`profile`], [`scatter`] | values of heuristics, and why; heuristics as data, without their parts, over states |
//! | `experiments` | [`experiments`], [`sources`], [`analysed_instances`] | experiment files; their instances: named ones, rows of a dataset, new ones; those that an analysis reads |
//! | `store`, `runner`, `analysis` | [`store`], [`runner`], [`analysis`] | their durable record; what runs them; the statistics of a record |
//! | `request` | [`request`], [`context`], [`instances`], [`method`], [`limits`], [`kinds`], [`user_file`] | how requests are read, what surrounds them, and what they name |
//! | | [`error`] | what is wrong |
//! | `pattern_databases` | [`pattern_databases`] | large tables in the cache folder |
//! | `system` | [`progress`], [`cancel`], [`warnings`], [`workers`], [`watch`], [`atomic_file`], [`memory_limit`], [`origin`] | how work reports, is cancelled, and names non-fatal errors; threads; time limits; atomic writes; what a result was made with |
//! | | [`wording`], `fields` | how messages name fields and commands; types whose fields are known by name |
//!
//! Nothing in here knows of a terminal, a flag or a request's bytes. Folders refer to those below them in this table;
//! beyond that `heuristics` to `use_cases`, and `request` to the errors of `store`.

pub mod analysis;
pub mod experiments;
mod fields;
#[cfg(test)]
mod formats;
mod heuristics;
pub mod pattern_databases;
pub mod request;
pub mod runner;
pub mod sources;
pub mod store;
mod system;
mod use_cases;
pub mod wording;

// Derives name the crate, in its own modules as well.
extern crate self as unstuck_ops;

pub use experiments::analysed_instances;
pub use heuristics::{ablation, explain, formula, profile, scatter, value};
pub use request::context::{Access, Context};
pub use request::error::{Error, Kind, Result};
pub use request::{context, error, instances, kinds, limits, method, numbers, user_file};
pub use system::{atomic_file, cancel, lock, memory_limit, origin, progress, warnings, watch, workers};
#[cfg(not(feature = "schema"))]
pub use unstuck_derive::ToSchema;
pub use use_cases::{
    audit, catalog, champion, compare, dataset, explore, export, generate, grade, judge, optimise, picture,
    position, race, report, run_comparison, sheet, solve, trace, validate,
};
#[cfg(feature = "schema")]
pub use utoipa::ToSchema;
