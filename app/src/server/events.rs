//! Live events: everybody hears the same, nobody holds the others up, and whoever was away learns what was missed.
//!
//! The last events are kept, with their numbers. A client that comes back tells the number it saw last and gets
//! what followed, or, where that is no longer known, the advice to load everything anew. A client that does not
//! read costs its place in the line and nothing else: the channel is bounded, and one that falls behind is told to
//! load anew.

use super::App;
use super::failure::Failure;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt};
use serde::Deserialize;
use serde_json::Value;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

/// Events that are kept for those who come back.
const KEPT: usize = 4_096;

/// Events that a client may be behind.
const BEHIND: usize = 1_024;

/// A sign of life so often.
const ALIVE: Duration = Duration::from_secs(15);

/// One event, written out.
struct Message {
    id: Option<u64>,
    experiment: i64,
    text: String,
}

/// Where events go out.
pub struct Hub {
    log: Mutex<Log>,
    live: broadcast::Sender<Arc<Message>>,
}

#[derive(Default)]
struct Log {
    latest: u64,
    kept: VecDeque<Arc<Message>>,
}

impl Default for Hub {
    fn default() -> Self {
        Self { log: Mutex::default(), live: broadcast::channel(BEHIND).0 }
    }
}

impl Hub {
    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Tells everybody; what is kept has a number.
    pub fn send(&self, event: &str, experiment: i64, data: &Value, kept: bool) {
        let mut log = self.log();
        let id = kept.then(|| {
            log.latest += 1;
            log.latest
        });
        let number = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
        let message =
            Arc::new(Message { id, experiment, text: format!("{number}event: {event}\ndata: {data}\n\n") });
        if kept {
            if log.kept.len() == KEPT {
                log.kept.pop_front();
            }
            log.kept.push_back(Arc::clone(&message));
        }
        // Nobody may be listening.
        let _ = self.live.send(message);
    }

    /// Whether anybody listens.
    pub fn has_listeners(&self) -> bool {
        self.live.receiver_count() > 0
    }

    /// What a newcomer hears first, and the events from then on.
    fn join(&self, last: Option<u64>) -> (String, broadcast::Receiver<Arc<Message>>, Vec<Arc<Message>>) {
        let log = self.log();
        let live = self.live.subscribe();
        let hello = format!("event: hello\ndata: {{\"latest\": {}}}\n\n", log.latest);
        let Some(last) = last else { return (hello, live, Vec::new()) };
        let oldest = log.latest - log.kept.len() as u64;
        if last < oldest || last > log.latest {
            return (hello + RESET, live, Vec::new());
        }
        let missed = log.kept.iter().filter(|message| message.id.is_some_and(|id| id > last));
        (hello, live, missed.cloned().collect())
    }
}

const RESET: &str = "event: reset\ndata: {}\n\n";

/// An answer that goes on.
pub fn stream(items: impl Stream<Item = String> + Send + 'static) -> Response {
    let body = Body::from_stream(items.map(Ok::<_, Infallible>));
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (headers, body).into_response()
}

/// Which events.
#[derive(Deserialize)]
pub struct Wanted {
    experiment: Option<i64>,
}

/// Everything that happens to experiments.
pub async fn listen(
    State(app): State<Arc<App>>,
    wanted: Result<Query<Wanted>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let Query(Wanted { experiment }) = wanted.map_err(|error| Failure::bad(error.body_text()))?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    // What is no number of ours is from another time.
    let last = last.map(|text| text.parse().unwrap_or(u64::MAX));
    let (hello, live, missed) = app.hub.join(last);
    let wants = |message: &Message| experiment.is_none_or(|id| id == message.experiment);
    let first =
        missed.iter().filter(|message| wants(message)).fold(hello, |text, message| text + &message.text);
    let ear = Ear { first: Some(first), live, ending: app.ending.subscribe(), experiment };
    Ok(stream(futures_util::stream::unfold(ear, Ear::next)))
}

struct Ear {
    first: Option<String>,
    live: broadcast::Receiver<Arc<Message>>,
    ending: watch::Receiver<bool>,
    experiment: Option<i64>,
}

impl Ear {
    async fn next(mut self) -> Option<(String, Self)> {
        if let Some(first) = self.first.take() {
            return Some((first, self));
        }
        loop {
            let heard = tokio::select! {
                heard = tokio::time::timeout(ALIVE, self.live.recv()) => heard,
                _ = self.ending.wait_for(|ending| *ending) => return None,
            };
            match heard {
                Err(_) => return Some((":\n\n".to_owned(), self)),
                Ok(Ok(message)) if self.experiment.is_none_or(|id| id == message.experiment) => {
                    return Some((message.text.clone(), self));
                }
                Ok(Ok(_)) => {}
                Ok(Err(RecvError::Lagged(_))) => return Some((RESET.to_owned(), self)),
                Ok(Err(RecvError::Closed)) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whoever_comes_back_gets_what_was_missed_or_is_told_to_load_anew() {
        let hub = Hub::default();
        for number in 0..KEPT + 10 {
            hub.send("state", 1, &json!(number), true);
        }
        hub.send("progress", 1, &json!(0), false);
        let latest = (KEPT + 10) as u64;
        assert_eq!(hub.join(None).2.len(), 0);
        assert_eq!(hub.join(Some(latest - 3)).2.len(), 3);
        assert_eq!(hub.join(Some(10)).2.len(), KEPT);
        assert!(hub.join(Some(9)).0.contains("reset"));
        assert!(hub.join(Some(latest + 1)).0.contains("reset"), "a number from before a restart");
    }
}
