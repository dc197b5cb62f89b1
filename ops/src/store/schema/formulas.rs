//! Step 5: champions and baselines as text.
//!
//! Up to schema 4 they were stored by the places of features in the domain's table. A champion's text was stored next to
//! it, so nothing has to be guessed. A baseline is renamed by the table of that time; where the domain is not known here,
//! it is dropped, and tuned again when the experiment is resumed.

use crate::store::seal::Damage;
use crate::store::{packed, unpacked};
use rusqlite::{Transaction, params};
use unstuck_core::language::Formula;
use unstuck_core::registry;
use unstuck_evolution::engine::PositionalChampion;
use unstuck_evolution::formula_text::{self, positional};

/// Rewrites all champions and baselines of a store.
pub(super) fn to_text(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute_batch("ALTER TABLE cell ADD COLUMN baseline_text TEXT;")?;
    champions(transaction)?;
    baselines(transaction)?;
    transaction.execute_batch("ALTER TABLE cell DROP COLUMN baseline;")
}

fn champions(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut all = transaction.prepare("SELECT id, champion, text FROM run WHERE champion IS NOT NULL")?;
    let mut update = transaction.prepare("UPDATE run SET champion = ?2 WHERE id = ?1")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let old: PositionalChampion = unpacked(row.get_ref(1)?.as_blob()?).map_err(|error| {
            let why = format!("the champion cannot be read ({error})");
            Damage { table: "run", row: id.to_string(), why }
        })?;
        let text: Option<String> = row.get(2)?;
        update.execute(params![id, text.map(|text| packed(&old.with_text(&text)))])?;
    }
    Ok(())
}

fn baselines(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut all = transaction.prepare(
        "SELECT cell.experiment, cell.number, cell.baseline, experiment.domain
         FROM cell JOIN experiment ON experiment.id = cell.experiment WHERE cell.baseline IS NOT NULL",
    )?;
    let mut update =
        transaction.prepare("UPDATE cell SET baseline_text = ?3 WHERE experiment = ?1 AND number = ?2")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let (experiment, number): (i64, u32) = (row.get(0)?, row.get(1)?);
        let formula: Formula = unpacked(row.get_ref(2)?.as_blob()?).map_err(|error| {
            let row = format!("experiment {experiment}, number {number}");
            Damage { table: "cell", row, why: format!("the baseline cannot be read ({error})") }
        })?;
        let domain: String = row.get(3)?;
        update.execute(params![experiment, number, text(&formula, &domain)])?;
    }
    Ok(())
}

/// The text of a formula of version 0.1; `None` where the domain or one of its features is not known here.
fn text(formula: &Formula, domain: &str) -> Option<String> {
    let table = registry::domain(domain)?.features().clone();
    let renamed = match positional::features(domain) {
        Some(names) => positional::rename(formula, names, &table),
        // A domain from outside: its table is what it is registered with.
        None => positional::rename(formula, &table.names().collect::<Vec<_>>(), &table),
    };
    Some(formula_text::write(&renamed.ok()?, &table))
}
