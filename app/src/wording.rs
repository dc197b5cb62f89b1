//! How messages name fields and commands: as flags on the command line, in plain words in the web UI.

use unstuck_ops::wording::{Action, Plain, Wording};

/// The words of the command line.
pub struct Flags;

impl Wording for Flags {
    fn field(&self, name: &str, value: Option<&str>) -> String {
        let flag = format!("--{}", name.replace('_', "-"));
        value.map_or_else(|| flag.clone(), |value| format!("{flag} {value}"))
    }

    fn action(&self, action: Action<'_>) -> String {
        let command = match action {
            Action::Algorithms => "algorithms".into(),
            Action::Begin => "evolve FILE".into(),
            Action::CheckStore(store) => format!("experiments check --store {}", store.display()),
            Action::ExplainRule => "explain".into(),
            Action::Heuristics(domain) => format!("heuristics {domain}"),
            Action::List => "experiments list".into(),
            Action::MakeTable(table) => format!("pdb build {table}"),
            Action::RepairStore(store) => format!("experiments check --repair --store {}", store.display()),
            Action::Resume(id) => format!("experiments resume {id}"),
            Action::RunFile => "evolve FILE".into(),
            Action::Show(name) => format!("experiments show {name}"),
            Action::SolveAsJson => return "the output of 'unstuck solve --json'".into(),
            Action::Stop(id) => format!("experiments stop {id}"),
        };
        format!("'unstuck {command}'")
    }

    fn store(&self) -> String {
        "--store or UNSTUCK_STORE".into()
    }
}

/// The words of the web UI. What only the command line can do is named by its command.
pub struct Pages;

impl Wording for Pages {
    fn field(&self, name: &str, value: Option<&str>) -> String {
        match name {
            // The server was started with them.
            "store" | "threads" => Flags.field(name, value),
            _ => Plain.field(name, value),
        }
    }

    fn action(&self, action: Action<'_>) -> String {
        match action {
            Action::Algorithms => "the page Benchmark".into(),
            Action::Begin => "New experiment".into(),
            Action::ExplainRule => "the page Optimise".into(),
            Action::Heuristics(_) => "the list of features in New experiment".into(),
            Action::List | Action::Show(_) => "the page Experiments".into(),
            Action::SolveAsJson => "a solution that was saved here".into(),
            Action::Resume(_) => "Resume, on the page of the experiment".into(),
            Action::Stop(_) => "Stop, on the page of the experiment".into(),
            Action::CheckStore(_) | Action::MakeTable(_) | Action::RepairStore(_) | Action::RunFile => {
                Flags.action(action)
            }
        }
    }

    fn store(&self) -> String {
        Flags.store()
    }
}
