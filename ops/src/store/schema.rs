//! The tables, and how older ones become today's.
//!
//! The schema's number is SQLite's `user_version`. [`STEPS`] lead from each number to the next; a step that was released
//! is never changed, a new one is added at the end.

mod formulas;
mod seals;

use super::{APPLICATION, Error, Result, seal};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::Path;

/// How a schema becomes the next.
pub(super) enum Step {
    /// Statements.
    Sql(&'static str),
    /// What statements cannot do.
    Code(fn(&Transaction<'_>) -> rusqlite::Result<()>),
}

/// From nothing to today's schema, one number a step.
pub(super) const STEPS: &[Step] = &[
    // 1: experiments, their cells and instances, runs with their generations and individuals, tests.
    Step::Sql(
        "CREATE TABLE experiment (
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
        wish TEXT,
        -- Who runs it: the number grows with every owner, and each commit names its own.
        lease INTEGER NOT NULL DEFAULT 0,
        owner TEXT,
        host TEXT,
        expires INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX experiment_identity ON experiment (identity);
    CREATE INDEX experiment_name ON experiment (name);
    CREATE TABLE cell (
        experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
        number INTEGER NOT NULL,
        settings TEXT NOT NULL,
        config TEXT NOT NULL,
        baseline BLOB,
        tested INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (experiment, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE instance (
        experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
        cell INTEGER NOT NULL,
        role INTEGER NOT NULL,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        yardstick BLOB,
        dropped TEXT,
        PRIMARY KEY (experiment, cell, role, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE run (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
        cell INTEGER NOT NULL,
        repetition INTEGER NOT NULL,
        control INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        state TEXT NOT NULL,
        reason TEXT,
        generation INTEGER NOT NULL DEFAULT 0,
        evaluations INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,
        champion BLOB,
        text TEXT,
        UNIQUE (experiment, cell, control, repetition)
    ) STRICT;
    CREATE TABLE snapshot (
        run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
        bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE generation (
        run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
        number INTEGER NOT NULL,
        figures BLOB NOT NULL,
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
        PRIMARY KEY (run, generation, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entry (
        experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
        cell INTEGER NOT NULL,
        position INTEGER NOT NULL,
        entry BLOB NOT NULL,
        PRIMARY KEY (experiment, cell, position)
    ) STRICT, WITHOUT ROWID;",
    ),
    // 2: what is deleted stays for a day, in case it was a mistake.
    Step::Sql("ALTER TABLE experiment ADD COLUMN deleted INTEGER;"),
    // 3: the rows of datasets that are fitted as they are.
    Step::Sql("ALTER TABLE cell ADD COLUMN rows BLOB;"),
    // 4: what the baseline is worth on validation; who was made from whom; the hall of fame.
    Step::Sql(
        "ALTER TABLE cell ADD COLUMN baseline_fitness REAL;
    ALTER TABLE individual ADD COLUMN mark INTEGER;
    CREATE TABLE hall (
        run INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
        places BLOB NOT NULL
    ) STRICT;",
    ),
    // 5: formulas as text with the names of features, no longer by the places of features.
    Step::Code(formulas::to_text),
    // 6: notes and tags of experiments; heuristics that people keep under a name; when a generation was complete.
    Step::Sql(
        "CREATE TABLE annotation (
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
    ) STRICT;
    ALTER TABLE generation ADD COLUMN seconds REAL;",
    ),
    // 7: checksums of rows.
    Step::Code(seals::add),
    // 8: names of the field. Checksums cover values, not names, so they stay valid.
    Step::Sql(
        "ALTER TABLE instance RENAME COLUMN yardstick TO reference;
    ALTER TABLE individual RENAME COLUMN mark TO fingerprint;
    ALTER TABLE generation RENAME COLUMN figures TO statistics;
    ALTER TABLE experiment RENAME COLUMN wish TO command;",
    ),
    // 9: a combination of a grid's settings is a configuration.
    Step::Sql(
        "ALTER TABLE cell RENAME TO configuration;
    ALTER TABLE experiment RENAME COLUMN cells TO configurations;
    ALTER TABLE instance RENAME COLUMN cell TO configuration;
    ALTER TABLE run RENAME COLUMN cell TO configuration;
    ALTER TABLE entry RENAME COLUMN cell TO configuration;",
    ),
];

/// The step that added checksums.
const SEALED: i64 = 7;

/// Today's number.
pub(super) const CURRENT: i64 = STEPS.len() as i64;

/// The number that a file has.
fn version(connection: &Connection, path: &Path) -> Result<i64> {
    connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(|error| Error::of(path, error))
}

/// Refuses databases of other programs.
pub(super) fn refuse_foreign(connection: &Connection, path: &Path) -> Result<()> {
    let located = |error| Error::of(path, error);
    // In this order: another process may be making the store right now, which it does all at once.
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(located)?;
    let application: i32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(located)?;
    if tables > 0 && application != APPLICATION {
        return Err(Error::Foreign { path: path.to_owned(), why: "it is a database of another program" });
    }
    Ok(())
}

/// Refuses what this program cannot read as it is.
pub(super) fn require_current(connection: &Connection, path: &Path) -> Result<()> {
    refuse_foreign(connection, path)?;
    let found = version(connection, path)?;
    let path = path.to_owned();
    match found {
        CURRENT => Ok(()),
        newer if newer > CURRENT => Err(Error::Newer { path, found, known: CURRENT }),
        _ => Err(Error::Older { path, found, known: CURRENT }),
    }
}

/// Brings a file to today's schema.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<()> {
    if version(connection, path)? == CURRENT {
        return Ok(());
    }
    steps(connection, path, CURRENT)
}

/// Takes all steps up to a number, all together or none: another process may be about to do the same.
pub(super) fn steps(connection: &mut Connection, path: &Path, until: i64) -> Result<()> {
    let located = |error| Error::of(path, error);
    seal::register(connection).map_err(located)?;
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(located)?;
    let found = version(&transaction, path)?;
    if found > CURRENT {
        return Err(Error::Newer { path: path.to_owned(), found, known: CURRENT });
    }
    for number in found..until {
        match &STEPS[number as usize] {
            Step::Sql(statements) => transaction.execute_batch(statements),
            Step::Code(change) => change(&transaction),
        }
        .map_err(located)?;
    }
    // Rows of a store without checksums are sealed as they are, under today's names.
    if found < SEALED && until == CURRENT {
        seal::forge(&transaction).map_err(located)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION).map_err(located)?;
    transaction.pragma_update(None, "user_version", until.max(found)).map_err(located)?;
    transaction.commit().map_err(located)
}
