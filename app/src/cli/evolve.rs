//! `unstuck evolve`: runs or resumes an experiment, and shows what its champion is worth.

pub mod foreground;
mod keys;
pub mod report;
mod view;

use super::Screen;
use crate::cli::flags::{StoreFlag, ThreadFlags};
use crate::sys::exit::Exit;
use crate::terminal::progress::progress;
use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use unstuck_ops::experiments::learn::{self, Learning};
use unstuck_ops::experiments::{self, ExperimentFile, Kept, Results, document};
use unstuck_ops::numbers::{counted, parse_positive, parse_seed};
use unstuck_ops::store::Store;
use unstuck_ops::store::record::{ExperimentRecord, State};

#[derive(Args)]
#[command(after_help = "\
An experiment is one file: the instances in their roles, the search, the genome, the algorithm and its \
operators ('unstuck operators' lists them), the fitness, and when it is over. What a file leaves out has a \
default; --keys explains every key, and --print-config shows a file with all of them. The champion is the \
best on the validation set; the test set is used once, at the end.

Every generation is kept in the store. The same command resumes an experiment that has not ended, and \
shows the result of one that has; --again runs it again. 'unstuck experiments' lists, pauses, resumes and \
exports, also from another terminal.

Ctrl-C once: the generation is finished and kept. Twice: the program ends at once, and loses that \
generation only.

Examples:
  unstuck evolve experiments/rush-hour-weights.toml --quick
  unstuck evolve experiments/rush-hour-policy.toml --output jam.heuristic
  unstuck evolve experiments/rush-hour-tree.toml --print-config
  unstuck evolve --keys fitness
  unstuck evolve ferry/domain.pddl ferry/training --minutes 10 --output ferry.heuristic
  unstuck solve jam:40 --heuristic @jam.heuristic")]
pub struct Arguments {
    /// An experiment's file, or a planning domain (domain.pddl, pddl-ferry)
    #[arg(required_unless_present = "keys")]
    file: Option<String>,
    /// For a planning domain: folders, problem files or members of a set to learn from
    tasks: Vec<String>,
    /// For a planning domain: tasks for the test, named as those to learn from; repeat for more
    #[arg(long, value_name = "TASKS")]
    test: Vec<String>,
    /// For a planning domain: how many minutes to learn
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = parse_positive, allow_negative_numbers = true)]
    minutes: f64,
    /// A small version for a first look: few individuals, generations, training instances and nodes
    #[arg(long)]
    quick: bool,
    /// Run it again, even if the store has it
    #[arg(long)]
    again: bool,
    /// Print the file with every default filled in, and do nothing else
    #[arg(long)]
    print_config: bool,
    /// Print every key of such a file, or those of a section, and do nothing else
    #[arg(long, value_name = "SECTION", num_args = 0..=1, default_missing_value = "", conflicts_with = "file")]
    keys: Option<String>,
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
    store: StoreFlag,
    #[command(flatten)]
    threads: ThreadFlags,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    if let Some(section) = &arguments.keys {
        return keys::run(section, arguments.json, screen);
    }
    let file = read(&arguments)?;
    if arguments.print_config {
        if arguments.json {
            screen.json(&json!(file.whole))?;
        } else {
            screen.line(file.whole.print().trim_end())?;
        }
        return Ok(Exit::Fine);
    }
    evolve(&arguments, &file, screen)
}

/// The experiment: read from its file, or made for a planning domain.
fn read(arguments: &Arguments) -> Result<ExperimentFile> {
    // Only `--keys` does without.
    let file = arguments.file.clone().unwrap_or_default();
    if !learn::is_domain(&file) {
        if let Some(task) = arguments.tasks.iter().chain(&arguments.test).next() {
            bail!("{task}: only a planning domain takes tasks, and {file} is none");
        }
        return ExperimentFile::read(&file, arguments.seed, arguments.quick);
    }
    let learning = Learning {
        domain: file,
        tasks: arguments.tasks.clone(),
        test: arguments.test.clone(),
        minutes: arguments.minutes,
        seed: arguments.seed.unwrap_or(1),
    };
    learn::experiment(&learning, arguments.quick)
}

fn evolve(arguments: &Arguments, file: &ExperimentFile, screen: &mut Screen<'_>) -> Result<Exit> {
    let output = arguments.output.clone().unwrap_or_else(|| experiments::default_path(&file.whole.name));
    if let Some(parent) = output.parent().filter(|parent| !parent.as_os_str().is_empty() && !parent.is_dir())
    {
        bail!("the folder {} for the champion does not exist", parent.display());
    }
    let store = Arc::new(arguments.store.open()?);
    let (quiet, threads) = (arguments.quiet, arguments.threads.count());
    let (id, is_new) = match file.keep(&store, arguments.again, threads, progress(quiet))? {
        Kept::New(id) => (id, true),
        Kept::Known(record) if record.state == State::Done => {
            if !arguments.json {
                let note = "finished already; --again runs it again";
                screen.line(screen.paint.faint(&format!("{}: {note}", record.name)))?;
            }
            return show(&store, record.id, Some(&output), arguments.json, screen);
        }
        Kept::Known(record) => {
            if !arguments.json {
                going_on(&record, screen)?;
            }
            (record.id, false)
        }
    };
    let ended = foreground(&store, id, Some(&output), (threads, quiet, arguments.json), screen);
    if ended.is_err() && is_new {
        // A file that is wrong for its instances has nothing worth keeping. Any other error is reported.
        let record = store.experiment(id);
        if record.is_ok_and(|record| record.state == State::Failed && report::is_untouched(&record)) {
            let _ = store.delete(id);
        }
    }
    ended
}

/// Says what there is already.
fn going_on(record: &ExperimentRecord, screen: &mut Screen<'_>) -> Result<()> {
    let generations: u64 = record.runs.iter().map(|run| u64::from(run.generation)).sum();
    let done = record.runs.iter().filter(|run| run.state == State::Done).count();
    let so_far =
        format!("{}, {} of {} runs done", counted(generations, "generations"), done, record.runs.len());
    screen.line(screen.paint.faint(&format!("{}: going on ({so_far})", record.name)))?;
    Ok(screen.out.flush()?)
}

/// Runs a stored experiment here, and shows its result.
pub fn foreground(
    store: &Arc<Store>,
    id: i64,
    output: Option<&PathBuf>,
    (threads, quiet, as_json): (usize, bool, bool),
    screen: &mut Screen<'_>,
) -> Result<Exit> {
    let state = foreground::run(store, id, threads, quiet)?;
    let shown = show(store, id, output, as_json, screen)?;
    Ok(if matches!(state, State::Waiting | State::Paused) { Exit::Interrupted } else { shown })
}

/// Shows what an experiment has come to, and saves its champion if that is wanted.
fn show(
    store: &Store,
    id: i64,
    output: Option<&PathBuf>,
    as_json: bool,
    screen: &mut Screen<'_>,
) -> Result<Exit> {
    let mut results = Results::load(store, id)?;
    // What may still change is not worth a file.
    let last = matches!(results.record.state, State::Done | State::Stopped);
    if let (Some(output), Some(text)) = (output.filter(|_| last), results.champion_text()) {
        results.saved = Some((experiments::save(output, text)?, output.clone()));
    }
    if as_json {
        screen.json(&document(&results))?;
    } else {
        report::text(&results, screen)?;
    }
    Ok(Exit::Fine)
}
