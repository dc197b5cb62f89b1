//! A vocabulary for tests.

use crate::feature::{FeatureTable, Needs, context, estimate, measure};
use std::sync::Arc;

pub(super) fn words() -> Arc<FeatureTable> {
    let rows = [
        estimate("blockers", "an estimate", &["moves"], &["moves"]),
        measure("hybrid", "a measure"),
        context("g", "cost so far", Needs::G),
    ];
    FeatureTable::new("words", ["moves".into()], rows)
}
