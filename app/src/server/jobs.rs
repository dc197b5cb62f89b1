//! Jobs: requests that take time. A few run at once, some more wait, each can be cancelled, and those that no client
//! follows are.
//!
//! | file | idea |
//! |---|---|
//! | [`request`] | what can be asked for |
//! | [`job`] | one job: its state and its result |
//! | [`routes`] | start, look, follow, cancel |
//! | the others | how each kind is done |
//!
//! Jobs run on worker threads (lanes) with large stacks, because deepening searches recurse; a lane takes jobs in the
//! order of the queue. Searches poll for cancellation every 1,024 nodes.

mod audit;
pub mod dataset;
pub mod generate;
mod job;
mod request;
pub mod routes;
pub mod solve;

pub use job::{Job, JobProgressView, JobView};
pub use request::Request;

use super::App;
use super::access::context;
use super::failure::Failure;
use axum::http::StatusCode;
use job::JobProgress;
use serde::Serialize;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Weak};
use std::thread::JoinHandle;
use std::time::Duration;
use unstuck_ops::ToSchema;
use unstuck_ops::ablation::Ablation;
use unstuck_ops::analysed_instances::Stored;
use unstuck_ops::audit::AuditResult;
use unstuck_ops::explore::ExploreResult;
use unstuck_ops::grade::{Grade, VaryResult};
use unstuck_ops::lock::locked;
use unstuck_ops::optimise::OptimisationResult;
use unstuck_ops::profile::Profile;
use unstuck_ops::race::Race;
use unstuck_ops::sheet::SheetResult;
use unstuck_ops::solve::SolveResult;
use unstuck_ops::store::Store;
use unstuck_ops::trace::Trace;
use unstuck_ops::workers::STACK;
use unstuck_ops::{Kind, ablation, cancel, grade, profile};

/// Jobs that run at once.
pub const LANES: usize = 2;

/// Jobs that wait at most.
const WAITING: usize = 32;

/// Finished jobs expire after ten minutes; at most 100 jobs and 64 MiB of results are kept.
const KEPT: Duration = Duration::from_secs(600);
const MAX: usize = 100;
const BYTES: usize = 64 << 20;

/// Most bytes of one result.
const RESULT: usize = 32 << 20;

/// A job is cancelled after this time without a request for it.
const ORPHAN: Duration = Duration::from_secs(30);

/// Most nodes, seconds and bytes of one job.
pub const NODES: u64 = 100_000_000;
/// See [`NODES`].
pub const SECONDS: f64 = 300.0;
/// See [`NODES`].
pub const MEMORY: u64 = 1 << 30;

/// All jobs.
#[derive(Default)]
pub struct Jobs {
    state: Mutex<JobQueue>,
    changed: Condvar,
}

#[derive(Default)]
struct JobQueue {
    waiting: VecDeque<Arc<Job>>,
    all: BTreeMap<String, Arc<Job>>,
    over: bool,
}

impl Jobs {
    fn queue(&self) -> MutexGuard<'_, JobQueue> {
        locked(&self.state)
    }

    /// Lets a job wait for a lane.
    fn add(&self, request: Request) -> Result<Arc<Job>, Failure> {
        let mut queue = self.queue();
        if queue.over {
            return Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, "the server is ending"));
        }
        if queue.waiting.len() >= WAITING {
            return Err(Failure::new(
                StatusCode::TOO_MANY_REQUESTS,
                format!("{WAITING} jobs are waiting already"),
            )
            .help("wait until some are done, or cancel one"));
        }
        let job = Arc::new(Job::new(request));
        queue.all.insert(job.id.clone(), Arc::clone(&job));
        queue.waiting.push_back(Arc::clone(&job));
        self.changed.notify_one();
        Ok(job)
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, Failure> {
        let found = self.queue().all.get(id).cloned();
        found.ok_or_else(|| {
            Failure::missing("there is no such job").help("finished jobs are kept for ten minutes")
        })
    }

    /// Cancels everything; workers notice soon.
    pub fn end(&self) {
        let mut queue = self.queue();
        queue.over = true;
        queue.all.values().for_each(|job| job.cancel());
        self.changed.notify_all();
    }

    /// Forgets results that are no longer needed, and cancels jobs that no client waits for.
    pub fn tidy(&self) {
        let mut queue = self.queue();
        for job in queue.all.values().filter(|job| job.is_orphan(ORPHAN)) {
            job.cancel();
        }
        queue.waiting.retain(|job| !job.has_ended());
        let ended = queue.all.values().filter_map(|job| Some((job.ended_ago()?, job.id.clone())));
        for id in forgotten(ended.collect()) {
            queue.all.remove(&id);
        }
    }

    fn next(&self) -> Option<Arc<Job>> {
        let mut queue = self.queue();
        loop {
            if queue.over {
                return None;
            }
            if let Some(job) = queue.waiting.pop_front() {
                return Some(job);
            }
            queue = self.changed.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }
}

/// Which of the finished jobs, each with how long ago it ended and its bytes, are forgotten: the oldest.
fn forgotten(mut ended: Vec<((Duration, usize), String)>) -> Vec<String> {
    ended.sort();
    let mut kept = 0;
    let goes = |(number, ((ago, bytes), _)): &(usize, &((Duration, usize), String))| {
        kept += bytes;
        *ago > KEPT || *number >= MAX || kept > BYTES
    };
    ended.iter().enumerate().filter(goes).map(|(_, (_, id))| id.clone()).collect()
}

/// Starts the lanes.
pub fn start(app: &Arc<App>) -> std::io::Result<Vec<JoinHandle<()>>> {
    let lane = |number: usize| {
        let app: Weak<App> = Arc::downgrade(app);
        let jobs = Arc::clone(&app.upgrade().ok_or(std::io::ErrorKind::Other)?.jobs);
        std::thread::Builder::new().name(format!("job lane {number}")).stack_size(STACK).spawn(move || {
            while let Some(job) = jobs.next() {
                let Some(app) = app.upgrade() else { return };
                let Some(request) = job.begin() else { continue };
                // A defect in one job does not end the others.
                let done = catch_unwind(AssertUnwindSafe(|| {
                    cancel::with_flag(Some(job.flag()), || perform(&app, &job, request))
                }));
                job.finish(done.unwrap_or_else(|_| {
                    let message =
                        "a defect of the program ended the job; please report what the terminal says";
                    Err(Failure::new(StatusCode::INTERNAL_SERVER_ERROR, message))
                }));
            }
        })
    };
    (0..LANES).map(lane).collect()
}

/// What a job comes to, by its kind.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = JobResult)]
pub enum Outcome {
    Solve(Box<SolveResult>),
    Table(solve::TableResult),
    Race(Race),
    Trace(Trace),
    Explore(Box<ExploreResult>),
    Grade(Grade),
    Vary(VaryResult),
    Generate(generate::GenerateResult),
    Sheet(SheetResult),
    Audit(AuditResult),
    Profile(Profile),
    Ablation(Ablation),
    Dataset(dataset::DatasetResult),
    Optimisation(Box<OptimisationResult>),
    OptimisationTable(solve::OptimisationTable),
}

fn perform(app: &App, job: &Arc<Job>, request: Request) -> Result<Outcome, Failure> {
    let limits = |asked| job.request_limits(asked);
    let running = |unit| JobProgress { job, unit };
    Ok(match request {
        Request::Solve(request) => solve::solve(job, request)?,
        Request::Table(request) => solve::table(job, request)?,
        Request::Race(request) => Outcome::Race(solve::race(job, request)?),
        Request::Trace(request) => Outcome::Trace(solve::trace(job, request)?),
        Request::Explore(request) => Outcome::Explore(Box::new(solve::explore(job, request)?)),
        Request::Grade(mut request) => {
            request.limits = limits(request.limits);
            Outcome::Grade(grade::run(&request, &context(&running("searches"), &job.activity))?)
        }
        Request::Vary(mut request) => {
            request.limits = limits(request.limits);
            Outcome::Vary(grade::vary(&request, &context(&running("boards"), &job.activity))?)
        }
        Request::Generate(request) => Outcome::Generate(generate::generate(job, &request)?),
        Request::Sheet(request) => Outcome::Sheet(generate::sheet(job, request)?),
        Request::Audit(request) => Outcome::Audit(audit::audit(job, request)?),
        Request::Profile(mut request) => {
            request.limits = limits(request.limits);
            let running = running("instances");
            Outcome::Profile(profile::run(&request, app, &context(&running, &job.activity))?)
        }
        Request::Ablation(mut request) => {
            request.limits = limits(request.limits);
            let running = running("parts");
            Outcome::Ablation(ablation::run(&request, app, &context(&running, &job.activity))?)
        }
        Request::Dataset(request) => Outcome::Dataset(dataset::dataset(app, job, &request)?),
    })
}

/// Where analyses find runs and datasets.
impl Stored for App {
    fn store(&self) -> Option<&Store> {
        Some(&self.store)
    }

    fn dataset(&self, name: &str) -> unstuck_ops::Result<Vec<String>> {
        let missing = |_| unstuck_ops::Error::new(Kind::Missing, format!("there is no dataset '{name}'"));
        let loaded = super::datasets::dataset_store::load(self, name).map_err(missing)?;
        Ok(loaded.dataset.instances.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_results_are_forgotten_by_age_number_and_bytes() {
        let job =
            |seconds: u64, bytes: usize, id: &str| ((Duration::from_secs(seconds), bytes), id.to_owned());
        assert_eq!(forgotten(vec![job(601, 1, "old"), job(599, 1, "young")]), ["old"]);
        let large = vec![job(3, RESULT, "third"), job(1, RESULT, "first"), job(2, RESULT, "second")];
        assert_eq!(forgotten(large), ["third"]);
        let many = (0..=MAX as u64).map(|number| job(number, 1, &number.to_string())).collect();
        assert_eq!(forgotten(many), [MAX.to_string()]);
    }
}
