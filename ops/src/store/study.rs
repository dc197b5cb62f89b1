//! One experiment with everything that belongs to it: histories, halls of fame, instances, tests.

use super::record::{
    EntryRecord, ExperimentRecord, InstanceRecord, MaterialRecord, PlaceRecord, TrialRecord,
};
use super::{DatasetRows, Error, Result, Store, unpacked};
use rusqlite::{Connection, OptionalExtension};
use unstuck_evolution::engine::Generation;
use unstuck_evolution::role::Role;

impl Store {
    /// An experiment with its histories and tests.
    pub fn study(&self, id: i64) -> Result<ExperimentRecord> {
        // All of one moment: an owner may be storing the next generation.
        let record = self.read(|connection| {
            let Some(mut record) = self.existing(connection, id)? else { return Ok(None) };
            for cell in &mut record.cells {
                cell.trial = trial(connection, id, cell.number)?;
                cell.recount();
            }
            for run in &mut record.runs {
                run.history = history(connection, run.id)?;
                run.hall = hall(connection, run.id)?;
            }
            Ok(Some(record))
        })?;
        record.ok_or(Error::Absent(id))
    }

    /// Whether the test of a cell is still to be held, or its baseline to be tuned.
    pub fn awaits_trial(&self, id: i64, cell: u32) -> Result<bool> {
        self.read(|connection| {
            let sql = "SELECT baseline_text IS NULL OR tested = 0 AND EXISTS (
                           SELECT 1 FROM instance WHERE experiment = ?1 AND cell = ?2 AND role = ?3)
                       FROM cell WHERE experiment = ?1 AND number = ?2";
            connection.query_row(sql, (id, cell, Role::Test as u8), |row| row.get(0))
        })
    }

    /// Those who have stood the test of a cell so far.
    pub fn entries(&self, id: i64, cell: u32) -> Result<Vec<EntryRecord>> {
        self.read(|connection| entries(connection, id, cell))
    }

    /// The instances of a cell, role by role, in their order.
    pub fn material(&self, id: i64, cell: u32) -> Result<Vec<MaterialRecord>> {
        self.read(|connection| material(connection, id, cell))
    }

    /// The rows of datasets that a cell fits.
    pub fn dataset_rows(&self, id: i64, cell: u32) -> Result<DatasetRows> {
        self.read(|connection| {
            let sql = "SELECT rows FROM cell WHERE experiment = ?1 AND number = ?2";
            connection.query_row(sql, (id, cell), |row| {
                let rows = row.get_ref(0)?.as_blob_or_null()?;
                rows.map_or(Ok(DatasetRows::default()), |bytes| unpacked(0, bytes))
            })
        })
    }

    /// Puts another engine in the place of the one that a run has.
    #[cfg(test)]
    pub fn put_snapshot(&self, run: i64, bytes: &[u8]) -> Result<()> {
        let sql = "UPDATE snapshot SET bytes = ?2 WHERE run = ?1";
        self.write(|transaction| Ok(transaction.execute(sql, (run, bytes)).map(|_| ())?))
    }

    /// The engine of a run, frozen after its last generation.
    pub fn snapshot(&self, run: i64) -> Result<Option<Vec<u8>>> {
        self.read(|connection| {
            let sql = "SELECT bytes FROM snapshot WHERE run = ?1";
            connection.query_row(sql, [run], |row| row.get(0)).optional()
        })
    }
}

/// The test of a cell, once it was held.
fn trial(connection: &Connection, id: i64, cell: u32) -> rusqlite::Result<Option<TrialRecord>> {
    let sql = "SELECT tested FROM cell WHERE experiment = ?1 AND number = ?2";
    let tested: bool = connection.query_row(sql, (id, cell), |row| row.get(0))?;
    if !tested {
        return Ok(None);
    }
    let material = material(connection, id, cell)?.into_iter().filter(|one| one.role == Role::Test);
    let instances = material
        .filter(|one| one.dropped.is_none())
        .filter_map(|one| Some(InstanceRecord { name: one.name, text: one.text, yardstick: one.yardstick? }));
    Ok(Some(TrialRecord { instances: instances.collect(), entries: entries(connection, id, cell)? }))
}

fn entries(connection: &Connection, id: i64, cell: u32) -> rusqlite::Result<Vec<EntryRecord>> {
    let sql = "SELECT entry FROM entry WHERE experiment = ?1 AND cell = ?2 ORDER BY position";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_map((id, cell), |row| unpacked(0, row.get_ref(0)?.as_blob()?))?.collect()
}

fn material(connection: &Connection, id: i64, cell: u32) -> rusqlite::Result<Vec<MaterialRecord>> {
    let mut statement = connection.prepare_cached(
        "SELECT role, name, text, yardstick, dropped FROM instance
         WHERE experiment = ?1 AND cell = ?2 ORDER BY role, position",
    )?;
    let found = statement.query_map((id, cell), |row| {
        let role: u8 = row.get(0)?;
        let yardstick = row.get_ref(3)?.as_blob_or_null()?;
        Ok(MaterialRecord {
            role: Role::ALL[usize::from(role).min(Role::ALL.len() - 1)],
            name: row.get(1)?,
            text: row.get(2)?,
            yardstick: yardstick.map(|bytes| unpacked(3, bytes)).transpose()?,
            dropped: row.get(4)?,
        })
    })?;
    found.collect()
}

fn hall(connection: &Connection, run: i64) -> rusqlite::Result<Vec<PlaceRecord>> {
    let mut statement = connection.prepare_cached("SELECT places FROM hall WHERE run = ?1")?;
    let found = statement.query_row([run], |row| unpacked(0, row.get_ref(0)?.as_blob()?)).optional();
    found.map(Option::unwrap_or_default)
}

pub(super) fn history(connection: &Connection, run: i64) -> rusqlite::Result<Vec<Generation>> {
    let mut statement =
        connection.prepare_cached("SELECT figures FROM generation WHERE run = ?1 ORDER BY number")?;
    statement.query_map([run], |row| unpacked(0, row.get_ref(0)?.as_blob()?))?.collect()
}
