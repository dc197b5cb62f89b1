//! `[search]`: the search that heuristics are measured by.

use crate::config::source::{Item, Section};
use crate::config::writer::{Writer, inline, quoted};
use crate::context::REFERENCE_FACTOR;
use serde::{Deserialize, Serialize};
use unstuck_core::amount::print_bytes;
use unstuck_core::domain::{Domain, Kind};
use unstuck_core::error::ParseError;
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{self, Parameters};
use unstuck_core::search::{
    self, ALGORITHMS, AlgorithmInfo, Limits, PARAMETERS, Parameter, ParameterInfo, ParameterKind,
    SearchParameters,
};

/// The search and its limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchSettings {
    /// Algorithm, parameters and limits. With a limit of time, results are not reproducible.
    pub parameters: SearchParameters,
    /// Most nodes to expand for the cheapest plan of an instance, before evolution. 0: none is searched for, and
    /// lengths are measured against those of the reference. `None`: a multiple of the limit of expanded nodes.
    #[serde(default)]
    pub optimal: Option<u64>,
    /// How many times the limit of expanded nodes the reference search has, and the searches on the test set: these
    /// must distinguish what the searches of a run need not.
    #[serde(default = "default_factor")]
    pub reference_factor: u64,
    /// How rules are measured on optimisation problems; of `parameters` only the limits count then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimiser: Option<OptimiserSettings>,
}

/// How rules are measured on optimisation problems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OptimiserSettings {
    /// The algorithm and its parameters.
    pub parameters: Parameters,
    /// The formulas of the decisions that do not evolve, as one text.
    pub rules: Option<String>,
}

fn default_factor() -> u64 {
    REFERENCE_FACTOR
}

/// Default limits of a search.
const EXPANDED: u64 = 50_000;
const MEMORY: u64 = 256 << 20;

/// Default effort of a local search.
const EFFORT: u64 = 20_000_000;

/// Most nodes for a cheapest plan by default, and how many times those of one search.
const OPTIMAL: u64 = 100_000_000;
const PATIENCE: u64 = 60;

/// Largest multiple of the limit for reference and test searches.
const MAX_FACTOR: u64 = 1_000_000;

/// Fewest seconds of a search.
pub(super) const SHORTEST: f64 = 0.001;

impl SearchSettings {
    pub(super) fn read(section: &Section<'_>, domain: &dyn Domain) -> Result<Self, ParseError> {
        match domain.info().kind {
            Kind::Search => Self::read_search(section),
            Kind::Optimisation => Self::read_optimiser(section, domain),
        }
    }

    fn read_optimiser(section: &Section<'_>, domain: &dyn Domain) -> Result<Self, ParseError> {
        let item = section.get("algorithm");
        let info = match &item {
            None => &local_search::construct::INFO,
            Some(item) => {
                let name = item.text()?;
                let known = local_search::ALGORITHMS.iter().map(|info| info.name);
                local_search::algorithm(&name).ok_or_else(|| item.unknown("algorithm", &name, known))?
            }
        };
        let names = info.parameters.iter().map(|row| row.name);
        section.only(&["algorithm", "rules", "limits"].into_iter().chain(names).collect::<Vec<_>>())?;
        let mut parameters = Parameters::new(info);
        for row in info.parameters {
            let Some(item) = section.get(row.name) else { continue };
            parameters.set(row.name, &item.word_or_number()?).map_err(|wrong| item.refuse(wrong))?;
        }
        let rules = section.text("rules")?;
        if let (Some(text), Some(item)) = (&rules, section.get("rules")) {
            Decisions::read(text, domain.decisions()).map_err(|error| item.refuse(error.to_string()))?;
        }
        let limits = section.section("limits")?;
        limits.only(&["effort", "seconds"])?;
        let effort = limits.number("effort", 1.0, 1e18)?.map(|most| most as u64);
        let seconds = limits.number("seconds", SHORTEST, 1e9)?;
        let usual = (info.anytime && seconds.is_none()).then_some(EFFORT);
        let limits = Limits { effort: effort.or(usual), seconds, ..Limits::NONE };
        Ok(Self {
            parameters: SearchParameters { limits, ..SearchParameters::new(&search::astar::INFO) },
            optimal: Some(0),
            reference_factor: 1,
            optimiser: Some(OptimiserSettings { parameters, rules }),
        })
    }

    fn read_search(section: &Section<'_>) -> Result<Self, ParseError> {
        let names = PARAMETERS.iter().map(|info| info.name);
        section.only(&["algorithm", "limits"].into_iter().chain(names).collect::<Vec<_>>())?;
        let name = section.text("algorithm")?.unwrap_or_else(|| "ida".into());
        let info = search::algorithm(&name);
        let (Some(info), true) = (info, info.is_none_or(|info| info.heuristic)) else {
            let item = section.get("algorithm");
            let known = ALGORITHMS.iter().filter(|info| info.heuristic).map(|info| info.name);
            return Err(item.map_or_else(
                || ParseError::new("no search"),
                |item| match info {
                    Some(_) => item
                        .refuse(format!("{name} is blind: it does not read a heuristic"))
                        .help(format!("take one of {}", known.collect::<Vec<_>>().join(", "))),
                    None => item.unknown("search algorithm", &name, known),
                },
            ));
        };
        let mut parameters = SearchParameters::new(info);
        for row in PARAMETERS {
            let Some(item) = section.get(row.name) else { continue };
            if info.parameters.contains(&row.parameter) {
                row.set(&mut parameters, &item.word_or_number()?).map_err(|wrong| item.refuse(wrong))?;
            } else if row.parameter != Parameter::Weight || item.number()? != 1.0 {
                // The plain algorithms are their weighted forms with weight 1, which a file may state.
                return Err(unread(&item, info, row));
            }
        }
        let limits = section.section("limits")?;
        limits.only(&["expanded", "effort", "memory", "seconds", "reference_factor", "optimal"])?;
        let effort = limits.number("effort", 1.0, 1e18)?.map(|most| most as u64);
        parameters.limits = Limits {
            // Effort bounds nodes as well.
            expanded: limits.count("expanded", 1, i64::MAX as u64)?.or(effort.is_none().then_some(EXPANDED)),
            memory: Some(limits.get("memory").map(|item| item.bytes()).transpose()?.unwrap_or(MEMORY)),
            seconds: limits.number("seconds", SHORTEST, 1e9)?,
            effort,
        };
        Ok(Self {
            parameters,
            optimal: limits.count("optimal", 0, i64::MAX as u64)?,
            reference_factor: limits.count("reference_factor", 1, MAX_FACTOR)?.unwrap_or(REFERENCE_FACTOR),
            optimiser: None,
        })
    }

    /// Most nodes to expand.
    pub fn expanded(&self) -> u64 {
        self.parameters.limits.expanded.unwrap_or(EXPANDED)
    }

    /// Most nodes to expand for a cheapest plan.
    pub(super) fn optimal_limit(&self) -> u64 {
        self.optimal.unwrap_or(self.expanded().saturating_mul(PATIENCE).min(OPTIMAL))
    }

    /// A tenth of the limits.
    pub(super) fn quicken(&mut self) {
        let limits = &mut self.parameters.limits;
        limits.expanded = limits.expanded.map(|expanded| (expanded / 10).max(1));
        limits.effort = limits.effort.map(|effort| (effort / 10).max(1));
        limits.memory = limits.memory.map(|memory| (memory / 10).max(1));
        limits.seconds = limits.seconds.map(|seconds| (seconds / 10.0).max(SHORTEST));
        // 0 means that no cheapest plan is searched for.
        self.optimal = self.optimal.map(|optimal| optimal.div_ceil(10));
    }

    pub(super) fn print(&self, out: &mut Writer) {
        let Self { parameters, optimal, reference_factor, optimiser } = self;
        out.section("search");
        if let Some(OptimiserSettings { parameters: own, rules }) = optimiser {
            out.text("algorithm", own.algorithm().name);
            own.texts().for_each(|(name, text)| out.entry(name, text));
            if let Some(rules) = rules {
                out.text("rules", rules);
            }
            let Limits { seconds, effort, .. } = parameters.limits;
            let mut limits = Vec::new();
            limits.extend(effort.map(|effort| ("effort", effort.to_string())));
            limits.extend(seconds.map(|seconds| ("seconds", seconds.to_string())));
            if !limits.is_empty() {
                out.entry("limits", inline(&limits));
            }
            return;
        }
        out.text("algorithm", parameters.algorithm.name);
        for row in PARAMETERS.iter().filter(|row| parameters.algorithm.parameters.contains(&row.parameter)) {
            match row.kind {
                ParameterKind::Number { .. } | ParameterKind::Count { .. } => {
                    out.entry(row.name, row.text(parameters));
                }
                ParameterKind::Bytes | ParameterKind::Choice { .. } => {
                    out.text(row.name, &row.text(parameters));
                }
            }
        }
        let Limits { expanded, seconds, memory, effort } = parameters.limits;
        let mut limits = Vec::new();
        limits.extend(expanded.map(|expanded| ("expanded", expanded.to_string())));
        limits.extend(effort.map(|effort| ("effort", effort.to_string())));
        limits.extend(memory.map(|memory| ("memory", quoted(&print_bytes(memory)))));
        limits.extend(seconds.map(|seconds| ("seconds", seconds.to_string())));
        limits.push(("reference_factor", reference_factor.to_string()));
        limits.extend(optimal.map(|optimal| ("optimal", optimal.to_string())));
        out.entry("limits", inline(&limits));
    }
}

/// Refuses what the algorithm does not read, rather than ignore it.
fn unread(item: &Item<'_>, info: &AlgorithmInfo, row: &ParameterInfo) -> ParseError {
    let readers = ALGORITHMS.iter().filter(|info| info.heuristic && info.parameters.contains(&row.parameter));
    let readers: Vec<&str> = readers.map(|info| info.name).collect();
    item.refuse(format!("{} reads no {}", info.name, row.name))
        .help(format!("{} would; leave it out", readers.join(", ")))
}
