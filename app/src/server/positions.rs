//! Positions: an instance and the moves made so far. Playing is asking for the position with one more move.

use super::access::{context, reading};
use super::body::JsonBody;
use super::desk::{self, Desk};
use super::failure::Failure;
use super::{Answer, run_blocking};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use unstuck_core::domain::Settings;
use unstuck_ops::instances::{Reading, Source};
use unstuck_ops::progress::Silent;
use unstuck_ops::watch::Activity;

/// An instance, how it is read, and moves.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    instance: String,
    metric: Option<String>,
    #[serde(default)]
    settings: Settings,
    #[serde(default)]
    moves: Vec<String>,
    legal: Option<bool>,
    #[serde(default)]
    features: bool,
}

/// Most moves of a game.
const MOST: usize = 10_000;

/// The one instance that a text names, found as it is to be read.
pub fn source(instance: &str, reading: &Reading) -> Result<Source, Failure> {
    let activity = Activity::default();
    Ok(context(&Silent, &activity).single(&[instance.to_owned()], None, reading)?)
}

/// An instance on the table after some moves.
pub fn seat(
    instance: &str,
    metric: Option<&str>,
    settings: &Settings,
    moves: &[String],
) -> Result<Box<dyn Desk>, Failure> {
    let reading = reading(metric, settings);
    let source = source(instance, &reading)?;
    let text = source.text()?;
    let start = desk::open(&source.domain, &text, metric, &reading.settings)
        .map_err(|error| Failure::within(&error, &text).field(reading.blamed(&*source.domain)))?;
    if moves.len() > MOST {
        return Err(Failure::unreadable(format!("a game has at most {MOST} moves")).field("moves"));
    }
    start.play(moves).map_err(|error| Failure::unreadable(error.to_string()).field("moves"))
}

/// A position as data.
pub fn describe(desk: &dyn Desk, instance: &str, settings: &Settings) -> Map<String, Value> {
    let (text, domain) = (desk.text(), &desk.domain().info().name);
    let object = json!({
        "instance": instance,
        "domain": domain,
        "metric": desk.metric(),
        "settings": settings,
        "reference": format!("{domain}:{text}"),
        "text": text,
        "board": desk.board(),
        "solved": desk.is_solved(),
    });
    let Value::Object(map) = object else { return Map::new() };
    map
}

/// Reads an instance, plays moves, and describes the position.
pub async fn position(JsonBody(request): JsonBody<Request>) -> Answer {
    run_blocking(move || {
        let Request { instance, metric, settings, moves, legal, features } = request;
        let desk = seat(&instance, metric.as_deref(), &settings, &moves)?;
        let mut object = describe(&*desk, &instance, &settings);
        if legal != Some(false) {
            object.insert("moves".into(), json!(desk.offers()));
            if let Some(safe) = desk.safe() {
                object.insert("safe".into(), json!(safe));
            }
        }
        if features {
            let infos = desk.domain().features().features();
            let known = infos.iter().zip(desk.values());
            // Without a way that led here, what needs one has no value.
            let value = |(info, value): (&unstuck_core::feature::FeatureInfo, Option<f64>)| {
                let told = value.filter(|_| info.needs.state_only() || !moves.is_empty());
                (info.name.to_string(), json!(told))
            };
            object.insert("values".into(), Value::Object(known.map(value).collect()));
        }
        Ok(Value::Object(object))
    })
    .await
}
