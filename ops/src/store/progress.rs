//! What the owner of an experiment adds to it. Every change names the lease's number inside its own transaction: an
//! owner that lost the lease changes nothing.

use super::lease::EXPIRY;
use super::record::{BaselineRecord, EntryRecord, IndividualRecord, PlaceRecord, State};
use super::seal::{Table, blob_sum};
use super::{DraftInstance, Error, Lease, Result, Store, experiments, json, now};
use rusqlite::{Transaction, params};
use std::collections::HashMap;
use unstuck_evolution::engine::{ChampionRecord, Generation, Reason};
use unstuck_evolution::measure::ReferenceResult;
use unstuck_evolution::role::Role;

/// What a run has come to after a generation.
pub struct Step<'a> {
    /// The run.
    pub run: i64,
    /// Where it stands.
    pub state: State,
    /// Why it is over, if it is.
    pub reason: Option<Reason>,
    /// Measurements of a genome so far.
    pub evaluations: u64,
    /// Time spent, over all sessions.
    pub seconds: f64,
    /// The best on validation so far.
    pub champion: Option<&'a ChampionRecord>,
    /// The champion in the heuristic language, with header.
    pub text: Option<&'a str>,
    /// The generations since the last step.
    pub history: &'a [Generation],
    /// Individuals that were not there in the generation before.
    pub individuals: &'a [IndividualRecord],
    /// The hall of fame, where it may have changed.
    pub hall: Option<&'a [PlaceRecord]>,
    /// The engine.
    pub snapshot: &'a [u8],
}

/// What preparing found out about an instance.
pub struct Finding {
    /// The role.
    pub role: Role,
    /// What people call the instance.
    pub name: String,
    /// What it is measured against, or why it is left out.
    pub outcome: std::result::Result<ReferenceResult, String>,
}

impl Store {
    /// Runs changes as the owner of an experiment.
    fn as_owner<R>(&self, lease: &Lease, change: impl Fn(&Transaction<'_>) -> Result<R>) -> Result<R> {
        self.write(|transaction| {
            let time = now();
            let held = transaction
                .prepare_cached(
                    "UPDATE experiment SET updated = ?1, expires = ?2 WHERE id = ?3 AND lease = ?4 AND deleted IS NULL",
                )?
                .execute(params![time, time + EXPIRY, lease.experiment, lease.number])?;
            if held == 0 { Err(Error::Lost) } else { change(transaction) }
        })
    }

    /// Stores a generation: statistics, newcomers, and the engine, all or nothing.
    pub fn commit(&self, lease: &Lease, step: &Step<'_>) -> Result<()> {
        // Written before the transaction, so that others wait for the writing alone.
        let champion = step.champion.map(json);
        let statistics: Vec<String> = step.history.iter().map(json).collect();
        let hall = step.hall.map(|places| json(&places));
        self.as_owner(lease, |transaction| {
            let last = step.history.last().map(|last| last.number + 1);
            transaction
                .prepare_cached(
                    "UPDATE run SET state = ?2, reason = ?3, generation = coalesce(?4, generation), evaluations = ?5,
                     seconds = ?6, champion = ?7, text = ?8, snapshot_sum = ?9, hall_sum = coalesce(?10, hall_sum)
                     WHERE id = ?1",
                )?
                .execute(params![
                    step.run,
                    step.state.name(),
                    step.reason.map(reason),
                    last,
                    step.evaluations as i64,
                    step.seconds,
                    champion,
                    step.text,
                    blob_sum(step.snapshot),
                    hall.as_ref().map(|places| blob_sum(places.as_bytes()))
                ])?;
            Table::Run.seal(transaction, "id = ?1", [step.run])?;
            let mut generation = transaction.prepare_cached(
                "INSERT OR REPLACE INTO generation (run, number, statistics, newcomers, seconds, sum)
                 VALUES (?1, ?2, ?3, ?4, ?5, row_sum(?1, ?2, ?3, ?4, ?5))",
            )?;
            for (record, statistics) in step.history.iter().zip(&statistics) {
                let newcomers = step.individuals.iter().filter(|one| one.generation == record.number).count();
                generation.execute(params![step.run, record.number, statistics, newcomers as i64, step.seconds])?;
            }
            let mut individual = transaction.prepare_cached(
                "INSERT OR REPLACE INTO individual
                 (run, generation, position, heuristic, fitness, size, operators, parents, fingerprint, sum)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, row_sum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9))",
            )?;
            for (position, one) in step.individuals.iter().enumerate() {
                individual.execute(params![
                    step.run,
                    one.generation,
                    position as u32,
                    one.heuristic,
                    one.fitness,
                    one.size as i64,
                    one.operators.join(" "),
                    fingerprints(&one.parents),
                    // Its bits: SQLite's numbers have a sign.
                    one.fingerprint as i64
                ])?;
            }
            if let Some(places) = &hall {
                transaction
                    .prepare_cached("INSERT OR REPLACE INTO hall (run, places) VALUES (?1, ?2)")?
                    .execute(params![step.run, places])?;
            }
            transaction
                .prepare_cached("INSERT OR REPLACE INTO snapshot (run, bytes) VALUES (?1, ?2)")?
                .execute(params![step.run, step.snapshot])?;
            Ok(())
        })
    }

    /// Says where a run stands, and how much time it has taken.
    pub fn set_run(&self, lease: &Lease, run: i64, state: State, seconds: f64) -> Result<()> {
        self.as_owner(lease, |transaction| {
            let sql = "UPDATE run SET state = ?2, seconds = ?3 WHERE id = ?1";
            transaction.execute(sql, params![run, state.name(), seconds])?;
            Ok(Table::Run.seal(transaction, "id = ?1", [run])?)
        })
    }

    /// Says where an experiment stands, and why it failed if it did.
    pub fn set_state(&self, lease: &Lease, state: State, error: Option<&str>) -> Result<()> {
        self.as_owner(lease, |transaction| {
            let sql = "UPDATE experiment SET state = ?2, error = ?3 WHERE id = ?1";
            transaction.execute(sql, params![lease.experiment, state.name(), error])?;
            // Runs share the fate of the whole: those on their way end with it, those that ended with it go on with it.
            let (from, to) = match state {
                State::Running => ("state NOT IN ('done', 'waiting')", State::Waiting),
                other => ("state = 'running'", other),
            };
            let sql = format!("UPDATE run SET state = ?2 WHERE experiment = ?1 AND {from}");
            transaction.execute(&sql, params![lease.experiment, to.name()])?;
            Table::Run.seal(transaction, "experiment = ?1", [lease.experiment])?;
            Ok(Table::Experiment.seal(transaction, "id = ?1", [lease.experiment])?)
        })
    }

    /// Puts the instances of configurations in the place of those that they had: all of them, now that the missing ones
    /// are made.
    pub fn put_instances(
        &self,
        lease: &Lease,
        configurations: &[u32],
        instances: &[DraftInstance],
    ) -> Result<()> {
        self.as_owner(lease, |transaction| {
            let id = lease.experiment;
            for &configuration in configurations {
                transaction.execute(
                    "DELETE FROM instance WHERE experiment = ?1 AND configuration = ?2",
                    params![id, configuration],
                )?;
                experiments::put_instances(transaction, id, configuration, instances)?;
                let sql = "UPDATE configuration SET instances = ?3 WHERE experiment = ?1 AND number = ?2";
                transaction.execute(sql, params![id, configuration, instances.len() as i64])?;
                Table::Instance.seal(
                    transaction,
                    "experiment = ?1 AND configuration = ?2",
                    (id, configuration),
                )?;
                seal_configuration(transaction, lease, configuration)?;
            }
            Ok(())
        })
    }

    /// Keeps what preparing a configuration found out about its instances.
    pub fn put_findings(&self, lease: &Lease, configuration: u32, findings: &[Finding]) -> Result<()> {
        self.as_owner(lease, |transaction| {
            // Of several instances with one name the first is the one that counts.
            let mut places: HashMap<(u8, String), u32> = HashMap::new();
            let mut known = transaction.prepare(
                "SELECT role, name, position FROM instance WHERE experiment = ?1 AND configuration = ?2",
            )?;
            let mut rows = known.query(params![lease.experiment, configuration])?;
            while let Some(row) = rows.next()? {
                let (key, position) = ((row.get(0)?, row.get(1)?), row.get(2)?);
                let place = places.entry(key).or_insert(position);
                *place = position.min(*place);
            }
            let mut statement = transaction.prepare(
                "UPDATE instance SET reference = ?5, dropped = ?6
                 WHERE experiment = ?1 AND configuration = ?2 AND role = ?3 AND position = ?4",
            )?;
            for finding in findings {
                let (reference, dropped) = match &finding.outcome {
                    Ok(reference) => (Some(json(reference)), None),
                    Err(why) => (None, Some(why)),
                };
                let role = finding.role as u8;
                if let Some(position) = places.get(&(role, finding.name.clone())) {
                    let at = params![lease.experiment, configuration, role, position, reference, dropped];
                    statement.execute(at)?;
                }
            }
            Ok(Table::Instance.seal(
                transaction,
                "experiment = ?1 AND configuration = ?2",
                (lease.experiment, configuration),
            )?)
        })
    }

    /// Keeps the tuned baseline of a configuration.
    pub fn put_baseline(&self, lease: &Lease, configuration: u32, baseline: &BaselineRecord) -> Result<()> {
        self.as_owner(lease, |transaction| {
            let sql =
                "UPDATE configuration SET baseline_text = ?3, baseline_fitness = ?4 WHERE experiment = ?1 AND number = ?2";
            let BaselineRecord { heuristic, fitness } = baseline;
            transaction.execute(sql, params![lease.experiment, configuration, heuristic, fitness])?;
            seal_configuration(transaction, lease, configuration)
        })
    }

    /// Keeps how one contestant did in the test of a configuration.
    pub fn put_entry(
        &self,
        lease: &Lease,
        configuration: u32,
        position: usize,
        entry: &EntryRecord,
    ) -> Result<()> {
        self.as_owner(lease, |transaction| {
            let sql = "INSERT OR REPLACE INTO entry (experiment, configuration, position, entry, sum)
                 VALUES (?1, ?2, ?3, ?4, row_sum(?1, ?2, ?3, ?4))";
            transaction
                .execute(sql, params![lease.experiment, configuration, position as u32, json(entry)])?;
            Ok(())
        })
    }

    /// Marks the test of a configuration as complete.
    pub fn set_tested(&self, lease: &Lease, configuration: u32) -> Result<()> {
        self.as_owner(lease, |transaction| {
            let sql = "UPDATE configuration SET tested = 1, entries = (
                           SELECT count(*) FROM entry WHERE entry.experiment = ?1 AND entry.configuration = ?2)
                       WHERE experiment = ?1 AND number = ?2";
            transaction.execute(sql, params![lease.experiment, configuration])?;
            seal_configuration(transaction, lease, configuration)
        })
    }

    /// Says that the owner is still there, for those who cannot see its lock.
    pub fn renew(&self, lease: &Lease) -> Result<()> {
        self.write(|transaction| {
            let sql = "UPDATE experiment SET expires = ?1 WHERE id = ?2 AND lease = ?3";
            let held = transaction.execute(sql, params![now() + EXPIRY, lease.experiment, lease.number])?;
            if held == 0 { Err(Error::Lost) } else { Ok(()) }
        })
    }
}

fn seal_configuration(transaction: &Transaction<'_>, lease: &Lease, configuration: u32) -> Result<()> {
    Ok(Table::Configuration.seal(
        transaction,
        "experiment = ?1 AND number = ?2",
        (lease.experiment, configuration),
    )?)
}

/// Fingerprints as text; none for none.
fn fingerprints(fingerprints: &[u64]) -> Option<String> {
    let fingerprints: Vec<String> =
        fingerprints.iter().map(|fingerprint| format!("{fingerprint:016x}")).collect();
    (!fingerprints.is_empty()).then(|| fingerprints.join(" "))
}

/// The name by which a reason is read back.
fn reason(reason: Reason) -> String {
    serde_json::to_value(reason).ok().and_then(|value| value.as_str().map(String::from)).unwrap_or_default()
}
