//! What was run and what came of it, in one SQLite file.
//!
//! | file | idea |
//! |---|---|
//! | [`record`] | what a store holds, as plain values |
//! | [`location`] | where the file is; which file systems cannot be trusted with it |
//! | `schema` | the tables |
//! | `experiments` | put, find, list, copy, delete |
//! | `import` | an experiment of another store |
//! | `study` | one experiment with everything that belongs to it |
//! | [`annotation`] | names, notes and tags that people give experiments |
//! | [`library`] | heuristics kept under a name |
//! | `ancestry` | every individual of a run, and its parents |
//! | `queries` | small reads for those who watch |
//! | [`progress`] | what a run adds: one transaction a generation |
//! | [`lease`] | one owner per experiment |
//! | [`pending_command`] | what other processes want of the owner |
//! | [`seal`] | checksums of rows |
//! | `validity` | ranges, lengths and references of what was read |
//! | [`check`] | a store checked as a whole, and repaired |
//! | [`error`] | what can go wrong, in sentences |
//!
//! # The contract
//!
//! Callers may rely on this; the tests of this module and of the command line hold it.
//!
//! - **Atomic and durable.** A generation (statistics, individuals, the run's summary, the engine's snapshot) is one transaction:
//!   after a kill it is there as a whole or not at all. What was committed survives the death of the program at any moment.
//! - **Readers never wait.** Any number of processes read while one writes (write-ahead log). Writers wait for each other for at
//!   most 20 seconds, then fail with an error that says so.
//! - **One owner.** [`Store::lease`] gives an experiment to one process. On one machine an operating system's lock decides, free the
//!   moment its owner is dead; towards other machines the lease expires 60 seconds after the last sign of life.
//! - **Fencing.** Each lease has a number that grows, and every write of a result names it in its own transaction. A process that
//!   lost its lease, by sleeping past the expiry say, can write nothing more.
//! - **Checksums.** Every row that holds a result carries the checksum of its columns. A changed value, a missing row or a broken
//!   reference is an error ([`check`] names it) and never read as a result. Checksums protect against damage, not against forgery.
//! - **Resume.** A run that was ended at any moment continues from its last snapshot and gives the results, bit by bit, that it
//!   would have given without the end; only the generation in progress is computed again. The number of threads changes nothing.
//! - **Commands.** Pause, stop and finish reach the owner through the store, whichever process asks.
//! - **Bits.** Numbers are kept bit by bit. Values with parts are JSON; an engine is the bytes of its snapshot.

mod ancestry;
pub mod annotation;
pub mod check;
pub mod error;
mod experiments;
mod import;
pub mod lease;
pub mod library;
pub mod location;
pub mod pending_command;
pub mod progress;
mod queries;
pub mod record;
pub mod schema;
pub mod seal;
mod study;
#[cfg(test)]
mod tests;
mod validity;

pub use error::{Error, StoreFailed};
pub use experiments::{DatasetRows, Draft, DraftConfiguration, DraftInstance};
pub use lease::Lease;

use crate::system::lock::locked;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long a writer waits for another before it gives up.
const PATIENCE: Duration = Duration::from_secs(20);

/// The size of the log at which it is written into the store, in pages of 4 kB, and at which its file is cut, in bytes.
const LOG_PAGES: i64 = 256;
const LOG_BYTES: i64 = LOG_PAGES * 4096;

/// Marks our files among all SQLite files: "unst".
const APPLICATION: i32 = 0x756e_7374;

/// An open store.
pub struct Store {
    connection: Mutex<Connection>,
    /// None for one in memory.
    path: Option<PathBuf>,
    /// Why nothing can be written, if nothing can.
    barred: Option<Barred>,
    /// Nanoseconds spent in here.
    spent: AtomicU64,
}

/// Why a store can only be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Barred {
    /// File, folder or disk refuse it.
    ReadOnly,
    /// There is no room for as much as a log.
    Full,
}

impl Barred {
    fn error(self, path: &Path) -> Error {
        match self {
            Self::ReadOnly => Error::ReadOnly(path.to_owned()),
            Self::Full => Error::Full(path.to_owned()),
        }
    }
}

/// What a store operation comes to.
pub type Result<T> = std::result::Result<T, Error>;

impl Store {
    /// Opens the store in a file, or makes it. A file that cannot be written is opened for reading.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_within(path, PATIENCE)
    }

    /// The same, with a limit on the wait for other processes.
    fn open_within(path: &Path, patience: Duration) -> Result<Self> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| Error::of_file(path, &error))?;
        }
        match std::fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(Error::Place { path: path.to_owned(), why: "it is a folder".into() });
            }
            // A loop of links, for example.
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Error::of_file(path, &error));
            }
            _ => {}
        }
        location::refuse_network(path)?;
        // SQLite does not report why it cannot create a file.
        let for_room = |error| match error {
            Error::Place { .. } if location::is_full(path) => Error::Full(path.to_owned()),
            error => error,
        };
        let file = location::file(path)?;
        let connection = Connection::open(file).map_err(|error| for_room(Error::of(path, error)))?;
        match Self::set_up(connection, path, patience).map_err(for_room) {
            Err(Error::ReadOnly(_) | Error::Place { .. }) if path.is_file() => {
                Self::open_frozen(path, Barred::ReadOnly)
            }
            Err(Error::Full(_)) if path.is_file() => Self::open_frozen(path, Barred::Full),
            result => result,
        }
    }

    /// A file that is read-only: SQLite may then do without its log and locks. What is in the log would not be
    /// seen, so there must be nothing in it.
    fn open_frozen(path: &Path, barred: Barred) -> Result<Self> {
        if location::has_log(path) {
            return Err(match barred {
                Barred::ReadOnly => Error::Unmerged(path.to_owned()),
                Barred::Full => Error::Full(path.to_owned()),
            });
        }
        let located = |error| Error::of(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(location::frozen(path)?, flags).map_err(located)?;
        seal::register(&connection).map_err(located)?;
        schema::require_current(&connection, path).map_err(|error| match error {
            // There would be tables if there were room.
            Error::Foreign { why: schema::EMPTY, .. } if barred == Barred::Full => barred.error(path),
            error => error,
        })?;
        Ok(Self::of(connection, path, Some(barred)))
    }

    /// Opens a store that is only read, and writes nothing next to its file.
    pub fn open_to_read(path: &Path) -> Result<Self> {
        if !location::is_open(path) {
            return Self::open_frozen(path, Barred::ReadOnly);
        }
        let located = |error| Error::of(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(location::file(path)?, flags).map_err(located)?;
        connection.busy_timeout(PATIENCE).map_err(located)?;
        seal::register(&connection).map_err(located)?;
        schema::require_current(&connection, path)?;
        Ok(Self::of(connection, path, Some(Barred::ReadOnly)))
    }

    fn of(connection: Connection, path: &Path, barred: Option<Barred>) -> Self {
        Self {
            connection: Mutex::new(connection),
            path: Some(path.to_owned()),
            barred,
            spent: AtomicU64::new(0),
        }
    }

    /// A store that is gone with the program.
    pub fn in_memory() -> Result<Self> {
        let located = |error| Error::of(Path::new(":memory:"), error);
        let connection = Connection::open_in_memory().map_err(located)?;
        let store = Self::set_up(connection, Path::new(":memory:"), PATIENCE)?;
        Ok(Self { path: None, ..store })
    }

    fn set_up(mut connection: Connection, path: &Path, patience: Duration) -> Result<Self> {
        let located = |error| Error::of(path, error);
        connection.busy_timeout(patience).map_err(located)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(located)?;
        // A prepared file must not call functions through its schema, nor hide damage.
        connection.pragma_update(None, "trusted_schema", false).map_err(located)?;
        connection.pragma_update(None, "cell_size_check", true).map_err(located)?;
        seal::register(&connection).map_err(located)?;
        schema::require_ours(&connection, path)?;
        let read_only = connection.is_readonly("main").map_err(located)?;
        if read_only {
            schema::require_current(&connection, path)?;
        } else {
            log_ahead(&connection, patience).map_err(located)?;
            connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES).map_err(located)?;
            connection.pragma_update(None, "journal_size_limit", LOG_BYTES).map_err(located)?;
            // The log makes every commit whole; only a power failure may take the last ones.
            connection.pragma_update(None, "synchronous", "normal").map_err(located)?;
            schema::create(&mut connection, path)?;
        }
        Ok(Self::of(connection, path, read_only.then_some(Barred::ReadOnly)))
    }

    /// Whether it is on disk.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Seconds that all operations together have taken.
    pub fn seconds(&self) -> f64 {
        self.spent.load(Ordering::Relaxed) as f64 / 1e9
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A transaction that was cut short by a panic has been rolled back.
        locked(&self.connection)
    }

    fn error(&self, error: rusqlite::Error) -> Error {
        Error::of(self.path.as_deref().unwrap_or(Path::new(":memory:")), error)
    }

    /// Runs a query on one state of the store, whatever others write meanwhile.
    fn read<R>(&self, query: impl Fn(&Connection) -> rusqlite::Result<R>) -> Result<R> {
        let mut found = None;
        self.query(&mut |connection| query(connection).map(|result| found = Some(result)))?;
        Ok(found.expect("a query without an error has a result"))
    }

    /// Transactions are compiled once, not for each type of result.
    fn query(&self, query: &mut dyn FnMut(&Connection) -> rusqlite::Result<()>) -> Result<()> {
        let _clock = Clock(&self.spent, Instant::now());
        let mut connection = self.connection();
        let transaction = connection.transaction().map_err(|error| self.error(error))?;
        query(&transaction).map_err(|error| self.error(error))
    }

    /// Refuses to go on where nothing can be stored.
    fn require_writable(&self) -> Result<()> {
        let path = self.path.as_deref().unwrap_or(Path::new(":memory:"));
        self.barred.map_or(Ok(()), |barred| Err(barred.error(path)))
    }

    /// Runs changes: all of them happen, or none. Where the disk is full, the log is written into the store, which may
    /// make room, and the changes are tried once more.
    fn write<R>(&self, change: impl Fn(&Transaction<'_>) -> Result<R>) -> Result<R> {
        let mut done = None;
        self.change(&mut |transaction| change(transaction).map(|result| done = Some(result)))?;
        Ok(done.expect("a change without an error has a result"))
    }

    fn change(&self, change: &mut dyn FnMut(&Transaction<'_>) -> Result<()>) -> Result<()> {
        self.require_writable()?;
        let _clock = Clock(&self.spent, Instant::now());
        match self.attempt(change) {
            Err(Error::Full(path)) => match self.used_up() {
                Some(table) => Err(Error::UsedUp { path, table }),
                None if self.empty_log().is_ok() => self.attempt(change),
                None => Err(Error::Full(path)),
            },
            result => result,
        }
    }

    /// A table that has given its highest number to a row: SQLite then reports a full disk.
    fn used_up(&self) -> Option<String> {
        let sql = "SELECT name FROM sqlite_sequence WHERE seq = ?1";
        self.connection().query_row(sql, [i64::MAX], |row| row.get(0)).ok()
    }

    /// Writes the log into the store and cuts its file to nothing.
    fn empty_log(&self) -> Result<()> {
        self.connection()
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
            .map_err(|error| self.error(error))
    }

    fn attempt(&self, change: &mut dyn FnMut(&Transaction<'_>) -> Result<()>) -> Result<()> {
        let mut connection = self.connection();
        let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = begun.map_err(|error| self.error(error))?;
        change(&transaction).map_err(|error| match error {
            Error::Sql(error) => self.error(error),
            error => error,
        })?;
        transaction.commit().map_err(|error| self.error(error))
    }
}

/// Turns the write-ahead log on. SQLite does not wait by itself for others who do the same.
fn log_ahead(connection: &Connection, patience: Duration) -> rusqlite::Result<()> {
    let began = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error) if began.elapsed() < patience && is_busy(&error) => {
                std::thread::sleep(Duration::from_millis(10));
            }
            result => return result,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Adds the time of an operation when it is over.
struct Clock<'a>(&'a AtomicU64, Instant);

impl Drop for Clock<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(self.1.elapsed().as_nanos() as u64, Ordering::Relaxed);
    }
}

/// Seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// A value as JSON, which keeps every bit of its numbers.
fn json<T: serde::Serialize>(value: &T) -> String {
    // Plain data into memory: nothing can fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// A value from a column of JSON.
fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| seal::wrong(error.to_string()))
}
