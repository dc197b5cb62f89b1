//! Cases in random order, each of which keeps those that are nearly the best on it (La Cava et al. 2016).
//!
//! What "nearly" means is found per case: ε is the median absolute deviation over the whole population. The best is
//! that of the individuals still left (the semi-dynamic form).

use super::Pool;
use crate::operators::Selection;
use unstuck_core::random::{RngExt, Stream};

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "epsilon_lexicase",
    about: "single cases in random order, each keeping those within the median absolute deviation of the best on it",
    parameters: &[],
    weight: 0.0,
    apply: |random, _, pool| {
        let forgiven =
            pool.forgiven.get_or_init(|| (0..cases(pool)).map(|case| deviation(pool, case)).collect());
        (survivor(random, forgiven, pool), survivor(random, forgiven, pool))
    },
};

fn cases(pool: &Pool<'_>) -> usize {
    pool.cases.first().map_or(1, Vec::len)
}

/// What an individual does on a case; what was not measured, or is NaN, is worse than anything.
fn value(pool: &Pool<'_>, individual: usize, case: usize) -> f64 {
    let value = match pool.cases.get(individual) {
        Some(values) => values.get(case).copied(),
        None => (case == 0).then(|| pool.fitness[individual]),
    };
    value.filter(|value| !value.is_nan()).unwrap_or(f64::INFINITY)
}

/// The median absolute deviation of a case; 0 where most of its values are infinite.
fn deviation(pool: &Pool<'_>, case: usize) -> f64 {
    let mut values: Vec<f64> = (0..pool.len()).map(|individual| value(pool, individual, case)).collect();
    let middle = median(&mut values);
    if !middle.is_finite() {
        return 0.0;
    }
    for value in &mut values {
        *value = (*value - middle).abs();
    }
    let spread = median(&mut values);
    if spread.is_finite() { spread } else { 0.0 }
}

fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    match below.iter().copied().max_by(f64::total_cmp) {
        Some(lower) if values.len().is_multiple_of(2) => 0.5 * (lower + upper),
        _ => upper,
    }
}

fn survivor(random: &mut Stream, forgiven: &[f64], pool: &Pool<'_>) -> usize {
    let mut left: Vec<usize> = (0..pool.len()).collect();
    let mut order: Vec<usize> = (0..forgiven.len()).collect();
    for next in 0..order.len() {
        if left.len() == 1 {
            break;
        }
        // The order is shuffled as far as it is needed.
        let drawn = random.random_range(next..order.len());
        order.swap(next, drawn);
        let case = order[next];
        let best = left.iter().map(|&one| value(pool, one, case)).fold(f64::INFINITY, f64::min);
        let max = best + forgiven[case];
        left.retain(|&one| value(pool, one, case) <= max);
    }
    left[random.random_range(0..left.len())]
}
