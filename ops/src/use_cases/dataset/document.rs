//! A dataset as one JSON document.

use crate::system::origin;
use serde_json::{Value, json};
use unstuck_evolution::dataset::Dataset;

/// The whole dataset.
pub fn json(dataset: &Dataset) -> Value {
    let features: Vec<&str> = dataset.columns.iter().map(|column| column.name.as_str()).collect();
    let row = |row: usize| {
        // JSON has no NaN: what an instance lacks is null.
        let values: Vec<f64> = dataset.columns.iter().map(|column| column.values[row]).collect();
        json!({
            "instance": dataset.instances[row],
            "distance": dataset.distances[row].cost,
            "exact": dataset.distances[row].exact,
            "values": values,
        })
    };
    json!({
        "name": dataset.name,
        "description": dataset.description,
        "features": features,
        "rows": (0..dataset.len()).map(row).collect::<Vec<Value>>(),
        "unstuck": origin::json(),
    })
}
