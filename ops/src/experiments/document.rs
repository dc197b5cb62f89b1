//! Everything that an experiment came to, as JSON.

use super::results::{ConfigurationResults, Results};
use crate::analysis::{TestEvaluation, chosen};
use crate::store::record::{EntryRecord, RunRecord, State, TestEvaluationRecord, one_line};
use crate::system::origin;
use serde_json::{Value, json};
use unstuck_evolution::engine::ChampionRecord;
use unstuck_evolution::role::Role;

/// The whole. An experiment without a grid shows its only configuration at the top.
pub fn document(results: &Results) -> Value {
    let record = &results.record;
    let mut object = json!({
        "id": record.id,
        "name": record.name,
        "identity": record.identity,
        "state": record.state,
        "error": record.error,
        "owner": record.owner,
        "created": record.created,
        "updated": record.updated,
        "origin": record.origin,
    });
    let configurations = results.configurations();
    let run = results.champion();
    match &configurations[..] {
        [only] => add(&mut object, configuration(only)),
        _ => {
            object["config"] = json!(record.config);
            object["configurations"] = configurations.iter().map(configuration).collect();
            let champion = run.and_then(|run| Some(champion_json(run, run.champion.as_ref()?)));
            object["champion"] = json!(champion);
        }
    }
    object["saved"] = json!(results.saved.as_ref().map(|(saved, _)| saved));
    object["reproducible"] = json!(!results.clocked() && record.state == State::Done);
    object["store"] = json!({ "path": results.store.0, "seconds": results.store.1 });
    object["unstuck"] = origin::json();
    object
}

fn add(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

/// One configuration.
fn configuration(configuration: &ConfigurationResults<'_>) -> Value {
    let champion = |run: &RunRecord| run.champion.as_ref().map(|champion| champion_json(run, champion));
    let run = |run: &RunRecord| {
        json!({
            "id": run.id,
            "repetition": run.repetition,
            "seed": run.seed,
            "state": run.state,
            "ended": run.reason,
            "generations": run.generation,
            "evaluations": run.evaluations,
            "seconds": run.seconds,
            "champion": champion(run),
            "history": run.history,
        })
    };
    let names = |role: Role| -> Vec<&str> {
        let own = configuration.material.iter().filter(|one| one.role == role && one.reference.is_some());
        own.map(|one| one.name.as_str()).collect()
    };
    let dropped =
        configuration.material.iter().filter_map(|one| Some((one.role, &one.name, one.dropped.as_ref()?)));
    let result = |entry: &EntryRecord| {
        let mut object = json!(entry.result);
        object["kind"] = json!(entry.kind);
        object["seconds"] = json!(entry.seconds);
        object
    };
    json!({
        "settings": configuration.record.settings.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "experiment": configuration.experiment,
        "instances": { "train": names(Role::Train), "validation": names(Role::Validation), "test": names(Role::Test) },
        "dropped": dropped.collect::<Vec<_>>(),
        "runs": configuration.runs.iter().copied().map(run).collect::<Vec<_>>(),
        "controls": configuration.controls.iter().copied().map(run).collect::<Vec<_>>(),
        "best": configuration.runs.iter().position(|run| configuration.chosen.best.is_some_and(|best| best.id == run.id)),
        "champion": configuration.chosen.best.and_then(champion),
        "baseline": configuration.record.baseline.as_ref().map(|baseline| json!({
            "heuristic": one_line(&baseline.heuristic),
            "fitness": baseline.fitness,
        })),
        "test": configuration.record.test.as_ref().map(|held| json!({
            "instances": held.instances,
            "results": held.entries.iter().map(result).collect::<Vec<_>>(),
            "against_baseline": against_baseline(held, configuration),
        })),
    })
}

/// The champion against the tuned baseline: the effect, its interval, its chance and the verdict.
fn against_baseline(test: &TestEvaluationRecord, configuration: &ConfigurationResults<'_>) -> Option<Value> {
    let controls = chosen(configuration.controls.iter().copied());
    let fitness = &configuration.experiment.fitness.evaluator;
    let analysed = TestEvaluation::of(test, configuration.chosen, controls, Some(fitness));
    analysed.champion_against_baseline().map(|pair| json!(pair))
}

/// The JSON form of a champion.
fn champion_json(run: &RunRecord, champion: &ChampionRecord) -> Value {
    json!({
        "heuristic": one_line(&champion.heuristic),
        "text": run.text,
        "size": champion.size,
        "generation": champion.generation,
        "validation": champion.validation,
    })
}
