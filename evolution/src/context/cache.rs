//! What was measured before: results depend on nothing but the heuristic, the work and the context.

use crate::measure::Run;
use crate::role::Role;
use crate::task::{Answer, Cap, Fit, Work};
use rustc_hash::FxHashMap;
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
    known: FxHashMap<Formula, Results>,
}

#[derive(Default)]
struct Results {
    runs: FxHashMap<(Role, Cap, u32), Run>,
    fits: FxHashMap<(Role, bool), Fit>,
}

impl Cache {
    /// Fills in what is cached.
    pub(super) fn fill(&self, work: &Work, formula: &Formula, places: &[OnceLock<Measured>]) {
        let Some(results) = self.known.get(formula) else { return };
        match work {
            Work::Search { role, instances, cap } => {
                for (place, &instance) in places.iter().zip(instances) {
                    if let Some(&run) = results.runs.get(&(*role, *cap, instance)) {
                        let _ = place.set(Measured::Run(run));
                    }
                }
            }
            Work::Fit { role, exact } => {
                if let (Some(place), Some(fit)) = (places.first(), results.fits.get(&(*role, *exact))) {
                    let _ = place.set(Measured::Fit(fit.clone()));
                }
            }
        }
    }

    /// Puts the pieces of an answer together and caches them. All of them must be there.
    pub(super) fn keep(&mut self, work: &Work, formula: &Formula, places: &[OnceLock<Measured>]) -> Answer {
        if self.known.len() >= MAX_HEURISTICS && !self.known.contains_key(formula) {
            self.known.clear();
        }
        if !self.known.contains_key(formula) {
            self.known.insert(formula.clone(), Results::default());
        }
        let results = self.known.get_mut(formula);
        match work {
            Work::Search { role, instances, cap } => {
                let runs: Vec<Run> =
                    places.iter().filter_map(OnceLock::get).filter_map(Measured::run).collect();
                debug_assert_eq!(runs.len(), instances.len());
                if let Some(results) = results {
                    results
                        .runs
                        .extend(instances.iter().zip(&runs).map(|(&i, &run)| ((*role, *cap, i), run)));
                }
                Answer::Runs(runs)
            }
            Work::Fit { role, exact } => {
                let fit = places.iter().filter_map(OnceLock::get).find_map(Measured::fit);
                let fit = fit.unwrap_or(Fit { loss: f64::MAX, scaling: (0.0, 1.0), cases: Vec::new() });
                if let Some(results) = results {
                    results.fits.insert((*role, *exact), fit.clone());
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
