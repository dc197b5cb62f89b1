//! Live events: all listeners get the same events, none delays the others, and one that reconnects gets what it missed.
//!
//! The last events are kept, with their numbers. A client that reconnects sends the number of the last event it got, and
//! receives those that followed, or a reset event if they are no longer kept. All listeners are sent the same bytes. The
//! channel is bounded: a client that falls behind receives a reset event.

use super::failure::Failure;
use super::{App, connection};
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
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
use unstuck_ops::lock::locked;

/// Events that are kept for clients that reconnect; after a longer gap loading again is quicker.
const KEPT: usize = 500;

/// Listeners at once. A browser needs one for all its pages.
const LISTENERS: usize = 500;

/// Events that a client may be behind.
const BEHIND: usize = 1_024;

/// Time between signs of life.
const ALIVE: Duration = Duration::from_secs(15);

/// One event, written out.
struct Message {
    id: Option<u64>,
    experiment: i64,
    text: Bytes,
}

/// Where events go out.
pub struct EventBus {
    log: Mutex<Log>,
    live: broadcast::Sender<Arc<Message>>,
}

#[derive(Default)]
struct Log {
    latest: u64,
    kept: VecDeque<Arc<Message>>,
}

impl Default for EventBus {
    fn default() -> Self {
        Self { log: Mutex::default(), live: broadcast::channel(BEHIND).0 }
    }
}

impl EventBus {
    fn log(&self) -> MutexGuard<'_, Log> {
        locked(&self.log)
    }

    /// Sends an event to all listeners; an event that is kept has a number.
    pub fn send(&self, event: &str, experiment: i64, data: &Value, kept: bool) {
        let mut log = self.log();
        let id = kept.then(|| {
            log.latest += 1;
            log.latest
        });
        let number = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
        let text = format!("{number}event: {event}\ndata: {data}\n\n").into();
        let message = Arc::new(Message { id, experiment, text });
        if kept {
            if log.kept.len() == KEPT {
                log.kept.pop_front();
            }
            log.kept.push_back(Arc::clone(&message));
        }
        // There may be no listener.
        let _ = self.live.send(message);
    }

    /// Whether there are listeners.
    pub fn has_listeners(&self) -> bool {
        self.live.receiver_count() > 0
    }

    /// Subscribes: missed events, then live ones. `None` if all slots are taken.
    fn join(&self, last: Option<u64>, experiment: Option<i64>) -> Option<Subscription> {
        let log = self.log();
        if self.live.receiver_count() >= LISTENERS {
            return None;
        }
        let live = self.live.subscribe();
        let mut first =
            VecDeque::from([format!("event: hello\ndata: {{\"latest\": {}}}\n\n", log.latest).into()]);
        if let Some(last) = last {
            let oldest = log.latest - log.kept.len() as u64;
            if last < oldest || last > log.latest {
                first.push_back(RESET);
            } else {
                let missed = log.kept.iter().filter(|message| message.id.is_some_and(|id| id > last));
                let own = missed.filter(|message| experiment.is_none_or(|id| id == message.experiment));
                first.extend(own.map(|message| message.text.clone()));
            }
        }
        Some(Subscription { first, live, experiment })
    }
}

/// The events of one listener.
struct Subscription {
    /// Before what comes live.
    first: VecDeque<Bytes>,
    live: broadcast::Receiver<Arc<Message>>,
    experiment: Option<i64>,
}

const RESET: Bytes = Bytes::from_static(b"event: reset\ndata: {}\n\n");

/// An answer without an end.
pub fn stream(items: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let streaming = connection::streaming();
    let body = Body::from_stream(items.map(move |item| {
        let _ = &streaming;
        Ok::<_, Infallible>(item)
    }));
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
    let subscription = app.events.join(last, experiment).ok_or_else(|| {
        let message = format!("{LISTENERS} are listening already");
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, message)
            .help("close some pages, or ask now and then instead")
    })?;
    let begin = (subscription, app.ending.subscribe());
    let next = |(mut subscription, mut ending): (Subscription, watch::Receiver<bool>)| async move {
        let event = tokio::select! {
            event = subscription.next() => event?,
            _ = ending.wait_for(|ending| *ending) => return None,
        };
        Some((event, (subscription, ending)))
    };
    Ok(stream(futures_util::stream::unfold(begin, next)))
}

impl Subscription {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.pop_front() {
            return Some(first);
        }
        loop {
            match tokio::time::timeout(ALIVE, self.live.recv()).await {
                Err(_) => return Some(Bytes::from_static(b":\n\n")),
                Ok(Ok(message)) if self.experiment.is_none_or(|id| id == message.experiment) => {
                    return Some(message.text.clone());
                }
                Ok(Ok(_)) => {}
                Ok(Err(RecvError::Lagged(_))) => return Some(RESET),
                Ok(Err(RecvError::Closed)) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What is event at once after the greeting.
    fn missed(bus: &EventBus, last: Option<u64>, experiment: Option<i64>) -> Vec<Bytes> {
        bus.join(last, experiment).unwrap().first.into_iter().skip(1).collect()
    }

    #[test]
    fn a_client_that_reconnects_gets_missed_events_or_a_request_to_reload() {
        let bus = EventBus::default();
        for number in 0..KEPT + 10 {
            bus.send("state", (number % 2) as i64, &json!(number), true);
        }
        bus.send("progress", 1, &json!(0), false);
        let latest = (KEPT + 10) as u64;
        assert_eq!(missed(&bus, None, None).len(), 0);
        assert_eq!(missed(&bus, Some(latest - 3), None).len(), 3);
        assert_eq!(missed(&bus, Some(latest - 4), Some(1)).len(), 2, "of one experiment");
        assert_eq!(missed(&bus, Some(10), None).len(), KEPT);
        assert_eq!(missed(&bus, Some(9), None), [RESET]);
        assert_eq!(missed(&bus, Some(latest + 1), None), [RESET], "a number from before a restart");
        let [one, other] = [0, 1].map(|_| missed(&bus, Some(latest - 1), None)[0].as_ptr());
        assert_eq!(one, other, "the bytes are shared");
    }

    #[test]
    fn so_many_listen_and_no_more() {
        let bus = EventBus::default();
        let mut subscription: Vec<Option<Subscription>> =
            (0..LISTENERS).map(|_| bus.join(None, None)).collect();
        assert!(subscription.iter().all(Option::is_some) && bus.join(None, None).is_none());
        subscription.pop();
        assert!(bus.join(None, None).is_some());
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_asked_to_reload_and_continues() {
        let bus = EventBus::default();
        let mut subscription = bus.join(None, None).unwrap();
        for number in 0..BEHIND + 1 {
            bus.send("state", 1, &json!(number), true);
        }
        assert!(subscription.next().await.unwrap().starts_with(b"event: hello"));
        assert_eq!(subscription.next().await.unwrap(), RESET);
        assert_eq!(subscription.next().await.unwrap(), "id: 2\nevent: state\ndata: 1\n\n");
    }
}
