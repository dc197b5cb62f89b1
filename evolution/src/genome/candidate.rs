//! A genome, and the search that it is made for where search parameters evolve with it.

use super::{Genome, Misfit, Space};
use unstuck_core::language::Formula;
use unstuck_core::random::checksum;
use unstuck_core::search::Tuning;

/// What is measured and bred: a heuristic with its search.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The heuristic.
    pub genome: Genome,
    /// The values of the search parameters that evolve; `None` where none do.
    pub search: Option<Tuning>,
}

impl From<Genome> for Candidate {
    fn from(genome: Genome) -> Self {
        Self { genome, search: None }
    }
}

impl Candidate {
    /// The heuristic it stands for, which names its search.
    pub fn formula(&self, space: &Space) -> Formula {
        self.genome.formula(space).with_search(self.search.clone())
    }

    /// A number that identifies it, by which the ancestors of an individual are found.
    pub fn fingerprint(&self) -> u64 {
        let genome = self.genome.fingerprint();
        match &self.search {
            None => genome,
            Some(search) => checksum(&[&genome.to_le_bytes()[..], search.to_string().as_bytes()].concat()),
        }
    }

    /// The candidate that stands for a heuristic.
    ///
    /// # Errors
    ///
    /// It does not fit into the space.
    pub fn read(formula: &Formula, space: &Space) -> Result<Self, Misfit> {
        let search = match (&space.search, &formula.search) {
            (Some(space), named) => Some(space.adopt(named.as_ref())?),
            (None, None) => None,
            (None, Some(_)) => {
                let what = "it names its search, and no search parameters evolve here";
                return Err(Misfit::Search(what.into()));
            }
        };
        Ok(Self { genome: Genome::read(formula, space)?, search })
    }

    /// Whether it lies within the space.
    ///
    /// # Errors
    ///
    /// What does not.
    pub fn check(&self, space: &Space) -> Result<(), Misfit> {
        if let Some(search) = &space.search {
            search.adopt(self.search.as_ref())?;
        }
        self.genome.check(space)
    }

    /// The nodes of its heuristic.
    pub fn size(&self, space: &Space) -> usize {
        self.genome.size(space)
    }
}
