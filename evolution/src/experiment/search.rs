//! `[search]`: the search that heuristics are measured by.

use crate::config::settings::{ByHand, Bytes, Settings as _, settings};
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

/// Default limit of a search.
const EXPANDED: u64 = 50_000;

/// Default effort of a local search.
const EFFORT: u64 = 20_000_000;

settings! {
    /// The keys of `[search]` on problems of searches, before the parameters of the algorithms.
    pub(super) struct SearchKeys {
        /// Search: the algorithm; it reads a heuristic.
        algorithm: ByHand = ByHand, kind "choice", of informed().map(|info| info.name).collect(), usually "\"ida\"";
        /// Limits of a search.
        limits: ByHand = ByHand, table SearchLimits;
    }
}

settings! {
    /// `limits`, on problems of searches.
    pub(super) struct SearchLimits {
        /// Max. nodes of a search: those that it expands.
        expanded: Option<u64> = None, in 1..=i64::MAX as u64, unit "nodes",
            depends "50000 where effort is not set", example "50000";
        /// Max. effort of a search: what it does, counted; about 10⁹ a second.
        effort: Option<f64> = None, in 1.0..=1e18, example "1000000000";
        /// Max. memory of a search.
        memory: Bytes = Bytes(256 << 20);
        /// Max. seconds of a search; results are then not reproducible.
        seconds: Option<f64> = None, in SHORTEST..=1e9, unit "seconds", example "1";
        /// How many times the nodes the reference search may expand, and searches on the test set.
        reference_factor: u64 = REFERENCE_FACTOR, in 1..=1_000_000;
        /// Max. nodes for the cheapest plan of an instance, before evolution; 0: none is searched for.
        optimal: Option<u64> = None, in 0..=i64::MAX as u64, unit "nodes",
            depends "60 times expanded, at most 100000000", example "1000000";
    }
}

settings! {
    /// The keys of `[search]` on optimisation problems, before the parameters of the algorithm.
    pub(super) struct OptimiserKeys {
        /// How a rule is used: the algorithm.
        algorithm: ByHand = ByHand, kind "choice", of local_search::ALGORITHMS.iter().map(|info| info.name).collect(),
            usually "\"construct\"";
        /// Formulas of the decisions that do not evolve: as one text.
        rules: Option<String> = None, depends "the domain's own", example "\"accept: 0.5 - worse\"";
        /// Limits of a run.
        limits: OptimiserLimits = OptimiserLimits::default();
    }
}

settings! {
    /// `limits`, on optimisation problems.
    pub(super) struct OptimiserLimits {
        /// Effort of a run, at most; about 10⁹ a second.
        effort: Option<f64> = None, in 1.0..=1e18,
            depends "20 million where the algorithm needs a limit and seconds is not set", example "20000000";
        /// Seconds of a run, at most; results are then not reproducible.
        seconds: Option<f64> = None, in SHORTEST..=1e9, unit "seconds", example "0.5";
    }
}

/// The algorithms that read a heuristic.
fn informed() -> impl Iterator<Item = &'static AlgorithmInfo> + Clone {
    ALGORITHMS.iter().copied().filter(|info| info.heuristic)
}

/// Most nodes for a cheapest plan by default, and how many times those of one search.
const OPTIMAL: u64 = 100_000_000;
const PATIENCE: u64 = 60;

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
            None => &local_search::CONSTRUCT,
            Some(item) => {
                let name = item.text()?;
                let known = local_search::ALGORITHMS.iter().map(|info| info.name);
                local_search::algorithm(&name).ok_or_else(|| item.unknown("algorithm", &name, known))?
            }
        };
        let names = info.parameters.iter().map(|row| row.name);
        section.only(&OptimiserKeys::KEYS.iter().copied().chain(names).collect::<Vec<_>>())?;
        let OptimiserKeys { rules, limits, .. } = OptimiserKeys::read(section)?;
        let mut parameters = Parameters::new(info);
        for row in info.parameters {
            let Some(item) = section.get(row.name) else { continue };
            parameters.set(row.name, &item.word_or_number()?).map_err(|wrong| item.refuse(wrong))?;
        }
        if let (Some(text), Some(item)) = (&rules, section.get("rules")) {
            Decisions::read(text, domain.decisions()).map_err(|error| item.refuse(error.to_string()))?;
        }
        let OptimiserLimits { effort, seconds } = limits;
        let usual = (info.anytime && seconds.is_none()).then_some(EFFORT);
        let effort = effort.map(|most| most as u64).or(usual);
        let limits = Limits { effort, seconds, ..Limits::NONE };
        Ok(Self {
            parameters: SearchParameters { limits, ..SearchParameters::new(&search::ASTAR) },
            optimal: Some(0),
            reference_factor: 1,
            optimiser: Some(OptimiserSettings { parameters, rules }),
        })
    }

    fn read_search(section: &Section<'_>) -> Result<Self, ParseError> {
        let names = PARAMETERS.iter().map(|info| info.name);
        section.only(&SearchKeys::KEYS.iter().copied().chain(names).collect::<Vec<_>>())?;
        let name = section.text("algorithm")?.unwrap_or_else(|| "ida".into());
        let info = search::algorithm(&name);
        let (Some(info), true) = (info, info.is_none_or(|info| info.heuristic)) else {
            let item = section.get("algorithm");
            let known = informed().map(|info| info.name);
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
        let SearchLimits { expanded, effort, memory, seconds, reference_factor, optimal } =
            SearchLimits::read_all(&section.section("limits")?)?;
        parameters.limits = Limits {
            // Effort bounds nodes as well.
            expanded: expanded.or(effort.is_none().then_some(EXPANDED)),
            memory: Some(memory.0),
            seconds,
            effort: effort.map(|most| most as u64),
        };
        Ok(Self { parameters, optimal, reference_factor, optimiser: None })
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
    let readers = informed().filter(|info| info.parameters.contains(&row.parameter));
    let readers: Vec<&str> = readers.map(|info| info.name).collect();
    item.refuse(format!("{} reads no {}", info.name, row.name))
        .help(format!("{} would; leave it out", readers.join(", ")))
}
