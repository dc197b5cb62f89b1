//! What a domain is to the outside: a name, metrics, settings and features, and how its instances are read and made.
//!
//! ```
//! use unstuck_core::domain::{self, Domain, Settings};
//! use unstuck_tiles::TilesDomain;
//!
//! let korf = &TilesDomain.info().sets[0];
//! let text = (korf.text)("1").unwrap();
//! let goal = Settings::from([("goal".to_owned(), "first".to_owned())]);
//! assert_eq!(domain::read(&TilesDomain, &text, None, &goal)?.text(), text);
//! let error = domain::read(&TilesDomain, &text, Some("slides"), &goal).err().unwrap();
//! assert_eq!(error.to_string(), "tiles has no metric 'slides' (its metrics are moves)");
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```

pub mod deciding;
pub mod definition;
mod generators;
mod info;

pub use generators::{GenerateError, GeneratorInfo, Request, generate, go_on};
pub use info::{
    Champion, DomainInfo, Ids, InstanceSet, Kind, Method, MetricInfo, NamedRule, SettingInfo, SettingValues,
    metric,
};

use crate::error::ParseError;
use crate::feature::{FeatureTable, Text};
use crate::instance::{Instance, SearchInstance};
use crate::resources::{PatternDatabaseInfo, ResourceError, Resources};
use crate::search::{self, AlgorithmInfo, Observer};
use crate::suggest::nearest;
use generators::no_generator;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Values by name, as given by a user.
pub type Settings = BTreeMap<String, String>;

/// A shared domain: built in, or made while the program runs.
pub type DomainRef = Arc<dyn Domain>;

/// A family of instances with one vocabulary: name, metrics, settings and features. The dynamic boundary of the crate
/// towards everything that names domains.
///
/// Two methods are required, [`info`](Self::info) and [`instance`](Self::instance); a domain of searches usually needs no other. The
/// others are for generators, for files, for languages that define domains, and for optimisation problems.
pub trait Domain: Send + Sync {
    /// The registration.
    fn info(&self) -> &DomainInfo;
    /// The vocabulary.
    fn features(&self) -> &Arc<FeatureTable> {
        &self.info().features
    }
    /// The text from which a process that does not have the domain can make it again; none where only the program that
    /// defined the domain can.
    fn definition(&self) -> Option<&str> {
        None
    }
    /// Reads one instance. `metric` and the settings must be ones that [`DomainInfo`] lists.
    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError>;
    /// Algorithm and heuristic for an instance where none is named: the domain's choice may depend on its size.
    fn solver(&self, _instance: &dyn Instance) -> Method {
        self.info().solver.clone()
    }
    /// Algorithm and heuristic that find a cheapest plan in a metric, and prove it, where they can.
    fn optimal_solver(&self, _metric: &str) -> Method {
        Method { algorithm: Cow::Borrowed("astar"), heuristic: self.info().heuristic.clone() }
    }
    /// The default heuristic of `quick` where it is greedy search: a champion, if that is the better one.
    fn quick_heuristic(&self) -> Option<Text> {
        self.info().heuristic.clone()
    }
    /// The algorithm of an inadmissible heuristic that names none.
    fn rule_algorithm(&self) -> &'static AlgorithmInfo {
        &search::astar::INFO
    }
    /// The evolved heuristics that come with the domain; the first is meant where none is named.
    fn champions(&self) -> &'static [Champion] {
        self.info().champions
    }
    /// Rules of the literature, by their names; of optimisation domains.
    fn rules(&self) -> &'static [NamedRule] {
        self.info().rules
    }
    /// The tables of the decisions that rules make, the first that of [`features`](Self::features).
    fn decisions(&self) -> &[Arc<FeatureTable>] {
        match self.info().decisions {
            [] => std::slice::from_ref(&self.info().features),
            several => several,
        }
    }
    /// The rule that experiments and benchmarks measure others by; none where that is blind search.
    fn reference(&self) -> Option<Text> {
        match self.info().kind {
            Kind::Search => None,
            Kind::Optimisation => self.info().heuristic.clone(),
        }
    }
    /// The same domain with features that tell the states of these plans apart, of at most so many nodes and at most so many:
    /// the lifted concepts of a planning domain. `None` where the domain has no such features.
    fn with_concepts(
        &self,
        _plans: &[(&dyn SearchInstance, &[String])],
        _bounds: (usize, usize),
    ) -> Option<Result<DomainRef, String>> {
        None
    }
    /// The text of another domain's instance as one of this domain: the domain of all PDDL domains takes problems of each.
    /// `None` where it is not one.
    fn adopt(&self, _other: &dyn Domain, _text: &str) -> Option<String> {
        None
    }
    /// Reads an instance in a file of its own; errors and warnings call the file `title` and name line and column. `None`
    /// where instances have no files of their own: then errors say which line of a file they come from.
    fn instance_in_file(
        &self,
        _title: &str,
        _text: &str,
        _reading: (&str, &Settings),
        _warn: &mut dyn FnMut(&str),
    ) -> Option<Result<Box<dyn Instance>, String>> {
        None
    }
    /// Whether a feature is so much cheaper than the others that searches by it alone look at many more states.
    fn is_quick(&self, _feature: &str) -> bool {
        true
    }
    /// What a user should know about an instance that was read: a common mistake, say.
    fn warnings(&self, _instance: &dyn Instance, _settings: &Settings) -> Vec<String> {
        Vec::new()
    }
    /// The pattern databases and other large tables that some features read.
    fn pattern_databases(&self) -> &'static [PatternDatabaseInfo] {
        &[]
    }
    /// Fetches the tables that these features read. To be called before the instances are read: without its table
    /// a feature does not exist.
    fn prepare(&self, _features: &[&str], _resources: &mut dyn Resources) -> Result<(), ResourceError> {
        Ok(())
    }
    /// Splits a file into instances, each with the number of its first line. The default is one instance a line, without
    /// empty lines and those that begin with `#`.
    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let lines = (1..).zip(text.lines().map(str::trim));
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect()
    }
    /// Splits a written plan into its steps. The default cuts at white space and commas, and ignores lines that begin
    /// with `#`.
    fn plan_steps(&self, text: &str) -> Vec<String> {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let steps = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || c == ','));
        steps.filter(|step| !step.is_empty()).map(str::to_owned).collect()
    }
    /// Whether a text that names no domain has the form of this one's.
    fn recognises(&self, _text: &str) -> bool {
        false
    }
    /// Reads a text that names no domain, if its form is this domain's; an error says what is wrong with it. Settings of
    /// other domains are ignored.
    fn recognise(
        &self,
        text: &str,
        metric: Option<&str>,
        settings: &Settings,
    ) -> Option<Result<Box<dyn Instance>, ParseError>> {
        self.recognises(text).then(|| try_read(self, text, metric, settings))
    }
    /// Whether a text that no domain can read was probably meant for this one: messages are then about this one alone.
    fn resembles(&self, _text: &str) -> bool {
        false
    }
    /// Makes the instance of a number in the set that a seed stands for. The generator is one that [`DomainInfo`] lists.
    fn make(
        &self,
        generator: &GeneratorInfo,
        _parameters: &Settings,
        _seed: u64,
        _number: u64,
    ) -> Result<String, GenerateError> {
        Err(no_generator(self.info(), generator.name).into())
    }
    /// Makes new instances, handing each text to `each`. Generator and parameters must be ones that [`DomainInfo`] lists.
    /// The default makes them one by one.
    fn generate(
        &self,
        request: &Request<'_>,
        observer: &mut dyn Observer,
        each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        let known = self.info().generators.iter().find(|known| known.name == request.generator);
        let generator = known.ok_or_else(|| no_generator(self.info(), request.generator))?;
        for number in 0..request.count as u64 {
            go_on(observer)?;
            each(self.make(generator, request.parameters, request.seed, number)?);
        }
        Ok(())
    }
}

/// Reads an instance after checking metric and settings against the domain's registration.
pub fn read(
    domain: &dyn Domain,
    text: &str,
    metric: Option<&str>,
    settings: &Settings,
) -> Result<Box<dyn Instance>, ParseError> {
    domain.instance(text, checked(domain.info(), metric, settings)?, settings)
}

/// [`read`] for callers that need a search problem.
///
/// # Errors
///
/// As of [`read`], and the domain is of another kind.
pub fn read_search(
    domain: &dyn Domain,
    text: &str,
    metric: Option<&str>,
    settings: &Settings,
) -> Result<Box<dyn SearchInstance>, ParseError> {
    let info = domain.info();
    let other =
        || ParseError::new(format!("{} is {}, not a search domain", info.name, info.kind.with_article()));
    read(domain, text, metric, settings)?.into_search().ok_or_else(other)
}

/// The metric, after checking it and the names of the settings against the domain's registration.
///
/// # Errors
///
/// The domain has no such metric, or no such setting.
pub fn checked<'m>(
    info: &'m DomainInfo,
    metric: Option<&'m str>,
    settings: &Settings,
) -> Result<&'m str, ParseError> {
    let metric = info.metric(metric);
    if !info.metric_names().any(|name| name == metric) {
        let names: Vec<&str> = info.metric_names().collect();
        return Err(ParseError::new(format!("{} has no metric '{metric}'", info.name))
            .help(format!("its metrics are {}", names.join(", "))));
    }
    for name in settings.keys() {
        if !info.settings.iter().any(|setting| setting.name == name) {
            let names = info.settings.iter().map(|setting| setting.name);
            let error = ParseError::new(format!("{} has no setting '{name}'", info.name));
            return Err(match nearest(name, names) {
                Some(near) => error.help(format!("did you mean '{near}'?")),
                None => error,
            });
        }
    }
    Ok(metric)
}

/// [`read`], with the metric and those of the settings that the domain has.
///
/// # Errors
///
/// What is wrong with the text.
pub fn try_read(
    domain: &(impl Domain + ?Sized),
    text: &str,
    metric: Option<&str>,
    settings: &Settings,
) -> Result<Box<dyn Instance>, ParseError> {
    let info = domain.info();
    let metric = metric.filter(|named| info.metric_names().any(|name| name == *named));
    let known = |name: &str| info.settings.iter().any(|setting| setting.name == name);
    let settings =
        settings.iter().filter(|(name, _)| known(name)).map(|(name, value)| (name.clone(), value.clone()));
    domain.instance(text, info.metric(metric), &settings.collect())
}
