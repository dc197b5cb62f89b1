//! The texts of files of places and of tours.

use crate::distances::Distances;
use std::fmt::Write;

/// The beginning of a file: keywords, then coordinates or all distances.
pub fn write_places(name: &str, kind: &str, capacity: Option<i64>, distances: &Distances) -> String {
    let count = distances.count() as u32;
    let mut out = format!("NAME : {name}\nTYPE : {kind}\nDIMENSION : {count}\n");
    // Writing to a string cannot fail.
    if let Some(capacity) = capacity {
        let _ = writeln!(out, "CAPACITY : {capacity}");
    }
    match distances.rule() {
        Some(rule) => {
            let _ = writeln!(out, "EDGE_WEIGHT_TYPE : {}\nNODE_COORD_SECTION", rule.name());
            for ([x, y], number) in distances.places().iter().zip(1..) {
                let _ = writeln!(out, "{number} {x} {y}");
            }
        }
        None => {
            out.push_str(
                "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n",
            );
            for a in 0..count {
                let row: Vec<String> = (0..count).map(|b| distances.get(a, b).to_string()).collect();
                let _ = writeln!(out, "{}", row.join(" "));
            }
        }
    }
    out
}

/// The text of a tour file.
pub fn write_tour(tour: &[u32], name: &str, length: i64, out: &mut String) {
    let name = if name.is_empty() { "tour" } else { name };
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "NAME : {name}\nCOMMENT : length {length}\nTYPE : TOUR\nDIMENSION : {}\nTOUR_SECTION",
        tour.len()
    );
    for place in tour {
        let _ = writeln!(out, "{}", place + 1);
    }
    out.push_str("-1\nEOF\n");
}
