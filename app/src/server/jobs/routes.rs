//! Start a job, look at it, follow it, cancel it.

use super::{Entry, Request};
use crate::server::body::Told;
use crate::server::events::stream;
use crate::server::failure::Failure;
use crate::server::{Answer, App, json_text};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;

/// How often progress is told.
const PACE: Duration = Duration::from_millis(100);

/// Starts a job.
pub async fn create(State(app): State<Arc<App>>, Told(request): Told<Request>) -> Answer {
    let entry = app.jobs.add(request)?;
    Ok((StatusCode::ACCEPTED, json_text(entry.json().to_string())).into_response())
}

/// A job, with its result when it is done.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let entry = app.jobs.find(&id)?;
    entry.hear();
    Ok(json_text(entry.json().to_string()))
}

/// Cancels a job.
pub async fn cancel(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<StatusCode, Failure> {
    app.jobs.find(&id)?.cancel();
    Ok(StatusCode::NO_CONTENT)
}

/// Follows a job: progress and things made as they come, at last the whole.
pub async fn follow(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let entry = app.jobs.find(&id)?;
    let ear = entry.listen();
    let begin = Follower { entry, _ear: ear, items: 0, last: String::new(), over: false };
    Ok(stream(futures_util::stream::unfold(begin, Follower::next)))
}

struct Follower {
    entry: Arc<Entry>,
    _ear: super::entry::Ear,
    items: usize,
    last: String,
    over: bool,
}

impl Follower {
    async fn next(mut self) -> Option<(String, Self)> {
        loop {
            if self.over {
                return None;
            }
            let changed = Arc::clone(&self.entry);
            let ended = self.entry.has_ended();
            let mut text = String::new();
            for item in self.entry.items(self.items) {
                self.items += 1;
                text += &format!("event: item\ndata: {item}\n\n");
            }
            if ended {
                self.over = true;
                text += &format!("event: end\ndata: {}\n\n", self.entry.json());
                return Some((text, self));
            }
            let now = self.entry.how_far().to_string();
            if now != self.last {
                text += &format!("event: progress\ndata: {now}\n\n");
                self.last = now;
                // At most ten of them a second.
                let _ = tokio::time::timeout(PACE, changed.changed.notified()).await;
                return Some((text, self));
            }
            let _ = tokio::time::timeout(PACE, changed.changed.notified()).await;
        }
    }
}
