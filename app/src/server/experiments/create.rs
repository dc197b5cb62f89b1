//! Experiments on their way in: read and checked, stored, started, copied.

use super::edit::{Change, apply, tree};
use super::views::ExperimentSummary;
use super::{Number, number, summary};
use crate::server::body::JsonBody;
use crate::server::datasets;
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use unstuck_ops::ToSchema;
use unstuck_ops::experiments::{ExperimentFile, Kept};
use unstuck_ops::experiments::{copy, learn};
use unstuck_ops::progress::Silent;
use unstuck_ops::request::Fields;
use unstuck_ops::runner::read_config;
use unstuck_ops::store::record::State;

/// The ready-made files.
static TEMPLATES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

/// Most bytes of an experiment's file.
const MAX: usize = 1 << 20;

/// An experiment that is to be run.
#[derive(Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = CreateRequest)]
pub struct Wanted {
    /// The file's text.
    pub toml: String,
    /// Whether to start it; it does by default.
    pub start: Option<bool>,
    /// As `evolve --quick`.
    #[serde(default)]
    pub quick: bool,
    /// Run it although the store holds the same one.
    #[serde(default)]
    pub again: bool,
}

fn too_large(toml: &str) -> Result<(), Failure> {
    if toml.len() > MAX {
        let message = format!("an experiment's file has at most {MAX} bytes");
        return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, message).field("toml"));
    }
    Ok(())
}

fn read(app: &App, toml: &str, quick: bool) -> Result<ExperimentFile, Failure> {
    ExperimentFile::of_text(toml, &datasets::dataset_store::folder(app), quick).map_err(|error| {
        let failure = Failure::within(&error, toml);
        // Sources are named in front.
        let source =
            || error.message.split_once(": ").map(|(key, _)| key).filter(|key| key.starts_with("data."));
        let named = failure.line().and_then(|line| key(toml, line));
        match named.or_else(|| source().map(str::to_owned)) {
            Some(key) => failure.field(key),
            None => failure,
        }
    })
}

/// The key that a line of a file sets, with its section: `genome.rules`.
fn key(toml: &str, line: usize) -> Option<String> {
    let lines: Vec<&str> = toml.lines().collect();
    let name = |text: &str| text.trim().trim_matches('"').to_owned();
    let own = lines.get(line - 1)?;
    let header = |text: &str| {
        let text = text.trim();
        text.strip_prefix('[')
            .and_then(|rest| rest.split(']').next())
            .map(|rest| name(rest.trim_matches('[')))
    };
    if let Some(section) = header(own) {
        return Some(section);
    }
    let key = name(own.split_once('=')?.0);
    let section = lines[..line - 1].iter().rev().find_map(|text| header(text));
    Some(section.map_or(key.clone(), |section| format!("{section}.{key}")))
}

/// Puts an experiment into the store and starts it unless it is to wait; tells its number.
pub fn put(app: &Arc<App>, wanted: &Wanted) -> Result<i64, Failure> {
    too_large(&wanted.toml)?;
    let file = read(app, &wanted.toml, wanted.quick)?;
    if !app.writer.is_writable() {
        return Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, "the store can only be read"));
    }
    let id = match file.keep(&app.writer, wanted.again, app.threads, &Silent)? {
        Kept::New(id) => id,
        Kept::Known(known) => {
            let (name, id) = (&known.name, known.id);
            let message = format!("the store has this experiment already: {name}, number {id}");
            return Err(Failure::conflict(message).help("open it, or run it again").field(id.to_string()));
        }
    };
    start_or_hold(app, id, wanted.start != Some(false))?;
    Ok(id)
}

/// Starts a fresh experiment, or lets it wait until it is resumed, and sends the event.
fn start_or_hold(app: &Arc<App>, id: i64, start: bool) -> Result<(), Failure> {
    if start {
        app.runner().start(id)?;
    } else {
        let lease = app.writer.lease(id)?;
        app.writer.release(&lease, State::Paused, None)?;
    }
    app.events.send("experiment", id, &json!({ "experiment": id, "what": "created" }), true);
    Ok(())
}

fn created(app: &App, id: i64) -> Result<ExperimentSummary, Failure> {
    summary(app, &app.store.experiment(id)?, None)
}

/// Stores an experiment and starts it.
pub async fn create(Shared(app): Shared<Arc<App>>, JsonBody(wanted): JsonBody<Wanted>) -> Answer {
    // New instances are made by the run, so the answer comes at once.
    let answer = run_blocking(move || {
        let id = put(&app, &wanted)?;
        created(&app, id)
    });
    Ok((StatusCode::CREATED, answer.await?).into_response())
}

/// What a copy is to do.
#[derive(Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = CloneRequest)]
pub struct Copied {
    /// Whether to start it; it does by default.
    start: Option<bool>,
}

/// A new experiment with the same file and the next free seed and name.
pub async fn clone(Shared(app): Shared<Arc<App>>, id: Number, JsonBody(wanted): JsonBody<Copied>) -> Answer {
    let id = number(id, "experiment")?;
    let answer = run_blocking(move || {
        let record = app.store.experiment(id)?;
        let experiment = read_config(&record.config)?;
        let taken: Vec<(String, u64)> = app
            .store
            .list()?
            .iter()
            .map(|one| {
                let seed = one.runs.iter().map(|run| run.seed).max().unwrap_or(0);
                (one.name.clone(), if one.domain == record.domain { seed } else { 0 })
            })
            .collect();
        let stem = record.name.trim_end_matches(|sign: char| sign.is_ascii_digit());
        let stem = stem.strip_suffix('-').filter(|_| stem != record.name).unwrap_or(&record.name);
        let name = (2..)
            .map(|number| format!("{stem}-{number}"))
            .find(|name| !taken.iter().any(|(known, _)| known == name));
        let seed = taken.iter().map(|(_, seed)| *seed).max().unwrap_or(experiment.seed).wrapping_add(1);
        let seed = (!experiment.grid.contains_key("seed")).then_some(seed);
        let (copied, _) = copy(&app.writer, &record, name, seed)?;
        start_or_hold(&app, copied, wanted.start != Some(false))?;
        created(&app, copied)
    });
    Ok((StatusCode::CREATED, answer.await?).into_response())
}

/// A file that is to be read only.
#[derive(Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = ExperimentCheckRequest)]
pub struct Checked {
    /// The file's text.
    toml: String,
    /// What is changed in it before it is read.
    #[serde(default)]
    changes: Vec<Change>,
    /// As `evolve --quick`.
    #[serde(default)]
    quick: bool,
}

/// What a file says; 200 also for one that cannot be read.
#[derive(Serialize, ToSchema)]
pub struct CheckedExperiment {
    ok: bool,
    /// With line, column and field, as in `genome.rules`.
    errors: Vec<Failure>,
    /// The text with the changes.
    toml: String,
    /// The same as a tree of values; null where it is no TOML, and nothing was changed.
    #[schema(value_type = Option<BTreeMap<String, Value>>)]
    values: Option<Value>,
    #[serde(flatten)]
    #[schema(value_type = PartialExperiment)]
    file: Option<CheckedFile>,
}

/// A file that could be read.
#[derive(Serialize)]
struct CheckedFile {
    filled: Option<Value>,
    config: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    existing: Option<i64>,
    identity: String,
    runs: u64,
    configurations: usize,
    reproducible: bool,
}

/// The fields of a file that could be read.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of fields that are all there or not at all")]
pub struct PartialExperiment {
    /// `config` as a tree of values.
    #[schema(value_type = Option<BTreeMap<String, Value>>, nullable = false)]
    filled: Option<Value>,
    /// With every default filled in.
    #[schema(nullable = false)]
    config: Option<String>,
    #[schema(nullable = false)]
    name: Option<String>,
    /// Id of the experiment in the store that is the same, if there is one.
    #[schema(nullable = false)]
    existing: Option<i64>,
    #[schema(nullable = false)]
    identity: Option<String>,
    #[schema(nullable = false)]
    runs: Option<u64>,
    #[schema(nullable = false)]
    configurations: Option<usize>,
    #[schema(nullable = false)]
    reproducible: Option<bool>,
}

/// The ready-made files.
#[derive(Serialize, ToSchema)]
pub struct TemplateList {
    templates: Vec<Template>,
}

/// A ready-made file.
#[derive(Serialize, ToSchema)]
pub struct Template {
    /// `rush-hour-policy.toml`
    file: &'static str,
    name: String,
    domain: String,
    genome: String,
    /// Its first comment.
    about: String,
    toml: &'static str,
    /// The same as a tree of values.
    #[schema(value_type = BTreeMap<String, Value>)]
    values: Value,
}

/// The file of an experiment.
#[derive(Serialize, ToSchema)]
pub struct Learned {
    /// Its text.
    toml: String,
}

/// Writes the file of an experiment that learns a rule.
pub async fn learn(JsonBody(given): JsonBody<learn::Learning>) -> Answer {
    run_blocking(move || Ok(Learned { toml: learn::without_files(&given)? })).await
}

/// Reads an experiment's file without storing it.
pub async fn check(Shared(app): Shared<Arc<App>>, JsonBody(given): JsonBody<Checked>) -> Answer {
    run_blocking(move || {
        too_large(&given.toml)?;
        let toml = apply(&given.toml, &given.changes).unwrap_or(given.toml);
        too_large(&toml)?;
        let values = tree(&toml);
        let file = match read(&app, &toml, given.quick) {
            Ok(file) => file,
            Err(error) => {
                return Ok(CheckedExperiment { ok: false, errors: vec![error], toml, values, file: None });
            }
        };
        let config = file.whole.print();
        let identity = file.identity()?;
        let configurations = file.experiments().count();
        let runs: u64 = file
            .experiments()
            .map(|one| u64::from(one.repetitions) * (1 + u64::from(one.has_control())))
            .sum();
        let clocked = file
            .experiments()
            .any(|one| one.stop.seconds.is_some() || one.search.parameters.limits.seconds.is_some());
        let file = CheckedFile {
            filled: tree(&config),
            config,
            name: file.whole.name,
            existing: app.store.find(&identity)?.map(|known| known.id),
            identity,
            runs,
            configurations,
            reproducible: !clocked,
        };
        Ok(CheckedExperiment { ok: true, errors: Vec::new(), toml, values, file: Some(file) })
    })
    .await
}

/// The ready-made files.
pub async fn templates() -> Answer {
    run_blocking(|| {
        let template = |(file, toml): &(&'static str, &'static str)| {
            let values = tree(toml).unwrap_or_default();
            let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let about: Vec<&str> =
                toml.lines().map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
            Template {
                file,
                name: word(&values["name"]),
                domain: word(&values["domain"]),
                genome: values["genome"]["kind"].as_str().unwrap_or("tree").to_owned(),
                about: about.join(" "),
                toml,
                values,
            }
        };
        // What was made to be looked at comes after what was made to begin with.
        let (shown, usual): (Vec<_>, Vec<_>) =
            TEMPLATES.iter().partition(|(file, _)| file.starts_with("demo"));
        Ok(TemplateList { templates: usual.into_iter().chain(shown).map(template).collect() })
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_its_key() {
        let toml = "name = \"x\"\n[data]\n trains = [1]\n[genome]\n";
        assert_eq!(key(toml, 1).as_deref(), Some("name"));
        assert_eq!(key(toml, 3).as_deref(), Some("data.trains"));
        assert_eq!(key(toml, 4).as_deref(), Some("genome"));
        assert_eq!(key(toml, 9), None);
    }
}
