//! Datasets: tables of instances with distances and features, kept as files in a folder beside the store.
//!
//! `STORE.datasets/NAME.csv` is the table in our own form, `NAME.json` what the table does not say: domain, metric,
//! when it came. What is deleted is renamed and stays for a day. Names are letters, digits, dashes, dots and
//! underscores, so that no name leads anywhere else; experiment files name a dataset as `csv = "NAME.csv"`.

use super::body::Told;
use super::desk;
use super::failure::Failure;
use super::formula::Reading;
use super::heuristics::{family, formula};
use super::jobs::scatter as against;
use super::{Answer, App, work};
use crate::evolution::is_plain;
use crate::evolution::output;
use crate::store;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use unstuck_core::registry::{self, Family, Settings};
use unstuck_evolution::dataset::{Dataset, Form};

/// How long something deleted can be brought back, in seconds.
const REGRET: i64 = 24 * 3_600;
/// Most rows of one answer.
const PAGE: usize = 500;

/// What a table does not say.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Note {
    domain: String,
    metric: String,
    description: String,
    created: i64,
    deleted: Option<i64>,
}

/// A table with its note.
pub struct Loaded {
    pub dataset: Dataset,
    note: Note,
    name: String,
}

/// Where datasets are.
pub fn folder(app: &App) -> PathBuf {
    let mut folder = app.writer.path().map(|path| path.as_os_str().to_owned()).unwrap_or_default();
    folder.push(".datasets");
    folder.into()
}

/// The file of a dataset's table. The name is one of ours.
pub fn path(app: &App, name: &str) -> PathBuf {
    folder(app).join(format!("{name}.csv"))
}

fn missing(name: &str) -> Failure {
    Failure::missing(format!("there is no dataset '{name}'"))
}

fn cannot(error: &std::io::Error) -> Failure {
    let message = format!("the dataset cannot be written beside the store: {}", error.kind());
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, message)
}

/// A name that is free, or why it cannot be one.
pub fn free_name(app: &App, name: &str) -> Result<String, Failure> {
    let name = name.trim().trim_end_matches(".csv");
    if !is_plain(name) {
        return Err(Failure::unreadable(format!("'{name}' is no name for a dataset"))
            .help("letters, digits, dashes, dots and underscores, such as jam-sample")
            .field("name"));
    }
    std::fs::create_dir_all(folder(app)).map_err(|error| cannot(&error))?;
    if path(app, name).exists() || folder(app).join(format!("{name}.json")).exists() {
        return Err(Failure::conflict(format!("there is a dataset '{name}' already"))
            .help("choose another name; one that was deleted keeps its name for a day")
            .field("name"));
    }
    Ok(name.to_owned())
}

/// Keeps what the table of a dataset does not say.
pub fn note(
    app: &App,
    name: &str,
    domain: &str,
    metric: Option<&str>,
    about: Option<String>,
) -> Result<(), Failure> {
    let family = family(domain)?;
    let metric = metric.unwrap_or(family.info().metrics[0].0).to_owned();
    let description = about.unwrap_or_default();
    let note = Note { domain: domain.to_owned(), metric, description, created: store::now(), deleted: None };
    write_note(app, name, &note)
}

fn write_note(app: &App, name: &str, note: &Note) -> Result<(), Failure> {
    output::write(&folder(app).join(format!("{name}.json")), &json!(note).to_string())
        .map_err(|error| cannot(&error))
}

fn read_note(app: &App, name: &str) -> Option<Note> {
    let text = std::fs::read_to_string(folder(app).join(format!("{name}.json"))).ok()?;
    serde_json::from_str(&text).ok()
}

/// Names of all datasets, those deleted more than a day ago removed for good.
fn names(app: &App) -> Vec<(String, Note)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder(app)).into_iter().flatten().flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".json") else { continue };
        let Some(note) = read_note(app, name) else { continue };
        if note.deleted.is_some_and(|when| when + REGRET < store::now()) {
            // What cannot be removed now is removed another time.
            let _ = std::fs::remove_file(path(app, name));
            let _ = std::fs::remove_file(folder(app).join(&file));
            continue;
        }
        found.push((name.to_owned(), note));
    }
    found.sort_by(|a, b| b.1.created.cmp(&a.1.created).then(a.0.cmp(&b.0)));
    found
}

/// Reads a dataset that is there.
pub fn load(app: &App, name: &str) -> Result<Loaded, Failure> {
    if !is_plain(name) {
        return Err(missing(name));
    }
    let note = read_note(app, name).filter(|note| note.deleted.is_none()).ok_or_else(|| missing(name))?;
    let text = std::fs::read_to_string(path(app, name)).map_err(|_| missing(name))?;
    let dataset = Dataset::read(&text).map_err(|error| Failure::of_text(&error))?;
    Ok(Loaded { dataset, note, name: name.to_owned() })
}

impl Loaded {
    fn family(&self) -> Result<&'static dyn Family, Failure> {
        family(&self.note.domain)
    }

    fn json(&self) -> Value {
        let Self { dataset, note, name } = self;
        let costs: Vec<u64> = dataset.distances.iter().map(|distance| distance.cost).collect();
        let most = costs.iter().copied().max().unwrap_or(0);
        let mut histogram = vec![0_u64; most.min(10_000) as usize + 1];
        for cost in &costs {
            if let Some(count) = histogram.get_mut(*cost as usize) {
                *count += 1;
            }
        }
        let mean = costs.iter().sum::<u64>() as f64 / costs.len().max(1) as f64;
        let about = if note.description.is_empty() { &dataset.description } else { &note.description };
        json!({
            "name": name,
            "description": about,
            "domain": note.domain,
            "metric": note.metric,
            "rows": dataset.len(),
            "estimates": dataset.distances.iter().filter(|distance| !distance.exact).count(),
            "features": dataset.columns.iter().map(|column| &column.name).collect::<Vec<_>>(),
            "created": note.created,
            "distances": { "least": costs.iter().min().copied().unwrap_or(0), "mean": mean, "most": most },
            "histogram": histogram,
            "deleted": note.deleted,
        })
    }
}

/// All datasets.
pub async fn list(State(app): State<Arc<App>>) -> Answer {
    work(move || {
        let there = names(&app).into_iter().filter(|(_, note)| note.deleted.is_none());
        let found: Vec<Value> =
            there.filter_map(|(name, _)| load(&app, &name).ok()).map(|one| one.json()).collect();
        Ok(json!({ "datasets": found }))
    })
    .await
}

/// A table to be imported.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Import {
    domain: String,
    name: Option<String>,
    metric: Option<String>,
    csv: String,
}

/// Imports a table: every instance is read, and no distance may be below what never overestimates.
pub async fn import(State(app): State<Arc<App>>, Told(given): Told<Import>) -> Answer {
    let answer = work(move || {
        let family = family(&given.domain)?;
        let mut dataset =
            Dataset::read(&given.csv).map_err(|error| Failure::within(&error, &given.csv).field("csv"))?;
        dataset.name_columns(family).map_err(|error| Failure::of_text(&error).field("csv"))?;
        let name = free_name(&app, given.name.as_deref().unwrap_or(&dataset.name))?;
        let mut warnings = Vec::new();
        let features = family.features();
        for (row, text) in dataset.instances.iter().enumerate() {
            let line = dataset.lines[row];
            let read = registry::read(family, text, given.metric.as_deref(), &Settings::new());
            let instance =
                read.map_err(|error| Failure::unreadable(format!("line {line}: {error}")).field("csv"))?;
            let values = instance.values();
            let bounds =
                features.iter().zip(&values).filter(|(info, _)| info.admissible.contains(&instance.metric()));
            let bound = bounds.filter_map(|(_, value)| *value).fold(0.0, f64::max);
            if dataset.distances[row].exact && (dataset.distances[row].cost as f64) < bound - 1e-9 {
                let message = format!(
                    "line {line}: h* is {}, and no solution can be shorter than {bound}",
                    dataset.distances[row].cost
                );
                return Err(Failure::unreadable(message).field("csv"));
            }
        }
        if dataset.distances.iter().any(|distance| !distance.exact) {
            warnings.push("some distances are lower bounds only".to_owned());
        }
        dataset.name.clone_from(&name);
        let mut text = Vec::new();
        dataset.write(&mut text, Form::Named).map_err(|error| cannot(&error))?;
        output::write(&path(&app, &name), &String::from_utf8_lossy(&text)).map_err(|error| cannot(&error))?;
        note(&app, &name, &given.domain, given.metric.as_deref(), None)?;
        Ok(json!({ "dataset": load(&app, &name)?.json(), "warnings": warnings }))
    });
    Ok((StatusCode::CREATED, answer.await?).into_response())
}

/// Which rows.
#[derive(Deserialize)]
pub struct Rows {
    #[serde(default)]
    offset: usize,
    count: Option<usize>,
    sort: Option<Sort>,
    order: Option<Direction>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Number,
    Distance,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Up,
    Down,
}

/// A dataset's figures and a page of its rows.
pub async fn rows(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    wanted: Result<Query<Rows>, QueryRejection>,
) -> Answer {
    let Query(wanted) = wanted.map_err(|error| Failure::bad(error.body_text()))?;
    work(move || {
        let loaded = load(&app, &name)?;
        let family = loaded.family()?;
        let dataset = &loaded.dataset;
        let mut order: Vec<usize> = (0..dataset.len()).collect();
        if wanted.sort == Some(Sort::Distance) {
            order.sort_by_key(|&row| (dataset.distances[row].cost, row));
        }
        if wanted.order == Some(Direction::Down) {
            order.reverse();
        }
        let count = wanted.count.unwrap_or(50).min(PAGE);
        let mut rows = Vec::new();
        for row in order.into_iter().skip(wanted.offset).take(count) {
            let text = &dataset.instances[row];
            let board =
                desk::board(family, text, &Settings::new()).map_err(|error| Failure::of_text(&error))?;
            rows.push(json!({
                "number": row + 1,
                "instance": text,
                "reference": format!("{}:{text}", loaded.note.domain),
                "board": board,
                "distance": dataset.distances[row].cost,
                "estimate": !dataset.distances[row].exact,
                "values": dataset.columns.iter().map(|column| column.values[row]).collect::<Vec<f64>>(),
            }));
        }
        Ok(json!({ "dataset": loaded.json(), "offset": wanted.offset, "rows": rows }))
    })
    .await
}

/// Deletes a dataset; for a day it can be brought back.
pub async fn remove(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<StatusCode, Failure> {
    let told = move || {
        let loaded = load(&app, &name)?;
        write_note(&app, &name, &Note { deleted: Some(store::now()), ..loaded.note })
    };
    work(told).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a deletion back.
pub async fn undo(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answer {
    work(move || {
        let note = Some(&name).filter(|name| is_plain(name)).and_then(|name| read_note(&app, name));
        match note {
            None => Err(missing(&name)),
            Some(note) if note.deleted.is_none() => Err(Failure::conflict(format!("{name} is not deleted"))),
            Some(note) => {
                write_note(&app, &name, &Note { deleted: None, ..note })?;
                Ok(load(&app, &name)?.json())
            }
        }
    })
    .await
}

/// What is held against h*.
#[derive(Deserialize)]
pub struct Against {
    feature: String,
}

/// A feature or a heuristic against h*.
pub async fn scatter(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    wanted: Result<Query<Against>, QueryRejection>,
) -> Answer {
    let Query(Against { feature }) =
        wanted.map_err(|error| Failure::bad(error.body_text()).field("feature"))?;
    work(move || {
        let loaded = load(&app, &name)?;
        let family = loaded.family()?;
        let checked = formula(family, &feature).map_err(|error| error.field("feature"))?;
        let features = family.features();
        let mut pairs = Vec::new();
        for (row, text) in loaded.dataset.instances.iter().enumerate() {
            // What the table has need not be computed again.
            let lacks = checked
                .features()
                .iter()
                .any(|name| !loaded.dataset.columns.iter().any(|column| column.name == *name));
            let values = if lacks {
                let read = registry::read(family, text, Some(&loaded.note.metric), &Settings::new());
                read.map_err(|error| Failure::of_text(&error))?.values()
            } else {
                loaded.dataset.row(row, &features, Vec::new()).values
            };
            if let Some(raw) = Reading::new(&checked, Some(&values)).raw() {
                pairs.push((loaded.dataset.distances[row].cost as f64, raw));
            }
        }
        Ok(against(&pairs))
    })
    .await
}

/// In which form.
#[derive(Deserialize)]
pub struct Wanted {
    form: Option<FileForm>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum FileForm {
    Csv,
    Bare,
    Json,
}

/// The dataset as a file.
pub async fn file(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Answer {
    let Query(Wanted { form }) = wanted.map_err(|error| Failure::bad(error.body_text()).field("form"))?;
    let form = form.unwrap_or(FileForm::Csv);
    let made = tokio::task::spawn_blocking(move || {
        let Loaded { dataset, name, .. } = load(&app, &name)?;
        if form == FileForm::Json {
            return Ok((
                format!("{name}.json"),
                crate::commands::dataset::document::json(&dataset).to_string(),
            ));
        }
        let mut text = Vec::new();
        let written = dataset.write(&mut text, if form == FileForm::Bare { Form::Bare } else { Form::Named });
        written.map_err(|error| cannot(&error))?;
        Ok::<_, Failure>((format!("{name}.csv"), String::from_utf8_lossy(&text).into_owned()))
    });
    let failed = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the file could not be made");
    let (name, text) = made.await.map_err(failed)??;
    let kind = if form == FileForm::Json { "application/json" } else { "text/csv; charset=utf-8" };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, text).into_response())
}
