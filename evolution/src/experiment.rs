//! An experiment is one TOML file: what evolves, on what, how, and until when.
//!
//! [`Experiment::read`] reads a file and refuses what is unknown or cannot be, with line, column and the nearest name
//! that exists; [`Experiment::print`] writes it with every default filled in, and reads back as the same experiment.
//! [`Experiment::prepare`] makes an evaluation context of it and of its instances, [`Experiment::run_config`] the
//! configuration of a run.
//!
//! | file | part |
//! |---|---|
//! | `settings` `data` `search` `genome` `search_genes` `algorithm` `operators` `fitness` `ending` `grid` | the sections of a file |
//! | `check` | settings that are right by themselves and wrong together |
//! | [`keys`] | all sections and keys as data |
//! | `vocabulary` | the features that it reads |
//! | `sets` | the instances of the roles, kept apart |
//! | `build`, `error` | from the file to the engine |
//!
//! ```
//! use unstuck_evolution::experiment::Experiment;
//! unstuck_domains::install();
//! let text = r#"
//!     format = 1
//!     name = "first-steps"
//!     domain = "rush-hour"
//!     [data]
//!     train = ["jam:1-20"]
//!     validation = ["jam:21-30"]
//!     [genome]
//!     kind = "weights"
//! "#;
//! let experiment = Experiment::read(text, &|_| Err("no files here".into())).unwrap();
//! assert_eq!(experiment.algorithm.population, 100);
//! let error = Experiment::read(&text.replace("train", "trains"), &|_| Err(String::new())).unwrap_err();
//! assert_eq!(error.to_string(), "line 6, column 5: unknown key 'trains' in data (did you mean 'train'?)");
//! ```

mod algorithm;
mod attempts;
mod build;
mod check;
mod data;
mod ending;
mod error;
mod fitness;
mod genome;
mod grid;
pub mod keys;
mod operators;
mod search;
mod search_genes;
mod sets;
mod settings;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use crate::config::writer;
pub use algorithm::AlgorithmSettings;
pub use build::{LEFT_OUT, Ready, optimal_request};
pub use data::{DataSettings, Generated, Source, Tabular, Unsolved};
pub use ending::{ChampionSettings, StopSettings};
pub use error::BuildError;
pub use fitness::FitnessSettings;
pub use genome::{Concepts, Functions, GenomeSettings, Preset};
pub use grid::{Configuration, Grid};
pub use operators::{Choice, OperatorSettings};
pub use search::{OptimiserSettings, SearchSettings};
pub use sets::Sets;

use crate::config::settings::{ByHand, Settings as _, settings};
use crate::config::source::{Places, Section, not_toml, suggestion};
use crate::config::writer::{Writer, quoted_list};
use serde::{Deserialize, Serialize};
use toml::de::DeTable;
use unstuck_core::domain::{Domain, DomainRef, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::registry::{self, DomainHandle};

/// The version of the format that this program reads.
pub const FORMAT: u64 = 1;

/// An experiment, with every default filled in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// Its name; letters, digits, `-`, `_` and `.`.
    pub name: String,
    /// The domain.
    pub domain: DomainHandle,
    /// What lengths are counted in.
    pub metric: String,
    /// The variant of the domain, by its settings.
    #[serde(default)]
    pub settings: Settings,
    /// The seed of the first repetition.
    pub seed: u64,
    /// How often it is run, each time with the next seed.
    pub repetitions: u32,
    /// Heuristics for the first population, each on one line.
    pub initial: Vec<String>,
    /// The instances.
    pub data: DataSettings,
    /// The search that heuristics are measured by.
    pub search: SearchSettings,
    /// What evolves.
    pub genome: GenomeSettings,
    /// How one generation follows another.
    pub algorithm: AlgorithmSettings,
    /// How genomes are made, mixed, changed and chosen.
    pub operators: OperatorSettings,
    /// What is better than what.
    pub fitness: FitnessSettings,
    /// How the champion is chosen.
    pub champion: ChampionSettings,
    /// When a run is over.
    pub stop: StopSettings,
    /// Settings to be tried in all combinations.
    pub grid: Grid,
}

/// Gives the text of a file that an experiment names as `@FILE`.
pub type Load<'a> = dyn Fn(&str) -> Result<String, String> + 'a;

settings! {
    /// The keys outside sections, and the sections.
    struct FileKeys {
        /// Version of the format.
        format: ByHand = ByHand, kind "count", example "1";
        /// Name of the experiment: letters, digits, `-`, `_` and `.`.
        name: ByHand = ByHand, kind "text", example "\"first-steps\"";
        /// Domain: its name, or a file of PDDL after an `@`.
        domain: ByHand = ByHand, kind "text", example "\"rush-hour\"";
        /// Definition in PDDL: its text; `domain` is then `pddl-` and the name that it defines.
        pddl: ByHand = ByHand, kind "text", example "\"(define (domain switch) (:predicates (on)))\"";
        /// Metric: what lengths or costs are counted in.
        metric: ByHand = ByHand, kind "choice", depends "the first of the domain", example "\"slides\"";
        /// Variant of the domain: its settings.
        settings: ByHand = ByHand, kind "section";
        /// Seed: the same file with the same seed gives the same result.
        seed: u64 = 1, in 0..=i64::MAX as u64;
        /// Repetitions: each has the next seed; a claim needs 10.
        repetitions: u32 = 1, in 1..=100_000, unit "runs";
        /// Heuristics for the first population: texts, or files after an `@`.
        initial: ByHand = ByHand, kind "list", usually "[]", example "[\"2*blockers\"]";
        /// Instances of each role.
        data: ByHand = ByHand, kind "section";
        /// The search that heuristics are measured by.
        search: ByHand = ByHand, kind "section";
        /// What evolves.
        genome: ByHand = ByHand, kind "section";
        /// How one generation follows another.
        algorithm: ByHand = ByHand, kind "section";
        /// How genomes are made, mixed, changed and chosen.
        operators: ByHand = ByHand, kind "section";
        /// What is better than what.
        fitness: ByHand = ByHand, kind "section";
        /// How the champion is chosen.
        champion: ByHand = ByHand, kind "section";
        /// When a run is over: at whatever comes first.
        stop: ByHand = ByHand, kind "section";
        /// Settings to be tried in all combinations: paths of keys, each with a list of values.
        grid: ByHand = ByHand, kind "section";
    }
}

impl Experiment {
    /// Reads an experiment.
    pub fn read(text: &str, load: &Load<'_>) -> Result<Self, ParseError> {
        let table = DeTable::parse(text).map_err(|error| not_toml(text, &error))?;
        let file = Section::whole(text, table.get_ref());
        file.only(FileKeys::KEYS)?;
        let places = Places::of(&file);
        let format = file.get("format");
        let format = file.require("format", format, "format = 1")?;
        let version = format.count_in(0, i64::MAX as u64)?;
        if version != FORMAT {
            let wrong = format!("the file is of format {version}, and this program reads format {FORMAT}");
            return Err(format.refuse(wrong));
        }
        let name = read_name(&file)?;
        let domain = read_domain(&file, load)?;
        let metric = read_metric(&file, &*domain)?;
        let settings = settings::read(&file.section("settings")?, &*domain)?;
        let data = DataSettings::read(&required(&file, "data")?, &*domain, (&metric, &settings))?;
        let fitness = FitnessSettings::read(&file.section("fitness")?, &*domain)?;
        let fits = fitness.evaluator.least_squares().is_some();
        let kind = domain.info().kind;
        let search = SearchSettings::read(&file.section("search")?, &*domain)?;
        let genome = GenomeSettings::read(&required(&file, "genome")?, fits, kind)?;
        let algorithm = AlgorithmSettings::read(&file.section("algorithm")?)?;
        let operators = OperatorSettings::read(&file.section("operators")?, &genome, &algorithm.kind)?;
        let FileKeys { seed, repetitions, .. } = FileKeys::read(&file)?;
        let mut experiment = Self {
            name,
            domain: DomainHandle(domain),
            metric,
            settings,
            seed,
            repetitions,
            initial: read_initial(&file, load)?,
            data,
            search,
            genome,
            algorithm,
            operators,
            fitness,
            champion: ChampionSettings::read_all(&file.section("champion")?)?,
            stop: StopSettings::read(&file.section("stop")?)?,
            grid: Grid::new(),
        };
        experiment.complete(&places)?;
        experiment.grid = grid::read(&file, &places, load)?;
        Ok(experiment)
    }

    /// The file, with every default filled in.
    pub fn print(&self) -> String {
        let mut out = Writer::default();
        out.entry("format", FORMAT);
        out.text("name", &self.name);
        out.text("domain", &self.domain.info().name);
        if let Some(definition) = self.domain.definition() {
            out.text("pddl", definition);
        }
        out.text("metric", &self.metric);
        out.entry("seed", self.seed);
        out.entry("repetitions", self.repetitions);
        out.entry("initial", quoted_list(&self.initial));
        settings::print(&self.settings, &mut out);
        self.data.print(&mut out);
        self.search.print(&mut out);
        self.genome.print(&mut out);
        self.algorithm.print(&mut out, self.can_race());
        self.operators.print(&mut out, &self.algorithm.kind);
        self.fitness.print(&mut out, self.algorithm.kind.info().own_instances().is_some());
        self.champion.print(&mut out);
        self.stop.print(&mut out);
        grid::print(&self.grid, &mut out);
        out.finish()
    }

    /// Makes it small enough for a first look: at most 20 individuals, 10 generations, 6 training instances and 12 of
    /// the other roles (600 rows where only rows are fitted), one repetition, and a tenth of the limits of a search.
    /// Of the heuristics that are given, the first stay, as many as there is room for. Other ways for a run to end
    /// stay: they can only end it sooner.
    pub fn quick(&mut self) {
        self.repetitions = 1;
        // A heuristic of coevolution is searched with on every instance of several groups.
        let chooses = self.algorithm.kind.info().own_instances().is_some();
        let (population, generations, instances) = if chooses { (10, 5, 6) } else { (20, 10, 12) };
        // Rows that are only fitted cost next to nothing, and a fit of six would mean nothing.
        let fits = self.fits_rows_of_a_file();
        self.data.train.keep(if fits { 600 } else { 6 });
        self.data.validation.keep(if fits { 600 } else { instances });
        if let Some(test) = &mut self.data.test {
            test.keep(instances);
        }
        self.algorithm.shrink(population);
        self.initial.truncate(self.algorithm.initial_capacity());
        self.champion.top = self.champion.top.min(self.algorithm.population);
        self.stop.rules.generations =
            Some(self.stop.rules.generations.map_or(generations, |max| max.min(generations)));
        self.search.quicken();
    }

    /// The domain.
    pub fn domain(&self) -> &dyn Domain {
        &*self.domain
    }

    /// Reads the text of an instance, with the experiment's metric and settings.
    ///
    /// # Errors
    ///
    /// As the domain refuses it.
    pub fn read_instance(&self, text: &str) -> Result<Box<dyn unstuck_core::instance::Instance>, ParseError> {
        unstuck_core::domain::read(self.domain(), text, Some(&self.metric), &self.settings)
    }
}

/// A section that must be there.
fn required<'t>(file: &Section<'t>, key: &str) -> Result<Section<'t>, ParseError> {
    if file.get(key).is_none() {
        return Err(ParseError::new(format!("the section [{key}] is missing")));
    }
    file.section(key)
}

fn read_name(file: &Section<'_>) -> Result<String, ParseError> {
    let item = file.get("name");
    let item = file.require("name", item, "name = \"first-steps\"")?;
    let name = item.text()?;
    let plain = |sign: char| sign.is_alphanumeric() || "-_.".contains(sign);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        let wrong = format!("'{name}' is not a name for an experiment");
        return Err(item.refuse(wrong).help("use letters, digits, '-', '_' and '.'"));
    }
    Ok(name)
}

/// The domain by its name, by its name and definition (`pddl = '''(define (domain …'''`), or in a file (`@FILE`).
fn read_domain(file: &Section<'_>, load: &Load<'_>) -> Result<DomainRef, ParseError> {
    let item = file.get("domain");
    let item = file.require("domain", item, "domain = \"rush-hour\"")?;
    let name = item.text()?;
    let definition = file.get("pddl");
    if let Some(path) = name.strip_prefix('@') {
        if let Some(definition) = definition {
            return Err(definition.refuse(format!("the domain is defined twice, here and in {path}")));
        }
        let text = load(path).map_err(|why| item.refuse(why))?;
        return registry::define(&text).map_err(|error| item.refuse(format!("{path}: {error}")));
    }
    if let Some(item) = definition {
        let made = registry::resolve(&name, Some(&item.text()?));
        return made.map_err(|error| item.refuse(format!("pddl: {error}")));
    }
    registry::domain(&name).ok_or_else(|| {
        let known: Vec<DomainRef> = registry::domains();
        item.unknown("domain", &name, known.iter().map(|domain| &*domain.info().name))
    })
}

fn read_metric(file: &Section<'_>, domain: &dyn Domain) -> Result<String, ParseError> {
    let info = domain.info();
    let Some(item) = file.get("metric") else { return Ok(info.metric(None).into()) };
    let name = item.text()?;
    if info.metric_names().any(|known| known == name) {
        return Ok(name);
    }
    let wrong = format!("{} has no metric '{name}'", info.name);
    Err(item.refuse(wrong).help(suggestion(&name, info.metric_names())))
}

fn read_initial(file: &Section<'_>, load: &Load<'_>) -> Result<Vec<String>, ParseError> {
    let Some(item) = file.get("initial") else { return Ok(Vec::new()) };
    let mut texts = Vec::new();
    for part in item.list()? {
        let text = part.text()?;
        texts.push(match text.strip_prefix('@') {
            Some(path) => load(path).map_err(|why| part.refuse(why))?,
            None => text,
        });
    }
    Ok(texts)
}
