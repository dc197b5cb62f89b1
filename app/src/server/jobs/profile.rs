//! How a heuristic behaves over states drawn from instances: which rules fire, and how far its values are from the
//! truth.

use super::Job;
use super::request::{Data, ProfileRequest};
use super::solve::sources;
use crate::server::App;
use crate::server::failure::Failure;
use crate::server::formula::Reading;
use crate::server::heuristics::{domain, formula};
use crate::server::scatter::scatter;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use unstuck_core::domain::{Domain, DomainRef};
use unstuck_core::language::{Body, Checked};
use unstuck_core::sample::Row;
use unstuck_core::search::Limits;
use unstuck_evolution::role::Role;
use unstuck_ops::instances::Reading as Manner;
use unstuck_ops::limits::Limits as Asked;
use unstuck_ops::pattern_databases;
use unstuck_ops::progress::Silent;
use unstuck_ops::watch::Watch;

/// Most instances that are looked at.
const INSTANCES: usize = 50;
/// Most states of a space that is enumerated.
const SPACE: u64 = 3_000_000;

/// Texts of the instances that are meant.
pub fn texts(app: &App, data: &Data, domain: &DomainRef, reading: &Manner) -> Result<Vec<String>, Failure> {
    if let Some(run) = data.run {
        let missing = || Failure::missing(format!("there is no run {run} in the store"));
        let experiment = app.store.experiment_of(run)?.ok_or_else(missing)?;
        let cell = app.store.run(run)?.cell;
        let role = data.role.unwrap_or(Role::Validation);
        let material = app.store.material(experiment, cell)?.into_iter();
        let own = material.filter(|one| one.role == role && one.dropped.is_none());
        return Ok(own.map(|one| one.text).take(INSTANCES).collect());
    }
    if let Some(name) = &data.dataset {
        let loaded = crate::server::datasets::dataset_store::load(app, name)?;
        return Ok(loaded.dataset.instances.iter().take(INSTANCES).cloned().collect());
    }
    let named = sources(&data.instances, domain, reading)?;
    named.iter().take(INSTANCES).map(|source| Ok(source.text()?)).collect()
}

/// States of instances with their exact distances and features.
fn rows(
    job: &Job,
    texts: &[String],
    domain: &dyn Domain,
    reading: &Manner,
    count: usize,
    asked: Asked,
) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        job.progress(number, Some(texts.len()), "instances");
        if job.is_cancelled() {
            break;
        }
        let instance = unstuck_core::domain::read(domain, text, reading.metric.as_deref(), &reading.settings)
            .map_err(|error| Failure::within(&error, text).field("data"))?;
        let limits = job.limits(asked);
        let limits = Limits { expanded: Some(SPACE.min(limits.expanded.unwrap_or(SPACE))), ..limits };
        // A space that is too large tells nothing here.
        if let Ok(drawn) = instance.draw_rows(count, 1, limits, &mut Watch::new(&job.activity, limits)) {
            rows.extend(drawn);
        }
    }
    Ok(rows)
}

/// Profiles a heuristic.
pub fn profile(app: &App, job: &Job, request: &ProfileRequest) -> Result<Value, Failure> {
    let domain = domain(&request.domain)?;
    let checked = formula(&*domain, &request.heuristic).map_err(|error| error.field("heuristic"))?;
    if checked.formula.reads_path(checked.table.features()) {
        let message =
            "the heuristic reads how a state was reached, and these states were not reached by anything";
        return Err(Failure::unreadable(message).field("heuristic"));
    }
    pattern_databases::prepare_features(&*domain, &checked.features(), 1, &Silent)?;
    let manner = request.reading();
    let texts = texts(app, &request.data, &domain, &manner)?;
    let count = request.states.unwrap_or(200).clamp(1, 5_000);
    let rows = rows(job, &texts, &*domain, &manner, count, request.limits)?;
    let mut firings: BTreeMap<usize, u64> = BTreeMap::new();
    let mut pairs = Vec::new();
    for row in &rows {
        let reading = Reading::new(&checked, Some(&row.values));
        let Some(raw) = reading.raw() else { continue };
        if let Some(rule) = reading.rule() {
            *firings.entry(rule).or_default() += 1;
        }
        pairs.push((row.distance as f64, raw));
    }
    let total: u64 = firings.values().sum();
    let fired = (0..rules(&checked)).map(|rule| {
        let count = firings.get(&rule).copied().unwrap_or(0);
        json!({ "rule": rule, "count": count, "share": count as f64 / total.max(1) as f64 })
    });
    let scatter = if pairs.is_empty() { Value::Null } else { scatter(&pairs) };
    Ok(json!({ "states": pairs.len(), "firings": fired.collect::<Vec<_>>(), "scatter": scatter }))
}

/// The rules of a policy and otherwise; none of an expression.
fn rules(checked: &Checked) -> usize {
    match &checked.formula.body {
        Body::Value(_) => 0,
        Body::Policy(policy) => policy.rules.len() + 1,
    }
}
