//! New instances, with their boards and, if wanted, how hard they are; and sheets of instances to print.

use super::Job;
use super::job::JobProgress;
use super::request::GenerateRequest;
use crate::server::access::context;
use crate::server::failure::Failure;
use serde::Serialize;
use serde_json::json;
use unstuck_core::domain::{self, Settings};
use unstuck_ops::ToSchema;
use unstuck_ops::grade::{Item, measure};
use unstuck_ops::kinds::only_search;
use unstuck_ops::progress::Silent;
use unstuck_ops::sheet::{self, SheetResult};
use unstuck_ops::{Error, Kind, generate};

/// Most instances of one job.
const MAX: usize = 1_000;

/// New instances.
#[derive(Serialize, ToSchema)]
pub struct GenerateResult {
    /// The instances.
    items: Vec<Item>,
    /// Why there are fewer than asked for.
    short: Option<String>,
}

/// A sheet of instances with their solutions.
pub fn sheet(job: &Job, mut request: sheet::Request) -> Result<SheetResult, Failure> {
    if !(1..=MAX).contains(&request.instances.len()) {
        return Err(Failure::bad(format!("a sheet has 1 to {MAX} instances")).field("instances"));
    }
    (request.limits, request.threads) = (job.request_limits(request.limits), 1);
    let progress = JobProgress { job, unit: "instances" };
    Ok(sheet::run(&request, &context(&progress, &job.activity))?)
}

/// Makes instances.
pub fn generate(job: &Job, request: &GenerateRequest) -> Result<GenerateResult, Failure> {
    if !(1..=MAX).contains(&request.count) {
        return Err(Failure::bad(format!("ask for 1 to {MAX} instances")).field("count"));
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
    let plan = generate::Generation::new(&wanted, &context)?;
    let domain = &*plan.domain;
    if request.grade {
        only_search(domain, "grade")?;
    }
    let make = |text: &str| -> Result<Item, Error> {
        let instance = domain::read(domain, text, request.metric.as_deref(), &Settings::new())
            .map_err(|error| Error::within(error, text).field("instance"))?;
        let known = match instance.as_search().filter(|_| request.grade && !job.is_cancelled()) {
            Some(search) => Some(measure(domain, search, job.limits(request.limits), &context)?),
            None => None,
        };
        Ok(Item::new(domain, &*instance, known.as_ref()))
    };
    let mut items: Vec<Item> = Vec::new();
    let mut wrong = None;
    let ended = plan.run(&context, &mut |text| match make(&text) {
        Ok(item) => {
            job.item(&json!(item));
            items.push(item);
            job.progress(items.len(), Some(request.count), "boards");
        }
        Err(error) => wrong = Some(error),
    });
    if let Some(error) = wrong {
        return Err(error.into());
    }
    let short = match ended {
        Ok(()) => None,
        Err(error) if matches!(error.kind, Kind::Limit | Kind::Cancelled | Kind::GaveUp) => {
            Some(error.message)
        }
        Err(error) => return Err(error.into()),
    };
    Ok(GenerateResult { items, short })
}
