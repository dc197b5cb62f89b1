//! The documents are true: quoted code is code of this repository, links and anchors lead somewhere, files, targets of
//! `make` and figures that a document names exist.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files, by their paths from the root; what builds and tools write is left out.
fn files() -> Vec<PathBuf> {
    const WRITTEN: [&str; 6] = ["target", "node_modules", "dist", "corpus", "play", "screenshots"];
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let path = folder.join(&name);
            let hidden = name.starts_with('.') && name != ".github";
            if !entry.file_type().unwrap().is_dir() {
                found.push(path);
            } else if !hidden && !WRITTEN.contains(&name.as_str()) {
                walk(&path, found);
            }
        }
    }
    let mut found = Vec::new();
    walk(Path::new(""), &mut found);
    found.sort();
    found
}

/// The documents, each with its text.
fn documents() -> Vec<(PathBuf, String)> {
    let documents = files().into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    documents.map(|path| (path.clone(), text(path))).collect()
}

/// The lines outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    text.lines().filter(move |line| {
        let fence = line.starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// What a line has between backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The anchors of a document: its headings, as web pages name them.
fn anchors(text: &str) -> HashSet<String> {
    let mut anchors = HashSet::new();
    for heading in prose(text).filter(|line| line.starts_with('#')) {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
        let name: String = kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect();
        let again = (1..).map(|number| format!("{name}-{number}"));
        let fresh = std::iter::once(name.clone()).chain(again).find(|name| !anchors.contains(name));
        anchors.extend(fresh);
    }
    anchors
}

/// The targets of the links of a document.
fn links(text: &str) -> Vec<String> {
    // A link may begin on one line and end on the next.
    let text = prose(text).collect::<Vec<_>>().join("\n");
    let text = text.split('`').step_by(2).collect::<Vec<_>>().join("code");
    text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

/// The path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(normal.pop(), "{} leaves the repository", path.display()),
            part => normal.push(part),
        }
    }
    normal
}

#[test]
fn every_link_leads_somewhere() {
    let mut count = 0;
    for (path, text_of) in documents() {
        for link in links(&text_of).into_iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = path.parent().unwrap_or(Path::new(""));
            let target = if file.is_empty() { path.clone() } else { normal(&folder.join(file)) };
            assert!(root().join(&target).exists(), "{} links to {link}", path.display());
            if !anchor.is_empty() {
                assert!(anchors(&text(&target)).contains(anchor), "{} links to {link}", path.display());
            }
            count += 1;
        }
    }
    assert!(count >= 50, "{count}");
}

/// Whether a path stands for others: `core/src/search/NAME.rs`, `evolution/*.rs`.
fn is_pattern(path: &str) -> bool {
    let shouted = |part: &str| part.len() > 1 && part.chars().all(|sign| sign.is_ascii_uppercase());
    path.contains(['*', '…']) || path.split(['/', '.']).any(shouted)
}

#[test]
fn the_maps_name_files_that_exist() {
    let files = files();
    for document in ["CONTRIBUTING.md", "ARCHITECTURE.md", "RELEASING.md"] {
        let text = text(document);
        let kinds = [".rs", ".py", ".ts", ".js", ".svelte", ".toml", ".sh", ".pyi", ".md"];
        let named =
            prose(&text).flat_map(quoted).filter(|name| kinds.iter().any(|kind| name.ends_with(kind)));
        for name in named.filter(|name| !name.contains([' ', '=']) && !is_pattern(name)) {
            assert!(files.iter().any(|file| file.ends_with(name)), "{document} names {name}");
        }
    }
}

#[test]
fn the_targets_of_make_exist() {
    let makefile = text("Makefile");
    let rules = makefile.lines().filter(|line| !line.starts_with(['\t', '#', ' ']));
    let targets: HashSet<&str> = rules
        .filter_map(|line| line.split_once(':'))
        .flat_map(|(names, _)| names.split_whitespace())
        .collect();
    for (path, text) in documents().into_iter().filter(|(path, _)| !path.ends_with("CHANGELOG.md")) {
        let commands = prose(&text).flat_map(quoted).filter_map(|code| code.strip_prefix("make "));
        for command in commands {
            let target = command.split_whitespace().find(|word| !word.contains('=')).unwrap();
            assert!(targets.contains(target), "{} names make {target}", path.display());
        }
    }
}

/// Figures of the README are repeated from pages that name their commands.
#[test]
fn the_figures_of_the_readme_are_those_of_the_pages() {
    let readme = text("README.md");
    let (_, claims) = readme.split_once("\n## What it has shown\n").unwrap();
    let (claims, _) = claims.split_once("\n## More\n").unwrap();
    let pages = ["docs/benchmarks.md", "docs/planning.md", "docs/results.md"].map(text).concat();
    let figures = |text: &str| -> HashSet<String> {
        let numbers = text.split(|sign: char| !sign.is_ascii_digit() && sign != '.' && sign != ',');
        let numbers = numbers.map(|number| number.trim_matches(['.', ',']).to_owned());
        numbers.filter(|number| number.contains('.')).collect()
    };
    let claimed = figures(claims);
    assert!(claimed.len() >= 10, "{claimed:?}");
    let unknown: Vec<String> = claimed.difference(&figures(&pages)).cloned().collect();
    assert!(unknown.is_empty(), "no page has {unknown:?}");
}

/// The blocks of Rust in CONTRIBUTING, each with the file that the paragraph above it names last.
fn blocks() -> Vec<(String, String)> {
    let text = text("CONTRIBUTING.md");
    let mut file = String::new();
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "```rust" {
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            assert!(!file.is_empty(), "no file is named above the block {code:?}");
            found.push((std::mem::take(&mut file), format!("{}\n", code.join("\n"))));
        }
        if let Some(name) = quoted(line).filter(|name| name.ends_with(".rs")).last() {
            file = name.to_owned();
        }
    }
    found
}

/// Code without its indentation.
fn flat(code: &str) -> String {
    code.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_block_is_part_of_the_file_it_names() {
    let blocks = blocks();
    assert!(blocks.len() >= 5, "{}", blocks.len());
    for (file, code) in blocks {
        assert!(flat(&text(&file)).contains(&flat(&code)), "{file} does not contain\n{code}");
    }
}

#[test]
fn the_example_of_a_domain_has_the_promised_length() {
    let lines = text("core/examples/pancakes.rs").lines().count();
    let promise = format!("{lines} lines");
    assert!(text("CONTRIBUTING.md").contains(&promise), "CONTRIBUTING does not say {promise}");
    assert!(text("GUIDE.md").contains(&promise), "GUIDE does not say {promise}");
}
