//! `unstuck algorithms`: what there is, from the registrations.

use super::Screen;
use crate::sys::exit::Exit;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_core::search::{ALGORITHMS, Optimal};
use unstuck_ops::method::ALIASES;
use unstuck_ops::origin;

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
        screen.json(&json!({ "algorithms": ALGORITHMS, "unstuck": origin::json() }))?;
        return Ok(Exit::Fine);
    }
    let width = ALGORITHMS.iter().map(|info| info.name.len()).max().unwrap_or(0);
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
    Ok(Exit::Fine)
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
