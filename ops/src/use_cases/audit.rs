//! Checks heuristics against exact distances, with the states that refute them.

mod entry;

pub use entry::{Declared, Entry, Example, ReportCard};

use crate::pattern_databases;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::{Reading, Source};
use crate::request::kinds::only_search;
use crate::request::limits::Limits;
use crate::request::method;
use crate::request::numbers;
use crate::system::cancel;
use crate::system::origin::Origin;
use crate::system::watch::{Activity, Watch};
use crate::wording::limit_name;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::time::Instant;
use unstuck_core::audit::{self, AuditRequest, Card};
use unstuck_core::domain::{Domain, DomainRef};
use unstuck_core::language::HeuristicRef;
use unstuck_core::search;

/// Which heuristics to check, on which instances.
#[derive(Debug, Clone, Default, Serialize, Deserialize, crate::ToSchema, Fields)]
#[schema(as = AuditRequest)]
pub struct Request {
    /// The domain; that of the instances if none.
    #[serde(default)]
    pub domain: Option<String>,
    /// The instances; the domain's own choice if none.
    #[serde(default)]
    pub instances: Vec<String>,
    /// The heuristics; all that a state alone determines if none.
    #[serde(default)]
    pub heuristics: Vec<String>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits of each enumeration.
    #[serde(default)]
    pub limits: Limits,
    /// Number of threads; 0 for one per core.
    #[serde(default)]
    pub threads: usize,
}

/// The report cards of a request.
pub struct Audit {
    /// The domain.
    pub domain: DomainRef,
    /// How instances were read.
    pub reading: Reading,
    /// The metric.
    pub metric: String,
    /// Instances that were enumerated.
    pub instances: u64,
    /// A card for each heuristic that exists for them.
    pub entries: Vec<Entry>,
    /// Heuristics that exist for none of them.
    pub missing: Vec<String>,
    /// What is wrong with instances.
    pub errors: Vec<Error>,
    /// Whether heuristics were named.
    pub named: bool,
}

/// An audit as plain data.
#[derive(Debug, Clone, Serialize, crate::ToSchema)]
pub struct AuditResult {
    /// The domain.
    pub domain: String,
    /// The metric.
    pub metric: String,
    /// Instances that were enumerated.
    pub instances: u64,
    /// A card for each heuristic.
    pub cards: Vec<ReportCard>,
    /// Heuristics that exist for none of the instances.
    pub skipped: Vec<Skipped>,
    /// What it was made with.
    pub unstuck: Origin,
}

/// A heuristic that was not checked.
#[derive(Debug, Clone, Serialize, crate::ToSchema)]
pub struct Skipped {
    /// The heuristic's text.
    pub heuristic: String,
    /// Why it was not.
    pub why: &'static str,
}

impl Audit {
    /// As plain data.
    pub fn result(&self) -> AuditResult {
        AuditResult {
            domain: self.domain.info().name.to_string(),
            metric: self.metric.clone(),
            instances: self.instances,
            cards: self.entries.iter().map(Entry::report_card).collect(),
            skipped: self.missing.iter().map(|name| skipped(name)).collect(),
            unstuck: Origin::here(),
        }
    }

    /// As plain data, with the boards of the counter-examples.
    pub fn result_with_boards(&self) -> Result<AuditResult> {
        let mut result = self.result();
        let board = |text: &String| Ok::<_, Error>(self.reading.read(&*self.domain, text)?.view());
        for card in &mut result.cards {
            card.nanoseconds.get_or_insert(0.0);
            for example in [&mut card.not_admissible, &mut card.not_consistent].into_iter().flatten() {
                example.board = Some(board(&example.state)?);
                example.successor_board = example.successor.as_ref().map(board).transpose()?;
            }
        }
        Ok(result)
    }

    /// Whether a declared property does not hold.
    pub fn refutes(&self) -> bool {
        self.entries.iter().any(|entry| entry.card.breaks_its_word())
    }

    /// Whether no state could be solved.
    pub fn is_unsolvable(&self) -> bool {
        !self.entries.is_empty() && self.entries.iter().all(|entry| entry.card.states == 0)
    }
}

fn skipped(heuristic: &str) -> Skipped {
    Skipped { heuristic: heuristic.to_owned(), why: "it does not exist for these instances" }
}

/// Checks the heuristics on all instances.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Audit> {
    let reading = &request.reading;
    let (domain, named) = match context.optional_domain(request.domain.as_deref())? {
        Some(domain) => {
            let defaults: Vec<String> = domain.info().audit.iter().map(|name| name.to_string()).collect();
            let names = if request.instances.is_empty() { &defaults } else { &request.instances };
            let named = context.resolve_of(&domain, names, reading, "instances")?;
            (domain, named)
        }
        None => context.resolve_alike(&request.instances, reading, "instances")?,
    };
    only_search(&*domain, "audit")?;
    let heuristics = heuristics(&*domain, &request.heuristics, context)?;
    // Large tables are fetched for heuristics that are named, not for a report of all.
    let asked = if request.heuristics.is_empty() { &[][..] } else { &heuristics[..] };
    let asked: Vec<&HeuristicRef> = asked.iter().collect();
    let limits = request.limits.of_each(request.threads, named.sources.len());
    let making = context.making(request.threads, limits);
    pattern_databases::prepare(&*domain, &asked, making)?;
    let mut merged: Vec<Card> = Vec::new();
    let mut errors: Vec<Error> = named.errors.into_iter().map(Error::input).collect();
    let mut instances = 0;
    context.workers(request.threads, "auditing").each(
        &named.sources,
        |source, activity| audit(source, &heuristics, reading, limits, activity),
        |cards| {
            match cards {
                Ok(cards) => {
                    instances += 1;
                    gather(&mut merged, cards);
                }
                Err(_) if cancel::requested() || context.activity.is_over() => {}
                Err(error) => errors.push(located(error)),
            }
            Ok(())
        },
    )?;
    // A feature may exist for some instances of a domain only.
    let all = heuristics.iter().map(HeuristicRef::to_string);
    let missing = all.filter(|name| !merged.iter().any(|card| card.heuristic == *name)).collect();
    let features = domain.features().clone();
    let entry = |card: Card| Entry {
        name: method::name_of(&*domain, &card.heuristic, request.heuristics.iter()),
        info: features.get(&card.heuristic).cloned(),
        card,
    };
    let metric = domain.info().metric(reading.metric.as_deref()).to_owned();
    let entries = merged.into_iter().map(entry).collect();
    let named = !request.heuristics.is_empty();
    let reading = reading.clone();
    Ok(Audit { domain, reading, metric, instances, entries, missing, errors, named })
}

/// The error of an audit that failed.
fn located(error: anyhow::Error) -> Error {
    let Some(audit::Error::TooLarge(limit, states)) = error.downcast_ref() else { return error.into() };
    let states = numbers::counted(*states, "states");
    // The outermost layer names the instance.
    let message = format!("{error}: not audited: {} came after {states}", limit_name(*limit));
    Error::new(if *limit == search::Limit::Cancelled { Kind::Cancelled } else { Kind::Limit }, message)
}

/// The heuristics asked for, or all that can be audited.
fn heuristics(domain: &dyn Domain, given: &[String], context: &Context<'_>) -> Result<Vec<HeuristicRef>> {
    if !given.is_empty() {
        let read = given.iter().map(|text| method::given_heuristic(domain, text, context, "heuristics"));
        return read.collect();
    }
    let features = domain.features().features().iter().filter(|feature| feature.is_tabulated());
    let read = features.map(|feature| HeuristicRef::read(&feature.name, domain.features()));
    let mut all: Vec<HeuristicRef> = read.collect::<std::result::Result<_, _>>()?;
    if !all.iter().any(HeuristicRef::is_blind) {
        all.insert(0, HeuristicRef::Blind);
    }
    Ok(all)
}

/// Adds the cards of one instance to those of others, heuristic by heuristic.
fn gather(all: &mut Vec<Card>, cards: Vec<Card>) {
    for card in cards {
        match all.iter_mut().find(|other| other.heuristic == card.heuristic) {
            Some(other) => other.merge(&card),
            None => all.push(card),
        }
    }
}

/// The cards of the heuristics that exist for an instance.
fn audit(
    source: &Source,
    heuristics: &[HeuristicRef],
    reading: &Reading,
    limits: search::Limits,
    activity: &Activity,
) -> anyhow::Result<Vec<Card>> {
    let puzzle = source.search(reading, "audit")?;
    // A feature may exist for some instances of a domain only.
    let here = heuristics.iter().filter(|heuristic| method::supports(&*puzzle, heuristic));
    let heuristics: Vec<HeuristicRef> = here.cloned().collect();
    let started = Instant::now();
    let clock = || started.elapsed().as_secs_f64();
    let request = AuditRequest { heuristics: &heuristics, limits, clock: &clock };
    puzzle.audit(&request, &mut Watch::new(activity, limits)).with_context(|| source.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_the_name_that_its_heuristic_was_given() {
        unstuck_domains::install();
        let request = Request {
            instances: vec!["rush-hour:BBooAAoCoooCoooo".to_owned()],
            heuristics: ["champion", "blockers", "2*blockers"].map(str::to_owned).to_vec(),
            ..Request::default()
        };
        let audit = run(&request, &Context::silent(&Activity::default())).unwrap();
        let names: Vec<&str> = audit.entries.iter().map(|entry| &*entry.name).collect();
        assert_eq!(names, ["champion", "blockers", "2*blockers"]);
    }
}
