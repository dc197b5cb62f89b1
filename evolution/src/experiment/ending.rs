//! `[champion]` and `[stop]`: how the champion is chosen, and when a run is over.

use crate::config::settings::{Settings as _, settings};
use crate::config::source::Section;
use crate::config::writer::Writer;
use crate::engine::Stop;
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;

settings! {
    /// How the champion is chosen.
    #[derive(Copy, Eq)]
    pub struct ChampionSettings {
        /// Validate every … generations.
        validate_every: u32 = 5, in 1..=1_000_000, unit "generations";
        /// Validated individuals: the best of a generation.
        top: usize = 5, in 1..=10_000, unit "individuals";
        /// Random search: it gets the budget of each repetition, to be compared with.
        control: bool = true;
        /// Tuned baseline: a hand-made estimate is tuned, to be compared with.
        baseline: bool = true;
    }
}

impl ChampionSettings {
    pub(super) fn print(&self, out: &mut Writer) {
        out.section("champion");
        for (key, value) in self.entries() {
            if key != "baseline" || !self.baseline {
                out.option(key, value);
            }
        }
    }
}

settings! {
    /// The keys of `[stop]`.
    pub(super) struct StopKeys {
        /// Generations.
        generations: Option<u32> = None, in 1..=u32::MAX, unit "generations",
            depends "100 where neither evaluations nor seconds is set", example "100";
        /// Evaluations: measurements of a genome.
        evaluations: Option<u64> = None, in 1..=i64::MAX as u64, unit "evaluations", example "10000";
        /// Seconds; the result is then not reproducible.
        seconds: Option<f64> = None, in 0.001..=1e9, unit "seconds", example "600";
        /// Target: the run ends when validation reaches this fitness.
        target: Option<f64> = None, example "0.1";
        /// Patience: stop after this many validations without improvement.
        stagnation: Option<u32> = None, in 1..=u32::MAX, unit "validations", example "10";
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
        let StopKeys { mut generations, evaluations, seconds, target, stagnation } =
            StopKeys::read_all(section)?;
        if generations.is_none() && evaluations.is_none() && seconds.is_none() {
            generations = Some(100);
        }
        Ok(Self { rules: Stop { generations, evaluations, target, stagnation }, seconds })
    }

    pub(super) fn print(&self, out: &mut Writer) {
        out.section("stop");
        let Self { rules: Stop { generations, evaluations, target, stagnation }, seconds } = *self;
        let keys = StopKeys { generations, evaluations, seconds, target, stagnation };
        keys.entries().into_iter().for_each(|(key, value)| out.option(key, value));
    }
}
