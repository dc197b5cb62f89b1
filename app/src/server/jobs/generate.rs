//! New instances, with their boards and, if wanted, how hard they are.

use super::Entry;
use super::grade::measure;
use super::request::GenerateRequest;
use crate::commands::generate::generator;
use crate::instances::Reading;
use crate::server::desk;
use crate::server::failure::Failure;
use crate::server::heuristics::domain;
use crate::solving::limit_words;
use crate::watch::Watch;
use serde_json::{Value, json};
use unstuck_core::domain::{DomainRef, GenerateError, Request, Settings};

/// Most instances of one job.
const MOST: usize = 1_000;

/// An instance as an item of a gallery.
pub fn item(domain: &DomainRef, text: &str, settings: &Settings) -> Result<Value, Failure> {
    let desk = desk::open(domain, text, None, settings).map_err(|error| Failure::of_text(&error))?;
    let text = desk.text();
    Ok(json!({
        "reference": format!("{}:{text}", domain.info().name), "text": text, "board": desk.board(),
        "length": null, "class": null, "reachable": null,
    }))
}

/// Makes instances.
pub fn generate(entry: &Entry, request: &GenerateRequest) -> Result<Value, Failure> {
    let domain = domain(&request.domain)?;
    let found = generator(domain.info(), Some(&request.generator))
        .map_err(|error| Failure::from(error).field("generator"))?;
    if !(1..=MOST).contains(&request.count) {
        return Err(Failure::bad(format!("ask for 1 to {MOST} instances")).field("count"));
    }
    let limits = entry.limits(request.limits);
    let wanted = Request {
        generator: found.name,
        parameters: &request.parameters,
        count: request.count,
        seed: request.seed,
    };
    let reading = Reading { metric: request.metric.clone(), settings: Settings::new() };
    let mut items = Vec::new();
    let mut wrong = None;
    let ended = unstuck_core::domain::generate(
        &*domain,
        &wanted,
        &mut Watch::new(&entry.activity, limits),
        &mut |text| {
            let made = item(&domain, &text, &reading.settings).and_then(|mut item| {
                if request.grade && !entry.is_cancelled() {
                    let known = measure(entry, &*domain, &text, &reading, request.limits)?;
                    item["length"] = json!(known.length);
                    item["class"] = json!(known.class);
                    item["reachable"] = json!(known.reachable);
                }
                Ok(item)
            });
            match made {
                Ok(item) => {
                    entry.item(&item);
                    items.push(item);
                    entry.progress(items.len(), Some(request.count), "boards");
                }
                Err(failure) => wrong = Some(failure),
            }
        },
    );
    if let Some(failure) = wrong {
        return Err(failure);
    }
    let short = match ended {
        Ok(()) => None,
        Err(GenerateError::Request(error)) => return Err(Failure::of_text(&error).field("parameters")),
        Err(GenerateError::Stopped(limit)) => Some(format!("stopped by {}", limit_words(limit))),
        Err(GenerateError::Impossible(why)) => Some(why),
    };
    Ok(json!({ "items": items, "short": short }))
}
