//! The best of a generation on the validation set: the champion and the hall of fame.

use super::{Champion, Engine, Phase, pairs};
use crate::algorithms::{Request, ranked};
use crate::genome::Candidate;
use crate::role::Role;
use crate::task::{Answer, Work};
use unstuck_core::language::{Formula, simplify};

/// Validated heuristics that are kept.
const HALL: usize = 20;

impl Engine {
    /// Fits are ranked in single precision; the reported loss of the best one is exact.
    pub(super) fn refine_best(&mut self) {
        if !matches!(self.state.last, Some((Work::Fit { .. }, _))) {
            return;
        }
        let Some(best) = self.best_of_generation().first().map(|best| best.formula(&self.config.space))
        else {
            return;
        };
        let fit = self.config.context.fit_matrix(Role::Train).fit::<f64>(&best.body, None);
        if let Some(record) = self.history.last_mut() {
            record.best = fit.loss;
        }
    }

    /// The best of the generation, all of them different heuristics or for different searches.
    pub(super) fn best_of_generation(&self) -> Vec<Candidate> {
        let individuals = self.individuals();
        let mut known: Vec<Formula> = Vec::new();
        let mut top: Vec<Candidate> = Vec::new();
        for place in ranked(&individuals, self.config.parsimony) {
            if top.len() == self.config.validate_top {
                break;
            }
            let candidate = &individuals[place].candidate;
            let formula = simplify(&candidate.formula(&self.config.space));
            if !known.contains(&formula) {
                known.push(formula);
                top.push(candidate.clone());
            }
        }
        top
    }

    /// Takes the validation of the best of a generation.
    pub(super) fn validated(&mut self, requests: &[Request], answers: &[Answer]) {
        let evaluator = self.config.evaluator.of_validation();
        let mut found: Vec<Champion> = Vec::new();
        for (request, measurement) in requests.iter().zip(pairs(requests, answers)) {
            let score = evaluator.score(&self.config.context, &measurement);
            found.push(Champion::new(&request.candidate, score, self.state.generation, &self.config));
        }
        let before = self.state.best;
        for champion in found {
            let fitness = champion.validation.fitness;
            let best = self.state.best.map_or(fitness, |best| best.min(fitness));
            self.state.best = Some(best);
            let parsimony = self.config.parsimony;
            if self.state.champion.as_ref().is_none_or(|known| champion.beats(known, best, parsimony)) {
                self.state.champion = Some(champion.clone());
            }
            if !self.state.hall.iter().any(|known| known.heuristic == champion.heuristic) {
                self.state.hall.push(champion);
            }
        }
        self.state.hall.sort_by(|a, b| a.validation.fitness.total_cmp(&b.validation.fitness));
        self.state.hall.truncate(HALL);
        if let (Some(record), Some(champion)) = (self.history.last_mut(), &self.state.champion) {
            record.validation = Some(champion.validation.fitness);
        }
        // A smaller champion is preferred, but it is no gain.
        let better = before.is_none_or(|before| self.state.best.is_some_and(|now| now < before));
        self.state.stale = if better { 0 } else { self.state.stale + 1 };
        let fitness = self.state.champion.as_ref().map(|champion| champion.validation.fitness);
        let over = self.config.stop.after_validation(fitness, self.state.stale);
        match over.or(self.state.ending) {
            Some(reason) => self.issue(Vec::new(), Phase::Finished(reason)),
            None => self.next_generation(),
        }
    }
}
