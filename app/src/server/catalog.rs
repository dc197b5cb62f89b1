//! What the registries know, and the members of the built-in sets.

use super::desk;
use super::failure::Failure;
use super::{Answer, App, run_blocking};
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use unstuck_core::domain::{Domain, Ids, Method, Settings};
use unstuck_core::language::export::FORMS;
use unstuck_core::language::node::Form;
use unstuck_core::language::{BLIND, OPS, Op};
use unstuck_core::registry;
use unstuck_core::search::ALGORITHMS;
use unstuck_evolution::algorithms;
use unstuck_evolution::experiment::Experiment;
use unstuck_evolution::fitness::EVALUATORS;
use unstuck_ops::catalog as registrations;

/// Words of the language that are no functions.
const KEYWORDS: &[&str] = &["true", "false", "policy", "if", "otherwise", "heuristic", "for"];

/// Algorithms that can be stepped through and raced.
pub const TRACEABLE: &[&str] = &["bfs", "dfs", "ucs", "greedy", "astar", "wastar", "iddfs", "ida", "wida"];

/// Most members of a set in one answer.
const PAGE: u64 = 200;

/// Everything that the registries know. It does not change while the program runs.
pub async fn catalog(State(app): State<Arc<App>>) -> Answer {
    Ok(super::json_text(app.catalog.clone()))
}

/// Puts the catalogue together.
pub fn describe() -> Value {
    let named = |(name, about): &(&str, &str)| json!({ "name": name, "about": about });
    let algorithms = ALGORITHMS.iter().map(|info| {
        let mut object = json!(info);
        object["traceable"] = json!(TRACEABLE.contains(&info.name));
        object
    });
    let functions = OPS.iter().map(|info| {
        json!({
            "name": info.name,
            "form": match info.form { Form::Infix(_) => "infix", Form::Prefix(_) => "prefix", Form::Call => "call" },
            "takes": info.takes,
            "gives": info.gives,
            "about": info.about,
        })
    });
    let exports =
        FORMS.iter().map(|form| json!({ "name": form.name, "ending": form.ending, "about": form.about }));
    let text = json!({ "name": "text", "ending": "heuristic", "about": "the language of heuristics" });
    // The pages show boards; planning tasks have none yet.
    let drawn = registry::built_in().iter().filter(|one| desk::DRAWN.contains(&&*one.info().name));
    json!({
        "domains": drawn.map(|one| domain(&**one)).collect::<Vec<_>>(),
        "algorithms": algorithms.collect::<Vec<_>>(),
        "functions": functions.collect::<Vec<_>>(),
        "keywords": KEYWORDS,
        "operators": registrations::operators(),
        "fitness": EVALUATORS.iter().map(named).collect::<Vec<_>>(),
        "evolution": algorithms::ALGORITHMS.iter().map(named).collect::<Vec<_>>(),
        "exports": std::iter::once(text).chain(exports).collect::<Vec<_>>(),
        "presets": presets(),
    })
}

fn domain(domain: &dyn Domain) -> Value {
    let info = domain.info();
    let mut object = registrations::domain(domain);
    let metrics = info.metrics.iter().enumerate();
    object["metrics"] = metrics
        .map(|(place, metric)| json!({ "name": metric.name, "about": metric.about, "default": place == 0 }))
        .collect();
    let optimal = info.metric_names().map(|metric| {
        let Method { algorithm, heuristic } = domain.optimal_solver(metric);
        let heuristic = heuristic.as_deref().unwrap_or(BLIND);
        (metric.to_owned(), json!({ "algorithm": algorithm, "heuristic": heuristic }))
    });
    object["optimal"] = Value::Object(optimal.collect::<Map<String, Value>>());
    object["heuristic"] = json!(info.heuristic.as_deref().unwrap_or(BLIND));
    let features = domain.features().features().iter().map(|feature| {
        let mut object = json!(feature);
        let table = domain.tables().iter().find(|table| table.name == feature.name);
        object["table"] = json!(table.map(|table| table.name));
        object
    });
    object["features"] = features.collect();
    object
}

/// The functions of the presets, as an experiment would have them.
fn presets() -> Value {
    let functions = |preset: &str| {
        let text = format!(
            "format = 1\nname = \"x\"\ndomain = \"rush-hour\"\n[data]\ntrain = [\"jam:1-2\"]\nvalidation = [\"jam:3-4\"]\n\
             [genome]\nkind = \"tree\"\nfunctions = \"{preset}\"\n"
        );
        let read = Experiment::read(&text, &|_| Err("no files".to_owned()));
        let names = read.map(|experiment| {
            experiment.genome.operations().into_iter().map(Op::function_name).collect::<Vec<_>>()
        });
        names.unwrap_or_default()
    };
    let named =
        ["published", "arithmetic", "full"].map(|preset| (preset.to_owned(), json!(functions(preset))));
    Value::Object(named.into_iter().collect())
}

/// Which members.
#[derive(Deserialize)]
pub struct Page {
    #[serde(default)]
    offset: u64,
    count: Option<u64>,
}

/// Members of a built-in set, with their boards.
pub async fn set(
    Path(name): Path<String>,
    page: Result<Query<Page>, axum::extract::rejection::QueryRejection>,
) -> Answer {
    let Query(Page { offset, count }) = page.map_err(|error| Failure::bad(error.body_text()))?;
    run_blocking(move || {
        let Some((domain, set)) = registry::set(&name) else {
            return Err(Failure::missing(format!("there is no set '{name}'")));
        };
        let count = count.unwrap_or(40).min(PAGE);
        let (total, ids): (u64, Vec<String>) = match (set.ids)() {
            Ids::Numbers(first, last) => {
                let total = (last + 1).saturating_sub(first);
                let from = first.saturating_add(offset);
                (total, (from..=last).take(count as usize).map(|id| id.to_string()).collect())
            }
            Ids::Names(names) => {
                let skip = usize::try_from(offset).unwrap_or(usize::MAX);
                (names.len() as u64, names.into_iter().skip(skip).take(count as usize).collect())
            }
        };
        let mut items = Vec::new();
        for id in ids {
            let Some(text) = (set.text)(&id) else { continue };
            let member = desk::open(&domain, &text, None, &Settings::new()).map_err(|error| Failure::of_text(&error))?;
            items.push(json!({
                "name": format!("{name}:{id}"), "text": member.text(), "board": member.board(), "length": null,
            }));
        }
        let domain = &domain.info().name;
        Ok(json!({ "set": name, "domain": domain, "about": set.about, "total": total, "offset": offset, "items": items }))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_their_functions() {
        let found = presets();
        assert_eq!(found["published"], json!(["+", "*", "<=", ">=", "and", "or"]));
        assert!(found["full"].as_array().unwrap().len() > 25);
    }
}
