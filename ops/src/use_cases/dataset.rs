//! Datasets: instances with exact distances and the values of features.
//!
//! | file | use case |
//! |---|---|
//! | [`generate`] | fresh instances, given ones, or the states that can be reached from them |
//! | [`import`] | a dataset of any origin, checked row by row |
//! | [`show`] | rows, distances, and how well each feature predicts them |
//! | [`export`] | shares for training, validation and test |

mod document;
pub mod export;
pub mod generate;
pub mod import;
mod rows;
pub mod show;
mod spec;

pub use document::json;
pub use rows::lower_bound;

use anyhow::{Result, anyhow};
use unstuck_evolution::dataset::Dataset;

/// Reads the text of a file; what is wrong is shown in its line.
pub fn read(text: &str, title: &str) -> Result<Dataset> {
    Dataset::read(text).map_err(|error| anyhow!("{title}: {}", error.in_text(text)))
}
