//! Search parameters that evolve with a heuristic: which values they may take, and how these are drawn, mixed and
//! changed.
//!
//! A range of numbers is a line from 0 to 1: even, or even in the logarithm where its end is at least ten times its
//! beginning. A word has no neighbours, so words are only exchanged and drawn.

use super::{Bounds, Misfit};
use serde::{Deserialize, Serialize};
use unstuck_core::random::{RngExt, Stream, normal};
use unstuck_core::search::{Parameter, SearchParameters, Tuning};

/// A search parameter that evolves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchGene {
    /// Which.
    pub parameter: Parameter,
    /// Its values.
    pub values: GeneValues,
}

/// The values that a search parameter may take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum GeneValues {
    /// From the first to the second.
    Numbers(f64, f64),
    /// Whole numbers from the first to the second.
    Counts(u64, u64),
    /// One of these texts.
    Words(Vec<String>),
}

/// The search parameters that evolve.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchSpace {
    genes: Vec<SearchGene>,
    /// The algorithm, with the values that heuristics that name no search begin with.
    own: Tuning,
}

/// The standard deviation of a mutation, on a line from 0 to 1.
const STEP: f64 = 0.1;

/// How far beyond its parents a child may lie, as a part of the distance between them.
const BEYOND: f64 = 0.5;

/// A range is even in the logarithm where its end is at least this many times its beginning.
const WIDE: f64 = 10.0;

/// Digits of numbers, so that texts stay short.
const DIGITS: usize = 4;

impl SearchSpace {
    /// Of genes that the search's algorithm reads. Heuristics begin with the search's values, as near as the genes
    /// allow.
    pub fn new(genes: Vec<SearchGene>, search: &SearchParameters) -> Self {
        let mut own = Tuning::new(search.algorithm);
        for SearchGene { parameter, values } in &genes {
            put(&mut own, *parameter, &values.nearest(&parameter.info().text(search)));
        }
        Self { genes, own }
    }

    /// The genes.
    pub fn genes(&self) -> &[SearchGene] {
        &self.genes
    }

    /// The algorithm, with the values that heuristics begin with where none are given.
    pub fn own(&self) -> &Tuning {
        &self.own
    }

    /// Values for all genes.
    pub fn draw(&self, random: &mut Stream) -> Tuning {
        self.each(&self.own, |gene, _| gene.draw(random))
    }

    /// Values between and around those of two parents; words of either.
    pub fn cross(&self, first: &Tuning, second: &Tuning, random: &mut Stream) -> Tuning {
        self.each(first, |gene, parameter| {
            gene.cross(&text(first, parameter), &text(second, parameter), random)
        })
    }

    /// Changes each value at a rate.
    pub fn mutate(&self, parent: &Tuning, rate: f64, random: &mut Stream) -> Tuning {
        self.each(parent, |gene, parameter| {
            let value = text(parent, parameter);
            if random.random::<f64>() < rate { gene.mutate(&value, random) } else { value }
        })
    }

    /// The values of a search that a text names; those that it does not name are the search's own.
    ///
    /// # Errors
    ///
    /// It is another search, or beyond what evolves.
    pub fn adopt(&self, named: Option<&Tuning>) -> Result<Tuning, Misfit> {
        let mut adopted = self.own.clone();
        let Some(named) = named else { return Ok(adopted) };
        if named.algorithm.name != self.own.algorithm.name {
            let (one, other) = (named.algorithm.name, self.own.algorithm.name);
            return Err(Misfit::Search(format!("it is made for {one}, and {other} searches here")));
        }
        for value in named.values() {
            let (name, value) = (value.name, value.to_string());
            let gene = self.genes.iter().find(|gene| gene.parameter.info().name == name);
            let Some(gene) = gene else {
                return Err(Misfit::Search(format!("it names its {name}, which does not evolve here")));
            };
            if gene.values.nearest(&value) != value {
                let what = format!("its {name} is {value}, and {} evolve here", gene.values);
                return Err(Misfit::Search(what));
            }
            put(&mut adopted, gene.parameter, &value);
        }
        Ok(adopted)
    }

    fn each(&self, base: &Tuning, mut value: impl FnMut(&GeneValues, Parameter) -> String) -> Tuning {
        let mut found = base.clone();
        for gene in &self.genes {
            put(&mut found, gene.parameter, &value(&gene.values, gene.parameter));
        }
        found
    }
}

fn put(search: &mut Tuning, parameter: Parameter, text: &str) {
    let set = search.set(parameter, text);
    debug_assert_eq!(set, Ok(()), "the experiment was checked");
}

fn text(search: &Tuning, parameter: Parameter) -> String {
    search.value(parameter).map(|value| value.to_string()).unwrap_or_default()
}

impl GeneValues {
    /// The ends of the line, and whether it is even in the logarithm. Whole numbers have equal parts of it.
    fn line(&self) -> (f64, f64, bool) {
        let (low, high) = match self {
            Self::Numbers(low, high) => (*low, *high),
            Self::Counts(low, high) => (*low as f64 - 0.5, *high as f64 + 0.5),
            Self::Words(_) => (0.0, 0.0),
        };
        if low > 0.0 && high >= WIDE * low {
            (libm::log(low), libm::log(high), true)
        } else {
            (low, high, false)
        }
    }

    /// The value at a place of the line.
    fn at(&self, place: f64) -> String {
        let (low, high, logarithmic) = self.line();
        let value = low + place * (high - low);
        let value = if logarithmic { libm::exp(value) } else { value };
        match self {
            Self::Numbers(low, high) => {
                let short: f64 = format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value);
                short.clamp(*low, *high).to_string()
            }
            Self::Counts(low, high) => (value.round() as u64).clamp(*low, *high).to_string(),
            Self::Words(words) => words.first().cloned().unwrap_or_default(),
        }
    }

    /// The place of a value on the line.
    fn place(&self, text: &str) -> f64 {
        let (low, high, logarithmic) = self.line();
        let value: f64 = text.parse().unwrap_or(low);
        let value = if logarithmic { libm::log(value) } else { value };
        if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The value that is nearest to one that may lie outside: the value itself within, the first word for others.
    fn nearest(&self, text: &str) -> String {
        match self {
            Self::Numbers(low, high) => {
                text.parse::<f64>().map_or(*low, |value| value.clamp(*low, *high)).to_string()
            }
            Self::Counts(low, high) => {
                text.parse::<u64>().map_or(*low, |value| value.clamp(*low, *high)).to_string()
            }
            Self::Words(words) => {
                words.iter().find(|word| *word == text).or(words.first()).cloned().unwrap_or_default()
            }
        }
    }

    pub(super) fn draw(&self, random: &mut Stream) -> String {
        match self {
            Self::Words(words) => words[random.random_range(0..words.len())].clone(),
            _ => self.at(random.random()),
        }
    }

    pub(super) fn cross(&self, first: &str, second: &str, random: &mut Stream) -> String {
        if let Self::Words(_) = self {
            return if random.random::<f64>() < 0.5 { first } else { second }.to_owned();
        }
        if first == second {
            return first.to_owned();
        }
        let (one, other) = (self.place(first), self.place(second));
        let (low, high, beyond) = (one.min(other), one.max(other), BEYOND * (one - other).abs());
        let place = low - beyond + random.random::<f64>() * (high - low + 2.0 * beyond);
        self.at(Bounds::Reflect.apply(place))
    }

    pub(super) fn mutate(&self, parent: &str, random: &mut Stream) -> String {
        let child = match self {
            Self::Words(_) => self.draw(random),
            _ => self.at(Bounds::Reflect.apply(self.place(parent) + STEP * normal(random))),
        };
        // Of few values the one nearby is often the same.
        if child == parent { self.draw(random) } else { child }
    }
}

impl std::fmt::Display for GeneValues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Numbers(low, high) => write!(f, "values from {low} to {high}"),
            Self::Counts(low, high) => write!(f, "values from {low} to {high}"),
            Self::Words(words) => write!(f, "{}", words.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests;
