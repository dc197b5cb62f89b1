//! Every individual of a run, and where the champion came from.
//!
//! Genomes are known by their marks. A generation stores its newcomers, each with the marks of the genomes that it was
//! made from, so the line of a champion is found by walking from mark to mark.

use super::record::IndividualRecord;
use super::{Result, Store};
use std::collections::{HashMap, HashSet, VecDeque};

/// Ancestors that are told at most: the nearest ones.
const MOST: usize = 1_000;

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
        self.read(|connection| {
            let mut statement = connection.prepare(
                "SELECT generation, heuristic, fitness, size, operators, parents, mark FROM individual
                 WHERE run = ?1 ORDER BY generation, position",
            )?;
            let words =
                |text: String| text.split(' ').filter(|word| !word.is_empty()).map(String::from).collect();
            let found = statement.query_map([run], |row| {
                let parents: Option<String> = row.get(5)?;
                let marks = parents.iter().flat_map(|text| text.split(' '));
                Ok(IndividualRecord {
                    generation: row.get(0)?,
                    heuristic: row.get(1)?,
                    fitness: row.get(2)?,
                    size: row.get::<_, i64>(3)? as u64,
                    operators: words(row.get(4)?),
                    // What is no mark leads nowhere, which the ancestry tells.
                    parents: marks.filter_map(|mark| u64::from_str_radix(mark, 16).ok()).collect(),
                    mark: row.get::<_, Option<i64>>(6)?.map(|mark| mark as u64),
                })
            })?;
            found.collect()
        })
    }

    /// The genome of a mark, and all its ancestors.
    pub fn ancestors(&self, run: i64, mark: u64) -> Result<Ancestry> {
        let all = self.individuals(run)?;
        // A genome that came up again was there before, whatever made it the second time.
        let mut first: HashMap<u64, usize> = HashMap::new();
        for (place, one) in all.iter().enumerate() {
            if let Some(mark) = one.mark {
                first.entry(mark).or_insert(place);
            }
        }
        let mut complete = true;
        let mut found: HashSet<usize> = HashSet::new();
        let mut next = VecDeque::from([mark]);
        while let Some(mark) = next.pop_front() {
            match first.get(&mark) {
                None => complete = false,
                Some(place) if found.contains(place) => {}
                Some(_) if found.len() == MOST => complete = false,
                Some(&place) => {
                    found.insert(place);
                    next.extend(all[place].parents.iter().filter(|&&parent| parent != mark));
                }
            }
        }
        let places = all.into_iter().enumerate().filter(|(place, _)| found.contains(place));
        Ok(Ancestry { individuals: places.map(|(_, one)| one).collect(), complete })
    }
}
