//! How hard an instance is: its shortest solution, the size and kind of its space, and the parts it can do without; and
//! instances a little harder or easier.

use crate::ToSchema;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::Reading;
use crate::request::limits::Limits;
use crate::request::method;
use crate::system::progress::Extent;
use crate::system::watch::Watch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Instant;
use unstuck_core::domain::Domain;
use unstuck_core::instance::{Instance, SearchInstance, Solution, Status};
use unstuck_core::random::stream;
use unstuck_core::search::{self, Limit};
use unstuck_core::view::Board;

/// Most states of a space that is enumerated for its class.
const MAX_STATES: u64 = 2_000_000;
/// Changes that are tried.
const TRIES: usize = 400;

/// Which instance to grade.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[schema(as = GradeRequest)]
pub struct Request {
    /// The instance, by name or text.
    pub instance: String,
    /// Whether to look for parts that can be left out; it does by default.
    pub needless: Option<bool>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits of each search.
    #[serde(default)]
    pub limits: Limits,
}

/// How hard an instance is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Grade {
    /// Null where a limit came first.
    pub solvable: Option<bool>,
    /// It is a goal already.
    pub solved: bool,
    /// Length of the plan that was found.
    pub length: Option<u64>,
    /// The same in every metric.
    pub lengths: BTreeMap<String, u64>,
    /// Whether no shorter plan exists.
    pub optimal: bool,
    /// A name for the kind of instance.
    pub class: Option<&'static str>,
    /// States that can be reached.
    pub reachable: Option<u64>,
    /// Parts without which a shortest plan is as long: letters of vehicles.
    pub needless: Vec<String>,
    /// The plan.
    pub plan: Option<Vec<String>>,
    /// Seconds that it took.
    pub seconds: f64,
}

/// What is known about an instance.
pub struct Known {
    solution: Solution,
    /// Length of a shortest plan, as far as it is proved.
    pub length: Option<u64>,
    /// A name for the kind of instance.
    pub class: Option<&'static str>,
    /// States that can be reached.
    pub reachable: Option<u64>,
}

/// Solves by what proves a shortest plan; its length, whether it is proved or not.
pub(crate) fn shortest(
    domain: &dyn Domain,
    instance: &dyn SearchInstance,
    limits: search::Limits,
    context: &Context<'_>,
) -> Result<(Solution, Option<u64>)> {
    let metric = instance.metric();
    let request = method::optimal(domain, &metric, limits)?;
    let solution = instance.solve(&request, &mut Watch::new(context.activity, limits))?;
    let length = solution.lengths.iter().find(|(name, _)| *name == metric).map(|(_, length)| *length);
    Ok((solution, length))
}

/// Measures an instance.
pub fn measure(
    domain: &dyn Domain,
    instance: &dyn SearchInstance,
    mut limits: search::Limits,
    context: &Context<'_>,
) -> Result<Known> {
    let (solution, length) = shortest(domain, instance, limits, context)?;
    limits.expanded = Some(MAX_STATES.min(limits.expanded.unwrap_or(MAX_STATES)));
    let space = instance.explore(limits, &mut Watch::new(context.activity, limits)).ok();
    let length = length.filter(|_| solution.optimal);
    let class = space.as_ref().and_then(|space| space.class);
    Ok(Known { solution, length, class, reachable: space.map(|space| space.space.reachable) })
}

/// Grades an instance.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Grade> {
    let began = Instant::now();
    let reading = &request.reading;
    let source = context.instance(&request.instance, reading)?;
    let (domain, instance) = (&*source.domain, source.search(reading, "grade")?);
    let limits = request.limits.of_each(1, 1);
    let known = measure(domain, &*instance, limits, context)?;
    let Solution { status, limit, optimal, plan, lengths, .. } = known.solution;
    if limit == Some(Limit::Cancelled) {
        return Err(Error::new(Kind::Cancelled, "cancelled"));
    }
    let metric = instance.metric();
    let length = lengths.iter().find(|(name, _)| *name == metric).map(|(_, length)| *length);
    let mut needless = Vec::new();
    if optimal && length.is_some_and(|length| length > 0) && request.needless != Some(false) {
        for (part, text) in instance.reduced() {
            if context.activity.is_over() {
                break;
            }
            let rest = reading.search(domain, &text)?;
            if shortest(domain, &*rest, limits, context)?.1 == length {
                needless.push(part);
            }
        }
    }
    let solved = status == Status::Solved;
    Ok(Grade {
        solvable: match status {
            Status::Solved => Some(true),
            Status::Unsolvable => Some(false),
            Status::Limit | Status::GaveUp => None,
        },
        solved: solved && length == Some(0),
        length,
        lengths: lengths.iter().map(|(name, length)| (name.to_string(), *length)).collect(),
        optimal,
        class: known.class,
        reachable: known.reachable,
        needless,
        plan: solved.then_some(plan),
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// An instance with what is known about it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Item {
    /// `DOMAIN:TEXT`.
    pub reference: String,
    /// Its text.
    pub text: String,
    /// The instance as screens show it.
    pub board: Board,
    /// Length of a shortest plan.
    pub length: Option<u64>,
    /// A name for the kind of instance.
    pub class: Option<&'static str>,
    /// States that can be reached.
    pub reachable: Option<u64>,
}

impl Item {
    /// Of an instance, and what is known about it.
    pub fn new(domain: &dyn Domain, instance: &dyn Instance, known: Option<&Known>) -> Self {
        let text = instance.text();
        Self {
            reference: format!("{}:{text}", domain.info().name),
            text,
            board: instance.view(),
            length: known.and_then(|known| known.length),
            class: known.and_then(|known| known.class),
            reachable: known.and_then(|known| known.reachable),
        }
    }
}

/// Which way an instance is to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// A longer shortest plan.
    Harder,
    /// A shorter one.
    Easier,
}

/// Instances a little harder or easier than a given one. Domains that can change an instance: Rush Hour.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
pub struct VaryRequest {
    /// The instance, by name or text.
    pub instance: String,
    /// Which way it is to change.
    pub direction: Change,
    /// Seed of the random changes.
    pub seed: u64,
    /// Most instances to find; 6 by default, at most 50.
    pub count: Option<usize>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits of each search.
    #[serde(default)]
    pub limits: Limits,
}

/// Instances a little harder or easier.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VaryResult {
    /// The best first; none where no small change helps.
    pub items: Vec<Item>,
    /// Length of a shortest plan of the given instance.
    pub from: Option<u64>,
}

/// Changes an instance by small steps until its shortest plan is longer, or shorter.
pub fn vary(request: &VaryRequest, context: &Context<'_>) -> Result<VaryResult> {
    let reading = &request.reading;
    let source = context.instance(&request.instance, reading)?;
    let (domain, start) = (&*source.domain, source.search(reading, "vary")?);
    let mut random = stream(request.seed, "vary", &[]);
    if start.mutated(&mut random).is_none() {
        let message = format!("instances of {} cannot be changed", domain.info().name);
        return Err(Error::input(message).field("instance"));
    }
    let limits = request.limits.of_each(1, 1);
    let from = shortest(domain, &*start, limits, context)?.1;
    let length = from.unwrap_or(0);
    let mut stage = context.progress.stage("changing", Extent::Pieces(TRIES));
    let mut found: Vec<(u64, Box<dyn SearchInstance>)> = Vec::new();
    for number in 0..TRIES {
        stage.show(number, context.activity);
        if context.activity.is_over() {
            break;
        }
        let Some(text) = start.mutated(&mut random) else { continue };
        let Ok(changed) = reading.search(domain, &text) else {
            continue;
        };
        let Some(now) = shortest(domain, &*changed, limits, context)?.1 else { continue };
        let helps = match request.direction {
            Change::Harder => now > length,
            Change::Easier => now > 0 && now < length,
        };
        if helps && !found.iter().any(|(_, known)| known.text() == changed.text()) {
            found.push((now, changed));
        }
    }
    // Harder: the longest first. Easier: the gentlest step first.
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.text().cmp(&b.1.text())));
    found.truncate(request.count.unwrap_or(6).clamp(1, 50));
    let item = |(_, instance): (u64, Box<dyn SearchInstance>)| {
        let known = measure(domain, &*instance, limits, context)?;
        Ok(Item::new(domain, &*instance, Some(&known)))
    };
    Ok(VaryResult { items: found.into_iter().map(item).collect::<Result<_>>()?, from })
}
