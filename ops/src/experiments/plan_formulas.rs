//! Formulas for the first population that are learned from plans.
//!
//! Of the successors of a state on a plan, the one on the plan should have the smallest value, and a smaller one than the
//! state itself. A formula is a short sum: its terms are chosen one after the other, each with the weight that puts most of
//! these pairs into order. The k-th formula begins with the k-th best single term, so that they differ.

use std::sync::OnceLock;
use unstuck_core::executor::Executor;
use unstuck_core::feature::Kind;
use unstuck_core::instance::Instance;
use unstuck_evolution::experiment::Experiment;

/// Most states of plans that are looked at.
const STATES: usize = 300;

/// Most successors of a state that are.
const SUCCESSORS: usize = 30;

/// Most terms of a formula: its tree has 23 nodes and depth 7.
const TERMS: usize = 6;

/// The weights that are tried.
const WEIGHTS: [f32; 8] = [1.0, -1.0, 2.0, -2.0, 4.0, -4.0, 0.5, -0.5];

/// What another term must gain, in shares of the states.
const GAIN: f32 = 0.002;

/// Differences between the values of two states, feature by feature: that of the state which should come first, minus that of
/// the other.
#[derive(Default)]
struct Pairs {
    /// By feature.
    columns: Vec<Vec<f32>>,
    /// How much a pair counts; the pairs of a state count as one.
    counts: Vec<f32>,
}

/// At most so many formulas over the features of an experiment, learned from plans of its tasks.
pub fn learn(
    experiment: &Experiment,
    plans: &[(&dyn Instance, &[String])],
    count: usize,
    executor: &dyn Executor,
) -> Vec<String> {
    let table = experiment.domain().features();
    let named = experiment.named_features();
    let indices = named.iter().filter_map(|name| table.index(name)).map(usize::from);
    let places: Vec<usize> = indices.filter(|&place| table.features()[place].kind == Kind::Real).collect();
    let each = (STATES / plans.len().max(1)).max(2);
    let found: Vec<OnceLock<Pairs>> = plans.iter().map(|_| OnceLock::new()).collect();
    executor.run(plans.len(), &|number| {
        let (instance, plan) = plans[number];
        // Read again: with the features that the experiment has by now.
        if let Ok(instance) = experiment.read_instance(&instance.text()) {
            let _ = found[number].set(Pairs::of(&*instance, plan, &places, each));
        }
    });
    let mut all = Pairs { columns: vec![Vec::new(); places.len()], counts: Vec::new() };
    for pairs in found.into_iter().filter_map(OnceLock::into_inner) {
        all.counts.extend(pairs.counts);
        for (column, more) in all.columns.iter_mut().zip(pairs.columns) {
            column.extend(more);
        }
    }
    let mut formulas: Vec<String> = Vec::new();
    for first in all.best_terms().into_iter().take(2 * count) {
        let text = written(&all.sum(first), |number| &*table.features()[places[number]].name);
        if text.as_ref().is_some_and(|text| !formulas.contains(text) && experiment.admits(text)) {
            formulas.extend(text);
        }
        if formulas.len() == count {
            break;
        }
    }
    formulas
}

/// A feature by its number, and its weight.
type Term = (usize, f32);

impl Pairs {
    /// The pairs of some states of a plan.
    fn of(start: &dyn Instance, plan: &[String], features: &[usize], each: usize) -> Self {
        let mut pairs = Self { columns: vec![Vec::new(); features.len()], counts: Vec::new() };
        let steps = plan.len().min(each);
        for step in (0..steps).map(|number| number * plan.len() / steps) {
            let Ok(state) = start.play(&plan[..step]) else { break };
            let successors = state.successors();
            let Some(next) = successors.iter().position(|one| one.text == plan[step]) else { break };
            let good = successors[next].instance.values();
            let stride = successors.len().div_ceil(SUCCESSORS);
            let others =
                successors.iter().enumerate().filter(|(place, _)| *place != next).map(|(_, one)| one);
            let mut others: Vec<Vec<Option<f64>>> =
                others.step_by(stride).map(|one| one.instance.values()).collect();
            others.push(state.values());
            let share = 1.0 / others.len() as f32;
            for other in others {
                pairs.counts.push(share);
                for (column, &place) in pairs.columns.iter_mut().zip(features) {
                    // What a state does not have is no reason to prefer it.
                    let difference = good[place].zip(other[place]).map_or(0.0, |(good, other)| good - other);
                    column.push(if difference.is_finite() { difference as f32 } else { 0.0 });
                }
            }
        }
        pairs
    }

    /// Single terms, those that put most pairs into order first.
    fn best_terms(&self) -> Vec<Term> {
        let sums = vec![0.0; self.counts.len()];
        let score = |place: usize, weight: f32| self.score(&sums, (place, weight));
        let mut terms: Vec<(f32, Term)> = (0..self.columns.len())
            .map(|place| {
                let (up, down) = (score(place, 1.0), score(place, -1.0));
                if up >= down { (up, (place, 1.0)) } else { (down, (place, -1.0)) }
            })
            .collect();
        terms.sort_by(|a, b| b.0.total_cmp(&a.0));
        terms.into_iter().map(|(_, term)| term).collect()
    }

    /// The share of pairs in order once a term is added to sums; equal values count half.
    fn score(&self, sums: &[f32], (place, weight): Term) -> f32 {
        let column = self.columns[place].iter().zip(sums);
        column
            .zip(&self.counts)
            .map(|((difference, sum), count)| match sum + weight * difference {
                less if less < 0.0 => *count,
                0.0 => 0.5 * count,
                _ => 0.0,
            })
            .sum()
    }

    /// Terms that begin with the given one and put as many pairs into order as they can.
    fn sum(&self, first: Term) -> Vec<Term> {
        let mut terms = vec![first];
        let mut sums: Vec<f32> =
            self.columns[first.0].iter().map(|difference| first.1 * difference).collect();
        let gain = GAIN * self.counts.iter().sum::<f32>();
        let mut reached = self.score(&vec![0.0; sums.len()], first);
        while terms.len() < TERMS {
            let used = |place: usize| terms.iter().any(|(other, _)| *other == place);
            let candidates = (0..self.columns.len()).filter(|&place| !used(place));
            let scored = candidates
                .flat_map(|place| WEIGHTS.map(|weight| (place, weight)))
                .map(|term| (self.score(&sums, term), term));
            // The first of several that are as good.
            let best = scored.reduce(|best, one| if one.0 > best.0 { one } else { best });
            let Some((score, term)) = best.filter(|(score, _)| *score > reached + gain) else { break };
            reached = score;
            for (sum, difference) in sums.iter_mut().zip(&self.columns[term.0]) {
                *sum += term.1 * difference;
            }
            terms.push(term);
        }
        terms
    }
}

/// The text of a sum; `None` if no term is positive.
fn written<'a>(terms: &[Term], name: impl Fn(usize) -> &'a str) -> Option<String> {
    let mut terms = terms.to_vec();
    let positive = terms.iter().position(|(_, weight)| *weight > 0.0)?;
    terms.swap(0, positive);
    let mut text = String::new();
    for (number, (place, weight)) in terms.into_iter().enumerate() {
        let sign = match (number, weight < 0.0) {
            (0, _) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        };
        let factor = if weight.abs() == 1.0 { String::new() } else { format!("{}*", weight.abs()) };
        text += &format!("{sign}{factor}{}", name(place));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_chosen_until_the_pairs_are_in_order() {
        // The first feature orders half of the pairs, the third the others; the second says nothing.
        let pairs = Pairs {
            columns: vec![vec![-1.0, -1.0, 0.0, 1.0], vec![0.0; 4], vec![0.0, 1.0, 1.0, 3.0]],
            counts: vec![1.0; 4],
        };
        assert_eq!(pairs.best_terms(), [(2, -1.0), (0, 1.0), (1, 1.0)]);
        let sum = pairs.sum((0, 1.0));
        assert_eq!(sum, [(0, 1.0), (2, -1.0)]);
        assert_eq!(written(&sum, |place| ["a", "b", "c"][place]).as_deref(), Some("a - c"));
        assert_eq!(
            written(&[(2, -1.0), (0, 4.0)], |place| ["a", "b", "c"][place]).as_deref(),
            Some("4*a - c")
        );
        assert_eq!(written(&[(2, -1.0)], |_| "c"), None);
    }
}
