//! The folder of datasets next to the store.
//!
//! `STORE.datasets/NAME.csv` is the table in our own form, `NAME.json` what the table does not say (domain, metric,
//! when it came) and a [`Summary`] of it, `NAME.making` a table on its way. What is deleted is marked in its note and
//! stays for a day. Names are letters, digits, dashes, dots and underscores, so that no name leads anywhere else;
//! experiment files name a dataset as `csv = "NAME.csv"`.

use super::summary::{Distances, Summary};
use crate::server::App;
use crate::server::failure::Failure;
use crate::server::heuristics::domain;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_evolution::dataset::{Dataset, Form};
use unstuck_ops::ToSchema;
use unstuck_ops::atomic_file;
use unstuck_ops::experiments::is_plain;
use unstuck_ops::lock::locked;
use unstuck_ops::store;
use unstuck_ops::user_file::{self, FileKind};

/// How long something deleted can be brought back, in seconds.
const REGRET: i64 = 24 * 3_600;

/// Who works with the folder at the moment.
#[derive(Default)]
pub struct DatasetStore {
    /// Names that are being written.
    taken: Mutex<HashSet<String>>,
    /// Tables in use, with the time they were read; all readers of one share it.
    open: Mutex<HashMap<String, (i64, Weak<Loaded>)>>,
    /// One note is changed at a time.
    notes: Mutex<()>,
}

/// A name that is ours to write, until this is dropped.
pub struct Reserved<'a> {
    app: &'a App,
    pub name: String,
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        // What was not finished is of no use; mostly there is nothing.
        let _ = fs::remove_file(self.making());
        locked(&self.app.dataset_store.taken).remove(&self.name);
    }
}

/// What a table does not say.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Note {
    pub domain: String,
    pub metric: String,
    /// How its instances are read.
    #[serde(default)]
    pub settings: Settings,
    description: String,
    created: i64,
    deleted: Option<i64>,
    /// Notes of earlier versions have none.
    summary: Option<Summary>,
}

/// What the maker of a table says about it.
pub struct About<'a> {
    pub domain: &'a str,
    pub metric: Option<&'a str>,
    pub settings: Settings,
    pub description: Option<&'a str>,
}

/// A dataset, as lists show it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Dataset)]
pub struct DatasetView {
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// Its domain.
    pub domain: String,
    /// What distances are counted in.
    pub metric: String,
    /// How many rows.
    pub rows: usize,
    /// Rows whose distance is a lower bound only.
    pub estimates: usize,
    /// Its features.
    pub features: Vec<String>,
    /// When it was made, in Unix time.
    pub created: i64,
    /// The distances of all rows.
    pub distances: Distances,
    /// Rows by distance, from 0.
    pub histogram: Vec<u64>,
    /// When it was deleted.
    pub deleted: Option<i64>,
}

/// A table with its note.
pub struct Loaded {
    pub dataset: Dataset,
    pub note: Note,
}

impl Loaded {
    /// Its domain.
    pub fn domain(&self) -> Result<DomainRef, Failure> {
        domain(&self.note.domain)
    }
}

/// Where datasets are.
pub fn folder(app: &App) -> PathBuf {
    let mut folder = app.writer.path().map(|path| path.as_os_str().to_owned()).unwrap_or_default();
    folder.push(".datasets");
    folder.into()
}

/// A file of a dataset. The name is one of ours.
fn path(app: &App, name: &str, ending: &str) -> PathBuf {
    folder(app).join(format!("{name}.{ending}"))
}

fn missing(name: &str) -> Failure {
    Failure::missing(format!("there is no dataset '{name}'"))
}

pub fn cannot(error: &std::io::Error) -> Failure {
    let message = format!("the dataset cannot be written next to the store: {}", error.kind());
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, message)
}

/// Reserves a name that is free, or says why it cannot be one.
pub fn reserve<'a>(app: &'a App, name: &str) -> Result<Reserved<'a>, Failure> {
    let name = name.trim().trim_end_matches(".csv");
    if !is_plain(name) {
        return Err(Failure::unreadable(format!("'{name}' is no name for a dataset"))
            .help("letters, digits, dashes, dots and underscores, such as jam-sample")
            .field("name"));
    }
    fs::create_dir_all(folder(app)).map_err(|error| cannot(&error))?;
    // Held while the files are looked for: a writer releases its name after its files exist.
    let mut taken = locked(&app.dataset_store.taken);
    // A table without a note is what a program that was killed left behind.
    if path(app, name, "json").exists() || !taken.insert(name.to_owned()) {
        return Err(Failure::conflict(format!("there is a dataset '{name}' already"))
            .help("choose another name; one that was deleted keeps its name for a day")
            .field("name"));
    }
    Ok(Reserved { app, name: name.to_owned() })
}

impl Reserved<'_> {
    /// The file that the table is written into.
    pub fn making(&self) -> PathBuf {
        path(self.app, &self.name, "making")
    }

    /// Writes the table in our own form; its bytes.
    pub fn write(&self, dataset: &Dataset) -> Result<u64, Failure> {
        let written = || {
            let mut file = BufWriter::new(File::create(self.making())?);
            dataset.write(&mut file, Form::Named)?;
            let file = file.into_inner()?;
            file.sync_all()?;
            Ok(file.metadata()?.len())
        };
        written().map_err(|error: std::io::Error| cannot(&error))
    }

    /// Puts the table that was written into the store, and tells its figures.
    pub fn keep(self, dataset: &Dataset, about: About<'_>) -> Result<DatasetView, Failure> {
        let Self { app, name } = &self;
        let domain = domain(about.domain)?;
        let note = Note {
            domain: about.domain.to_owned(),
            metric: domain.info().metric(about.metric).to_owned(),
            settings: about.settings,
            description: about.description.unwrap_or_default().to_owned(),
            created: store::now(),
            deleted: None,
            summary: Some(Summary::of(dataset)),
        };
        fs::rename(self.making(), path(app, name, "csv")).map_err(|error| cannot(&error))?;
        let _one = locked(&app.dataset_store.notes);
        write_note(app, name, &note)?;
        figures(app, name, note)
    }
}

/// Marks a dataset as deleted.
pub fn delete(app: &App, name: &str) -> Result<(), Failure> {
    let _one = locked(&app.dataset_store.notes);
    let note = there(app, name)?;
    write_note(app, name, &Note { deleted: Some(store::now()), ..note })
}

/// Takes the mark away, and tells the figures.
pub fn restore(app: &App, name: &str) -> Result<DatasetView, Failure> {
    let _one = locked(&app.dataset_store.notes);
    match read_note(app, name) {
        None => Err(missing(name)),
        Some(note) if note.deleted.is_none() => Err(Failure::conflict(format!("{name} is not deleted"))),
        Some(note) => {
            let note = Note { deleted: None, ..note };
            write_note(app, name, &note)?;
            figures(app, name, note)
        }
    }
}

fn write_note(app: &App, name: &str, note: &Note) -> Result<(), Failure> {
    let text = json!(note).to_string();
    atomic_file::write(&path(app, name, "json"), |out| out.write_all(text.as_bytes()))
        .map_err(|error| cannot(&error))
}

fn read_note(app: &App, name: &str) -> Option<Note> {
    let path = Some(name).filter(|name| is_plain(name)).map(|name| path(app, name, "json"))?;
    serde_json::from_str(&read_file(&path)?).ok()
}

/// The text of a file of a dataset.
fn read_file(path: &Path) -> Option<String> {
    user_file::read(path.to_str()?, FileKind::INSTANCES).ok()
}

/// The note of a dataset that is there.
fn there(app: &App, name: &str) -> Result<Note, Failure> {
    read_note(app, name).filter(|note| note.deleted.is_none()).ok_or_else(|| missing(name))
}

/// The figures of all datasets that are there, the youngest first; those deleted more than a day ago are removed for
/// good.
pub fn list(app: &App) -> Vec<DatasetView> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder(app)).into_iter().flatten().flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".json") else { continue };
        let Some(note) = read_note(app, name) else { continue };
        match note.deleted {
            Some(when) if when + REGRET < store::now() => {
                // What cannot be removed now is removed another time.
                let _ = fs::remove_file(path(app, name, "csv"));
                let _ = fs::remove_file(entry.path());
            }
            Some(_) => {}
            None => found.push((name.to_owned(), note)),
        }
    }
    found.sort_by(|a, b| b.1.created.cmp(&a.1.created).then(a.0.cmp(&b.0)));
    found.into_iter().filter_map(|(name, note)| figures(app, &name, note).ok()).collect()
}

/// Reads a dataset that is there. Tables are read one after another, and requests for the same one share it.
pub fn load(app: &App, name: &str) -> Result<Arc<Loaded>, Failure> {
    let note = there(app, name)?;
    let mut open = locked(&app.dataset_store.open);
    let shared = open.get(name).filter(|(created, _)| *created == note.created);
    if let Some(loaded) = shared.and_then(|(_, loaded)| loaded.upgrade()) {
        return Ok(loaded);
    }
    open.retain(|_, (_, loaded)| loaded.strong_count() > 0);
    let text = read_file(&path(app, name, "csv")).ok_or_else(|| missing(name))?;
    let dataset = Dataset::read(&text).map_err(|error| Failure::of_text(&error))?;
    let loaded = Arc::new(Loaded { dataset, note });
    open.insert(name.to_owned(), (loaded.note.created, Arc::downgrade(&loaded)));
    Ok(loaded)
}

/// The table of a dataset that is there, as it is stored.
pub fn bytes(app: &App, name: &str) -> Result<Vec<u8>, Failure> {
    there(app, name)?;
    read_file(&path(app, name, "csv")).map(String::into_bytes).ok_or_else(|| missing(name))
}

/// The figures of a dataset.
pub fn figures(app: &App, name: &str, note: Note) -> Result<DatasetView, Failure> {
    let summary = match note.summary {
        Some(summary) => summary,
        None => Summary::of(&load(app, name)?.dataset),
    };
    let own = !note.description.is_empty();
    let description = if own { note.description } else { summary.description.clone() };
    Ok(DatasetView {
        name: name.to_owned(),
        description,
        domain: note.domain,
        metric: note.metric,
        created: note.created,
        deleted: note.deleted,
        rows: summary.rows,
        estimates: summary.estimates,
        features: summary.features,
        distances: summary.distances,
        histogram: summary.histogram,
    })
}
