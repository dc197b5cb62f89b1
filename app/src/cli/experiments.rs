//! `unstuck experiments`: what is stored, and what is to become of it.

mod check;
mod compare;
pub mod copy;
pub mod export;
mod list;
mod steer;

use super::Screen;
use super::evolve::report;
use crate::cli::flags::{StoreFlag, ThreadFlags};
use crate::sys::exit::Exit;
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use serde_json::json;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use unstuck_ops::experiments::{self, Results, document, find, find_or_newest};
use unstuck_ops::numbers::span;
use unstuck_ops::report::record_file;
use unstuck_ops::run_comparison::Measure;
use unstuck_ops::store::pending_command::PendingCommand;
use unstuck_ops::store::record::{ExperimentRecord, State};
use unstuck_ops::store::{Store, now};

#[derive(Args)]
#[command(after_help = "\
An experiment is given by its name or its number; a name means the newest experiment of that name.

All of it works while another process runs the experiment: that process is notified within half a second.

Examples:
  unstuck experiments list
  unstuck experiments pause jam-policy
  unstuck experiments resume jam-policy
  unstuck experiments compare jam-policy jam-tree --measure nodes
  unstuck experiments export jam-policy --champion > jam.heuristic
  unstuck experiments export 12 --csv --output jam.csv
  unstuck experiments export jam-front --point 3 --output third.heuristic
  unstuck experiments import laptop.db jam-policy
  unstuck experiments import jam-policy.json
  unstuck experiments delete 12
  unstuck experiments delete 12 --undo
  unstuck experiments check")]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

/// What all of them share.
#[derive(Args)]
struct Shared {
    #[command(flatten)]
    store: StoreFlag,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum What {
    /// List all experiments, the newest first
    List {
        #[command(flatten)]
        shared: Shared,
    },
    /// Show what an experiment has come to
    Show {
        /// Name or number [default: the newest]
        name: Option<String>,
        /// Print its configuration alone, to be edited and run
        #[arg(long)]
        config: bool,
        #[command(flatten)]
        shared: Shared,
    },
    /// Compare the runs of experiments: quartiles, tests with Holm's correction, effect sizes
    Compare {
        /// Names or numbers
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        /// What to compare: validation, nodes, length, solved, size, evaluations or seconds
        #[arg(long, value_name = "M", default_value = "validation", value_parser = compare::measure)]
        measure: Measure,
        /// Take the configurations of a grid together
        #[arg(long)]
        whole: bool,
        #[command(flatten)]
        shared: Shared,
    },
    /// Pause an experiment; the process that runs it obeys within a second
    Pause {
        /// Name or number
        name: String,
        #[command(flatten)]
        shared: Shared,
    },
    /// Resume an experiment: in the process that paused it, or here if no process has it
    Resume {
        /// Name or number
        name: String,
        /// Show no progress
        #[arg(short, long)]
        quiet: bool,
        /// Where to save the champion [default: the experiment's name, with the ending .heuristic]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        shared: Shared,
        #[command(flatten)]
        threads: ThreadFlags,
    },
    /// Stop an experiment; it can be resumed
    Stop {
        /// Name or number
        name: String,
        #[command(flatten)]
        shared: Shared,
    },
    /// Put a fresh copy of an experiment into the store, to be resumed
    Clone {
        /// Name or number
        name: String,
        /// The copy's name [default: the same]
        #[arg(long = "name", value_name = "NAME")]
        new: Option<String>,
        /// The copy's seed [default: the same]
        #[arg(long, value_name = "N", value_parser = unstuck_ops::numbers::parse_seed, allow_negative_numbers = true)]
        seed: Option<u64>,
        #[command(flatten)]
        shared: Shared,
    },
    /// Copy an experiment of another store, or a published record, into this store, with its results
    #[command(after_help = "\
An experiment of another store can be resumed here. A record, which 'unstuck experiments export --json' writes, \
is that of a finished experiment: it can be shown, compared, reported and cloned.

Examples:
  unstuck experiments import laptop.db jam-policy
  unstuck experiments import jam-policy.json")]
    Import {
        /// The other store, the file that its experiments are kept in; or a record, FILE.json
        file: PathBuf,
        /// Name or number in the other store [default: the newest]
        name: Option<String>,
        #[command(flatten)]
        shared: Shared,
    },
    /// Write an experiment out: the champion, a point of the front, the generations as CSV, or everything as JSON
    Export {
        /// Name or number [default: the newest]
        name: Option<String>,
        #[command(flatten)]
        form: export::Form,
        /// Where to [default: standard output]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        #[command(flatten)]
        store: StoreFlag,
    },
    /// Check the store: the file, references, checksums, and whether experiments can be resumed
    #[command(after_help = "\
Every row carries a checksum. Damage is named by table and row, with what can still be used.

--repair first copies the file. A damaged run is reset to its beginning and a damaged test is repeated, \
both with the same result when the experiment is resumed; an experiment whose configuration or instances \
are damaged is removed.

Exit codes: 0 without damage, 1 with damage that is still there.")]
    Check {
        /// Remove the damage
        #[arg(long)]
        repair: bool,
        #[command(flatten)]
        shared: Shared,
    },
    /// Delete an experiment; for a day it can be brought back
    Delete {
        /// Name or number
        name: String,
        /// Bring it back
        #[arg(long)]
        undo: bool,
        #[command(flatten)]
        shared: Shared,
    },
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    match arguments.what {
        What::List { shared } => list::run(&shared.store.open_existing()?, shared.json, screen)?,
        What::Show { name, config, shared } => {
            let store = shared.store.open_existing()?;
            let record = find_or_newest(&store, name.as_deref())?;
            match (config, shared.json) {
                (true, false) => screen.line(record.config.trim_end())?,
                (true, true) => screen.json(&json!({ "name": record.name, "config": record.config }))?,
                (false, false) => report::text(&Results::load(&store, record.id)?, screen)?,
                (false, true) => screen.json(&document(&Results::load(&store, record.id)?))?,
            }
        }
        What::Compare { names, measure, whole, shared } => {
            let store = shared.store.open_existing()?;
            compare::run(&store, &names, (measure, whole), shared.json, screen)?;
        }
        What::Pause { name, shared } => {
            steer::tell(&shared.store.open()?, &name, PendingCommand::Pause, shared.json, screen)?;
        }
        What::Stop { name, shared } => {
            steer::tell(&shared.store.open()?, &name, PendingCommand::Stop, shared.json, screen)?;
        }
        What::Resume { name, quiet, output, shared, threads } => {
            return steer::resume(
                shared.store.open()?,
                &name,
                output.as_ref(),
                (threads.count(), quiet, shared.json),
                screen,
            );
        }
        What::Clone { name, new, seed, shared } => {
            copy::run(&shared.store.open()?, &name, new, seed, shared.json, screen)?;
        }
        What::Import { file, name, shared } => {
            if !file.exists() {
                bail!("no file {}; name the store that has the experiment, or its record", file.display());
            }
            let (id, record, warnings) = import(&shared, &file, name.as_deref())?;
            if shared.json {
                let object = json!({ "id": id, "name": record.name, "of": record.id, "warnings": warnings });
                screen.json(&object)?;
            } else {
                warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
                screen.line(format_args!("{} has the number {id}", record.name))?;
                if record.state != State::Done {
                    screen
                        .line(screen.paint.faint(&format!("to resume: unstuck experiments resume {id}")))?;
                }
            }
        }
        What::Export { name, form, output, store } => {
            let store = store.open_existing()?;
            let record = find_or_newest(&store, name.as_deref())?;
            export::run(&store, record.id, &form, output.as_deref(), screen)?;
        }
        What::Check { repair, shared } => {
            let store = if repair { shared.store.open()? } else { shared.store.open_existing()? };
            return check::run(&store, repair, shared.json, screen);
        }
        What::Delete { name, undo, shared } => {
            delete(&shared.store.open()?, &name, undo, shared.json, screen)?;
        }
    }
    Ok(Exit::Fine)
}

/// Copies an experiment out of another store, or out of its record; returns its number here, and warnings.
fn import(shared: &Shared, file: &Path, name: Option<&str>) -> Result<(i64, ExperimentRecord, Vec<String>)> {
    let mut start = [0; 16];
    let length = File::open(file).and_then(|mut file| file.read(&mut start))?;
    match start[..length].trim_ascii_start() {
        b"SQLite format 3\0" | [] => {
            let store = shared.store.open()?;
            let other = Store::open_to_read(file)?;
            let record = find_or_newest(&other, name)?;
            Ok((store.import(&other, record.id)?, record, Vec::new()))
        }
        [b'{', ..] if name.is_none() => {
            let record = record_file::read(&file.to_string_lossy())?;
            let imported = experiments::import(&shared.store.open()?, &record)?;
            Ok((imported.id, record, imported.warnings))
        }
        [b'{', ..] => bail!("{} is a record, of one experiment; leave out its name", file.display()),
        _ => bail!("{} is neither a store nor the record of an experiment", file.display()),
    }
}

fn delete(store: &Store, name: &str, undo: bool, as_json: bool, screen: &mut Screen<'_>) -> Result<()> {
    let (id, name) = if undo {
        let deleted = store.deleted()?;
        let number: Option<i64> = name.parse().ok();
        // A number before a name that reads like one, as everywhere.
        let by_number = deleted.iter().find(|(id, ..)| Some(*id) == number);
        let found = by_number.or_else(|| deleted.iter().find(|(_, known, _)| known == name));
        let Some((id, name, _)) = found else {
            bail!("no experiment '{name}' was deleted within the last day");
        };
        store.undelete(*id)?;
        (*id, name.clone())
    } else {
        let record = find(store, name)?;
        store.delete(record.id)?;
        (record.id, record.name)
    };
    if as_json {
        return screen.json(&json!({ "id": id, "name": name, "deleted": !undo }));
    }
    if undo {
        screen.line(format_args!("{name} (number {id}) is back"))
    } else {
        screen.line(format_args!("{name} (number {id}) is deleted"))?;
        let note = format!("within a day, 'unstuck experiments delete {id} --undo' brings it back");
        screen.line(screen.paint.faint(&note))
    }
}

/// How long ago something was.
fn ago(time: i64) -> String {
    format!("{} ago", span((now() - time).max(0) as f64))
}
