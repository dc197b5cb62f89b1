//! `unstuck operators`: what evolution is made of, from the registrations.

use super::Screen;
use crate::sys::exit::Exit;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_evolution::algorithms::ALGORITHMS;
use unstuck_evolution::fitness::EVALUATORS;
use unstuck_evolution::operators::{Listed, PUBLISHED, Part, all};
use unstuck_ops::{catalog, origin};

#[derive(Args)]
#[command(after_help = "\
The names are those of experiment files (see 'unstuck evolve --help'). The weight is how often an operator \
is drawn when a file names none of its kind; 0 for those that must be named. Numbers behind a parameter \
are its default. Names in brackets are HeuristicLab's and those of the literature; files may use them as \
well.

Examples:
  unstuck operators
  unstuck operators --json")]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    if arguments.json {
        let pair = |(name, about): &(&str, &str)| json!({ "name": name, "about": about });
        screen.json(&json!({
            "operators": catalog::operators(),
            "fitness": EVALUATORS.iter().map(pair).collect::<Vec<_>>(),
            "algorithms": ALGORITHMS.iter().map(pair).collect::<Vec<_>>(),
            "unstuck": origin::json(),
        }))?;
        return Ok(Exit::Fine);
    }
    let list = all();
    for group in list.chunk_by(|a, b| (a.folder, a.part) == (b.folder, b.part)) {
        let title = match group[0].part {
            Part::Any => group[0].folder.to_owned(),
            part => format!("{} of {}", group[0].folder, part.name()),
        };
        screen.line(screen.paint.bold(&title))?;
        let mut table = Table::new(4, ["name", "weight", "parameters", "meaning"]);
        for listed in group {
            let weight =
                if group[0].part == Part::Any { "–".to_owned() } else { listed.weight.to_string() };
            table.row([listed.name.to_owned(), weight, parameters(listed), about(listed)]);
        }
        screen.line(table.text(Some(page_width())))?;
        screen.line("")?;
    }
    for (title, entries) in [("fitness", EVALUATORS), ("algorithms", ALGORITHMS)] {
        screen.line(screen.paint.bold(title))?;
        let mut table = Table::new(2, ["name", "meaning"]);
        for (name, about) in entries {
            table.row([*name, *about]);
        }
        screen.line(table.text(Some(page_width())))?;
        screen.line("")?;
    }
    Ok(Exit::Fine)
}

/// The explanation, with the names that others give it.
fn about(listed: &Listed) -> String {
    let own = PUBLISHED.iter().filter(|(folder, _, ours)| (*folder, *ours) == (listed.folder, listed.name));
    let published: Vec<&str> = own.map(|(_, published, _)| *published).collect();
    if published.is_empty() {
        listed.about.to_owned()
    } else {
        format!("{} ({})", listed.about, published.join(", "))
    }
}

/// The parameters with their defaults.
fn parameters(listed: &Listed) -> String {
    let parameters = listed.parameters.iter();
    let texts: Vec<String> =
        parameters.map(|parameter| format!("{} {}", parameter.name, parameter.default)).collect();
    texts.join(", ")
}
