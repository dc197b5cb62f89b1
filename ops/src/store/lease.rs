//! One owner per experiment.
//!
//! The owner holds an operating system's lock on a small file next to the store, which is free the moment the owner is
//! dead. Since locks do not reach other machines, the table also names the owner's machine and a time of expiry; and
//! since a process may sleep through its expiry, each lease has a number, which grows, and which every commit names.

use super::record::State;
use super::seal::Damage;
use super::{Error, Result, Store, now};
use rusqlite::{OptionalExtension, params};
use std::fs::{File, TryLockError};
use std::path::PathBuf;
use std::time::Duration;

/// How long a lease is good without a sign of life, in seconds: for other machines.
pub(super) const EXPIRY: i64 = 60;

/// A check whether a lock is held takes it for an instant; so a taker tries more than once.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// The right to run an experiment, given back when it is released or dropped.
#[derive(Debug)]
pub struct Lease {
    /// The experiment.
    pub experiment: i64,
    pub(super) number: i64,
    /// None for a store in memory.
    lock: Option<File>,
}

impl Lease {
    fn unlock(&self) {
        // A lock that cannot be given back now is given back when the file is closed.
        let _ = self.lock.as_ref().map(File::unlock);
    }
}

impl Store {
    /// Takes an experiment, or says who has it.
    pub fn lease(&self, id: i64) -> Result<Lease> {
        self.require_writable()?;
        let lock = self.lock(id)?;
        let number = self.write(|transaction| {
            let sql = "SELECT name, lease, owner, host, expires FROM experiment WHERE id = ?1 AND deleted IS NULL";
            type Found = (String, i64, Option<String>, Option<String>, i64);
            let found: Option<Found> = transaction
                .query_row(sql, [id], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
                })
                .optional()?;
            let Some((name, number, owner, host, expires)) = found else { return Err(Error::Absent(id)) };
            // The lock that is ours now proves that an owner on this machine is dead; a store in memory has no locks,
            // and is gone with its owners.
            let dead = if is_here(host.as_deref()) { lock.is_some() } else { expires <= now() };
            if let Some(owner) = owner.filter(|_| !dead) {
                return Err(Error::Taken { name, owner });
            }
            if number < 0 || number == i64::MAX {
                let why = format!("lease is {number}");
                return Err(Error::Sql(Damage { table: "experiment", row: id.to_string(), why }.into()));
            }
            let number = number + 1;
            transaction.execute(
                "UPDATE experiment SET lease = ?2, owner = ?3, host = ?4, expires = ?5, command = NULL WHERE id = ?1",
                params![id, number, myself(), machine(), now() + EXPIRY],
            )?;
            Ok(number)
        })?;
        Ok(Lease { experiment: id, number, lock })
    }

    /// Gives an experiment back, in a state.
    pub fn release(&self, lease: &Lease, state: State, error: Option<&str>) -> Result<()> {
        let told = self.set_state(lease, state, error).and_then(|()| {
            self.write(|transaction| {
                let sql =
                    "UPDATE experiment SET owner = NULL, host = NULL, expires = 0 WHERE id = ?1 AND lease = ?2";
                transaction.execute(sql, params![lease.experiment, lease.number])?;
                Ok(())
            })
        });
        // Even if nothing could be written: a free lock says that no process runs it.
        lease.unlock();
        told
    }

    /// A process on another machine takes an experiment, as if it had expired.
    #[cfg(test)]
    pub fn take_away(&self, id: i64) -> Result<()> {
        let sql = "UPDATE experiment SET lease = lease + 1, owner = 'process 1 on other', host = 'other', \
                   expires = ?2 WHERE id = ?1";
        self.write(|transaction| Ok(transaction.execute(sql, params![id, now() + EXPIRY]).map(|_| ())?))
    }

    /// Whether the owner that the table names is there: on this machine its lock tells, elsewhere the time of expiry.
    pub(super) fn is_alive(&self, id: i64, host: Option<&str>, expires: i64) -> bool {
        if is_here(host) { self.is_held(id) } else { expires > now() }
    }

    /// Whether the lock of an experiment is held by a living process of this machine.
    fn is_held(&self, id: i64) -> bool {
        let Some(path) = self.lock_path(id) else { return true };
        // A lock that cannot be looked at proves nothing: the owner named in the table counts.
        // Shared, so that those who look do not take each other for the owner.
        match File::open(path).map(|file| file.try_lock_shared()) {
            Ok(Ok(())) => false,
            Ok(Err(TryLockError::WouldBlock)) => true,
            Ok(Err(TryLockError::Error(_))) => true,
            Err(error) => error.kind() != std::io::ErrorKind::NotFound,
        }
    }

    fn lock_path(&self, id: i64) -> Option<PathBuf> {
        let mut folder = self.path()?.as_os_str().to_owned();
        folder.push(".locks");
        Some(PathBuf::from(folder).join(id.to_string()))
    }

    fn lock(&self, id: i64) -> Result<Option<File>> {
        let Some(path) = self.lock_path(id) else { return Ok(None) };
        let wrong = |error: std::io::Error| Error::of_file(self.path().unwrap_or(&path), &error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(wrong)?;
        }
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(wrong)?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(wrong(error)),
            }
        }
        let (name, owner): (String, Option<String>) = self.read(|connection| {
            let sql = "SELECT name, owner FROM experiment WHERE id = ?1";
            connection.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
        })?;
        Err(Error::Taken { name, owner: owner.unwrap_or_else(|| "another process".into()) })
    }
}

/// This process, as people may look for it.
fn myself() -> String {
    format!("process {} on {}", std::process::id(), machine())
}

/// Whether a machine is this one. Owners always name theirs.
fn is_here(host: Option<&str>) -> bool {
    host.is_none_or(|host| host == machine())
}

/// This machine.
fn machine() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("HOSTNAME").ok()).or_else(|| std::env::var("COMPUTERNAME").ok());
    told.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or_else(|| "here".into())
}
