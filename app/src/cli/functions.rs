//! `unstuck functions`: the functions of the heuristic language, and the presets of experiments.

use super::Screen;
use crate::sys::exit::Exit;
use crate::terminal::table::{Table, page_width};
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_core::feature::Kind;
use unstuck_ops::{catalog, origin};

#[derive(Args)]
#[command(after_help = "\
Functions are what heuristics are written with, and what trees and policies evolve from: an experiment's \
file names them by 'functions', one by one or by a preset (see 'unstuck evolve --help').

Examples:
  unstuck functions
  unstuck functions --json")]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let (functions, presets) = (catalog::functions(), catalog::presets());
    if arguments.json {
        let object = json!({ "functions": functions, "presets": presets, "unstuck": origin::json() });
        return screen.json(&object).map(|()| Exit::Fine);
    }
    let kind = |kind: &Kind| if *kind == Kind::Bool { "yes/no" } else { "number" };
    let mut table = Table::new(4, ["function", "takes", "gives", "meaning"]);
    for function in &functions {
        let takes: Vec<&str> = function.takes.iter().map(kind).collect();
        table.row([function.name, &takes.join(", "), kind(&function.gives), function.about]);
    }
    screen.line(table.text(Some(page_width())))?;
    screen.line("")?;
    let mut table = Table::new(2, ["preset", "functions"]);
    for (name, functions) in &presets {
        table.row([name.clone(), functions.join(" ")]);
    }
    screen.line(table.text(Some(page_width())))?;
    Ok(Exit::Fine)
}
