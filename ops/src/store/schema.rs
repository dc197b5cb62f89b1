//! The tables. Their number is SQLite's `user_version`.
//!
//! Values with parts (statistics, champions, halls of fame, results) are JSON, which SQLite's own functions read.
//! Engines are bytes; see `unstuck_evolution::engine::snapshot`.

use super::{APPLICATION, Error, Result};
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// The number of the tables below. A change of them gets a new number; files with another number are refused.
pub const VERSION: i64 = 10;

const TABLES: &str = "
    CREATE TABLE experiment (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        identity TEXT NOT NULL,
        name TEXT NOT NULL,
        domain TEXT NOT NULL,
        config TEXT NOT NULL,
        state TEXT NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL,
        origin TEXT NOT NULL,
        error TEXT,
        -- Set for a day, in case the deletion was a mistake.
        deleted INTEGER,
        configurations INTEGER NOT NULL,
        -- The owner: the number grows with every owner, and each commit names its own.
        lease INTEGER NOT NULL DEFAULT 0,
        owner TEXT,
        host TEXT,
        expires INTEGER NOT NULL DEFAULT 0,
        command TEXT,
        sum INTEGER
    ) STRICT;
    CREATE INDEX experiment_identity ON experiment (identity);
    CREATE INDEX experiment_name ON experiment (name);
    CREATE TABLE configuration (
        experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
        number INTEGER NOT NULL,
        settings TEXT NOT NULL,
        config TEXT NOT NULL,
        -- Rows of datasets that are fitted as they are.
        rows TEXT,
        rows_sum INTEGER,
        -- What belongs to it after its runs: a tuned baseline, a test.
        with_baseline INTEGER NOT NULL,
        with_test INTEGER NOT NULL,
        baseline_text TEXT,
        baseline_fitness REAL,
        tested INTEGER NOT NULL DEFAULT 0,
        -- How many rows of other tables belong to it.
        runs INTEGER NOT NULL,
        instances INTEGER NOT NULL,
        entries INTEGER NOT NULL DEFAULT 0,
        sum INTEGER,
        PRIMARY KEY (experiment, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE instance (
        experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
        configuration INTEGER NOT NULL,
        role INTEGER NOT NULL,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        reference TEXT,
        dropped TEXT,
        sum INTEGER,
        PRIMARY KEY (experiment, configuration, role, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE run (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
        configuration INTEGER NOT NULL,
        repetition INTEGER NOT NULL,
        control INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        state TEXT NOT NULL,
        reason TEXT,
        generation INTEGER NOT NULL DEFAULT 0,
        evaluations INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,
        champion TEXT,
        text TEXT,
        snapshot_sum INTEGER,
        hall_sum INTEGER,
        sum INTEGER,
        UNIQUE (experiment, configuration, control, repetition)
    ) STRICT;
    CREATE TABLE snapshot (
        run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
        bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE hall (
        run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
        places TEXT NOT NULL
    ) STRICT;
    CREATE TABLE generation (
        run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
        number INTEGER NOT NULL,
        statistics TEXT NOT NULL,
        newcomers INTEGER NOT NULL,
        -- The time that the run had taken.
        seconds REAL NOT NULL,
        sum INTEGER,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE individual (
        run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
        generation INTEGER NOT NULL,
        position INTEGER NOT NULL,
        heuristic TEXT NOT NULL,
        fitness REAL,
        size INTEGER NOT NULL,
        operators TEXT NOT NULL,
        parents TEXT,
        fingerprint INTEGER NOT NULL,
        sum INTEGER,
        PRIMARY KEY (run, generation, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entry (
        experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
        configuration INTEGER NOT NULL,
        position INTEGER NOT NULL,
        entry TEXT NOT NULL,
        sum INTEGER,
        PRIMARY KEY (experiment, configuration, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE annotation (
        experiment INTEGER PRIMARY KEY REFERENCES experiment ON DELETE CASCADE,
        note TEXT NOT NULL,
        tags TEXT NOT NULL
    ) STRICT;
    CREATE TABLE heuristic (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        domain TEXT NOT NULL,
        metric TEXT,
        text TEXT NOT NULL,
        run INTEGER REFERENCES run ON DELETE SET NULL,
        parent TEXT NOT NULL,
        changes TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT;";

/// Why a file without tables is refused where none can be made.
pub(super) const EMPTY: &str = "it is empty";

/// The number that a file has.
fn version(connection: &Connection, path: &Path) -> Result<i64> {
    connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(|error| Error::of(path, error))
}

/// Whether a file is a database without tables. Refuses databases of other programs.
fn is_empty(connection: &Connection, path: &Path) -> Result<bool> {
    let located = |error| Error::of(path, error);
    // In this order: another process may be making the store right now, which it does all at once.
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(located)?;
    let application: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(located)?;
    if tables > 0 && application != APPLICATION {
        return Err(Error::Foreign { path: path.to_owned(), why: "it is a database of another program" });
    }
    Ok(tables == 0)
}

/// Refuses files without today's tables.
pub(super) fn require_current(connection: &Connection, path: &Path) -> Result<()> {
    if is_empty(connection, path)? {
        return Err(Error::Foreign { path: path.to_owned(), why: EMPTY });
    }
    match version(connection, path)? {
        VERSION => Ok(()),
        found if found > VERSION => Err(Error::Newer { path: path.to_owned(), found }),
        found => Err(Error::Older { path: path.to_owned(), found }),
    }
}

/// Refuses files of other programs and other versions, before anything is written; an empty one may become a store.
pub(super) fn require_ours(connection: &Connection, path: &Path) -> Result<()> {
    if is_empty(connection, path)? { Ok(()) } else { require_current(connection, path) }
}

/// Makes the tables in an empty file, all together or none: another process may be about to do the same.
pub(super) fn create(connection: &mut Connection, path: &Path) -> Result<()> {
    if !is_empty(connection, path)? {
        return require_current(connection, path);
    }
    let located = |error| Error::of(path, error);
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(located)?;
    if !is_empty(&transaction, path)? {
        return require_current(&transaction, path);
    }
    transaction.execute_batch(TABLES).map_err(located)?;
    transaction.pragma_update(None, "application_id", APPLICATION).map_err(located)?;
    transaction.pragma_update(None, "user_version", VERSION).map_err(located)?;
    transaction.commit().map_err(located)
}
