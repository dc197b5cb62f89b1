//! `unstuck evolve`: runs an experiment, and shows what its champion is worth.

mod report;

use super::Screen;
use crate::complain;
use crate::evolution::{self, Run, Stopped, Trial};
use crate::exit::Exit;
use crate::figures::parse_seed;
use crate::flags::ThreadFlags;
use crate::instances;
use crate::interrupt;
use crate::tables;
use crate::workers::Pool;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use unstuck_core::language::{Formula, Header, VERSION, print};
use unstuck_evolution::contest::Contestant;
use unstuck_evolution::engine::Champion;
use unstuck_evolution::experiment::{Experiment, Ready};
use unstuck_evolution::task::Role;

#[derive(Args)]
#[command(after_help = "\
An experiment is one file: the instances in their roles, the search, the genome, the algorithm and its operators ('unstuck
operators' lists them), the fitness, and when it is over. What a file leaves out has a default; --print-config shows all.
The champion is the best on the validation set; the test set is touched once, at the end.

Ctrl-C once: the step is finished, and the best so far is reported. Twice: the program ends at once.

Examples:
  unstuck evolve experiments/rush-hour-weights.toml --quick
  unstuck evolve experiments/rush-hour-policy.toml --output jam.heuristic
  unstuck evolve experiments/rush-hour-tree.toml --print-config
  unstuck solve jam:40 --heuristic @jam.heuristic")]
pub struct Arguments {
    /// The experiment's file
    file: String,
    /// A small version for a first look: few individuals, generations, training instances and nodes
    #[arg(long)]
    quick: bool,
    /// Print the file with every default filled in, and do nothing else
    #[arg(long)]
    print_config: bool,
    /// Another seed than the file's
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Where to save the champion [default: the experiment's name, with the ending .heuristic]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
    /// Print one JSON document at the end
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadFlags,
}

/// What there is to report.
struct Outcome<'a> {
    experiment: &'a Experiment,
    ready: &'a Ready,
    runs: &'a [Run],
    /// The runs that have a champion, the best on validation first.
    order: Vec<usize>,
    saved: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let experiment = read(&arguments)?;
    if arguments.print_config {
        if arguments.json {
            screen.json(&json!(experiment))?;
        } else {
            screen.line(experiment.print().trim_end())?;
        }
        return Ok(Exit::Fine);
    }
    match evolve(&arguments, &experiment, screen) {
        Err(error) if error.is::<Stopped>() => {
            complain(&Stopped.to_string());
            Ok(Exit::Interrupted)
        }
        result => result,
    }
}

fn folder(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}

/// The experiment as the flags change it.
fn read(arguments: &Arguments) -> Result<Experiment> {
    let file = &arguments.file;
    let text = instances::read_file(file)?;
    let load = |path: &str| {
        let path = folder(file).join(path);
        instances::read_file(&path.to_string_lossy()).map_err(|error| format!("{error:#}"))
    };
    let mut experiment =
        Experiment::read(&text, &load).map_err(|error| anyhow!("{file}: {}", error.in_text(&text)))?;
    if let Some(seed) = arguments.seed {
        experiment.seed = seed;
    }
    if arguments.quick {
        experiment.quick();
    }
    Ok(experiment)
}

fn evolve(arguments: &Arguments, experiment: &Experiment, screen: &mut Screen<'_>) -> Result<Exit> {
    if !experiment.grid.is_empty() {
        bail!(
            "{}: evolve runs one setting at a time and cannot run a [grid]; leave it out, and write each setting into \
             a file of its own",
            arguments.file
        );
    }
    let output = arguments.output.clone().unwrap_or_else(|| evolution::beside(&experiment.name));
    if let Some(parent) = output.parent().filter(|parent| !parent.as_os_str().is_empty() && !parent.is_dir())
    {
        bail!("the folder {} for the champion does not exist", parent.display());
    }
    let (quiet, threads) = (arguments.quiet, arguments.threads.count());
    let pool = Pool::new(threads)?;
    let mut named = experiment.named_features();
    let texts = experiment.initial.iter().chain([&experiment.fitness.reference]);
    named.extend(texts.flat_map(|text| crate::method::features(experiment.family(), text)));
    tables::prepare(experiment.family(), &named, threads, quiet)?;
    let sets = evolution::read_data(experiment, folder(&arguments.file), &pool, quiet)?;
    let ready = evolution::prepare(experiment, sets, &pool, quiet)?;
    if !arguments.json {
        report::opening(experiment, &ready, screen)?;
    }
    let runs = runs(arguments, experiment, &ready, &pool)?;
    let mut outcome = Outcome { experiment, ready: &ready, runs: &runs, order: ranked(&runs), saved: None };
    if let Some(champion) = outcome.champion() {
        outcome.saved = Some(evolution::save(&output, &outcome.text(champion))?);
    }
    if !arguments.json {
        report::champions(&outcome, screen)?;
        screen.out.flush()?;
    }
    let trial = trial(arguments, &outcome, &pool)?;
    if arguments.json {
        screen.json(&report::json(&outcome, trial.as_ref()))?;
    } else {
        if let Some(trial) = &trial {
            report::trial(&outcome, trial, screen)?;
        }
        report::closing(&outcome, &output, screen)?;
    }
    Ok(if interrupt::asked() { Exit::Interrupted } else { Exit::Fine })
}

/// All repetitions, one after the other; after Ctrl-C no further one.
fn runs(arguments: &Arguments, experiment: &Experiment, ready: &Ready, pool: &Pool) -> Result<Vec<Run>> {
    let mut runs = Vec::new();
    for repetition in 0..experiment.repetitions {
        let plan = experiment.plan(ready, repetition);
        let all = experiment.repetitions;
        let title = if all > 1 { format!("run {}/{all} ", repetition + 1) } else { String::new() };
        runs.push(evolution::evolve(plan, experiment.stop.seconds, &title, pool, arguments.quiet)?);
        if interrupt::asked() {
            break;
        }
    }
    Ok(runs)
}

/// The runs that have a champion, the best on validation first.
fn ranked(runs: &[Run]) -> Vec<usize> {
    let fitness = |run: usize| runs[run].champion.as_ref().map(|champion| champion.validation.fitness);
    let mut order: Vec<usize> = (0..runs.len()).filter(|&run| fitness(run).is_some()).collect();
    order.sort_by(|&a, &b| fitness(a).unwrap_or(f64::MAX).total_cmp(&fitness(b).unwrap_or(f64::MAX)));
    order
}

impl Outcome<'_> {
    /// The best on validation.
    fn champion(&self) -> Option<&Champion> {
        self.order.first().and_then(|&run| self.runs[run].champion.as_ref())
    }

    /// The run in the middle, where there are enough of them to have one.
    fn median(&self) -> Option<usize> {
        (self.order.len() > 2).then(|| self.order[self.order.len() / 2])
    }

    /// A champion as text, with a header.
    fn text(&self, champion: &Champion) -> String {
        let Experiment { domain, metric, .. } = self.experiment;
        let header = Header { version: VERSION, domain: domain.clone(), metric: Some(metric.clone()) };
        let formula = Formula { header: Some(header), body: champion.heuristic.body.clone() };
        format!("{}\n", print(&formula, &self.ready.world.words))
    }
}

/// The test, unless there is nothing to be tested, or somebody is waiting for the end.
fn trial(arguments: &Arguments, outcome: &Outcome<'_>, pool: &Pool) -> Result<Option<Trial>> {
    let untested = outcome.ready.world.set(Role::Test).is_empty() || interrupt::asked();
    let Some(champion) = outcome.champion().filter(|_| !untested) else { return Ok(None) };
    let contestant = |name: &str, champion: &Champion| Contestant {
        name: name.to_owned(),
        heuristic: champion.heuristic.clone(),
    };
    let mut champions = vec![contestant("champion", champion)];
    if let Some(median) = outcome.median().and_then(|run| outcome.runs[run].champion.as_ref()) {
        champions.push(contestant("median run's", median));
    }
    match evolution::hold_trial(outcome.experiment, outcome.ready, champions, pool, arguments.quiet) {
        // The champion is there, even if its test was cut short.
        Err(error) if error.is::<Stopped>() => Ok(None),
        result => result.map(Some),
    }
}
