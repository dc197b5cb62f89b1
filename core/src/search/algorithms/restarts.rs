//! Weighted A*, restarted with a smaller weight whenever an attempt has spent its expansions.
//!
//! A greedy search solves most instances at once and gets lost on a few; a more careful one is slower, and gets
//! lost on other ones. So attempt k may expand b · 8^k nodes (b = 256 by default) with the weight w · (3/4)^k, and the
//! next begins with nothing. Where the limit would leave less for the next than an attempt has, it takes all. What is
//! counted is the sum over the attempts.

use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::engines::best_first::{self, Order, Preset};
use crate::search::{AlgorithmInfo, Limit, Limits, Onward, Optimal, Outcome, Parameter, Search, Stats};

/// Weighted A*, restarted with 3/4 of the weight after 256, 2,048, 16,384, … expansions.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "restarts",
    about: "weighted A*, restarted with 3/4 of the weight after 256, 2,048, 16,384, … expansions",
    optimal: Optimal::Never,
    complete: true,
    memory: "every state seen by one attempt",
    heuristic: true,
    parameters: &[Parameter::Weight, Parameter::Budget],
};

/// How many times more each further attempt may expand.
const GROWTH: u64 = 8;
/// What each further attempt makes of the weight.
const CARE: f64 = 0.75;

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let Search { problem, start, mut heuristic, mut parameters, admissible, observer, executor } = search;
    let most = parameters.limits.expanded;
    let mut spent = Stats::default();
    let mut budget = parameters.budget.max(1);
    loop {
        observer.stage(&format!("attempt {}", spent.iterations + 1), &spent);
        let left = most.map_or(u64::MAX, |most| most - spent.expanded);
        // Less than this attempt has is too little for another.
        let share = if left.saturating_sub(budget) < budget { left } else { budget };
        parameters.limits = Limits { expanded: Some(share), ..parameters.limits };
        let optimal = admissible && parameters.weight <= 1.0;
        let mut outcome = best_first::run(
            Search {
                problem,
                start,
                heuristic: &mut heuristic,
                parameters,
                admissible,
                observer: &mut Onward { spent, observer: &mut *observer },
                executor,
            },
            Preset { order: Order::Weighted(parameters.weight), optimal, anytime: false, reopen: true },
        );
        // An observer may say the same word as the meter.
        let is_spent = outcome.limit == Some(Limit::Nodes) && outcome.stats.expanded >= share;
        outcome.stats.iterations += 1;
        let outcome = outcome.after(spent);
        if !is_spent || most.is_some_and(|most| outcome.stats.expanded >= most) {
            return outcome;
        }
        spent = outcome.stats;
        budget = budget.saturating_mul(GROWTH);
        parameters.weight *= CARE;
    }
}
