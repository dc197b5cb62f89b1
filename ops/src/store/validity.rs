//! What a record must be to be believed: ranges, lengths and references. A row whose checksum is right may still come
//! from a file that was made by hand.

use super::record::{EntryRecord, ExperimentRecord, Kind, RunRecord, TestEvaluationRecord};
use super::seal::{Damage, wrong};
use unstuck_evolution::measure::ReferenceResult;

/// The end of the year 9999; Unix time.
const LATEST: i64 = 253_402_300_799;

/// Refuses times, and numbers of leases, out of range.
pub(super) fn time(name: &str, value: i64) -> rusqlite::Result<()> {
    if (0..=LATEST).contains(&value) { Ok(()) } else { Err(wrong(format!("{name} is {value}"))) }
}

/// Refuses a reference result that no search has.
pub(super) fn reference(result: &ReferenceResult) -> rusqlite::Result<()> {
    if result.optimal && result.length.is_none() {
        return Err(wrong("its reference plan is optimal, and has no length"));
    }
    Ok(())
}

/// What is wrong with a run by itself, without its history.
pub(super) fn run(run: &RunRecord) -> Result<(), String> {
    if !(run.seconds.is_finite() && run.seconds >= 0.0) {
        return Err(format!("seconds is {}", run.seconds));
    }
    if run.generation == u32::MAX || run.repetition == u32::MAX || run.configuration == u32::MAX {
        return Err("a number is out of range".into());
    }
    if run.evaluations > i64::MAX as u64 {
        return Err(format!("evaluations is {}", run.evaluations));
    }
    let Some(champion) = &run.champion else { return Ok(()) };
    if champion.generation > run.generation {
        return Err(format!("its champion is of generation {}", champion.generation));
    }
    if champion.validation.fitness.is_nan() {
        return Err("its champion's fitness is not a number".into());
    }
    Ok(())
}

impl ExperimentRecord {
    /// Refuses an experiment whose parts do not fit together: ranges, lengths, references.
    ///
    /// # Errors
    ///
    /// What is wrong, as the row of the table that it is stored in.
    pub fn verify(&self) -> Result<(), Damage> {
        whole(self)
    }
}

/// Refuses an experiment whose parts do not fit together.
pub(super) fn whole(record: &ExperimentRecord) -> Result<(), Damage> {
    for one in &record.runs {
        let damage = |table: &'static str, why: String| Damage { table, row: one.id.to_string(), why };
        run(one).map_err(|why| damage("run", why))?;
        let numbered = one.history.iter().enumerate().all(|(place, one)| one.number as usize == place);
        if !numbered {
            return Err(damage("generation", "its generations are not numbered from 0".into()));
        }
        let growing = one.history.windows(2).all(|pair| pair[0].evaluations <= pair[1].evaluations);
        if !growing {
            return Err(damage("generation", "its evaluations decrease".into()));
        }
        if let Some(place) = one.hall.iter().find(|place| place.generation > one.generation) {
            return Err(damage("hall", format!("it has a place of generation {}", place.generation)));
        }
        if one.configuration as usize >= record.configurations.len() {
            return Err(damage(
                "run",
                format!("it belongs to configuration {}, which does not exist", one.configuration),
            ));
        }
    }
    for (place, configuration) in record.configurations.iter().enumerate() {
        let row = format!("experiment {}, number {}", record.id, configuration.number);
        if configuration.number as usize != place {
            return Err(Damage { table: "configuration", row, why: format!("it is in place {place}") });
        }
        let Some(test) = &configuration.test else { continue };
        for (position, one) in test.entries.iter().enumerate() {
            entry(record, configuration.number, test, one).map_err(|why| {
                let row = format!(
                    "experiment {}, configuration {}, position {position}",
                    record.id, configuration.number
                );
                Damage { table: "entry", row, why }
            })?;
        }
    }
    Ok(())
}

/// What is wrong with an entry of a test.
fn entry(
    record: &ExperimentRecord,
    configuration: u32,
    test: &TestEvaluationRecord,
    entry: &EntryRecord,
) -> Result<(), String> {
    let EntryRecord { kind, result, seconds } = entry;
    let has = |control: bool, repetition: u32| {
        record.runs.iter().any(|run| {
            (run.configuration, run.control, run.repetition) == (configuration, control, repetition)
        })
    };
    match *kind {
        Kind::Champion(repetition) if !has(false, repetition) => {
            return Err(format!("it is the champion of run {repetition}, which does not exist"));
        }
        Kind::Control(repetition) if !has(true, repetition) => {
            return Err(format!("it is the champion of random search {repetition}, which does not exist"));
        }
        _ => {}
    }
    if !(seconds.is_finite() && *seconds >= 0.0) {
        return Err(format!("seconds is {seconds}"));
    }
    let runs = result.runs.len();
    if runs < test.instances.len() {
        return Err(format!("it has {runs} results on {} instances", test.instances.len()));
    }
    if result.solved != result.runs.iter().filter(|run| run.solved).count() {
        return Err(format!("{} is not the number of solved instances", result.solved));
    }
    if result.counted.len() != runs {
        return Err(format!("{} counts of nodes on {runs} instances", result.counted.len()));
    }
    if result.lengths > result.solved {
        return Err("more lengths than solved instances".into());
    }
    Ok(())
}
