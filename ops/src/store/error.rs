//! What can go wrong with a store, in sentences that say what to do.

use super::schema;
use super::seal::Damage;
use crate::wording::{self, Action, action, field};
use rusqlite::{ErrorCode, ffi};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use unstuck_core::error::{LONGEST, presentable};

/// Most characters of a name that a message shows.
const SHOWN: usize = 100;

/// Why something could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such place.
    #[error("the store {} cannot be opened: {why}; name another with {}", .path.display(), wording::store())]
    Place {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// A file system that cannot be trusted with a write-ahead log.
    #[error(
        "the store {} is on a network file system ({kind}), where it would be damaged sooner or later; name a \
         local file with {}", .path.display(), wording::store()
    )]
    Network {
        /// The file.
        path: PathBuf,
        /// The file system.
        kind: &'static str,
    },
    /// Some other file.
    #[error("{} is not a store of unstuck: {why}; name another file with {}", .path.display(), field("store"))]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: &'static str,
    },
    /// Written by a newer program.
    #[error(
        "the store {} was written by a newer unstuck (its schema is {found}, this program knows {}); use \
         that one, or another store with {}", .path.display(), schema::VERSION, field("store")
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
    },
    /// Written by an earlier program.
    #[error(
        "the store {} was written by an earlier unstuck (its schema is {found}, this program reads {}); export its \
         experiments with that program, or start again with another file by {}", .path.display(), schema::VERSION, field("store")
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
    },
    /// It cannot be written, and not everything is in it.
    #[error(
        "the store {} cannot be written here, and its log {}-wal holds what is not in it yet; open it once where it \
         can be written, or copy both files to such a place", .0.display(), .0.display()
    )]
    Unmerged(PathBuf),
    /// Another process keeps it locked.
    #[error(
        "the store {} is kept locked by another program; wait until that one is done, or end it, and try again",
        .0.display()
    )]
    Busy(PathBuf),
    /// It can only be read.
    #[error("the store {} can only be read; name another with {}, or copy it", .0.display(), field("store"))]
    ReadOnly(PathBuf),
    /// No room.
    #[error(
        "there is no room left on the disk of the store {}; what was stored before is safe. Make room, then \
         go on", .0.display()
    )]
    Full(PathBuf),
    /// The highest number is taken.
    #[error(
        "the store {} cannot number another {table}: the highest number is taken; start again with another file by {}, \
         and import what is needed", .path.display(), field("store")
    )]
    UsedUp {
        /// The file.
        path: PathBuf,
        /// The table whose rows are numbered.
        table: String,
    },
    /// The disk does not do what it is told.
    #[error(
        "the store {} cannot be read or written ({why}); see that its disk is well and has room, then go on. What was \
         stored before is safe", .path.display()
    )]
    Disk {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        why: String,
    },
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
    /// A row is damaged.
    #[error(
        "the store {} is damaged ({damage}); {} tells what can still be used, and {} removes the damage",
        .path.display(), action(Action::CheckStore(.path)), action(Action::RepairStore(.path))
    )]
    Row {
        /// The file.
        path: PathBuf,
        /// Table, row, and what is wrong.
        damage: Damage,
    },
    /// Another process runs it.
    #[error(
        "{0} is being run by {1}; {2} tells how far it is",
        presentable(.name, SHOWN),
        presentable(.owner, SHOWN),
        action(Action::Show(&presentable(.name, SHOWN)))
    )]
    Taken {
        /// The experiment.
        name: String,
        /// Who.
        owner: String,
    },
    /// A process runs what is to be deleted.
    #[error(
        "{} is being run by {}; stop it first: {}",
        presentable(.name, SHOWN),
        presentable(.owner, SHOWN),
        action(Action::Stop(*.id))
    )]
    InUse {
        /// The experiment.
        name: String,
        /// Who.
        owner: String,
        /// The experiment's number.
        id: i64,
    },
    /// Another process took it over.
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
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, why: shown(&error) },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::Place { path, why: error.to_string() }
            }
            Some(ErrorCode::SystemIoFailure) if is_about_room(&error) => Self::Full(path),
            Some(ErrorCode::SystemIoFailure) => Self::Disk { path, why: error.to_string() },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(path),
            _ => match error {
                rusqlite::Error::FromSqlConversionFailure(_, _, inner) => match inner.downcast::<Damage>() {
                    Ok(damage) => Self::Row { path, damage: *damage },
                    Err(inner) => Self::Damaged { path, why: shown(&inner) },
                },
                error @ rusqlite::Error::SqliteFailure(..) => Self::Sql(error),
                // A value of another type, or tables that are not those of the schema.
                error => Self::Damaged { path, why: shown(&error) },
            },
        }
    }

    /// What the operating system says about a file or folder of the store, in our words.
    pub(super) fn of_file(path: &Path, error: &io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::Full(path),
            _ => Self::Place { path, why: error.to_string() },
        }
    }
}

/// What SQLite says may quote the file.
fn shown(error: &impl ToString) -> String {
    presentable(&error.to_string(), LONGEST)
}

/// Writing fails for want of room, also where the disk is not full: by a quota, or a limit of the process. Before
/// anything is read, the log's index has to grow.
fn is_about_room(error: &rusqlite::Error) -> bool {
    let room = [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_SHMSIZE];
    matches!(error, rusqlite::Error::SqliteFailure(failure, _) if room.contains(&failure.extended_code))
}

/// Nothing more could be stored.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StoreFailed(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn said(extended: i32, wanted: &str) {
        let failure = rusqlite::Error::SqliteFailure(ffi::Error::new(extended), None);
        let text = Error::of(Path::new("s.db"), failure).to_string();
        assert!(text.contains(wanted), "{extended}: {text}");
    }

    #[test]
    fn what_sqlite_says_becomes_a_sentence_with_a_remedy() {
        for code in [ffi::SQLITE_FULL, ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_SHMSIZE] {
            said(
                code,
                "there is no room left on the disk of the store s.db; what was stored before is safe. Make room",
            );
        }
        for code in
            [ffi::SQLITE_BUSY, ffi::SQLITE_BUSY_RECOVERY, ffi::SQLITE_BUSY_SNAPSHOT, ffi::SQLITE_LOCKED]
        {
            said(code, "the store s.db is kept locked by another program; wait until that one is done");
        }
        for code in [ffi::SQLITE_IOERR_READ, ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_SHMMAP] {
            said(code, "see that its disk is well and has room");
        }
        said(ffi::SQLITE_CANTOPEN, "name another with store");
        said(ffi::SQLITE_READONLY_DIRECTORY, "the store s.db can only be read");
    }

    #[test]
    fn files_beside_the_store_need_room_too() {
        let said = |kind: ErrorKind| Error::of_file(Path::new("s.db"), &kind.into());
        assert!(matches!(said(ErrorKind::StorageFull), Error::Full(_)));
        assert!(matches!(said(ErrorKind::QuotaExceeded), Error::Full(_)));
        assert!(matches!(said(ErrorKind::PermissionDenied), Error::Place { .. }));
    }
}
