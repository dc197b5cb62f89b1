//! Name → domain: the only dynamic dispatch, and the table to which a new domain adds one line.
//!
//! Domains from outside of this crate, written in another language say, are [registered](register) while the program
//! runs; from then on they are looked up like the others.
//!
//! ```
//! use unstuck_core::registry::{self, Settings};
//!
//! let (tiles, set) = registry::set("korf").unwrap();
//! let text = (set.text)("1").unwrap();
//! let goal = Settings::from([("goal".to_owned(), "first".to_owned())]);
//! assert_eq!(registry::read(tiles, &text, None, &goal)?.text(), text);
//! let error = registry::read(tiles, &text, Some("slides"), &goal).err().unwrap();
//! assert_eq!(error.to_string(), "tiles has no metric 'slides' (its metrics are moves)");
//! # Ok::<(), unstuck_core::error::ParseError>(())
//! ```

use crate::domain::FeatureInfo;
use crate::error::ParseError;
use crate::instance::Instance;
use crate::resources::{ResourceError, Resources, TableInfo};
use crate::search::{Limit, Observer, Stats};
use crate::suggest::nearest;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

/// Every domain of this crate.
pub static FAMILIES: &[&dyn Family] = &[
    &crate::domains::rush_hour::family::RushHourFamily,
    &crate::domains::tiles::family::TilesFamily,
    &crate::domains::freecell::family::FreeCellFamily,
];

/// The domains that were registered while the program runs, in that order.
static REGISTERED: RwLock<Vec<&'static dyn Family>> = RwLock::new(Vec::new());

/// Every domain: those of this crate, then the registered ones.
pub fn families() -> Vec<&'static dyn Family> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    FAMILIES.iter().copied().chain(registered.iter().copied()).collect()
}

/// Adds a domain from outside. One that was registered under the same name before is replaced; instances that were read
/// keep the domain they were read by.
///
/// # Errors
///
/// Its name, or that of one of its sets, belongs to another domain or set.
pub fn register(family: &'static dyn Family) -> Result<(), ParseError> {
    let name = family.info().name;
    let names =
        |info: &'static FamilyInfo| std::iter::once(info.name).chain(info.sets.iter().map(|set| set.name));
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let others = FAMILIES.iter().chain(registered.iter().filter(|other| other.info().name != name));
    let taken: Vec<&str> = others.flat_map(|other| names(other.info())).collect();
    if let Some(taken) = names(family.info()).find(|name| taken.contains(name)) {
        let wrong = format!("the name '{taken}' belongs to another domain or set");
        return Err(ParseError::new(wrong).help("choose another name"));
    }
    registered.retain(|other| other.info().name != name);
    registered.push(family);
    Ok(())
}

/// The domain of that name.
pub fn family(name: &str) -> Option<&'static dyn Family> {
    let built_in = FAMILIES.iter().copied().find(|family| family.info().name == name);
    built_in.or_else(|| {
        let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
        registered.iter().copied().find(|family| family.info().name == name)
    })
}

/// The set of that name, and its domain.
pub fn set(name: &str) -> Option<(&'static dyn Family, &'static InstanceSet)> {
    let mut families = families().into_iter();
    families.find_map(|family| Some((family, family.info().sets.iter().find(|set| set.name == name)?)))
}

/// A domain's registration and manual page.
pub struct FamilyInfo {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// The order in which successors are generated, which depth-first figures depend on.
    pub order: &'static str,
    /// Names and meanings of the metrics, the default first.
    pub metrics: &'static [(&'static str, &'static str)],
    /// What else may be set when an instance is read.
    pub settings: &'static [SettingInfo],
    /// Algorithm and heuristic for a plain `solve`.
    pub solver: (&'static str, &'static str),
    /// Heuristic for an informed algorithm when none is named; [`Family::quick_heuristic`] for `quick`.
    pub heuristic: &'static str,
    /// Instances that heuristics are audited on, small enough to enumerate.
    pub audit: &'static [&'static str],
    /// Built-in instances.
    pub sets: &'static [InstanceSet],
    /// Ways to make new instances.
    pub generators: &'static [GeneratorInfo],
}

impl FamilyInfo {
    /// A metric by its name, which need not be one of them; the default where none is named.
    pub fn metric<'m>(&self, named: Option<&'m str>) -> &'m str {
        named.unwrap_or(self.metrics[0].0)
    }
}

/// A named value that changes how an instance is read.
pub struct SettingInfo {
    /// Name, also of the command line's flag.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// The values it takes, in words or as a list; empty for a switch that is on when named.
    pub values: &'static str,
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
    /// The wish seems impossible.
    #[error("{0}")]
    Impossible(String),
}

/// A domain behind the dynamic boundary.
pub trait Family: Send + Sync {
    /// The registration.
    fn info(&self) -> &'static FamilyInfo;
    /// The feature table, without the functions.
    fn features(&self) -> Vec<FeatureInfo>;
    /// Reads one instance. `metric` and the settings must be ones that [`FamilyInfo`] lists.
    fn instance(
        &self,
        text: &str,
        metric: &str,
        settings: &Settings,
    ) -> Result<Box<dyn Instance>, ParseError>;
    /// Algorithm and heuristic that find a cheapest plan in a metric, and prove it, where they can.
    fn optimal_solver(&self, _metric: &str) -> (&'static str, &'static str) {
        ("astar", self.info().heuristic)
    }
    /// What a solve by `quick` reads when nothing is named, where it is greedy search: a champion, if that is the better one.
    fn quick_heuristic(&self) -> &'static str {
        self.info().heuristic
    }
    /// The large tables that some features read.
    fn tables(&self) -> &'static [TableInfo] {
        &[]
    }
    /// Fetches the tables that these features read. To be called before the instances are read: without its table
    /// a feature does not exist.
    fn prepare(&self, _features: &[&str], _resources: &mut dyn Resources) -> Result<(), ResourceError> {
        Ok(())
    }
    /// Splits a file into instances, each with the number of its first line: one a line, but for empty lines and those
    /// that begin with `#`, unless the domain's texts take several.
    fn split<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let lines = (1..).zip(text.lines().map(str::trim));
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect()
    }
    /// Whether a text without a domain's name looks like one of ours.
    fn recognises(&self, _text: &str) -> bool {
        false
    }
    /// Makes new instances, handing each text to `each`. Generator and parameters must be ones that [`FamilyInfo`] lists.
    fn generate(
        &self,
        request: &Request<'_>,
        _observer: &mut dyn Observer,
        _each: &mut dyn FnMut(String),
    ) -> Result<(), GenerateError> {
        let name = self.info().name;
        Err(ParseError::new(format!("{name} has no generator '{}'", request.generator)).into())
    }
}

/// Reads an instance after checking metric and settings against the family's registration.
pub fn read(
    family: &dyn Family,
    text: &str,
    metric: Option<&str>,
    settings: &Settings,
) -> Result<Box<dyn Instance>, ParseError> {
    let info = family.info();
    let metric = info.metric(metric);
    if !info.metrics.iter().any(|(name, _)| *name == metric) {
        let names: Vec<&str> = info.metrics.iter().map(|(name, _)| *name).collect();
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
    family.instance(text, metric, settings)
}

/// Makes new instances after checking generator and parameters against the family's registration.
///
/// ```
/// use unstuck_core::registry::{self, Request, Settings};
///
/// let tiles = registry::family("tiles").unwrap();
/// let parameters = Settings::from([("sizes".to_owned(), "3".to_owned())]);
/// let request = Request { generator: "tiles", parameters: &parameters, count: 1, seed: 1 };
/// let error = registry::generate(tiles, &request, &mut (), &mut |_| ()).unwrap_err();
/// let words = "the generator tiles of tiles has no parameter 'sizes' (did you mean 'size'?)";
/// assert_eq!(error.to_string(), words);
/// ```
pub fn generate(
    family: &dyn Family,
    request: &Request<'_>,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(String),
) -> Result<(), GenerateError> {
    let info = family.info();
    let generator =
        info.generators.iter().find(|known| known.name == request.generator).ok_or_else(|| {
            let known: Vec<&str> = info.generators.iter().map(|generator| generator.name).collect();
            let wrong = format!("{} has no generator '{}'", info.name, request.generator);
            ParseError::new(wrong).help(instead_of(request.generator, &known))
        })?;
    generator.check(info.name, request.parameters)?;
    family.generate(request, observer, each)
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
pub(crate) fn go_on(observer: &mut dyn Observer) -> Result<(), GenerateError> {
    observer.poll(&Stats::default()).map_or(Ok(()), |limit| Err(GenerateError::Stopped(limit)))
}
