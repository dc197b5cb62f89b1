//! One experiment with everything that belongs to it: histories, halls of fame, instances, tests.

use super::record::{
    EntryRecord, ExperimentRecord, InstanceRecord, MaterialRecord, PlaceRecord, TestEvaluationRecord,
};
use super::seal::{Damage, Table, blob_sum, wrong};
use super::validity;
use super::{DatasetRows, Error, Result, Store, from_json};
use rusqlite::{Connection, OptionalExtension, Row};
use unstuck_evolution::engine::Generation;
use unstuck_evolution::role::Role;

impl Store {
    /// An experiment with its histories and tests.
    pub fn study(&self, id: i64) -> Result<ExperimentRecord> {
        // All of one moment: an owner may be storing the next generation.
        self.read(|connection| {
            let Some(record) = self.existing(connection, id)? else { return Ok(None) };
            completed(connection, record).map(Some)
        })?
        .ok_or(Error::Absent(id))
    }

    /// Whether the test of a configuration is still to be held, or its baseline to be tuned.
    pub fn awaits_test(&self, id: i64, configuration: u32) -> Result<bool> {
        self.read(|connection| {
            of_configuration(connection, id, configuration, |row| {
                let (tuned, tested): (Option<String>, bool) = (row.get("baseline_text")?, row.get("tested")?);
                let (with_baseline, with_test): (bool, bool) =
                    (row.get("with_baseline")?, row.get("with_test")?);
                Ok(with_baseline && tuned.is_none() || with_test && !tested)
            })
        })
    }

    /// Those who have stood the test of a configuration so far.
    pub fn entries(&self, id: i64, configuration: u32) -> Result<Vec<EntryRecord>> {
        self.read(|connection| entries(connection, id, configuration))
    }

    /// The instances of a configuration, role by role, in their order.
    pub fn material(&self, id: i64, configuration: u32) -> Result<Vec<MaterialRecord>> {
        self.read(|connection| material(connection, id, configuration))
    }

    /// The rows of datasets that a configuration fits.
    pub fn dataset_rows(&self, id: i64, configuration: u32) -> Result<DatasetRows> {
        self.read(|connection| rows_of(connection, id, configuration))
    }

    /// Puts another engine in the place of the one that a run has.
    #[cfg(test)]
    pub fn put_snapshot(&self, run: i64, bytes: &[u8]) -> Result<()> {
        self.write(|transaction| {
            transaction.execute("UPDATE snapshot SET bytes = ?2 WHERE run = ?1", (run, bytes))?;
            transaction.execute("UPDATE run SET snapshot_sum = ?2 WHERE id = ?1", (run, blob_sum(bytes)))?;
            Ok(Table::Run.seal(transaction, "id = ?1", [run])?)
        })
    }

    /// The engine of a run, frozen after its last generation.
    pub fn snapshot(&self, run: i64) -> Result<Option<Vec<u8>>> {
        self.read(|connection| snapshot(connection, run))
    }
}

/// The test of a configuration, once it was held.
fn test(
    connection: &Connection,
    id: i64,
    configuration: u32,
) -> rusqlite::Result<Option<TestEvaluationRecord>> {
    let (tested, wanted): (bool, i64) =
        of_configuration(connection, id, configuration, |row| Ok((row.get("tested")?, row.get("entries")?)))?;
    if !tested {
        return Ok(None);
    }
    let entries = entries(connection, id, configuration)?;
    if entries.len() as i64 != wanted {
        let row = format!("experiment {id}, configuration {configuration}");
        let why = format!("{} of {wanted} rows are there", entries.len());
        return Err(Damage { table: Table::Entry.name(), row, why }.into());
    }
    let material = material(connection, id, configuration)?.into_iter().filter(|one| one.role == Role::Test);
    let instances = material
        .filter(|one| one.dropped.is_none())
        .filter_map(|one| Some(InstanceRecord { name: one.name, text: one.text, reference: one.reference? }));
    Ok(Some(TestEvaluationRecord { instances: instances.collect(), entries }))
}

pub(super) fn rows_of(connection: &Connection, id: i64, configuration: u32) -> rusqlite::Result<DatasetRows> {
    let sql = Table::Configuration.select("rows") + " WHERE experiment = ?1 AND number = ?2";
    let read = |row: &Row<'_>| Table::Configuration.read(row, dataset_rows);
    connection
        .query_row(&sql, (id, configuration), read)
        .optional()?
        .ok_or_else(|| missing_configuration(id, configuration))
}

/// The rows of datasets in a row of the table of configurations.
fn dataset_rows(row: &Row<'_>) -> rusqlite::Result<DatasetRows> {
    let (text, sum) = (row.get_ref("rows")?.as_str_or_null()?, row.get("rows_sum")?);
    if text.map(|text| blob_sum(text.as_bytes())) != sum {
        return Err(wrong("the checksum of its dataset rows differs"));
    }
    text.map_or(Ok(DatasetRows::default()), from_json)
}

/// Reads the row of a configuration.
fn of_configuration<T>(
    connection: &Connection,
    id: i64,
    configuration: u32,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let table = Table::Configuration;
    let sql = table.select("") + " WHERE experiment = ?1 AND number = ?2";
    connection
        .prepare_cached(&sql)?
        .query_row((id, configuration), |row| table.read(row, read))
        .optional()?
        .ok_or_else(|| missing_configuration(id, configuration))
}

fn missing_configuration(id: i64, configuration: u32) -> rusqlite::Error {
    let row = format!("experiment {id}, number {configuration}");
    Damage { table: Table::Configuration.name(), row, why: "the row is missing".into() }.into()
}

/// The engine of a run.
pub(super) fn snapshot(connection: &Connection, run: i64) -> rusqlite::Result<Option<Vec<u8>>> {
    attached(connection, run, "snapshot", "bytes")
}

/// The value of a table with one row a run, which the row of the run holds the checksum of.
fn attached(
    connection: &Connection,
    run: i64,
    table: &'static str,
    column: &str,
) -> rusqlite::Result<Option<Vec<u8>>> {
    let sql = Table::Run.select("") + " WHERE id = ?1";
    let sum = format!("{table}_sum");
    let wanted = connection
        .prepare_cached(&sql)?
        .query_row([run], |row| Table::Run.read(row, |row| row.get::<_, Option<i64>>(&*sum)))
        .optional()?
        .flatten();
    let found: Option<Vec<u8>> = connection
        .prepare_cached(&format!("SELECT {column} FROM {table} WHERE run = ?1"))?
        .query_row([run], |row| Ok(row.get_ref(0)?.as_bytes()?.to_vec()))
        .optional()?;
    let damage = |why: &str| Err(Damage { table, row: run.to_string(), why: why.into() }.into());
    match (&found, wanted) {
        (None, None) => Ok(None),
        (Some(bytes), Some(wanted)) if blob_sum(bytes) == wanted => Ok(found),
        (Some(_), _) => damage("its checksum differs"),
        (None, Some(_)) => damage("the row is missing"),
    }
}

pub(super) fn entries(
    connection: &Connection,
    id: i64,
    configuration: u32,
) -> rusqlite::Result<Vec<EntryRecord>> {
    let sql = Table::Entry.select("") + " WHERE experiment = ?1 AND configuration = ?2 ORDER BY position";
    let mut statement = connection.prepare_cached(&sql)?;
    let mut expected = 0;
    let found = statement.query_map((id, configuration), |row| {
        Table::Entry.read(row, |row| {
            // They are continued by their number: a gap would shift those that follow.
            let position: i64 = row.get("position")?;
            if position != expected {
                return Err(wrong(format!("the row of position {expected} is missing")));
            }
            expected += 1;
            from_json(row.get_ref("entry")?.as_str()?)
        })
    })?;
    found.collect()
}

pub(super) fn material(
    connection: &Connection,
    id: i64,
    configuration: u32,
) -> rusqlite::Result<Vec<MaterialRecord>> {
    let table = Table::Instance;
    let sql = table.select("") + " WHERE experiment = ?1 AND configuration = ?2 ORDER BY role, position";
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_map((id, configuration), |row| {
        table.read(row, |row| {
            let role: u8 = row.get("role")?;
            let reference = row.get_ref("reference")?.as_str_or_null()?;
            let reference = reference.map(from_json).transpose()?;
            reference.iter().try_for_each(validity::reference)?;
            Ok(MaterialRecord {
                role: *Role::ALL.get(usize::from(role)).ok_or_else(|| wrong("unknown role"))?,
                name: row.get("name")?,
                text: row.get("text")?,
                reference,
                dropped: row.get("dropped")?,
            })
        })
    })?;
    let found: Vec<MaterialRecord> = found.collect::<rusqlite::Result<_>>()?;
    let sql = Table::Configuration.select("") + " WHERE experiment = ?1 AND number = ?2";
    let wanted: Option<i64> = connection
        .prepare_cached(&sql)?
        .query_row((id, configuration), |row| Table::Configuration.read(row, |row| row.get("instances")))
        .optional()?;
    // A configuration that is not there has none: callers may ask for one that an experiment does not have.
    let wanted = wanted.unwrap_or(found.len() as i64);
    if found.len() as i64 != wanted {
        let row = format!("experiment {id}, configuration {configuration}");
        return Err(Damage {
            table: table.name(),
            row,
            why: format!("{} of {wanted} rows are there", found.len()),
        }
        .into());
    }
    Ok(found)
}

fn hall(connection: &Connection, run: i64) -> rusqlite::Result<Vec<PlaceRecord>> {
    let places = attached(connection, run, "hall", "places")?;
    places.map_or(Ok(Vec::new()), |places| {
        from_json(&String::from_utf8_lossy(&places))
            .map_err(|error| Damage { table: "hall", row: run.to_string(), why: error.to_string() }.into())
    })
}

/// An experiment of a list with its histories, halls of fame and tests.
pub(super) fn completed(
    connection: &Connection,
    mut record: ExperimentRecord,
) -> rusqlite::Result<ExperimentRecord> {
    for configuration in &mut record.configurations {
        configuration.test = test(connection, record.id, configuration.number)?;
    }
    for run in &mut record.runs {
        run.history = history(connection, run.id)?;
        run.hall = hall(connection, run.id)?;
    }
    validity::whole(&record)?;
    Ok(record)
}

pub(super) fn history(connection: &Connection, run: i64) -> rusqlite::Result<Vec<Generation>> {
    let table = Table::Generation;
    let sql = table.select("") + " WHERE run = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(&sql)?;
    let mut expected = 0;
    let found = statement.query_map([run], |row| {
        table.read(row, |row| {
            let statistics: Generation = from_json(row.get_ref("statistics")?.as_str()?)?;
            let number: u32 = row.get("number")?;
            if number != expected {
                return Err(wrong(format!("the row of generation {expected} is missing")));
            }
            if statistics.number != number {
                return Err(wrong("it holds another generation"));
            }
            expected += 1;
            Ok(statistics)
        })
    })?;
    let found: Vec<Generation> = found.collect::<rusqlite::Result<_>>()?;
    let sql = Table::Run.select("") + " WHERE id = ?1";
    let wanted: Option<u32> = connection
        .prepare_cached(&sql)?
        .query_row([run], |row| Table::Run.read(row, |row| row.get("generation")))
        .optional()?;
    match wanted {
        Some(wanted) if wanted as usize != found.len() => {
            let why = format!("{} of {wanted} rows are there", found.len());
            Err(Damage { table: table.name(), row: format!("run {run}"), why }.into())
        }
        _ => Ok(found),
    }
}
