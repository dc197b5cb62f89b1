//! No cycle between sibling modules, in any crate that promises it: dependencies point one way.
//!
//! Reads the `use` lines and the paths of every source file. Inside a module, a child may use what the module itself
//! defines; what counts are references between the children of one module, with everything below them. Test modules
//! are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Crates whose modules have no cycles, by their folders.
const CRATES: &[&str] = &[
    "pddl",
    "core",
    "domains/rush-hour",
    "domains/freecell",
    "domains/tiles",
    "domains/planning",
    "domains/bin-packing",
    "domains/job-shop",
    "domains/rostering",
    "domains/routing",
    "evolution",
    "ops",
    "app",
];

type Module = Vec<String>;

#[test]
fn sibling_modules_form_no_cycle() {
    let mut found = Vec::new();
    for name in CRATES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let sources = sources(&root);
        assert!(sources.len() > 10, "{name}: {} files", sources.len());
        for (parent, edges) in sibling_edges(&sources) {
            if let Some(cycle) = cycle(&edges) {
                let parent = if parent.is_empty() { "the crate".to_owned() } else { parent.join("::") };
                found.push(format!("{name}: a cycle in {parent}: {}", cycle.join(" -> ")));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn cycles_are_found() {
    let edges = |pairs: &[(&str, &str)]| {
        let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs {
            edges.entry((*from).into()).or_default().insert((*to).into());
        }
        edges
    };
    assert_eq!(cycle(&edges(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let found = cycle(&edges(&[("a", "b"), ("b", "c"), ("c", "b")])).unwrap();
    assert_eq!(found, ["b", "c", "b"]);
    let text = "use super::{b::X, c::{self, d::Y}};\nuse crate::e::f;\nlet x = crate::g::h();";
    let modules: BTreeSet<Module> = ["a", "b", "c", "c d", "e", "g"]
        .iter()
        .map(|name| name.split(' ').map(String::from).collect())
        .collect();
    let found: Vec<String> =
        references(&["a".to_owned()], text, &modules).iter().map(|module| module.join("::")).collect();
    assert_eq!(found, ["b", "c", "c::d", "e", "g"]);
}

/// Every module with the text of its file, without comments and tests.
fn sources(root: &Path) -> BTreeMap<Module, String> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<(PathBuf, Module)> = vec![(root.to_owned(), Vec::new())];
    while let Some((folder, module)) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if name == "tests" {
                continue;
            }
            let child: Module = module.iter().cloned().chain([name.clone()]).collect();
            if path.is_dir() {
                folders.push((path, child));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let is_root = module.is_empty() && (name == "lib" || name == "main");
                let own = if is_root || name == "mod" { module.clone() } else { child };
                found.insert(own, plain(&std::fs::read_to_string(path).unwrap()));
            }
        }
    }
    found
}

/// A source text without comments and without its test module.
fn plain(text: &str) -> String {
    let end = text.find("\nmod tests {").unwrap_or(text.len());
    let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// For every module the references between its children.
fn sibling_edges(sources: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> {
    let modules: BTreeSet<Module> = sources.keys().cloned().collect();
    let mut edges: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (from, text) in sources {
        for to in references(from, text, &modules) {
            let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if let (Some(child), Some(other)) = (from.get(common), to.get(common)) {
                let siblings = edges.entry(from[..common].to_vec()).or_default();
                siblings.entry(child.clone()).or_default().insert(other.clone());
            }
        }
    }
    edges
}

/// The modules that a text refers to.
fn references(from: &[String], text: &str, modules: &BTreeSet<Module>) -> BTreeSet<Module> {
    let mut paths = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("use ") {
        // Within a line, it is part of a string.
        let before = rest[..start].rsplit('\n').next().unwrap_or_default().trim();
        let begins = before.is_empty() || (before.starts_with("pub") && !before.contains(' '));
        rest = &rest[start + 4..];
        if begins && let Some(end) = rest.find(';') {
            use_tree(&rest[..end], &[], &mut paths);
        }
    }
    for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        // What ends with the colons goes on in braces: a `use`, seen above.
        if (word.starts_with("crate::") || word.starts_with("super::")) && !word.ends_with("::") {
            paths.push(word.split("::").map(String::from).collect());
        }
    }
    paths.iter().filter_map(|path| resolve(from, path, modules)).collect()
}

/// The paths of a `use`, however nested.
fn use_tree(text: &str, before: &[String], paths: &mut Vec<Module>) {
    let text = text.trim();
    if let Some(open) = text.find('{') {
        let head = text[..open].trim_end_matches("::");
        let before: Module = before
            .iter()
            .cloned()
            .chain(head.split("::").filter(|s| !s.is_empty()).map(String::from))
            .collect();
        let inner = &text[open + 1..text.rfind('}').unwrap_or(text.len())];
        let (mut depth, mut start) = (0, 0);
        for (at, sign) in inner.char_indices().chain([(inner.len(), ',')]) {
            match sign {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    use_tree(&inner[start..at], &before, paths);
                    start = at + 1;
                }
                _ => {}
            }
        }
    } else if !text.is_empty() {
        let name = text.split(" as ").next().unwrap_or(text);
        let parts = name.split("::").map(|part| part.trim().to_owned()).filter(|part| part != "self");
        paths.push(before.iter().cloned().chain(parts).collect());
    }
}

/// The module that a path leads to or into; `None` for other crates.
fn resolve(from: &[String], path: &[String], modules: &BTreeSet<Module>) -> Option<Module> {
    let mut at: Module = match path.first()?.as_str() {
        "crate" => Vec::new(),
        "super" => from[..from.len().checked_sub(1)?].to_vec(),
        first => {
            let child: Module = from.iter().cloned().chain([first.to_owned()]).collect();
            return modules.contains(&child).then_some(child);
        }
    };
    for part in &path[1..] {
        if part == "super" {
            at.pop();
            continue;
        }
        let next: Module = at.iter().cloned().chain([part.clone()]).collect();
        if !modules.contains(&next) && !modules.iter().any(|module| module.starts_with(&next)) {
            break;
        }
        at = next;
    }
    Some(at)
}

/// A cycle, its first name also last.
fn cycle(edges: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit(
        name: &String,
        edges: &BTreeMap<String, BTreeSet<String>>,
        path: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(start) = path.iter().position(|other| other == name) {
            return Some(path[start..].iter().chain([name]).cloned().collect());
        }
        if !done.insert(name.clone()) {
            return None;
        }
        path.push(name.clone());
        let found = edges.get(name).into_iter().flatten().find_map(|next| visit(next, edges, path, done));
        path.pop();
        found
    }
    let mut done = BTreeSet::new();
    edges.keys().find_map(|name| visit(name, edges, &mut Vec::new(), &mut done))
}
