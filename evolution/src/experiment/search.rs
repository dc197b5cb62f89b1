//! `[search]`: the search that heuristics are measured by.

use super::source::{Section, print_bytes};
use super::writer::{Writer, inline, quoted};
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;
use unstuck_core::instance::Job;
use unstuck_core::search::MAX_HORIZON;
use unstuck_core::search::{self, ALGORITHMS, AlgorithmInfo, Limits, Parameter};

/// The search and its limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchSettings {
    /// The algorithm.
    pub algorithm: String,
    /// Factor on h, of the weighted algorithms.
    pub weight: f64,
    /// Beam width.
    pub width: usize,
    /// Plies per stage of staged deepening.
    pub horizon: u32,
    /// Bytes of the transposition table; `None` leaves it to the domain.
    pub table: Option<u64>,
    /// Deepening searches visit children by ascending h.
    pub order_by_h: bool,
    /// Most nodes to expand.
    pub expanded: u64,
    /// Most memory.
    pub memory: u64,
    /// Most seconds; results are then not reproducible.
    pub seconds: Option<f64>,
    /// Most nodes to expand for the cheapest plan of an instance, before evolution; with 0 nobody looks for it, and lengths are
    /// measured against those of the reference. `None` is a multiple of `expanded`.
    #[serde(default)]
    pub optimal: Option<u64>,
}

/// Most nodes for a cheapest plan where nobody says otherwise, and how many times those of a usual search.
const OPTIMAL: u64 = 100_000_000;
const PATIENCE: u64 = 60;

/// Fewest seconds of a search.
pub(super) const SHORTEST: f64 = 0.001;

const KEYS: &[(&str, Parameter)] = &[
    ("weight", Parameter::Weight),
    ("width", Parameter::Width),
    ("horizon", Parameter::Horizon),
    ("table", Parameter::Table),
    ("order", Parameter::Order),
];

impl SearchSettings {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ParseError> {
        section.only(&["algorithm", "weight", "width", "horizon", "table", "order", "limits"])?;
        let name = section.text("algorithm")?.unwrap_or_else(|| "ida".into());
        let info = search::algorithm(&name);
        let (Some(info), true) = (info, info.is_none_or(|info| info.heuristic)) else {
            let item = section.get("algorithm");
            let known = ALGORITHMS.iter().filter(|info| info.heuristic).map(|info| info.name);
            return Err(item.map_or_else(
                || ParseError::new("no search"),
                |item| match info {
                    Some(_) => item
                        .refuse(format!("{name} is blind, it reads no heuristic"))
                        .help(format!("take one of {}", known.collect::<Vec<_>>().join(", "))),
                    None => item.unknown("no search algorithm ", &name, known),
                },
            ));
        };
        refuse_unread(section, info)?;
        let usual = Job::new(&name, "zero");
        let table = match section.get("table") {
            Some(item) if item.is_text() && item.text()? == "auto" => None,
            Some(item) => Some(item.bytes()?),
            None => None,
        };
        let limits = section.section("limits")?;
        limits.only(&["expanded", "memory", "seconds", "optimal"])?;
        Ok(Self {
            weight: section.number("weight", 0.001, 1000.0)?.unwrap_or(if reads(info, Parameter::Weight) {
                usual.weight
            } else {
                1.0
            }),
            width: section.size("width", 1, u32::MAX)?.unwrap_or(usual.width),
            horizon: section.small("horizon", 1, MAX_HORIZON)?.unwrap_or(usual.horizon),
            table,
            order_by_h: section.word("order", &[("domain", false), ("h", true)])?.unwrap_or(false),
            expanded: limits.count("expanded", 1, i64::MAX as u64)?.unwrap_or(50_000),
            memory: limits.get("memory").map(|item| item.bytes()).transpose()?.unwrap_or(256 << 20),
            seconds: limits.number("seconds", SHORTEST, 1e9)?,
            optimal: limits.count("optimal", 0, i64::MAX as u64)?,
            algorithm: name,
        })
    }

    /// The job, with a heuristic that is to be replaced.
    pub fn job(&self) -> Job {
        Job {
            algorithm: self.algorithm.clone(),
            heuristic: "zero".into(),
            weight: self.weight,
            width: self.width,
            horizon: self.horizon,
            table: self.table,
            order_by_h: self.order_by_h,
            limits: Limits {
                expanded: Some(self.expanded),
                seconds: self.seconds,
                memory: Some(self.memory),
            },
        }
    }

    /// Most nodes to expand for a cheapest plan.
    pub(super) fn optimal_limit(&self) -> u64 {
        self.optimal.unwrap_or(self.expanded.saturating_mul(PATIENCE).min(OPTIMAL))
    }

    pub(super) fn print(&self, out: &mut Writer) {
        out.section("search");
        out.text("algorithm", &self.algorithm);
        let info = search::algorithm(&self.algorithm);
        for (key, _) in KEYS.iter().filter(|(_, parameter)| info.is_some_and(|info| reads(info, *parameter)))
        {
            match *key {
                "weight" => out.entry(key, self.weight),
                "width" => out.entry(key, self.width),
                "horizon" => out.entry(key, self.horizon),
                "table" => out.text(key, &self.table.map_or("auto".into(), print_bytes)),
                _ => out.text(key, if self.order_by_h { "h" } else { "domain" }),
            }
        }
        let mut limits =
            vec![("expanded", self.expanded.to_string()), ("memory", quoted(&print_bytes(self.memory)))];
        limits.extend(self.seconds.map(|seconds| ("seconds", seconds.to_string())));
        limits.extend(self.optimal.map(|optimal| ("optimal", optimal.to_string())));
        out.entry("limits", inline(&limits));
    }
}

fn reads(info: &AlgorithmInfo, parameter: Parameter) -> bool {
    info.parameters.contains(&parameter)
}

/// Refuses what the algorithm does not read, rather than ignore it.
fn refuse_unread(section: &Section<'_>, info: &AlgorithmInfo) -> Result<(), ParseError> {
    for &(key, parameter) in KEYS.iter().filter(|(_, parameter)| !reads(info, *parameter)) {
        let Some(item) = section.get(key) else { continue };
        // The plain algorithms are their weighted forms with weight 1, and may say so.
        if key == "weight" && item.number()? == 1.0 {
            continue;
        }
        let readers = ALGORITHMS.iter().filter(|info| info.heuristic && reads(info, parameter));
        let readers: Vec<&str> = readers.map(|info| info.name).collect();
        return Err(item
            .refuse(format!("{} reads no {key}", info.name))
            .help(format!("{} would; leave it out", readers.join(", "))));
    }
    Ok(())
}
