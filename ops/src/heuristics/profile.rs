//! How a heuristic behaves over states drawn from instances: which rules fire, and how far its values are from the
//! exact distances.

use crate::ToSchema;
use crate::experiments::analysed_instances::{Data, Stored};
use crate::heuristics::explain;
use crate::heuristics::formula::Reading as Formula;
use crate::heuristics::scatter::Scatter;
use crate::pattern_databases;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::Reading;
use crate::request::kinds::only_search;
use crate::request::limits::Limits;
use crate::system::progress::Extent;
use crate::system::watch::Watch;
use serde::{Deserialize, Serialize};
use unstuck_core::language::Body;
use unstuck_core::sample::Row;
use unstuck_core::search;

/// Most states of a space that is enumerated.
const MAX_STATES: u64 = 3_000_000;

/// Which heuristic, over which instances.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[schema(as = ProfileRequest)]
pub struct Request {
    /// The domain.
    pub domain: String,
    /// The heuristic's text.
    pub heuristic: String,
    /// The instances.
    pub data: Data,
    /// States to draw from those that each instance can reach; 200 by default.
    pub states: Option<usize>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits of each enumeration.
    #[serde(default)]
    pub limits: Limits,
}

/// How a heuristic behaves.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ProfileResult)]
pub struct Profile {
    /// States that were looked at.
    pub states: usize,
    /// One per rule and one for otherwise; none for an expression. A rule that never fires is dead.
    pub firings: Vec<Firing>,
    /// Values against distances.
    pub scatter: Option<Scatter>,
}

/// How often a rule fires.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Firing {
    /// The rule, from 0; the number of rules for otherwise.
    pub rule: usize,
    /// States in which it fires.
    pub count: u64,
    /// Their share.
    pub share: f64,
}

/// Profiles a heuristic.
pub fn run(request: &Request, stored: &dyn Stored, context: &Context<'_>) -> Result<Profile> {
    let domain = context.domain(&request.domain)?;
    only_search(&*domain, "profile")?;
    let checked = explain::read(&*domain, &request.heuristic, context, "heuristic")?;
    if checked.formula.reads_path(checked.table.features()) {
        let message = "the heuristic reads how a state was reached, and these states have no path";
        return Err(Error::input(message).field("heuristic"));
    }
    let limits = request.limits.of_each(1, 1);
    let making = context.making(1, limits);
    pattern_databases::prepare_features(&*domain, &checked.features(), making)?;
    let reading = &request.reading;
    let texts = request.data.texts(&domain, reading, stored, context)?;
    let count = request.states.unwrap_or(200).clamp(1, 5_000);
    let mut rows: Vec<Row> = Vec::new();
    let mut stage = context.progress.stage("drawing states", Extent::Pieces(texts.len()));
    for (number, text) in texts.iter().enumerate() {
        stage.show(number, context.activity);
        if context.activity.is_over() {
            break;
        }
        let instance =
            reading.search(&*domain, text).map_err(|error| Error::within(error, text).field("data"))?;
        let most = MAX_STATES.min(limits.expanded.unwrap_or(MAX_STATES));
        let limits = search::Limits { expanded: Some(most), ..limits };
        // A space that is too large is left out.
        if let Ok(drawn) = instance.draw_rows(count, 1, limits, &mut Watch::new(context.activity, limits)) {
            rows.extend(drawn);
        }
    }
    let rules = match &checked.formula.body {
        Body::Value(_) => 0,
        Body::Policy(policy) => policy.rules.len() + 1,
    };
    let mut counts = vec![0_u64; rules];
    let mut pairs = Vec::new();
    for row in &rows {
        let formula = Formula::new(&checked, Some(&row.values));
        let Some(raw) = formula.raw() else { continue };
        if let Some(rule) = formula.rule() {
            counts[rule] += 1;
        }
        pairs.push((row.distance as f64, raw));
    }
    let total = counts.iter().sum::<u64>().max(1) as f64;
    let firing = |(rule, &count): (usize, &u64)| Firing { rule, count, share: count as f64 / total };
    Ok(Profile {
        states: pairs.len(),
        firings: counts.iter().enumerate().map(firing).collect(),
        scatter: (!pairs.is_empty()).then(|| Scatter::of(&pairs)),
    })
}
