//! Heuristics as texts: read, evaluated on a position, written in other forms, explained.

use super::access::{context, reading as manner};
use super::body::JsonBody;
use super::desk::Desk;
use super::failure::Failure;
use super::formula::{Reading, seen};
use super::positions::{describe, seat};
use super::{Answer, App, cancel_on_disconnect, run_blocking};
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use unstuck_core::champions;
use unstuck_core::domain::{Domain, DomainRef, Settings};
use unstuck_core::feature::Text;
use unstuck_core::instance::Instance;
use unstuck_core::language::{Absent, BLIND, Checked, is_admissible, print, print_line, simplify};
use unstuck_core::search::Limits;
use unstuck_ops::progress::Silent;
use unstuck_ops::watch::{Activity, Watch};
use unstuck_ops::{export, method};

/// A text, and a position to evaluate it on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    domain: String,
    text: String,
    instance: Option<String>,
    metric: Option<String>,
    #[serde(default)]
    settings: Settings,
    #[serde(default)]
    moves: Vec<String>,
}

/// A domain by its name.
pub fn domain(name: &str) -> Result<DomainRef, Failure> {
    let activity = Activity::default();
    Ok(context(&Silent, &activity).domain(name)?)
}

/// A heuristic's text, read.
pub fn formula(domain: &dyn Domain, text: &str) -> Result<Checked, Failure> {
    let activity = Activity::default();
    context(&Silent, &activity).refuse_file(text, "text")?;
    let table = domain.features();
    let champion = champions::meant(table, text).map_err(|error| Failure::of_text(&error))?;
    let text = champion.map_or(text, |champion| champion.text);
    // The name of the blind heuristic is no feature everywhere.
    let text = if text.trim() == BLIND && table.get(BLIND).is_none() { "0" } else { text };
    Checked::read(text, table).map_err(|error| Failure::within(&error, text))
}

/// Refuses a heuristic with a feature that does not exist for an instance.
pub fn exists(reading: &Reading<'_>) -> Result<(), Failure> {
    match reading.absent() {
        Some(name) => Err(Failure::unreadable(Absent(name.to_owned().into()).to_string())),
        None => Ok(()),
    }
}

/// Reads a text, and evaluates it on a position.
pub async fn check(JsonBody(request): JsonBody<CheckRequest>) -> Answer {
    run_blocking(move || {
        let CheckRequest { domain: name, text, instance, metric, settings, moves } = request;
        let domain = domain(&name)?;
        let desk = match &instance {
            Some(instance) => Some(seat(instance, metric.as_deref(), &settings, &moves)?),
            None => None,
        };
        if let Some(desk) = desk.as_ref().filter(|desk| desk.domain().info().name != name) {
            let other = &desk.domain().info().name;
            return Err(Failure::unreadable(format!("the instance is {other}, not {name}")).field("instance"));
        }
        let checked = match formula(&*domain, &text) {
            Ok(checked) => checked,
            Err(error) => return Ok(json!({ "ok": false, "error": error })),
        };
        let values = desk.as_ref().map(|desk| desk.values());
        let reading = Reading::new(&checked, values.as_deref());
        if let Err(error) = exists(&reading) {
            return Ok(json!({ "ok": false, "error": error }));
        }
        let metric = domain.info().metric(metric.as_deref());
        let block = checked.formula.with_header(&name, metric);
        let plain = Reading::new(&checked, None);
        let mut object = json!({
            "ok": true,
            "text": checked.to_string(),
            "block": print(&block, &checked.table),
            "simplified": print_line(&simplify(&checked.formula), &checked.table),
            "size": checked.formula.size(),
            "features": checked.features(),
            "admissible": is_admissible(&checked.formula, checked.table.features(), metric),
            "path": checked.formula.reads_path(checked.table.features()),
            "formula": plain.formula(),
        });
        if let Some(evaluation) = desk.as_ref().and_then(|desk| reading.evaluation(desk.is_solved())) {
            object["evaluation"] = evaluation;
        }
        Ok(object)
    })
    .await
}

/// A heuristic and the form it is wanted in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    domain: String,
    text: String,
    form: String,
    #[serde(default)]
    simplify: bool,
    round: Option<u8>,
}

/// A heuristic in another form.
pub async fn exported(JsonBody(request): JsonBody<ExportRequest>) -> Answer {
    run_blocking(move || {
        let domain = domain(&request.domain)?;
        let Checked { formula, table, .. } =
            formula(&*domain, &request.text).map_err(|error| error.field("text"))?;
        let ExportRequest { form, simplify, round, .. } = request;
        Ok(json!(export::run(&export::Request { form, simplify, round }, &formula, &table)?))
    })
    .await
}

/// A heuristic on a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    instance: String,
    metric: Option<String>,
    #[serde(default)]
    settings: Settings,
    heuristic: String,
    #[serde(default)]
    moves: Vec<String>,
    distances: Option<bool>,
}

/// Explanations that are made at once, each with searches of its own; others wait their turn for a while.
pub const AT_ONCE: usize = 2;
const TURN: Duration = Duration::from_secs(5);

/// Why this value here: rules, terms, successors.
pub async fn explain(State(app): State<Arc<App>>, JsonBody(request): JsonBody<ExplainRequest>) -> Answer {
    let place = Arc::clone(&app.explaining).acquire_owned();
    let Ok(place) = tokio::time::timeout(TURN, place).await else {
        let message = "too many explanations are being made";
        return Err(Failure::new(StatusCode::TOO_MANY_REQUESTS, message).help("try again in a moment"));
    };
    cancel_on_disconnect(move || {
        // Kept until the searches have ended, whether or not a client waits for them.
        let _place = place;
        let ExplainRequest { instance, metric, settings, heuristic, moves, distances } = request;
        let desk = seat(&instance, metric.as_deref(), &settings, &moves)?;
        let domain = desk.domain();
        let checked = formula(&**domain, &heuristic).map_err(|error| error.field("heuristic"))?;
        let values = desk.values();
        let reading = Reading::new(&checked, Some(&values));
        exists(&reading).map_err(|error| error.field("heuristic"))?;
        let mut object = json!({
            "position": describe(&*desk, &instance, &settings),
            "g": desk.g(),
            "evaluation": reading.evaluation(desk.is_solved()),
        });
        let truth = Truth::new(&*desk, &settings, distances != Some(false));
        object["distance"] = json!(truth.distance(&desk.text()));
        object["successors"] = successors(&*desk, &checked, &truth);
        object["paint"] = json!(super::desk::marks::paint(&*desk, &checked));
        Ok(object)
    })
    .await
}

fn successors(desk: &dyn Desk, checked: &Checked, truth: &Truth) -> Value {
    let mut found: Vec<(f64, f64, Value)> = Vec::new();
    for (text, words, next) in desk.successors() {
        let values = next.values();
        let reading = Reading::new(checked, Some(&values));
        let h = seen(reading.raw().unwrap_or_default(), next.is_solved());
        let f = f64::from(next.g()) + h;
        let position = next.text();
        found.push((
            f,
            h,
            json!({
                "move": text, "words": words, "g": next.g(), "h": h, "f": f, "rule": reading.rule(),
                "solved": next.is_solved(), "distance": truth.distance(&position),
                "reference": format!("{}:{position}", desk.domain().info().name),
            }),
        ));
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let ordered = found.into_iter().enumerate().map(|(order, (_, _, mut object))| {
        object["order"] = json!(order);
        object
    });
    ordered.collect()
}

/// Exact distances from a position and its neighbours, found by searches within a second.
struct Truth<'a> {
    domain: DomainRef,
    metric: Text,
    settings: &'a Settings,
    activity: Activity,
    until: Instant,
}

/// Time for all of them together.
const PATIENCE: Duration = Duration::from_secs(1);

/// Memory for each.
const MEMORY: u64 = 64 << 20;

impl<'a> Truth<'a> {
    fn new(desk: &dyn Desk, settings: &'a Settings, wanted: bool) -> Self {
        let now = Instant::now();
        let until = if wanted { now + PATIENCE } else { now };
        let (domain, metric) = (desk.domain().clone(), desk.metric());
        Self { domain, metric, settings, activity: Activity::default(), until }
    }

    /// The distance of a position, if it is found in time.
    fn distance(&self, text: &str) -> Option<u64> {
        let left = self.until.checked_duration_since(Instant::now())?;
        let settings = manner(None, self.settings).settings;
        let instance: Box<dyn Instance> =
            unstuck_core::domain::read(&*self.domain, text, Some(&self.metric), &settings).ok()?;
        let limits =
            Limits { expanded: Some(2_000_000), seconds: Some(left.as_secs_f64()), memory: Some(MEMORY) };
        let request = method::optimal(&*self.domain, &self.metric, limits).ok()?;
        let solution = instance.solve(&request, &mut Watch::new(&self.activity, limits)).ok()?;
        let lengths = solution.lengths.iter().find(|(name, _)| *name == self.metric);
        lengths.filter(|_| solution.optimal).map(|(_, length)| *length)
    }
}
