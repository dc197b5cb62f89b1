//! The decision [`ACCEPT`](super::decision::ACCEPT): whether a new solution replaces the present one.
//!
//! Its features are the same for all problems. A value above 0 accepts: `-worse` accepts what is better,
//! `0.5 - worse` also what is equal, `progress < 0.5` everything in the first half.

use crate::feature::{Feature, FeatureTable, Subject, infos, number, up_to};
use std::sync::Arc;

/// What the features of an acceptance see.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Acceptance {
    /// How much the new solution is worse than the present one, as [energy](super::Moves::energy).
    pub worse: f64,
    /// How much the present solution is worse than the best one.
    pub gap: f64,
    /// The part of the effort limit that is spent.
    pub progress: f64,
    /// Rounds since the best solution was found.
    pub stagnation: f64,
    /// A random number from 0 to 1.
    pub uniform: f64,
}

/// Acceptance as the [`Subject`] of features.
pub(crate) struct Accepting;

impl Subject for Accepting {
    type Instance = ();
    type View<'v> = Acceptance;
    type Scratch = ();

    fn features((): &()) -> &[Feature<Self>] {
        FEATURES
    }
    fn scratch((): &()) {}
    fn instance<'v>(_: &Acceptance) -> &'v () {
        &()
    }
}

type Row = Feature<Accepting>;

const ANY: Option<(f64, f64)> = Some((-1e9, 1e9));

const FEATURES: &[Row] = &[
    Row::new(
        number("worse", "how much the new solution is worse than the present one; negative if it is better"),
        |(), _| ANY,
        |view, ()| view.worse,
    ),
    Row::new(
        number("gap", "how much the present solution is worse than the best one"),
        |(), _| ANY,
        |view, ()| view.gap,
    ),
    Row::new(
        number("progress", "part of the effort limit that is spent"),
        |(), _| up_to(1),
        |view, ()| view.progress,
    ),
    Row::new(
        number("stagnation", "rounds since the best solution was found"),
        |(), _| Some((0.0, 1e9)),
        |view, ()| view.stagnation,
    ),
    Row::new(number("uniform", "a random number from 0 to 1"), |(), _| up_to(1), |view, ()| view.uniform),
];

/// The table of the decision, for a domain.
pub fn table(domain: &'static str) -> Arc<FeatureTable> {
    FeatureTable::of_decision(domain, super::decision::ACCEPT, infos(FEATURES))
}
