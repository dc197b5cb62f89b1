//! The champion as text and as a drawing.

use super::{folded, note};
use crate::report::escape::escape;
use crate::report::sheets;
use std::fmt::Write;
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::{Formula, export, round};
use unstuck_core::registry;
use unstuck_evolution::formula_text;
use unstuck_ops::analysis::format::number;
use unstuck_ops::analysis::{Baseline, Configuration, runs_of};
use unstuck_ops::numbers::counted;
use unstuck_ops::store::record::{ExperimentRecord, RunRecord, read_config};

/// Nodes beyond which a drawing is wider than anybody scrolls.
const DRAWN: usize = 400;

/// A drawing of this width is not made smaller.
const READABLE: f64 = 600.0;

/// Significant digits of numbers in drawings.
const DIGITS: usize = 3;

/// The section: the best by validation, the median run's where there is one, the tuned baseline, and the hall of fame.
pub fn champion(record: &ExperimentRecord, configuration: &Configuration) -> String {
    let find =
        |repetition: u32| runs_of(record, configuration.number).find(|run| run.repetition == repetition);
    let Some(best) = configuration.best.and_then(find) else { return note("No run has a champion yet.") };
    let mut out = one(record, configuration, best);
    if let Some(median) =
        configuration.median.filter(|median| Some(*median) != configuration.best).and_then(find)
    {
        out += &folded("the median run's champion", &one(record, configuration, median));
    }
    if let Some(Baseline { heuristic, fitness }) = &configuration.baseline {
        let worth =
            fitness.map_or(String::new(), |fitness| format!(": fitness {} on validation", number(fitness)));
        out += &format!("<p>The tuned baseline{worth}.</p><pre>{}</pre>", escape(heuristic));
    }
    if configuration.hall.len() > 1 {
        let hall = sheets::course::hall(&configuration.hall);
        out += &folded(&hall.title, &hall.html());
    }
    let front = sheets::course::front(best);
    if !front.is_empty() {
        out += &folded(&front.title, &front.html());
    }
    out
}

fn one(record: &ExperimentRecord, configuration: &Configuration, run: &RunRecord) -> String {
    let Some(champion) = &run.champion else { return String::new() };
    // The configuration has the definition of a domain that was made; one of another version names a domain that may
    // be here.
    let domain = read_config(&record.config).ok().map(|experiment| experiment.domain.0);
    let domain = domain.or_else(|| registry::domain(&record.domain));
    let table = domain.as_ref().map(|domain| domain.features());
    let text = run.text.as_ref().unwrap_or(&champion.heuristic);
    let about = format!(
        "Of {}, generation {}: {}, fitness {} on validation.",
        configuration.run_name(run.repetition),
        champion.generation + 1,
        counted(champion.size as u64, "nodes"),
        number(champion.validation.fitness)
    );
    let mut out = format!("<p>{}</p><pre>{}</pre>", escape(&about), escape(text.trim_end()));
    out += &match table.map(|table| (formula_text::read(&champion.heuristic, table), table)) {
        Some((Ok(formula), table)) => drawing(&formula, table),
        Some((Err(error), _)) => note(&format!("It cannot be drawn: it {error}.")),
        None => note(&format!("It cannot be drawn: the domain {} is not registered here.", record.domain)),
    };
    out
}

/// The tree as a picture of its own, so that its style stays its own; numbers are rounded, or they would be wider than
/// everything else.
fn drawing(formula: &Formula, table: &FeatureTable) -> String {
    let Some(form) = export::form("svg").filter(|_| formula.size() <= DRAWN) else {
        return note("It is too large to be drawn.");
    };
    let svg = (form.write)(&round(formula, DIGITS), table);
    let width: f64 = svg
        .split(" width=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next()?.parse().ok())
        .unwrap_or(READABLE);
    // It shrinks to fit, as long as it can be read; then its box scrolls.
    format!(
        "<div class=\"box drawing\"><img style=\"min-width:{:.0}px\" alt=\"the champion as a tree, numbers rounded\" \
         src=\"data:image/svg+xml,{}\"></div>",
        width.min(READABLE.max(0.6 * width)),
        percent_encoded(&svg)
    )
}

/// Safe inside an address and inside an attribute.
fn percent_encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b' '
            | b'/'
            | b':'
            | b'='
            | b'.'
            | b'-'
            | b';'
            | b','
            | b'_' => {
                out.push(byte.into());
            }
            byte => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_become_addresses() {
        assert_eq!(percent_encoded("<g id=\"a\">≤ #'%"), "%3Cg id=%22a%22%3E%E2%89%A4 %23%27%25");
    }
}
