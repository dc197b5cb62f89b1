//! Removes damage. Runs follow from their seeds, so a damaged run is reset and comes to the same result when the
//! experiment goes on; a damaged test is held again. An experiment whose own rows are damaged is removed.

use super::{CheckedExperiment, REFERENCES, file};
use crate::store::record::read_config;
use crate::store::seal::Table;
use crate::store::{DraftConfiguration, Error, Result, Store, now};
use crate::system::atomic_file;
use crate::wording::{Action, action};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// What a repair did.
#[derive(Debug, serde::Serialize)]
pub struct Repaired {
    /// The file as it was before; none for a store in memory.
    pub backup: Option<PathBuf>,
    /// What was changed, in sentences.
    pub changes: Vec<String>,
}

impl Store {
    /// Copies the file, then removes the damage that [`Store::check`] finds. Indices come first: rows that are read through
    /// a damaged one seem to be damaged, too.
    pub fn repair(&self) -> Result<Repaired> {
        self.require_writable()?;
        let (mut backup, mut rebuilt) = (None, Vec::new());
        if !self.read(file)?.is_empty() {
            backup = self.path().map(|path| self.back_up(path)).transpose()?;
            self.write(|transaction| Ok(transaction.execute_batch("REINDEX")?))?;
            rebuilt.push("the indices were built again".to_owned());
        }
        let checked = self.check()?;
        let damaged: Vec<&CheckedExperiment> =
            checked.experiments.iter().filter(|one| !one.damage.is_empty()).collect();
        // No process may run what is changed.
        let mut leases = Vec::new();
        for one in &damaged {
            match self.lease(one.id) {
                Err(Error::Taken { name, owner }) => return Err(Error::InUse { name, owner, id: one.id }),
                // Deleted ones have no owner, and a damaged lease has no owner.
                Err(_) => {}
                Ok(lease) => leases.push(lease),
            }
        }
        if backup.is_none() {
            backup = self.path().map(|path| self.back_up(path)).transpose()?;
        }
        let changes = self.write(|transaction| {
            let mut changes = rebuilt.clone();
            for (table, column, parent) in REFERENCES {
                let sql = format!("DELETE FROM {table} WHERE {column} NOT IN (SELECT id FROM {parent})");
                let count = transaction.execute(&sql, [])?;
                if count > 0 {
                    changes.push(format!("table {table}: {count} rows without {parent} were removed"));
                }
            }
            for one in &damaged {
                changes.push(experiment(transaction, one)?);
            }
            let free = "UPDATE experiment SET owner = NULL, host = NULL, expires = 0 WHERE id = ?1";
            for lease in &leases {
                transaction.execute(free, [lease.experiment])?;
            }
            Ok(changes)
        })?;
        Ok(Repaired { backup, changes })
    }

    fn back_up(&self, path: &Path) -> Result<PathBuf> {
        // What is in the log comes into the file first.
        self.empty_log()?;
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".damaged-{}", now()));
        let copy = PathBuf::from(name);
        let mut file = File::open(path).map_err(|error| Error::of_file(path, &error))?;
        atomic_file::write(&copy, |out| io::copy(&mut file, out).map(drop))
            .map_err(|error| Error::of_file(&copy, &error))?;
        Ok(copy)
    }
}

/// Repairs an experiment; tells how.
fn experiment(transaction: &Transaction<'_>, one: &CheckedExperiment) -> Result<String> {
    let id = one.id;
    let of_whole = ["experiment", "configuration", "instance", "unknown"];
    let configs = configs(transaction, id)?;
    let lost = one.found.iter().find(|damage| of_whole.contains(&damage.table));
    let unread = configs.iter().find(|(_, config)| read_config(config).is_err());
    let runs_differ = one.found.iter().any(|damage| damage.table == "run");
    if lost.is_some() || (runs_differ && unread.is_some()) {
        transaction.execute("DELETE FROM experiment WHERE id = ?1", [id])?;
        return Ok(format!("{} (number {id}) cannot be saved and was removed; run its file again", one.name));
    }
    let mut reset = 0;
    for (configuration, config) in &configs {
        let mut damaged = damaged_runs(transaction, one, id, *configuration)?;
        if runs_differ && let Ok(config) = read_config(config) {
            damaged.extend(expected_runs(transaction, id, *configuration, &config)?);
        }
        let entries = one.found.iter().any(|damage| {
            damage.table == "entry"
                && damage.row.starts_with(&format!("experiment {id}, configuration {configuration}"))
        });
        if damaged.is_empty() && !entries {
            continue;
        }
        reset += damaged.len();
        for run in damaged {
            reset_run(transaction, run)?;
        }
        transaction
            .execute("DELETE FROM entry WHERE experiment = ?1 AND configuration = ?2", (id, configuration))?;
        let sql = "UPDATE configuration SET tested = 0, entries = 0, runs = (
                       SELECT count(*) FROM run WHERE run.experiment = ?1 AND run.configuration = ?2)
                   WHERE experiment = ?1 AND number = ?2";
        transaction.execute(sql, (id, configuration))?;
    }
    let strays = "DELETE FROM run WHERE experiment = ?1 AND configuration NOT IN (
                      SELECT number FROM configuration WHERE configuration.experiment = ?1)";
    transaction.execute(strays, [id])?;
    transaction.execute("UPDATE experiment SET state = 'waiting', error = NULL WHERE id = ?1", [id])?;
    Table::Experiment.seal(transaction, "id = ?1", [id])?;
    for table in [Table::Configuration, Table::Run] {
        table.seal(transaction, "experiment = ?1", [id])?;
    }
    let runs = if reset == 1 { "1 run was".to_owned() } else { format!("{reset} runs were") };
    Ok(format!(
        "{} (number {id}): {runs} reset to the beginning, and its test is held again; go on: {}",
        one.name,
        action(Action::Resume(id))
    ))
}

fn configs(connection: &Connection, id: i64) -> rusqlite::Result<Vec<(u32, String)>> {
    let sql = "SELECT number, config FROM configuration WHERE experiment = ?1 ORDER BY number";
    connection.prepare(sql)?.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// The runs of a configuration with damage in their rows, or in rows that belong to them.
fn damaged_runs(
    connection: &Connection,
    one: &CheckedExperiment,
    id: i64,
    configuration: u32,
) -> rusqlite::Result<BTreeSet<i64>> {
    let number = |row: &str| {
        let first = row.strip_prefix("run ").unwrap_or(row);
        first.split(',').next().and_then(|word| word.parse::<i64>().ok())
    };
    let named: BTreeSet<i64> = one
        .found
        .iter()
        .filter(|damage| damage.table != "entry")
        .filter_map(|damage| number(&damage.row))
        .collect();
    let sql = "SELECT id FROM run WHERE experiment = ?1 AND configuration = ?2";
    let mut statement = connection.prepare(sql)?;
    let own = statement
        .query_map((id, configuration), |row| row.get(0))?
        .collect::<rusqlite::Result<BTreeSet<i64>>>()?;
    Ok(own.intersection(&named).copied().collect())
}

/// Makes the runs of a configuration those of its experiment file; returns the new ones and those with another seed.
fn expected_runs(
    transaction: &Transaction<'_>,
    id: i64,
    configuration: u32,
    config: &unstuck_evolution::experiment::Experiment,
) -> rusqlite::Result<BTreeSet<i64>> {
    let draft = DraftConfiguration::new(Vec::new(), config, Default::default());
    let kinds: &[bool] = if draft.control { &[false, true] } else { &[false] };
    let (mut changed, mut all) = (BTreeSet::new(), BTreeSet::new());
    for control in kinds {
        for (repetition, seed) in draft.seeds.iter().enumerate() {
            let at = params![id, configuration, repetition as u32, control];
            let sql = "SELECT id, seed FROM run
                       WHERE experiment = ?1 AND configuration = ?2 AND repetition = ?3 AND control = ?4";
            let found: Option<(i64, i64)> =
                transaction.query_row(sql, at, |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
            let run = match found {
                Some((run, known)) if known == *seed as i64 => run,
                Some((run, _)) => {
                    transaction.execute("UPDATE run SET seed = ?2 WHERE id = ?1", (run, *seed as i64))?;
                    changed.insert(run);
                    run
                }
                None => {
                    transaction.execute(
                        "INSERT INTO run (experiment, configuration, repetition, control, seed, state)
                         VALUES (?1, ?2, ?3, ?4, ?5, 'waiting')",
                        params![id, configuration, repetition as u32, control, *seed as i64],
                    )?;
                    let run = transaction.last_insert_rowid();
                    changed.insert(run);
                    run
                }
            };
            all.insert(run);
        }
    }
    let mut statement =
        transaction.prepare("SELECT id FROM run WHERE experiment = ?1 AND configuration = ?2")?;
    let found = statement
        .query_map((id, configuration), |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<i64>>>()?;
    for foreign in found.iter().filter(|run| !all.contains(run)) {
        transaction.execute("DELETE FROM run WHERE id = ?1", [foreign])?;
    }
    Ok(changed)
}

/// Sets a run to its beginning.
fn reset_run(transaction: &Transaction<'_>, run: i64) -> rusqlite::Result<()> {
    for table in ["snapshot", "hall", "generation", "individual"] {
        transaction.execute(&format!("DELETE FROM {table} WHERE run = ?1"), [run])?;
    }
    let sql = "UPDATE run SET state = 'waiting', reason = NULL, generation = 0, evaluations = 0, seconds = 0,
               champion = NULL, text = NULL, snapshot_sum = NULL, hall_sum = NULL WHERE id = ?1";
    transaction.execute(sql, [run]).map(|_| ())
}
