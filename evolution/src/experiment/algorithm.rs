//! `[algorithm]`: how one generation follows another.

use crate::algorithms::{ALGORITHMS, Algorithm, AlgorithmKind, with_settings};
use crate::config::settings::{ByHand, Settings as _, names, settings};
use crate::config::source::Section;
use crate::config::writer::{Writer, inline_set};
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;

/// The algorithm and its population.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AlgorithmSettings {
    /// Which one, with its own settings.
    pub kind: AlgorithmKind,
    /// Individuals of a generation.
    pub population: usize,
    /// How many of the best stay, where the algorithm keeps an elite.
    pub elites: usize,
    /// Whether candidates that fall behind are stopped before they are measured on all instances; false where that is
    /// not possible. Experiments of older versions did not race.
    #[serde(default)]
    pub racing: bool,
}

const MAX_POPULATION: u32 = 1_000_000;

settings! {
    /// The keys of `[algorithm]`, before the tables of the algorithms.
    pub(super) struct AlgorithmKeys {
        /// Evolutionary algorithm.
        kind: ByHand = ByHand, kind "choice", of names(ALGORITHMS), usually "\"generational\"";
        /// Population.
        population: ByHand = ByHand, in 2.0..=MAX_POPULATION.into(), kind "count", unit "individuals",
            depends "100; 60 for coevolution, 20 for cma_es", example "100";
        /// Elites kept: the best stay as they are, where the algorithm keeps an elite.
        elites: ByHand = ByHand, in 0.0..=(MAX_POPULATION - 1).into(), kind "count", unit "individuals", usually "1";
        /// Racing: hopeless candidates are not measured on all instances.
        racing: bool = false;
    }
}

impl AlgorithmSettings {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ParseError> {
        let tables = with_settings();
        section.only(&[AlgorithmKeys::KEYS, &tables].concat())?;
        let name = match section.get("kind") {
            Some(item) => {
                let words: Vec<(&str, &str)> = ALGORITHMS.iter().map(|(name, _)| (*name, *name)).collect();
                item.word(&words)?
            }
            None => AlgorithmKind::default().name(),
        };
        for table in tables.into_iter().filter(|table| *table != name) {
            if let Some(item) = section.get(table) {
                let wrong = format!("{table} is set, but the kind of algorithm is {name}");
                return Err(item.refuse(wrong).help(format!("write kind = \"{table}\" or leave it out")));
            }
        }
        let kind = AlgorithmKind::read(name, &section.section(name)?)?;
        let (default, min) = kind.info().population();
        let population = section.size("population", min as u64, MAX_POPULATION)?.unwrap_or(default);
        let keeps_elite = kind.info().keeps_elite();
        if let (false, Some(item)) = (keeps_elite, section.get("elites")) {
            return Err(item.refuse(format!("{name} keeps no elite")).help("leave elites out"));
        }
        let elites = section.size("elites", 0, population as u32 - 1)?.unwrap_or(keeps_elite.into());
        let AlgorithmKeys { racing, .. } = AlgorithmKeys::read(section)?;
        let settings = Self { kind, population, elites, racing };
        settings.check_parts(section)?;
        Ok(settings)
    }

    /// Refuses parts of the population that are too small.
    fn check_parts(&self, section: &Section<'_>) -> Result<(), ParseError> {
        let Self { kind, population, elites, .. } = self;
        let Some((parts, what)) = kind.info().parts() else { return Ok(()) };
        if parts * 2 > *population {
            let wrong = format!("{parts} {what} of at least 2 do not fit into a population of {population}");
            let item = section.get("population").or_else(|| section.get(kind.name()));
            return Err(item.map_or_else(|| ParseError::new(&wrong), |item| item.refuse(&wrong)));
        }
        let size = population / parts;
        match section.get("elites") {
            Some(item) if *elites >= size => {
                let wrong =
                    format!("{elites} of the best would leave no room for children in {what} of {size}");
                Err(item.refuse(wrong).help(format!("each has its own elite: at most {}", size - 1)))
            }
            _ => Ok(()),
        }
    }

    /// Makes the population smaller.
    pub(super) fn shrink(&mut self, max: usize) {
        self.population = self.population.min(max);
        self.elites = self.elites.min(self.population - 1);
        self.kind.info_mut().shrink(self.population);
        if let Some((parts, _)) = self.kind.info().parts() {
            self.elites = self.elites.min(self.population / parts - 1);
        }
    }

    /// How many given genomes the first population has room for.
    pub(super) fn initial_capacity(&self) -> usize {
        self.kind.info().initial_capacity(self.population)
    }

    /// How many of a generation are measured in full where it is raced: enough for the elite and for validation.
    pub(super) fn survivors(&self, validated: usize) -> Option<usize> {
        let survivors = self.kind.info().survivors(self.population).filter(|_| self.racing)?;
        Some(survivors.max(self.elites).max(validated))
    }

    /// The algorithm before its first generation.
    pub fn start(&self) -> Algorithm {
        self.kind.start(self.population, self.elites)
    }

    /// `can_race`: whether racing is possible, so that the key is printed.
    pub(super) fn print(&self, out: &mut Writer, can_race: bool) {
        out.section("algorithm");
        out.text("kind", self.kind.name());
        out.entry("population", self.population);
        if self.kind.info().keeps_elite() {
            out.entry("elites", self.elites);
        }
        if can_race {
            out.entry("racing", self.racing);
        }
        let entries = self.kind.entries();
        if !entries.is_empty() {
            out.entry(self.kind.name(), inline_set(entries));
        }
    }
}
