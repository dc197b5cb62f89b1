//! Report cards of heuristics, with their counter-examples as boards.

use super::Entry;
use super::request::{AuditRequest, no_file};
use super::solve::sources;
use crate::commands::audit::{self, Entry as Audited, heuristics, words};
use crate::origin;
use crate::server::desk;
use crate::server::failure::Failure;
use crate::server::heuristics::domain;
use crate::tables;
use serde_json::{Value, json};
use unstuck_core::audit::Card;
use unstuck_core::domain::{DomainRef, Settings};

/// Holds heuristics against exact distances.
pub fn audit(entry: &Entry, request: &AuditRequest) -> Result<Value, Failure> {
    let domain = domain(&request.domain)?;
    request.heuristics.iter().try_for_each(|text| no_file(text, "heuristics"))?;
    let usual: Vec<String> = domain.info().audit.iter().map(|name| name.to_string()).collect();
    let named = if request.instances.is_empty() { &usual } else { &request.instances };
    let reading = request.reading();
    let sources = sources(named, Some(&request.domain), &reading)?;
    let heuristics = heuristics(&*domain, &request.heuristics)
        .map_err(|error| Failure::from(error).or_field("heuristics"))?;
    // Large tables are fetched for heuristics that are named, not for a report of all.
    if !request.heuristics.is_empty() {
        tables::prepare(&*domain, &heuristics.iter().collect::<Vec<_>>(), 1, true)?;
    }
    let mut merged: Vec<Card> = Vec::new();
    let mut complaint = None;
    let mut audited = 0;
    for (number, source) in sources.iter().enumerate() {
        entry.progress(number, Some(sources.len()), "instances");
        if entry.is_cancelled() {
            break;
        }
        match audit::audit(source, &heuristics, &reading, entry.limits(request.limits), &entry.activity) {
            Ok(cards) => {
                audited += 1;
                audit::gather(&mut merged, cards);
            }
            Err(error) => complaint = Some(error),
        }
    }
    if audited == 0
        && let Some(error) = complaint
    {
        return Err(Failure::unreadable(words(&error)));
    }
    let names = heuristics.iter().map(ToString::to_string);
    let absent = names.filter(|name| !merged.iter().any(|card| card.heuristic == *name));
    let skipped: Vec<Value> = absent
        .map(|name| json!({ "heuristic": name, "why": "it does not exist for these instances" }))
        .collect();
    let mut cards = Vec::new();
    for card in merged.into_iter().filter(|card| card.states > 0) {
        let info = domain.features().get(&card.heuristic).cloned();
        let mut object = Audited { info, card }.json();
        for example in ["not_admissible", "not_consistent"] {
            draw(&mut object[example], &domain, &reading.settings)?;
        }
        object["nanoseconds"] = json!(object["nanoseconds"].as_f64().unwrap_or(0.0));
        cards.push(object);
    }
    let metric = domain.info().metric(reading.metric.as_deref());
    Ok(json!({
        "domain": domain.info().name,
        "metric": metric,
        "instances": audited,
        "cards": cards,
        "skipped": skipped,
        "unstuck": origin::json(),
    }))
}

/// Adds the boards of an example.
fn draw(example: &mut Value, domain: &DomainRef, settings: &Settings) -> Result<(), Failure> {
    for (text, board) in [("state", "board"), ("successor", "successor_board")] {
        if let Some(state) = example.get(text).and_then(Value::as_str) {
            let drawn = desk::board(domain, state, settings).map_err(|error| Failure::of_text(&error))?;
            example[board] = drawn;
        }
    }
    Ok(())
}
