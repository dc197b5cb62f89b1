//! From what somebody wrote to the code that runs it: the blind heuristic, a feature, or a compiled text.

use super::admissible::is_admissible;
use super::compiled::Compiled;
use super::formula::Formula;
use super::parse::parse;
use super::vocabulary::Vocabulary;
use crate::domain::{Domain, Feature, FeatureInfo, Kind, Needs, WithHeuristic};
use crate::heuristic::Zero;
use crate::instance::JobError;
use crate::suggest::nearest;

/// A heuristic, chosen by its text.
pub(crate) enum Choice {
    /// 0 everywhere.
    Zero,
    /// One feature, which may have code of its own.
    Feature(usize),
    /// Anything else.
    Formula(Formula),
}

impl Choice {
    /// Reads a name or a text.
    pub fn read<D: Domain>(family: &'static str, domain: &D, text: &str) -> Result<Self, JobError> {
        let features = domain.features();
        if text == "zero" {
            return Ok(Self::Zero);
        }
        let is_this = |feature: &Feature<D>| feature.info.name == text && feature.info.kind == Kind::Real;
        if let Some(index) = features.iter().position(is_this) {
            return Ok(Self::Feature(index));
        }
        if is_a_name(text) && !features.iter().any(|feature| feature.info.name == text) {
            let names = features.iter().map(|feature| feature.info.name).chain(["zero"]);
            let nearest = nearest(text, names);
            return Err(JobError::UnknownHeuristic { name: text.into(), domain: family, nearest });
        }
        let formula = parse(text, &Vocabulary::of_domain(family, domain))?;
        Ok(match formula.bare_feature() {
            Some(index) if features[usize::from(index)].info.name == "zero" => Self::Zero,
            Some(index) => Self::Feature(index.into()),
            None => Self::Formula(formula),
        })
    }

    /// Declared so, or recognised by its form.
    pub fn is_admissible<D: Domain>(&self, domain: &D, metric: &str) -> bool {
        match self {
            Self::Zero => true,
            Self::Feature(index) => domain.features()[*index].info.admissible.contains(&metric),
            Self::Formula(formula) => {
                let features: Vec<FeatureInfo> = domain.features().iter().map(|f| f.info).collect();
                is_admissible(formula, &features, metric)
            }
        }
    }

    /// Declared so; the form of a text shows nothing.
    pub fn is_consistent<D: Domain>(&self, domain: &D, metric: &str) -> bool {
        match self {
            Self::Zero => true,
            Self::Feature(index) => domain.features()[*index].info.consistent.contains(&metric),
            Self::Formula(_) => false,
        }
    }

    /// What it reads besides the state.
    pub fn needs<D: Domain>(&self, domain: &D) -> Needs {
        let of = |index: usize| domain.features()[index].info.needs;
        match self {
            Self::Zero => Needs::STATE,
            Self::Feature(index) => of(*index),
            Self::Formula(formula) => {
                formula.features().iter().fold(Needs::STATE, |needs, &index| needs.or(of(index.into())))
            }
        }
    }

    /// Runs `with` on the heuristic, by its own code where the domain has some.
    pub fn run<D: Domain, R, W: WithHeuristic<D, R>>(self, domain: &D, with: W) -> Result<R, JobError> {
        let Self::Feature(index) = self else { return self.run_afresh(domain, with) };
        let feature = &domain.features()[index];
        // What is not there is left to the general way, which says why.
        if (feature.range)(domain).is_none() {
            return self.run_afresh(domain, with);
        }
        domain.incremental(feature.info.name, with).or_else(|with| self.run_afresh(domain, with))
    }

    /// Runs `with` on the heuristic, computed afresh for every node.
    pub fn run_afresh<D: Domain, R, W: WithHeuristic<D, R>>(
        self,
        domain: &D,
        with: W,
    ) -> Result<R, JobError> {
        let absent = |name: &str| JobError::HeuristicAbsent { name: name.into() };
        match self {
            Self::Zero => Ok(with.call(Zero)),
            Self::Feature(index) => Compiled::feature(domain, index).map(|h| with.call(h)).map_err(absent),
            Self::Formula(formula) => Compiled::new(domain, &formula).map(|h| with.call(h)).map_err(absent),
        }
    }
}

/// Whether the text is one word: an unknown word was meant as a name.
fn is_a_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}
