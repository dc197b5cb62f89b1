//! One job: where it stands, how far it is, what came of it. What came of it is written out once, and all who ask
//! share the bytes.

use super::request::{Request, lowered};
use crate::server::failure::Failure;
use axum::body::Bytes;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use unstuck_core::search;
use unstuck_core::view::Board;
use unstuck_ops::ToSchema;
use unstuck_ops::cancel;
use unstuck_ops::limits::Limits;
use unstuck_ops::lock::locked;
use unstuck_ops::progress::{Extent, Progress, Stage};
use unstuck_ops::watch::Activity;

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum JobState {
    Waiting,
    Running,
    Done,
    Failed,
    Cancelled,
}

/// How far a job is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Progress)]
pub struct JobProgressView {
    done: f64,
    total: Option<f64>,
    /// `nodes`, `instances`, `states`, `boards`.
    unit: &'static str,
    seconds: f64,
    /// One line for people.
    text: Option<String>,
    /// The cost of the best solution of an anytime algorithm so far.
    best: Option<u64>,
}

/// A job. A cancelled search may still have a result (status `limit`, limit `cancelled`). Finished jobs are kept for ten
/// minutes.
#[derive(ToSchema)]
#[schema(as = Job)]
#[expect(dead_code, reason = "the schema of an answer that is put together from bytes")]
pub struct JobView {
    id: String,
    kind: String,
    state: JobState,
    progress: JobProgressView,
    #[schema(nullable = false)]
    result: Option<super::Outcome>,
    #[schema(nullable = false)]
    error: Option<Failure>,
}

/// A job.
pub struct Job {
    /// Its name.
    pub id: String,
    kind: &'static str,
    /// What its searches have done, and whether they should end.
    pub activity: Activity,
    state: Mutex<State>,
    /// JobProgress whenever something changes that a client may wait for.
    pub changed: Notify,
    cancelled: cancel::Flag,
    listeners: AtomicUsize,
}

struct State {
    state: JobState,
    request: Option<Request>,
    began: Instant,
    ended: Option<Instant>,
    /// When a client last asked.
    heard: Instant,
    /// Pieces done, of how many, and what they are; nodes of searches by default.
    pieces: Option<(f64, Option<f64>, &'static str)>,
    text: Option<String>,
    items: Vec<Bytes>,
    /// The number of the latest picture of a solution, and the picture.
    picture: (usize, Bytes),
    result: Option<Bytes>,
    error: Option<Failure>,
}

impl Job {
    /// A job that waits.
    pub fn new(request: Request) -> Self {
        let now = Instant::now();
        Self {
            id: crate::server::security::random_key(),
            kind: request.kind(),
            activity: Activity::default(),
            state: Mutex::new(State {
                state: JobState::Waiting,
                request: Some(request),
                began: now,
                ended: None,
                heard: now,
                pieces: None,
                text: None,
                items: Vec::new(),
                picture: (0, Bytes::new()),
                result: None,
                error: None,
            }),
            changed: Notify::new(),
            cancelled: cancel::Flag::default(),
            listeners: AtomicUsize::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Takes what is to be done, unless it is no longer wanted.
    pub fn begin(&self) -> Option<Request> {
        let mut state = self.state();
        if state.state != JobState::Waiting {
            return None;
        }
        state.state = JobState::Running;
        state.began = Instant::now();
        state.request.take()
    }

    /// Keeps what came of it. The things made on the way are part of it, and need not be kept twice.
    pub fn finish(&self, done: Result<impl Serialize, Failure>) {
        let done = done.and_then(|result| written(&result));
        let mut state = self.state();
        // Work whose time is over has failed.
        let cancelled = self.cancelled.load(Ordering::Relaxed) || cancel::requested();
        state.ended = Some(Instant::now());
        (state.items, state.picture) = (Vec::new(), (0, Bytes::new()));
        match done {
            Ok(result) => {
                state.result = Some(result);
                state.state = if cancelled { JobState::Cancelled } else { JobState::Done };
            }
            Err(_) if cancelled => state.state = JobState::Cancelled,
            Err(error) => {
                state.error = Some(error);
                state.state = JobState::Failed;
            }
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// Asks it to end; one that waits has ended.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.activity.abandoned.store(true, Ordering::Relaxed);
        let mut state = self.state();
        if state.state == JobState::Waiting {
            state.state = JobState::Cancelled;
            state.ended = Some(Instant::now());
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// Set when it is cancelled.
    pub fn flag(&self) -> cancel::Flag {
        Arc::clone(&self.cancelled)
    }

    /// Whether it is no longer wanted.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.activity.is_over()
    }

    /// Whether it is over.
    pub fn has_ended(&self) -> bool {
        self.state().ended.is_some()
    }

    /// How long ago it ended, and the bytes of what came of it.
    pub fn ended_ago(&self) -> Option<(Duration, usize)> {
        let state = self.state();
        Some((state.ended?.elapsed(), state.result.as_ref().map_or(0, Bytes::len)))
    }

    /// Whether no client has asked about it for so long. Datasets are kept, so they are wanted by themselves.
    pub fn is_orphan(&self, patience: Duration) -> bool {
        let state = self.state();
        state.ended.is_none()
            && self.kind != "dataset"
            && self.listeners.load(Ordering::Relaxed) == 0
            && state.heard.elapsed() > patience
    }

    /// A client asks.
    pub fn hear(&self) {
        self.state().heard = Instant::now();
    }

    /// A client listens, until the listener is dropped.
    pub fn listen(self: &Arc<Self>) -> Subscription {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        Subscription(Arc::clone(self))
    }

    /// Tells how far it is, in pieces.
    pub fn progress(&self, done: usize, total: Option<usize>, unit: &'static str) {
        self.state().pieces = Some((done as f64, total.map(|total| total as f64), unit));
    }

    /// Tells what is being done.
    pub fn say(&self, text: impl Into<String>) {
        self.state().text = Some(text.into());
    }

    /// One more thing that was made, for those who follow.
    pub fn item(&self, item: &Value) {
        self.state().items.push(item.to_string().into());
        self.changed.notify_waiters();
    }

    /// Things made so far, from a number on.
    pub fn items(&self, from: usize) -> Vec<Bytes> {
        self.state().items.get(from..).unwrap_or_default().to_vec()
    }

    /// A picture of the best solution so far; it replaces the one before.
    pub fn picture(&self, board: &Board) {
        let Ok(written) = serde_json::to_vec(board) else { return };
        let mut state = self.state();
        state.picture = (state.picture.0 + 1, written.into());
        drop(state);
        self.changed.notify_waiters();
    }

    /// The latest picture, with its number, if it is another than that of a number.
    pub fn newer_picture(&self, than: usize) -> Option<(usize, Bytes)> {
        let state = self.state();
        (state.picture.0 > than).then(|| state.picture.clone())
    }

    /// How far it is.
    pub fn how_far(&self) -> JobProgressView {
        self.how_far_by(&self.state())
    }

    fn how_far_by(&self, state: &State) -> JobProgressView {
        let nodes = self.activity.expanded.load(Ordering::Relaxed) as f64;
        let (done, total, unit) = state.pieces.unwrap_or((nodes, None, "nodes"));
        let seconds =
            state.ended.unwrap_or_else(Instant::now).saturating_duration_since(state.began).as_secs_f64();
        let best = Some(self.activity.best.load(Ordering::Relaxed)).filter(|&best| best > 0);
        JobProgressView { done, total, unit, seconds, text: state.text.clone(), best }
    }

    /// The whole, as the pieces of a text of JSON.
    pub fn json(&self) -> Vec<Bytes> {
        let state = self.state();
        let mut object = json!({
            "id": self.id, "kind": self.kind, "state": state.state, "progress": self.how_far_by(&state),
        });
        if let Some(error) = &state.error {
            object["error"] = json!(error);
        }
        let mut head = object.to_string();
        let Some(result) = &state.result else { return vec![head.into()] };
        // The object goes on with its last field.
        head.pop();
        head += ",\"result\":";
        vec![head.into(), result.clone(), Bytes::from_static(b"}")]
    }

    /// Limits of the searches of a use case: those that are asked for, and the time that is left.
    pub fn request_limits(&self, asked: Limits) -> Limits {
        let search::Limits { expanded, seconds, memory, effort } = self.limits(asked);
        Limits { nodes: expanded, seconds, memory, effort, of_server: asked.seconds.is_none() }
    }

    /// Bounds of one search of the job: what is asked for, and the time that is left to the whole.
    pub fn limits(&self, asked: Limits) -> search::Limits {
        let mut limits = lowered(asked);
        let left = limits.seconds.unwrap_or(super::SECONDS) - self.state().began.elapsed().as_secs_f64();
        limits.seconds = Some(left.max(0.001));
        limits
    }
}

/// Tells a job how far its use case is.
pub struct JobProgress<'a> {
    /// The job.
    pub job: &'a Job,
    /// What the pieces are.
    pub unit: &'static str,
}

impl Progress for JobProgress<'_> {
    fn stage(&self, _title: &str, extent: Extent) -> Box<dyn Stage + '_> {
        Box::new(Pieces { told: self, extent })
    }
}

struct Pieces<'a> {
    told: &'a JobProgress<'a>,
    extent: Extent,
}

impl Stage for Pieces<'_> {
    fn show(&mut self, done: usize, _activity: &Activity) {
        if let Extent::Pieces(total) = self.extent
            && total > 1
        {
            self.told.job.progress(done, Some(total), self.told.unit);
        }
    }
}

/// A result in bytes, unless it is too large to be kept.
fn written(result: &impl Serialize) -> Result<Bytes, Failure> {
    let defect =
        |error: serde_json::Error| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
    let bytes = Bytes::from(serde_json::to_vec(result).map_err(defect)?);
    if bytes.len() > super::RESULT {
        let (own, most) = (bytes.len() >> 20, super::RESULT >> 20);
        let message = format!("the result has {own} MiB, and at most {most} are kept");
        return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, message).help("ask for less at once"));
    }
    Ok(bytes)
}

/// A client that listens.
pub struct Subscription(Arc<Job>);

impl Drop for Subscription {
    fn drop(&mut self) {
        self.0.listeners.fetch_sub(1, Ordering::Relaxed);
        self.0.hear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Job {
        let request = json!({ "kind": "explore", "instance": "jam:1" });
        Job::new(serde_json::from_value(request).unwrap())
    }

    fn text(job: &Job) -> Value {
        serde_json::from_slice(&job.json().concat()).unwrap()
    }

    #[test]
    fn a_result_is_written_once_and_shared() {
        let job = entry();
        assert_eq!((&text(&job)["state"], &text(&job)["result"]), (&json!("waiting"), &Value::Null));
        job.begin();
        job.item(&json!({ "board": 1 }));
        assert_eq!(job.items(0), ["{\"board\":1}"]);
        job.finish(Ok(json!({ "items": [{ "board": 1 }] })));
        assert_eq!(text(&job)["result"], json!({ "items": [{ "board": 1 }] }));
        assert_eq!(job.json()[1].as_ptr(), job.json()[1].as_ptr(), "nothing is copied");
        assert_eq!(job.ended_ago().unwrap().1, "{\"items\":[{\"board\":1}]}".len());
        assert!(job.items(0).is_empty() && job.items(7).is_empty());
    }

    #[test]
    fn a_result_that_is_too_large_is_refused() {
        let job = entry();
        job.begin();
        job.finish(Ok(Value::String("x".repeat(super::super::RESULT))));
        let told = text(&job);
        assert_eq!((&told["state"], &told["result"]), (&json!("failed"), &Value::Null));
        let message = told["error"]["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("the result has 32 MiB"), "{message}");
    }

    #[test]
    fn a_cancelled_job_raises_its_flag() {
        let job = entry();
        let flag = job.flag();
        job.cancel();
        assert!(flag.load(Ordering::Relaxed) && job.is_cancelled() && job.begin().is_none());
    }
}
