//! One job: where it stands, how far it is, what came of it. What came of it is written out once, and all who ask
//! share the bytes.

use super::request::{self, Request};
use crate::interrupt;
use crate::lock::locked;
use crate::server::failure::Failure;
use crate::watch::Activity;
use axum::body::Bytes;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use unstuck_core::search::Limits;

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Stand {
    Waiting,
    Running,
    Done,
    Failed,
    Cancelled,
}

/// A job.
pub struct Entry {
    /// Its name.
    pub id: String,
    kind: &'static str,
    /// What its searches have done, and whether they should end.
    pub activity: Activity,
    state: Mutex<State>,
    /// Told whenever something changes that somebody may wait for.
    pub changed: Notify,
    cancelled: interrupt::Flag,
    listeners: AtomicUsize,
}

struct State {
    stand: Stand,
    request: Option<Request>,
    began: Instant,
    ended: Option<Instant>,
    /// When somebody last asked.
    heard: Instant,
    /// Pieces done, of how many, and what they are; nodes of searches unless said.
    pieces: Option<(f64, Option<f64>, &'static str)>,
    text: Option<String>,
    items: Vec<Bytes>,
    result: Option<Bytes>,
    error: Option<Failure>,
}

impl Entry {
    /// A job that waits.
    pub fn new(request: Request) -> Self {
        let now = Instant::now();
        Self {
            id: crate::server::security::random_key(),
            kind: request.kind(),
            activity: Activity::default(),
            state: Mutex::new(State {
                stand: Stand::Waiting,
                request: Some(request),
                began: now,
                ended: None,
                heard: now,
                pieces: None,
                text: None,
                items: Vec::new(),
                result: None,
                error: None,
            }),
            changed: Notify::new(),
            cancelled: interrupt::Flag::default(),
            listeners: AtomicUsize::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Takes what is to be done, unless it is no longer wanted.
    pub fn begin(&self) -> Option<Request> {
        let mut state = self.state();
        if state.stand != Stand::Waiting {
            return None;
        }
        state.stand = Stand::Running;
        state.began = Instant::now();
        state.request.take()
    }

    /// Keeps what came of it. The things made on the way are part of it, and need not be kept twice.
    pub fn finish(&self, done: Result<Value, Failure>) {
        let done = done.and_then(|result| written(&result));
        let mut state = self.state();
        let cancelled = self.is_cancelled();
        state.ended = Some(Instant::now());
        state.items = Vec::new();
        match done {
            Ok(result) => {
                state.result = Some(result);
                state.stand = if cancelled { Stand::Cancelled } else { Stand::Done };
            }
            Err(_) if cancelled => state.stand = Stand::Cancelled,
            Err(error) => {
                state.error = Some(error);
                state.stand = Stand::Failed;
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
        if state.stand == Stand::Waiting {
            state.stand = Stand::Cancelled;
            state.ended = Some(Instant::now());
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// Set when it is cancelled.
    pub fn flag(&self) -> interrupt::Flag {
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

    /// Whether nobody has asked about it for so long. Datasets are kept, so they are wanted by themselves.
    pub fn is_orphan(&self, patience: Duration) -> bool {
        let state = self.state();
        state.ended.is_none()
            && self.kind != "dataset"
            && self.listeners.load(Ordering::Relaxed) == 0
            && state.heard.elapsed() > patience
    }

    /// Somebody asks.
    pub fn hear(&self) {
        self.state().heard = Instant::now();
    }

    /// Somebody listens, until the ear is dropped.
    pub fn listen(self: &Arc<Self>) -> Ear {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        Ear(Arc::clone(self))
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

    /// How far it is.
    pub fn how_far(&self) -> Value {
        self.how_far_by(&self.state())
    }

    fn how_far_by(&self, state: &State) -> Value {
        let nodes = self.activity.expanded.load(Ordering::Relaxed) as f64;
        let (done, total, unit) = state.pieces.unwrap_or((nodes, None, "nodes"));
        let seconds =
            state.ended.unwrap_or_else(Instant::now).saturating_duration_since(state.began).as_secs_f64();
        json!({ "done": done, "total": total, "unit": unit, "seconds": seconds, "text": state.text })
    }

    /// The whole, as the pieces of a text of JSON.
    pub fn json(&self) -> Vec<Bytes> {
        let state = self.state();
        let mut object = json!({
            "id": self.id, "kind": self.kind, "state": state.stand, "progress": self.how_far_by(&state),
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

    /// Bounds of one search of the job: what is asked for, and the time that is left to the whole.
    pub fn limits(&self, asked: request::Limits) -> Limits {
        let mut limits = asked.lowered();
        let left = limits.seconds.unwrap_or(super::SECONDS) - self.state().began.elapsed().as_secs_f64();
        limits.seconds = Some(left.max(0.001));
        limits
    }
}

/// A result in bytes, unless it is too large to be kept.
fn written(result: &Value) -> Result<Bytes, Failure> {
    let bytes = Bytes::from(result.to_string());
    if bytes.len() > super::RESULT {
        let (own, most) = (bytes.len() >> 20, super::RESULT >> 20);
        let message = format!("the result has {own} MiB, and at most {most} are kept");
        return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, message).help("ask for less at once"));
    }
    Ok(bytes)
}

/// Somebody who listens.
pub struct Ear(Arc<Entry>);

impl Drop for Ear {
    fn drop(&mut self) {
        self.0.listeners.fetch_sub(1, Ordering::Relaxed);
        self.0.hear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let request = json!({ "kind": "explore", "instance": "jam:1" });
        Entry::new(serde_json::from_value(request).unwrap())
    }

    fn text(entry: &Entry) -> Value {
        serde_json::from_slice(&entry.json().concat()).unwrap()
    }

    #[test]
    fn a_result_is_written_once_and_shared() {
        let entry = entry();
        assert_eq!((&text(&entry)["state"], &text(&entry)["result"]), (&json!("waiting"), &Value::Null));
        entry.begin();
        entry.item(&json!({ "board": 1 }));
        assert_eq!(entry.items(0), ["{\"board\":1}"]);
        entry.finish(Ok(json!({ "items": [{ "board": 1 }] })));
        assert_eq!(text(&entry)["result"], json!({ "items": [{ "board": 1 }] }));
        assert_eq!(entry.json()[1].as_ptr(), entry.json()[1].as_ptr(), "nothing is copied");
        assert_eq!(entry.ended_ago().unwrap().1, "{\"items\":[{\"board\":1}]}".len());
        assert!(entry.items(0).is_empty() && entry.items(7).is_empty());
    }

    #[test]
    fn a_result_that_is_too_large_is_refused() {
        let entry = entry();
        entry.begin();
        entry.finish(Ok(Value::String("x".repeat(super::super::RESULT))));
        let told = text(&entry);
        assert_eq!((&told["state"], &told["result"]), (&json!("failed"), &Value::Null));
        let message = told["error"]["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("the result has 32 MiB"), "{message}");
    }

    #[test]
    fn a_cancelled_job_raises_its_flag() {
        let entry = entry();
        let flag = entry.flag();
        entry.cancel();
        assert!(flag.load(Ordering::Relaxed) && entry.is_cancelled() && entry.begin().is_none());
    }
}
