//! From a heuristic as it was read to the code that runs it on one instance.

use super::checked::HeuristicRef;
use super::compiled::Compiled;
use crate::feature::Text;
use crate::heuristic::{Featured, WithHeuristic, Zero};

/// A feature that the domain has, but not this instance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the heuristic '{0}' does not exist for this instance")]
pub struct Absent(pub Text);

/// Runs `with` on a heuristic, by its own code where the problem has some.
///
/// # Errors
///
/// The heuristic reads a feature that does not exist for this instance.
pub fn with_heuristic<P: Featured, R, W: WithHeuristic<P, R>>(
    problem: &P,
    heuristic: &HeuristicRef,
    with: W,
) -> Result<R, Absent> {
    let bare = heuristic.formula().and_then(|checked| checked.formula.bare_feature());
    let feature = bare.map(|index| &problem.features()[usize::from(index)]);
    // A feature that this instance does not have is left to the general way, which reports it.
    let Some(feature) = feature.filter(|feature| feature.range(problem).is_some()) else {
        return with_compiled(problem, heuristic, with);
    };
    match problem.incremental(&feature.info.name, with) {
        Ok(result) => Ok(result),
        Err(with) => with_compiled(problem, heuristic, with),
    }
}

/// Runs `with` on a heuristic that is computed for every node.
///
/// # Errors
///
/// The heuristic reads a feature that does not exist for this instance.
pub fn with_compiled<P: Featured, R, W: WithHeuristic<P, R>>(
    problem: &P,
    heuristic: &HeuristicRef,
    with: W,
) -> Result<R, Absent> {
    match heuristic {
        HeuristicRef::Blind => Ok(with.call(Zero)),
        HeuristicRef::Formula(checked) => {
            Compiled::new(problem, checked).map(|compiled| with.call(compiled)).map_err(Absent)
        }
    }
}
