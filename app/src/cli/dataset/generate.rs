//! `unstuck dataset generate`: instances with their distances and features.

use super::output::OutputFlags;
use crate::cli::flags::{LimitFlags, Parameters, ReadingFlags, ThreadFlags};
use crate::cli::report_errors;
use crate::sys::exit::Exit;
use crate::terminal::Screen;
use crate::terminal::progress::progress;
use anyhow::Result;
use clap::Args;
use unstuck_evolution::dataset::Form;
use unstuck_ops::Context;
use unstuck_ops::dataset::generate::{self, Request};
use unstuck_ops::numbers::{parse_count, parse_seed};
use unstuck_ops::watch::Activity;

#[derive(Args)]
#[command(after_help = "\
Instances are fresh ones of a generator ('unstuck domains' lists them), or those that --from names. Of \
each, the row is the instance itself, or with
  --all            every solvable state that can be reached from it
  --from … --states N   N of these states, drawn evenly
  --from … --walk M     states up to M random moves from its goal (--states N of them, default 1)
Enumerated states have exact distances; others are solved optimally within the limits (default 1M nodes), \
and beyond them h* is the largest admissible feature, marked as an estimate. Instances without a solution \
are left out. The same flags, seed and version give the same file, with any number of threads.

Examples:
  unstuck dataset generate tiles --size 3 --all --output eight.csv
  unstuck dataset generate rush-hour random --size 6 --count 200 --seed 7 --output boards.csv
  unstuck dataset generate rush-hour --from jam:1-40 --states 50 --metric steps --output jams.csv
  unstuck dataset generate rush-hour --from jam:40 --walk 60 --states 100
  unstuck dataset generate tiles --size 4 --walk 30 --count 500")]
pub struct Arguments {
    /// The domain
    domain: String,
    /// The generator [default: the domain's first]
    #[arg(conflicts_with = "from")]
    generator: Option<String>,
    /// Instances to begin with: SET:ID, a range, DOMAIN:TEXT, @FILE, -; repeat for more
    #[arg(long, value_name = "INSTANCE")]
    from: Vec<String>,
    /// All solvable states that can be reached from each instance
    #[arg(long)]
    all: bool,
    /// How many instances the generator makes [default: 100, or 1 with --all]
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    #[arg(conflicts_with = "from")]
    count: Option<u64>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// A feature to be a column; repeat for more [default: all that a state alone determines without large tables]
    #[arg(long = "feature", value_name = "F")]
    features: Vec<String>,
    /// The dataset's name [default: the file's, or the domain's]
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    output: OutputFlags,
    #[command(flatten)]
    threads: ThreadFlags,
    #[command(flatten)]
    reading: ReadingFlags,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    parameters: Parameters,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    arguments.output.check()?;
    let stem = arguments.output.output.as_ref().and_then(|path| path.file_stem());
    let request = Request {
        domain: arguments.domain,
        generator: arguments.generator,
        parameters: arguments.parameters.0,
        from: arguments.from,
        all: arguments.all,
        count: arguments.count,
        seed: arguments.seed,
        features: arguments.features,
        name: arguments.name.or_else(|| stem.map(|stem| stem.to_string_lossy().into_owned())),
        reading: arguments.reading.reading(),
        limits: arguments.limits.limits(),
        threads: arguments.threads.count(),
        most: None,
    };
    let activity = Activity::default();
    let generated = generate::run(&request, &Context::local(progress(arguments.quiet), &activity))?;
    let exit = report_errors(&generated.errors);
    let Some(dataset) = generated.dataset else { return Ok(exit) };
    Ok(exit.and(arguments.output.deliver(&dataset, Form::Named, &generated.notes, screen)?))
}
