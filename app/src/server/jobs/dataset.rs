//! New datasets, kept next to the store.

use super::Job;
use super::job::JobProgress;
use super::request::{DatasetRequest, Source};
use crate::server::App;
use crate::server::access::context;
use crate::server::datasets::dataset_store::{self, About};
use crate::server::failure::Failure;
use serde::Serialize;
use std::time::{Duration, Instant};
use unstuck_core::domain::Settings;
use unstuck_ops::ToSchema;
use unstuck_ops::dataset::generate::{self, Generated, Request};
use unstuck_ops::limits::Limits;

/// Most instances and states of a dataset that is made here.
const MAX: usize = 100_000;

/// Most rows: they are held in memory before they are written.
const ROWS: usize = 500_000;

/// Most bytes of its table.
const BYTES: u64 = 64 << 20;

/// What to do about a dataset that is too large.
const LESS: &str = "ask for fewer instances or states";

/// A dataset that was made.
#[derive(Serialize, ToSchema)]
pub struct DatasetResult {
    /// Its name.
    dataset: String,
}

/// Makes a dataset.
pub fn dataset(app: &App, job: &Job, request: &DatasetRequest) -> Result<DatasetResult, Failure> {
    let reserved = dataset_store::reserve(app, &request.name)?;
    let limits = job.limits(request.limits);
    let seconds = limits.seconds.unwrap_or(super::SECONDS);
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    job.activity.end_at(until);
    let wanted = Request {
        name: Some(reserved.name.clone()),
        limits: Limits { seconds: Some(seconds), memory: limits.memory, ..Limits::default() },
        ..wanted(request)?
    };
    job.say("making rows");
    let made = generate::run(&wanted, &context(&JobProgress { job, unit: "instances" }, &job.activity));
    if Instant::now() >= until {
        return Err(Failure::unreadable("the table was not made in the time that the job has").help(LESS));
    }
    let Generated { dataset, mut errors, .. } = made?;
    // What is wrong with single instances does not matter where others could be made.
    let Some(dataset) = dataset else {
        let none = || Failure::unreadable("no dataset was made: there is no row to write");
        return Err(errors.pop().map_or_else(none, Failure::from));
    };
    if reserved.write(&dataset)? > BYTES {
        return Err(Failure::unreadable(format!("the table is larger than {} MiB", BYTES >> 20)).help(LESS));
    }
    let about = About {
        domain: &request.domain,
        metric: request.reading.metric.as_deref(),
        settings: request.reading.settings.clone(),
        description: request.description.as_deref(),
    };
    Ok(DatasetResult { dataset: reserved.keep(&dataset, about)?.name })
}

/// The request of the use case.
fn wanted(request: &DatasetRequest) -> Result<Request, Failure> {
    let within = |number: Option<usize>, field: &str| match number {
        Some(number) if !(1..=MAX).contains(&number) => {
            Err(Failure::bad(format!("{field} is a number from 1 to {MAX}")).field(field))
        }
        number => Ok(number),
    };
    let (count, states) = (within(request.count, "count")?, within(request.states, "states")?);
    let named = !request.instances.is_empty();
    let number = |name: &str, number: usize| (name.to_owned(), number.to_string());
    let parameters = match request.source {
        Source::All | Source::Random if named => Settings::new(),
        Source::All | Source::Random => request.parameters.clone(),
        Source::Sample if named => Settings::from([number("states", states.unwrap_or(100))]),
        Source::Walk if named => {
            Settings::from([number("walk", states.unwrap_or(50)), number("states", count.unwrap_or(100))])
        }
        Source::Sample | Source::Walk => {
            return Err(Failure::bad("name the instances whose states are wanted").field("instances"));
        }
    };
    Ok(Request {
        domain: request.domain.clone(),
        generator: request.generator.clone().filter(|_| !named),
        parameters,
        from: request.instances.clone(),
        all: request.source == Source::All,
        count: count.filter(|_| !named).map(|count| count as u64),
        seed: request.seed.unwrap_or(1),
        reading: request.reading.clone(),
        threads: 1,
        most: Some(ROWS),
        ..Request::default()
    })
}
