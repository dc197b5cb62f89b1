//! `unstuck generate`: new instances, one a line.

use super::Screen;
use crate::complaint::complain;
use crate::exit::Exit;
use crate::figures::{parse_count, parse_positive, parse_seed};
use crate::flags::Parameters;
use crate::instances;
use crate::origin;
use crate::solving::limit_words;
use crate::watch::Watch;
use crate::workers::Workers;
use anyhow::{Result, bail};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, IsTerminal};
use unstuck_core::domain::{DomainInfo, GenerateError, GeneratorInfo, Request};
use unstuck_core::search::Limits;
use unstuck_core::suggest::nearest;

#[derive(Args)]
#[command(after_help = "\
The same seed, parameters and version give the same instances.

Examples:
  unstuck generate rush-hour
  unstuck generate rush-hour random --size 6 --vehicles 10 --count 5 --seed 7
  unstuck generate rush-hour --evolve --size 8 --vehicles 16-24 --length 60-80 --seed 3
  unstuck generate rush-hour --count 20 | unstuck solve @-")]
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
    #[command(flatten)]
    parameters: Parameters,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let domain = instances::domain(&arguments.domain)?;
    let info = domain.info();
    let kind = if arguments.evolve { Some("evolved") } else { arguments.kind.as_deref() };
    let generator = generator(info, kind)?;
    if arguments.count == 0 {
        bail!("--count 0 asks for nothing; write at least 1");
    }
    let parameters = &arguments.parameters.0;
    let (count, seed) = (usize::try_from(arguments.count)?, arguments.seed);
    let limits = Limits { seconds: arguments.limit_seconds, ..Limits::default() };
    let mut made: Vec<Value> = Vec::new();
    let mut ended = Ok(());
    let ending = &mut ended;
    let workers = Workers { threads: 1, what: "generating", quiet: false };
    workers.stream(
        count,
        |activity, results| {
            let request = Request { generator: generator.name, parameters, count, seed };
            let mut watch = Watch::new(activity, limits);
            *ending = unstuck_core::domain::generate(&*domain, &request, &mut watch, &mut |text| {
                // A closed pipe shows at the next poll.
                let _ = results.send(text);
            });
        },
        |text| {
            if !arguments.json {
                screen.line(&text)?;
                return Ok(screen.out.flush()?);
            }
            made.push(json!({
                "instance": format!("{}:{text}", info.name),
                "domain": info.name,
                "generator": generator.name,
                "parameters": parameters,
                "seed": seed,
                "index": made.len(),
                "text": text,
                "unstuck": origin::json(),
            }));
            Ok(())
        },
    )?;
    let exit = match ended {
        Ok(()) => Exit::Fine,
        Err(GenerateError::Request(error)) => bail!(error),
        Err(GenerateError::Stopped(limit)) => {
            complain(&format!("stopped by {}", limit_words(limit)));
            Exit::of_limit(limit)
        }
        Err(GenerateError::Impossible(why)) => {
            complain(&why);
            Exit::GaveUp
        }
    };
    if arguments.json {
        screen.json(&Value::Array(made))?;
    } else if io::stderr().is_terminal() {
        // Standard output is instances, likely on their way to a file.
        screen.out.flush()?;
        eprintln!("{}", origin::line());
    }
    Ok(exit)
}

/// The generator of that name, or the domain's first.
pub fn generator(info: &DomainInfo, name: Option<&str>) -> Result<&'static GeneratorInfo> {
    let all = info.generators;
    let found = match name {
        Some(name) => all.iter().find(|generator| generator.name == name),
        None => all.first(),
    };
    if let Some(generator) = found {
        return Ok(generator);
    }
    let names: Vec<&str> = all.iter().map(|generator| generator.name).collect();
    match (name, &names[..]) {
        (_, []) | (None, _) => bail!("{} has no generator", info.name),
        (Some(name), _) => match nearest(name, names.iter().copied()) {
            Some(near) => bail!("{} has no generator '{name}'; did you mean '{near}'?", info.name),
            None => bail!("{} has no generator '{name}'; it has {}", info.name, names.join(", ")),
        },
    }
}
