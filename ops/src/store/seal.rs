//! Row checksums: every row that holds a result carries the checksum of its columns, so that a changed value, a flipped
//! bit or a missing row is refused and never read as a result.
//!
//! `row_sum(…)` is a SQL function of this program. Writers store its value in the column `sum`; readers select
//! `sum IS row_sum(…)`. Snapshots and halls of fame are sealed in the row of their run, rows of datasets in that of
//! their configuration, and parents count their children. The checksum protects against damage, not against forgery.
//!
//! The columns of the lease (`lease`, `owner`, `host`, `expires`, `command`, `updated`) are outside: they change many
//! times a minute, decide no result, and are checked for their ranges.

use rusqlite::functions::FunctionFlags;
use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, Params, Row};
use std::fmt;
use unstuck_core::error::{LONGEST, presentable};
use unstuck_core::random::checksum;

/// A table whose rows are sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Experiment,
    Configuration,
    Instance,
    Run,
    Generation,
    Individual,
    Entry,
}

impl Table {
    pub const ALL: [Self; 7] = [
        Self::Experiment,
        Self::Configuration,
        Self::Instance,
        Self::Run,
        Self::Generation,
        Self::Individual,
        Self::Entry,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Experiment => "experiment",
            Self::Configuration => "configuration",
            Self::Instance => "instance",
            Self::Run => "run",
            Self::Generation => "generation",
            Self::Individual => "individual",
            Self::Entry => "entry",
        }
    }

    /// The columns that identify a row.
    pub fn key(self) -> &'static [&'static str] {
        match self {
            Self::Experiment | Self::Run => &["id"],
            Self::Configuration => &["experiment", "number"],
            Self::Instance => &["experiment", "configuration", "role", "position"],
            Self::Generation => &["run", "number"],
            Self::Individual => &["run", "generation", "position"],
            Self::Entry => &["experiment", "configuration", "position"],
        }
    }

    /// The columns under the checksum, the key among them.
    pub fn columns(self) -> &'static str {
        match self {
            Self::Experiment => {
                "id, identity, name, domain, config, state, created, origin, error, deleted, configurations"
            }
            Self::Configuration => {
                "experiment, number, settings, config, with_baseline, with_test, baseline_text, baseline_fitness, tested, \
                 rows_sum, runs, instances, entries"
            }
            Self::Instance => "experiment, configuration, role, position, name, text, reference, dropped",
            Self::Run => {
                "id, experiment, configuration, repetition, control, seed, state, reason, generation, evaluations, seconds, \
                 champion, text, snapshot_sum, hall_sum"
            }
            Self::Generation => "run, number, statistics, newcomers, seconds",
            Self::Individual => {
                "run, generation, position, heuristic, fitness, size, operators, parents, fingerprint"
            }
            Self::Entry => "experiment, configuration, position, entry",
        }
    }

    /// The start of a query whose rows [`Self::read`] accepts: all columns under the checksum, and further ones.
    pub fn select(self, further: &str) -> String {
        let (name, columns) = (self.name(), self.columns());
        let comma = if further.is_empty() { "" } else { ", " };
        format!("SELECT {columns}{comma}{further}, sum IS row_sum({columns}) AS intact FROM {name}")
    }

    /// Seals the rows of a condition after a change.
    pub fn seal(
        self,
        connection: &Connection,
        condition: &str,
        parameters: impl Params,
    ) -> rusqlite::Result<()> {
        let (name, columns) = (self.name(), self.columns());
        let sql = format!("UPDATE {name} SET sum = row_sum({columns}) WHERE {condition}");
        connection.prepare_cached(&sql)?.execute(parameters).map(|_| ())
    }

    /// A row of [`Self::select`], unless its checksum differs or `read` finds something wrong with it.
    pub fn read<T>(
        self,
        row: &Row<'_>,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let intact = row.get("intact").unwrap_or(false);
        let result = if intact { read(row) } else { Err(wrong("its checksum differs")) };
        result.map_err(|error| match error {
            rusqlite::Error::FromSqlConversionFailure(_, _, inner) if inner.is::<Damage>() => {
                rusqlite::Error::FromSqlConversionFailure(0, Type::Null, inner)
            }
            rusqlite::Error::FromSqlConversionFailure(_, _, inner) => {
                self.damage(row, inner.to_string()).into()
            }
            error @ rusqlite::Error::SqliteFailure(..) => error,
            error => self.damage(row, error.to_string()).into(),
        })
    }

    fn damage(self, row: &Row<'_>, why: String) -> Damage {
        let value = |column: &&str| match row.get_ref(*column) {
            Ok(ValueRef::Integer(value)) if self.key().len() == 1 => value.to_string(),
            Ok(ValueRef::Integer(value)) => format!("{column} {value}"),
            _ => format!("{column} unknown"),
        };
        let row = self.key().iter().map(value).collect::<Vec<_>>().join(", ");
        Damage { table: self.name(), row, why }
    }
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The table.
    pub table: &'static str,
    /// The row, by its key.
    pub row: String,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Values of the file are shown.
        let text = format!("table {}, row {}: {}", self.table, self.row, self.why);
        f.write_str(&presentable(&text, LONGEST))
    }
}

impl std::error::Error for Damage {}

impl From<Damage> for rusqlite::Error {
    fn from(damage: Damage) -> Self {
        Self::FromSqlConversionFailure(0, Type::Null, damage.into())
    }
}

/// A value that cannot be right, inside [`Table::read`].
pub(super) fn wrong(why: impl Into<String>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Null, why.into().into())
}

/// A number that is not negative.
pub(super) fn count(row: &Row<'_>, column: &str) -> rusqlite::Result<u64> {
    let value: i64 = row.get(column)?;
    u64::try_from(value).map_err(|_| wrong(format!("{column} is {value}")))
}

/// The checksum of a value that is sealed in another row.
pub(super) fn blob_sum(bytes: &[u8]) -> i64 {
    checksum(bytes) as i64
}

/// Makes `row_sum` known to a connection.
pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags =
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function("row_sum", -1, flags, |context| {
        let mut bytes = Vec::with_capacity(256);
        for index in 0..context.len() {
            add(&mut bytes, context.get_raw(index));
        }
        Ok(blob_sum(&bytes))
    })
}

/// A value with its type and length, so that values cannot flow into each other.
fn add(bytes: &mut Vec<u8>, value: ValueRef<'_>) {
    let (kind, content): (u8, &[u8]) = match value {
        ValueRef::Null => (0, &[]),
        ValueRef::Integer(value) => (1, &value.to_le_bytes()),
        // SQLite does not keep the sign of a zero.
        ValueRef::Real(value) => (2, &(value + 0.0).to_bits().to_le_bytes()),
        ValueRef::Text(text) => (3, text),
        ValueRef::Blob(blob) => (4, blob),
    };
    bytes.push(kind);
    bytes.extend((content.len() as u64).to_le_bytes());
    bytes.extend(content);
}

/// Seals every row of a store as it is. Tests forge stores with it, whose checksums are right and whose values are not.
///
/// # Errors
///
/// The tables are not those of a store.
pub fn forge(connection: &Connection) -> rusqlite::Result<()> {
    register(connection)?;
    for (column, table, blob) in [("snapshot_sum", "snapshot", "bytes"), ("hall_sum", "hall", "places")] {
        let mut all = connection.prepare(&format!("SELECT run, {blob} FROM {table}"))?;
        let mut update = connection.prepare(&format!("UPDATE run SET {column} = ?2 WHERE id = ?1"))?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            update.execute((row.get::<_, i64>(0)?, blob_sum(row.get_ref(1)?.as_bytes()?)))?;
        }
    }
    let mut all =
        connection.prepare("SELECT experiment, number, rows FROM configuration WHERE rows IS NOT NULL")?;
    let mut update =
        connection.prepare("UPDATE configuration SET rows_sum = ?3 WHERE experiment = ?1 AND number = ?2")?;
    let mut rows = all.query([])?;
    let mut sums: Vec<(i64, i64, i64)> = Vec::new();
    while let Some(row) = rows.next()? {
        sums.push((row.get(0)?, row.get(1)?, blob_sum(row.get_ref(2)?.as_bytes()?)));
    }
    for sum in sums {
        update.execute(sum)?;
    }
    Table::ALL.into_iter().try_for_each(|table| table.seal(connection, "true", []))
}
