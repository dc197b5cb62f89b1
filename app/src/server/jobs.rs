//! Jobs: whatever takes time. A few run at once, some more wait, every one can be cancelled, and none outlives the
//! interest in it.
//!
//! | file | idea |
//! |---|---|
//! | [`request`] | what can be asked for |
//! | [`job`] | one job: where it stands, what came of it |
//! | [`routes`] | start, look, follow, cancel |
//! | the others | how each kind is done |
//!
//! A lane is a thread with a large stack, as deepening searches want it. It takes jobs from the queue in their
//! order. The searches look every 1,024 nodes whether they are still wanted.

mod ablation;
mod audit;
mod dataset;
mod generate;
mod grade;
mod job;
mod profile;
mod race;
mod request;
pub mod routes;
mod solve;
mod trace;
mod vary;

pub use job::Job;
pub use request::Request;

use super::App;
use super::failure::Failure;
use axum::http::StatusCode;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Weak};
use std::thread::JoinHandle;
use std::time::Duration;
use unstuck_ops::cancel;
use unstuck_ops::lock::locked;
use unstuck_ops::workers::STACK;

/// Jobs that run at once.
pub const LANES: usize = 2;

/// Jobs that wait at most.
const WAITING: usize = 32;

/// Finished jobs are kept for so long, and so many of them, and of their results so many bytes, at most.
const KEPT: Duration = Duration::from_secs(600);
const MOST: usize = 100;
const BYTES: usize = 64 << 20;

/// Most bytes of one result.
const RESULT: usize = 32 << 20;

/// A job that no client asks about for so long is cancelled.
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
        *ago > KEPT || *number >= MOST || kept > BYTES
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

fn perform(app: &App, job: &Job, request: Request) -> Result<Value, Failure> {
    match request {
        Request::Solve(request) => solve::solve(job, request),
        Request::Table(request) => solve::table(job, request),
        Request::Race(request) => race::race(job, &request),
        Request::Trace(request) => trace::trace(job, &request),
        Request::Explore(request) => solve::explore(job, request),
        Request::Grade(request) => grade::grade(job, &request),
        Request::Vary(request) => vary::vary(job, &request),
        Request::Generate(request) => generate::generate(job, &request),
        Request::Audit(request) => audit::audit(job, request),
        Request::Profile(request) => profile::profile(app, job, &request),
        Request::Ablation(request) => ablation::ablation(app, job, &request),
        Request::Dataset(request) => dataset::dataset(app, job, &request),
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
        let many = (0..=MOST as u64).map(|number| job(number, 1, &number.to_string())).collect();
        assert_eq!(forgotten(many), [MOST.to_string()]);
    }
}
