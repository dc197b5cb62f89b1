//! Attempts before a heuristic that evolves: earlier heuristics, and how many expansions each of them has.
//!
//! The earlier heuristics stay as they are; their expansions evolve. What evolves is so the next member of a portfolio
//! (Hydra: Xu, Hoos and Leyton-Brown, 2010).

use super::Misfit;
use super::search::GeneValues;
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::{Attempt, Formula, attempt_text, print_line};
use unstuck_core::random::{RngExt, Stream};
use unstuck_core::search::Tuning;

/// The attempts before what evolves.
#[derive(Debug, Clone, PartialEq)]
pub struct AttemptSpace {
    /// In their order, with the expansions that they have where none are given.
    before: Vec<Attempt>,
    /// Fewest and most expansions of each.
    expanded: (u64, u64),
}

impl AttemptSpace {
    /// Of earlier heuristics, each with the attempts before it. `own` are the experiment's values of the parameters
    /// that evolve: attempts that name no others keep them. Candidates without attempts begin with the
    /// expansions that the heuristics name, and the middle of the range (by ratio) for the heuristics themselves.
    pub fn new(earlier: Vec<Formula>, expanded: (u64, u64), own: Option<&Tuning>) -> Self {
        let middle = libm::sqrt(expanded.0 as f64 * expanded.1 as f64).round() as u64;
        let mut before = Vec::new();
        for Formula { search, attempts, body, .. } in earlier {
            let search = over(search, own);
            for attempt in attempts {
                let search = over(attempt.search, search.as_ref());
                let expanded = attempt.expanded.clamp(expanded.0, expanded.1);
                before.push(Attempt { expanded, search, ..attempt });
            }
            before.push(Attempt { expanded: middle, search, body });
        }
        Self { before, expanded }
    }

    /// The attempts with the fewest expansions: what every candidate does first.
    pub fn shortest(&self) -> Vec<Attempt> {
        self.with(&vec![self.expanded.0; self.before.len()])
    }

    /// The attempts with these expansions.
    pub fn with(&self, expanded: &[u64]) -> Vec<Attempt> {
        let attempts = self.before.iter().zip(expanded);
        attempts.map(|(attempt, &expanded)| Attempt { expanded, ..attempt.clone() }).collect()
    }

    /// The search that a text has to name for the parameters of single attempts.
    pub fn search(&self) -> Option<Tuning> {
        let named = self.before.iter().find_map(|attempt| attempt.search.as_ref());
        named.map(|search| Tuning::new(search.algorithm))
    }

    /// All that it consists of, as text.
    pub fn text(&self, table: &FeatureTable) -> String {
        let formula = |attempt: &Attempt| Formula::of(attempt.body.clone());
        let texts = self
            .before
            .iter()
            .map(|attempt| format!("{}: {}", attempt_text(attempt), print_line(&formula(attempt), table)));
        format!("{:?} {}", self.expanded, texts.collect::<Vec<_>>().join("; "))
    }

    /// Expansions for all attempts.
    pub fn draw(&self, random: &mut Stream) -> Vec<u64> {
        self.before.iter().map(|_| count(&self.values().draw(random))).collect()
    }

    /// Expansions between and around those of two parents.
    pub fn cross(&self, first: &[u64], second: &[u64], random: &mut Stream) -> Vec<u64> {
        let pairs = first.iter().zip(second);
        pairs
            .map(|(one, two)| count(&self.values().cross(&one.to_string(), &two.to_string(), random)))
            .collect()
    }

    /// Changes each at a rate.
    pub fn mutate(&self, parent: &[u64], rate: f64, random: &mut Stream) -> Vec<u64> {
        let change = |&expanded: &u64| match random.random::<f64>() < rate {
            true => count(&self.values().mutate(&expanded.to_string(), random)),
            false => expanded,
        };
        parent.iter().map(change).collect()
    }

    /// The expansions of the attempts that a heuristic names; those that they begin with where it names none.
    ///
    /// # Errors
    ///
    /// They are other attempts, or beyond what evolves.
    pub fn adopt(&self, named: &[Attempt]) -> Result<Vec<u64>, Misfit> {
        if named.is_empty() {
            return Ok(self.before.iter().map(|attempt| attempt.expanded).collect());
        }
        let same =
            |(one, other): (&Attempt, &Attempt)| (&one.search, &one.body) == (&other.search, &other.body);
        if named.len() != self.before.len() || !named.iter().zip(&self.before).all(same) {
            return Err(Misfit::Search("it has other attempts before it than the experiment".into()));
        }
        let expanded: Vec<u64> = named.iter().map(|attempt| attempt.expanded).collect();
        self.check(&expanded)?;
        Ok(expanded)
    }

    /// Whether there is a number for every attempt, within the range.
    ///
    /// # Errors
    ///
    /// What is not.
    pub fn check(&self, expanded: &[u64]) -> Result<(), Misfit> {
        let (low, high) = self.expanded;
        if let Some(other) = expanded.iter().find(|&&expanded| !(low..=high).contains(&expanded)) {
            let what = format!("an attempt has {other} expansions, and {low} to {high} evolve here");
            return Err(Misfit::Search(what));
        }
        if expanded.len() != self.before.len() {
            let (found, wanted) = (expanded.len(), self.before.len());
            return Err(Misfit::Search(format!(
                "it has {found} attempts before it, and {wanted} belong here"
            )));
        }
        Ok(())
    }

    fn values(&self) -> GeneValues {
        GeneValues::Counts(self.expanded.0, self.expanded.1)
    }
}

/// The values of a search over those of another, if there are any.
fn over(search: Option<Tuning>, other: Option<&Tuning>) -> Option<Tuning> {
    let both = match (search, other) {
        (Some(search), Some(other)) => search.or(other),
        (search, other) => search.or_else(|| other.cloned())?,
    };
    let names_some = both.values().next().is_some();
    names_some.then_some(both)
}

/// A gene's value, which was printed from a number.
fn count(text: &str) -> u64 {
    text.parse().unwrap_or_default()
}
