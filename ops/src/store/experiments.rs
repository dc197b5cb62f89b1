//! Experiments as wholes: put, found, listed, copied, deleted.

use super::record::{BaselineRecord, CellRecord, ExperimentRecord, RunRecord, State};
use super::{Error, Result, Store, now, packed, unpacked};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::collections::HashMap;
use unstuck_evolution::experiment::Experiment;
use unstuck_evolution::role::Role;

/// How long something deleted can be brought back, in seconds.
const REGRET: i64 = 24 * 3_600;

/// An experiment that is to be put into the store.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Hash of the filled-in configuration.
    pub identity: String,
    /// Its name.
    pub name: String,
    /// The domain.
    pub domain: String,
    /// The filled-in configuration, as TOML.
    pub config: String,
    /// Version, commit and CPU.
    pub origin: String,
    /// Its cells, in order.
    pub cells: Vec<DraftCell>,
}

/// A cell that is to be put into the store.
#[derive(Debug, Clone)]
pub struct DraftCell {
    /// Key and value as TOML.
    pub settings: Vec<(String, String)>,
    /// The filled-in configuration of the cell, as TOML.
    pub config: String,
    /// The seeds of its repetitions.
    pub seeds: Vec<u64>,
    /// Whether random search is run beside each.
    pub control: bool,
    /// Its instances, in their order within each role.
    pub instances: Vec<DraftInstance>,
    /// Rows of a dataset that are fitted as they are, by role.
    pub rows: DatasetRows,
}

/// Rows of a dataset with their names, in the order of [`Role::ALL`].
pub type DatasetRows = [Option<Vec<(String, unstuck_core::sample::Row)>>; 3];

impl DraftCell {
    /// A cell with its settings and instances.
    pub fn new(
        settings: Vec<(String, String)>,
        experiment: &Experiment,
        (instances, rows): (Vec<DraftInstance>, DatasetRows),
    ) -> Self {
        let repetitions = 0..u64::from(experiment.repetitions);
        Self {
            settings,
            config: experiment.print(),
            seeds: repetitions.map(|number| experiment.seed.wrapping_add(number)).collect(),
            control: experiment.has_control(),
            instances,
            rows,
        }
    }
}

/// An instance that is to be put into the store.
#[derive(Debug, Clone)]
pub struct DraftInstance {
    /// What it is for.
    pub role: Role,
    /// What people call it.
    pub name: String,
    /// The board.
    pub text: String,
}

/// What [`cell`] reads.
const CELLS: &str = "SELECT number, settings, config, baseline_text, baseline_fitness, experiment FROM cell";

/// What [`run`] reads.
const RUNS: &str = "SELECT id, cell, repetition, control, seed, state, reason, generation, evaluations, seconds, \
                    champion, text, experiment FROM run";

impl Store {
    /// Puts an experiment into the store, to be run by the process that leases it, and tells its number.
    pub fn put(&self, draft: &Draft) -> Result<i64> {
        self.write(|transaction| insert(transaction, draft))
    }

    /// The same, unless one of the same identity is there: another process may have been faster. Tells its number, and
    /// whether it is new.
    pub fn put_once(&self, draft: &Draft) -> Result<(i64, bool)> {
        self.write(|transaction| match newest(transaction, &draft.identity)? {
            Some(known) => Ok((known, false)),
            None => Ok((insert(transaction, draft)?, true)),
        })
    }

    /// The newest experiment with an identity.
    pub fn find(&self, identity: &str) -> Result<Option<ExperimentRecord>> {
        self.read(|connection| match newest(connection, identity)? {
            Some(id) => self.existing(connection, id),
            None => Ok(None),
        })
    }

    /// One experiment as lists show it.
    pub fn experiment(&self, id: i64) -> Result<ExperimentRecord> {
        self.read(|connection| self.existing(connection, id))?.ok_or(Error::Absent(id))
    }

    /// One experiment, unless it is deleted.
    pub(super) fn existing(
        &self,
        connection: &Connection,
        id: i64,
    ) -> rusqlite::Result<Option<ExperimentRecord>> {
        Ok(self.select(connection, "id = ?1 AND deleted IS NULL", [id])?.pop())
    }

    /// All experiments, the newest first: without histories, tests, snapshots and individuals.
    pub fn list(&self) -> Result<Vec<ExperimentRecord>> {
        self.read(|connection| self.select(connection, "deleted IS NULL", []))
    }

    /// One run, without its history.
    pub fn run(&self, id: i64) -> Result<RunRecord> {
        self.read(|connection| connection.query_row(&format!("{RUNS} WHERE id = ?1"), [id], run))
    }

    /// Those that were deleted within a day, the latest first: number, name and when.
    pub fn deleted(&self) -> Result<Vec<(i64, String, i64)>> {
        self.read(deleted)
    }

    /// The experiments of a condition, the newest first, with cells and runs.
    pub(super) fn select(
        &self,
        connection: &Connection,
        condition: &str,
        parameters: impl rusqlite::Params,
    ) -> rusqlite::Result<Vec<ExperimentRecord>> {
        let sql = format!(
            "SELECT id, identity, name, domain, config, state, created, updated, origin, error, owner, host, expires
             FROM experiment WHERE {condition} ORDER BY id DESC"
        );
        let mut statement = connection.prepare(&sql)?;
        let with_home = |row: &Row<'_>| Ok((experiment(row)?, (row.get(11)?, row.get(12)?)));
        let found: rusqlite::Result<Vec<(ExperimentRecord, Home)>> =
            statement.query_map(parameters, with_home)?.collect();
        let found = found?;
        let only = match &found[..] {
            [] => return Ok(Vec::new()),
            [(one, _)] => Some(one.id),
            _ => None,
        };
        let mut cells = gather(connection, CELLS, "number", only, cell)?;
        let mut runs = gather(connection, RUNS, "cell, control, repetition", only, run)?;
        let complete = |(mut record, home): (ExperimentRecord, Home)| {
            record.cells = cells.remove(&record.id).unwrap_or_default();
            record.runs = runs.remove(&record.id).unwrap_or_default();
            self.settle(&mut record, &home);
            record
        };
        Ok(found.into_iter().map(complete).collect())
    }

    /// An owner that was killed had no time to say that it ended.
    fn settle(&self, record: &mut ExperimentRecord, (host, expires): &Home) {
        if record.owner.is_some() && self.is_alive(record.id, host.as_deref(), *expires) {
            return;
        }
        record.owner = None;
        if record.state == State::Running {
            record.state = State::Waiting;
            let running = record.runs.iter_mut().filter(|run| run.state == State::Running);
            running.for_each(|run| run.state = State::Waiting);
        }
    }

    /// Takes an experiment that no process runs out of all lists. For a day it can be brought back.
    pub fn delete(&self, id: i64) -> Result<()> {
        let lease = self.lease(id).map_err(|error| match error {
            Error::Taken { name, owner } => Error::InUse { name, owner, id },
            error => error,
        })?;
        self.write(|transaction| {
            purge(transaction)?;
            let sql = "UPDATE experiment SET deleted = ?3, owner = NULL, host = NULL, expires = 0
                       WHERE id = ?1 AND lease = ?2 AND deleted IS NULL";
            let done = transaction.execute(sql, params![id, lease.number, now()])?;
            if done == 0 { Err(Error::Lost) } else { Ok(()) }
        })
    }

    /// Brings a deleted experiment back.
    pub fn undelete(&self, id: i64) -> Result<()> {
        self.write(|transaction| {
            let sql = "UPDATE experiment SET deleted = NULL WHERE id = ?1 AND deleted IS NOT NULL";
            if transaction.execute(sql, [id])? == 0 { Err(Error::Absent(id)) } else { Ok(()) }
        })
    }
}

/// The owner's machine, and when its lease expires.
type Home = (Option<String>, i64);

/// Number, name and time of those that were deleted, the latest first.
pub(super) fn deleted(connection: &Connection) -> rusqlite::Result<Vec<(i64, String, i64)>> {
    let sql = "SELECT id, name, deleted FROM experiment WHERE deleted >= ?1 ORDER BY deleted DESC";
    let mut statement = connection.prepare(sql)?;
    statement.query_map([now() - REGRET], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

/// The number of the newest experiment with an identity.
fn newest(connection: &Connection, identity: &str) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM experiment WHERE identity = ?1 AND deleted IS NULL ORDER BY id DESC";
    connection.query_row(sql, [identity], |row| row.get(0)).optional()
}

fn insert(transaction: &Transaction<'_>, draft: &Draft) -> Result<i64> {
    purge(transaction)?;
    transaction.execute(
        "INSERT INTO experiment (identity, name, domain, config, state, created, updated, origin)
         VALUES (?1, ?2, ?3, ?4, 'waiting', ?5, ?5, ?6)",
        params![draft.identity, draft.name, draft.domain, draft.config, now(), draft.origin],
    )?;
    let id = transaction.last_insert_rowid();
    for (number, cell) in draft.cells.iter().enumerate() {
        put_cell(transaction, id, number as u32, cell)?;
    }
    Ok(id)
}

/// Removes for good deleted experiments after that day.
fn purge(transaction: &Transaction<'_>) -> Result<()> {
    transaction.execute("DELETE FROM experiment WHERE deleted < ?1", [now() - REGRET])?;
    Ok(())
}

fn put_cell(transaction: &Transaction<'_>, id: i64, number: u32, cell: &DraftCell) -> Result<()> {
    let settings = serde_json::json!(cell.settings).to_string();
    let rows = cell.rows.iter().any(Option::is_some).then(|| packed(&cell.rows));
    transaction.execute(
        "INSERT INTO cell (experiment, number, settings, config, rows) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![id, number, settings, cell.config, rows],
    )?;
    let mut run = transaction.prepare_cached(
        "INSERT INTO run (experiment, cell, repetition, control, seed, state)
         VALUES (?1, ?2, ?3, ?4, ?5, 'waiting')",
    )?;
    let kinds: &[bool] = if cell.control { &[false, true] } else { &[false] };
    for control in kinds {
        for (repetition, seed) in cell.seeds.iter().enumerate() {
            // The bits of the seed: SQLite's numbers have a sign.
            run.execute(params![id, number, repetition as u32, control, *seed as i64])?;
        }
    }
    let mut instance = transaction.prepare_cached(
        "INSERT INTO instance (experiment, cell, role, position, name, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (position, material) in cell.instances.iter().enumerate() {
        instance.execute(params![
            id,
            number,
            material.role as u8,
            position as u32,
            material.name,
            material.text
        ])?;
    }
    Ok(())
}

/// Rows of a table by their experiment: of one, or of all.
fn gather<T>(
    connection: &Connection,
    select: &str,
    order: &str,
    only: Option<i64>,
    read: fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<HashMap<i64, Vec<T>>> {
    // To walk through a whole table is quicker than to look up each experiment of a list: its keys are among long rows.
    let which = if only.is_some() { "experiment = ?1" } else { "?1 IS NULL" };
    let mut statement =
        connection.prepare_cached(&format!("{select} WHERE {which} ORDER BY experiment, {order}"))?;
    let mut rows = statement.query([only])?;
    let mut found: HashMap<i64, Vec<T>> = HashMap::new();
    while let Some(row) = rows.next()? {
        found.entry(row.get("experiment")?).or_default().push(read(row)?);
    }
    Ok(found)
}

fn experiment(row: &Row<'_>) -> rusqlite::Result<ExperimentRecord> {
    Ok(ExperimentRecord {
        id: row.get(0)?,
        identity: row.get(1)?,
        name: row.get(2)?,
        domain: row.get(3)?,
        config: row.get(4)?,
        state: State::named(row.get_ref(5)?.as_str()?),
        created: row.get(6)?,
        updated: row.get(7)?,
        origin: row.get(8)?,
        error: row.get(9)?,
        owner: row.get(10)?,
        cells: Vec::new(),
        runs: Vec::new(),
    })
}

fn cell(row: &Row<'_>) -> rusqlite::Result<CellRecord> {
    let settings = row.get_ref(1)?.as_str()?;
    let settings = serde_json::from_str(settings).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(1, rusqlite::types::Type::Text, error.into())
    })?;
    let heuristic: Option<String> = row.get(3)?;
    let fitness = row.get(4)?;
    Ok(CellRecord {
        number: row.get(0)?,
        settings,
        config: row.get(2)?,
        baseline: heuristic.map(|heuristic| BaselineRecord { heuristic, fitness }),
        trial: None,
    })
}

fn run(row: &Row<'_>) -> rusqlite::Result<RunRecord> {
    let reason: Option<String> = row.get(6)?;
    let champion = row.get_ref(10)?.as_blob_or_null()?;
    Ok(RunRecord {
        id: row.get(0)?,
        cell: row.get(1)?,
        repetition: row.get(2)?,
        control: row.get(3)?,
        seed: row.get::<_, i64>(4)? as u64,
        state: State::named(row.get_ref(5)?.as_str()?),
        // A reason that this program does not know tells nothing.
        reason: reason.and_then(|reason| serde_json::from_value(reason.into()).ok()),
        generation: row.get(7)?,
        evaluations: row.get::<_, i64>(8)? as u64,
        seconds: row.get(9)?,
        champion: champion.map(|bytes| unpacked(10, bytes)).transpose()?,
        text: row.get(11)?,
        history: Vec::new(),
        hall: Vec::new(),
    })
}
