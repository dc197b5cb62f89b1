//! What other processes want of the owner of an experiment: written by them, read by it now and then.

use super::{Error, Lease, Result, Store};
use rusqlite::{OptionalExtension, params};

/// A wish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// To pause.
    Pause,
    /// To go on.
    Resume,
    /// To end where it stands.
    Stop,
}

impl Wish {
    fn name(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Stop => "stop",
        }
    }
}

impl Store {
    /// Tells the owner of an experiment what is wanted; the last wish counts.
    pub fn wish(&self, id: i64, wish: Wish) -> Result<()> {
        self.write(|transaction| {
            let sql = "UPDATE experiment SET wish = ?2 WHERE id = ?1 AND deleted IS NULL";
            let told = transaction.execute(sql, params![id, wish.name()])?;
            if told == 0 { Err(Error::Absent(id)) } else { Ok(()) }
        })
    }

    /// What is wanted of the owner, which has heard it then; whoever lost the lease is told that.
    pub fn heard(&self, lease: &Lease) -> Result<Option<Wish>> {
        let (id, number) = (lease.experiment, lease.number);
        let wish: Option<Option<String>> = self.read(|connection| {
            let sql = "SELECT wish FROM experiment WHERE id = ?1 AND lease = ?2";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_row([id, number], |row| row.get(0)).optional()
        })?;
        let known = [Wish::Pause, Wish::Resume, Wish::Stop];
        let Some(wish) = wish else { return Err(Error::Lost) };
        let wish = wish.and_then(|name| known.into_iter().find(|wish| wish.name() == name));
        if let Some(wish) = wish {
            self.write(|transaction| {
                // A newer wish stays for the next time.
                let sql = "UPDATE experiment SET wish = NULL WHERE id = ?1 AND wish = ?2 AND lease = ?3";
                transaction.execute(sql, params![id, wish.name(), number])?;
                Ok(())
            })?;
        }
        Ok(wish)
    }
}
