//! Searches: one, a table of them, step by step, against each other; and whole spaces.

use super::job::JobProgress;
use super::{Job, MEMORY};
use crate::server::access::context;
use crate::server::failure::Failure;
use serde::Serialize;
use unstuck_core::executor::Sequential;
use unstuck_ops::explore::ExploreResult;
use unstuck_ops::race::Race;
use unstuck_ops::solve::SolveResult;
use unstuck_ops::trace::Trace;
use unstuck_ops::{compare, explore, race, solve, trace};
use utoipa::ToSchema;

/// Solves one instance.
pub fn solve(job: &Job, mut request: solve::Request) -> Result<SolveResult, Failure> {
    request.limits = job.request_limits(request.limits);
    request.threads = 1;
    // The table counts as memory of the job.
    request.method.parameters.cap_bytes(MEMORY);
    let progress = JobProgress { job, unit: "searches" };
    let context = context(&progress, &job.activity);
    let plan = solve::Batch::single(&request, &context)?;
    let report = plan.run_here(&context, &Sequential)?;
    // Pages ask for the large states that they show.
    Ok(if report.puzzle.has_large_states() { report.brief() } else { report.with_positions()? })
}

/// A table of searches.
#[derive(Serialize, ToSchema)]
pub struct TableResult {
    /// Without positions, instance by instance, method by method.
    rows: Vec<SolveResult>,
}

/// Every method on every instance.
pub fn table(job: &Job, mut request: compare::Request) -> Result<TableResult, Failure> {
    if request.methods.is_empty() {
        return Err(Failure::unreadable("a table has from 1 to 4000 searches, and this would have 0")
            .field("methods"));
    }
    request.limits = job.request_limits(request.limits);
    request.threads = 1;
    request.methods.iter_mut().for_each(|method| method.parameters.cap_bytes(MEMORY));
    let progress = JobProgress { job, unit: "searches" };
    let comparison = compare::run(&request, &context(&progress, &job.activity))?;
    if let Some(error) = comparison.errors.into_iter().next() {
        return Err(error.into());
    }
    let cells = comparison.rows.iter().flat_map(|(_, cells)| cells.iter().flatten());
    Ok(TableResult { rows: cells.map(|report| report.brief()).collect() })
}

/// Looks at a search step by step.
pub fn trace(job: &Job, mut request: trace::Request) -> Result<Trace, Failure> {
    request.limits = job.request_limits(request.limits);
    request.method.parameters.cap_bytes(MEMORY);
    let progress = JobProgress { job, unit: "nodes" };
    Ok(trace::run(&request, &context(&progress, &job.activity))?)
}

/// Races methods.
pub fn race(job: &Job, mut request: race::Request) -> Result<Race, Failure> {
    request.limits = job.request_limits(request.limits);
    request.methods.iter_mut().for_each(|method| method.parameters.cap_bytes(MEMORY));
    let progress = JobProgress { job, unit: "searches" };
    let count = request.methods.len();
    let begin = |number: usize| job.say(format!("entrant {} of {count}", number + 1));
    Ok(race::run(&request, &context(&progress, &job.activity), begin)?)
}

/// Enumerates all that can be reached.
pub fn explore(job: &Job, mut request: explore::Request) -> Result<ExploreResult, Failure> {
    request.limits = job.request_limits(request.limits);
    let progress = JobProgress { job, unit: "instances" };
    let (report, _) = explore::run_here(&request, &context(&progress, &job.activity))?;
    let mut result = report.result();
    result.lengths.get_or_insert_default();
    result.histogram.get_or_insert_default();
    result.depths.get_or_insert_default();
    Ok(result)
}
