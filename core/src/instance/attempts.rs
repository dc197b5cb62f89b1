//! A heuristic with attempts before it: searches in turn, each with what those before it have left of the limits.

use super::SearchError;
use crate::language::HeuristicRef;
use crate::search::{End, Limit, Observer, Onward, Outcome, SearchParameters, Stats};

/// One search, by a heuristic that stands alone.
pub(super) trait RunOne<A> {
    /// Runs it.
    fn run(
        &mut self,
        parameters: &SearchParameters,
        heuristic: &HeuristicRef,
        observer: &mut dyn Observer,
    ) -> Result<Outcome<A>, SearchError>;
}

/// Runs the attempts of a heuristic until one has an answer, and at last the heuristic itself. The statistics are the sum
/// over all of them.
pub(super) fn run<A>(
    parameters: &SearchParameters,
    heuristic: &HeuristicRef,
    observer: &mut dyn Observer,
    one: &mut impl RunOne<A>,
) -> Result<Outcome<A>, SearchError> {
    let Some(checked) = heuristic.formula().filter(|checked| !checked.formula.attempts.is_empty()) else {
        return one.run(parameters, heuristic, observer);
    };
    let mut spent = Stats::default();
    let (attempts, parts) = (&checked.formula.attempts, checked.parts());
    for (number, (attempt, heuristic)) in attempts.iter().zip(parts).enumerate() {
        observer.stage(&format!("attempt {}", number + 1), &spent);
        let mut parameters = left(parameters, &spent);
        if let Some(search) = &attempt.search {
            search.apply(&mut parameters);
        }
        let expanded = parameters.limits.expanded.map_or(attempt.expanded, |left| left.min(attempt.expanded));
        parameters.limits.expanded = Some(expanded);
        let outcome = one.run(&parameters, heuristic, &mut Onward { spent, observer: &mut *observer })?;
        // Observers can return the same limit.
        let is_spent = outcome.limit == Some(Limit::Nodes) && outcome.stats.expanded >= attempt.expanded;
        let goes_on = match outcome.end {
            End::Solved { .. } | End::Unsolvable => false,
            End::Limit => is_spent,
            End::GaveUp => true,
        };
        let outcome = outcome.after(spent);
        if !goes_on {
            return Ok(outcome);
        }
        spent = outcome.stats;
    }
    observer.stage(&format!("attempt {}", attempts.len() + 1), &spent);
    let observer = &mut Onward { spent, observer };
    let outcome = one.run(&left(parameters, &spent), parts.last().unwrap_or(heuristic), observer)?;
    Ok(outcome.after(spent))
}

/// The same with the remaining limits on work.
fn left(parameters: &SearchParameters, spent: &Stats) -> SearchParameters {
    let mut parameters = *parameters;
    let limits = &mut parameters.limits;
    limits.expanded = limits.expanded.map(|most| most.saturating_sub(spent.expanded));
    limits.effort = limits.effort.map(|most| most.saturating_sub(spent.effort));
    parameters
}
