//! Instances that are made for an experiment.

use super::SourceKeys;
use crate::config::settings::Settings as _;
use crate::config::source::{Item, Section, suggestion};
use crate::config::writer::{inline, quoted};
use serde::{Deserialize, Serialize};
use unstuck_core::domain::{Domain, GeneratorInfo, Settings};
use unstuck_core::error::ParseError;

/// Instances that a generator makes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Generated {
    /// The generator.
    pub generator: String,
    /// How many.
    pub count: usize,
    /// Seed.
    pub seed: u64,
    /// Parameters of the generator.
    pub parameters: Settings,
    /// For generators without such a parameter: the length of a cheapest plan.
    pub length: Option<(u64, u64)>,
}

impl Generated {
    pub(super) fn read(
        section: &Section<'_>,
        name: &Item<'_>,
        domain: &dyn Domain,
        (metric, settings): (&str, &Settings),
    ) -> Result<Self, ParseError> {
        let info = domain.info();
        let generators = info.generators;
        let text = name.text()?;
        let generator: &GeneratorInfo =
            generators.iter().find(|generator| generator.name == text).ok_or_else(|| {
                let known = generators.iter().map(|generator| generator.name);
                name.refuse(format!("{} has no generator '{text}'", info.name)).help(suggestion(&text, known))
            })?;
        let has = |name: &str| generator.parameters.iter().any(|(known, ..)| *known == name);
        let own = ["generate", "count", "seed", "length"];
        let known: Vec<&str> =
            own.into_iter().chain(generator.parameters.iter().map(|(name, ..)| *name)).collect();
        section.only(&known)?;
        let mut parameters = Settings::new();
        let mut length = None;
        for (key, item) in section.entries() {
            if has(&key) {
                parameters.insert(key, parameter(&item)?);
            } else if key == "length" {
                let (low, high) = item.range()?;
                if low < 0.0 || low.fract() != 0.0 || high.fract() != 0.0 {
                    return Err(item.refuse(format!("{} must be two whole numbers from 0", item.path)));
                }
                length = Some((low as u64, high as u64));
            }
        }
        // Generators get the metric and the domain of the experiment.
        if has("metric") {
            parameters.entry("metric".into()).or_insert_with(|| metric.into());
        }
        for (name, value) in settings.iter().filter(|(name, _)| has(name)) {
            parameters.entry(name.clone()).or_insert_with(|| value.clone());
        }
        let SourceKeys { count, seed, .. } = SourceKeys::read(section)?;
        Ok(Self {
            generator: text,
            count: section.require("count", count, "count = 100")?,
            seed,
            parameters,
            length,
        })
    }

    pub(super) fn print(&self) -> String {
        let mut entries = vec![
            ("generate", quoted(&self.generator)),
            ("count", self.count.to_string()),
            ("seed", self.seed.to_string()),
        ];
        entries.extend(self.parameters.iter().map(|(name, value)| (name.as_str(), quoted(value))));
        entries.extend(self.length.map(|(low, high)| ("length", format!("[{low}, {high}]"))));
        inline(&entries)
    }
}

/// A parameter as a generator reads it: a text, a number, or a range.
fn parameter(item: &Item<'_>) -> Result<String, ParseError> {
    if item.is_list() {
        let (low, high) = item.range()?;
        return Ok(format!("{low}-{high}"));
    }
    item.word_or_number()
}
