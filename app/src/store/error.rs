//! What can go wrong with a store, in sentences that say what to do.

use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// Why something could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such place.
    #[error("the store {} cannot be opened: {why}; name another with --store or UNSTUCK_STORE", .path.display())]
    Place {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// A file system that cannot be trusted with a write-ahead log.
    #[error(
        "the store {} is on a network file system ({kind}), where it would be damaged sooner or later; name a \
         local file with --store or UNSTUCK_STORE", .path.display()
    )]
    Network {
        /// The file.
        path: PathBuf,
        /// The file system.
        kind: &'static str,
    },
    /// Some other file.
    #[error("{} is not a store of unstuck: {why}; name another file with --store", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: &'static str,
    },
    /// Written by a newer program.
    #[error(
        "the store {} was written by a newer unstuck (its schema is {found}, this program knows {known}); use \
         that one, or another store by --store", .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// Old, and it cannot be changed.
    #[error(
        "the store {} is of an older form (schema {found} of {known}) and cannot be written, so it cannot be \
         brought up to date; copy it to a place that can be written", .path.display()
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// It can only be read.
    #[error("the store {} can only be read; name another with --store, or copy it", .0.display())]
    ReadOnly(PathBuf),
    /// No room.
    #[error(
        "there is no room left on the disk of the store {}; what was stored before is safe. Make room, then \
         go on", .0.display()
    )]
    Full(PathBuf),
    /// Damaged.
    #[error(
        "the store {} is damaged ({why}); put a copy back or move the file away. 'sqlite3 {} .recover' may save \
         what is left", .path.display(), .path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        why: String,
    },
    /// Somebody else runs it.
    #[error("{name} is being run by {owner}; 'unstuck experiments show {name}' tells how far it is")]
    Taken {
        /// The experiment.
        name: String,
        /// Who.
        owner: String,
    },
    /// Somebody else took it over.
    #[error("another process has taken the experiment over; nothing more was written here")]
    Lost,
    /// No such experiment.
    #[error("there is no experiment {0} in the store")]
    Absent(i64),
    /// Anything else.
    #[error(transparent)]
    Sql(#[from] rusqlite::Error),
}

impl Error {
    /// What SQLite says about a file, in our words.
    pub(super) fn of(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::ReadOnly) => Self::ReadOnly(path),
            Some(ErrorCode::NotADatabase) => Self::Foreign { path, why: "it is no SQLite database" },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, why: error.to_string() },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::Place { path, why: error.to_string() }
            }
            Some(ErrorCode::SystemIoFailure) if is_about_size(&error) => Self::Full(path),
            Some(ErrorCode::DatabaseBusy) => {
                Self::Place { path, why: "another program has kept it locked for long".into() }
            }
            _ => match error {
                error @ rusqlite::Error::FromSqlConversionFailure(..) => {
                    Self::Damaged { path, why: error.to_string() }
                }
                error => Self::Sql(error),
            },
        }
    }

    /// Whether the file cannot be written, and perhaps be read.
    pub(super) fn is_unwritable(&self) -> bool {
        matches!(self, Self::ReadOnly(_) | Self::Place { .. })
    }
}

/// A file may not grow any further for other reasons than a full disk: a quota, or a limit of the process.
fn is_about_size(error: &rusqlite::Error) -> bool {
    const WRITE: i32 = 778;
    matches!(error, rusqlite::Error::SqliteFailure(failure, _) if failure.extended_code == WRITE)
}
