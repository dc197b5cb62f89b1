//! An experiment of another store, with everything that belongs to it: what was run stays, the rest is resumed here.

use super::record::State;
use super::seal::Table;
use super::{Result, Store, now};
use rusqlite::types::Value;
use rusqlite::{Connection, Transaction, params, params_from_iter};

/// Tables whose rows belong to an experiment.
const OF_EXPERIMENT: [&str; 4] = ["configuration", "instance", "entry", "annotation"];
/// Tables whose rows belong to a run.
const OF_RUN: [&str; 4] = ["snapshot", "generation", "individual", "hall"];

impl Store {
    /// Copies an experiment out of another store; returns the number that it has here.
    ///
    /// # Errors
    ///
    /// The experiment is damaged there, or nothing can be written here.
    pub fn import(&self, other: &Self, id: i64) -> Result<i64> {
        self.require_writable()?;
        // Verified and copied in one state: rows are sealed again here, which would hide their damage.
        other.read(|from| {
            let verified = other.verify_in(from, id);
            Ok(verified.and_then(|()| self.write(|to| copy(from, to, id))))
        })?
    }
}

fn copy(from: &Connection, to: &Transaction<'_>, id: i64) -> Result<i64> {
    let new = insert(from, to, "experiment", ("id", id), &[("id", Value::Null)])?;
    // Its owner, if it has one, is not here.
    let state = "CASE state WHEN ?2 THEN ?3 ELSE state END";
    let sql = format!(
        "UPDATE experiment SET state = {state}, updated = ?4, deleted = NULL, command = NULL, lease = 0, owner = NULL, \
         host = NULL, expires = 0 WHERE id = ?1"
    );
    let (running, waiting) = (State::Running.name(), State::Waiting.name());
    to.execute(&sql, params![new, running, waiting, now()])?;
    Table::Experiment.seal(to, "id = ?1", [new])?;
    for table in OF_EXPERIMENT {
        insert(from, to, table, ("experiment", id), &[("experiment", new.into())])?;
    }
    for table in [Table::Configuration, Table::Instance, Table::Entry] {
        table.seal(to, "experiment = ?1", [new])?;
    }
    let mut runs = from.prepare("SELECT id FROM run WHERE experiment = ?1 ORDER BY id")?;
    let runs: Vec<i64> = runs.query_map([id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for run in runs {
        let own = insert(from, to, "run", ("id", run), &[("id", Value::Null), ("experiment", new.into())])?;
        let sql = "UPDATE run SET state = ?3 WHERE id = ?1 AND state = ?2";
        to.execute(sql, params![own, running, waiting])?;
        Table::Run.seal(to, "id = ?1", [own])?;
        for table in OF_RUN {
            insert(from, to, table, ("run", run), &[("run", own.into())])?;
        }
        for table in [Table::Generation, Table::Individual] {
            table.seal(to, "run = ?1", [own])?;
        }
    }
    Ok(new)
}

/// Copies the rows of a table whose column has a value, with other values in some columns; returns the number of the
/// last row.
fn insert(
    from: &Connection,
    to: &Connection,
    table: &str,
    (key, value): (&str, i64),
    changed: &[(&str, Value)],
) -> rusqlite::Result<i64> {
    let mut select = from.prepare(&format!("SELECT * FROM {table} WHERE {key} = ?1"))?;
    let columns: Vec<String> = select.column_names().into_iter().map(str::to_owned).collect();
    let places = vec!["?"; columns.len()].join(", ");
    let sql = format!("INSERT INTO {table} ({}) VALUES ({places})", columns.join(", "));
    let mut insert = to.prepare_cached(&sql)?;
    let mut rows = select.query([value])?;
    while let Some(row) = rows.next()? {
        let values = columns.iter().map(|name| match changed.iter().find(|(other, _)| other == name) {
            Some((_, value)) => Ok(value.clone()),
            None => row.get(&**name),
        });
        insert.execute(params_from_iter(values.collect::<rusqlite::Result<Vec<Value>>>()?))?;
    }
    Ok(to.last_insert_rowid())
}
