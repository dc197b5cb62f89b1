//! One of several evaluators, drawn anew for each generation.

use super::Evaluator;
use serde::{Deserialize, Serialize};
use unstuck_core::random::{RngExt, stream};

/// Name and explanation.
pub const ABOUT: (&str, &str) = ("multi", "one of several evaluators per generation, by given probabilities");

/// The settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Multi {
    /// Evaluators and how often each is drawn; at least one, and none of them a `Multi`.
    pub parts: Vec<(Evaluator, f64)>,
}

impl Multi {
    /// The one that a generation is judged by.
    pub fn draw(&self, seed: u64, generation: u32) -> &Evaluator {
        let total: f64 = self.parts.iter().map(|(_, probability)| probability).sum();
        let mut left = stream(seed, "evaluator", &[generation.into()]).random::<f64>() * total;
        for (part, probability) in &self.parts {
            left -= probability;
            if left < 0.0 {
                return part;
            }
        }
        &self.parts[self.parts.len() - 1].0
    }

    /// The one that judges runs of searches, and by which champions are chosen: searches are what heuristics are for.
    pub fn searching(&self) -> &Evaluator {
        let searching = self.parts.iter().find(|(part, _)| !part.fits());
        searching.map_or(&self.parts[0].0, |(part, _)| part)
    }
}
