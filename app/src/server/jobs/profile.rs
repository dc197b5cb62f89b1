//! How a heuristic behaves over states drawn from instances: which rules fire, and how far its values are from the
//! truth.

use super::Entry;
use super::request::{Data, Limits as Asked, ProfileRequest};
use super::solve::sources;
use crate::instances::Reading as Manner;
use crate::server::App;
use crate::server::failure::Failure;
use crate::server::formula::Reading;
use crate::server::heuristics::{domain, formula};
use crate::tables;
use crate::watch::Watch;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use unstuck_core::domain::Domain;
use unstuck_core::language::{Body, Checked};
use unstuck_core::sample::Row;
use unstuck_core::search::Limits;
use unstuck_evolution::role::Role;

/// Most instances that are looked at.
const INSTANCES: usize = 50;
/// Most points of a scatter.
const POINTS: usize = 2_000;
/// Most states of a space that is enumerated.
const SPACE: u64 = 3_000_000;

/// Texts of the instances that are meant.
pub fn texts(app: &App, data: &Data, domain: &str, reading: &Manner) -> Result<Vec<String>, Failure> {
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
        let loaded = crate::server::datasets::shelf::load(app, name)?;
        return Ok(loaded.dataset.instances.iter().take(INSTANCES).cloned().collect());
    }
    let named = sources(&data.instances, Some(domain), reading)?;
    named.iter().take(INSTANCES).map(|source| Ok(source.text()?)).collect()
}

/// States of instances with their exact distances and features.
fn rows(
    entry: &Entry,
    texts: &[String],
    domain: &dyn Domain,
    reading: &Manner,
    count: usize,
    asked: Asked,
) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        entry.progress(number, Some(texts.len()), "instances");
        if entry.is_cancelled() {
            break;
        }
        let instance = unstuck_core::domain::read(domain, text, reading.metric.as_deref(), &reading.settings)
            .map_err(|error| Failure::within(&error, text).field("data"))?;
        let limits = entry.limits(asked);
        let limits = Limits { expanded: Some(SPACE.min(limits.expanded.unwrap_or(SPACE))), ..limits };
        // A space that is too large tells nothing here.
        if let Ok(drawn) = instance.draw_rows(count, 1, limits, &mut Watch::new(&entry.activity, limits)) {
            rows.extend(drawn);
        }
    }
    Ok(rows)
}

/// Profiles a heuristic.
pub fn profile(app: &App, entry: &Entry, request: &ProfileRequest) -> Result<Value, Failure> {
    let domain = domain(&request.domain)?;
    let checked = formula(&*domain, &request.heuristic).map_err(|error| error.field("heuristic"))?;
    if checked.formula.reads_path(checked.table.features()) {
        let message =
            "the heuristic reads how a state was reached, and these states were not reached by anything";
        return Err(Failure::unreadable(message).field("heuristic"));
    }
    tables::prepare_features(&*domain, &checked.features(), 1, true)?;
    let manner = request.reading();
    let texts = texts(app, &request.data, &request.domain, &manner)?;
    let count = request.states.unwrap_or(200).clamp(1, 5_000);
    let rows = rows(entry, &texts, &*domain, &manner, count, request.limits)?;
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

/// Values against distances, equal pairs together.
pub fn scatter(pairs: &[(f64, f64)]) -> Value {
    let count = pairs.len() as f64;
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let (d, h) = (sum(&|pair| pair.0), sum(&|pair| pair.1));
    let spread =
        (count * sum(&|pair| pair.0 * pair.0) - d * d) * (count * sum(&|pair| pair.1 * pair.1) - h * h);
    let correlation = (spread > 0.0).then(|| (count * sum(&|pair| pair.0 * pair.1) - d * h) / spread.sqrt());
    let mut counted: BTreeMap<(i64, i64), (f64, f64, u64)> = BTreeMap::new();
    // The finest grid on which there are few enough points.
    for digits in [1e3, 10.0, 2.0, 0.5, 0.1, 0.01] {
        counted.clear();
        for &(distance, value) in pairs {
            let key = ((distance * 1e3) as i64, (value * digits).round() as i64);
            let place = counted.entry(key).or_insert((distance, (value * digits).round() / digits, 0));
            place.2 += 1;
        }
        if counted.len() <= POINTS {
            break;
        }
    }
    let points: Vec<[f64; 3]> = counted
        .values()
        .take(POINTS)
        .map(|&(distance, value, count)| [distance, value, count as f64])
        .collect();
    json!({
        "points": points,
        "states": pairs.len(),
        "correlation": correlation,
        "mean_error": sum(&|pair| (pair.0 - pair.1).abs()) / count.max(1.0),
        "overestimates": pairs.iter().filter(|pair| pair.1 > pair.0 + 1e-9).count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_heuristic_has_no_error() {
        let pairs: Vec<(f64, f64)> =
            (0..5_000).map(|number| (f64::from(number % 50), f64::from(number % 50))).collect();
        let found = scatter(&pairs);
        assert_eq!((&found["mean_error"], &found["overestimates"]), (&json!(0.0), &json!(0)));
        assert!((found["correlation"].as_f64().unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(found["points"].as_array().unwrap().len(), 50);
    }
}
