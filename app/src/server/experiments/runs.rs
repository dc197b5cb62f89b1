//! One run: its champion, what its populations were made of, and where the champion came from.

use super::curves::{Points, points};
use super::views::{Ancestry, FrontPoint, Individual, OperatorHistory, RunHistory, RunWithExperiment};
use super::{Number, number, run, summary};
use crate::report::curves::thin;
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use unstuck_evolution::engine::{Generation, OperatorUse};
use unstuck_ops::store::record::{ExperimentRecord, IndividualRecord, RunRecord};

fn find(app: &App, id: i64) -> Result<(ExperimentRecord, RunRecord), Failure> {
    let missing = || Failure::missing(format!("there is no run {id} in the store"));
    let experiment = app.store.experiment_of(id)?.ok_or_else(missing)?;
    let record = app.store.experiment(experiment)?;
    let found = record.runs.iter().find(|run| run.id == id).cloned().ok_or_else(missing)?;
    Ok((record, found))
}

/// A run with its champion.
pub async fn show(State(app): State<Arc<App>>, id: Number) -> Answer {
    let id = number(id, "run")?;
    run_blocking(move || {
        let (record, found) = find(&app, id)?;
        Ok(RunWithExperiment { run: run(&record, &found), experiment: summary(&app, &record, None)? })
    })
    .await
}

/// Frequencies, operators and front of a run.
pub async fn history(
    State(app): State<Arc<App>>,
    id: Number,
    wanted: Result<Query<Points>, QueryRejection>,
) -> Answer {
    let (id, points) = (number(id, "run")?, points(wanted)?);
    run_blocking(move || {
        let (record, found) = find(&app, id)?;
        let all = app.store.history(id)?;
        let front = all.last().map_or(&[][..], |last| &last.front);
        let front = front.iter().map(|&(nodes, length)| FrontPoint { nodes, length }).collect();
        let history = thin(&all, points);
        let counts = |of: fn(&Generation) -> &BTreeMap<String, u32>| {
            let names: BTreeSet<&String> = history.iter().flat_map(|one| of(one).keys()).collect();
            let column = |name: &String| {
                history.iter().map(|one| of(one).get(name).copied().unwrap_or(0)).collect::<Vec<u32>>()
            };
            names.into_iter().map(|name| (name.clone(), column(name))).collect()
        };
        let names: BTreeSet<&String> = history.iter().flat_map(|one| one.operators.keys()).collect();
        let operator = |name: &String| {
            let uses = history.iter().map(|one| one.operators.get(name).copied().unwrap_or_default());
            let column = |of: fn(OperatorUse) -> u32| uses.clone().map(of).collect();
            let history = OperatorHistory {
                used: column(|one| one.used),
                applied: column(|one| one.applied),
                compared: column(|one| one.compared),
                improved: column(|one| one.improved),
            };
            (name.clone(), history)
        };
        Ok(RunHistory {
            run: run(&record, &found),
            generation: history.iter().map(|one| one.number + 1).collect(),
            population: history.last().map_or(0, |one| one.individuals),
            features: counts(|one| &one.features),
            functions: counts(|one| &one.functions),
            operators: names.into_iter().map(operator).collect(),
            front,
            opponents: counts(|one| &one.opponents),
        })
    })
    .await
}

/// The individuals that led to the champion, each with its parents.
pub async fn ancestry(State(app): State<Arc<App>>, id: Number) -> Answer {
    let id = number(id, "run")?;
    run_blocking(move || {
        let (_, found) = find(&app, id)?;
        let Some(champion) = &found.champion else {
            return Ok(Ancestry { individuals: Vec::new(), complete: false });
        };
        let id = champion.id;
        let line = app.store.ancestors(found.id, id)?;
        // Of several with one id the first came to be; so it is in the list.
        let place = |id: &u64| line.individuals.iter().position(|one| one.fingerprint == *id);
        let individual = |(number, one): (usize, &IndividualRecord)| Individual {
            id: number,
            generation: one.generation + 1,
            fitness: one.fitness,
            size: one.size,
            text: one.heuristic.clone(),
            operators: one.operators.clone(),
            parents: Some(one.parents.iter().filter_map(place).filter(|parent| *parent != number).collect()),
            champion: one.fingerprint == id,
        };
        let individuals = line.individuals.iter().enumerate().map(individual).collect();
        Ok(Ancestry { individuals, complete: line.complete })
    })
    .await
}
