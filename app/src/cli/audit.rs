//! `unstuck audit`: heuristics held against exact distances, with the boards that refute them.

mod print;

use super::{Screen, report_errors};
use crate::cli::flags::{LimitFlags, ReadingFlags, ThreadFlags};
use crate::sys::exit::Exit;
use crate::terminal::progress::progress;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_core::registry;
use unstuck_ops::audit::{self, Request};
use unstuck_ops::instances::file_of;
use unstuck_ops::watch::Activity;
use unstuck_ops::{Context, cancel, warnings};

#[derive(Args)]
#[command(after_help = "\
All states that can be reached from each instance are enumerated, and each heuristic's value is compared \
with the exact distance to the nearest goal. A tick means that a property holds on all of them; 'declared' \
that the heuristic is registered to have it everywhere. For estimates that overestimate, the worst board \
is named; it is drawn where at most three heuristics are audited or overestimates are rare.

Exit code 1: a declared property does not hold. 10: no state can be solved. 11: a limit ended an \
enumeration.

Examples:
  unstuck audit rush-hour
  unstuck audit jam:1-5 --heuristic blockers_two_sided
  unstuck audit jam:1-5 --heuristic 'max(blockers, 0.5*hybrid)'
  unstuck audit rush-hour --metric steps --json")]
pub struct Arguments {
    /// The domain, instances to audit on, or both; a domain alone is audited on its own choice of instances
    #[arg(value_name = "DOMAIN|SET", required = true)]
    subjects: Vec<String>,
    /// A heuristic: a name, a text, @FILE, or champion; repeat for more [default: all that a state alone determines]
    #[arg(short = 'H', long = "heuristic", value_name = "H", allow_hyphen_values = true)]
    heuristics: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadFlags,
    #[command(flatten)]
    reading: ReadingFlags,
    #[command(flatten)]
    limits: LimitFlags,
}

/// A first word that names no instances names the domain.
fn split(mut subjects: Vec<String>) -> (Option<String>, Vec<String>) {
    let names_instances =
        |word: &String| word.contains(':') || file_of(word).is_some() || registry::set(word).is_some();
    let domain = subjects.first().is_some_and(|first| !names_instances(first)).then(|| subjects.remove(0));
    (domain, subjects)
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let (domain, instances) = split(arguments.subjects);
    let request = Request {
        domain,
        instances,
        heuristics: arguments.heuristics,
        reading: arguments.reading.reading(),
        limits: arguments.limits.limits(),
        threads: arguments.threads.count(),
    };
    let activity = Activity::default();
    let audit = audit::run(&request, &Context::local(progress(false), &activity))?;
    let mut exit = report_errors(&audit.errors);
    // What was asked for by name is missed.
    for name in audit.missing.iter().filter(|_| audit.named && audit.instances > 0) {
        warnings::error(&format!("the heuristic '{name}' does not exist for these instances"));
        exit = exit.and(Exit::BadInput);
    }
    if audit.is_unsolvable() {
        exit = exit.and(Exit::Unsolvable);
    }
    if audit.refutes() {
        exit = exit.and(Exit::Broken);
    }
    if arguments.json {
        screen.json(&json!(audit.result()))?;
    } else if !audit.entries.is_empty() {
        print::report(&audit, screen)?;
    }
    Ok(if cancel::requested() { exit.and(Exit::Interrupted) } else { exit })
}
