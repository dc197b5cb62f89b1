//! A candidate in a stored state: its genome and, where search parameters evolve, their values by name. Use as
//! `#[serde(with = "stored::candidate")]`.

use super::{genome, keep_error, open_scope};
use crate::formula_text::FormulaError;
use crate::genome::{Candidate, Genome, SearchSpace};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use unstuck_core::error::ParseError;
use unstuck_core::search::{ParameterInfo, Tuning};

#[derive(Serialize, Deserialize)]
struct WithSearch {
    #[serde(with = "genome")]
    genome: Genome,
    search: Vec<(String, String)>,
}

/// Writes a candidate in the terms of the open scope.
///
/// # Errors
///
/// No scope is open.
pub fn serialize<S: Serializer>(candidate: &Candidate, serializer: S) -> Result<S::Ok, S::Error> {
    let Candidate { genome, search } = candidate;
    match search {
        None => genome::serialize(genome, serializer),
        Some(search) => {
            let search = search.values().map(|(info, text)| (info.name.to_owned(), text.to_owned()));
            WithSearch { genome: genome.clone(), search: search.collect() }.serialize(serializer)
        }
    }
}

/// Reads a candidate in the terms of the open scope.
///
/// # Errors
///
/// No scope is open, or the candidate does not fit it; the scope then keeps why.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Candidate, D::Error> {
    let scope = open_scope();
    let Some(space) = scope.as_ref().and_then(|scope| scope.space.search.as_ref()) else {
        return genome::deserialize(deserializer).map(Candidate::from);
    };
    let WithSearch { genome, search } = WithSearch::deserialize(deserializer)?;
    match read(space, &search) {
        Ok(search) => Ok(Candidate { genome, search: Some(search) }),
        Err(why) => {
            let error = FormulaError::Unreadable(ParseError::new(why));
            let message = D::Error::custom(&error);
            keep_error(error);
            Err(message)
        }
    }
}

fn read(space: &SearchSpace, values: &[(String, String)]) -> Result<Tuning, String> {
    let mut named = Tuning::new(space.own().algorithm);
    for (name, text) in values {
        let info = ParameterInfo::named(name).ok_or_else(|| format!("unknown search parameter '{name}'"))?;
        named.set(info.parameter, text)?;
    }
    space.adopt(Some(&named)).map_err(|misfit| misfit.to_string())
}
