//! Start a job, look at it, follow it, cancel it.

use super::{Job, Request};
use crate::server::body::JsonBody;
use crate::server::events::stream;
use crate::server::failure::Failure;
use crate::server::{Answer, App};
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// How often progress is told.
const PACE: Duration = Duration::from_millis(100);

/// A job, with its result when it is done.
fn told(job: &Job) -> Response {
    let pieces = job.json();
    let length = pieces.iter().map(Bytes::len).sum::<usize>().to_string();
    let body = Body::from_stream(futures_util::stream::iter(pieces.into_iter().map(Ok::<_, Infallible>)));
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_LENGTH, &length)];
    (headers, body).into_response()
}

/// Starts a job.
pub async fn create(State(app): State<Arc<App>>, JsonBody(request): JsonBody<Request>) -> Answer {
    let job = app.jobs.add(request)?;
    Ok((StatusCode::ACCEPTED, told(&job)).into_response())
}

/// Shows a job.
pub async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let job = app.jobs.find(&id)?;
    job.hear();
    Ok(told(&job))
}

/// Cancels a job.
pub async fn cancel(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<StatusCode, Failure> {
    app.jobs.find(&id)?.cancel();
    Ok(StatusCode::NO_CONTENT)
}

/// Follows a job: progress and things made as they come, at last the whole. Things are numbered: a client that reconnects
/// says which was the last, and hears the next.
pub async fn follow(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let job = app.jobs.find(&id)?;
    let ear = job.listen();
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok());
    let (items, ready) = (last.unwrap_or(0), VecDeque::new());
    let begin =
        Follower { job, _subscription: ear, items, picture: 0, last: String::new(), ready, over: false };
    Ok(stream(futures_util::stream::unfold(begin, Follower::next)))
}

struct Follower {
    job: Arc<Job>,
    _subscription: super::job::Subscription,
    /// Messages sent already.
    items: usize,
    /// The number of the picture sent last.
    picture: usize,
    /// The progress sent last.
    last: String,
    /// What is to be sent.
    ready: VecDeque<Bytes>,
    over: bool,
}

impl Follower {
    async fn next(mut self) -> Option<(Bytes, Self)> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some((piece, self));
            }
            if self.over {
                return None;
            }
            // Progress is sent at once, and then at most ten times a second.
            if !self.last.is_empty() {
                let _ = tokio::time::timeout(PACE, self.job.changed.notified()).await;
            }
            self.look();
        }
    }

    /// Gathers what there is to tell.
    fn look(&mut self) {
        let ended = self.job.has_ended();
        for item in self.job.items(self.items) {
            self.items += 1;
            self.ready.push_back(format!("id: {}\nevent: item\ndata: ", self.items).into());
            self.ready.extend([item, Bytes::from_static(b"\n\n")]);
        }
        if let Some((number, board)) = self.job.newer_picture(self.picture) {
            self.picture = number;
            self.ready.extend([
                Bytes::from_static(b"event: board\ndata: "),
                board,
                Bytes::from_static(b"\n\n"),
            ]);
        }
        if ended {
            self.over = true;
            self.ready.push_back(Bytes::from_static(b"event: end\ndata: "));
            self.ready.extend(self.job.json());
            self.ready.push_back(Bytes::from_static(b"\n\n"));
            return;
        }
        let now = serde_json::to_string(&self.job.how_far()).unwrap_or_default();
        if now != self.last {
            self.ready.push_back(format!("event: progress\ndata: {now}\n\n").into());
            self.last = now;
        }
    }
}
