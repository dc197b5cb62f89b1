//! `unstuck algorithms`: what there is, from the registrations.

use super::Screen;
use crate::sys::exit::Exit;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_core::local_search::{self, Requirement};
use unstuck_core::search::{ALGORITHMS, Optimal};
use unstuck_ops::method::ALIASES;
use unstuck_ops::{catalog, origin};

#[derive(Args)]
#[command(after_help = "\
Examples:
  unstuck algorithms
  unstuck algorithms --json")]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    if arguments.json {
        screen.json(&json!({
            "algorithms": ALGORITHMS,
            "optimisation": catalog::local_algorithms(),
            "unstuck": origin::json(),
        }))?;
        return Ok(Exit::Fine);
    }
    let names = ALGORITHMS.iter().map(|info| info.name);
    let width = names.chain(local_search::ALGORITHMS.iter().map(|info| info.name)).map(str::len).max();
    let width = width.unwrap_or(0);
    screen.line("of searches:")?;
    for info in ALGORITHMS {
        let name = format!("{:width$}", info.name);
        screen.line(format_args!("{}  {}", screen.paint.bold(&name), info.about))?;
        let mut facts = vec![
            if info.heuristic { "reads a heuristic" } else { "blind" }.to_owned(),
            optimal(info.optimal).to_owned(),
            if info.complete { "complete" } else { "not complete" }.to_owned(),
            format!("keeps {}", info.memory),
        ];
        let aliases = ALIASES.iter().filter(|(_, known)| *known == info.name);
        facts.extend(aliases.map(|(alias, _)| format!("also '{alias}'")));
        facts.extend(info.parameters.iter().map(|parameter| format!("--{}", parameter.info().name)));
        screen.line(format_args!("{:width$}  {}", "", screen.paint.faint(&facts.join(" · "))))?;
    }
    screen.line("\nfor optimisation domains:")?;
    for info in local_search::ALGORITHMS {
        let name = format!("{:width$}", info.name);
        screen.line(format_args!("{}  {}", screen.paint.bold(&name), info.about))?;
        let mut facts = vec![
            needs(info.requires).to_owned(),
            if info.anytime { "anytime: improves until a limit" } else { "ends by itself" }.to_owned(),
        ];
        facts.extend(info.parameters.iter().map(|row| format!("--{}", row.name)));
        screen.line(format_args!("{:width$}  {}", "", screen.paint.faint(&facts.join(" · "))))?;
    }
    Ok(Exit::Fine)
}

fn needs(requires: Requirement) -> &'static str {
    match requires {
        Requirement::Construction => "needs construction",
        Requirement::Moves => "needs moves",
        Requirement::Changes => "needs moves or low-level heuristics",
        Requirement::Ruin => "needs solutions that can be taken apart",
    }
}

fn optimal(when: Optimal) -> &'static str {
    match when {
        Optimal::Always => "optimal",
        Optimal::UnitCost => "optimal if every move costs 1",
        Optimal::Admissible => "optimal with an admissible heuristic",
        Optimal::AtEnd => "optimal unless a limit stops it",
        Optimal::Never => "not optimal",
    }
}
