//! `[genome] search`: the search parameters that evolve with the heuristic, each with its values.

use crate::config::source::{Item, Section};
use crate::config::writer::{Writer, inline, quoted_list};
use crate::genome::{GeneValues, SearchGene};
use unstuck_core::error::ParseError;
use unstuck_core::search::{IDA, PARAMETERS, ParameterInfo, ParameterKind, SearchParameters};

/// The parameters in the order of their table.
pub(super) fn read(section: &Section<'_>) -> Result<Vec<SearchGene>, ParseError> {
    section.only(&PARAMETERS.iter().map(|info| info.name).collect::<Vec<_>>())?;
    let mut genes = Vec::new();
    for info in PARAMETERS {
        if let Some(item) = section.get(info.name) {
            genes.push(SearchGene { parameter: info.parameter, values: values(&item, info)? });
        }
    }
    Ok(genes)
}

/// A range of numbers, or a list of words.
fn values(item: &Item<'_>, info: &ParameterInfo) -> Result<GeneValues, ParseError> {
    let parts = item.list()?;
    match info.kind {
        ParameterKind::Number { .. } => {
            let (low, high) = item.range()?;
            check(&parts, info)?;
            Ok(GeneValues::Numbers(low, high))
        }
        ParameterKind::Count { min, max } => {
            item.range()?;
            match &parts[..] {
                [low, high] => Ok(GeneValues::Counts(low.count_in(min, max)?, high.count_in(min, max)?)),
                // A range has two ends.
                _ => Err(item.refuse("expected two numbers")),
            }
        }
        ParameterKind::Bytes | ParameterKind::Choice { .. } => {
            let words = check(&parts, info)?;
            if words.is_empty() {
                return Err(item.refuse(format!("genome.search.{} names no value", info.name)));
            }
            let again = (1..words.len()).find(|&place| words[..place].contains(&words[place]));
            if let Some(place) = again {
                return Err(parts[place].refuse(format!("{} is named twice", words[place])));
            }
            Ok(GeneValues::Words(words))
        }
    }
}

/// The values as the parameter prints them.
fn check(parts: &[Item<'_>], info: &ParameterInfo) -> Result<Vec<String>, ParseError> {
    let text = |part: &Item<'_>| {
        let mut parameters = SearchParameters::new(&IDA);
        info.set(&mut parameters, &part.word_or_number()?).map_err(|wrong| part.refuse(wrong))?;
        Ok(info.text(&parameters))
    };
    parts.iter().map(text).collect()
}

pub(super) fn print(genes: &[SearchGene], out: &mut Writer) {
    if genes.is_empty() {
        return;
    }
    let entry = |gene: &SearchGene| {
        let values = match &gene.values {
            GeneValues::Numbers(low, high) => format!("[{low}, {high}]"),
            GeneValues::Counts(low, high) => format!("[{low}, {high}]"),
            GeneValues::Words(words) => quoted_list(words),
        };
        (gene.parameter.info().name, values)
    };
    out.entry("search", inline(&genes.iter().map(entry).collect::<Vec<_>>()));
}
