//! A store checked as a whole: the file, references, checksums, and whether experiments can be resumed. Imports and
//! resumed experiments are verified by the same examination.

mod repair;

pub use repair::Repaired;

use super::ancestry::individuals;
use super::record::{ExperimentRecord, MaterialRecord, State, read_config};
use super::seal::{Damage, Table};
use super::study::{completed, entries, material, rows_of, snapshot};
use super::{Error, Result, Store};
use rusqlite::Connection;
use serde::Serialize;

/// Messages about the file that are kept at most.
const MAX_MESSAGES: i64 = 20;

/// The state of a store.
#[derive(Debug, Default, Serialize)]
pub struct Checked {
    /// What SQLite finds wrong with the file.
    pub file: Vec<String>,
    /// Rows whose parents are missing.
    pub orphans: Vec<String>,
    /// Every experiment, the newest first.
    pub experiments: Vec<CheckedExperiment>,
}

/// The state of one experiment.
#[derive(Debug, Serialize)]
pub struct CheckedExperiment {
    /// Its number.
    pub id: i64,
    /// Its name, where that can be read.
    pub name: String,
    /// What is wrong with its rows.
    pub damage: Vec<String>,
    /// Whether it can be listed, shown, reported and exported.
    pub readable: bool,
    /// Whether its individuals can be exported.
    pub individuals: bool,
    /// Whether it can be resumed; none where it is done.
    pub resumable: Option<bool>,
    /// Why it cannot be resumed although nothing is damaged: it is of another version, or of a domain that is not here.
    pub obstacle: Option<String>,
    #[serde(skip)]
    found: Vec<Damage>,
}

impl Checked {
    /// Whether nothing is damaged.
    pub fn is_sound(&self) -> bool {
        let sound = |one: &CheckedExperiment| one.damage.is_empty();
        self.file.is_empty() && self.orphans.is_empty() && self.experiments.iter().all(sound)
    }
}

impl Store {
    /// Checks everything that is in the store.
    pub fn check(&self) -> Result<Checked> {
        self.read(|connection| {
            let file = file(connection)?;
            let orphans = orphans(connection)?;
            let ids: Vec<i64> = connection
                .prepare("SELECT id FROM experiment ORDER BY id DESC")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let experiments = ids.into_iter().map(|id| self.check_one(connection, id)).collect();
            Ok(Checked { file, orphans, experiments })
        })
    }

    /// Refuses an experiment with any damage: what [`check`](Self::check) finds is neither resumed nor copied.
    pub fn verify(&self, id: i64) -> Result<()> {
        self.read(|connection| Ok(self.verify_in(connection, id)))?
    }

    pub(super) fn verify_in(&self, connection: &Connection, id: i64) -> Result<()> {
        match self.examine(connection, id).found.into_iter().next() {
            Some(damage) => Err(self.error(damage.into())),
            None => Ok(()),
        }
    }

    /// Reads every row of an experiment.
    fn examine(&self, connection: &Connection, id: i64) -> Examined {
        let mut findings = Findings::default();
        for table in Table::ALL {
            findings.add(rows(connection, table, id));
        }
        let record = self.select(connection, "id = ?1", [id]).map(|mut found| found.pop());
        let record = findings.take(record).flatten();
        let (mut readable, mut with_individuals) = (record.is_some(), record.is_some());
        let mut configurations = Vec::new();
        if let Some(record) = &record {
            for configuration in &record.configurations {
                let parts = findings.take(material(connection, id, configuration.number));
                readable &= parts.is_some();
                configurations.push((configuration.config.clone(), parts.unwrap_or_default()));
                findings.take(rows_of(connection, id, configuration.number));
                findings.take(entries(connection, id, configuration.number));
            }
            for run in &record.runs {
                with_individuals &= findings.take(individuals(connection, run.id)).is_some();
                findings.take(snapshot(connection, run.id));
            }
            let whole = completed(connection, record.clone());
            readable &= findings.take(whole).is_some();
        }
        Examined { record, configurations, readable, individuals: with_individuals, found: findings.found }
    }

    fn check_one(&self, connection: &Connection, id: i64) -> CheckedExperiment {
        let Examined { record, configurations, readable, individuals, found } = self.examine(connection, id);
        let obstacle = configurations.iter().find_map(|(config, parts)| unreadable(config, parts));
        let done = record.as_ref().is_some_and(|record| record.state == State::Done);
        CheckedExperiment {
            id,
            name: name(connection, id, record.as_ref()),
            damage: found.iter().map(ToString::to_string).collect(),
            readable,
            individuals,
            resumable: (!done).then_some(found.is_empty() && obstacle.is_none()),
            obstacle,
            found,
        }
    }
}

/// An experiment of which every row was read.
struct Examined {
    /// None where its own row cannot be read.
    record: Option<ExperimentRecord>,
    /// Configurations with their instances.
    configurations: Vec<(String, Vec<MaterialRecord>)>,
    readable: bool,
    individuals: bool,
    /// What is wrong.
    found: Vec<Damage>,
}

/// What is wrong, each thing once.
#[derive(Default)]
struct Findings {
    found: Vec<Damage>,
}

impl Findings {
    fn add(&mut self, result: rusqlite::Result<Vec<Damage>>) {
        let found = result.unwrap_or_else(|error| vec![damage(error)]);
        for one in found {
            if !self.found.contains(&one) {
                self.found.push(one);
            }
        }
    }

    fn take<T>(&mut self, result: rusqlite::Result<T>) -> Option<T> {
        result.map_err(|error| self.add(Ok(vec![damage(error)]))).ok()
    }
}

fn damage(error: rusqlite::Error) -> Damage {
    match Error::of(std::path::Path::new(""), error) {
        Error::Row { damage, .. } => damage,
        Error::Damaged { why, .. } => Damage { table: "unknown", row: "unknown".into(), why },
        error => Damage { table: "unknown", row: "unknown".into(), why: error.to_string() },
    }
}

/// The rows of an experiment whose checksums differ.
fn rows(connection: &Connection, table: Table, id: i64) -> rusqlite::Result<Vec<Damage>> {
    let condition = match table {
        Table::Experiment => "id = ?1",
        Table::Generation | Table::Individual => "run IN (SELECT id FROM run WHERE experiment = ?1)",
        _ => "experiment = ?1",
    };
    let mut statement = connection.prepare_cached(&format!("{} WHERE {condition}", table.select("")))?;
    let mut rows = statement.query([id])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        if let Err(error) = table.read(row, |_| Ok(())) {
            found.push(damage(error));
        }
    }
    Ok(found)
}

fn name(connection: &Connection, id: i64, record: Option<&ExperimentRecord>) -> String {
    let sql = "SELECT name FROM experiment WHERE id = ?1";
    let known = record.map(|record| record.name.clone());
    known
        .or_else(|| connection.query_row(sql, [id], |row| row.get(0)).ok())
        .unwrap_or_else(|| "unknown".into())
}

/// Why this program cannot resume a configuration that is not damaged.
fn unreadable(config: &str, instances: &[MaterialRecord]) -> Option<String> {
    let experiment = match read_config(config) {
        Ok(experiment) => experiment,
        Err(error) => return Some(error.to_string()),
    };
    instances.iter().find_map(|one| {
        experiment.read_instance(&one.text).err().map(|error| format!("{}: {error}", one.name))
    })
}

fn file(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(&format!("PRAGMA integrity_check({MAX_MESSAGES})"))?;
    let found: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
}

/// The tables whose rows belong to another row: child, its column, parent.
const REFERENCES: [(&str, &str, &str); 8] = [
    ("configuration", "experiment", "experiment"),
    ("instance", "experiment", "experiment"),
    ("run", "experiment", "experiment"),
    ("entry", "experiment", "experiment"),
    ("snapshot", "run", "run"),
    ("hall", "run", "run"),
    ("generation", "run", "run"),
    ("individual", "run", "run"),
];

fn orphans(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut found = Vec::new();
    for (table, column, parent) in REFERENCES {
        let sql = format!(
            "SELECT {column}, count(*) FROM {table} WHERE {column} NOT IN (SELECT id FROM {parent}) GROUP BY {column}"
        );
        let mut statement = connection.prepare(&sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (of, count): (i64, i64) = (row.get(0)?, row.get(1)?);
            let rows = if count == 1 { "row" } else { "rows" };
            found.push(format!("table {table}: {count} {rows} of {parent} {of}, which does not exist"));
        }
    }
    Ok(found)
}
