//! An experiment of another store, with everything that belongs to it: what was run stays, what was not is resumed here.

use super::record::State;
use super::seal::Table;
use super::{Error, Result, Store, now};
use rusqlite::{Connection, Transaction, params};

/// Tables whose rows belong to an experiment.
const OF_EXPERIMENT: [&str; 4] = ["configuration", "instance", "entry", "annotation"];
/// Tables whose rows belong to a run.
const OF_RUN: [&str; 4] = ["snapshot", "generation", "individual", "hall"];

impl Store {
    /// Copies an experiment out of another store in a file; the number that it has here. The other store stays as it is.
    ///
    /// # Errors
    ///
    /// The other store is damaged, has no such experiment, or is in memory.
    pub fn import(&self, other: &Self, id: i64) -> Result<i64> {
        // Everything is read once, so that damage is refused there and not sealed here.
        let record = other.study(id)?;
        for run in &record.runs {
            other.snapshot(run.id)?;
            other.individuals(run.id)?;
        }
        let path = other.path().ok_or(Error::Absent(id))?.to_string_lossy().into_owned();
        self.require_writable()?;
        self.connection().execute("ATTACH DATABASE ?1 AS other", [path])?;
        let imported = self.write(|transaction| copy(transaction, id));
        self.connection().execute("DETACH DATABASE other", [])?;
        imported
    }
}

fn copy(transaction: &Transaction<'_>, id: i64) -> Result<i64> {
    let new = insert(transaction, "experiment", ("id", id), &[("id", "NULL".to_owned())])?;
    // Its owner, if it has one, is not here.
    let state = "CASE state WHEN ?2 THEN ?3 ELSE state END";
    let sql = format!(
        "UPDATE experiment SET state = {state}, updated = ?4, deleted = NULL, command = NULL, lease = 0, owner = NULL, \
         host = NULL, expires = 0 WHERE id = ?1"
    );
    let (running, waiting) = (State::Running.name(), State::Waiting.name());
    transaction.execute(&sql, params![new, running, waiting, now()])?;
    Table::Experiment.seal(transaction, "id = ?1", [new])?;
    for table in OF_EXPERIMENT {
        insert(transaction, table, ("experiment", id), &[("experiment", new.to_string())])?;
    }
    for table in [Table::Configuration, Table::Instance, Table::Entry] {
        table.seal(transaction, "experiment = ?1", [new])?;
    }
    let mut runs = transaction.prepare("SELECT id FROM other.run WHERE experiment = ?1 ORDER BY id")?;
    let runs: Vec<i64> = runs.query_map([id], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for run in runs {
        let changed = [("id", "NULL".to_owned()), ("experiment", new.to_string())];
        let own = insert(transaction, "run", ("id", run), &changed)?;
        let sql = "UPDATE run SET state = ?3 WHERE id = ?1 AND state = ?2";
        transaction.execute(sql, params![own, running, waiting])?;
        Table::Run.seal(transaction, "id = ?1", [own])?;
        for table in OF_RUN {
            insert(transaction, table, ("run", run), &[("run", own.to_string())])?;
        }
        for table in [Table::Generation, Table::Individual] {
            table.seal(transaction, "run = ?1", [own])?;
        }
    }
    Ok(new)
}

/// Copies the rows of a table whose column has a value, with other values in some columns; the number of the last row.
fn insert(
    connection: &Connection,
    table: &str,
    (key, value): (&str, i64),
    changed: &[(&str, String)],
) -> rusqlite::Result<i64> {
    let mut columns = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
    let columns: Vec<String> =
        columns.query_map([table], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let values: Vec<&str> = columns
        .iter()
        .map(|name| changed.iter().find(|(other, _)| other == name).map_or(&**name, |(_, value)| value))
        .collect();
    let sql = format!(
        "INSERT INTO main.{table} ({}) SELECT {} FROM other.{table} WHERE {key} = ?1",
        columns.join(", "),
        values.join(", ")
    );
    connection.execute(&sql, [value])?;
    Ok(connection.last_insert_rowid())
}
