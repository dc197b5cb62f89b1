//! Covariance matrix adaptation: weights are drawn from a normal distribution that follows success.
//!
//! After Hansen, *The CMA Evolution Strategy: A Tutorial* (2016), with rank-one and rank-μ updates and cumulative step
//! length. The genes lie in [0, 1]: a draw outside is brought back by the space's bounds before it is measured, and
//! the distribution learns from what was measured.

mod eigen;

use super::individual::{Child, Individual};
use super::population::{individual, ranked, requests};
use super::{AlgorithmInfo, Combination, Conflict, EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::config::settings::settings;
use crate::genome::{Form, Genome, Weights};
use crate::task::Measurement;
use serde::{Deserialize, Serialize};
use unstuck_core::random::{normal, stream};

/// Name and explanation.
pub const ABOUT: (&str, &str) = ("cma_es", "weights drawn from a normal distribution that follows success");

settings! {
    /// The settings.
    pub struct Settings {
        /// Initial step size σ: in a space of width 1.
        sigma: f64 = 0.3, in 1e-6..=1.0;
    }
}

impl AlgorithmInfo for Settings {
    fn population(&self) -> (usize, usize) {
        (20, 4)
    }

    fn keeps_elite(&self) -> bool {
        false
    }

    fn unused_operators(&self) -> &'static [&'static str] {
        &["creation", "selection", "crossover", "mutation"]
    }

    fn survivors(&self, population: usize) -> Option<usize> {
        Some(population.div_ceil(4))
    }

    fn check(&self, rest: &Combination<'_>) -> Result<(), Conflict> {
        if rest.evolves_search {
            let wrong = "cma_es evolves weights only, no search parameters";
            return Err(Conflict::new("genome.search", wrong, "leave them out, or take another algorithm"));
        }
        if rest.form == Form::Weights {
            return Ok(());
        }
        let wrong = "cma_es evolves weights only";
        Err(Conflict::new("algorithm.kind", wrong, "write kind = \"weights\" in genome"))
    }
}

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CmaEs {
    size: usize,
    sigma: f64,
    population: Vec<Individual>,
    model: Option<Model>,
    waiting: Vec<Child>,
}

/// The distribution.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Model {
    mean: Vec<f64>,
    /// The step length.
    sigma: f64,
    /// The covariance matrix, row by row.
    covariance: Vec<f64>,
    /// The paths of the step length and of the covariance.
    path_sigma: Vec<f64>,
    path_covariance: Vec<f64>,
    updates: u32,
}

impl CmaEs {
    /// So many draws a generation.
    pub fn new(size: usize, _elites: usize, settings: Settings) -> Self {
        Self {
            size: size.max(4),
            sigma: settings.sigma,
            population: Vec::new(),
            model: None,
            waiting: Vec::new(),
        }
    }
}

impl Model {
    fn new(mean: Vec<f64>, sigma: f64) -> Self {
        let n = mean.len();
        let mut covariance = vec![0.0; n * n];
        for place in 0..n {
            covariance[place * n + place] = 1.0;
        }
        let zero = vec![0.0; n];
        Self { mean, sigma, covariance, path_sigma: zero.clone(), path_covariance: zero, updates: 0 }
    }

    /// Moves towards the best draws, the best first.
    fn learn(&mut self, best: &[&[f64]]) {
        let n = self.mean.len();
        let dimension = n as f64;
        let parents = best.len();
        let weights: Vec<f64> = {
            let raw: Vec<f64> =
                (1..=parents).map(|rank| libm::log(parents as f64 + 0.5) - libm::log(rank as f64)).collect();
            let total: f64 = raw.iter().sum();
            raw.into_iter().map(|weight| weight / total).collect()
        };
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let sigma_rate = (effective + 2.0) / (dimension + effective + 5.0);
        let damping =
            1.0 + 2.0 * (((effective - 1.0) / (dimension + 1.0)).sqrt() - 1.0).max(0.0) + sigma_rate;
        let path_rate = (4.0 + effective / dimension) / (dimension + 4.0 + 2.0 * effective / dimension);
        let rank_one = 2.0 / ((dimension + 1.3) * (dimension + 1.3) + effective);
        let rank_mu = (1.0 - rank_one).min(
            2.0 * (effective - 2.0 + 1.0 / effective) / ((dimension + 2.0) * (dimension + 2.0) + effective),
        );
        let expected_length =
            dimension.sqrt() * (1.0 - 1.0 / (4.0 * dimension) + 1.0 / (21.0 * dimension * dimension));
        let old = self.mean.clone();
        for (gene, place) in self.mean.iter_mut().zip(0..) {
            *gene = weights.iter().zip(best).map(|(weight, draw)| weight * draw[place]).sum();
        }
        let step: Vec<f64> = self.mean.iter().zip(&old).map(|(new, old)| (new - old) / self.sigma).collect();
        // The step in coordinates in which the distribution is round: C^(−1/2)·step.
        let eigen = eigen::decompose(&self.covariance, n);
        let round = eigen.apply(&step, |value| 1.0 / value.max(1e-20).sqrt());
        let gain = (sigma_rate * (2.0 - sigma_rate) * effective).sqrt();
        for (path, round) in self.path_sigma.iter_mut().zip(&round) {
            *path = (1.0 - sigma_rate) * *path + gain * round;
        }
        let length = self.path_sigma.iter().map(|path| path * path).sum::<f64>().sqrt();
        self.updates += 1;
        let settled = 1.0 - libm::pow(1.0 - sigma_rate, 2.0 * f64::from(self.updates));
        let moving = length / settled.sqrt() < (1.4 + 2.0 / (dimension + 1.0)) * expected_length;
        let gain = if moving { (path_rate * (2.0 - path_rate) * effective).sqrt() } else { 0.0 };
        for (path, step) in self.path_covariance.iter_mut().zip(&step) {
            *path = (1.0 - path_rate) * *path + gain * step;
        }
        let lost = if moving { 0.0 } else { rank_one * path_rate * (2.0 - path_rate) };
        for row in 0..n {
            for column in 0..n {
                let spread: f64 = weights
                    .iter()
                    .zip(best)
                    .map(|(weight, draw)| {
                        weight * (draw[row] - old[row]) * (draw[column] - old[column])
                            / (self.sigma * self.sigma)
                    })
                    .sum();
                let entry = &mut self.covariance[row * n + column];
                *entry = (1.0 - rank_one - rank_mu + lost) * *entry
                    + rank_one * self.path_covariance[row] * self.path_covariance[column]
                    + rank_mu * spread;
            }
        }
        self.sigma *= libm::exp((sigma_rate / damping) * (length / expected_length - 1.0));
        self.sigma = self.sigma.clamp(1e-8, 1.0);
    }
}

impl EvolutionaryAlgorithm for CmaEs {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        let genes = generation.space.genes();
        let model = self.model.get_or_insert_with(|| {
            let given = generation.initial.iter().find_map(|given| match &given.genome {
                Genome::Weights(weights) => Some(weights.genes.clone()),
                _ => None,
            });
            Model::new(given.unwrap_or_else(|| vec![0.5; genes]), self.sigma)
        });
        let eigen = eigen::decompose(&model.covariance, genes);
        let draw = |place: usize| {
            let mut random = stream(generation.seed, "draw", &[generation.number.into(), place as u64]);
            let round: Vec<f64> = (0..genes).map(|_| normal(&mut random)).collect();
            let shaped = eigen.shape(&round);
            let genes = model.mean.iter().zip(shaped).map(|(mean, step)| mean + model.sigma * step).collect();
            Child::fresh(Genome::Weights(Weights::new(genes, generation.space)).into())
        };
        let given = if generation.number == 0 { generation.initial } else { &[] };
        let mut waiting: Vec<Child> = given.iter().take(self.size).cloned().map(Child::fresh).collect();
        waiting.extend((waiting.len()..self.size).map(draw));
        self.waiting = waiting;
        requests(generation, &self.waiting)
    }

    fn absorb(&mut self, generation: &GenerationContext<'_>, measurements: &[Measurement<'_>]) -> Step {
        let children = std::mem::take(&mut self.waiting).into_iter().zip(measurements);
        self.population =
            children.map(|(child, found)| individual(generation, child, generation.score(found))).collect();
        let order = ranked(&self.population, false);
        let best: Vec<&[f64]> = order
            .iter()
            .take(self.size / 2)
            .filter_map(|&place| match &self.population[place].candidate.genome {
                Genome::Weights(weights) => Some(&weights.genes[..]),
                _ => None,
            })
            .collect();
        if let Some(model) = &mut self.model {
            model.learn(&best);
        }
        Step::Complete
    }

    fn individuals(&self) -> Vec<&Individual> {
        self.population.iter().collect()
    }
}

#[cfg(test)]
mod tests;
