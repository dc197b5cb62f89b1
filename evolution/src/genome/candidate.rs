//! A genome, and the search that it is made for where search parameters evolve with it; with the attempts before it.

use super::{AttemptSpace, Genome, Misfit, Space};
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
    /// The expansions of the attempts before it.
    pub attempts: Vec<u64>,
}

impl From<Genome> for Candidate {
    fn from(genome: Genome) -> Self {
        Self { genome, search: None, attempts: Vec::new() }
    }
}

impl Candidate {
    /// The heuristic it represents, which names its search.
    pub fn formula(&self, space: &Space) -> Formula {
        let formula = self.genome.formula(space);
        match &space.attempts {
            None => formula.with_search(self.search.clone()),
            Some(attempts) => {
                let search = self.search.clone().or_else(|| attempts.search());
                formula.with_search(search).with_attempts(attempts.with(&self.attempts))
            }
        }
    }

    /// A number that identifies it, by which the ancestors of an individual are found.
    pub fn fingerprint(&self) -> u64 {
        let genome = self.genome.fingerprint();
        let searched = match &self.search {
            None => genome,
            Some(search) => checksum(&[&genome.to_le_bytes()[..], search.to_string().as_bytes()].concat()),
        };
        match &self.attempts[..] {
            [] => searched,
            attempts => checksum(
                &[&[searched], attempts].concat().iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>(),
            ),
        }
    }

    /// The candidate that represents a heuristic.
    ///
    /// # Errors
    ///
    /// It does not fit into the space.
    pub fn read(formula: &Formula, space: &Space) -> Result<Self, Misfit> {
        let attempts = match &space.attempts {
            Some(space) => space.adopt(&formula.attempts)?,
            None if formula.attempts.is_empty() => Vec::new(),
            None => {
                let what = "it has attempts before it, and none are given to the experiment";
                return Err(Misfit::Search(what.into()));
            }
        };
        // The search that the parameters of attempts belong to is not chosen by the candidate.
        let given = space.attempts.as_ref().and_then(AttemptSpace::search);
        let named =
            formula.search.as_ref().filter(|named| space.search.is_some() || given.as_ref() != Some(named));
        let search = match (&space.search, named) {
            (Some(space), named) => Some(space.adopt(named)?),
            (None, None) => None,
            (None, Some(_)) => {
                let what = "it names its search, and no search parameters evolve here";
                return Err(Misfit::Search(what.into()));
            }
        };
        Ok(Self { genome: Genome::read(formula, space)?, search, attempts })
    }

    /// Whether it is within the space.
    ///
    /// # Errors
    ///
    /// What does not.
    pub fn check(&self, space: &Space) -> Result<(), Misfit> {
        if let Some(search) = &space.search {
            search.adopt(self.search.as_ref())?;
        }
        if let Some(attempts) = &space.attempts {
            attempts.check(&self.attempts)?;
        }
        self.genome.check(space)
    }

    /// The nodes of its heuristic.
    pub fn size(&self, space: &Space) -> usize {
        self.genome.size(space)
    }
}
