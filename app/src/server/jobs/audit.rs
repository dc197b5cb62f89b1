//! Report cards of heuristics, with their counter-examples as boards.

use super::Job;
use super::job::JobProgress;
use crate::server::access::context;
use crate::server::failure::Failure;
use unstuck_ops::audit::{self, AuditResult, Request};

/// Checks heuristics against exact distances.
pub fn audit(job: &Job, mut request: Request) -> Result<AuditResult, Failure> {
    request.limits = job.request_limits(request.limits);
    request.threads = 1;
    let progress = JobProgress { job, unit: "instances" };
    let mut audit = audit::run(&request, &context(&progress, &job.activity))?;
    if audit.instances == 0
        && let Some(error) = audit.errors.pop()
    {
        return Err(error.into());
    }
    audit.entries.retain(|entry| entry.card.states > 0);
    Ok(audit.result_with_boards()?)
}
