//! Keywords and functions, as messages of the package name them.

use unstuck::wording::Flags;
use unstuck_ops::wording::{Action, Plain, Wording};

/// The words of Python.
pub struct Keywords;

impl Wording for Keywords {
    fn field(&self, name: &str, value: Option<&str>) -> String {
        match value {
            None => name.to_owned(),
            Some(value) if value.parse::<f64>().is_ok() => format!("{name}={value}"),
            Some(value) => format!("{name}={value:?}"),
        }
    }

    fn action(&self, action: Action<'_>) -> String {
        match action {
            Action::Algorithms => "unstuck.algorithms()".into(),
            Action::Begin => "unstuck.evolve".into(),
            Action::ExplainRule => "unstuck.explain".into(),
            Action::Heuristics(domain) => format!("unstuck.heuristics({domain:?})"),
            Action::List | Action::SolveAsJson => Plain.action(action),
            // Commands of a shell.
            _ => Flags.action(action),
        }
    }
}
