//! Parameters of algorithms, by their names: of searches and of the algorithms for optimisation domains.

use super::Choice;
use anyhow::{Result, bail};
use serde::{Serialize, Serializer};
use std::sync::Arc;
use unstuck_core::amount::parse_bytes;
use unstuck_core::instance::SearchRequest;
use unstuck_core::language::{Checked, Formula, HeuristicRef};
use unstuck_core::local_search::{self, ParameterRow};
use unstuck_core::search::{
    self, ALGORITHMS, AlgorithmInfo, Limits, PARAMETERS, Parameter, ParameterInfo, ParameterKind,
    SearchParameters,
};
use unstuck_core::suggest::nearest;

/// Parameters that were given, each by its name with its text: those of searches and of the algorithms for optimisation
/// domains.
#[derive(Debug, Clone, Default)]
pub struct Parameters(Vec<(&'static str, String)>);

/// The rows of all algorithms for optimisation domains, the first of each name.
pub fn local_parameters() -> Vec<&'static ParameterRow> {
    let mut rows: Vec<&ParameterRow> = Vec::new();
    for row in local_search::ALGORITHMS.iter().flat_map(|info| info.parameters) {
        if !rows.iter().any(|known| known.name == row.name) {
            rows.push(row);
        }
    }
    rows
}

/// The names of all parameters.
pub(super) fn parameter_names() -> impl Iterator<Item = &'static str> + Clone {
    PARAMETERS.iter().map(|info| info.name).chain(local_parameters().into_iter().map(|row| row.name))
}

/// The algorithms that read a parameter.
pub fn readers(name: &str) -> Vec<&'static str> {
    let parameter = ParameterInfo::named(name).map(|info| info.parameter);
    let reads = |info: &&&AlgorithmInfo| parameter.is_some_and(|known| info.parameters.contains(&known));
    let searches = ALGORITHMS.iter().filter(reads).map(|info| info.name);
    searches.chain(local_readers(name).map(|info| info.name)).collect()
}

fn local_readers(name: &str) -> impl Iterator<Item = &'static local_search::AlgorithmInfo> {
    let reads = move |info: &&local_search::AlgorithmInfo| info.parameters.iter().any(|row| row.name == name);
    local_search::ALGORITHMS.iter().copied().filter(reads)
}

/// Checks the value of a parameter.
///
/// # Errors
///
/// What would be right.
pub fn check_parameter(name: &str, text: &str) -> Result<(), String> {
    match (ParameterInfo::named(name), local_readers(name).next()) {
        (Some(info), _) => info.set(&mut SearchParameters::new(&search::ASTAR), text),
        (None, Some(reader)) => local_search::Parameters::new(reader).set(name, text),
        (None, None) => Err(match nearest(name, parameter_names()) {
            Some(near) => format!("unknown parameter '{name}'; did you mean '{near}'?"),
            None => {
                let names: Vec<&str> = parameter_names().collect();
                format!("unknown parameter '{name}'; available: {}", names.join(", "))
            }
        }),
    }
}

impl Parameters {
    /// Parameters whose texts were read before.
    pub fn new(given: Vec<(&'static str, String)>) -> Self {
        Self(given)
    }

    /// Adds a parameter, if it was given.
    ///
    /// # Errors
    ///
    /// An unknown parameter, or a wrong value.
    pub fn give(&mut self, name: &str, value: Option<impl ToString>) -> Result<(), String> {
        let text = value.map(|value| value.to_string());
        match (parameter_names().find(|known| *known == name), text) {
            (None, text) => check_parameter(name, &text.unwrap_or_default()),
            (Some(_), None) => Ok(()),
            (Some(name), Some(text)) => {
                check_parameter(name, &text)?;
                self.0.push((name, text));
                Ok(())
            }
        }
    }

    /// Names and texts.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, text)| (*name, text.as_str()))
    }

    /// Those of searches.
    fn of_searches(&self) -> impl Iterator<Item = (&'static ParameterInfo, &str)> {
        self.iter().filter_map(|(name, text)| Some((ParameterInfo::named(name)?, text)))
    }

    /// Lowers amounts of memory to at most this many bytes.
    pub fn cap_bytes(&mut self, most: u64) {
        for (name, text) in &mut self.0 {
            let is_memory = ParameterInfo::named(name).is_some_and(|info| info.kind == ParameterKind::Bytes);
            let bytes = parse_bytes(text).ok().filter(|_| is_memory);
            if bytes.is_some_and(|bytes| bytes > most) {
                *text = most.to_string();
            }
        }
    }

    /// A request for an algorithm with a heuristic. The algorithm must have been [checked](Self::check). What is given
    /// comes before the values that the heuristic was made for.
    pub fn request(&self, choice: &Choice, limits: Limits) -> SearchRequest {
        let mut parameters = SearchParameters { limits, ..SearchParameters::new(choice.algorithm) };
        if let Some(search) = choice.heuristic.search() {
            search.apply(&mut parameters);
        }
        for (info, text) in self.of_searches() {
            // It was read before, when it was given.
            let _ = info.set(&mut parameters, text);
        }
        SearchRequest { parameters, heuristic: self.before(&choice.heuristic) }
    }

    /// The heuristic without the values that its attempts name for what is given.
    fn before(&self, heuristic: &HeuristicRef) -> HeuristicRef {
        let named = |formula: &Formula| formula.attempts.iter().any(|attempt| attempt.search.is_some());
        match heuristic.formula().filter(|checked| !self.0.is_empty() && named(&checked.formula)) {
            None => heuristic.clone(),
            Some(checked) => {
                let mut formula = checked.formula.clone();
                for search in formula.attempts.iter_mut().filter_map(|attempt| attempt.search.as_mut()) {
                    self.of_searches().for_each(|(info, _)| search.unset(info.parameter));
                }
                HeuristicRef::of(Arc::new(Checked::new(formula, &checked.table)))
            }
        }
    }

    /// Refuses a parameter that none of the algorithms reads, rather than ignore it.
    pub fn check(&self, algorithms: &[&AlgorithmInfo]) -> Result<()> {
        for (name, text) in self.iter() {
            let blind = algorithms.iter().all(|algorithm| !algorithm.heuristic);
            let parameter = ParameterInfo::named(name).map(|info| info.parameter);
            if parameter == Some(Parameter::Order) && text == "h" && blind {
                let names: Vec<&str> = algorithms.iter().map(|algorithm| algorithm.name).collect();
                bail!(
                    "{} has no heuristic to order children by; write domain, reversed or random",
                    names.join(", ")
                );
            }
            let reads =
                |info: &&AlgorithmInfo| parameter.is_some_and(|known| info.parameters.contains(&known));
            if !algorithms.iter().any(reads) {
                bail!(no_parameter(&algorithms.iter().map(|info| info.name).collect::<Vec<_>>(), name));
            }
        }
        Ok(())
    }
}

/// The refusal of a parameter that none of some algorithms has.
pub fn no_parameter(algorithms: &[&str], name: &str) -> String {
    let (algorithms, readers) = (algorithms.join(", "), readers(name).join(", "));
    format!("{algorithms} has no parameter '{name}'; available for {readers}")
}

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
