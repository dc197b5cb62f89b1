//! `unstuck dataset import`: a dataset of any origin, checked row by row against the domain.

use super::output::OutputFlags;
use crate::cli::flags::{ReadingFlags, ThreadFlags};
use crate::sys::exit::Exit;
use crate::terminal::Screen;
use crate::terminal::progress::progress;
use anyhow::Result;
use clap::Args;
use unstuck_evolution::dataset::Form;
use unstuck_ops::Context;
use unstuck_ops::dataset::import::{self, Request};
use unstuck_ops::numbers::parse_count;
use unstuck_ops::user_file::{self, FileKind, title};
use unstuck_ops::watch::Activity;

#[derive(Args)]
#[command(after_help = "\
Every instance is read, every stored value of a feature is compared with the domain's own, and no h* may \
be below an admissible feature. The h* of some rows, spread evenly, are checked by optimal searches of up \
to 100k nodes. A file with anything wrong is refused as a whole. Instances that occur again are left out.

A file may also be a database of levels with a line MOVES BOARD CLUSTER each, such as that of Michael Fogleman \
for Rush Hour: moves are h*.

Examples:
  unstuck dataset import published.csv --domain rush-hour --output boards.csv
  unstuck dataset import theirs.csv --domain tiles --features manhattan,misplaced --output ours.csv
  unstuck dataset import only-distances.csv --domain tiles --recompute --output full.csv
  unstuck dataset import rush.txt --domain rush-hour --recompute --output rush.csv")]
pub struct Arguments {
    /// The file; - is standard input
    file: String,
    /// The domain of its instances
    #[arg(long, value_name = "NAME")]
    domain: String,
    /// Names for the columns behind h*, instead of those in the file
    #[arg(long, value_name = "F,…", value_delimiter = ',')]
    features: Vec<String>,
    /// Write the domain's values of all features instead of the stored ones
    #[arg(long)]
    recompute: bool,
    /// How many distances to check by a search
    #[arg(long, value_name = "N", value_parser = parse_count, default_value = "200", allow_negative_numbers = true)]
    check: u64,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    output: OutputFlags,
    #[command(flatten)]
    threads: ThreadFlags,
    #[command(flatten)]
    reading: ReadingFlags,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    arguments.output.check()?;
    let request = Request {
        csv: user_file::read(&arguments.file, FileKind::INSTANCES)?,
        title: title(&arguments.file).to_owned(),
        domain: arguments.domain,
        features: arguments.features,
        recompute: arguments.recompute,
        check: arguments.check,
        reading: arguments.reading.reading(),
        threads: arguments.threads.count(),
    };
    let activity = Activity::default();
    let imported = import::run(&request, &Context::local(progress(arguments.quiet), &activity))?;
    arguments.output.deliver(&imported.dataset, Form::Named, &imported.notes, screen)
}
