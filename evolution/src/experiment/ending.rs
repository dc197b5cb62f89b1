//! `[champion]` and `[stop]`: how the champion is chosen, and when a run is over.

use crate::config::source::Section;
use crate::config::writer::Writer;
use crate::engine::Stop;
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;

/// How the champion is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChampionSettings {
    /// Generations from one validation to the next.
    pub validate_every: u32,
    /// How many of the best are validated.
    pub top: usize,
    /// Whether random search gets the budget of each repetition, to be compared with.
    pub control: bool,
    /// Whether a hand-made estimate is tuned, to be compared with.
    pub baseline: bool,
}

impl ChampionSettings {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ParseError> {
        section.only(&["validate_every", "top", "control", "baseline"])?;
        Ok(Self {
            validate_every: section.small("validate_every", 1, 1_000_000)?.unwrap_or(5),
            top: section.size("top", 1, 10_000)?.unwrap_or(5),
            control: section.flag("control")?.unwrap_or(true),
            baseline: section.flag("baseline")?.unwrap_or(true),
        })
    }

    pub(super) fn print(&self, out: &mut Writer) {
        out.section("champion");
        out.entry("validate_every", self.validate_every);
        out.entry("top", self.top);
        out.entry("control", self.control);
        if !self.baseline {
            out.entry("baseline", false);
        }
    }
}

/// When a run is over: at whatever comes first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StopSettings {
    /// What the engine watches.
    pub rules: Stop,
    /// After this many seconds; the result is then not reproducible.
    pub seconds: Option<f64>,
}

impl StopSettings {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ParseError> {
        section.only(&["generations", "evaluations", "seconds", "target", "stagnation"])?;
        let mut generations = section.small("generations", 1, u32::MAX)?;
        let evaluations = section.count("evaluations", 1, i64::MAX as u64)?;
        let seconds = section.number("seconds", 0.001, 1e9)?;
        if generations.is_none() && evaluations.is_none() && seconds.is_none() {
            generations = Some(100);
        }
        let rules = Stop {
            generations,
            evaluations,
            target: section.number("target", f64::MIN, f64::MAX)?,
            stagnation: section.small("stagnation", 1, u32::MAX)?,
        };
        Ok(Self { rules, seconds })
    }

    pub(super) fn print(&self, out: &mut Writer) {
        out.section("stop");
        out.option("generations", self.rules.generations);
        out.option("evaluations", self.rules.evaluations);
        out.option("seconds", self.seconds);
        out.option("target", self.rules.target);
        out.option("stagnation", self.rules.stagnation);
    }
}
