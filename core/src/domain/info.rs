//! What a domain is to the outside, as data: its registration and what that lists.

use super::generators::{GeneratorInfo, instead_of};
use crate::error::ParseError;
use crate::feature::{FeatureInfo, FeatureTable, Text};
use crate::language::Decisions;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A domain's registration and manual page.
pub struct DomainInfo {
    /// Name in every text.
    pub name: Text,
    /// One line of explanation.
    pub about: Text,
    /// What its instances are.
    pub kind: Kind,
    /// Domains of one family have the same heuristics, so that their instances are compared together.
    pub family: Option<&'static str>,
    /// The order in which successors are generated, which depth-first statistics depend on.
    pub order: &'static str,
    /// The metrics, the default first; there is at least one.
    pub metrics: Cow<'static, [MetricInfo]>,
    /// What else may be set when an instance is read.
    pub settings: &'static [SettingInfo],
    /// Algorithm and heuristic for a plain `solve`.
    pub solver: Method,
    /// Heuristic for an informed algorithm when none is named (none: blind); [`Domain::quick_heuristic`](super::Domain::quick_heuristic) for `quick`.
    pub heuristic: Option<Text>,
    /// Instances that heuristics are audited on, small enough to enumerate.
    pub audit: Cow<'static, [Text]>,
    /// Built-in instances.
    pub sets: &'static [InstanceSet],
    /// Ways to make new instances.
    pub generators: &'static [GeneratorInfo],
    /// The vocabulary. Every instance has exactly these features, some of them perhaps without a range.
    pub features: Arc<FeatureTable>,
    /// The tables of the decisions that rules make, the first that of [`features`](Self::features); of optimisation domains.
    pub decisions: &'static [Arc<FeatureTable>],
    /// Rules of the literature, by their names; of optimisation domains.
    pub rules: &'static [NamedRule],
    /// The evolved heuristics that come with the domain; the first is meant where none is named.
    pub champions: &'static [Champion],
}

impl DomainInfo {
    /// A domain with these metrics, the default first, and features, and none of what is optional. A plain `solve` is
    /// a breadth-first search.
    pub fn new(
        name: impl Into<Text>,
        about: impl Into<Text>,
        metrics: impl Into<Cow<'static, [MetricInfo]>>,
        features: impl IntoIterator<Item = FeatureInfo>,
    ) -> Self {
        let (name, metrics) = (name.into(), metrics.into());
        let names = metrics.iter().map(|metric| metric.name.clone());
        Self {
            features: FeatureTable::new(name.clone(), names, features),
            name,
            about: about.into(),
            kind: Kind::Search,
            family: None,
            order: "",
            metrics,
            settings: &[],
            solver: Method::blind("bfs"),
            heuristic: None,
            audit: Cow::Borrowed(&[]),
            sets: &[],
            generators: &[],
            decisions: &[],
            rules: &[],
            champions: &[],
        }
    }

    /// An optimisation domain whose rules make these decisions. A plain `solve` is iterated local search from the
    /// reference rule.
    pub fn optimisation(
        name: &'static str,
        about: &'static str,
        metrics: Vec<MetricInfo>,
        decisions: &'static [Arc<FeatureTable>],
        reference: &'static str,
    ) -> Self {
        Self {
            kind: Kind::Optimisation,
            solver: Method::informed("iterated", reference),
            heuristic: Some(Cow::Borrowed(reference)),
            features: decisions[0].clone(),
            decisions,
            ..Self::new(name, about, metrics, [])
        }
    }

    /// A metric by its name, which need not be one of them; the default where none is named.
    pub fn metric<'m>(&'m self, named: Option<&'m str>) -> &'m str {
        named.unwrap_or(&self.metrics[0].name)
    }

    /// The names of the metrics, the default first.
    pub fn metric_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.metrics.iter().map(|metric| &*metric.name)
    }
}

/// What the instances of a domain are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DomainKind))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// State spaces: a start, actions and a goal.
    Search,
    /// Solutions with a cost.
    Optimisation,
}

impl Kind {
    /// As a noun in a sentence: `an optimisation domain`.
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Search => "a search domain",
            Self::Optimisation => "an optimisation domain",
        }
    }
}

/// A way to count the cost of a plan.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct MetricInfo {
    /// Name in every text.
    pub name: Text,
    /// One line of explanation.
    pub about: Text,
}

/// A metric named in the program.
pub const fn metric(name: &'static str, about: &'static str) -> MetricInfo {
    MetricInfo { name: Cow::Borrowed(name), about: Cow::Borrowed(about) }
}

/// An algorithm with the heuristic it reads, by their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// Name of the algorithm.
    pub algorithm: Text,
    /// Text of the heuristic; none where the search is blind.
    pub heuristic: Option<Text>,
}

impl Method {
    /// An informed algorithm named in the program.
    pub const fn informed(algorithm: &'static str, heuristic: &'static str) -> Self {
        Self { algorithm: Cow::Borrowed(algorithm), heuristic: Some(Cow::Borrowed(heuristic)) }
    }

    /// A blind algorithm named in the program.
    pub const fn blind(algorithm: &'static str) -> Self {
        Self { algorithm: Cow::Borrowed(algorithm), heuristic: None }
    }
}

/// A named value that changes how an instance is read.
pub struct SettingInfo {
    /// Name, also of the command line's flag.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// What it takes.
    pub values: SettingValues,
}

/// What a setting takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingValues {
    /// Nothing: a switch that is on when named.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Something else, in words.
    Text(&'static str),
}

impl SettingValues {
    /// Whether it takes no value: a switch.
    pub fn is_empty(&self) -> bool {
        *self == Self::Switch
    }
}

impl fmt::Display for SettingValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Switch | Self::Choice([]) => Ok(()),
            Self::Choice([only]) | Self::Text(only) => f.write_str(only),
            Self::Choice([first @ .., last]) => write!(f, "{} or {last}", first.join(", ")),
        }
    }
}

/// A set of built-in instances.
pub struct InstanceSet {
    /// Name before the colon.
    pub name: &'static str,
    /// One line of explanation, with where it comes from.
    pub about: &'static str,
    /// What may stand behind the colon.
    pub ids: fn() -> Ids,
    /// The text of a member.
    pub text: fn(&str) -> Option<String>,
}

/// The members of a set.
pub enum Ids {
    /// Whole numbers from the first to the last.
    Numbers(u64, u64),
    /// Names, in order.
    Names(Vec<String>),
}

impl InstanceSet {
    /// The set of that name.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn named<'s>(sets: &'s [Self], name: &str) -> Result<&'s Self, ParseError> {
        let found = sets.iter().find(|set| set.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = sets.iter().map(|set| set.name).collect();
            ParseError::new(format!("there is no set '{name}'")).help(instead_of(name, &known))
        })
    }

    /// The texts of all members, in their order.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        let ids = match (self.ids)() {
            Ids::Numbers(first, last) => (first..=last).map(|id| id.to_string()).collect(),
            Ids::Names(names) => names,
        };
        ids.into_iter().filter_map(|id| (self.text)(&id))
    }
}

/// A heuristic that evolution has made.
pub struct Champion {
    /// Name among the champions of its domain: what it is for.
    pub name: &'static str,
    /// The whole file.
    pub text: &'static str,
}

impl Champion {
    /// What it is for, in a sentence: the first line of its comments.
    pub fn about(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches(['#', ' '])
    }
}

/// A rule of the literature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedRule {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation, with the source.
    pub about: &'static str,
    /// The text.
    pub text: &'static str,
}

impl NamedRule {
    /// Reads the name of one of these rules, or a text.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn read(rules: &[Self], text: &str, tables: &[Arc<FeatureTable>]) -> Result<Decisions, ParseError> {
        let named = rules.iter().find(|rule| rule.name == text.trim());
        Decisions::read(named.map_or(text, |rule| rule.text), tables)
    }
}
