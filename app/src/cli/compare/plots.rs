//! What the page of a comparison holds: length, time and expanded nodes of every pair, instance by instance, for each
//! part of a set. `ui/src/report/document.ts` declares the same.

use super::forms::{notes, title};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use unstuck_ops::compare::Comparison;
use unstuck_ops::instances::shortened;
use unstuck_ops::origin;

/// An instance, and where the results of its pairs are.
type Row = (String, Vec<Option<usize>>);

/// All that the page shows.
pub fn document(comparison: &Comparison) -> Value {
    let mut parts: Vec<(&str, Vec<Row>)> = Vec::new();
    let (mut results, mut known) = (0.., BTreeMap::new());
    for (name, cells) in &comparison.rows {
        let places = cells.iter().map(|cell| cell.as_ref().and_then(|_| results.next())).collect();
        let times = known.entry(name).and_modify(|times| *times += 1).or_insert(1);
        let label = if *times > 1 { format!("{name} ({times})") } else { name.clone() };
        match parts.last_mut() {
            Some((last, rows)) if *last == part(name) => rows.push((label, places)),
            _ => parts.push((part(name), vec![(label, places)])),
        }
    }
    let names: Vec<String> = parts.iter().map(|(name, _)| shortened(name)).collect();
    json!({
        "kind": "comparison",
        "title": names.join(", "),
        "about": notes(comparison).join("; "),
        "methods": (0..comparison.pairs.len()).map(|pair| title(comparison, pair)).collect::<Vec<_>>(),
        "parts": names.iter().zip(&parts).map(|(name, (_, rows))| json!({ "name": name, "rows": rows }))
            .collect::<Vec<_>>(),
        "result": comparison.result(),
        "written": format!("Written by {}.", origin::line()),
    })
}

/// A name without the number at its end: `unblock:easy-3` is of `unblock:easy`.
fn part(name: &str) -> &str {
    let part = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    part.strip_suffix(['-', ':']).unwrap_or(name)
}
