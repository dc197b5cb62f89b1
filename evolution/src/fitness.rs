//! How good a heuristic is: lower is better everywhere.
//!
//! Per instance, n is the number of expanded nodes over that of the reference search, and l the length of the plan over
//! the cheapest. An evaluator says what is to be measured ([`Evaluator::work`]) and makes one number of what came out
//! ([`Evaluator::score`]).
//!
//! | file | evaluator |
//! |---|---|
//! | [`least_squares`] | the distance from the truth over rows |
//! | [`search`] | lengths and sizes of searches |
//! | [`reduction`] | sizes of searches that may not exceed the reference |
//! | [`multi`] | one of several, drawn for each generation |
//!
//! ```
//! use unstuck_evolution::fitness::{Evaluator, Measured, reduction::Reduction};
//! use unstuck_evolution::{task::Run, context::ReferenceResult};
//! let run = Run { solved: true, expanded: 30, length: 12 };
//! let reference = ReferenceResult { expanded: 120, solved: true, length: 10, optimal: true };
//! let measured = Measured { run, reference };
//! assert_eq!((measured.nodes(1_000), measured.length()), (0.25, 1.2));
//! let evaluator = Evaluator::Reduction(Reduction { max_length_ratio: Some(1.1), ..Reduction::default() });
//! assert!(!evaluator.fits());
//! ```

pub mod least_squares;
pub mod multi;
pub mod reduction;
pub mod search;

use crate::context::{EvaluationContext, ReferenceResult};
use crate::task::{Answer, Cap, Role, Run, Work};
use serde::{Deserialize, Serialize};
use unstuck_core::random::{RngExt, stream};

/// Every evaluator: name and explanation.
pub static EVALUATORS: &[(&str, &str)] =
    &[least_squares::ABOUT, search::ABOUT, reduction::ABOUT, multi::ABOUT];

/// A way to tell how good a heuristic is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Evaluator {
    /// The distance from the truth.
    LeastSquares,
    /// Lengths and sizes of searches.
    Search(search::Search),
    /// Sizes of searches against a reference.
    Reduction(reduction::Reduction),
    /// One of several.
    Multi(multi::Multi),
}

/// What a measurement is worth.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Score {
    /// The fitness; lower is better.
    pub fitness: f64,
    /// Mean n; 0 for fits.
    pub nodes: f64,
    /// Mean l; 0 for fits.
    pub length: f64,
    /// The share of instances that were not solved.
    pub unsolved: f64,
    /// The values of single cases.
    pub cases: Vec<f64>,
    /// The line that a fit is scaled by.
    pub scaling: Option<(f64, f64)>,
}

impl Evaluator {
    /// The evaluator of a generation: itself, or the one that it draws.
    pub fn of_generation(&self, seed: u64, generation: u32) -> &Self {
        match self {
            Self::Multi(multi) => multi.draw(seed, generation),
            _ => self,
        }
    }

    /// The evaluator that champions are chosen by: itself, or the one of several that is nearest to use.
    pub fn of_validation(&self) -> &Self {
        match self {
            Self::Multi(multi) => multi.searching(),
            _ => self,
        }
    }

    /// The same with so many instances per generation, where it searches.
    pub fn sampling(self, sample: usize) -> Self {
        match self {
            Self::Search(search) => Self::Search(search::Search { sample, ..search }),
            Self::Reduction(reduction) => Self::Reduction(reduction::Reduction { sample, ..reduction }),
            other => other,
        }
    }

    /// Whether it, or one of its parts, fits rows.
    pub fn fits(&self) -> bool {
        match self {
            Self::LeastSquares => true,
            Self::Multi(multi) => multi.parts.iter().any(|(part, _)| part.fits()),
            Self::Search(_) | Self::Reduction(_) => false,
        }
    }

    /// What is to be measured in a generation.
    pub fn work(&self, context: &EvaluationContext, seed: u64, generation: u32) -> Work {
        let (sample, cap) = match self {
            Self::LeastSquares => return Work::Fit { role: Role::Train, exact: false },
            Self::Multi(_) => return self.of_generation(seed, generation).work(context, seed, generation),
            Self::Search(search) => (search.sample, Cap::Default),
            Self::Reduction(reduction) => (reduction.sample, Cap::Reference),
        };
        Work::Search {
            role: Role::Train,
            instances: draw(context.set(Role::Train).len(), sample, seed, generation),
            cap,
        }
    }

    /// What is to be measured over a whole role.
    pub fn whole(&self, context: &EvaluationContext, role: Role) -> Work {
        let cap = match self {
            Self::LeastSquares => return Work::Fit { role, exact: true },
            Self::Multi(multi) => return multi.searching().whole(context, role),
            Self::Search(_) => Cap::Default,
            Self::Reduction(_) => Cap::Reference,
        };
        Work::Search { role, instances: (0..context.set(role).len() as u32).collect(), cap }
    }

    /// What an answer is worth.
    pub fn score(&self, context: &EvaluationContext, work: &Work, answer: &Answer) -> Score {
        match (self, work, answer) {
            (_, _, Answer::Fit(fit)) => least_squares::score(fit),
            (Self::Multi(multi), ..) => multi.searching().score(context, work, answer),
            (Self::Search(search), Work::Search { role, instances, .. }, Answer::Runs(runs)) => {
                search.score(context, &measure(context, *role, instances, runs))
            }
            (Self::Reduction(reduction), Work::Search { role, instances, .. }, Answer::Runs(runs)) => {
                reduction.score(&measure(context, *role, instances, runs))
            }
            // An answer to another question is worth nothing.
            _ => Score { fitness: f64::MAX, ..Score::default() },
        }
    }
}

/// The numbers of the instances of a generation: all of them, or some drawn evenly, in ascending order.
pub fn draw(count: usize, sample: usize, seed: u64, generation: u32) -> Vec<u32> {
    if sample == 0 || sample >= count {
        return (0..count as u32).collect();
    }
    let mut random = stream(seed, "instances", &[generation.into()]);
    let mut numbers: Vec<u32> = (0..count as u32).collect();
    for place in 0..sample {
        let other = random.random_range(place..count);
        numbers.swap(place, other);
    }
    numbers.truncate(sample);
    numbers.sort_unstable();
    numbers
}

/// A run beside what it is measured against.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    /// What happened.
    pub run: Run,
    /// What it is measured against.
    pub reference: ReferenceResult,
}

/// The length that an unsolved instance counts as, in lengths of the cheapest plan.
pub const UNSOLVED_LENGTH: f64 = 2.0;

impl Measured {
    /// Expanded nodes in units of the reference; an unsolved one counts as `limit`.
    pub fn nodes(&self, limit: u64) -> f64 {
        let expanded = if self.run.solved { self.run.expanded } else { limit };
        expanded as f64 / self.reference.expanded as f64
    }

    /// The length in units of the cheapest plan.
    pub fn length(&self) -> f64 {
        if self.run.solved { self.run.length as f64 / self.reference.length as f64 } else { UNSOLVED_LENGTH }
    }
}

/// Puts runs beside what they are measured against.
pub fn measure(context: &EvaluationContext, role: Role, instances: &[u32], runs: &[Run]) -> Vec<Measured> {
    let set = context.set(role);
    let pairs = instances.iter().zip(runs);
    pairs.map(|(&number, &run)| Measured { run, reference: set[number as usize].reference }).collect()
}

/// The penalty for plans that are longer than allowed on average.
pub fn too_long(mean_length: f64, max: Option<f64>) -> f64 {
    max.map_or(0.0, |max| 5.0 * (mean_length - max).max(0.0))
}

/// The mean; 0 of nothing.
pub fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}
