//! `unstuck audit`: heuristics held against exact distances, with the boards that refute them.

use super::Screen;
use crate::complain;
use crate::exit::Exit;
use crate::figures;
use crate::flags::{LimitFlags, ReadingFlags, ThreadFlags};
use crate::instances::{self, Reading, Source, shortened};
use crate::interrupt;
use crate::method;
use crate::origin;
use crate::table::Table;
use crate::tables;
use crate::watch::{Activity, Watch};
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};
use std::time::Instant;
use unstuck_core::audit::{AuditRequest, Card, CounterExample};
use unstuck_core::domain::{FeatureInfo, Role};
use unstuck_core::registry::{self, Family};

#[derive(Args)]
#[command(after_help = "\
All states that can be reached from each instance are enumerated, and each heuristic's value is compared with
the exact distance to the nearest goal. A tick means that a property holds on all of them; 'declared' that the
heuristic is registered to have it everywhere. For estimates that overestimate, the worst board is shown.
Exit code 1: a declared property does not hold.

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
    /// A heuristic: a name, a text, or @FILE; repeat for more [default: all that a state alone determines]
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

/// A feature and what came of its audit.
struct Entry {
    info: Option<FeatureInfo>,
    card: Card,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let family = instances::family(&arguments.domain)?;
    let usual: Vec<String> = family.info().audit.iter().map(|name| (*name).to_owned()).collect();
    let named = if arguments.instances.is_empty() { &usual } else { &arguments.instances };
    let named = instances::resolve(named, Some(family.info().name))?;
    named.complaints.iter().for_each(|complaint| complain(complaint));
    let mut exit = if named.complaints.is_empty() { Exit::Fine } else { Exit::BadInput };
    if let Some(other) = named.sources.iter().find(|s| s.family.info().name != family.info().name) {
        bail!("{} is {}, not {}", other.name, other.family.info().name, family.info().name);
    }
    let heuristics = heuristics(family, &arguments.heuristics)?;
    let given: Vec<&str> = arguments.heuristics.iter().map(String::as_str).collect();
    tables::prepare(family, &given, arguments.threads.count(), false)?;
    let reading = arguments.reading.reading();
    let mut merged: Vec<Card> = Vec::new();
    let mut audited = 0;
    arguments.threads.workers("auditing", false).each(
        &named.sources,
        |source, activity| audit(source, &heuristics, &reading, &arguments, activity),
        |cards| {
            match cards {
                Ok(cards) => {
                    audited += 1;
                    for card in cards {
                        match merged.iter_mut().find(|other| other.heuristic == card.heuristic) {
                            Some(other) => other.merge(&card),
                            None => merged.push(card),
                        }
                    }
                }
                Err(_) if interrupt::asked() => {}
                Err(error) => {
                    complain(&format!("{error:#}"));
                    exit = exit.and(Exit::BadInput);
                }
            }
            Ok(())
        },
    )?;
    let features = family.features();
    let info = |name: &str| features.iter().find(|feature| feature.name == name).copied();
    let entries: Vec<Entry> =
        merged.into_iter().map(|card| Entry { info: info(&card.heuristic), card }).collect();
    if entries.iter().any(|entry| entry.card.breaks_its_word()) {
        exit = exit.and(Exit::Broken);
    }
    let metric = reading.metric.as_deref().unwrap_or(family.info().metrics[0].0);
    if arguments.json {
        let cards: Vec<Value> = entries.iter().map(Entry::json).collect();
        screen.json(&json!({
            "domain": family.info().name,
            "metric": metric,
            "instances": audited,
            "cards": cards,
            "unstuck": origin::json(),
        }))?;
    } else if !entries.is_empty() {
        print(&entries, family, &reading, metric, audited, screen)?;
    }
    Ok(if interrupt::asked() { exit.and(Exit::Interrupted) } else { exit })
}

/// The heuristics asked for, or all that can be audited.
fn heuristics(family: &dyn Family, given: &[String]) -> Result<Vec<String>> {
    if !given.is_empty() {
        return given.iter().map(|name| method::heuristic(family, name)).collect();
    }
    let features = family.features().into_iter().filter(|feature| feature.needs.state_only());
    let mut names: Vec<String> = features.map(|feature| feature.name.to_owned()).collect();
    if !names.iter().any(|name| name == "zero") {
        names.insert(0, "zero".to_owned());
    }
    Ok(names)
}

fn audit(
    source: &Source,
    heuristics: &[String],
    reading: &Reading,
    arguments: &Arguments,
    activity: &Activity,
) -> Result<Vec<Card>> {
    let puzzle = source.read(reading)?;
    let limits = arguments.limits.limits();
    // A feature may exist for some instances of a domain only.
    let exists: Vec<&str> = puzzle.ranges().into_iter().map(|(name, _)| name).collect();
    let here = heuristics.iter().filter(|heuristic| {
        method::features(source.family, heuristic).iter().all(|name| *name == "zero" || exists.contains(name))
    });
    let heuristics: Vec<String> = here.cloned().collect();
    let started = Instant::now();
    let clock = || started.elapsed().as_secs_f64();
    let request = AuditRequest { heuristics: &heuristics, limits, clock: &clock };
    puzzle.audit(&request, &mut Watch::new(activity, limits)).with_context(|| source.name.clone())
}

impl Entry {
    /// Whether it means to estimate the distance at all.
    fn is_estimate(&self) -> bool {
        self.info.is_none_or(|info| info.role == Role::Estimate)
    }

    fn json(&self) -> Value {
        let card = &self.card;
        let example = |example: &Option<CounterExample>| match example {
            None => Value::Null,
            Some(CounterExample { state, value, allowed, successor: None }) => {
                json!({ "state": state, "value": value, "distance": allowed })
            }
            Some(CounterExample { state, value, allowed, successor }) => {
                json!({ "state": state, "value": value, "allowed": allowed, "successor": successor })
            }
        };
        json!({
            "heuristic": card.heuristic,
            "role": self.info.map(|info| info.role),
            "declared": { "admissible": card.declared_admissible, "consistent": card.declared_consistent },
            "admissible": card.is_admissible(),
            "consistent": card.is_consistent(),
            "states": card.states,
            "edges": card.edges,
            "overestimates": card.overestimates,
            "inconsistencies": card.inconsistencies,
            "mean": card.mean(),
            "mean_distance": card.mean_distance(),
            "mean_error": card.mean_error(),
            "correlation": card.correlation(),
            "nanoseconds": card.nanoseconds(),
            "not_admissible": example(&card.not_admissible),
            "not_consistent": example(&card.not_consistent),
        })
    }
}

fn print(
    entries: &[Entry],
    family: &'static dyn Family,
    reading: &Reading,
    metric: &str,
    audited: u64,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let mut table = Table::new(
        3,
        ["heuristic", "admissible", "consistent", "mean h", "mean error", "correlation", "ns/call"],
    );
    for entry in entries {
        let card = &entry.card;
        let (states, edges) = (card.states.max(1) as f64, card.edges.max(1) as f64);
        let (over, drops) = (card.overestimates as f64 / states, card.inconsistencies as f64 / edges);
        let property =
            |declared, share| if entry.is_estimate() { verdict(declared, share) } else { "".into() };
        table.row([
            shortened(&card.heuristic),
            property(card.declared_admissible, over),
            property(card.declared_consistent, drops),
            format!("{:.2}", card.mean()),
            if entry.is_estimate() { format!("{:.2}", card.mean_error()) } else { "–".into() },
            card.correlation().map_or("–".into(), |correlation| format!("{correlation:.3}")),
            card.nanoseconds().map_or("–".into(), |nanoseconds| format!("{nanoseconds:.0}")),
        ]);
    }
    screen.line(table.text(None))?;
    print_examples(entries, family, reading, metric, screen)?;
    if let Some(entry) = entries.first() {
        screen.line(format_args!(
            "\n{} and {} of {}, in {metric}; mean distance {:.2}",
            figures::counted(entry.card.states, "states"),
            figures::counted(entry.card.edges, "moves"),
            figures::counted(audited, "instances"),
            entry.card.mean_distance(),
        ))?;
    }
    screen.origin()
}

/// What was found, against what was declared.
fn verdict(declared: bool, share: f64) -> String {
    match (declared, share > 0.0) {
        (true, false) => "✓ declared".to_owned(),
        (false, false) => "✓".to_owned(),
        (true, true) => format!("✗ DECLARED, fails {}", percent(share)),
        (false, true) => format!("✗ {}", percent(share)),
    }
}

fn percent(share: f64) -> String {
    if share < 0.001 { "< 0.1 %".to_owned() } else { format!("{:.1} %", share * 100.0) }
}

/// The worst boards of the estimates that overestimate, in a table; drawn as well where somebody claims
/// otherwise, or asks for a few heuristics only.
fn print_examples(
    entries: &[Entry],
    family: &'static dyn Family,
    reading: &Reading,
    metric: &str,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let estimates = || entries.iter().filter(|entry| entry.is_estimate());
    let mut table = Table::new(2, ["worst overestimate by", "board", "says", "truth"]);
    let mut drawn = Vec::new();
    for entry in estimates() {
        let Some(CounterExample { state, value, allowed, .. }) = &entry.card.not_admissible else { continue };
        table.row([shortened(&entry.card.heuristic), state.clone(), value.to_string(), allowed.to_string()]);
        let claims =
            entry.card.declared_admissible || entry.info.is_some_and(|info| info.about.contains("claim"));
        if claims || entries.len() <= 3 {
            let text = format!("{} says {value}, the truth is {allowed}:", shortened(&entry.card.heuristic));
            drawn.push((text, state));
        }
    }
    if !table.is_empty() {
        screen.line(format_args!("\n{}", table.text(None)))?;
    }
    for entry in estimates().filter(|entry| entry.card.declared_consistent) {
        let Some(example) = &entry.card.not_consistent else { continue };
        let CounterExample { state, value, allowed, successor } = example;
        let next = successor.as_deref().unwrap_or_default();
        let name = &entry.card.heuristic;
        drawn.push((format!("{name} says {value}, but {allowed} through {next}, the move included:"), state));
    }
    for (text, state) in drawn {
        screen.line(format_args!("\n{}", screen.paint.bad(&text)))?;
        draw(state, family, reading, metric, screen)?;
    }
    Ok(())
}

fn draw(
    state: &str,
    family: &'static dyn Family,
    reading: &Reading,
    metric: &str,
    screen: &mut Screen<'_>,
) -> Result<()> {
    // The text of a state may need no settings; a board that will not be drawn is still printed above.
    let Ok(puzzle) = registry::read(family, state, Some(metric), &reading.settings) else { return Ok(()) };
    screen.paint.picture(&puzzle.picture()).into_iter().try_for_each(|row| screen.line(row))
}
