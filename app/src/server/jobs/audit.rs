//! Report cards of heuristics, with their counter-examples as boards.

use super::Job;
use super::job::JobProgress;
use crate::server::access::context;
use crate::server::desk;
use crate::server::failure::Failure;
use serde_json::{Value, json};
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_ops::audit::{self, Request};

/// Checks heuristics against exact distances.
pub fn audit(job: &Job, mut request: Request) -> Result<Value, Failure> {
    request.limits = job.request_limits(request.limits);
    request.threads = 1;
    let told = JobProgress { job, unit: "instances" };
    let mut audit = audit::run(&request, &context(&told, &job.activity))?;
    if audit.instances == 0
        && let Some(error) = audit.errors.pop()
    {
        return Err(error.into());
    }
    let skipped: Vec<Value> = audit
        .missing
        .iter()
        .map(|name| json!({ "heuristic": name, "why": "it does not exist for these instances" }))
        .collect();
    audit.entries.retain(|job| job.card.states > 0);
    let mut object = json!(audit.result());
    for card in object["cards"].as_array_mut().into_iter().flatten() {
        for example in ["not_admissible", "not_consistent"] {
            draw(&mut card[example], &audit.domain, &audit.reading.settings)?;
        }
        card["nanoseconds"] = json!(card["nanoseconds"].as_f64().unwrap_or(0.0));
    }
    object["skipped"] = json!(skipped);
    Ok(object)
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
