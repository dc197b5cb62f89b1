//! The folder of datasets beside the store.
//!
//! `STORE.datasets/NAME.csv` is the table in our own form, `NAME.json` what the table does not say: domain, metric,
//! when it came. What is deleted is marked in its note and stays for a day. Names are letters, digits, dashes, dots and
//! underscores, so that no name leads anywhere else; experiment files name a dataset as `csv = "NAME.csv"`.

use crate::evolution::{is_plain, output};
use crate::server::App;
use crate::server::failure::Failure;
use crate::server::heuristics::family;
use crate::store;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::PathBuf;
use unstuck_core::registry::Family;
use unstuck_evolution::dataset::{Dataset, Form};

/// How long something deleted can be brought back, in seconds.
const REGRET: i64 = 24 * 3_600;
/// What a table does not say.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Note {
    pub domain: String,
    pub metric: String,
    description: String,
    created: i64,
    deleted: Option<i64>,
}

impl Note {
    /// Whether the dataset was deleted.
    pub fn is_deleted(&self) -> bool {
        self.deleted.is_some()
    }
}

/// A table with its note.
pub struct Loaded {
    pub dataset: Dataset,
    pub note: Note,
    pub name: String,
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

pub fn cannot(error: &std::io::Error) -> Failure {
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

/// Puts a table on the shelf, with its note.
pub fn put(
    app: &App,
    dataset: &Dataset,
    domain: &str,
    metric: Option<&str>,
    about: Option<String>,
) -> Result<(), Failure> {
    let mut text = Vec::new();
    dataset.write(&mut text, Form::Named).map_err(|error| cannot(&error))?;
    output::write(&path(app, &dataset.name), &String::from_utf8_lossy(&text))
        .map_err(|error| cannot(&error))?;
    note(app, &dataset.name, domain, metric, about)
}

/// Marks a dataset as deleted.
pub fn delete(app: &App, name: &str) -> Result<(), Failure> {
    let loaded = load(app, name)?;
    write_note(app, name, &Note { deleted: Some(store::now()), ..loaded.note })
}

/// Takes the mark away.
pub fn restore(app: &App, name: &str) -> Result<(), Failure> {
    match Some(name).filter(|name| is_plain(name)).and_then(|name| read_note(app, name)) {
        None => Err(missing(name)),
        Some(note) if note.deleted.is_none() => Err(Failure::conflict(format!("{name} is not deleted"))),
        Some(note) => write_note(app, name, &Note { deleted: None, ..note }),
    }
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
pub fn names(app: &App) -> Vec<(String, Note)> {
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
    /// Its domain.
    pub fn family(&self) -> Result<&'static dyn Family, Failure> {
        family(&self.note.domain)
    }

    /// Its figures.
    pub fn json(&self) -> Value {
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
