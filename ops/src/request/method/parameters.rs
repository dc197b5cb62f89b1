//! Parameters of algorithms, by their names: of searches and of the algorithms for optimisation domains.

use super::Choice;
use anyhow::{Result, bail};
use serde::Serialize;
use std::sync::Arc;
use unstuck_core::instance::SearchRequest;
use unstuck_core::language::{Checked, Formula, HeuristicRef};
use unstuck_core::local_search::{self, ParameterRow};
use unstuck_core::search::{
    ALGORITHMS, AlgorithmInfo, ChildOrder, Limits, NamedValue, PARAMETERS, Parameter, ParameterInfo,
    ParameterValue, ParameterValues, SearchParameters,
};
use unstuck_core::suggest::nearest;

/// Parameters that were given: those of searches and of the algorithms for optimisation domains.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Parameters(pub ParameterValues);

/// The children of a node ordered by the heuristic.
const BY_HEURISTIC: ParameterValue = ParameterValue::Choice(ChildOrder::Heuristic as usize);

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

/// The value of a parameter that a text says.
///
/// # Errors
///
/// What would be right.
pub fn read_parameter(name: &str, text: &str) -> Result<NamedValue, String> {
    let local = || local_parameters().into_iter().find(|row| row.name == name);
    match (ParameterInfo::named(name), local()) {
        (Some(info), _) => info.read(text),
        (None, Some(row)) => row.read(text),
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
    /// Adds a parameter, if it was given.
    ///
    /// # Errors
    ///
    /// An unknown parameter, or a wrong value.
    pub fn give(&mut self, name: &str, value: Option<impl ToString>) -> Result<(), String> {
        match value {
            None if parameter_names().any(|known| known == name) => {}
            None => drop(read_parameter(name, "")?),
            Some(value) => self.0.set(read_parameter(name, &value.to_string())?),
        }
        Ok(())
    }

    /// Lowers amounts of memory to at most this many bytes.
    pub fn cap_bytes(&mut self, most: u64) {
        let large =
            |value: &NamedValue| matches!(value.value, ParameterValue::Bytes(Some(bytes)) if bytes > most);
        let large: Vec<NamedValue> = self.0.iter().filter(large).collect();
        for value in large {
            self.0.set(NamedValue { value: ParameterValue::Bytes(Some(most)), ..value });
        }
    }

    /// A request for an algorithm with a heuristic. The algorithm must have been [checked](Self::check). What is given
    /// comes before the values that the heuristic was made for.
    pub fn request(&self, choice: &Choice, limits: Limits) -> SearchRequest {
        let mut parameters = SearchParameters { limits, ..SearchParameters::new(choice.algorithm) };
        if let Some(search) = choice.heuristic.search() {
            search.apply(&mut parameters);
        }
        self.0.iter().for_each(|value| parameters.put(value));
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
                    self.0.iter().for_each(|value| search.unset(value.name));
                }
                HeuristicRef::of(Arc::new(Checked::new(formula, &checked.table)))
            }
        }
    }

    /// Refuses a parameter that none of the algorithms reads, rather than ignore it.
    pub fn check(&self, algorithms: &[&AlgorithmInfo]) -> Result<()> {
        for NamedValue { name, value, .. } in self.0.iter() {
            let blind = algorithms.iter().all(|algorithm| !algorithm.heuristic);
            let parameter = ParameterInfo::named(name).map(|info| info.parameter);
            if parameter == Some(Parameter::Order) && value == BY_HEURISTIC && blind {
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
