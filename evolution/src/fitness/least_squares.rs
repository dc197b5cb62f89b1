//! The distance from the truth over the rows of the training instances.

use super::search::Search;
use super::{Basis, Configured, Fitness, Score};
use crate::config::settings::{Entries, Settings as _, Word, settings};
use crate::config::source::{Section, suggestion};
use crate::context::EvaluationContext;
use crate::dataset::Loss;
use crate::measure::{Comparison, Measure};
use crate::task::Fit;
use serde::{Deserialize, Serialize};
use unstuck_core::domain::Domain;
use unstuck_core::error::ParseError;
use unstuck_core::feature::Kind;

/// Name and explanation.
pub const ABOUT: (&str, &str) = (
    "least_squares",
    "difference between the heuristic and exact distances over rows (loss: mse, mae or rank)",
);

/// How rows are fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeastSquares {
    /// What a fit is judged by.
    pub loss: Loss,
    /// Values are scaled by the line that fits best.
    pub scaling: bool,
    /// The feature that is subtracted from the distance before anything is fitted to it.
    pub beyond: Option<String>,
    /// Rows that are drawn from the space of every instance in addition to the instance itself.
    pub states: usize,
}

impl Word for Loss {
    const NAMES: &'static [(&'static str, Self)] =
        &[("mse", Self::Mse), ("mae", Self::Mae), ("rank", Self::Rank)];
}

impl Fitness for LeastSquares {
    fn basis(&self) -> Basis {
        Basis::Rows
    }

    fn measures(&self) -> Vec<Measure> {
        Vec::new()
    }

    /// Where heuristics are compared by searches all the same, as the tuned baseline's candidates are, the default of
    /// the evaluator that searches decides.
    fn score(&self, context: &EvaluationContext, runs: &[Comparison]) -> Score {
        Search::default().score(context, runs)
    }

    fn least_squares(&self) -> Option<&LeastSquares> {
        Some(self)
    }
}

settings! {
    /// The keys.
    pub struct Keys {
        /// Loss.
        loss: Loss = Loss::Mse;
        /// Linear scaling: values are scaled by the line that fits best.
        scaling: bool = true;
        /// Target: h*, or h* - FEATURE.
        target: String = "h*".into();
        /// Feature that is subtracted from the distance: another way to write the target.
        beyond: Option<String> = None, example "\"blockers\"";
        /// States per instance: rows that are drawn from its space in addition to itself.
        states: usize = 100, in 0..=10_000_000, unit "rows";
    }
}

impl Default for LeastSquares {
    fn default() -> Self {
        let Keys { loss, scaling, beyond, states, .. } = Keys::default();
        Self { loss, scaling, beyond, states }
    }
}

impl Configured for LeastSquares {
    type Keys = Keys;

    fn from_section(section: &Section<'_>, domain: &dyn Domain) -> Result<Self, ParseError> {
        let Keys { loss, scaling, states, .. } = Keys::read(section)?;
        Ok(Self { loss, scaling, beyond: beyond(section, domain)?, states })
    }

    fn to_entries(&self) -> Entries {
        let Self { loss, scaling, beyond, states } = self.clone();
        let target = beyond.map_or("h*".into(), |feature| format!("h* - {feature}"));
        let mut entries = Keys { loss, scaling, target, beyond: None, states }.entries();
        entries.retain(|(key, _)| *key != "beyond");
        entries
    }
}

/// The score of a fit is its loss.
pub fn score(fit: &Fit) -> Score {
    Score { fitness: fit.loss, cases: fit.cases.clone(), scaling: Some(fit.scaling), ..Score::default() }
}

/// `target = "h*"`, `target = "h* - FEATURE"`, or `beyond = "FEATURE"`.
fn beyond(section: &Section<'_>, domain: &dyn Domain) -> Result<Option<String>, ParseError> {
    let target = section.get("target");
    let feature = section.get("beyond");
    if let (Some(_), Some(item)) = (&target, &feature) {
        return Err(item.refuse("target and beyond mean the same").help("leave one of them out"));
    }
    let (item, name) = match (target, feature) {
        (Some(item), _) => {
            let text = item.text()?;
            let rest = text.trim().strip_prefix("h*").map(str::trim);
            match rest {
                Some("") => return Ok(None),
                Some(rest) if rest.starts_with('-') => (item, rest[1..].trim().to_owned()),
                _ => {
                    let wrong = format!("the target '{text}' cannot be read");
                    return Err(item.refuse(wrong).help("write \"h*\" or \"h* - FEATURE\""));
                }
            }
        }
        (None, Some(item)) => {
            let name = item.text()?;
            (item, name)
        }
        (None, None) => return Ok(None),
    };
    let table = domain.features();
    match table.get(&name) {
        Some(info) if info.node().needs.state_only() && info.kind == Kind::Real => Ok(Some(name)),
        Some(_) => Err(item.refuse(format!("'{name}' is not a number that a single state has"))),
        None => {
            let wrong = format!("{} has no feature '{name}'", domain.info().name);
            Err(item.refuse(wrong).help(suggestion(&name, table.names())))
        }
    }
}
