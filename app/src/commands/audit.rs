//! `unstuck audit`: heuristics held against exact distances, with the boards that refute them.

mod entry;
mod print;

pub use entry::Entry;

use super::Screen;
use crate::complaint::complain;
use crate::exit::Exit;
use crate::figures;
use crate::flags::{LimitFlags, ReadingFlags, ThreadFlags};
use crate::instances::{self, Reading, Source};
use crate::interrupt;
use crate::method;
use crate::origin;
use crate::solving::limit_words;
use crate::tables;
use crate::watch::{Activity, Watch};
use anyhow::{Context, Result, bail};
use clap::Args;
use print::Boards;
use serde_json::{Value, json};
use std::time::Instant;
use unstuck_core::audit::{self, AuditRequest, Card};
use unstuck_core::domain::Domain;
use unstuck_core::language::HeuristicRef;
use unstuck_core::search::Limits;

#[derive(Args)]
#[command(after_help = "\
All states that can be reached from each instance are enumerated, and each heuristic's value is compared with
the exact distance to the nearest goal. A tick means that a property holds on all of them; 'declared' that the
heuristic is registered to have it everywhere. For estimates that overestimate, the worst board is named; it is
drawn where at most three heuristics are audited or overestimates are rare.
Exit code 1: a declared property does not hold. 10: no state can be solved. 11: a limit ended an enumeration.

Examples:
  unstuck audit rush-hour
  unstuck audit rush-hour jam:1-5 --heuristic blockers_two_sided
  unstuck audit rush-hour jam:1-5 --heuristic 'max(blockers, 0.5*hybrid)'
  unstuck audit rush-hour --metric steps --json")]
pub struct Arguments {
    /// The domain
    domain: String,
    /// Instances to audit on [default: the domain's own choice]
    #[arg(value_name = "SET")]
    instances: Vec<String>,
    /// A heuristic: a name, a text, @FILE, or champion; repeat for more [default: all that a state alone determines]
    #[arg(short = 'H', long = "heuristic", value_name = "H")]
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

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let domain = instances::domain(&arguments.domain)?;
    let usual: Vec<String> = domain.info().audit.iter().map(|name| name.to_string()).collect();
    let named = if arguments.instances.is_empty() { &usual } else { &arguments.instances };
    let reading = arguments.reading.reading();
    let named = instances::resolve(named, Some(&domain), &reading)?;
    named.complaints.iter().for_each(|complaint| complain(complaint));
    let mut exit = if named.complaints.is_empty() { Exit::Fine } else { Exit::BadInput };
    if let Some(other) = named.sources.iter().find(|s| s.domain.info().name != domain.info().name) {
        bail!("{} is {}, not {}", other.name, other.domain.info().name, domain.info().name);
    }
    let heuristics = heuristics(&*domain, &arguments.heuristics)?;
    let asked = if arguments.heuristics.is_empty() { &[][..] } else { &heuristics[..] };
    tables::prepare(&*domain, &asked.iter().collect::<Vec<_>>(), arguments.threads.count(), false)?;
    let limits = arguments.limits.limits(&arguments.threads, named.sources.len());
    let mut merged: Vec<Card> = Vec::new();
    let mut audited = 0;
    arguments.threads.workers("auditing", false).each(
        &named.sources,
        |source, activity| audit(source, &heuristics, &reading, limits, activity),
        |cards| {
            match cards {
                Ok(cards) => {
                    audited += 1;
                    gather(&mut merged, cards);
                }
                Err(_) if interrupt::asked() => {}
                Err(error) => {
                    complain(&words(&error));
                    exit = exit.and(Exit::of_error(&error));
                }
            }
            Ok(())
        },
    )?;
    // A feature may exist for some instances of a domain only; what was asked for by name is missed.
    let asked = asked.iter().map(HeuristicRef::to_string);
    let missing = asked.filter(|name| !merged.iter().any(|card| card.heuristic == *name));
    for name in missing.filter(|_| audited > 0) {
        complain(&format!("the heuristic '{name}' does not exist for these instances"));
        exit = exit.and(Exit::BadInput);
    }
    if !merged.is_empty() && merged.iter().all(|card| card.states == 0) {
        exit = exit.and(Exit::Unsolvable);
    }
    let features = domain.features();
    let entry = |card: Card| Entry { info: features.get(&card.heuristic).cloned(), card };
    let entries: Vec<Entry> = merged.into_iter().map(entry).collect();
    if entries.iter().any(|entry| entry.card.breaks_its_word()) {
        exit = exit.and(Exit::Broken);
    }
    let metric = domain.info().metric(reading.metric.as_deref());
    if arguments.json {
        let cards: Vec<Value> = entries.iter().map(Entry::json).collect();
        screen.json(&json!({
            "domain": domain.info().name,
            "metric": metric,
            "instances": audited,
            "cards": cards,
            "unstuck": origin::json(),
        }))?;
    } else if !entries.is_empty() {
        print::report(
            &entries,
            &Boards { domain: domain.clone(), reading: &reading, metric },
            audited,
            screen,
        )?;
    }
    Ok(if interrupt::asked() { exit.and(Exit::Interrupted) } else { exit })
}

/// What an audit that failed says.
pub fn words(error: &anyhow::Error) -> String {
    match error.downcast_ref() {
        Some(audit::Error::TooLarge(limit, states)) => {
            let states = figures::counted(*states, "states");
            // The outermost layer names the instance.
            format!("{error}: not audited: {} came after {states}", limit_words(*limit))
        }
        _ => format!("{error:#}"),
    }
}

/// The heuristics asked for, or all that can be audited.
pub fn heuristics(domain: &dyn Domain, given: &[String]) -> Result<Vec<HeuristicRef>> {
    if !given.is_empty() {
        return given.iter().map(|name| method::heuristic(domain, name)).collect();
    }
    let features = domain.features().features().iter().filter(|feature| feature.is_tabulated());
    let read = features.map(|feature| HeuristicRef::read(&feature.name, domain.features()));
    let mut all: Vec<HeuristicRef> = read.collect::<Result<_, _>>()?;
    if !all.iter().any(HeuristicRef::is_blind) {
        all.insert(0, HeuristicRef::Blind);
    }
    Ok(all)
}

/// Adds the cards of one instance to those of others, heuristic by heuristic.
pub fn gather(all: &mut Vec<Card>, cards: Vec<Card>) {
    for card in cards {
        match all.iter_mut().find(|other| other.heuristic == card.heuristic) {
            Some(other) => other.merge(&card),
            None => all.push(card),
        }
    }
}

/// The cards of the heuristics that exist for an instance.
pub fn audit(
    source: &Source,
    heuristics: &[HeuristicRef],
    reading: &Reading,
    limits: Limits,
    activity: &Activity,
) -> Result<Vec<Card>> {
    let puzzle = source.read(reading)?;
    // A feature may exist for some instances of a domain only.
    let here = heuristics.iter().filter(|heuristic| method::supports(&*puzzle, heuristic));
    let heuristics: Vec<HeuristicRef> = here.cloned().collect();
    let started = Instant::now();
    let clock = || started.elapsed().as_secs_f64();
    let request = AuditRequest { heuristics: &heuristics, limits, clock: &clock };
    puzzle.audit(&request, &mut Watch::new(activity, limits)).with_context(|| source.name.clone())
}
