//! `unstuck dataset`: instances with exact distances and the values of features, as files.

mod export;
mod generate;
mod import;
mod output;
mod show;

pub use output::check_path;

use super::Screen;
use crate::sys::exit::Exit;
use anyhow::Result;
use clap::{Args, Subcommand};
use unstuck_evolution::dataset::Dataset;
use unstuck_ops::user_file::{self, FileKind, title};

#[derive(Args)]
#[command(after_help = "\
A dataset is a CSV file. Its first line is the name, the second the description, the third names the \
columns: instance, h* (the cost of a cheapest plan), and the features. The published form has no third \
line. A distance with a plus, +12, is an estimate: no plan is cheaper. A feature that an instance lacks is \
an empty field.

Examples:
  unstuck dataset generate tiles --size 3 --all --output eight.csv
  unstuck dataset show eight.csv
  unstuck dataset export eight.csv --form bare --output published.csv
  unstuck dataset import published.csv --domain tiles --output eight-2.csv")]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Make a dataset: fresh instances, given ones, or the states that can be reached from them
    Generate(generate::Arguments),
    /// Check a dataset of any origin row by row, and write it in our form
    Import(import::Arguments),
    /// Write a dataset in another form, or split it for training, validation and test
    Export(export::Arguments),
    /// Describe a dataset: rows, distances, and how well each feature predicts them
    Show(show::Arguments),
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    match arguments.what {
        What::Generate(arguments) => generate::run(arguments, screen),
        What::Import(arguments) => import::run(arguments, screen),
        What::Export(arguments) => export::run(&arguments, screen),
        What::Show(arguments) => show::run(&arguments, screen),
    }
}

/// Reads a file; what is wrong is shown in its line.
fn read(file: &str) -> Result<Dataset> {
    unstuck_ops::dataset::read(&user_file::read(file, FileKind::INSTANCES)?, title(file))
}
