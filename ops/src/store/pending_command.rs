//! Commands of other processes to the owner of an experiment: written by them, polled by it.

use super::{Error, Lease, Result, Store};
use rusqlite::{OptionalExtension, params};

/// A command that the owner has not taken yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PendingCommand {
    /// To pause.
    Pause,
    /// To go on.
    Resume,
    /// To end where it stands.
    Stop,
}

impl PendingCommand {
    fn name(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Stop => "stop",
        }
    }
}

impl Store {
    /// Sends a command to the owner of an experiment; the last one counts.
    pub fn send_command(&self, id: i64, command: PendingCommand) -> Result<()> {
        self.write(|transaction| {
            let sql = "UPDATE experiment SET command = ?2 WHERE id = ?1 AND deleted IS NULL";
            let changed = transaction.execute(sql, params![id, command.name()])?;
            if changed == 0 { Err(Error::Absent(id)) } else { Ok(()) }
        })
    }

    /// Takes the pending command. An owner that lost its lease gets an error.
    pub fn take_command(&self, lease: &Lease) -> Result<Option<PendingCommand>> {
        let (id, number) = (lease.experiment, lease.number);
        let command: Option<Option<String>> = self.read(|connection| {
            let sql = "SELECT command FROM experiment WHERE id = ?1 AND lease = ?2";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_row([id, number], |row| row.get(0)).optional()
        })?;
        let known = [PendingCommand::Pause, PendingCommand::Resume, PendingCommand::Stop];
        let Some(command) = command else { return Err(Error::Lost) };
        let command = command.and_then(|name| known.into_iter().find(|known| known.name() == name));
        if let Some(command) = command {
            self.write(|transaction| {
                // A newer one stays for the next time.
                let sql =
                    "UPDATE experiment SET command = NULL WHERE id = ?1 AND command = ?2 AND lease = ?3";
                transaction.execute(sql, params![id, command.name(), number])?;
                Ok(())
            })?;
        }
        Ok(command)
    }
}
