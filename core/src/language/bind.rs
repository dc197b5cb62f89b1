//! From a heuristic as it was read to the code that runs it on one instance.

use super::checked::{Checked, HeuristicRef};
use super::compiled::Compiled;
use crate::feature::Text;
use crate::heuristic::{Featured, IncrementalFeatures, WithFeatures, WithHeuristic};

/// A feature that the domain has, but not this instance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the heuristic '{0}' does not exist for this instance")]
pub struct Absent(pub Text);

/// Runs `with` on a heuristic, by its own code where the problem has some, with incremental features where it has those.
///
/// # Errors
///
/// The heuristic reads a feature that does not exist for this instance.
pub fn with_heuristic<P: Featured, R, W: WithHeuristic<P, R>>(
    problem: &P,
    heuristic: &HeuristicRef,
    with: W,
) -> Result<R, Absent> {
    let HeuristicRef::Formula(checked) = heuristic else { return with_compiled(problem, heuristic, with) };
    let Some(index) = checked.formula.bare_feature() else {
        let bind = Bind { problem, checked, with };
        return problem.incremental_features(&checked.features(), bind).unwrap_or_else(|bind| bind.call(()));
    };
    let feature = &problem.features()[usize::from(index)];
    // A feature that this instance does not have is left to the general way, which reports it.
    if feature.range(problem).is_none() {
        return with_compiled(problem, heuristic, with);
    }
    match problem.incremental(&feature.info.name, with) {
        Ok(result) => Ok(result),
        Err(with) => with_compiled(problem, heuristic, with),
    }
}

/// A formula that waits for its incremental features.
struct Bind<'a, P, W> {
    problem: &'a P,
    checked: &'a Checked,
    with: W,
}

impl<P: Featured, R, W: WithHeuristic<P, R>> WithFeatures<P, Result<R, Absent>> for Bind<'_, P, W> {
    fn call<F: IncrementalFeatures<P>>(self, features: F) -> Result<R, Absent> {
        let Self { problem, checked, with } = self;
        let compiled = Compiled::with_incremental(problem, checked, features).map_err(Absent)?;
        Ok(with.call(compiled))
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
        HeuristicRef::Blind => Ok(with.call(Compiled::blind(problem))),
        HeuristicRef::Formula(checked) => Bind { problem, checked, with }.call(()),
    }
}
