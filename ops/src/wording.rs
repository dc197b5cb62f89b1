//! How messages name the fields of a request and what else the program can do: each surface installs its own words.
//!
//! A message says `field("limit_nodes")`, which is a flag on the command line, a keyword in Python, and two words in the
//! web UI. A process has one surface at a time, which installs its words when it starts.

use std::path::Path;
use std::sync::{PoisonError, RwLock};
use unstuck_core::search::Limit;

/// Something that the program can do, to be named in a message as a thing: a command, a function or a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action<'a> {
    /// List the algorithms of searches.
    Algorithms,
    /// Begin an experiment.
    Begin,
    /// Check a store.
    CheckStore(&'a Path),
    /// Explain the choices of a rule.
    ExplainRule,
    /// List the heuristics of a domain.
    Heuristics(&'a str),
    /// List the experiments.
    List,
    /// Make a pattern database.
    MakeTable(&'a str),
    /// Repair a store.
    RepairStore(&'a Path),
    /// Continue an experiment.
    Resume(i64),
    /// Run the file of an experiment.
    RunFile,
    /// Show an experiment.
    Show(&'a str),
    /// Solve an instance, and write the result as JSON.
    SolveAsJson,
    /// Stop an experiment.
    Stop(i64),
}

/// The words of a surface.
pub trait Wording: Sync {
    /// A field of a request, by its name in JSON, with a value if one is advised.
    fn field(&self, name: &str, value: Option<&str>) -> String;
    /// Something that the program can do.
    fn action(&self, action: Action<'_>) -> String;
    /// How a store is chosen.
    fn store(&self) -> String {
        self.field("store", None)
    }
}

/// Words that suit every surface, which are used where none is installed.
pub struct Plain;

impl Wording for Plain {
    fn field(&self, name: &str, value: Option<&str>) -> String {
        let name = name.replace('_', " ");
        value.map_or_else(|| name.clone(), |value| format!("{name} {value}"))
    }

    fn action(&self, action: Action<'_>) -> String {
        match action {
            Action::Algorithms => "the list of algorithms".into(),
            Action::Begin => "a new experiment".into(),
            Action::CheckStore(_) => "a check of the store".into(),
            Action::ExplainRule => "an explanation".into(),
            Action::Heuristics(domain) => format!("the list of {domain}'s heuristics"),
            Action::List => "the list of experiments".into(),
            Action::MakeTable(table) => format!("building {table}"),
            Action::RepairStore(_) => "a repair of the store".into(),
            Action::Resume(id) => format!("resuming experiment {id}"),
            Action::RunFile => "running the file".into(),
            Action::Show(name) => format!("showing {name}"),
            Action::SolveAsJson => "the JSON of a solution".into(),
            Action::Stop(id) => format!("stopping experiment {id}"),
        }
    }
}

static INSTALLED: RwLock<&'static dyn Wording> = RwLock::new(&Plain);

/// Installs the words of a surface, in place of those before.
pub fn install(wording: &'static dyn Wording) {
    *INSTALLED.write().unwrap_or_else(PoisonError::into_inner) = wording;
}

fn installed() -> &'static dyn Wording {
    *INSTALLED.read().unwrap_or_else(PoisonError::into_inner)
}

/// A field of a request.
pub fn field(name: &str) -> String {
    installed().field(name, None)
}

/// A field of a request with a value.
pub fn given(name: &str, value: &str) -> String {
    installed().field(name, Some(value))
}

/// Something that the program can do.
pub fn action(action: Action<'_>) -> String {
    installed().action(action)
}

/// How another store is chosen.
pub fn store() -> String {
    installed().store()
}

/// What ended a search when the CPU time of the command was over.
pub fn cpu_limit_name() -> String {
    format!("the limit of CPU time ({})", field("limit_cpu_seconds"))
}

/// What ended a search.
pub fn limit_name(limit: Limit) -> String {
    let (name, key) = match limit {
        Limit::Nodes => ("node", "limit_nodes"),
        Limit::Time => ("time", "limit_seconds"),
        Limit::Memory => ("memory", "limit_memory"),
        Limit::Effort => ("effort", "limit_effort"),
        Limit::Cancelled => return "the interruption".into(),
    };
    format!("the {name} limit ({})", field(key))
}
