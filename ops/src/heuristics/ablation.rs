//! What a heuristic is without each of its parts: every rule, and every subtree of every value and condition.

mod cuts;

use crate::ToSchema;
use crate::experiments::analysed_instances::{Data, Stored};
use crate::heuristics::explain;
use crate::pattern_databases;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::Reading;
use crate::request::limits::Limits;
use crate::request::method::Method;
use crate::system::progress::Extent;
use crate::system::watch::Watch;
use crate::use_cases::grade::shortest;
use cuts::cuts;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use unstuck_core::domain::{self, DomainRef};
use unstuck_core::instance::optimisation::{KeptRule, OptimisationInstance};
use unstuck_core::instance::{SearchInstance, Status};
use unstuck_core::language::{Checked, Decisions, Formula, print_line};
use unstuck_core::search;

/// Most instances that are searched.
const MAX_INSTANCES: usize = 12;
/// Most parts that are left out: the largest come first.
const MAX_PARTS: usize = 120;
/// Most nodes of each search.
const MAX_NODES: u64 = 200_000;

/// Which heuristic, over which instances.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[schema(as = AblationRequest)]
pub struct Request {
    /// The domain.
    pub domain: String,
    /// The heuristic's text.
    pub heuristic: String,
    /// The instances; the first 12 are searched.
    pub data: Data,
    /// The search; A* by default.
    pub method: Option<Method>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits of each search; at most 200,000 nodes.
    #[serde(default)]
    pub limits: Limits,
}

/// What a heuristic is without each of its parts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AblationResult)]
pub struct Ablation {
    /// The whole heuristic.
    pub base: Measured,
    /// A row for each part.
    pub rows: Vec<AblationRow>,
    /// Instances that were searched.
    pub instances: usize,
}

/// What searches by a heuristic come to.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Measured {
    /// Instances solved.
    pub solved: usize,
    /// Nodes expanded.
    pub expanded: u64,
    /// Mean length over the shortest.
    pub length: f64,
}

/// A heuristic without one of its parts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AblationRow {
    /// The part: `rule 2`, `0.3*hybrid in rule 1`.
    pub part: String,
    /// The rule it belongs to, from 0; the number of rules for otherwise.
    pub rule: Option<usize>,
    /// What replaces it: nothing, an operand, or a constant.
    pub instead: Option<String>,
    /// Nodes of the part.
    pub size: usize,
    /// The heuristic without it.
    pub text: String,
    /// Instances solved.
    pub solved: usize,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes expanded over those of the whole heuristic.
    pub nodes: f64,
    /// Mean length over the shortest.
    pub length: f64,
}

/// Leaves out one part after another.
pub fn run(request: &Request, stored: &dyn Stored, context: &Context<'_>) -> Result<Ablation> {
    let domain = context.domain(&request.domain)?;
    if domain.info().kind == domain::Kind::Optimisation {
        return run_rules(request, &domain, stored, context);
    }
    let checked = explain::read(&*domain, &request.heuristic, context, "heuristic")?;
    let limits = request.limits.of_each(1, 1);
    let making = context.making(1, limits);
    pattern_databases::prepare_features(&*domain, &checked.features(), making)?;
    let reading = &request.reading;
    let mut texts = request.data.texts(&domain, reading, stored, context)?;
    texts.truncate(MAX_INSTANCES);
    let read = |text: &String| {
        reading.search(&*domain, text).map_err(|error| Error::within(error, text).field("data"))
    };
    let instances: Vec<Box<dyn SearchInstance>> = texts.iter().map(read).collect::<Result<_>>()?;
    let method = request.method.clone().unwrap_or_default();
    let shortest = instances.iter().map(|instance| {
        let (solution, length) = shortest(&*domain, &**instance, limits, context)?;
        Ok(length.filter(|_| solution.optimal))
    });
    let shortest: Vec<Option<u64>> = shortest.collect::<Result<_>>()?;
    let searches = Searches { domain: &domain, instances: &instances, shortest, method, limits, context };
    let text = |formula: &Formula| print_line(formula, &checked.table);
    let base = searches.run(text(&checked.formula))?;
    let cuts = cuts(&checked, MAX_PARTS);
    let mut stage = context.progress.stage("leaving out parts", Extent::Pieces(cuts.len()));
    let mut rows = Vec::new();
    for (number, cut) in cuts.into_iter().enumerate() {
        stage.show(number, context.activity);
        if context.activity.is_over() {
            break;
        }
        let text = text(&cut.rest);
        let Measured { solved, expanded, length } = searches.run(text.clone())?;
        let nodes = expanded as f64 / base.expanded.max(1) as f64;
        let cuts::Cut { part, rule, instead, size, .. } = cut;
        rows.push(AblationRow { part, rule, instead, size, text, solved, expanded, nodes, length });
    }
    Ok(Ablation { base, rows, instances: instances.len() })
}

/// [`run`] for a rule of an optimisation domain: constructions, the sum of their costs in place of the nodes, and the mean
/// ratio to the lower bound in place of the length.
fn run_rules(
    request: &Request,
    domain: &DomainRef,
    stored: &dyn Stored,
    context: &Context<'_>,
) -> Result<Ablation> {
    let checked = explain::read(&**domain, &request.heuristic, context, "heuristic")?;
    let reading = &request.reading;
    let mut texts = request.data.texts(domain, reading, stored, context)?;
    texts.truncate(MAX_INSTANCES);
    let read = |text: &String| {
        let other =
            || Error::input(format!("{} is not an optimisation problem", request.domain)).field("data");
        let read = reading.read(&**domain, text).map_err(|error| Error::within(error, text).field("data"))?;
        read.into_optimisation().ok_or_else(other)
    };
    let instances: Vec<Box<dyn OptimisationInstance>> = texts.iter().map(read).collect::<Result<_>>()?;
    let measure = |formula: &Formula| -> Result<Measured> {
        let rules = Decisions::new(vec![Arc::new(Checked::new(formula.clone(), &checked.table))]);
        let mut kept = KeptRule::default();
        let (mut solved, mut expanded, mut ratios) = (0, 0, Vec::new());
        for instance in &instances {
            let cost =
                instance.construct(&rules, &mut kept).map_err(|error| Error::input(error.to_string()))?.cost;
            solved += usize::from(cost.hard <= 0);
            expanded += cost.soft.max(0) as u64;
            let bound = instance.lower_bound().filter(|bound| bound.soft > 0);
            ratios.extend(bound.map(|bound| cost.soft as f64 / bound.soft as f64));
        }
        let length = if ratios.is_empty() { 1.0 } else { ratios.iter().sum::<f64>() / ratios.len() as f64 };
        Ok(Measured { solved, expanded, length })
    };
    let base = measure(&checked.formula)?;
    let mut rows = Vec::new();
    for cut in cuts(&checked, MAX_PARTS) {
        if context.activity.is_over() {
            break;
        }
        let Measured { solved, expanded, length } = measure(&cut.rest)?;
        let nodes = expanded as f64 / base.expanded.max(1) as f64;
        let cuts::Cut { part, rule, instead, size, rest } = cut;
        let text = print_line(&rest, &checked.table);
        rows.push(AblationRow { part, rule, instead, size, text, solved, expanded, nodes, length });
    }
    Ok(Ablation { base, rows, instances: instances.len() })
}

struct Searches<'a> {
    domain: &'a DomainRef,
    instances: &'a [Box<dyn SearchInstance>],
    /// Lengths of shortest plans, where they are known.
    shortest: Vec<Option<u64>>,
    method: Method,
    limits: search::Limits,
    context: &'a Context<'a>,
}

impl Searches<'_> {
    fn run(&self, heuristic: String) -> Result<Measured> {
        let method = Method { heuristic: Some(heuristic), ..self.method.clone() };
        let choice = method.choose(&**self.domain, self.context)?;
        method.check(&choice)?;
        let most = self.limits.expanded.unwrap_or(MAX_NODES).min(MAX_NODES);
        let limits = search::Limits { expanded: Some(most), ..self.limits };
        let request = method.parameters.request(&choice, limits);
        let (mut solved, mut expanded, mut ratios) = (0, 0, Vec::new());
        for (instance, shortest) in self.instances.iter().zip(&self.shortest) {
            let solution = instance.solve(&request, &mut Watch::new(self.context.activity, limits))?;
            expanded += solution.stats.expanded;
            if solution.status == Status::Solved {
                solved += 1;
                let length = solution.lengths.iter().find(|(name, _)| *name == instance.metric());
                if let (Some((_, length)), Some(shortest)) =
                    (length, shortest.filter(|shortest| *shortest > 0))
                {
                    ratios.push(*length as f64 / shortest as f64);
                }
            }
        }
        let length = if ratios.is_empty() { 1.0 } else { ratios.iter().sum::<f64>() / ratios.len() as f64 };
        Ok(Measured { solved, expanded, length })
    }
}
