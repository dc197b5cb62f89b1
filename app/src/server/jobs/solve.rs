//! Searches: one, a table of them, step by step, against each other; and whole spaces.

use super::job::JobProgress;
use super::{Job, MEMORY, Outcome};
use crate::server::access::context;
use crate::server::failure::Failure;
use serde::Serialize;
use std::sync::Arc;
use unstuck_core::executor::Sequential;
use unstuck_ops::ToSchema;
use unstuck_ops::compare::Compared;
use unstuck_ops::compare::optimisation::{CompareResult, PairSummary};
use unstuck_ops::explore::ExploreResult;
use unstuck_ops::optimise::OptimisationResult;
use unstuck_ops::race::Race;
use unstuck_ops::solve::{SolveResult, Solves};
use unstuck_ops::trace::Trace;
use unstuck_ops::{Error, compare, explore, race, solve, trace};

/// Solves one instance.
pub fn solve(job: &Arc<Job>, mut request: solve::Request) -> Result<Outcome, Failure> {
    request.limits = job.request_limits(request.limits);
    request.threads = 1;
    // The table counts as memory of the job.
    request.method.parameters.cap_bytes(MEMORY);
    let progress = JobProgress { job, unit: "searches" };
    let context = context(&progress, &job.activity);
    match Solves::single(&request, &context)? {
        Solves::Searches(batch) => {
            let report = batch.run_here(&context, &Sequential)?;
            // Pages ask for the large states that they show.
            let large = report.puzzle.has_large_states();
            Ok(Outcome::Solve(Box::new(if large { report.brief() } else { report.with_positions()? })))
        }
        Solves::Optimisations(batch) => {
            let painter = Arc::clone(job);
            let _ = job.activity.boards.set(Box::new(move |board| painter.picture(&board)));
            let report = batch.run_here(&context)?;
            Ok(Outcome::Optimisation(Box::new(report.with_board().map_err(Error::from)?)))
        }
    }
}

/// A table of searches.
#[derive(Serialize, ToSchema)]
pub struct TableResult {
    /// Without positions, instance by instance, method by method.
    rows: Vec<SolveResult>,
}

/// A table of solves of an optimisation domain.
#[derive(Serialize, ToSchema)]
pub struct OptimisationTable {
    /// Instance by instance, method by method.
    rows: Vec<OptimisationResult>,
    /// The methods.
    summary: Vec<PairSummary>,
}

/// Every method on every instance.
pub fn table(job: &Job, mut request: compare::Request) -> Result<Outcome, Failure> {
    if request.methods.is_empty() {
        return Err(Failure::unreadable("a table has from 1 to 4000 searches, and this would have 0")
            .field("methods"));
    }
    request.limits = job.request_limits(request.limits);
    request.threads = 1;
    request.methods.iter_mut().for_each(|method| method.parameters.cap_bytes(MEMORY));
    let progress = JobProgress { job, unit: "searches" };
    match compare::run(&request, &context(&progress, &job.activity))? {
        Compared::Searches(comparison) => {
            none(comparison.errors)?;
            let cells = comparison.rows.iter().flat_map(|(_, cells)| cells.iter().flatten());
            Ok(Outcome::Table(TableResult { rows: cells.map(|report| report.brief()).collect() }))
        }
        Compared::Optimisations(comparison) => {
            let CompareResult { results: rows, summary, .. } = comparison.result().map_err(Error::from)?;
            none(comparison.errors)?;
            Ok(Outcome::OptimisationTable(OptimisationTable { rows, summary }))
        }
    }
}

/// The first of some errors.
fn none(errors: Vec<Error>) -> Result<(), Failure> {
    errors.into_iter().next().map_or(Ok(()), |error| Err(error.into()))
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
