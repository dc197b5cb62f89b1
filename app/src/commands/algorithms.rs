//! `unstuck algorithms`: what there is, from the registrations.

use super::Screen;
use crate::exit::Exit;
use crate::origin;
use crate::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_core::search::{ALGORITHMS, Optimal, Parameter};

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
    let mut table = Table::new(6, ["name", "reads h", "optimal", "complete", "parameters", "meaning"]);
    for info in ALGORITHMS {
        let parameters: Vec<&str> = info.parameters.iter().map(flag).collect();
        table.row([
            info.name,
            if info.heuristic { "yes" } else { "–" },
            optimal(info.optimal),
            if info.complete { "yes" } else { "no" },
            &parameters.join(" "),
            &format!("{}; memory: {}", info.about, info.memory),
        ]);
    }
    screen.line(table.text(Some(page_width())))?;
    Ok(Exit::Fine)
}

fn optimal(when: Optimal) -> &'static str {
    match when {
        Optimal::Always => "yes",
        Optimal::UnitCost => "if every move costs 1",
        Optimal::Admissible => "if h is admissible",
        Optimal::AtEnd => "unless stopped",
        Optimal::Never => "no",
    }
}

fn flag(parameter: &Parameter) -> &'static str {
    match parameter {
        Parameter::Weight => "--weight",
        Parameter::Width => "--width",
        Parameter::Horizon => "--horizon",
        Parameter::Table => "--table",
        Parameter::Order => "--order",
    }
}
