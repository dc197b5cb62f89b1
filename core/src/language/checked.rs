//! A formula with the table it was read against: parsed once, compiled once, shared by everything that runs it.

use super::admissible::is_admissible;
use super::compile::compile;
use super::formula::{Body, Formula};
use super::parse::parse_terms;
use super::print::print_line;
use super::program::Program;
use crate::error::ParseError;
use crate::feature::{FeatureInfo, FeatureTable, Kind, Needs};
use crate::search::Tuning;
use crate::suggest::nearest;
use std::sync::{Arc, OnceLock};

/// A formula that a domain understands.
#[derive(Debug)]
pub struct Checked {
    /// What it computes.
    pub formula: Formula,
    /// The features that it reads, by name.
    pub table: Arc<FeatureTable>,
    program: OnceLock<Arc<Program>>,
    /// Of a portfolio: the heuristics of its attempts, and the last one.
    parts: OnceLock<Vec<HeuristicRef>>,
}

impl Checked {
    /// Reads a text in the terms of a table. [Terms](crate::feature::Terms) that it does not list are added to the
    /// formula's own table.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn read(text: &str, table: &Arc<FeatureTable>) -> Result<Self, ParseError> {
        let (formula, terms) = parse_terms(text, table)?;
        match terms.is_empty() {
            true => Ok(Self::new(formula, table)),
            false => Ok(Self::new(formula, &table.extended(terms))),
        }
    }

    /// A formula written in the terms of a table.
    pub fn new(formula: Formula, table: &Arc<FeatureTable>) -> Self {
        Self { formula, table: table.clone(), program: OnceLock::new(), parts: OnceLock::new() }
    }

    /// The compiled formula; compiled when first asked for.
    pub fn program(&self) -> &Arc<Program> {
        self.program.get_or_init(|| Arc::new(compile(&self.formula)))
    }

    /// The features that it names.
    pub fn infos(&self) -> impl Iterator<Item = &FeatureInfo> {
        self.formula.features().into_iter().map(|index| &self.table.features()[usize::from(index)])
    }

    /// The names of the features that it names.
    pub fn features(&self) -> Vec<&str> {
        self.infos().map(|info| &*info.name).collect()
    }

    /// The heuristics of the attempts and the one after them, each alone: made when first asked for, so that they are
    /// compiled once for all searches.
    pub fn parts(&self) -> &[HeuristicRef] {
        let alone =
            |body: &Body| HeuristicRef::of(Arc::new(Self::new(Formula::of(body.clone()), &self.table)));
        self.parts.get_or_init(|| self.formula.bodies().map(alone).collect())
    }

    /// The feature, if the text is nothing but its name.
    pub(crate) fn bare_feature(&self) -> Option<&FeatureInfo> {
        self.formula.bare_feature().map(|index| &self.table.features()[usize::from(index)])
    }
}

impl std::fmt::Display for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&print_line(&self.formula, &self.table))
    }
}

/// What guides a search: nothing, or a formula.
///
/// ```
/// use unstuck_core::language::HeuristicRef;
/// # use unstuck_core::domain::Domain;
/// let table = unstuck_tiles::TilesDomain.features().clone();
/// let sum = HeuristicRef::read("manhattan + 1", &table).unwrap();
/// assert_eq!((sum.to_string(), sum.is_admissible("moves")), ("manhattan + 1".to_owned(), false));
/// assert!(HeuristicRef::read("zero", &table).unwrap().is_blind());
/// let error = HeuristicRef::read("manhatan", &table).unwrap_err();
/// assert_eq!(error.to_string(), "tiles has no heuristic 'manhatan' (did you mean 'manhattan'?)");
/// ```
#[derive(Debug, Clone, Default)]
pub enum HeuristicRef {
    /// 0 everywhere.
    #[default]
    Blind,
    /// A formula, shared by the searches that it guides.
    Formula(Arc<Checked>),
}

/// How [`HeuristicRef::Blind`] is written.
pub const BLIND: &str = "zero";

impl HeuristicRef {
    /// Reads a name or a text in the terms of a table.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn read(text: &str, table: &Arc<FeatureTable>) -> Result<Self, ParseError> {
        let word = text.trim();
        if word == BLIND {
            return Ok(Self::Blind);
        }
        if is_a_name(word) && table.index(word).is_none() {
            let error = ParseError::new(table.unknown(word));
            return Err(match nearest(word, table.names().chain([BLIND])) {
                Some(near) => error.help(format!("did you mean '{near}'?")),
                None => error,
            });
        }
        Checked::read(text, table).map(|checked| Self::of(Arc::new(checked)))
    }

    /// A formula; blind if it is nothing but the blind feature's name.
    pub fn of(checked: Arc<Checked>) -> Self {
        match checked.bare_feature() {
            Some(info) if info.name == BLIND && checked.formula.search.is_none() => Self::Blind,
            _ => Self::Formula(checked),
        }
    }

    /// Whether it is 0 everywhere.
    pub fn is_blind(&self) -> bool {
        matches!(self, Self::Blind)
    }

    /// The formula, if there is one.
    pub fn formula(&self) -> Option<&Arc<Checked>> {
        match self {
            Self::Blind => None,
            Self::Formula(checked) => Some(checked),
        }
    }

    /// The search it was made for, if it says.
    pub fn search(&self) -> Option<&Tuning> {
        self.formula().and_then(|checked| checked.formula.search.as_ref())
    }

    /// The names of the features that it reads.
    pub fn features(&self) -> Vec<&str> {
        self.formula().map_or_else(Vec::new, |checked| checked.features())
    }

    /// Declared admissible, or recognised so by the form of the formula.
    pub fn is_admissible(&self, metric: &str) -> bool {
        self.formula().is_none_or(|checked| is_admissible(&checked.formula, checked.table.features(), metric))
    }

    /// Declared consistent; the form of a formula shows nothing.
    pub fn is_consistent(&self, metric: &str) -> bool {
        self.formula().is_none_or(|checked| {
            checked.bare_feature().is_some_and(|info| info.node().consistent.contains(metric))
        })
    }

    /// Declared safe: its value is infinite only in dead ends.
    pub fn is_safe(&self) -> bool {
        self.formula().is_some_and(|checked| checked.infos().any(|info| info.node().safe))
    }

    /// What it reads besides the state.
    pub fn needs(&self) -> Needs {
        let none = Needs::STATE;
        self.formula()
            .map_or(none, |checked| checked.infos().fold(none, |needs, info| needs.or(info.node().needs)))
    }
}

impl std::fmt::Display for HeuristicRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Blind => f.write_str(BLIND),
            Self::Formula(checked) => checked.fmt(f),
        }
    }
}

/// Whether the text is one word: an unknown word was meant as a name.
fn is_a_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// The estimates of a table that are numbers declared admissible in a metric.
pub fn admissible_features<'t>(
    table: &'t FeatureTable,
    metric: &'t str,
) -> impl Iterator<Item = &'t FeatureInfo> {
    table
        .features()
        .iter()
        .filter(move |info| info.kind == Kind::Real && info.node().admissible.contains(metric))
}
