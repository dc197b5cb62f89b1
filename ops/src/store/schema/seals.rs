//! Step 7: checksums of rows, and how many children each row has. The rows of an older
//! store are sealed as they are, at the end of the migration.

use rusqlite::Transaction;

/// Adds the columns.
pub(super) fn add(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch(
        "ALTER TABLE experiment ADD COLUMN cells INTEGER NOT NULL DEFAULT 0;
         ALTER TABLE cell ADD COLUMN rows_sum INTEGER;
         ALTER TABLE cell ADD COLUMN runs INTEGER NOT NULL DEFAULT 0;
         ALTER TABLE cell ADD COLUMN instances INTEGER NOT NULL DEFAULT 0;
         ALTER TABLE cell ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
         ALTER TABLE run ADD COLUMN snapshot_sum INTEGER;
         ALTER TABLE run ADD COLUMN hall_sum INTEGER;
         ALTER TABLE generation ADD COLUMN newcomers INTEGER NOT NULL DEFAULT 0;
         UPDATE experiment SET cells = (SELECT count(*) FROM cell WHERE cell.experiment = experiment.id);
         UPDATE cell SET
             runs = (SELECT count(*) FROM run WHERE run.experiment = cell.experiment AND run.cell = cell.number),
             instances = (SELECT count(*) FROM instance
                          WHERE instance.experiment = cell.experiment AND instance.cell = cell.number),
             entries = (SELECT count(*) FROM entry
                        WHERE entry.experiment = cell.experiment AND entry.cell = cell.number);
         UPDATE generation SET newcomers =
             (SELECT count(*) FROM individual
              WHERE individual.run = generation.run AND individual.generation = generation.number);",
    )?;
    for table in ["experiment", "cell", "instance", "run", "generation", "individual", "entry"] {
        transaction.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN sum INTEGER"))?;
    }
    Ok(())
}
