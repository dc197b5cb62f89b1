//! One experiment with everything that belongs to it: histories, instances, individuals, tests.

use super::record::{
    EntryRecord, ExperimentRecord, IndividualRecord, InstanceRecord, MaterialRecord, TrialRecord,
};
use super::{DatasetRows, Result, Store, unpacked};
use rusqlite::{Connection, OptionalExtension};
use unstuck_core::language::Formula;
use unstuck_evolution::engine::Generation;
use unstuck_evolution::task::Role;

impl Store {
    /// An experiment with its histories and tests.
    pub fn study(&self, id: i64) -> Result<ExperimentRecord> {
        let mut record = self.experiment(id)?;
        for cell in &mut record.cells {
            cell.trial = self.trial(id, cell.number)?;
        }
        self.read(|connection| {
            for run in &mut record.runs {
                run.history = history(connection, run.id)?;
            }
            Ok(())
        })?;
        Ok(record)
    }

    /// The test of a cell, once it was held.
    fn trial(&self, id: i64, cell: u32) -> Result<Option<TrialRecord>> {
        let tested: bool = self.read(|connection| {
            let sql = "SELECT tested FROM cell WHERE experiment = ?1 AND number = ?2";
            connection.query_row(sql, (id, cell), |row| row.get(0))
        })?;
        if !tested {
            return Ok(None);
        }
        let material = self.material(id, cell)?.into_iter().filter(|one| one.role == Role::Test);
        let instances = material.filter(|one| one.dropped.is_none()).filter_map(|one| {
            Some(InstanceRecord { name: one.name, text: one.text, yardstick: one.yardstick? })
        });
        Ok(Some(TrialRecord { instances: instances.collect(), entries: self.entries(id, cell)? }))
    }

    /// Whether the test of a cell is still to be held.
    pub fn awaits_trial(&self, id: i64, cell: u32) -> Result<bool> {
        self.read(|connection| {
            let sql = "SELECT tested = 0 AND EXISTS (
                           SELECT 1 FROM instance WHERE experiment = ?1 AND cell = ?2 AND role = ?3)
                       FROM cell WHERE experiment = ?1 AND number = ?2";
            connection.query_row(sql, (id, cell, Role::Test as u8), |row| row.get(0))
        })
    }

    /// Those who have stood the test of a cell so far.
    pub fn entries(&self, id: i64, cell: u32) -> Result<Vec<EntryRecord>> {
        self.read(|connection| {
            let sql = "SELECT entry FROM entry WHERE experiment = ?1 AND cell = ?2 ORDER BY position";
            let mut statement = connection.prepare(sql)?;
            statement.query_map((id, cell), |row| unpacked(0, row.get_ref(0)?.as_blob()?))?.collect()
        })
    }

    /// The tuned baseline of a cell, once it was found.
    pub fn baseline(&self, id: i64, cell: u32) -> Result<Option<Formula>> {
        self.read(|connection| {
            let sql = "SELECT baseline FROM cell WHERE experiment = ?1 AND number = ?2";
            let found = connection.query_row(sql, (id, cell), |row| {
                row.get_ref(0)?.as_blob_or_null()?.map(|bytes| unpacked(0, bytes)).transpose()
            });
            found.optional().map(Option::flatten)
        })
    }

    /// The instances of a cell, role by role, in their order.
    pub fn material(&self, id: i64, cell: u32) -> Result<Vec<MaterialRecord>> {
        self.read(|connection| {
            let mut statement = connection.prepare(
                "SELECT role, name, text, yardstick, dropped FROM instance
                 WHERE experiment = ?1 AND cell = ?2 ORDER BY role, position",
            )?;
            let found = statement.query_map((id, cell), |row| {
                let role: u8 = row.get(0)?;
                Ok(MaterialRecord {
                    role: Role::ALL[usize::from(role).min(Role::ALL.len() - 1)],
                    name: row.get(1)?,
                    text: row.get(2)?,
                    yardstick: row
                        .get_ref(3)?
                        .as_blob_or_null()?
                        .map(|bytes| unpacked(3, bytes))
                        .transpose()?,
                    dropped: row.get(4)?,
                })
            })?;
            found.collect()
        })
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

    /// Everybody who ever was in a run, generation by generation.
    pub fn individuals(&self, run: i64) -> Result<Vec<IndividualRecord>> {
        self.read(|connection| {
            let mut statement = connection.prepare(
                "SELECT generation, heuristic, fitness, size, operators, parents FROM individual
                 WHERE run = ?1 ORDER BY generation, position",
            )?;
            let words =
                |text: String| text.split(' ').filter(|word| !word.is_empty()).map(String::from).collect();
            let found = statement.query_map([run], |row| {
                let parents: Option<String> = row.get(5)?;
                Ok(IndividualRecord {
                    generation: row.get(0)?,
                    heuristic: row.get(1)?,
                    fitness: row.get(2)?,
                    size: row.get::<_, i64>(3)? as u64,
                    operators: words(row.get(4)?),
                    parents: parents.map(|text| text.lines().map(String::from).collect()),
                })
            })?;
            found.collect()
        })
    }

    /// The engine of a run, frozen after its last generation.
    pub fn snapshot(&self, run: i64) -> Result<Option<Vec<u8>>> {
        self.read(|connection| {
            let sql = "SELECT bytes FROM snapshot WHERE run = ?1";
            connection.query_row(sql, [run], |row| row.get(0)).optional()
        })
    }
}

pub(super) fn history(connection: &Connection, run: i64) -> rusqlite::Result<Vec<Generation>> {
    let mut statement =
        connection.prepare_cached("SELECT figures FROM generation WHERE run = ?1 ORDER BY number")?;
    statement.query_map([run], |row| unpacked(0, row.get_ref(0)?.as_blob()?))?.collect()
}
