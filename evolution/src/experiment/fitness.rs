//! `[fitness]`: what is better than what.

use crate::config::settings::{ByHand, Settings as _, names, settings};
use crate::config::source::Section;
use crate::config::writer::Writer;
use crate::fitness::{EVALUATORS, Evaluator};
use serde::{Deserialize, Serialize};
use unstuck_core::domain::Domain;
use unstuck_core::error::ParseError;
use unstuck_core::feature::Text;

/// What is better than what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FitnessSettings {
    /// What searches are compared with: `blind`, or a heuristic.
    pub reference: String,
    /// How heuristics are judged.
    pub evaluator: Evaluator,
}

/// The word for the search without a heuristic.
pub(super) const BLIND: &str = "blind";

settings! {
    /// The keys of `[fitness]`, before those of the evaluators.
    pub(super) struct FitnessKeys {
        /// Fitness.
        kind: ByHand = ByHand, kind "choice", of names(EVALUATORS), depends "reduction, or gap on optimisation problems", example "\"reduction\"";
        /// Reference: what searches or rules are compared with; blind, or a heuristic.
        reference: Option<String> = None, depends "the domain's own", example "\"blind\"";
    }
}

impl FitnessSettings {
    pub(super) fn read(section: &Section<'_>, domain: &dyn Domain) -> Result<Self, ParseError> {
        let evaluator = Evaluator::read(section, domain, FitnessKeys::KEYS)?;
        let FitnessKeys { reference, .. } = FitnessKeys::read(section)?;
        let own = || domain.reference().map_or_else(|| BLIND.to_owned(), Text::into_owned);
        Ok(Self { reference: reference.unwrap_or_else(own), evaluator })
    }

    /// `own_instances`: the algorithm chooses the instances, so that there is no sample.
    pub(super) fn print(&self, out: &mut Writer, own_instances: bool) {
        out.section("fitness");
        for (key, value) in self.evaluator.entries() {
            if !(own_instances && key == "sample") {
                out.option(key, value);
            }
        }
        out.text("reference", &self.reference);
    }
}
