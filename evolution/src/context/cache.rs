//! What was measured before: results depend on nothing but the heuristic, the work and the context.

use crate::measure::Run;
use crate::role::Role;
use crate::task::{Answer, Cap, Fit, Work};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::hash_map::Entry;
use std::hash::BuildHasher;
use std::sync::OnceLock;
use unstuck_core::language::Formula;

/// Heuristics that are cached; the cache is cleared when there are more.
const MAX_HEURISTICS: usize = 20_000;

/// One piece of an answer.
#[derive(Debug, Clone)]
pub(super) enum Measured {
    Run(Run),
    Fit(Fit),
}

/// Results by heuristic.
#[derive(Default)]
pub struct Cache {
    /// By [`fingerprint`]; of two heuristics with the same one the later is kept.
    known: FxHashMap<u64, Box<(Formula, Results)>>,
}

/// A number for a heuristic; different heuristics have different ones almost always.
pub(super) fn fingerprint(formula: &Formula) -> u64 {
    FxBuildHasher.hash_one(formula)
}

#[derive(Default)]
struct Results {
    runs: FxHashMap<(Role, Cap, u32), Run>,
    /// Few: by role and precision.
    fits: Vec<((Role, bool), Fit)>,
}

impl Cache {
    /// Fills in what is cached.
    pub(super) fn fill(
        &self,
        work: &Work,
        (fingerprint, formula): (u64, &Formula),
        places: &[OnceLock<Measured>],
    ) {
        let found = self.known.get(&fingerprint).filter(|known| known.0 == *formula);
        let Some((_, results)) = found.map(|known| &**known) else { return };
        match work {
            Work::Search { role, instances, cap } => {
                for (place, &instance) in places.iter().zip(instances) {
                    if let Some(&run) = results.runs.get(&(*role, *cap, instance)) {
                        let _ = place.set(Measured::Run(run));
                    }
                }
            }
            Work::Fit { role, exact } => {
                let found = results.fits.iter().find(|(how, _)| *how == (*role, *exact));
                if let (Some(place), Some((_, fit))) = (places.first(), found) {
                    let _ = place.set(Measured::Fit(fit.clone()));
                }
            }
        }
    }

    /// Puts the pieces of an answer together and caches them. All of them must be there.
    pub(super) fn keep(
        &mut self,
        work: &Work,
        (fingerprint, formula): (u64, &Formula),
        places: &[OnceLock<Measured>],
    ) -> Answer {
        if self.known.len() >= MAX_HEURISTICS && !self.known.contains_key(&fingerprint) {
            self.known.clear();
        }
        let fresh = || Box::new((formula.clone(), Results::default()));
        let known = match self.known.entry(fingerprint) {
            Entry::Vacant(place) => place.insert(fresh()),
            Entry::Occupied(place) => {
                let known = place.into_mut();
                if known.0 != *formula {
                    *known = fresh();
                }
                known
            }
        };
        let results = &mut known.1;
        match work {
            Work::Search { role, instances, cap } => {
                let runs: Vec<Run> =
                    places.iter().filter_map(OnceLock::get).filter_map(Measured::run).collect();
                debug_assert_eq!(runs.len(), instances.len());
                let known = instances.iter().zip(&runs).map(|(&i, &run)| ((*role, *cap, i), run));
                results.runs.extend(known);
                Answer::Runs(runs)
            }
            Work::Fit { role, exact } => {
                let fit = places.iter().filter_map(OnceLock::get).find_map(Measured::fit);
                let fit = fit.unwrap_or(Fit { loss: f64::MAX, scaling: (0.0, 1.0), cases: Vec::new() });
                if results.fits.iter().all(|(how, _)| *how != (*role, *exact)) {
                    results.fits.reserve_exact(1);
                    results.fits.push(((*role, *exact), fit.clone()));
                }
                Answer::Fit(fit)
            }
        }
    }
}

impl Measured {
    fn run(&self) -> Option<Run> {
        match self {
            Self::Run(run) => Some(*run),
            Self::Fit(_) => None,
        }
    }

    fn fit(&self) -> Option<Fit> {
        match self {
            Self::Fit(fit) => Some(fit.clone()),
            Self::Run(_) => None,
        }
    }
}
