//! Which algorithm, which heuristic, which parameters: from what was given to a search request. [`optimise::method`] is
//! the same for optimisation domains.
//!
//! [`optimise::method`]: crate::use_cases::optimise::method

mod parameters;
#[cfg(feature = "schema")]
mod schema;

use crate::wording::{Action, action, given};
use parameters::parameter_names;
pub use parameters::{Parameters, local_parameters, no_parameter, read_parameter, readers};

use crate::request::context::Context;
use crate::request::error::Error;
use crate::request::instances::file_of;
use crate::request::user_file::{self, FileKind};
use crate::system::warnings;
use anyhow::{Result, anyhow, bail};
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::sync::LazyLock;
use unstuck_core::champions;
use unstuck_core::domain::{self, Domain};
use unstuck_core::feature::{FeatureInfo, FeatureTable, Role};
use unstuck_core::instance::{Instance, SearchRequest};
use unstuck_core::language::export::{FORMS, form};
use unstuck_core::language::{self, BLIND, Checked, Formula, HeuristicRef, admissible_features};
use unstuck_core::local_search;
use unstuck_core::search::{self, ALGORITHMS, AlgorithmInfo, Limits, ParameterInfo, ParameterKind};
use unstuck_core::suggest::nearest;

/// An algorithm, a heuristic and parameters, as requests name them: `{"algorithm": "wastar", "weight": 1.5}`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Method {
    /// The algorithm; the domain's choice if none.
    pub algorithm: Option<String>,
    /// The heuristic; the domain's choice if none.
    pub heuristic: Option<String>,
    /// Parameters of the algorithm, each by its name.
    #[serde(flatten)]
    pub parameters: Parameters,
}

impl Method {
    /// What to run on instances of a domain.
    pub fn choose(
        &self,
        domain: &dyn Domain,
        context: &Context<'_>,
    ) -> crate::request::error::Result<Choice> {
        if let Some(name) = &self.algorithm {
            algorithm(name).map_err(|error| Error::from(error).or_field("algorithm"))?;
        }
        if let Some(text) = &self.heuristic {
            context.refuse_file(text, "heuristic")?;
        }
        choose(domain, self.algorithm.as_deref(), self.heuristic.as_deref())
            .map_err(|error| Error::from(error).or_field("heuristic"))
    }

    /// Refuses parameters that the algorithm does not read.
    pub fn check(&self, choice: &Choice) -> crate::request::error::Result<()> {
        let checked = self.parameters.check(&[choice.algorithm]);
        checked.map_err(|error| Error::from(error).or_field("algorithm"))
    }
}

/// The names of the fields.
static FIELDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| ["algorithm", "heuristic"].into_iter().chain(parameter_names()).collect());

impl crate::request::Fields for Method {
    fn fields(_: &crate::request::Given) -> Option<Vec<&'static str>> {
        let mut names = FIELDS.clone();
        names.sort_unstable();
        Some(names)
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// What a parameter may be written as.
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Given {
            Whole(u64),
            Number(f64),
            Text(String),
        }
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Method;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an algorithm, a heuristic and parameters")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Method, A::Error> {
                let mut found = Method::default();
                while let Some(name) = map.next_key::<String>()? {
                    match &*name {
                        "algorithm" => found.algorithm = map.next_value()?,
                        "heuristic" => found.heuristic = map.next_value()?,
                        _ if FIELDS.contains(&&*name) => {
                            let text = map.next_value::<Option<Given>>()?.map(|given| match given {
                                Given::Whole(number) => number.to_string(),
                                Given::Number(number) => number.to_string(),
                                Given::Text(text) => text,
                            });
                            // The default of a choice is every algorithm's, also of those that know no other.
                            let is_default = |text: &String| match ParameterInfo::named(&name)?.kind {
                                ParameterKind::Choice { words } => {
                                    Some(words.first() == Some(&text.as_str()))
                                }
                                _ => None,
                            };
                            let text = text.filter(|text| is_default(text) != Some(true));
                            found.parameters.give(&name, text).map_err(de::Error::custom)?;
                        }
                        _ => return Err(de::Error::unknown_field(&name, &FIELDS)),
                    }
                }
                Ok(found)
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// The algorithm for which a domain may have its own default heuristic.
const QUICK: &str = "quick";

/// An algorithm with a heuristic, and what of them was named.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The algorithm.
    pub algorithm: &'static AlgorithmInfo,
    /// The heuristic.
    pub heuristic: HeuristicRef,
    /// Which of them are defaults of the domain.
    pub default: DefaultPart,
}

/// What of a [`Choice`] is a default, to be replaced where an instance does not support it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultPart {
    /// Algorithm and heuristic were named.
    None,
    /// The heuristic.
    Heuristic,
    /// The domain's solver.
    Solver,
}

impl Choice {
    /// An algorithm and a heuristic that were named.
    pub fn named(algorithm: &'static AlgorithmInfo, heuristic: HeuristicRef) -> Self {
        Self { algorithm, heuristic, default: DefaultPart::None }
    }

    /// Replaces the domain's default algorithm or heuristic if this instance does not support it. Explicit choices are
    /// kept.
    pub fn adapt(
        &self,
        domain: &dyn Domain,
        instance: &dyn Instance,
        request: &mut SearchRequest,
    ) -> Result<()> {
        if self.default == DefaultPart::Solver {
            let own = method(domain, &domain.solver(instance))?;
            request.parameters.algorithm = own.algorithm;
            request.heuristic = own.heuristic;
        }
        if self.default == DefaultPart::None || supports(instance, &request.heuristic) {
            return Ok(());
        }
        if self.default == DefaultPart::Solver {
            let other = method(domain, &domain.optimal_solver(&instance.metric()))?;
            request.parameters.algorithm = other.algorithm;
            request.heuristic = other.heuristic;
        } else if self.algorithm.name == QUICK {
            request.heuristic = default_heuristic(domain)?;
        }
        Ok(())
    }
}

/// Names from the textbooks, and ours.
pub const ALIASES: &[(&str, &str)] = &[
    ("a*", "astar"),
    ("wa*", "wastar"),
    ("ida*", "ida"),
    ("wida*", "wida"),
    ("anytime", "awastar"),
    ("awa*", "awastar"),
    ("bidirectional", "bibfs"),
    ("dijkstra", "ucs"),
];

/// The algorithm of that name.
pub fn algorithm(name: &str) -> Result<&'static AlgorithmInfo> {
    let lower = name.to_lowercase();
    let known = ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(name, |(_, known)| known);
    search::algorithm(known).ok_or_else(|| {
        let names = ALGORITHMS.iter().map(|info| info.name);
        match nearest(name, names.clone()) {
            _ if local_search::algorithm(name).is_some() => {
                let listed = action(Action::Algorithms);
                anyhow!("{name} is an algorithm for optimisation domains; {listed} lists those of searches")
            }
            Some(near) => anyhow!("unknown algorithm '{name}'; did you mean '{near}'?"),
            None => {
                anyhow!("unknown algorithm '{name}'; available: {}", names.collect::<Vec<_>>().join(", "))
            }
        }
    })
}

/// A heuristic that the domain understands: a feature's name, a text of the heuristic language, `@FILE` with such a
/// text, or a champion of the domain.
pub fn heuristic(domain: &dyn Domain, given: &str) -> Result<HeuristicRef> {
    let table = domain.features();
    let (text, source) = match (file_of(given), champions::text_of(table, given)?) {
        (Some(path), _) => (user_file::read(path, FileKind::HEURISTIC)?, format!("{path}, ")),
        (None, Some(text)) => (text.into_owned(), String::new()),
        (None, None) => (given.to_owned(), String::new()),
    };
    let word = text.trim();
    HeuristicRef::read(&text, table).map_err(|error| {
        let domain = table.domain();
        let is_a_word = word.chars().all(|c| c.is_alphanumeric() || c == '_');
        // A name with hyphens reads as a difference.
        let underscored = word.replace('-', "_");
        if underscored != word && table.index(&underscored).is_some() {
            return anyhow!("{domain} has no heuristic '{word}'; did you mean '{underscored}'?");
        }
        match nearest(word, table.names().chain([BLIND])) {
            _ if !is_a_word || table.index(word).is_some() => anyhow!("{source}{}", error.in_text(&text)),
            Some(near) => anyhow!("{domain} has no heuristic '{word}'; did you mean '{near}'?"),
            None => {
                let listed = action(Action::Heuristics(domain));
                anyhow!("{domain} has no heuristic '{word}'; {listed} lists what it has")
            }
        }
    })
}

/// The same for a request; `field` is the text's place in it.
pub fn given_heuristic(
    domain: &dyn Domain,
    text: &str,
    context: &Context<'_>,
    field: &str,
) -> crate::request::error::Result<HeuristicRef> {
    context.refuse_file(text, field)?;
    heuristic(domain, text).map_err(|error| Error::from(error).or_field(field))
}

/// What a request calls a heuristic: `champion`, a file, or else its text.
pub fn name_of<'a>(domain: &dyn Domain, text: &str, given: impl Iterator<Item = &'a String>) -> String {
    let same = |name: &&String| heuristic(domain, name).is_ok_and(|found| found.to_string() == text);
    let mut named = given.filter(|name| name.starts_with('@') || name.starts_with("champion"));
    let Some(name) = named.find(same) else { return text.to_owned() };
    champions::note_of(domain.features(), name).unwrap_or_else(|| name.clone())
}

/// A heuristic that the language alone can read: no file, no champion.
pub fn checked(domain: &dyn Domain, text: &str) -> Result<Checked, unstuck_core::error::ParseError> {
    Checked::read(text, domain.features())
}

/// The function that prints a heuristic in a form.
pub fn writer(name: &str) -> Result<fn(&Formula, &FeatureTable) -> String> {
    if name == "text" {
        return Ok(language::print);
    }
    let names = FORMS.iter().map(|form| form.name).chain(["text"]);
    let found = form(name).map(|form| form.write);
    found.ok_or_else(|| match nearest(name, names.clone()) {
        Some(near) => anyhow!("unknown form '{name}'; did you mean '{near}'?"),
        None => anyhow!("unknown form '{name}'; available: {}", names.collect::<Vec<_>>().join(", ")),
    })
}

/// Refuses a heuristic that none of the algorithms reads, rather than ignore it.
pub fn refuse_if_blind(algorithms: &[&AlgorithmInfo], heuristic: Option<&HeuristicRef>) -> Result<()> {
    let Some(name) =
        heuristic.filter(|heuristic| !heuristic.is_blind() && algorithms.iter().all(|info| !info.heuristic))
    else {
        return Ok(());
    };
    let remedy = format!(
        "leave out {} or write {}",
        given("heuristic", &name.to_string()),
        given("algorithm", "astar")
    );
    match algorithms {
        [info] => bail!("{} is blind, it reads no heuristic; {remedy}", info.name),
        _ => {
            let names: Vec<&str> = algorithms.iter().map(|info| info.name).collect();
            bail!("{} are blind, they read no heuristic; {remedy}", names.join(", "))
        }
    }
}

/// The choice for a solve: what is given, for a heuristic alone [its own algorithm](own_algorithm), and the domain's
/// choice for the rest.
pub fn choose(
    domain: &dyn Domain,
    given_algorithm: Option<&str>,
    given_heuristic: Option<&str>,
) -> Result<Choice> {
    let note = given_heuristic.and_then(|name| champions::note_of(domain.features(), name));
    let given_heuristic = given_heuristic.map(|name| heuristic(domain, name)).transpose()?;
    // It may fit by its form alone.
    if let Some(note) = note {
        warnings::note(&note);
    }
    let info = match (given_algorithm, &given_heuristic) {
        (Some(name), _) => algorithm(name)?,
        (None, Some(heuristic)) => own_algorithm(domain, heuristic),
        (None, None) => {
            let solver = method(domain, &domain.info().solver)?;
            return Ok(Choice { default: DefaultPart::Solver, ..solver });
        }
    };
    refuse_if_blind(&[info], given_heuristic.as_ref())?;
    let heuristic = match given_heuristic {
        Some(heuristic) => return Ok(Choice::named(info, heuristic)),
        None if !info.heuristic => HeuristicRef::Blind,
        None if info.name == QUICK => match domain.quick_heuristic() {
            Some(text) => heuristic(domain, &text)?,
            None => HeuristicRef::Blind,
        },
        None => default_heuristic(domain)?,
    };
    Ok(Choice { algorithm: info, heuristic, default: DefaultPart::Heuristic })
}

/// The algorithm of a heuristic without another: the one it was made for, or the domain's for heuristics, which is A*
/// where plans are proved to be the shortest by it.
pub fn own_algorithm(domain: &dyn Domain, heuristic: &HeuristicRef) -> &'static AlgorithmInfo {
    let proves = || heuristic.is_admissible(domain.info().metric(None));
    match heuristic.search() {
        Some(search) => search.algorithm,
        None if proves() => &search::ASTAR,
        None => domain.rule_algorithm(),
    }
}

/// An algorithm and a heuristic by their names.
pub fn method(domain: &dyn Domain, method: &domain::Method) -> Result<Choice> {
    let heuristic = method.heuristic.as_ref().map(|text| heuristic(domain, text)).transpose()?;
    Ok(Choice::named(algorithm(&method.algorithm)?, heuristic.unwrap_or_default()))
}

/// The search that proves shortest plans in a metric.
pub fn optimal(domain: &dyn Domain, metric: &str, limits: Limits) -> Result<SearchRequest> {
    Ok(Parameters::default().request(&method(domain, &domain.optimal_solver(metric))?, limits))
}

/// The heuristic of informed algorithms where none is named.
fn default_heuristic(domain: &dyn Domain) -> Result<HeuristicRef> {
    match &domain.info().heuristic {
        Some(text) => heuristic(domain, text),
        None => Ok(HeuristicRef::Blind),
    }
}

/// The domain's own choice for an instance: its solver, or what proves shortest plans where the solver's heuristic
/// does not exist.
pub fn default_for(domain: &dyn Domain, instance: &dyn Instance) -> Result<Choice> {
    let choice = method(domain, &domain.solver(instance))?;
    if supports(instance, &choice.heuristic) {
        Ok(choice)
    } else {
        method(domain, &domain.optimal_solver(&instance.metric()))
    }
}

/// A method that may find a plan where one ended at a limit: a heuristic after blind search, greedy search after one
/// that proves shortest plans.
pub fn after_limit(domain: &dyn Domain, instance: &dyn Instance, tried: &SearchRequest) -> Option<String> {
    let name = tried.parameters.algorithm.name;
    let heuristic = domain.info().heuristic.as_ref()?;
    instance.has(heuristic).then_some(())?;
    let blind = !tried.parameters.algorithm.heuristic || matches!(tried.heuristic, HeuristicRef::Blind);
    match (blind, name) {
        (true, _) => Some("astar"),
        (false, "astar" | "ida" | "bibfs") => Some("greedy"),
        _ => None,
    }
    .map(|algorithm| format!("{} {}", given("algorithm", algorithm), given("heuristic", heuristic)))
}

/// Whether an instance has all features of a heuristic: some exist for some instances of a domain only.
pub fn supports(instance: &dyn Instance, heuristic: &HeuristicRef) -> bool {
    heuristic.features().iter().all(|feature| instance.has(feature))
}

/// The domain's estimates that are declared admissible in a metric. Those that are expensive or read a large table
/// are left out: they must be named.
pub fn admissible<'d>(domain: &'d dyn Domain, metric: &'d str) -> impl Iterator<Item = &'d FeatureInfo> {
    let free = |name: &str| !domain.pattern_databases().iter().any(|table| table.name == name);
    admissible_features(domain.features(), metric)
        .filter(move |f| f.node().role == Role::Estimate && f.is_tabulated() && free(&f.name))
}
