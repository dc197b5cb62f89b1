//! A route: its handler, and its part of the document.

use super::{Described, Schemas};
use crate::server::App;
use axum::extract::{Request, State};
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{self, MethodFilter, MethodRouter};
use serde_json::{Value, json};
use std::pin::Pin;
use std::sync::Arc;

/// Registers a type and gives its schema.
type SchemaOf = fn(&mut Schemas) -> Value;
/// Registers the types of events and gives them by name.
type EventsOf = fn(&mut Schemas) -> Vec<(&'static str, Value)>;

/// What a route answers, for the document alone.
#[cfg_attr(not(feature = "schema"), allow(dead_code))]
pub enum Gives {
    /// Nothing, or a file.
    Untyped,
    /// JSON of a type.
    Json(SchemaOf),
    /// Server-sent events.
    Events(EventsOf),
}

/// A route of the contract. All but its path and its handler is for the document.
#[cfg_attr(not(feature = "schema"), allow(dead_code))]
pub struct Route {
    /// Its path below `/api`.
    pub path: &'static str,
    /// Its handler.
    pub handler: MethodRouter<Arc<App>>,
    pub(super) method: &'static str,
    pub(super) about: &'static str,
    pub(super) takes: Option<SchemaOf>,
    pub(super) status: &'static str,
    pub(super) gives: Gives,
    pub(super) query: &'static [(&'static str, &'static str)],
    pub(super) refusals: &'static [&'static str],
}

/// A handler of any type. Axum's routing is compiled for each type of handler, and so only for this one.
type Erased = Arc<dyn Fn(Request, Arc<App>) -> Pin<Box<dyn Future<Output = Response> + Send>> + Send + Sync>;

fn erased<H: Handler<T, Arc<App>>, T: 'static>(handler: H) -> Erased {
    Arc::new(move |request, app| Box::pin(handler.clone().call(request, app)))
}

/// A route that reads.
pub fn get<H: Handler<T, Arc<App>>, T: 'static>(
    path: &'static str,
    about: &'static str,
    handler: H,
) -> Route {
    Route::new("get", path, about, erased(handler))
}

/// A route that changes or computes something.
pub fn post<H: Handler<T, Arc<App>>, T: 'static>(
    path: &'static str,
    about: &'static str,
    handler: H,
) -> Route {
    let refusals = &["400", "409", "413", "415", "422", "429", "503"];
    Route { refusals, ..Route::new("post", path, about, erased(handler)) }
}

/// A route that deletes.
pub fn delete<H: Handler<T, Arc<App>>, T: 'static>(
    path: &'static str,
    about: &'static str,
    handler: H,
) -> Route {
    Route { status: "204", refusals: &["409", "503"], ..Route::new("delete", path, about, erased(handler)) }
}

impl Route {
    fn new(method: &'static str, path: &'static str, about: &'static str, handler: Erased) -> Self {
        let filter = match method {
            "get" => MethodFilter::GET,
            "post" => MethodFilter::POST,
            _ => MethodFilter::DELETE,
        };
        let answer = move |State(app): State<Arc<App>>, request: Request| handler(request, app);
        Self {
            path,
            handler: routing::on(filter, answer),
            method,
            about,
            takes: None,
            status: "200",
            gives: Gives::Untyped,
            query: &[],
            refusals: &[],
        }
    }

    /// The type of its body.
    pub fn takes<T: Described>(self) -> Self {
        Self { takes: Some(Schemas::request::<T>), ..self }
    }

    /// The type of its answer.
    pub fn gives<T: Described>(self) -> Self {
        Self { gives: Gives::Json(Schemas::answer::<T>), ..self }
    }

    /// Its answer is JSON of no particular type.
    pub fn gives_json(self) -> Self {
        Self { gives: Gives::Json(|_| json!({ "type": "object" })), ..self }
    }

    /// The events that it sends.
    pub fn streams(self, events: EventsOf) -> Self {
        Self { gives: Gives::Events(events), ..self }
    }

    /// The status of success, if it is not the usual one.
    pub fn status(self, status: &'static str) -> Self {
        Self { status, ..self }
    }

    /// What its query may name.
    pub fn query(self, query: &'static [(&'static str, &'static str)]) -> Self {
        Self { query, ..self }
    }

    /// How it may refuse, if not as all of its method.
    pub fn refusals(self, refusals: &'static [&'static str]) -> Self {
        Self { refusals, ..self }
    }
}
