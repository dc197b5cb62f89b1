//! Formulas for the first population that are learned from plans.
//!
//! Of the successors of a state on a plan, the one on the plan should have the smallest value, and a smaller one than
//! the state itself. A formula is a short [sum](unstuck_core::ranking) that puts most of these pairs into order. The
//! k-th formula begins with the k-th best single term, so that they differ.

use std::sync::OnceLock;
use unstuck_core::executor::Executor;
use unstuck_core::feature::Kind;
use unstuck_core::instance::SearchInstance;
use unstuck_core::ranking::{Pairs, Term};
use unstuck_evolution::experiment::Experiment;

/// Most states of plans that are looked at.
const STATES: usize = 300;

/// Most successors of a state that are.
const SUCCESSORS: usize = 30;

/// At most so many formulas over the features of an experiment, learned from plans of its tasks.
pub fn learn(
    experiment: &Experiment,
    plans: &[(&dyn SearchInstance, &[String])],
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
        let read = experiment.read_instance(&instance.text()).ok();
        if let Some(instance) = read.and_then(|instance| instance.into_search()) {
            let _ = found[number].set(pairs_of(&*instance, plan, &places, each));
        }
    });
    let mut all = Pairs { columns: vec![Vec::new(); places.len()], counts: Vec::new() };
    for pairs in found.into_iter().filter_map(OnceLock::into_inner) {
        all.counts.extend(pairs.counts);
        for (column, more) in all.columns.iter_mut().zip(pairs.columns) {
            column.extend(more);
        }
    }
    let name = |number: usize| &*table.features()[places[number]].name;
    let mut formulas: Vec<String> = Vec::new();
    let mut add = |of: &[usize], until: usize| {
        for first in all.best_terms(of).into_iter().take(2 * count) {
            if formulas.len() >= until {
                break;
            }
            let text = written(&all.sum(first, of), name);
            if text.as_ref().is_some_and(|text| !formulas.contains(text) && experiment.admits(text)) {
                formulas.extend(text);
            }
        }
    };
    let every: Vec<usize> = (0..places.len()).collect();
    add(&every, count.div_ceil(2));
    // The other half does without what is slow, so that searches can look at many more states.
    let domain = experiment.domain();
    let quick: Vec<usize> = every.iter().copied().filter(|&number| domain.is_quick(name(number))).collect();
    add(&quick, count);
    formulas
}

/// The pairs of some states of a plan.
fn pairs_of(start: &dyn SearchInstance, plan: &[String], features: &[usize], each: usize) -> Pairs {
    let mut pairs = Pairs { columns: vec![Vec::new(); features.len()], counts: Vec::new() };
    let steps = plan.len().min(each);
    let mut last: Option<(Box<dyn SearchInstance>, usize)> = None;
    for step in (0..steps).map(|number| number * plan.len() / steps) {
        let (from, done) = last.as_ref().map_or((start, 0), |(state, done)| (&**state, *done));
        let Ok(state) = from.play(&plan[done..step]) else { break };
        let successors = state.successors();
        let Some(next) = successors.iter().position(|one| one.text == plan[step]) else { break };
        let good = successors[next].instance.values();
        let stride = successors.len().div_ceil(SUCCESSORS);
        let others = successors.iter().enumerate().filter(|(place, _)| *place != next).map(|(_, one)| one);
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
        last = Some((state, step));
    }
    pairs
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
    fn sums_are_written() {
        let sum = [(0, 1.0), (2, -1.0)];
        assert_eq!(written(&sum, |place| ["a", "b", "c"][place]).as_deref(), Some("a - c"));
        assert_eq!(
            written(&[(2, -1.0), (0, 4.0)], |place| ["a", "b", "c"][place]).as_deref(),
            Some("4*a - c")
        );
        assert_eq!(written(&[(2, -1.0)], |_| "c"), None);
    }
}
