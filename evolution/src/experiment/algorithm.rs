//! `[algorithm]`: how one generation follows another.

use super::source::Section;
use super::writer::{Writer, inline};
use crate::algorithms::alps::Alps;
use crate::algorithms::cma_es::{self, CmaEs};
use crate::algorithms::coevolution::{self, Adjust, Coevolution};
use crate::algorithms::generational::Generational;
use crate::algorithms::islands::Islands;
use crate::algorithms::nsga2::Nsga2;
use crate::algorithms::offspring_selection::{self, OffspringSelection};
use crate::algorithms::random_search::RandomSearch;
use crate::algorithms::{ALGORITHMS, Algorithm};
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;

/// The algorithm and its population.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AlgorithmSettings {
    /// Which one.
    pub kind: AlgorithmKind,
    /// Individuals of a generation.
    pub population: usize,
    /// How many of the best stay, where the algorithm keeps an elite.
    pub elites: usize,
}

/// An algorithm with its own settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum AlgorithmKind {
    /// One population.
    Generational,
    /// Several, with migrants.
    Islands {
        /// How many islands.
        count: usize,
        /// Generations between migrations.
        every: u32,
        /// The share that migrates.
        share: f64,
    },
    /// Several, apart by age.
    Alps {
        /// How many layers.
        layers: usize,
        /// Generations between fresh lowest layers.
        gap: u32,
    },
    /// Children must be better than their parents.
    OffspringSelection(offspring_selection::Settings),
    /// Several objectives.
    Nsga2 {
        /// Size is an objective.
        size: bool,
    },
    /// A normal distribution of weights.
    CmaEs {
        /// Its first step length, in a space of width 1.
        sigma: f64,
    },
    /// Fresh genomes for ever.
    RandomSearch,
    /// Heuristics against groups of instances.
    Coevolution(coevolution::Settings),
}

const POPULATION: u32 = 1_000_000;

impl AlgorithmKind {
    /// The name in experiment files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Generational => "generational",
            Self::Islands { .. } => "islands",
            Self::Alps { .. } => "alps",
            Self::OffspringSelection(_) => "offspring_selection",
            Self::Nsga2 { .. } => "nsga2",
            Self::CmaEs { .. } => "cma_es",
            Self::RandomSearch => "random_search",
            Self::Coevolution(_) => "coevolution",
        }
    }

    /// Whether some of the best stay as they are.
    pub fn keeps_elite(&self) -> bool {
        !matches!(self, Self::Nsga2 { .. } | Self::CmaEs { .. })
    }

    fn read(name: &str, section: &Section<'_>) -> Result<Self, ParseError> {
        let own = section.section(name)?;
        Ok(match name {
            "islands" => {
                own.only(&["count", "every", "share"])?;
                Self::Islands {
                    count: own.size("count", 1, 10_000)?.unwrap_or(5),
                    every: own.small("every", 1, 1_000_000)?.unwrap_or(20),
                    share: own.number("share", 0.0, 1.0)?.unwrap_or(0.15),
                }
            }
            "alps" => {
                own.only(&["layers", "gap"])?;
                Self::Alps {
                    layers: own.size("layers", 2, 1_000)?.unwrap_or(10),
                    gap: own.small("gap", 1, 1_000_000)?.unwrap_or(20),
                }
            }
            "offspring_selection" => {
                own.only(&["success_ratio", "comparison", "pressure"])?;
                let default = offspring_selection::Settings::default();
                let comparison = match own.get("comparison") {
                    Some(item) if item.is_list() => item.range()?,
                    Some(item) => item.number_in(0.0, 1.0).map(|factor| (factor, factor))?,
                    None => default.comparison,
                };
                Self::OffspringSelection(offspring_selection::Settings {
                    success_ratio: own.number("success_ratio", 0.0, 1.0)?.unwrap_or(default.success_ratio),
                    comparison,
                    pressure: own.number("pressure", 1.0, 1e6)?.unwrap_or(default.pressure),
                })
            }
            "nsga2" => {
                own.only(&["size"])?;
                Self::Nsga2 { size: own.flag("size")?.unwrap_or(false) }
            }
            "coevolution" => {
                own.only(&["groups", "size", "per_host", "virulence", "adjust"])?;
                let default = coevolution::Settings::default();
                Self::Coevolution(coevolution::Settings {
                    groups: own.size("groups", 1, 10_000)?.unwrap_or(default.groups),
                    size: own.size("size", 1, 10_000)?.unwrap_or(default.size),
                    per_host: own.size("per_host", 1, 1_000)?.unwrap_or(default.per_host),
                    virulence: own.number("virulence", 0.5, 1.0)?.unwrap_or(default.virulence),
                    adjust: own
                        .word("adjust", &[("difference", Adjust::Difference), ("none", Adjust::None)])?
                        .unwrap_or(default.adjust),
                })
            }
            "cma_es" => {
                own.only(&["sigma"])?;
                Self::CmaEs { sigma: own.number("sigma", 1e-6, 1.0)?.unwrap_or(cma_es::FIRST_SIGMA) }
            }
            "random_search" => Self::RandomSearch,
            _ => Self::Generational,
        })
    }

    /// The settings as a table on one line, for algorithms that have any.
    fn print(&self) -> Option<String> {
        Some(match self {
            Self::Islands { count, every, share } => inline(&[
                ("count", count.to_string()),
                ("every", every.to_string()),
                ("share", share.to_string()),
            ]),
            Self::Alps { layers, gap } => inline(&[("layers", layers.to_string()), ("gap", gap.to_string())]),
            Self::OffspringSelection(settings) => inline(&[
                ("success_ratio", settings.success_ratio.to_string()),
                ("comparison", format!("[{}, {}]", settings.comparison.0, settings.comparison.1)),
                ("pressure", settings.pressure.to_string()),
            ]),
            Self::Nsga2 { size } => inline(&[("size", size)]),
            Self::CmaEs { sigma } => inline(&[("sigma", sigma)]),
            Self::Coevolution(settings) => inline(&[
                ("groups", settings.groups.to_string()),
                ("size", settings.size.to_string()),
                ("per_host", settings.per_host.to_string()),
                ("virulence", settings.virulence.to_string()),
                (
                    "adjust",
                    match settings.adjust {
                        Adjust::Difference => "\"difference\"".into(),
                        Adjust::None => "\"none\"".into(),
                    },
                ),
            ]),
            Self::Generational | Self::RandomSearch => return None,
        })
    }
}

/// Algorithms that have settings of their own.
const TABLES: [&str; 6] = ["islands", "alps", "offspring_selection", "nsga2", "cma_es", "coevolution"];

impl AlgorithmSettings {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ParseError> {
        section.only(&[&["kind", "population", "elites"][..], &TABLES].concat())?;
        let name = match section.get("kind") {
            Some(item) => {
                let names: Vec<(&str, &str)> = ALGORITHMS.iter().map(|(name, _)| (*name, *name)).collect();
                item.word(&names)?
            }
            None => "generational",
        };
        for table in TABLES.into_iter().filter(|table| *table != name) {
            if let Some(item) = section.get(table) {
                let wrong = format!("{table} is set, but the kind of algorithm is {name}");
                return Err(item.refuse(wrong).help(format!("write kind = \"{table}\" or leave it out")));
            }
        }
        let kind = AlgorithmKind::read(name, section)?;
        let default = match kind {
            AlgorithmKind::Coevolution(_) => 60,
            AlgorithmKind::CmaEs { .. } => 20,
            _ => 100,
        };
        let min = if matches!(kind, AlgorithmKind::CmaEs { .. }) { 4 } else { 2 };
        let population = section.size("population", min, POPULATION)?.unwrap_or(default);
        if let (false, Some(item)) = (kind.keeps_elite(), section.get("elites")) {
            return Err(item.refuse(format!("{name} keeps no elite")).help("leave elites out"));
        }
        let default = usize::from(kind.keeps_elite());
        let elites = section.size("elites", 0, population as u32 - 1)?.unwrap_or(default);
        let settings = Self { kind, population, elites };
        if let Some((parts, what)) = settings.parts().filter(|(parts, _)| parts * 2 > population) {
            let wrong = format!("{parts} {what} of at least 2 do not fit into a population of {population}");
            let item = section.get("population").or_else(|| section.get(name));
            return Err(item.map_or_else(|| ParseError::new(&wrong), |item| item.refuse(&wrong)));
        }
        if let Some((parts, what)) = settings.parts()
            && let Some(item) = section.get("elites")
            && elites >= population / parts
        {
            let wrong = format!(
                "{elites} of the best would leave no room for children in {what} of {}",
                population / parts
            );
            return Err(item
                .refuse(wrong)
                .help(format!("each has its own elite: at most {}", population / parts - 1)));
        }
        Ok(settings)
    }

    /// Into how many parts the population is divided.
    fn parts(&self) -> Option<(usize, &'static str)> {
        match self.kind {
            AlgorithmKind::Islands { count, .. } => Some((count, "islands")),
            AlgorithmKind::Alps { layers, .. } => Some((layers, "layers")),
            _ => None,
        }
    }

    /// Keeps the population small.
    pub(super) fn keep(&mut self, max: usize) {
        self.population = self.population.min(max);
        self.elites = self.elites.min(self.population - 1);
        match &mut self.kind {
            AlgorithmKind::Islands { count, .. } => *count = (*count).min(self.population / 2),
            AlgorithmKind::Alps { layers, .. } => *layers = (*layers).min(self.population / 2),
            AlgorithmKind::Coevolution(settings) => {
                settings.groups = settings.groups.min(self.population);
                settings.per_host = settings.per_host.min(settings.groups);
            }
            _ => {}
        }
        if let Some((parts, _)) = self.parts() {
            self.elites = self.elites.min(self.population / parts - 1);
        }
    }

    /// How many given genomes the first population has room for.
    pub(super) fn room(&self) -> usize {
        match self.kind {
            AlgorithmKind::Alps { layers, .. } => (self.population / layers).max(2),
            _ => self.population,
        }
    }

    /// The algorithm at its beginning.
    pub fn make(&self) -> Algorithm {
        let (population, elites) = (self.population, self.elites);
        match self.kind {
            AlgorithmKind::Generational => Algorithm::Generational(Generational::new(population, elites)),
            AlgorithmKind::Islands { count, every, share } => {
                Algorithm::Islands(Islands::new(population, elites, count, every, share))
            }
            AlgorithmKind::Alps { layers, gap } => {
                Algorithm::Alps(Alps::new(population, elites, layers, gap))
            }
            AlgorithmKind::OffspringSelection(settings) => {
                Algorithm::OffspringSelection(OffspringSelection::new(population, elites, settings))
            }
            AlgorithmKind::Nsga2 { size } => Algorithm::Nsga2(Nsga2::new(population, size)),
            AlgorithmKind::CmaEs { sigma } => Algorithm::CmaEs(CmaEs::new(population, sigma)),
            AlgorithmKind::RandomSearch => Algorithm::RandomSearch(RandomSearch::new(population, elites)),
            AlgorithmKind::Coevolution(settings) => {
                Algorithm::Coevolution(Coevolution::new(population, elites, settings))
            }
        }
    }

    pub(super) fn print(&self, out: &mut Writer) {
        out.section("algorithm");
        out.text("kind", self.kind.name());
        out.entry("population", self.population);
        if self.kind.keeps_elite() {
            out.entry("elites", self.elites);
        }
        if let Some(table) = self.kind.print() {
            out.entry(self.kind.name(), table);
        }
    }
}
