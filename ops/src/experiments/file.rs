//! An experiment's file as it is to be run: read, cut into configurations, changed by flags, recognised, and filled with the
//! instances that it names.

use super::concepts;
use crate::request::instances::defined::problems_below;
use crate::request::instances::{self, MAX, Reading};
use crate::request::user_file::{self, FileKind};
use crate::runner::fetch_pattern_databases;
use crate::sources::{self, table_file};
use crate::store::record::ExperimentRecord;
use crate::store::{Draft, DraftConfiguration, DraftInstance, Store};
use crate::system::cancel::{self, Stopped};
use crate::system::origin;
use crate::system::progress::Progress;
use crate::system::workers::Pool;
use crate::wording::{Action, action, field};
use anyhow::{Result, anyhow, bail};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use unstuck_core::error::ParseError;
use unstuck_evolution::experiment::{Configuration, Experiment, Source};
use unstuck_evolution::role::{PerRole, Role};

/// Most instances that an experiment from elsewhere may name, over all configurations: reading as many takes a few seconds.
pub(super) const MAX_SENT: usize = 200_000;

/// A file that was read.
pub struct ExperimentFile {
    /// The whole, with its grid.
    pub whole: Experiment,
    configurations: Vec<Configuration>,
    folder: PathBuf,
}

/// What became of a file that was to be stored.
pub enum Kept {
    /// It is stored under this number.
    New(i64),
    /// It was there before.
    Known(Box<ExperimentRecord>),
}

impl ExperimentFile {
    /// Reads a file; what it names is looked for in its folder. A seed replaces its own, and it may be made small
    /// for a first look.
    pub fn read(file: &str, seed: Option<u64>, quick: bool) -> Result<Self> {
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        Self::of(&user_file::read(file, FileKind::EXPERIMENT)?, (file, folder), seed, quick)
    }

    /// [`read`](Self::read) for a text that has a title, for messages, and a folder.
    pub fn of(text: &str, (file, folder): (&str, &Path), seed: Option<u64>, quick: bool) -> Result<Self> {
        let load = |path: &str| {
            let path = folder.join(path);
            let path = path.to_string_lossy();
            let kind = if instances::is_domain_file(&path) { FileKind::PDDL } else { FileKind::HEURISTIC };
            user_file::read(&path, kind).map_err(|error| format!("{error:#}"))
        };
        let located = |error: ParseError| anyhow!("{file}: {}", error.in_text(text));
        let mut whole = Experiment::read(text, &load).map_err(located)?;
        let mut configurations = Experiment::configurations(text, &load).map_err(located)?;
        if seed.is_some() && whole.grid.contains_key("seed") {
            bail!("{file}: the grid tries several seeds, so {} cannot be given as well", field("seed"));
        }
        for experiment in
            configurations.iter_mut().map(|configuration| &mut configuration.experiment).chain([&mut whole])
        {
            experiment.seed = seed.unwrap_or(experiment.seed);
        }
        let mut file = Self { whole, configurations, folder: folder.to_owned() };
        if quick {
            file.make_quick();
        }
        Ok(file)
    }

    /// Reads the text of a file that came from elsewhere: it may name datasets of a folder, and nothing else of
    /// this machine.
    pub fn of_text(text: &str, folder: &Path, quick: bool) -> Result<Self, ParseError> {
        let load = |path: &str| Err(format!("the file {path} cannot be read here; write its text instead"));
        let whole = Experiment::read(text, &load)?;
        let configurations = Experiment::configurations(text, &load)?;
        let mut file = Self { whole, configurations, folder: folder.to_owned() };
        file.refuse_files()?;
        if quick {
            file.make_quick();
        }
        Ok(file)
    }

    fn make_quick(&mut self) {
        self.configurations
            .iter_mut()
            .map(|configuration| &mut configuration.experiment)
            .chain([&mut self.whole])
            .for_each(Experiment::quick);
    }

    /// Refuses instances that would be read from anywhere but the folder, and more than [`MAX_SENT`] of them.
    fn refuse_files(&self) -> Result<(), ParseError> {
        let mut named = 0;
        for configuration in &self.configurations {
            let Experiment { metric, settings, .. } = &configuration.experiment;
            let reading = Reading { metric: Some(metric.clone()), settings: settings.clone() };
            for role in Role::ALL {
                match configuration.experiment.data.source(role) {
                    Some(Source::Named { names, .. }) => {
                        for name in names {
                            let domain = &configuration.experiment.domain.0;
                            let found = instances::without_files(name, Some(domain), &reading, MAX);
                            let found = found.map_err(|error| {
                                ParseError::new(format!("data.{}: {error:#}", role.name()))
                            })?;
                            named += found.len();
                            if named > MAX_SENT {
                                let wrong = format!(
                                    "data.{}: more than {MAX_SENT} instances in all configurations",
                                    role.name()
                                );
                                return Err(ParseError::new(wrong)
                                    .help(format!("name fewer, or use {}", action(Action::RunFile))));
                            }
                        }
                    }
                    Some(Source::Folder { folder, .. }) => {
                        let wrong = format!("data.{}: the folder '{folder}' is not read here", role.name());
                        return Err(ParseError::new(wrong).help(format!("use {}", action(Action::RunFile))));
                    }
                    Some(Source::Tabular(dataset))
                        if !is_plain(dataset.csv.strip_suffix(".csv").unwrap_or(&dataset.csv)) =>
                    {
                        let wrong =
                            format!("data.{}: '{}' is not the name of a dataset", role.name(), dataset.csv);
                        return Err(ParseError::new(wrong).help("write a name that the page Datasets shows"));
                    }
                    Some(Source::Tabular(dataset))
                        if !self.folder.join(table_file(&self.folder, &dataset.csv)).is_file() =>
                    {
                        let wrong = format!("data.{}: there is no dataset '{}'", role.name(), dataset.csv);
                        return Err(ParseError::new(wrong).help("the page Datasets shows what there is"));
                    }
                    Some(Source::Generated(wanted)) => {
                        sources::check_generated(&configuration.experiment, wanted).map_err(|error| {
                            let message = format!("data.{}: {}", role.name(), error.message);
                            ParseError { place: None, message, ..error }
                        })?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// What the same experiment always has: a hash of everything that decides its result.
    pub fn identity(&self) -> Result<String> {
        let mut texts = vec![self.whole.print()];
        if !self.whole.grid.is_empty() {
            texts.extend(self.configurations.iter().map(|configuration| configuration.experiment.print()));
        }
        for file in self.files()? {
            let path = self.folder.join(file);
            texts.push(user_file::read(&path.to_string_lossy(), FileKind::INSTANCES)?);
        }
        Ok(identity(&texts))
    }

    /// The files that instances are read from.
    fn files(&self) -> Result<Vec<String>> {
        let mut files: Vec<String> = Vec::new();
        for configuration in &self.configurations {
            for role in Role::ALL {
                match configuration.experiment.data.source(role) {
                    Some(Source::Named { names, .. }) => {
                        let named = names.iter().filter_map(|name| name.strip_prefix('@'));
                        files.extend(named.filter(|file| *file != "-").map(without_line).map(str::to_owned));
                    }
                    Some(Source::Folder { folder, .. }) => files.push(folder.clone()),
                    Some(Source::Tabular(dataset)) => files.push(table_file(&self.folder, &dataset.csv)),
                    Some(Source::Generated(_)) | None => {}
                }
            }
        }
        // A folder stands for the problems below it.
        let (folders, mut files): (Vec<String>, Vec<String>) =
            files.into_iter().partition(|file| self.folder.join(file).is_dir());
        for folder in folders {
            files.extend(problems_below(&self.folder.join(folder).to_string_lossy())?);
        }
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }

    /// What the store keeps: the instances that are read. Those that are made come with the run.
    pub(super) fn draft(&self, identity: String, threads: usize, progress: &dyn Progress) -> Result<Draft> {
        let pool = &Pool::new(threads)?;
        let mut configurations: Vec<DraftConfiguration> = Vec::new();
        // Experiments with the concepts that were found for them.
        let mut enriched: Vec<Option<Experiment>> = Vec::new();
        for (number, Configuration { settings, experiment }) in self.configurations.iter().enumerate() {
            // Concepts are found on the instances, for the features and formulas that there are.
            let plain = experiment.genome.concepts.is_none();
            let alike = |other: &Experiment| {
                (&other.genome, &other.initial, other.room())
                    == (&experiment.genome, &experiment.initial, experiment.room())
            };
            let shared = |other: &Configuration| {
                sources::are_shared(&other.experiment, experiment) && (plain || alike(&other.experiment))
            };
            let richer: Option<Experiment>;
            let material = match self.configurations[..number].iter().position(shared) {
                Some(earlier) => {
                    let found = enriched[earlier].as_ref().filter(|_| !plain);
                    richer = found.map(|one| Experiment {
                        domain: one.domain.clone(),
                        initial: one.initial.clone(),
                        ..experiment.clone()
                    });
                    (configurations[earlier].instances.clone(), configurations[earlier].rows.clone())
                }
                None => {
                    let sets = sources::read(experiment, &self.folder, pool)?;
                    let sets = experiment.separate(sets)?;
                    richer = concepts::enrich(experiment, &sets, threads, progress)?;
                    let material = DraftInstance::all(&sets);
                    let PerRole { train, validation, test } = sets.rows;
                    (material, [train, validation, test])
                }
            };
            if cancel::requested() {
                return Err(Stopped.into());
            }
            let used = richer.as_ref().unwrap_or(experiment);
            configurations.push(DraftConfiguration::new(settings.clone(), used, material));
            enriched.push(richer);
        }
        Ok(Draft {
            identity,
            name: self.whole.name.clone(),
            domain: self.whole.domain.info().name.to_string(),
            config: self.whole.print(),
            origin: origin::line(),
            configurations,
        })
    }

    /// Puts it into a store, unless it is there and not to be run `again`: another process may have been faster.
    pub fn keep(&self, store: &Store, again: bool, threads: usize, progress: &dyn Progress) -> Result<Kept> {
        let identity = self.identity()?;
        let known = if again { None } else { store.find(&identity)? };
        if let Some(record) = known {
            return Ok(Kept::Known(Box::new(record)));
        }
        // Rows of datasets may lack what a table tells; everything else reads tables when it is run.
        for experiment in self.experiments().filter(|one| one.fitness.evaluator.least_squares().is_some()) {
            fetch_pattern_databases(experiment, threads, progress)?;
        }
        let draft = self.draft(identity, threads, progress)?;
        if again {
            return Ok(Kept::New(store.put(&draft)?));
        }
        Ok(match store.put_once(&draft)? {
            (id, true) => Kept::New(id),
            (id, false) => Kept::Known(Box::new(store.experiment(id)?)),
        })
    }

    /// The experiments of all configurations.
    pub fn experiments(&self) -> impl Iterator<Item = &Experiment> {
        self.configurations.iter().map(|configuration| &configuration.experiment)
    }
}

/// A name in a folder, and no way out of it.
pub fn is_plain(name: &str) -> bool {
    let signs = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    signs && !name.is_empty() && !name.starts_with(['.', '-']) && name.len() <= 100
}

/// The hash of texts.
pub fn identity<'t>(texts: impl IntoIterator<Item = &'t String>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// `boards.txt:7` is a line of a file.
fn without_line(name: &str) -> &str {
    match name.rsplit_once(':') {
        Some((file, line)) if !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()) => file,
        _ => name,
    }
}
