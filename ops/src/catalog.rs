//! What the registries know, as JSON.

use serde_json::{Value, json};
use unstuck_core::domain::{Domain, Ids, InstanceSet, SettingInfo, SettingValues};
use unstuck_core::language::BLIND;
use unstuck_evolution::operators::{Listed, all};

/// A domain's registration, for JSON.
pub fn domain(domain: &dyn Domain) -> Value {
    let info = domain.info();
    let set = |set: &InstanceSet| {
        let mut object = json!({ "name": set.name, "about": set.about });
        match (set.ids)() {
            Ids::Numbers(first, last) => {
                object["first"] = first.into();
                object["last"] = last.into();
            }
            Ids::Names(names) => object["names"] = json!(names),
        }
        object
    };
    json!({
        "name": info.name,
        "about": info.about,
        "order": info.order,
        "metrics": info.metrics,
        "solver": { "algorithm": info.solver.algorithm, "heuristic": info.solver.heuristic.as_deref().unwrap_or(BLIND) },
        "audit": info.audit,
        "sets": info.sets.iter().map(set).collect::<Vec<_>>(),
        "settings": info.settings.iter().map(|setting| json!({
            "name": setting.name, "about": setting.about, "values": setting.values.to_string(), "choices": choices(setting),
        })).collect::<Vec<_>>(),
        "generators": info.generators.iter().map(|generator| json!({
            "name": generator.name,
            "about": generator.about,
            "parameters": generator.parameters.iter().map(|(name, default, about)| json!({
                "name": name, "default": default, "about": about,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}

/// The words that a setting is one of; none where it takes something else.
fn choices(setting: &SettingInfo) -> Option<&'static [&'static str]> {
    match setting.values {
        SettingValues::Choice(words) => Some(words),
        SettingValues::Switch | SettingValues::Text(_) => None,
    }
}

/// All operators, for JSON.
pub fn operators() -> Vec<Value> {
    all().iter().map(operator).collect()
}

fn operator(listed: &Listed) -> Value {
    let parameters = listed.parameters.iter().map(|parameter| {
        json!({
            "name": parameter.name,
            "default": parameter.default,
            "least": parameter.range.0,
            "most": parameter.range.1,
            "about": parameter.about,
        })
    });
    json!({
        "folder": listed.folder,
        "of": listed.part.name(),
        "name": listed.name,
        "about": listed.about,
        "weight": listed.weight,
        "parameters": parameters.collect::<Vec<_>>(),
    })
}
