//! Large tables that a domain computes once and wants to keep: pattern databases and the like.
//!
//! The core makes the bytes and reads them. Where they are kept (a cache folder, a memory-mapped file, nowhere) is
//! the business of the implementation of [`Resources`]. A domain lists its tables in
//! [`Domain::pattern_databases`](crate::domain::Domain::pattern_databases) and takes them in
//! [`Domain::prepare`](crate::domain::Domain::prepare), which is to be called before the instances that use them
//! are read.

use crate::executor::Executor;

/// A table's registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct PatternDatabaseInfo {
    /// Name, also of the feature that reads it.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// Raised whenever the meaning of the bytes changes: bytes of another version are of no use.
    pub version: u32,
    /// Size.
    pub bytes: u64,
    /// About how much memory it takes to make it, the table itself included.
    pub making: u64,
}

/// Makes a table's bytes, telling now and then how much is done (0 to 1). `None` if asked to stop.
pub type Build<'a> = dyn Fn(&dyn Executor, &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>> + 'a;

/// Why a table is unavailable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResourceError {
    /// Asked to stop.
    #[error("stopped while making the table {0}")]
    Stopped(&'static str),
    /// The keeper's own trouble.
    #[error("the table {name}: {reason}")]
    Failed {
        /// The table.
        name: &'static str,
        /// What happened.
        reason: String,
    },
}

/// Keeps tables.
pub trait Resources {
    /// The bytes of a table, from before or made now. They stay for as long as the process lives: a domain's values
    /// everywhere share them.
    fn table(
        &mut self,
        info: &PatternDatabaseInfo,
        build: &Build<'_>,
    ) -> Result<&'static [u8], ResourceError>;
}

/// Makes every table and keeps it in memory only.
pub struct InMemory<'a>(pub &'a dyn Executor);

impl Resources for InMemory<'_> {
    fn table(
        &mut self,
        info: &PatternDatabaseInfo,
        build: &Build<'_>,
    ) -> Result<&'static [u8], ResourceError> {
        let bytes = build(self.0, &mut |_| true).ok_or(ResourceError::Stopped(info.name))?;
        Ok(Box::leak(bytes.into_boxed_slice()))
    }
}
