//! An experiment of another store, with everything that belongs to it: what was run stays, what was not is resumed here.

use super::record::State;
use super::seal::Table;
use super::{Error, Result, Store, location, now, schema};
use rusqlite::{Connection, OpenFlags, Transaction, params};
use std::path::{Path, PathBuf};

/// Tables whose rows belong to an experiment.
const OF_EXPERIMENT: [&str; 4] = ["configuration", "instance", "entry", "annotation"];
/// Tables whose rows belong to a run.
const OF_RUN: [&str; 4] = ["snapshot", "generation", "individual", "hall"];

/// The store of another file as it was at one moment: an older one becomes today's here, and stays as it is there.
pub struct OtherStore {
    store: Store,
    /// Gone with it.
    folder: PathBuf,
}

impl OtherStore {
    /// Copies the store of a file, for an import into another.
    ///
    /// # Errors
    ///
    /// It is no store of unstuck or a newer one, or there is no room for its copy.
    pub fn of(path: &Path, into: &Store) -> Result<Self> {
        let located = |error| Error::of(path, error);
        // A file that no process has open is read without a log or locks: nothing is written next to it.
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let address = if location::is_open(path) { path.to_owned() } else { location::frozen(path).into() };
        let connection = Connection::open_with_flags(address, flags).map_err(located)?;
        match schema::require_current(&connection, path) {
            Ok(()) | Err(Error::Older { .. }) => {}
            Err(error) => return Err(error),
        }
        let near = into.path().and_then(Path::parent).map_or_else(std::env::temp_dir, Path::to_owned);
        let folder = near.join(format!("import-{}.new", std::process::id()));
        let file = folder.join("store.db");
        std::fs::create_dir_all(&folder).map_err(|error| Error::of_file(&file, &error))?;
        let copied = connection.execute("VACUUM INTO ?1", [file.to_string_lossy()]);
        let opened = copied.map_err(|error| Error::of(&file, error)).and_then(|_| Store::open(&file));
        match opened {
            Ok(store) => Ok(Self { store, folder }),
            Err(error) => {
                // What cannot be removed is no reason to say something else.
                let _ = std::fs::remove_dir_all(&folder);
                Err(error)
            }
        }
    }
}

impl Drop for OtherStore {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl std::ops::Deref for OtherStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

impl Store {
    /// Copies an experiment out of another store; the number that it has here.
    ///
    /// # Errors
    ///
    /// The other store is damaged, or has no such experiment.
    pub fn import(&self, other: &OtherStore, id: i64) -> Result<i64> {
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
