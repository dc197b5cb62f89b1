//! One of several evaluators, drawn for each generation.

use super::{Basis, Configured, Evaluator, Fitness, Score};
use crate::config::settings::{ByHand, Entries, Settings, Value as _, names, settings};
use crate::config::source::Section;
use crate::config::writer::inline_set;
use crate::context::EvaluationContext;
use crate::measure::{Comparison, Measure};
use serde::{Deserialize, Serialize};
use unstuck_core::domain::Domain;
use unstuck_core::error::ParseError;

/// Name and explanation.
pub const ABOUT: (&str, &str) = ("multi", "one of several evaluators per generation, by given probabilities");

/// The settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Multi {
    /// Evaluators and how often each is drawn; at least one, and none of them a `Multi`.
    pub parts: Vec<(Evaluator, f64)>,
}

/// The first part that searches, or the first of all; `None` of none.
pub(super) fn searching(parts: &[(Evaluator, f64)]) -> Option<&Evaluator> {
    let searches = |(part, _): &&(Evaluator, f64)| part.basis() != Basis::Rows;
    parts.iter().find(searches).or(parts.first()).map(|(part, _)| part)
}

impl Multi {
    /// The part that champions are chosen by; there is one.
    fn searching(&self) -> &Evaluator {
        searching(&self.parts).unwrap_or(&self.parts[0].0)
    }
}

impl Fitness for Multi {
    fn basis(&self) -> Basis {
        self.searching().basis()
    }

    /// What all parts measure.
    fn measures(&self) -> Vec<Measure> {
        let by_all = |measure: &Measure| self.parts.iter().all(|(part, _)| part.measures().contains(measure));
        Measure::ALL.into_iter().filter(by_all).collect()
    }

    fn score(&self, context: &EvaluationContext, runs: &[Comparison]) -> Score {
        self.searching().inner().score(context, runs)
    }

    fn parts(&self) -> &[(Evaluator, f64)] {
        &self.parts
    }
}

settings! {
    /// The keys.
    pub struct Keys {
        /// Evaluators, one of which is drawn for each generation: a list of tables.
        parts: ByHand = ByHand, kind "list of tables", table Part;
    }
}

settings! {
    /// The keys of a part, before those of its evaluator.
    pub struct Part {
        /// Evaluator of the part: any but multi.
        kind: ByHand = ByHand, kind "choice", of names(super::EVALUATORS).into_iter().filter(|name| *name != "multi").collect(), example "\"reduction\"";
        /// Probability: how often it is drawn, compared with the others.
        probability: Option<f64> = None, in 0.0..=1e9, example "0.5";
    }
}

impl Configured for Multi {
    type Keys = Keys;

    fn from_section(section: &Section<'_>, domain: &dyn Domain) -> Result<Self, ParseError> {
        let item = section.get("parts");
        let item = section.require("parts", item, "parts = [{ kind = \"search\", probability = 1 }]")?;
        let mut parts = Vec::new();
        for part in item.list()? {
            let section = part.section()?;
            let evaluator = Evaluator::read(&section, domain, Part::KEYS)?;
            if !evaluator.parts().is_empty() {
                return Err(part.refuse("a part of multi cannot be multi itself"));
            }
            let Part { probability, .. } = Settings::read(&section)?;
            let probability = section.require("probability", probability, "probability = 0.5")?;
            parts.push((evaluator, probability));
        }
        if parts.iter().map(|(_, probability)| probability).sum::<f64>() <= 0.0 {
            return Err(item.refuse("no part has a probability above 0"));
        }
        if parts.iter().filter(|(part, _)| part.least_squares().is_some()).count() > 1 {
            return Err(item.refuse("only one part can be least_squares: there is one set of rows"));
        }
        Ok(Self { parts })
    }

    fn to_entries(&self) -> Entries {
        let part = |(evaluator, probability): &(Evaluator, f64)| {
            let mut entries = evaluator.entries();
            entries.push(("probability", probability.print()));
            inline_set(entries)
        };
        let parts: Vec<String> = self.parts.iter().map(part).collect();
        vec![("parts", Some(format!("[\n  {},\n]", parts.join(",\n  "))))]
    }
}
