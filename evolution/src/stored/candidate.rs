//! A candidate in a stored state: its genome and, where search parameters evolve, their values by name; and the
//! expansions of attempts by their number. Use as `#[serde(with = "stored::candidate")]`.

use super::{genome, keep_error, open_scope};
use crate::formula_text::FormulaError;
use crate::genome::{Candidate, Genome, Space};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use unstuck_core::error::ParseError;
use unstuck_core::search::{ParameterInfo, Tuning};

/// The name by which the expansions of an attempt are stored, those of the first first.
const ATTEMPT: &str = "attempt";

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
    let Candidate { genome, search, attempts } = candidate;
    if search.is_none() && attempts.is_empty() {
        return genome::serialize(genome, serializer);
    }
    let values = search.iter().flat_map(Tuning::values);
    let values = values.map(|value| (value.name.to_owned(), value.to_string()));
    let attempts = attempts.iter().map(|expanded| (ATTEMPT.to_owned(), expanded.to_string()));
    WithSearch { genome: genome.clone(), search: values.chain(attempts).collect() }.serialize(serializer)
}

/// Reads a candidate in the terms of the open scope.
///
/// # Errors
///
/// No scope is open, or the candidate does not fit it; the scope then keeps why.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Candidate, D::Error> {
    let scope = open_scope();
    let space = scope.as_ref().map(|scope| &scope.space);
    let Some(space) = space.filter(|space| space.search.is_some() || space.attempts.is_some()) else {
        return genome::deserialize(deserializer).map(Candidate::from);
    };
    let WithSearch { genome, search } = WithSearch::deserialize(deserializer)?;
    match read(space, &search) {
        Ok((search, attempts)) => Ok(Candidate { genome, search, attempts }),
        Err(why) => {
            let error = FormulaError::Unreadable(ParseError::new(why));
            let message = D::Error::custom(&error);
            keep_error(error);
            Err(message)
        }
    }
}

fn read(space: &Space, values: &[(String, String)]) -> Result<(Option<Tuning>, Vec<u64>), String> {
    let (attempts, values): (Vec<_>, Vec<_>) = values.iter().partition(|(name, _)| name == ATTEMPT);
    let attempts =
        attempts.into_iter().map(|(_, text)| text.parse().unwrap_or_default()).collect::<Vec<u64>>();
    if let Some(space) = &space.attempts {
        space.check(&attempts).map_err(|misfit| misfit.to_string())?;
    }
    let Some(space) = &space.search else { return Ok((None, attempts)) };
    let mut named = Tuning::new(space.own().algorithm);
    for (name, text) in values {
        let info = ParameterInfo::named(name).ok_or_else(|| format!("unknown search parameter '{name}'"))?;
        named.set(info.parameter, text)?;
    }
    let search = space.adopt(Some(&named)).map_err(|misfit| misfit.to_string())?;
    Ok((Some(search), attempts))
}
