//! One run: its champion, what its populations were made of, and where the champion came from.

use super::curves::{Points, points};
use super::facts::thin;
use super::{Number, number, run, summary};
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use unstuck_evolution::engine::Generation;
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
        Ok(json!({ "run": run(&record, &found), "experiment": summary(&app, &record, None)? }))
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
        let front: Vec<Value> =
            front.iter().map(|(nodes, length)| json!({ "nodes": nodes, "length": length })).collect();
        let history = thin(&all, points);
        let counts = |of: fn(&Generation) -> &std::collections::BTreeMap<String, u32>| {
            let names: BTreeSet<&String> = history.iter().flat_map(|one| of(one).keys()).collect();
            let column = |name: &String| history.iter().map(|one| of(one).get(name).copied().unwrap_or(0)).collect::<Vec<_>>();
            names.into_iter().map(|name| (name.clone(), json!(column(name)))).collect::<Map<String, Value>>()
        };
        let names: BTreeSet<&String> = history.iter().flat_map(|one| one.operators.keys()).collect();
        let operator = |name: &String| {
            let uses = history.iter().map(|one| one.operators.get(name).copied().unwrap_or_default());
            let column = |of: fn(unstuck_evolution::engine::OperatorUse) -> u32| uses.clone().map(of).collect::<Vec<_>>();
            json!({ "used": column(|one| one.used), "applied": column(|one| one.applied), "compared": column(|one| one.compared), "improved": column(|one| one.improved) })
        };
        let operators: Map<String, Value> = names.into_iter().map(|name| (name.clone(), operator(name))).collect();
        Ok(json!({
            "run": run(&record, &found),
            "generation": history.iter().map(|one| one.number + 1).collect::<Vec<_>>(),
            "population": history.last().map_or(0, |one| one.individuals),
            "features": counts(|one| &one.features),
            "functions": counts(|one| &one.functions),
            "operators": operators,
            "front": front,
        }))
    })
    .await
}

/// The individuals that led to the champion, each with its parents.
pub async fn ancestry(State(app): State<Arc<App>>, id: Number) -> Answer {
    let id = number(id, "run")?;
    run_blocking(move || {
        let (_, found) = find(&app, id)?;
        let Some(champion) = &found.champion else { return Ok(json!({ "individuals": [], "complete": false })) };
        let mark = champion.id;
        let line = app.store.ancestors(id, mark)?;
        // Of several with one mark the first came to be; so it is in the line.
        let place = |mark: &u64| line.individuals.iter().position(|one| one.mark == Some(*mark));
        let individual = |(number, one): (usize, &IndividualRecord)| {
            let parents: Vec<usize> = one.parents.iter().filter_map(place).filter(|parent| *parent != number).collect();
            json!({
                "id": number, "generation": one.generation + 1, "fitness": one.fitness, "size": one.size,
                "text": one.heuristic, "operators": one.operators, "parents": parents, "champion": one.mark == Some(mark),
            })
        };
        let individuals: Vec<Value> = line.individuals.iter().enumerate().map(individual).collect();
        Ok(json!({ "individuals": individuals, "complete": line.complete }))
    })
    .await
}
