//! Makes datasets: instances with their distances and features.

use super::rows::{RowBuilder, Start, State};
pub use super::spec::Request;
use super::spec::Spec;
use crate::pattern_databases;
use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::Reading;
use crate::request::kinds::only_search;
use crate::request::numbers::counted;
use crate::system::cancel;
use crate::system::origin;
use crate::system::watch::Watch;
use crate::use_cases::generate;
use crate::wording::limit_name;
use anyhow::{anyhow, bail};
use std::collections::HashSet;
use unstuck_core::audit;
use unstuck_core::domain::{self, Domain, DomainRef, GenerateError};
use unstuck_core::feature::FeatureInfo;
use unstuck_core::search;
use unstuck_core::suggest::{listed, nearest};
use unstuck_evolution::dataset::{Column, Dataset};

/// A dataset that was made.
pub struct Generated {
    /// The dataset; none where there are only errors.
    pub dataset: Option<Dataset>,
    /// What was left out.
    pub notes: Vec<String>,
    /// What is wrong with instances that gave no row.
    pub errors: Vec<Error>,
}

/// Makes a dataset.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Generated> {
    let domain = context.domain(&request.domain)?;
    only_search(&*domain, "dataset")?;
    let reading = &request.reading;
    domain::checked(domain.info(), reading.metric.as_deref(), &reading.settings)
        .map_err(anyhow::Error::from)?;
    let columns = columns(&*domain, &request.features)?;
    let spec = Spec::of(&*domain, request, reading)?;
    let named: Vec<&str> = request.features.iter().map(String::as_str).collect();
    let limits = request.limits.of_each(request.threads, 1);
    let making = context.making(request.threads, limits);
    pattern_databases::prepare_features(&*domain, &named, making)?;
    let mut errors = Vec::new();
    let starts = starts(&domain, &spec, request, reading, context, &mut errors)?;
    let is_over = || cancel::requested() || context.activity.is_over();
    if is_over() {
        return Err(stopped());
    }
    let limits = request.limits.of_each(request.threads, starts.len());
    let most = request.most.unwrap_or(usize::MAX);
    let builder =
        RowBuilder { domain: domain.clone(), reading, spec: &spec, limits, seed: request.seed, most };
    let mut tally = Tally::default();
    context.workers(request.threads, "making rows").each(
        &starts,
        |start, activity| builder.states(start, activity),
        |states| {
            match states {
                Ok(states) => {
                    tally.add(states);
                    if tally.states.len() > most {
                        bail!(Error::input(format!("the table has more than {most} rows")));
                    }
                }
                Err(_) if is_over() => {}
                Err(error) => errors.push(located(error)),
            }
            Ok(())
        },
    )?;
    if is_over() {
        return Err(stopped());
    }
    if tally.states.is_empty() {
        if errors.is_empty() {
            return Err(Error::input(format!("no row to write: {}", tally.notes().join(", "))));
        }
        return Ok(Generated { dataset: None, notes: tally.notes(), errors });
    }
    let name = request.name.clone().unwrap_or_else(|| domain.info().name.to_string());
    let description = spec.description(&*domain, reading, request.seed);
    let dataset = assemble(name, description, &columns, &tally.states, !request.features.is_empty())?;
    Ok(Generated { dataset: Some(dataset), notes: tally.notes(), errors })
}

/// Cancelled work leaves nothing behind.
pub(super) fn stopped() -> Error {
    Error::new(Kind::Cancelled, "stopped; nothing was written")
}

/// The error of a failure.
fn located(error: anyhow::Error) -> Error {
    let Some(audit::Error::TooLarge(limit, states)) = error.downcast_ref() else { return error.into() };
    let states = counted(*states, "states");
    // The outermost layer names the instance.
    let message = format!("{error}: its space is not enumerated: {} came after {states}", limit_name(*limit));
    Error::new(Kind::Limit, message)
}

/// The instances to begin with.
fn starts(
    domain: &DomainRef,
    spec: &Spec,
    request: &Request,
    reading: &Reading,
    context: &Context<'_>,
    errors: &mut Vec<Error>,
) -> Result<Vec<Start>> {
    let Some((generator, count)) = spec.generator else {
        let named = context.resolve_of(domain, &request.from, reading, "instances")?;
        errors.extend(named.errors.into_iter().map(Error::input));
        return Ok(named.sources.into_iter().map(Start::Named).collect());
    };
    let mut texts = Vec::new();
    let wanted = domain::Request { generator, parameters: &spec.parameters, count, seed: request.seed };
    let mut watch = Watch::new(context.activity, search::Limits::default());
    match domain::generate(&**domain, &wanted, &mut watch, &mut |text| texts.push(text)) {
        Ok(()) => {}
        Err(GenerateError::Stopped(_)) => return Ok(Vec::new()),
        Err(GenerateError::Impossible(why)) if !texts.is_empty() => {
            let message = format!("{why}; {} are there", counted(texts.len() as u64, "instances"));
            errors.push(Error::new(Kind::GaveUp, message));
        }
        // The input of a generator, not a search that gave up: there is nothing at all.
        Err(GenerateError::Impossible(why)) => return Err(Error::input(why)),
        Err(error) => return Err(generate::failed(error)),
    }
    Ok(texts.into_iter().map(Start::Made).collect())
}

/// What has been made, every state once.
#[derive(Default)]
struct Tally {
    states: Vec<State>,
    texts: HashSet<String>,
    repeated: u64,
    unsolvable: u64,
}

impl Tally {
    fn add(&mut self, states: Vec<Option<State>>) {
        for state in states {
            match state {
                None => self.unsolvable += 1,
                Some(state) if self.texts.insert(state.text.clone()) => self.states.push(state),
                Some(_) => self.repeated += 1,
            }
        }
    }

    fn notes(&self) -> Vec<String> {
        let left_out =
            [(self.repeated, "states were there already"), (self.unsolvable, "instances have no solution")];
        left_out
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, why)| format!("left out: {count} {why}"))
            .collect()
    }
}

/// The features that become columns, with their places in the domain's table.
fn columns(domain: &dyn Domain, asked: &[String]) -> anyhow::Result<Vec<(usize, FeatureInfo)>> {
    let table = domain.features();
    let domain = &domain.info().name;
    let all = table.features().iter().cloned().enumerate().filter(|(_, info)| info.is_tabulated());
    if asked.is_empty() {
        return Ok(all.collect());
    }
    let one = |name: &String| {
        let index = table.index(name).ok_or_else(|| match nearest(name, table.names()) {
            Some(near) => anyhow!("{domain} has no feature '{name}'; did you mean '{near}'?"),
            None => {
                anyhow!("{domain} has no feature '{name}'; available: {}", listed(table.names()))
            }
        })?;
        let (index, info) = (usize::from(index), table.features()[usize::from(index)].clone());
        if !info.node().needs.state_only() {
            bail!(
                "'{name}' reads the path to a state, so that a state alone has no value of it; leave it out"
            );
        }
        Ok((index, info))
    };
    asked.iter().map(one).collect()
}

/// Puts the states together. A column that no state has a value for is left out, unless it was asked for.
fn assemble(
    name: String,
    description: String,
    columns: &[(usize, FeatureInfo)],
    states: &[State],
    asked: bool,
) -> anyhow::Result<Dataset> {
    let there = |index: usize| states.iter().any(|state| state.values[index].is_some());
    if let Some((_, info)) = columns.iter().find(|(index, _)| asked && !there(*index)) {
        bail!("the feature '{}' does not exist for these instances", info.name);
    }
    let columns: Vec<&(usize, FeatureInfo)> = columns.iter().filter(|(index, _)| there(*index)).collect();
    let empty =
        |info: &FeatureInfo| Column { name: info.name.to_string(), values: Vec::with_capacity(states.len()) };
    let mut dataset = Dataset {
        name,
        description: format!("{description}; unstuck {}", origin::long_version()),
        columns: columns.iter().map(|(_, info)| empty(info)).collect(),
        named: true,
        ..Dataset::default()
    };
    for state in states {
        let values = columns.iter().map(|(index, _)| state.values[*index].unwrap_or(f64::NAN));
        dataset.push(state.text.clone(), state.distance, values);
    }
    Ok(dataset)
}
