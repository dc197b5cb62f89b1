//! `[genome] attempts`: heuristics that are tried before the one that evolves, and the range of their expansions.

use crate::config::settings::{ByHand, Settings as _, settings};
use crate::config::source::{Item, Section};
use crate::config::writer::{Writer, inline, quoted_list};
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;

/// Heuristics that are tried before the one that evolves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempts {
    /// The heuristics, in this order.
    pub heuristics: Vec<String>,
    /// Fewest and most expansions of each, which evolve.
    pub expanded: (u64, u64),
}

/// Limit on the expansions of an attempt.
const MAX_EXPANDED: u64 = 1_000_000_000;

settings! {
    /// The keys.
    pub(super) struct AttemptKeys {
        /// Heuristics that are tried before the one that evolves: in this order.
        heuristics: ByHand = ByHand, kind "list", example "[\"blockers\"]";
        /// Fewest and most expansions of each attempt: they evolve.
        expanded: ByHand = ByHand, in 1.0..=MAX_EXPANDED as f64, kind "range", unit "nodes", example "[100, 10000]";
    }
}

impl Attempts {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ParseError> {
        section.only(AttemptKeys::KEYS)?;
        let item = section.require("heuristics", section.get("heuristics"), "heuristics = [\"champion\"]")?;
        let heuristics: Vec<String> = item.list()?.iter().map(Item::text).collect::<Result<_, _>>()?;
        if heuristics.is_empty() {
            return Err(item
                .refuse("genome.attempts.heuristics names none")
                .help("leave genome.attempts out"));
        }
        let item = section.require("expanded", section.get("expanded"), "expanded = [100, 10000]")?;
        item.range()?;
        match &item.list()?[..] {
            [low, high] => Ok(Self {
                heuristics,
                expanded: (low.count_in(1, MAX_EXPANDED)?, high.count_in(1, MAX_EXPANDED)?),
            }),
            // A range has two ends.
            _ => Err(item.refuse("expected two numbers")),
        }
    }

    pub(super) fn print(&self, out: &mut Writer) {
        let (low, high) = self.expanded;
        let entries =
            [("heuristics", quoted_list(&self.heuristics)), ("expanded", format!("[{low}, {high}]"))];
        out.entry("attempts", inline(&entries));
    }
}
