//! Every individual of a run, and where the champion came from.
//!
//! Genomes are known by their fingerprints. A generation stores its newcomers with the fingerprints of the genomes that
//! they were made from, so the line of a champion is found by walking from fingerprint to fingerprint.

use super::record::IndividualRecord;
use super::seal::{Damage, Table, count, wrong};
use super::{Result, Store};
use rusqlite::{Connection, Row};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// Most ancestors that are returned: the nearest ones.
const MAX: usize = 1_000;

/// Where a genome came from.
#[derive(Debug, PartialEq)]
pub struct Ancestry {
    /// It and its ancestors, in the order they came.
    pub individuals: Vec<IndividualRecord>,
    /// Whether all of them are here, back to those that were made of nothing.
    pub complete: bool,
}

impl Store {
    /// Every individual of a run, generation by generation.
    pub fn individuals(&self, run: i64) -> Result<Vec<IndividualRecord>> {
        self.read(|connection| individuals(connection, run))
    }

    /// The genome of a fingerprint, and all its ancestors.
    pub fn ancestors(&self, run: i64, fingerprint: u64) -> Result<Ancestry> {
        let all = self.individuals(run)?;
        // A genome that came up again was there before, whatever made it the second time.
        let mut first: HashMap<u64, usize> = HashMap::new();
        for (place, one) in all.iter().enumerate() {
            first.entry(one.fingerprint).or_insert(place);
        }
        let mut complete = true;
        let mut found: HashSet<usize> = HashSet::new();
        let mut next = VecDeque::from([fingerprint]);
        while let Some(fingerprint) = next.pop_front() {
            match first.get(&fingerprint) {
                None => complete = false,
                Some(place) if found.contains(place) => {}
                Some(_) if found.len() == MAX => complete = false,
                Some(&place) => {
                    found.insert(place);
                    next.extend(all[place].parents.iter().filter(|&&parent| parent != fingerprint));
                }
            }
        }
        let places = all.into_iter().enumerate().filter(|(place, _)| found.contains(place));
        Ok(Ancestry { individuals: places.map(|(_, one)| one).collect(), complete })
    }
}

/// The individuals of a run, if all of them are there.
pub(super) fn individuals(connection: &Connection, run: i64) -> rusqlite::Result<Vec<IndividualRecord>> {
    let table = Table::Individual;
    let mut statement =
        connection.prepare(&(table.select("") + " WHERE run = ?1 ORDER BY generation, position"))?;
    let found = statement.query_map([run], |row| table.read(row, individual))?;
    let found: Vec<IndividualRecord> = found.collect::<rusqlite::Result<_>>()?;
    complete(connection, run, &found)?;
    Ok(found)
}

fn individual(row: &Row<'_>) -> rusqlite::Result<IndividualRecord> {
    let words = |text: String| text.split(' ').filter(|word| !word.is_empty()).map(String::from).collect();
    let parents: Option<String> = row.get("parents")?;
    let parents: Option<Vec<u64>> = parents
        .iter()
        .flat_map(|text| text.split(' '))
        .map(|fingerprint| u64::from_str_radix(fingerprint, 16).ok())
        .collect();
    Ok(IndividualRecord {
        generation: row.get("generation")?,
        heuristic: row.get("heuristic")?,
        fitness: row.get("fitness")?,
        size: count(row, "size")?,
        operators: words(row.get("operators")?),
        parents: parents.ok_or_else(|| wrong("a parent is no fingerprint"))?,
        fingerprint: row.get::<_, i64>("fingerprint")? as u64,
    })
}

/// Refuses a run whose generations count other newcomers than there are.
fn complete(connection: &Connection, run: i64, found: &[IndividualRecord]) -> rusqlite::Result<()> {
    let mut counts: BTreeMap<u32, i64> = BTreeMap::new();
    for one in found {
        *counts.entry(one.generation).or_default() += 1;
    }
    let table = Table::Generation;
    let mut statement = connection.prepare_cached(&(table.select("") + " WHERE run = ?1"))?;
    let mut rows = statement.query([run])?;
    while let Some(row) = rows.next()? {
        let (number, wanted): (u32, i64) =
            table.read(row, |row| Ok((row.get("number")?, row.get("newcomers")?)))?;
        let count = counts.remove(&number).unwrap_or(0);
        if count != wanted {
            let why = format!("{count} of {wanted} rows are there");
            let row = format!("run {run}, generation {number}");
            return Err(Damage { table: Table::Individual.name(), row, why }.into());
        }
    }
    match counts.pop_first() {
        Some((number, _)) => {
            let row = format!("run {run}, number {number}");
            let why = "the row is missing, and has individuals".to_owned();
            Err(Damage { table: table.name(), row, why }.into())
        }
        None => Ok(()),
    }
}
