//! `unstuck generate`: new instances, one a line.

use super::dataset::check_path;
use super::solve::write_sheet;
use super::{Screen, report_error};
use crate::cli::flags::Parameters;
use crate::sys::exit::Exit;
use crate::terminal::progress::progress;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use unstuck_ops::generate::{Generation, Request};
use unstuck_ops::kinds::only_search;
use unstuck_ops::numbers::{counted, parse_count, parse_positive, parse_seed};
use unstuck_ops::sheet;
use unstuck_ops::watch::Activity;
use unstuck_ops::{Context, Kind, atomic_file, origin};

#[derive(Args)]
#[command(after_help = "\
The same seed, parameters and version give the same instances.

Examples:
  unstuck generate rush-hour
  unstuck generate rush-hour random --size 6 --vehicles 10 --count 5 --seed 7
  unstuck generate rush-hour --evolve --size 8 --vehicles 16-24 --length 60-80 --seed 3
  unstuck generate rush-hour --count 20 | unstuck solve -
  unstuck generate rush-hour hardest --count 12 --seed 7 --sheet twelve.html
  unstuck generate bin-packing weibull --items 1000 --count 3 -o weibull.txt")]
pub struct Arguments {
    /// The domain
    domain: String,
    /// The generator ('unstuck domains' lists them) [default: the domain's first]
    kind: Option<String>,
    /// Breed the instances: the generator 'evolved' of domains that have one
    #[arg(long, conflicts_with = "kind")]
    evolve: bool,
    /// How many instances
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        value_parser = parse_count,
        default_value = "1",
        allow_negative_numbers = true
    )]
    count: u64,
    /// Seed of the random numbers
    #[arg(
        long,
        value_name = "N",
        value_parser = parse_seed,
        default_value = "1",
        allow_negative_numbers = true
    )]
    seed: u64,
    /// Most seconds to take
    #[arg(long, value_name = "S", value_parser = parse_positive, allow_negative_numbers = true)]
    limit_seconds: Option<f64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the instances to a file, one a line
    #[arg(long, short, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,
    /// Write a sheet to print: the boards in a grid, numbered, with their difficulty, and the solutions at the end (HTML)
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Overwrite a file that exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    parameters: Parameters,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let evolved = arguments.evolve.then(|| "evolved".to_owned());
    let request = Request {
        domain: arguments.domain,
        generator: evolved.or(arguments.kind),
        parameters: arguments.parameters.0,
        count: usize::try_from(arguments.count)?,
        seed: arguments.seed,
        limit_seconds: arguments.limit_seconds,
    };
    let activity = Activity::default();
    let context = Context::local(progress(false), &activity);
    let plan = Generation::new(&request, &context)?;
    if arguments.sheet.is_some() {
        only_search(&*plan.domain, "generate --sheet")?;
    }
    arguments.sheet.as_deref().map_or(Ok(()), |path| check_path(path, arguments.force))?;
    arguments.output.as_deref().map_or(Ok(()), |path| check_path(path, arguments.force))?;
    let (mut made, mut lines, mut boards) = (Vec::new(), Vec::new(), Vec::new());
    let mut ended = Ok(());
    let ending = &mut ended;
    context.workers(1, "generating").stream(
        request.count,
        |_, results| {
            *ending = plan.run(&context, &mut |text| {
                // A closed pipe shows at the next poll.
                results.send(text);
            });
        },
        |text| {
            if arguments.sheet.is_some() {
                boards.push(text.clone());
            }
            if arguments.output.is_some() {
                lines.push(text);
                return Ok(());
            }
            if !arguments.json {
                screen.line(&text)?;
                return Ok(screen.out.flush()?);
            }
            made.push(plan.describe(made.len(), text));
            Ok(())
        },
    )?;
    let exit = match ended {
        Ok(()) => Exit::Fine,
        Err(error) if matches!(error.kind, Kind::Limit | Kind::Cancelled | Kind::GaveUp) => {
            report_error(&error)
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(path) = arguments.sheet.as_deref().filter(|_| !boards.is_empty()) {
        let title = format!("{}: {}, seed {}", request.domain, plan.generator.name, request.seed);
        let domain = request.domain.clone();
        let wanted = sheet::Request { title, domain, instances: boards, ..sheet::Request::default() };
        write_sheet(path, &sheet::run(&wanted, &context)?.html)?;
    }
    if let Some(path) = &arguments.output {
        atomic_file::save(path, |out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
        let count = counted(lines.len() as u64, "instances");
        screen.line(format_args!("{count} written to {}", path.display()))?;
    } else if arguments.json {
        screen.json(&json!(made))?;
    } else if io::stderr().is_terminal() {
        // Standard output is instances, likely on their way to a file.
        screen.out.flush()?;
        eprintln!("{}", origin::line());
    }
    Ok(exit)
}
