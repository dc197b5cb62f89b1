//! Experiments as wholes: put, found, listed, copied, deleted.

use super::record::{BaselineRecord, ConfigurationRecord, ExperimentRecord, RunRecord, State};
use super::seal::{Damage, Table, blob_sum, count, wrong};
use super::{Error, Result, Store, from_json, json, now, validity};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::collections::{HashMap, HashSet};
use unstuck_evolution::engine::Reason;
use unstuck_evolution::experiment::{Experiment, Sets};
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
    /// Its configurations, in order.
    pub configurations: Vec<DraftConfiguration>,
}

/// A configuration that is to be put into the store.
#[derive(Debug, Clone)]
pub struct DraftConfiguration {
    /// Key and value as TOML.
    pub settings: Vec<(String, String)>,
    /// Its experiment file with all defaults, as TOML.
    pub config: String,
    /// The seeds of its repetitions.
    pub seeds: Vec<u64>,
    /// Whether random search is run next to each.
    pub control: bool,
    /// Whether a baseline is tuned.
    pub with_baseline: bool,
    /// Whether there is a test set.
    pub with_test: bool,
    /// Its instances, in their order within each role.
    pub instances: Vec<DraftInstance>,
    /// Rows of a dataset that are fitted as they are, by role.
    pub rows: DatasetRows,
}

/// Rows of a dataset with their names, in the order of [`Role::ALL`].
pub type DatasetRows = [Option<Vec<(String, unstuck_core::sample::Row)>>; 3];

impl DraftConfiguration {
    /// A configuration with its settings and instances.
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
            with_baseline: experiment.champion.baseline,
            with_test: experiment.data.test.is_some(),
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

impl DraftInstance {
    /// Those of all roles.
    pub fn all(sets: &Sets) -> Vec<Self> {
        let of = |role: Role| {
            let instances = sets.instances[role].iter();
            instances.map(move |(name, one)| Self { role, name: name.clone(), text: one.text() })
        };
        Role::ALL.into_iter().flat_map(of).collect()
    }
}

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
        let found = self.select(connection, "id = ?1 AND deleted IS NULL", [id])?.pop();
        if found.is_none() {
            check_deleted(connection)?;
        }
        Ok(found)
    }

    /// All experiments, the newest first: without histories, tests, snapshots and individuals.
    pub fn list(&self) -> Result<Vec<ExperimentRecord>> {
        self.read(|connection| {
            let sql =
                "SELECT experiment FROM configuration WHERE experiment NOT IN (SELECT id FROM experiment) LIMIT 1";
            if let Some(lost) = connection.query_row(sql, [], |row| row.get::<_, i64>(0)).optional()? {
                let why = "the row is missing, and has configurations".to_owned();
                return Err(Damage { table: Table::Experiment.name(), row: lost.to_string(), why }.into());
            }
            check_deleted(connection)?;
            self.select(connection, "deleted IS NULL", [])
        })
    }

    /// One run, without its history.
    pub fn run(&self, id: i64) -> Result<RunRecord> {
        self.read(|connection| {
            let sql = Table::Run.select("") + " WHERE id = ?1";
            let found = connection.query_row(&sql, [id], |row| Table::Run.read(row, run)).optional()?;
            found.ok_or_else(|| {
                let why = "the row is missing".to_owned();
                Damage { table: Table::Run.name(), row: id.to_string(), why }.into()
            })
        })
    }

    /// Those that were deleted within a day, the latest first: number, name and when.
    pub fn deleted(&self) -> Result<Vec<(i64, String, i64)>> {
        self.read(deleted)
    }

    /// The experiments of a condition, the newest first, with configurations and runs.
    pub(super) fn select(
        &self,
        connection: &Connection,
        condition: &str,
        parameters: impl rusqlite::Params,
    ) -> rusqlite::Result<Vec<ExperimentRecord>> {
        let select = Table::Experiment.select("updated, owner, host, expires, lease");
        let mut statement = connection.prepare(&format!("{select} WHERE {condition} ORDER BY id DESC"))?;
        let read = |row: &Row<'_>| Table::Experiment.read(row, experiment);
        let found = statement.query_map(parameters, read)?;
        let found: Vec<(ExperimentRecord, Home, i64)> = found.collect::<rusqlite::Result<_>>()?;
        let only = match &found[..] {
            [] => return Ok(Vec::new()),
            [(one, ..)] => Some(one.id),
            _ => None,
        };
        let mut configurations = gather(connection, Table::Configuration, "number", only, configuration)?;
        let mut runs = gather(connection, Table::Run, "configuration, control, repetition", only, run)?;
        let complete = |(mut record, home, wanted): (ExperimentRecord, Home, i64)| {
            let configurations = configurations.remove(&record.id).unwrap_or_default();
            record.runs = runs.remove(&record.id).unwrap_or_default();
            count_children(&record, &configurations, wanted)?;
            record.configurations =
                configurations.into_iter().map(|(configuration, _)| configuration).collect();
            self.resolve_state(&mut record, &home);
            Ok(record)
        };
        found.into_iter().map(complete).collect()
    }

    /// An owner that was killed had no time to say that it ended.
    fn resolve_state(&self, record: &mut ExperimentRecord, (host, expires): &Home) {
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
            if done == 0 {
                Err(Error::Lost)
            } else {
                Ok(Table::Experiment.seal(transaction, "id = ?1", [id])?)
            }
        })
    }

    /// Brings a deleted experiment back.
    pub fn undelete(&self, id: i64) -> Result<()> {
        self.write(|transaction| {
            let sql = "UPDATE experiment SET deleted = NULL WHERE id = ?1 AND deleted IS NOT NULL";
            if transaction.execute(sql, [id])? == 0 {
                return Err(Error::Absent(id));
            }
            Ok(Table::Experiment.seal(transaction, "id = ?1", [id])?)
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
        "INSERT INTO experiment (identity, name, domain, config, state, created, updated, origin, configurations)
         VALUES (?1, ?2, ?3, ?4, 'waiting', ?5, ?5, ?6, ?7)",
        params![
            draft.identity,
            draft.name,
            draft.domain,
            draft.config,
            now(),
            draft.origin,
            draft.configurations.len() as i64
        ],
    )?;
    let id = transaction.last_insert_rowid();
    for (number, configuration) in draft.configurations.iter().enumerate() {
        put_configuration(transaction, id, number as u32, configuration)?;
    }
    Table::Experiment.seal(transaction, "id = ?1", [id])?;
    for table in [Table::Configuration, Table::Run, Table::Instance] {
        table.seal(transaction, "experiment = ?1", [id])?;
    }
    Ok(id)
}

/// Checks the rows of deleted experiments: a damaged value would hide an experiment.
fn check_deleted(connection: &Connection) -> rusqlite::Result<()> {
    let sql = Table::Experiment.select("") + " WHERE deleted IS NOT NULL";
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_map([], |row| Table::Experiment.read(row, |_| Ok(())))?.collect()
}

/// Removes for good deleted experiments after that day, those alone whose checksum is right.
fn purge(transaction: &Transaction<'_>) -> Result<()> {
    let intact = format!("sum IS row_sum({})", Table::Experiment.columns());
    let sql = format!("DELETE FROM experiment WHERE deleted < ?1 AND {intact}");
    transaction.execute(&sql, [now() - REGRET])?;
    Ok(())
}

fn put_configuration(
    transaction: &Transaction<'_>,
    id: i64,
    number: u32,
    configuration: &DraftConfiguration,
) -> Result<()> {
    let settings = json(&configuration.settings);
    let rows = configuration.rows.iter().any(Option::is_some).then(|| json(&configuration.rows));
    let kinds: &[bool] = if configuration.control { &[false, true] } else { &[false] };
    transaction.execute(
        "INSERT INTO configuration
         (experiment, number, settings, config, with_baseline, with_test, rows, rows_sum, runs, instances)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            id,
            number,
            settings,
            configuration.config,
            configuration.with_baseline,
            configuration.with_test,
            rows,
            rows.as_ref().map(|rows| blob_sum(rows.as_bytes())),
            (kinds.len() * configuration.seeds.len()) as i64,
            configuration.instances.len() as i64
        ],
    )?;
    let mut run = transaction.prepare_cached(
        "INSERT INTO run (experiment, configuration, repetition, control, seed, state)
         VALUES (?1, ?2, ?3, ?4, ?5, 'waiting')",
    )?;
    for control in kinds {
        for (repetition, seed) in configuration.seeds.iter().enumerate() {
            // The bits of the seed: SQLite's numbers have a sign.
            run.execute(params![id, number, repetition as u32, control, *seed as i64])?;
        }
    }
    put_instances(transaction, id, number, &configuration.instances)
}

/// Puts the instances of a configuration that has none.
pub(super) fn put_instances(
    transaction: &Transaction<'_>,
    id: i64,
    number: u32,
    instances: &[DraftInstance],
) -> Result<()> {
    let mut instance = transaction.prepare_cached(
        "INSERT INTO instance (experiment, configuration, role, position, name, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (position, material) in instances.iter().enumerate() {
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
    table: Table,
    order: &str,
    only: Option<i64>,
    read: fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<HashMap<i64, Vec<T>>> {
    // To walk through a whole table is quicker than to look up each experiment of a list: its keys are among long rows.
    let which = if only.is_some() { "experiment = ?1" } else { "?1 IS NULL" };
    let select = table.select("");
    let mut statement =
        connection.prepare_cached(&format!("{select} WHERE {which} ORDER BY experiment, {order}"))?;
    let mut rows = statement.query([only])?;
    let mut found: HashMap<i64, Vec<T>> = HashMap::new();
    while let Some(row) = rows.next()? {
        found.entry(row.get("experiment")?).or_default().push(table.read(row, read)?);
    }
    Ok(found)
}

/// Refuses an experiment with other configurations or runs than it began with.
fn count_children(
    record: &ExperimentRecord,
    configurations: &[(ConfigurationRecord, i64)],
    wanted: i64,
) -> rusqlite::Result<()> {
    let id = record.id;
    let missing = |table: Table, row: String, found: usize, wanted: i64| {
        let why = format!("{found} of {wanted} rows are there");
        Err(Damage { table: table.name(), row, why }.into())
    };
    let in_order = configurations
        .iter()
        .enumerate()
        .all(|(place, (configuration, _))| place == configuration.number as usize);
    if configurations.len() as i64 != wanted || !in_order {
        return missing(Table::Configuration, format!("experiment {id}"), configurations.len(), wanted);
    }
    let mut own = vec![0; configurations.len()];
    for run in &record.runs {
        match own.get_mut(run.configuration as usize) {
            Some(count) => *count += 1,
            None => {
                let why = format!("it belongs to configuration {}, which does not exist", run.configuration);
                return Err(Damage { table: Table::Run.name(), row: run.id.to_string(), why }.into());
            }
        }
    }
    for ((configuration, wanted), found) in configurations.iter().zip(own) {
        if found as i64 != *wanted {
            return missing(
                Table::Run,
                format!("experiment {id}, configuration {}", configuration.number),
                found,
                *wanted,
            );
        }
    }
    check_pairs(&record.runs)
}

/// Refuses runs that are there twice, and controls without their repetition, which would wait for it for ever.
fn check_pairs(runs: &[RunRecord]) -> rusqlite::Result<()> {
    let mut known = HashSet::new();
    let refuse = |run: &RunRecord, why: &str| {
        let why = format!("{why} {} of configuration {}", run.repetition, run.configuration);
        Err(Damage { table: Table::Run.name(), row: run.id.to_string(), why }.into())
    };
    for run in runs {
        if !known.insert((run.configuration, run.repetition, run.control)) {
            return refuse(run, "another row is repetition");
        }
    }
    let unpaired =
        |run: &&RunRecord| run.control && !known.contains(&(run.configuration, run.repetition, false));
    runs.iter()
        .find(unpaired)
        .map_or(Ok(()), |run| refuse(run, "it is the control of the missing repetition"))
}

/// An experiment, its owner's machine, and how many configurations it has.
fn experiment(row: &Row<'_>) -> rusqlite::Result<(ExperimentRecord, Home, i64)> {
    let record = ExperimentRecord {
        id: row.get("id")?,
        identity: row.get("identity")?,
        name: row.get("name")?,
        domain: row.get("domain")?,
        config: row.get("config")?,
        state: state(row)?,
        created: row.get("created")?,
        updated: row.get("updated")?,
        origin: row.get("origin")?,
        error: row.get("error")?,
        owner: row.get("owner")?,
        configurations: Vec::new(),
        runs: Vec::new(),
    };
    let (expires, deleted): (i64, Option<i64>) = (row.get("expires")?, row.get("deleted")?);
    let lease: i64 = row.get("lease")?;
    let times = [("created", record.created), ("updated", record.updated), ("expires", expires)];
    let times = times.into_iter().chain(deleted.map(|time| ("deleted", time)));
    times.chain([("lease", lease)]).try_for_each(|(name, time)| validity::time(name, time))?;
    Ok((record, (row.get("host")?, expires), row.get("configurations")?))
}

fn state(row: &Row<'_>) -> rusqlite::Result<State> {
    let name: String = row.get("state")?;
    State::named(&name).ok_or_else(|| wrong(format!("unknown state '{name}'")))
}

/// A configuration, and how many runs it has.
fn configuration(row: &Row<'_>) -> rusqlite::Result<(ConfigurationRecord, i64)> {
    let settings = from_json(row.get_ref("settings")?.as_str()?);
    let heuristic: Option<String> = row.get("baseline_text")?;
    let fitness = row.get("baseline_fitness")?;
    let record = ConfigurationRecord {
        number: row.get("number")?,
        settings: settings.map_err(|error| wrong(format!("its settings cannot be read: {error}")))?,
        config: row.get("config")?,
        baseline: heuristic.map(|heuristic| BaselineRecord { heuristic, fitness }),
        test: None,
    };
    Ok((record, row.get("runs")?))
}

fn run(row: &Row<'_>) -> rusqlite::Result<RunRecord> {
    let reason: Option<String> = row.get("reason")?;
    let champion = row.get_ref("champion")?.as_str_or_null()?;
    let record = RunRecord {
        id: row.get("id")?,
        configuration: row.get("configuration")?,
        repetition: row.get("repetition")?,
        control: row.get("control")?,
        seed: row.get::<_, i64>("seed")? as u64,
        state: state(row)?,
        reason: reason.map(read_reason).transpose()?,
        generation: row.get("generation")?,
        evaluations: count(row, "evaluations")?,
        seconds: row.get("seconds")?,
        champion: champion.map(from_json).transpose()?,
        text: row.get("text")?,
        history: Vec::new(),
        hall: Vec::new(),
    };
    validity::run(&record).map_err(wrong)?;
    Ok(record)
}

fn read_reason(name: String) -> rusqlite::Result<Reason> {
    serde_json::from_value(name.into()).map_err(|error| wrong(format!("its reason: {error}")))
}
