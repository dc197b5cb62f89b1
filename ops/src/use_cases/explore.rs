//! Enumerates whole spaces: all states that can be reached from an instance.

use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::{Reading, Source};
use crate::request::limits::Limits;
use crate::request::one_or_many;
use crate::system::origin::Origin;
use crate::system::watch::{Activity, Watch};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use unstuck_core::domain::DomainRef;
use unstuck_core::instance::{Exploration, Instance, SearchInstance, SpaceError, Status};
use unstuck_core::language::BLIND;
use unstuck_core::search::{self, Limit, Stats};
use unstuck_core::view::Board;

/// What to enumerate.
#[derive(Debug, Clone, Default, Serialize, Deserialize, crate::ToSchema, Fields)]
#[schema(as = ExploreRequest)]
pub struct Request {
    /// The instances, by name or text.
    #[serde(rename = "instance", deserialize_with = "one_or_many")]
    #[schema(value_type = String)]
    pub instances: Vec<String>,
    /// The domain of texts that do not name one.
    #[serde(default)]
    pub domain: Option<String>,
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

/// What came of an enumeration.
pub struct Report {
    /// Name of the instance.
    pub name: String,
    /// Its domain.
    pub domain: DomainRef,
    /// The instance.
    pub puzzle: Box<dyn SearchInstance>,
    /// The space, or the limit that ended the enumeration.
    pub found: std::result::Result<Exploration, (Limit, Stats)>,
    /// The time it took.
    pub seconds: f64,
    /// The hardest board.
    pub hardest: Option<Box<dyn Instance>>,
}

/// All explorations of a request.
pub struct Explored {
    /// Those that could be made, in the order of the instances.
    pub reports: Vec<Report>,
    /// What is wrong with others.
    pub errors: Vec<Error>,
    /// How many instances were named.
    pub asked: usize,
}

/// Enumerates the spaces of all instances.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Explored> {
    let reading = &request.reading;
    let domain = context.optional_domain(request.domain.as_deref())?;
    let named = context.resolve(&request.instances, domain.as_ref(), reading, "instance")?;
    let limits = request.limits.of_each(request.threads, named.sources.len());
    let mut explored = Explored {
        reports: Vec::new(),
        errors: named.errors.into_iter().map(Error::input).collect(),
        asked: named.sources.len(),
    };
    context.workers(request.threads, "exploring").each(
        &named.sources,
        |source, activity| explore(source, reading, limits, activity),
        |report| {
            match report {
                Ok(report) => explored.reports.push(report),
                Err(error) => explored.errors.push(error),
            }
            Ok(())
        },
    )?;
    Ok(explored)
}

/// Enumerates the space of the only instance, on this thread.
pub fn run_here(request: &Request, context: &Context<'_>) -> Result<(Report, Reading)> {
    let reading = &request.reading;
    let domain = context.optional_domain(request.domain.as_deref())?;
    let source = context.single(&request.instances, domain.as_ref(), reading)?;
    let limits = request.limits.of_each(1, 1);
    Ok((explore(&source, reading, limits, context.activity)?, reading.clone()))
}

fn explore(
    source: &Source,
    reading: &Reading,
    limits: search::Limits,
    activity: &Activity,
) -> Result<Report> {
    let mut watch = Watch::new(activity, limits);
    let puzzle = source.search(reading, "explore")?;
    let found = match puzzle.explore(limits, &mut watch) {
        Ok(found) => Ok(found),
        Err(SpaceError::Limit(limit, stats)) => Err((limit, stats)),
        Err(error) => return Err(anyhow::Error::from(error).context(source.name.clone()).into()),
    };
    let seconds = watch.seconds();
    let text = found.as_ref().ok().and_then(|found| found.hardest.as_ref()).map(|(_, text)| text);
    let metric = puzzle.metric();
    let hardest = text.and_then(|text| {
        unstuck_core::domain::read(&*source.domain, text, Some(&metric), &reading.settings).ok()
    });
    Ok(Report { name: source.name.clone(), domain: source.domain.clone(), puzzle, found, seconds, hardest })
}

/// An exploration as plain data: the object of a solve, as far as an enumeration knows it, and the statistics of the
/// space.
#[derive(Debug, Clone, Serialize, crate::ToSchema)]
pub struct ExploreResult {
    /// Name of the instance.
    pub instance: String,
    /// Its domain.
    pub domain: String,
    /// Whether it can be solved.
    pub status: Status,
    /// The limit that ended the enumeration.
    pub limit: Option<Limit>,
    /// Whether the length is that of a cheapest plan.
    pub optimal: bool,
    /// What lengths are counted in.
    pub metric: String,
    /// Length of the shortest solution.
    pub length: Option<u32>,
    /// The same by metric.
    #[schema(value_type = BTreeMap<String, u32>)]
    pub lengths: Option<BTreeMap<String, u32>>,
    /// An enumeration makes no plan.
    pub plan: Option<Vec<String>>,
    /// `explore`.
    pub algorithm: &'static str,
    /// None is read.
    pub heuristic: &'static str,
    /// The statistics.
    pub stats: Stats,
    /// States that can be reached.
    pub reachable: Option<u64>,
    /// Those from which a goal can be reached.
    pub solvable: Option<u64>,
    /// Goals.
    pub goals: Option<u64>,
    /// States from which no goal can be reached.
    pub dead_ends: Option<u64>,
    /// States by distance from the nearest goal.
    #[schema(value_type = Vec<u64>)]
    pub histogram: Option<Vec<u64>>,
    /// States by distance from the start.
    #[schema(value_type = Vec<u64>)]
    pub depths: Option<Vec<u64>>,
    /// The state farthest from any goal.
    pub hardest: Option<Hardest>,
    /// A name for the kind of instance.
    pub class: Option<&'static str>,
    /// The instance's text.
    pub text: String,
    /// What it was made with.
    pub unstuck: Origin,
}

/// The state farthest from any goal.
#[derive(Debug, Clone, Serialize, crate::ToSchema)]
pub struct Hardest {
    /// Length of its shortest solution.
    pub distance: u32,
    /// Its text.
    pub text: String,
    /// The state as screens show it.
    #[schema(value_type = Board)]
    pub board: Option<Board>,
}

impl Report {
    /// How the enumeration ended, if it is incomplete or finds no solvable state.
    pub fn kind(&self) -> Option<Kind> {
        match &self.found {
            Ok(found) if found.distance.is_some() => None,
            Ok(_) => Some(Kind::Unsolvable),
            Err((Limit::Cancelled, _)) => Some(Kind::Cancelled),
            Err(_) => Some(Kind::Limit),
        }
    }

    /// As plain data.
    pub fn result(&self) -> ExploreResult {
        let (found, limit) = match &self.found {
            Ok(found) => (Some(found), None),
            Err((limit, _)) => (None, Some(*limit)),
        };
        let distance = found.and_then(|found| found.distance);
        let status = match (found, distance) {
            (None, _) => Status::Limit,
            (_, None) => Status::Unsolvable,
            _ => Status::Solved,
        };
        let stats = match &self.found {
            Ok(found) => found.space.stats,
            Err((_, stats)) => *stats,
        };
        let space = found.map(|found| &found.space);
        let metric = self.puzzle.metric().to_string();
        ExploreResult {
            instance: self.name.clone(),
            domain: self.domain.info().name.to_string(),
            status,
            limit,
            optimal: distance.is_some(),
            length: distance,
            lengths: distance.map(|distance| BTreeMap::from([(metric.clone(), distance)])),
            metric,
            plan: None,
            algorithm: "explore",
            heuristic: BLIND,
            stats: Stats { seconds: self.seconds, ..stats },
            reachable: space.map(|space| space.reachable),
            solvable: space.map(|space| space.distances.iter().sum()),
            goals: space.map(|space| space.goals),
            dead_ends: space.map(|space| space.dead_ends),
            histogram: space.map(|space| space.distances.clone()),
            depths: space.map(|space| space.depths.clone()),
            hardest: found.and_then(|found| found.hardest.as_ref()).map(|(distance, text)| Hardest {
                distance: *distance,
                text: text.clone(),
                board: self.hardest.as_ref().map(|hardest| hardest.view()),
            }),
            class: found.and_then(|found| found.class),
            text: self.puzzle.text(),
            unstuck: Origin::here(),
        }
    }
}
