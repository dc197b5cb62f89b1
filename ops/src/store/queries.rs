//! Small questions of those who watch experiments: one curve, which configurations were tested, what was deleted.

use super::experiments::deleted;
use super::record::ExperimentRecord;
use super::seal::Table;
use super::study::history;
use super::{Result, Store};
use rusqlite::{OptionalExtension, Row};
use unstuck_evolution::engine::Generation;

impl Store {
    /// Whether anything can be stored.
    pub fn is_writable(&self) -> bool {
        self.barred.is_none()
    }

    /// The generations of one run.
    pub fn history(&self, run: i64) -> Result<Vec<Generation>> {
        self.read(|connection| history(connection, run))
    }

    /// The seconds that a run had taken when each of its generations was complete, by the generation's number.
    pub fn times(&self, run: i64) -> Result<Vec<(u32, f64)>> {
        self.read(|connection| {
            let table = Table::Generation;
            let sql = table.select("") + " WHERE run = ?1 ORDER BY number";
            let mut statement = connection.prepare_cached(&sql)?;
            let read = |row: &Row<'_>| Ok((row.get("number")?, row.get("seconds")?));
            statement.query_map([run], |row| table.read(row, read))?.collect()
        })
    }

    /// The experiment that a run belongs to, unless it is deleted.
    pub fn experiment_of(&self, run: i64) -> Result<Option<i64>> {
        self.read(|connection| {
            let sql = "SELECT experiment.id FROM run JOIN experiment ON experiment.id = run.experiment
                       WHERE run.id = ?1 AND deleted IS NULL";
            connection.query_row(sql, [run], |row| row.get(0)).optional()
        })
    }

    /// The configurations of an experiment whose test was held.
    pub fn tested(&self, id: i64) -> Result<Vec<u32>> {
        self.read(|connection| {
            let table = Table::Configuration;
            let sql = table.select("") + " WHERE experiment = ?1 AND tested <> 0 ORDER BY number";
            let read = |row: &Row<'_>| table.read(row, |row| row.get("number"));
            connection.prepare_cached(&sql)?.query_map([id], read)?.collect()
        })
    }

    /// Experiments of which something was stored at a time or later; Unix time.
    pub fn touched(&self, since: i64) -> Result<Vec<i64>> {
        self.read(|connection| {
            let sql = "SELECT id FROM experiment WHERE updated >= ?1 AND deleted IS NULL ORDER BY id";
            connection.prepare_cached(sql)?.query_map([since], |row| row.get(0))?.collect()
        })
    }

    /// Experiments that are marked as running; the process that ran them may have been killed.
    pub fn marked_running(&self) -> Result<Vec<i64>> {
        self.read(|connection| {
            let sql = "SELECT id FROM experiment WHERE state = 'running' AND deleted IS NULL ORDER BY id";
            connection.prepare_cached(sql)?.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// Those that were deleted within a day, the latest first, and when.
    pub fn deleted_records(&self) -> Result<Vec<(ExperimentRecord, i64)>> {
        self.read(|connection| {
            let mut found = Vec::new();
            for (id, _, when) in deleted(connection)? {
                let records = self.select(connection, "id = ?1 AND deleted IS NOT NULL", [id])?;
                found.extend(records.into_iter().map(|record| (record, when)));
            }
            Ok(found)
        })
    }
}
