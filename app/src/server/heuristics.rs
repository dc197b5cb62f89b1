//! Heuristics as texts: read, evaluated on a position, written in other forms, explained.

use super::access::context;
use super::body::JsonBody;
use super::failure::Failure;
use super::{Answer, App, cancel_on_disconnect, run_blocking};
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use unstuck_core::domain::{Domain, DomainRef};
use unstuck_core::language::Checked;
use unstuck_ops::ToSchema;
use unstuck_ops::explain::{self, CheckRequest, CheckedHeuristic, Request};
use unstuck_ops::export;
use unstuck_ops::progress::Silent;
use unstuck_ops::request::Fields;
use unstuck_ops::validate;
use unstuck_ops::watch::Activity;

/// A domain by its name.
pub fn domain(name: &str) -> Result<DomainRef, Failure> {
    Ok(context(&Silent, &Activity::default()).domain(name)?)
}

/// A heuristic's text, read; `field` is where it stands in the request.
pub fn formula(domain: &dyn Domain, text: &str, field: &str) -> Result<Checked, Failure> {
    Ok(explain::read(domain, text, &context(&Silent, &Activity::default()), field)?)
}

/// What became of a text: 200 also for one that cannot be read.
#[derive(Serialize, ToSchema)]
#[schema(as = Checked)]
pub struct CheckAnswer {
    /// Whether it can be read.
    ok: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    error: Option<Failure>,
    /// The heuristic.
    #[serde(flatten)]
    #[schema(value_type = PartialCheck)]
    heuristic: Option<CheckedHeuristic>,
}

/// The fields of a heuristic that could be read.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of fields that are all there or not at all")]
pub struct PartialCheck {
    #[schema(nullable = false)]
    text: Option<String>,
    #[schema(nullable = false)]
    block: Option<String>,
    #[schema(nullable = false)]
    simplified: Option<String>,
    #[schema(nullable = false)]
    size: Option<usize>,
    #[schema(nullable = false)]
    features: Option<Vec<String>>,
    #[schema(nullable = false)]
    admissible: Option<bool>,
    #[schema(nullable = false)]
    path: Option<bool>,
    #[schema(nullable = false)]
    formula: Option<unstuck_ops::formula::FormulaView>,
    #[schema(nullable = false)]
    evaluation: Option<unstuck_ops::formula::Evaluation>,
}

/// Reads a text, and evaluates it on a position.
pub async fn check(JsonBody(request): JsonBody<CheckRequest>) -> Answer {
    run_blocking(move || {
        Ok(match explain::check(&request, &context(&Silent, &Activity::default()))? {
            Ok(heuristic) => CheckAnswer { ok: true, error: None, heuristic: Some(heuristic) },
            Err(error) => CheckAnswer { ok: false, error: Some(error.into()), heuristic: None },
        })
    })
    .await
}

/// A heuristic and the form it is wanted in.
#[derive(Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// The domain.
    domain: String,
    /// The heuristic's text.
    text: String,
    /// A name of catalog.exports.
    form: String,
    /// Whether to simplify it first.
    #[serde(default)]
    simplify: bool,
    /// Significant digits of its numbers.
    round: Option<u8>,
}

/// A heuristic in another form.
pub async fn exported(JsonBody(request): JsonBody<ExportRequest>) -> Answer {
    run_blocking(move || {
        let domain = domain(&request.domain)?;
        let Checked { formula, table, .. } = formula(&*domain, &request.text, "text")?;
        let ExportRequest { form, simplify, round, .. } = request;
        Ok(export::run(&export::Request { form, simplify, round }, &formula, &table)?)
    })
    .await
}

/// Explanations and judgements that are made at once, each with searches of its own; others wait their turn for a while.
pub const AT_ONCE: usize = 2;
const TURN: Duration = Duration::from_secs(5);

/// Why this value here: rules, terms, successors.
pub async fn explain(State(app): State<Arc<App>>, JsonBody(request): JsonBody<Request>) -> Answer {
    in_turn(&app, move || Ok(explain::run(&request, &context(&Silent, &Activity::default()))?)).await
}

/// What a request computes when its turn has come, until its client is gone.
pub async fn in_turn<T: Serialize + Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Answer {
    let place = Arc::clone(&app.explaining).acquire_owned();
    let Ok(place) = tokio::time::timeout(TURN, place).await else {
        let message = "too many analyses are running";
        return Err(Failure::new(StatusCode::TOO_MANY_REQUESTS, message).help("try again in a moment"));
    };
    cancel_on_disconnect(move || {
        // Kept until the searches have ended, whether the client waits for them or not.
        let _place = place;
        work()
    })
    .await
}

/// Whether a plan solves an instance, or what a solution costs.
pub async fn validate(JsonBody(request): JsonBody<validate::Request>) -> Answer {
    run_blocking(move || Ok(validate::run(&request, &context(&Silent, &Activity::default()))?.result())).await
}
