//! The heuristic language: texts, values, and every way to compute them.

mod decisions;
mod errors;
mod exports;
mod paths;
mod random;
mod references;
mod texts;

use crate::installed as registry;
use std::sync::Arc;
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::{Formula, parse};

fn words() -> Arc<FeatureTable> {
    registry::domain("rush-hour").unwrap().features().clone()
}

fn read(text: &str) -> Formula {
    parse(text, &words()).unwrap_or_else(|error| panic!("{}", error.in_text(text)))
}
