//! Graphviz.

use super::ExportInfo;
use super::outline::{Role, outline};
use std::fmt::Write;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "dot",
    ending: "dot",
    about: "a graph for Graphviz",
    write: |formula, words| {
        let items = outline(formula, words);
        let mut text = "digraph heuristic {\n  ordering=out;\n  node [fontname=\"sans-serif\"];\n".to_owned();
        for (number, item) in items.iter().enumerate() {
            let shape = match item.role {
                Role::Constant => "plaintext",
                Role::Feature => "box",
                Role::Operation => "circle",
                Role::Rule => "diamond",
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  n{number} [label=\"{}\", shape={shape}];", item.label);
            for child in &item.children {
                let _ = writeln!(text, "  n{number} -> n{child};");
            }
        }
        text + "}\n"
    },
    is_code: false,
};
