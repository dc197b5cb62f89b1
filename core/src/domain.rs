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

pub mod definition;

use crate::error::ParseError;
use crate::feature::{FeatureInfo, FeatureTable, Text};
use crate::instance::{Instance, SearchInstance};
use crate::resources::{PatternDatabaseInfo, ResourceError, Resources};
use crate::search::{self, AlgorithmInfo, Limit, Observer, Stats};
use crate::suggest::nearest;
use std::borrow::Cow;
use std::collections::BTreeMap;
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
    /// Heuristic for an informed algorithm when none is named (none: blind); [`Domain::quick_heuristic`] for `quick`.
    pub heuristic: Option<Text>,
    /// Instances that heuristics are audited on, small enough to enumerate.
    pub audit: Cow<'static, [Text]>,
    /// Built-in instances.
    pub sets: &'static [InstanceSet],
    /// Ways to make new instances.
    pub generators: &'static [GeneratorInfo],
    /// The vocabulary. Every instance has exactly these features, some of them perhaps without a range.
    pub features: Arc<FeatureTable>,
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

/// A way to make new instances.
pub struct GeneratorInfo {
    /// Name.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// Parameters with their defaults and meanings.
    pub parameters: &'static [(&'static str, &'static str, &'static str)],
}

impl GeneratorInfo {
    /// Refuses parameters that it does not have; `domain` is whose generator it is.
    pub fn check(&self, domain: &str, given: &Settings) -> Result<(), ParseError> {
        let known: Vec<&str> = self.parameters.iter().map(|(name, ..)| *name).collect();
        let Some(name) = given.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
        let wrong = format!("the generator {} of {domain} has no parameter '{name}'", self.name);
        Err(ParseError::new(wrong).help(instead_of(name, &known)))
    }

    /// The value of a parameter: as given, or its default.
    pub fn value<'g>(&self, given: &'g Settings, name: &str) -> &'g str {
        let usual =
            self.parameters.iter().find(|(known, ..)| *known == name).map_or("", |(_, usual, _)| usual);
        given.get(name).map_or(usual, String::as_str)
    }

    /// The value of a parameter that is a number.
    ///
    /// # Errors
    ///
    /// It is not a number of that type.
    pub fn number<N: std::str::FromStr>(&self, given: &Settings, name: &str) -> Result<N, ParseError> {
        let text = self.value(given, name);
        text.parse().map_err(|_| {
            let about =
                self.parameters.iter().find(|(known, ..)| *known == name).map_or("", |(.., about)| about);
            let wrong = format!("'{}' is not a value of {name}", crate::error::presentable(text, 20));
            ParseError::new(wrong).help(format!("a number: {about}"))
        })
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

/// Values by name, as given by a user.
pub type Settings = BTreeMap<String, String>;

/// New instances asked of a generator.
pub struct Request<'a> {
    /// Name of the generator.
    pub generator: &'a str,
    /// Parameters.
    pub parameters: &'a Settings,
    /// How many.
    pub count: usize,
    /// Seed: the same seed gives the same instances.
    pub seed: u64,
}

/// Why nothing was generated, or not enough.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A wrong request.
    #[error(transparent)]
    Request(#[from] ParseError),
    /// Stopped.
    #[error("stopped: {0:?}")]
    Stopped(Limit),
    /// Stopped, with the instance that came nearest to the request.
    #[error("stopped: {limit:?}; the best so far: {nearest}")]
    StoppedNear {
        /// Why.
        limit: Limit,
        /// The instance, and what is known of it.
        nearest: String,
    },
    /// The wish seems impossible.
    #[error("{0}")]
    Impossible(String),
}

/// A shared domain: built in, or made while the program runs.
pub type DomainRef = Arc<dyn Domain>;

/// A family of instances with one vocabulary: name, metrics, settings and features. The dynamic boundary of the crate
/// towards everything that names domains.
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
        &[]
    }
    /// Rules of the literature, by their names; of optimisation domains.
    fn rules(&self) -> &'static [NamedRule] {
        &[]
    }
    /// The tables of the decisions that rules make, the first that of [`features`](Self::features).
    fn decisions(&self) -> &[Arc<FeatureTable>] {
        std::slice::from_ref(&self.info().features)
    }
    /// The rule that experiments and benchmarks measure others by; none where that is blind search.
    fn reference(&self) -> Option<Text> {
        None
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
    /// Reads a text that names no domain, if its form is this domain's; an error says what is wrong with it. Settings of
    /// other domains are ignored.
    fn recognise(
        &self,
        _text: &str,
        _metric: Option<&str>,
        _settings: &Settings,
    ) -> Option<Result<Box<dyn Instance>, ParseError>> {
        None
    }
    /// Whether a text that no domain can read was probably meant for this one: messages are then about this one alone.
    fn resembles(&self, _text: &str) -> bool {
        false
    }
    /// Makes new instances, handing each text to `each`. Generator and parameters must be ones that [`DomainInfo`] lists.
    fn generate(
        &self,
        request: &Request<'_>,
        _observer: &mut dyn Observer,
        _each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        let name = &self.info().name;
        Err(ParseError::new(format!("{name} has no generator '{}'", request.generator)).into())
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
    domain: &dyn Domain,
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

/// Makes new instances after checking generator and parameters against the domain's registration.
///
/// ```
/// use unstuck_core::domain::{self, Request, Settings};
/// use unstuck_tiles::TilesDomain;
///
/// let parameters = Settings::from([("sizes".to_owned(), "3".to_owned())]);
/// let request = Request { generator: "tiles", parameters: &parameters, count: 1, seed: 1 };
/// let error = domain::generate(&TilesDomain, &request, &mut (), &mut |_| ()).unwrap_err();
/// let words = "the generator tiles of tiles has no parameter 'sizes' (did you mean 'size'?)";
/// assert_eq!(error.to_string(), words);
/// ```
pub fn generate(
    domain: &dyn Domain,
    request: &Request<'_>,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(String),
) -> Result<(), GenerateError> {
    let info = domain.info();
    let generator =
        info.generators.iter().find(|known| known.name == request.generator).ok_or_else(|| {
            let known: Vec<&str> = info.generators.iter().map(|generator| generator.name).collect();
            let wrong = format!("{} has no generator '{}'", info.name, request.generator);
            ParseError::new(wrong).help(instead_of(request.generator, &known))
        })?;
    generator.check(&info.name, request.parameters)?;
    domain.generate(request, observer, each)
}

/// What there is instead of a name that does not exist.
fn instead_of(name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None if known.is_empty() => "it has none".to_owned(),
        None => format!("it has {}", known.join(", ")),
    }
}

/// For generators, now and then: ends them when the observer says so.
///
/// # Errors
///
/// The observer has ended it.
pub fn go_on(observer: &mut dyn Observer) -> Result<(), GenerateError> {
    observer.poll(&Stats::default()).map_or(Ok(()), |limit| Err(GenerateError::Stopped(limit)))
}
