//! The commands: one file each, with its flags, its help and what it does.

mod ablate;
mod algorithms;
pub mod audit;
mod compare;
mod completions;
pub mod dataset;
pub mod domains;
pub mod evolve;
pub mod experiments;
mod explain;
pub mod explore;
pub mod export;
pub mod flags;
pub mod functions;
mod generate;
mod ground;
mod heuristics;
mod manual;
pub mod operators;
mod pdb;
mod profile;
pub mod report;
mod serve;
mod solve;
mod validate;
mod value;

use crate::sys::exit::Exit;
use crate::terminal::Screen;
use crate::terminal::paint::Colour;
use anyhow::Result;
use clap::{Parser, Subcommand};
use unstuck_ops::{Error, origin, warnings};

/// Solve puzzles and planning tasks by search, and evolve the heuristics that guide it
#[derive(Parser)]
#[command(name = "unstuck", version = origin::long_version(), max_term_width = 110, after_help = AFTER)]
pub struct Cli {
    /// When to use colours; NO_COLOR is honoured as well
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 900)]
    pub color: Colour,
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

const AFTER: &str = "\
Naming an instance:
  jam:12  jam:1-40  jam  it3105:easy-3   a built-in set or a part of it (see 'unstuck domains')
  korf:1  korf24:1-3  eight              sliding tiles
  rush-hour:BBoooC…                      a domain and a board; often the board alone will do
  @boards.txt  -  @boards.txt:4-6        a file, standard input, some lines of a file
  @boards  @levels.csv:start             all files of a folder, a column of a CSV file
  domain.pddl p01.pddl  p01.pddl  DIR    PDDL: a domain and its problems, a problem, a folder
  ferry:easy-3  sokoban:train            tasks of the built-in planning benchmarks

Exit codes:
  0 solved   2 bad input   10 proved unsolvable   11 limit   130 interrupted
  12 an incomplete algorithm ended without a plan
  1 a defect: an invalid plan, a declared property that fails, no room for the output
  several instances: 2 if any input was bad, else 1 after a defect, else the highest code

Examples:
  unstuck solve jam:1
  unstuck compare jam:1-10 --heuristic zero --heuristic blockers
  unstuck solve domain.pddl p01.pddl
  unstuck evolve experiments/rush-hour-weights.toml --quick
  unstuck explore jam:40";

#[derive(Subcommand)]
pub enum Command {
    /// Solve instances: the plan and the statistics of the search
    Solve(solve::Arguments),
    /// Replay a plan; names the failing move and why
    Validate(validate::Arguments),
    /// Compare algorithms and heuristics over a set of instances
    Compare(compare::Arguments),
    /// Ground a planning task: sizes, time and memory of every stage; writes Fast Downward's SAS format
    Ground(ground::Arguments),
    /// Enumerate all reachable states: count, distances, class, hardest board
    Explore(explore::Arguments),
    /// Compare heuristics with exact distances: a report card with counter-examples
    Audit(audit::Arguments),
    /// Print the values of heuristics and features on an instance, or on every state of a plan
    Value(value::Arguments),
    /// Explain why a heuristic has its value: rules, terms, successors
    Explain(explain::Arguments),
    /// Leave out each part of a heuristic in turn and search again
    Ablate(ablate::Arguments),
    /// Count which rules of a heuristic fire, and compare its values with exact distances
    Profile(profile::Arguments),
    /// Make, check, describe and split sets of instances with their distances and features
    Dataset(dataset::Arguments),
    /// Make new instances
    Generate(generate::Arguments),
    /// Evolve a heuristic by an experiment's file
    Evolve(evolve::Arguments),
    /// Write what an experiment shows: tables, and one HTML page with plots
    Report(report::Arguments),
    /// List, show, compare, steer, copy, import, export and delete the experiments that are kept
    Experiments(experiments::Arguments),
    /// Serve the web UI: watch evolution, solve and make puzzles
    Serve(serve::Arguments),
    /// Write a heuristic as a drawing, a formula, source code, or a shorter text
    Export(export::Arguments),
    /// List the domains, with their metrics, sets, settings and generators
    Domains(domains::Arguments),
    /// List the heuristics of a domain
    Heuristics(heuristics::Arguments),
    /// List, make and remove the pattern databases
    Pdb(pdb::Arguments),
    /// List the algorithms
    Algorithms(algorithms::Arguments),
    /// List what evolution is made of: operators, fitness, algorithms
    Operators(operators::Arguments),
    /// List the functions of the heuristic language, and the presets of experiments
    Functions(functions::Arguments),
    /// Print the script by which a shell completes commands and flags
    Completions(completions::Arguments),
    /// Print the manual page, or write those of all commands into a folder
    Manual(manual::Arguments),
}

/// Prints what is wrong with a part of the work, and the exit code that it calls for.
fn report_error(error: &Error) -> Exit {
    warnings::error(&error.to_string());
    Exit::of(error.kind)
}

/// The same for several parts.
fn report_errors(errors: &[Error]) -> Exit {
    errors.iter().map(report_error).fold(Exit::Fine, Exit::and)
}

/// Runs a command.
pub fn run(command: Command, screen: &mut Screen<'_>) -> Result<Exit> {
    match command {
        Command::Solve(arguments) => solve::run(arguments, screen),
        Command::Validate(arguments) => validate::run(arguments, screen),
        Command::Compare(arguments) => compare::run(arguments, screen),
        Command::Ground(arguments) => ground::run(arguments, screen),
        Command::Explore(arguments) => explore::run(arguments, screen),
        Command::Audit(arguments) => audit::run(arguments, screen),
        Command::Value(arguments) => value::run(arguments, screen),
        Command::Explain(arguments) => explain::run(arguments, screen),
        Command::Ablate(arguments) => ablate::run(arguments, screen),
        Command::Profile(arguments) => profile::run(arguments, screen),
        Command::Dataset(arguments) => dataset::run(arguments, screen),
        Command::Generate(arguments) => generate::run(arguments, screen),
        Command::Evolve(arguments) => evolve::run(arguments, screen),
        Command::Report(arguments) => report::run(arguments, screen),
        Command::Experiments(arguments) => experiments::run(arguments, screen),
        Command::Serve(arguments) => serve::run(arguments, screen),
        Command::Export(arguments) => export::run(arguments, screen),
        Command::Domains(arguments) => domains::run(arguments, screen),
        Command::Heuristics(arguments) => heuristics::run(arguments, screen),
        Command::Pdb(arguments) => pdb::run(arguments, screen),
        Command::Algorithms(arguments) => algorithms::run(arguments, screen),
        Command::Operators(arguments) => operators::run(arguments, screen),
        Command::Functions(arguments) => functions::run(arguments, screen),
        Command::Completions(arguments) => completions::run(arguments, screen),
        Command::Manual(arguments) => manual::run(arguments, screen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// Domains add flags at run time: no two may share a name with each other or with ours.
    #[test]
    fn the_flags_fit_together() {
        unstuck_domains::install();
        Cli::command().debug_assert();
    }
}
