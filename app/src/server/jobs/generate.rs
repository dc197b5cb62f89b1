//! New instances, with their boards and, if wanted, how hard they are.

use super::Job;
use super::grade::measure;
use super::request::GenerateRequest;
use crate::server::access::context;
use crate::server::desk;
use crate::server::failure::Failure;
use serde_json::{Value, json};
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_ops::instances::Reading;
use unstuck_ops::progress::Silent;
use unstuck_ops::{Kind, generate};

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
pub fn generate(job: &Job, request: &GenerateRequest) -> Result<Value, Failure> {
    if !(1..=MOST).contains(&request.count) {
        return Err(Failure::bad(format!("ask for 1 to {MOST} instances")).field("count"));
    }
    let wanted = generate::Request {
        domain: request.domain.clone(),
        generator: Some(request.generator.clone()),
        parameters: request.parameters.clone(),
        count: request.count,
        seed: request.seed,
        limit_seconds: job.limits(request.limits).seconds,
    };
    let context = context(&Silent, &job.activity);
    let plan = generate::Plan::new(&wanted, &context)?;
    let reading = Reading { metric: request.metric.clone(), settings: Settings::new() };
    let mut items = Vec::new();
    let mut wrong = None;
    let ended = plan.run(&context, &mut |text| {
        let made = item(&plan.domain, &text, &reading.settings).and_then(|mut item| {
            if request.grade && !job.is_cancelled() {
                let known = measure(job, &*plan.domain, &text, &reading, request.limits)?;
                item["length"] = json!(known.length);
                item["class"] = json!(known.class);
                item["reachable"] = json!(known.reachable);
            }
            Ok(item)
        });
        match made {
            Ok(item) => {
                job.item(&item);
                items.push(item);
                job.progress(items.len(), Some(request.count), "boards");
            }
            Err(failure) => wrong = Some(failure),
        }
    });
    if let Some(failure) = wrong {
        return Err(failure);
    }
    let short = match ended {
        Ok(()) => None,
        Err(error) if matches!(error.kind, Kind::Limit | Kind::Cancelled | Kind::GaveUp) => {
            Some(error.message)
        }
        Err(error) => return Err(error.into()),
    };
    Ok(json!({ "items": items, "short": short }))
}
