//! Which algorithm with which rule and parameters, from names to what a solve needs.

use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::{file_of, shortened};
use crate::request::method::{self, Method, no_parameter};
use crate::request::user_file::{self, FileKind};
use crate::wording::{self, Action, action};
use std::borrow::Cow;
use std::sync::Arc;
use unstuck_core::champions;
use unstuck_core::domain::Domain;
use unstuck_core::instance::optimisation::OptimisationInstance;
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{self, ALGORITHMS, AlgorithmInfo, Parameters};
use unstuck_core::search;
use unstuck_core::suggest::nearest;

/// A rule, with the name or text by which it was given.
#[derive(Debug)]
pub struct Rule {
    /// As it was given.
    pub name: String,
    /// Its formulas.
    pub decisions: Decisions,
}

impl Rule {
    /// The text, on one line.
    pub fn text(&self) -> String {
        self.decisions.to_string()
    }

    /// Whether an instance has all features that it reads.
    pub fn exists_for(&self, instance: &dyn OptimisationInstance) -> bool {
        // The features of other decisions are about changes, which all instances have.
        let choose = self.decisions.get(unstuck_core::language::CHOOSE);
        choose.is_some_and(|checked| checked.features().iter().all(|name| instance.has(name)))
    }
}

/// A rule of a domain: a name, a text of one formula or of several decisions, `@FILE`, or a champion. `field` is its place
/// in the request.
///
/// # Errors
///
/// There is no such rule, or the text is wrong.
pub fn rule(domain: &dyn Domain, given: &str, context: &Context<'_>, field: &str) -> Result<Rule> {
    context.refuse_file(given, field)?;
    let here = |error: anyhow::Error| Error::from(error).or_field(field);
    let (text, file) = match file_of(given.trim_start()) {
        Some(path) => (user_file::read(path, FileKind::HEURISTIC).map_err(here)?, Some(path)),
        None => {
            let known = champions::text_of(domain.features(), given);
            let known = known.map_err(|error| Error::from(error).field(field))?;
            (known.map_or_else(|| given.to_owned(), Cow::into_owned), None)
        }
    };
    let decisions = Decisions::read(&text, domain.decisions()).map_err(|error| {
        let word = text.trim();
        let is_a_word = word.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        if file.is_none() && is_a_word {
            let name = &domain.info().name;
            let rules = domain.rules().iter().map(|rule| rule.name);
            let error = Error::input(format!("{name} has no rule '{}'", shortened(word))).field(field);
            return error.help(match nearest(word, rules.chain(domain.features().names())) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("{} lists what it has", action(Action::Heuristics(name))),
            });
        }
        let error = Error::within(error, &text).field(field);
        file.map_or(error.clone(), |file| error.about(file))
    })?;
    Ok(Rule { name: given.trim().to_owned(), decisions })
}

/// The algorithm of that name.
///
/// # Errors
///
/// There is none for optimisation domains.
pub fn algorithm(name: &str) -> Result<&'static AlgorithmInfo> {
    local_search::algorithm(name).ok_or_else(|| {
        let names = ALGORITHMS.iter().map(|info| info.name);
        let available = || format!("available: {}", names.clone().collect::<Vec<_>>().join(", "));
        let error = Error::input(match nearest(name, names.clone()) {
            _ if method::algorithm(name)
                .is_ok_and(|known: &search::AlgorithmInfo| !known.name.is_empty()) =>
            {
                format!("{name} searches state spaces; for optimisation domains {}", available())
            }
            Some(near) => format!("unknown algorithm '{name}'; did you mean '{near}'?"),
            None => format!("unknown algorithm '{name}'; {}", available()),
        });
        error.field("algorithm")
    })
}

/// What a request names of a method; the rest depends on the instance.
pub struct Wanted {
    algorithm: Option<&'static AlgorithmInfo>,
    rule: Option<Arc<Rule>>,
    parameters: method::Parameters,
}

/// An algorithm with its parameters, and a rule.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Algorithm and parameters.
    pub parameters: Parameters,
    /// The rule.
    pub rule: Arc<Rule>,
}

impl Choice {
    /// The algorithm.
    pub fn algorithm(&self) -> &'static AlgorithmInfo {
        self.parameters.algorithm()
    }

    /// Algorithm and rule in a few words.
    pub fn name(&self) -> String {
        format!("{} {}", self.algorithm().name, shortened(&self.rule.name))
    }
}

impl Wanted {
    /// What a method names, for instances of a domain.
    ///
    /// # Errors
    ///
    /// A name does not exist, or the algorithm does not have a parameter.
    pub fn new(method: &Method, domain: &dyn Domain, context: &Context<'_>) -> Result<Self> {
        let algorithm = method.algorithm.as_deref().map(algorithm).transpose()?;
        if let Some(algorithm) = algorithm {
            set(algorithm, &method.parameters)?;
        }
        let rule =
            method.heuristic.as_deref().map(|text| rule(domain, text, context, "heuristic")).transpose()?;
        Ok(Self { algorithm, rule: rule.map(Arc::new), parameters: method.parameters.clone() })
    }

    /// The same with an algorithm, if none is named.
    #[must_use]
    pub fn or_algorithm(mut self, algorithm: &'static AlgorithmInfo) -> Self {
        self.algorithm.get_or_insert(algorithm);
        self
    }

    /// With the domain's choice for what is not named.
    ///
    /// # Errors
    ///
    /// The algorithm cannot be used on the instance, or does not have a parameter.
    pub fn choose(
        &self,
        domain: &dyn Domain,
        instance: &dyn OptimisationInstance,
        context: &Context<'_>,
    ) -> Result<Choice> {
        let own = domain.solver(instance);
        let algorithm = self.algorithm.map_or_else(|| algorithm(&own.algorithm), Ok)?;
        let rule = match (&self.rule, own.heuristic.or_else(|| domain.reference())) {
            (Some(rule), _) => Arc::clone(rule),
            (None, Some(name)) => Arc::new(rule(domain, &name, context, "heuristic")?),
            (None, None) => {
                let message = format!("{} has no default rule", domain.info().name);
                return Err(Error::input(message)
                    .field("heuristic")
                    .help(format!("name one with {}", wording::field("heuristic"))));
            }
        };
        Ok(Choice { parameters: set(algorithm, &self.parameters)?, rule })
    }
}

/// An algorithm with the parameters that were given; one that it does not have is refused.
fn set(algorithm: &'static AlgorithmInfo, given: &method::Parameters) -> Result<Parameters> {
    let mut parameters = Parameters::new(algorithm);
    for value in given.0.iter() {
        if !algorithm.parameters.iter().any(|row| row.name == value.name) {
            return Err(Error::input(no_parameter(&[algorithm.name], value.name)).field("algorithm"));
        }
        parameters.put(value);
    }
    Ok(parameters)
}

/// The algorithms with those of the parameters that they have.
///
/// # Errors
///
/// None of them has one of the parameters.
pub fn set_each(
    algorithms: &[&'static AlgorithmInfo],
    given: &method::Parameters,
) -> Result<Vec<Parameters>> {
    let has = |info: &AlgorithmInfo, name: &str| info.parameters.iter().any(|row| row.name == name);
    let unread = given.0.iter().find(|value| !algorithms.iter().any(|info| has(info, value.name)));
    if let Some(value) = unread {
        let names: Vec<&str> = algorithms.iter().map(|info| info.name).collect();
        return Err(Error::input(no_parameter(&names, value.name)).field("algorithms"));
    }
    let own = |info: &&'static AlgorithmInfo| {
        set(info, &method::Parameters(given.0.iter().filter(|value| has(info, value.name)).collect()))
    };
    algorithms.iter().map(own).collect()
}
