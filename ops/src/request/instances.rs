//! From the names on the command line to instances.
//!
//! An argument is one of
//! - a built-in set or a part of it: `jam`, `jam:12`, `jam:1-40`, `it3105:easy-3`, `unblock:easy` (`sets`);
//! - a domain's name and a text: `rush-hour:BBoooC…`;
//! - a file: `@FILE`, or `-` for standard input, the instances at some of its lines, `@FILE:7` or `@FILE:4-6`, a column of a CSV file,
//!   `@FILE:start`, or all files of a folder, `@FOLDER` ([`files`]);
//! - a PDDL problem, alone or after its domain, each a file or a text, or a folder of problems (`defined`);
//! - the text itself, where exactly one domain can read it, or the domain is given.
//!
//! Names are resolved before anything runs, texts are read by the thread that works on them: a set of a million
//! deals takes no memory.

pub mod defined;
pub mod files;
mod sets;

pub use defined::{is_domain_file, is_problem_file};
pub use sets::MAX;

use crate::request::Fields;
use crate::request::error::Error;
use crate::request::kinds::only_search;
use crate::request::switches;
use crate::request::user_file::{self, FileKind};
use crate::system::lock::locked;
use crate::system::warnings;
use crate::wording::field;
use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;
use unstuck_core::domain::{self, Domain, DomainRef, InstanceSet, Kind, Settings};
use unstuck_core::error::{ParseError, presentable};
use unstuck_core::instance::optimisation::OptimisationInstance;
use unstuck_core::instance::{Instance, SearchInstance};
use unstuck_core::registry::{self, domains};
use unstuck_core::suggest::nearest;

/// An instance that has a name but has not been read yet.
pub struct Source {
    /// What results call it; on a command line it means the same instance again.
    pub name: String,
    /// Its domain.
    pub domain: DomainRef,
    text: Text,
    /// File and line it came from, for messages.
    place: Option<(String, usize)>,
    /// The instance, where finding its domain has read it already.
    read: Mutex<Option<Box<dyn Instance>>>,
    /// Whether it is alone in its file, or a text after the definition of its domain.
    is_file: bool,
}

enum Text {
    Given(String),
    File(String),
    Member(&'static InstanceSet, String),
}

/// How instances are read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, crate::ToSchema, Fields)]
pub struct Reading {
    /// The metric; the domain's default if none.
    pub metric: Option<String>,
    /// Settings of the domain.
    #[serde(default, deserialize_with = "switches")]
    #[schema(value_type = BTreeMap<String, String>)]
    pub settings: Settings,
}

impl Reading {
    /// Reads the text of an instance.
    pub fn read(&self, domain: &dyn Domain, text: &str) -> Result<Box<dyn Instance>, ParseError> {
        domain::read(domain, text, self.metric.as_deref(), &self.settings)
    }

    /// Reads the text of a search problem.
    pub fn search(&self, domain: &dyn Domain, text: &str) -> Result<Box<dyn SearchInstance>, ParseError> {
        domain::read_search(domain, text, self.metric.as_deref(), &self.settings)
    }

    /// Reads a text if its form is the domain's.
    fn recognise(&self, domain: &dyn Domain, text: &str) -> Option<Result<Box<dyn Instance>, ParseError>> {
        domain.recognise(text, self.metric.as_deref(), &self.settings)
    }

    /// The field of a request that is to blame where an instance cannot be read: a metric or a setting that the
    /// domain does not have, else the text.
    pub fn blamed(&self, domain: &dyn Domain) -> &'static str {
        let info = domain.info();
        let has_setting = |name: &String| info.settings.iter().any(|setting| setting.name == name);
        if !self.metric.as_deref().is_none_or(|metric| info.metric_names().any(|name| name == metric)) {
            "metric"
        } else if !self.settings.keys().all(has_setting) {
            "settings"
        } else {
            "instance"
        }
    }

    /// Whether the domain has the metric and all settings.
    fn is_for(&self, domain: &dyn Domain) -> bool {
        self.blamed(domain) == "instance"
    }
}

/// What the arguments name.
#[derive(Default)]
pub struct Named {
    /// The instances, in order.
    pub sources: Vec<Source>,
    /// Lines of files that name nothing, with what is wrong.
    pub errors: Vec<String>,
}

/// Finds what the arguments of a command name, PDDL files and folders among them. Texts whose domain must be found are
/// read with the settings of `reading`.
pub fn resolve(arguments: &[String], domain: Option<&DomainRef>, reading: &Reading) -> Result<Named> {
    let mut named = Named::default();
    let mut planning = defined::Files::new(domain);
    for argument in arguments {
        let file = file_of(argument);
        // A file of a named domain holds instances of it; a folder may have the name of a set.
        let is_other = if file.is_some() { domain.is_some() } else { is_name(argument) };
        let found = planning.resolve_text(argument, &mut named)?
            || (!is_other && planning.resolve(file.unwrap_or(argument), &mut named)?);
        if found {
            continue;
        }
        let path = file.unwrap_or(argument);
        match defined::domain_of_instance(path).filter(|_| domain.is_none() && !is_other) {
            Some(domain) => files::resolve(path, Some(&domain), reading, &mut named)?,
            None => add(argument, domain, reading, &mut named)?,
        }
    }
    planning.finish()?;
    named.complete(arguments)
}

/// Finds what names in an experiment mean: files only where a name begins with `@`.
pub fn resolve_names(names: &[String], domain: &DomainRef, reading: &Reading) -> Result<Named> {
    let mut named = Named::default();
    for name in names {
        add(name, Some(domain), reading, &mut named)?;
    }
    named.complete(names)
}

/// Adds what an argument names, a PDDL file or a folder excepted.
fn add(argument: &str, domain: Option<&DomainRef>, reading: &Reading, named: &mut Named) -> Result<()> {
    match file_of(argument) {
        Some(file) => files::resolve(file, domain, reading, named)?,
        None => named.sources.extend(one(argument, domain, reading, true, MAX)?),
    }
    Ok(())
}

/// The file that a word names: that of `@FILE`, or standard input, which is `-`.
pub fn file_of(word: &str) -> Option<&str> {
    if word == "-" { Some(word) } else { word.strip_prefix('@') }
}

/// Whether an argument begins with the name of a set or a domain.
fn is_name(argument: &str) -> bool {
    let head = argument.split(':').next().unwrap_or_default();
    registry::set(head).is_some() || registry::domain(head).is_some()
}

impl Named {
    fn complete(self, arguments: &[String]) -> Result<Self> {
        match self.sources.is_empty() && self.errors.is_empty() {
            true if arguments.is_empty() => bail!("no instance is named"),
            true => bail!("no instance in {}", arguments.join(" ")),
            false => Ok(self),
        }
    }
}

/// The one instance that the arguments name: one, or a domain file and a problem.
pub fn only(mut named: Named, arguments: &[String]) -> Result<Source> {
    if let Some(error) = named.errors.pop() {
        bail!(error);
    }
    match (named.sources.len(), named.sources.pop()) {
        (1, Some(source)) => Ok(source),
        (count, _) => bail!("{} names {count} instances; this takes one", arguments.join(" ")),
    }
}

/// Finds what an argument names without looking at any file, for those who may not know what is on this machine, nor
/// have it count out more than `most` instances. They have no domain file to name either: a definition and a problem in
/// one text are an instance of the domain that it defines.
pub fn without_files(
    argument: &str,
    domain: Option<&DomainRef>,
    reading: &Reading,
    most: u64,
) -> Result<Vec<Source>> {
    if file_of(argument).is_some() {
        bail!("{} is a file, and files cannot be read here; paste the board itself", shortened(argument));
    }
    if let Some((domain, problem)) = defined::pair(argument, domain) {
        return Ok(vec![Source::given(argument, &domain, problem)]);
    }
    one(argument, domain, reading, false, most)
}

/// The domain of that name, or the planning domain in a file.
pub fn domain(name: &str) -> Result<DomainRef> {
    if let Some(domain) = registry::domain(name) {
        return Ok(domain);
    }
    let file = name.strip_prefix('@').unwrap_or(name);
    if is_domain_file(file) {
        return defined::domain(file);
    }
    registered(name)
}

/// The domain of that name, or the planning domain that a text defines, for callers who may not read files.
pub fn registered(name: &str) -> Result<DomainRef> {
    if name.trim_start().starts_with('(') {
        return Ok(registry::define(name).map_err(|error| Error::within(error, name))?);
    }
    registry::domain(name).ok_or_else(|| {
        let domains = domains();
        let names = domains.iter().map(|domain| &*domain.info().name);
        let benchmarks = registry::benchmarks();
        let benchmarks = benchmarks.iter().map(|domain| &*domain.info().name);
        match nearest(name, names.clone().chain(benchmarks)) {
            Some(near) => anyhow!("unknown domain '{name}'; did you mean '{near}'?"),
            None => anyhow!("unknown domain '{name}'; available: {}", names.collect::<Vec<_>>().join(", ")),
        }
    })
}

/// What an argument other than a file names. The message for one that names nothing may look whether it is a file.
fn one(
    argument: &str,
    domain: Option<&DomainRef>,
    reading: &Reading,
    look: bool,
    most: u64,
) -> Result<Vec<Source>> {
    let (head, tail) = match argument.split_once(':') {
        Some((head, tail)) => (head, Some(tail)),
        None => (argument, None),
    };
    if let Some((domain, set)) = registry::set(head) {
        // A domain and a set may have the same name: what follows is a member, or a board.
        if let Some(text) = tail.filter(|_| head == domain.info().name)
            && let Some(instance) = reading.recognise(&*domain, text)
        {
            return Ok(vec![Source::given(argument, &domain, text).with(instance.ok())]);
        }
        return sets::members(&domain, set, tail, most);
    }
    if let Some(domain) = registry::domain(head) {
        return match tail {
            Some(text) if !text.trim().is_empty() => Ok(vec![Source::given(argument, &domain, text)]),
            _ => bail!("{argument} is a domain, not an instance; {}", sets::examples(&*domain)),
        };
    }
    if let Some(domain) = domain {
        return Ok(vec![Source::given(argument, domain, argument)]);
    }
    let read = |domain: DomainRef| Some((reading.recognise(&*domain, argument)?, domain));
    let all = domains().into_iter().chain(registry::benchmarks());
    let mut readers: Vec<_> = all.filter_map(read).collect();
    if readers.len() > 1 {
        let names: Vec<&str> = readers.iter().map(|(_, domain)| &*domain.info().name).collect();
        bail!(
            "{} can read '{}'; name one with {}",
            names.join(" and "),
            shortened(argument),
            field("domain")
        );
    }
    match readers.pop() {
        Some((instance, domain)) => Ok(vec![Source::given(argument, &domain, argument).with(instance.ok())]),
        None => Err(unknown(argument, (head, tail), look)),
    }
}

/// Neither a set nor a domain nor a board: names the nearest.
fn unknown(argument: &str, (head, tail): (&str, Option<&str>), look: bool) -> anyhow::Error {
    let domains = domains();
    let benchmarks = registry::benchmarks();
    let with_sets = domains.iter().chain(&benchmarks);
    let sets = with_sets.flat_map(|domain| domain.info().sets).map(|set| set.name);
    let names = domains.iter().map(|domain| &*domain.info().name);
    let known: Vec<&str> = sets.chain(names).collect();
    let near = nearest(head, known.iter().copied());
    // A colon also occurs in other texts, such as JSON.
    let is_name = head.chars().all(|sign| sign.is_alphanumeric() || "-_.".contains(sign));
    if tail.is_some() && is_name || near.is_some() {
        return match near {
            Some(near) => anyhow!("unknown set or domain '{head}'; did you mean '{near}'?"),
            None => anyhow!("unknown set or domain '{head}'; available: {}", known.join(", ")),
        };
    }
    if look && std::path::Path::new(argument).exists() {
        let what =
            if std::path::Path::new(argument).is_dir() { "folder without PDDL problems" } else { "file" };
        return anyhow!("'{argument}' is a {what}; write @{argument} to read the instances in it");
    }
    if let Some(error) = likeliest(argument, &Reading::default()) {
        return error;
    }
    let names: Vec<&str> = domains.iter().map(|domain| &*domain.info().name).collect();
    let file = if look { ", a file (@FILE)" } else { "" };
    anyhow!(
        "'{}' is neither a set{file} nor a text that one of the domains can read; DOMAIN:TEXT says what is wrong with \
         a text, the domains are {}",
        shortened(argument),
        names.join(", ")
    )
}

/// What is wrong with a text that no domain can read, by the domain that it was probably meant for.
fn likeliest(text: &str, reading: &Reading) -> Option<anyhow::Error> {
    let domain = domains().into_iter().find(|domain| domain.resembles(text))?;
    let error = domain::try_read(&*domain, text, reading.metric.as_deref(), &reading.settings).err()?;
    let name = &domain.info().name;
    Some(Error::within(error, text).about(format!("'{}' as {name}", shortened(text))).into())
}

impl Source {
    fn given(name: &str, domain: &DomainRef, text: &str) -> Self {
        Self::new(name.to_owned(), domain, Text::Given(text.to_owned()))
    }

    fn new(name: String, domain: &DomainRef, text: Text) -> Self {
        Self { name, domain: domain.clone(), text, place: None, read: Mutex::default(), is_file: false }
    }

    /// With the instance, if it was read already. Features that read a table exist only for instances that are read
    /// after the table was fetched, so those of domains with tables are read again.
    fn with(self, instance: Option<Box<dyn Instance>>) -> Self {
        let read = instance.filter(|_| self.domain.pattern_databases().is_empty());
        Self { read: Mutex::new(read), ..self }
    }

    /// The board, as it was given or as the set has it.
    pub fn text(&self) -> Result<String> {
        match &self.text {
            Text::Given(text) => Ok(text.clone()),
            Text::File(file) => user_file::read(file, FileKind::PDDL),
            Text::Member(set, id) => (set.text)(id).ok_or_else(|| anyhow!("{} is missing", self.name)),
        }
    }

    /// Reads it. An error names its place.
    pub fn read(&self, reading: &Reading) -> Result<Box<dyn Instance>> {
        // Read with the same reading when its domain was found, unless a setting of another domain was passed over
        // then.
        if let Some(instance) = locked(&self.read).take().filter(|_| reading.is_for(&*self.domain)) {
            self.warn(&*instance, reading);
            return Ok(instance);
        }
        let text = self.text()?;
        if self.is_file {
            let title = self.place.as_ref().map_or(&self.name, |(file, _)| file);
            let metric = domain::checked(self.domain.info(), reading.metric.as_deref(), &reading.settings)
                .map_err(|error| anyhow!("{title}: {error}"))?;
            let reading = (metric, &reading.settings);
            let found = self.domain.instance_in_file(title, &text, reading, &mut warnings::warn);
            if let Some(instance) = found {
                return instance.map_err(|error| anyhow!(error));
            }
        }
        let instance = reading
            .read(&*self.domain, &text)
            .map_err(|error| self.located(error, &text).field(reading.blamed(&*self.domain)))?;
        self.warn(&*instance, reading);
        Ok(instance)
    }

    /// Reads it as a search problem, which `command` needs.
    pub fn search(&self, reading: &Reading, command: &str) -> Result<Box<dyn SearchInstance>> {
        only_search(&*self.domain, command)?;
        let other = || anyhow!("{} is not a search problem", shortened(&self.name));
        self.read(reading)?.into_search().ok_or_else(other)
    }

    /// Reads it as an optimisation problem.
    pub fn optimisation(&self, reading: &Reading) -> Result<Box<dyn OptimisationInstance>> {
        let other = || anyhow!("{} is not an optimisation problem", shortened(&self.name));
        self.read(reading)?.into_optimisation().ok_or_else(other)
    }

    fn warn(&self, instance: &dyn Instance, reading: &Reading) {
        for warning in self.domain.warnings(instance, &reading.settings) {
            warnings::warn(&format!("{}: {warning}", shortened(&self.name)));
        }
    }

    fn located(&self, error: ParseError, text: &str) -> Error {
        let mut error = Error::within(error, text);
        let Some((file, first)) = &self.place else { return error.about(shortened(&self.name)) };
        // A text knows its own lines; the reader of a file wants the file's.
        match &mut error.place {
            Some(place) => place.line += first - 1,
            None => return error.about(format!("{file}: line {first}")),
        }
        error.about(file.as_str())
    }
}

/// The name of an instance that means the same everywhere: `DOMAIN:TEXT`, with the definition of a domain that is not
/// registered.
pub fn reference(domain: &dyn Domain, text: &str) -> String {
    let name = &domain.info().name;
    match domain.definition() {
        Some(definition)
            if registry::domain(name).is_none_or(|known| known.definition() != Some(definition)) =>
        {
            let general = defined::general(definition).unwrap_or(name);
            format!("{general}:{definition} {text}")
        }
        _ => format!("{name}:{text}"),
    }
}

/// The kind of the problems of these instances; a search problem if there are none.
///
/// # Errors
///
/// There are several kinds among them.
pub fn kind_of(sources: &[Source]) -> Result<Kind, Error> {
    let kind = |source: &Source| source.domain.info().kind;
    let Some(first) = sources.first() else { return Ok(Kind::Search) };
    match sources.iter().find(|other| kind(other) != kind(first)) {
        None => Ok(kind(first)),
        Some(other) => {
            let [a, b] = [first, other]
                .map(|source| format!("{} is of {}", shortened(&source.name), kind(source).with_article()));
            Err(Error::input(format!("{a}, {b}; name instances of one kind")))
        }
    }
}

/// A text in a message or a table, cut where it gets unwieldy, and without what a terminal obeys.
pub fn shortened(text: &str) -> String {
    let line = presentable(&text.replace('\n', "/"), usize::MAX);
    if line.chars().count() <= 50 { line } else { line.chars().take(49).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_short_and_without_control_characters() {
        assert_eq!(shortened("AAoo\nBBoo"), "AAoo/BBoo");
        let quoted = shortened(&"\u{1b}[2J\u{b}".repeat(100));
        assert!(!quoted.contains(char::is_control) && quoted.chars().count() == 50, "{quoted:?}");
    }
}
