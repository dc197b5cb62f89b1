//! The distance from the truth over the rows of the training instances.

use super::search::Search;
use super::{Basis, Configured, Fitness, Score};
use crate::config::settings::{Entries, Value, Word};
use crate::config::source::{Section, suggestion};
use crate::config::writer::quoted;
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

impl Default for LeastSquares {
    fn default() -> Self {
        Self { loss: Loss::Mse, scaling: true, beyond: None, states: 100 }
    }
}

impl Word for Loss {
    const NAMES: &'static [(&'static str, Self)] =
        &[("mse", Self::Mse), ("mae", Self::Mae), ("rank", Self::Rank)];
}

/// Most rows that are drawn from the space of an instance.
const MAX_STATES: usize = 10_000_000;

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

impl Configured for LeastSquares {
    const KEYS: &'static [&'static str] = &["loss", "scaling", "target", "beyond", "states"];

    fn read(section: &Section<'_>, domain: &dyn Domain) -> Result<Self, ParseError> {
        let default = Self::default();
        let states = section.get("states").map(|item| Value::read(&item, Some(0..=MAX_STATES)));
        Ok(Self {
            loss: section.word("loss", Loss::NAMES)?.unwrap_or(default.loss),
            scaling: section.flag("scaling")?.unwrap_or(default.scaling),
            beyond: beyond(section, domain)?,
            states: states.transpose()?.unwrap_or(default.states),
        })
    }

    fn entries(&self) -> Entries {
        let target = self.beyond.as_ref().map_or("h*".into(), |feature| format!("h* - {feature}"));
        vec![
            ("loss", self.loss.print()),
            ("scaling", self.scaling.print()),
            ("target", Some(quoted(&target))),
            ("states", self.states.print()),
        ]
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
