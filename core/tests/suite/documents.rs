//! The code in CONTRIBUTING.md is code of this repository, so it compiles and does what the text says.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The blocks of Rust, each with the file that the paragraph above it names last.
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
        let named = line.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs"));
        if let Some(name) = named.last() {
            file = name.to_owned();
        }
    }
    found
}

/// Code as it stands, but for how far it is indented.
fn flat(code: &str) -> String {
    code.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_block_is_part_of_the_file_it_names() {
    let blocks = blocks();
    assert!(blocks.len() >= 10, "{}", blocks.len());
    for (file, code) in blocks {
        assert!(flat(&text(&file)).contains(&flat(&code)), "{file} does not contain\n{code}");
    }
}

#[test]
fn the_new_domain_is_printed_whole() {
    const EXAMPLE: &str = "core/examples/pancakes.rs";
    let parts: Vec<String> =
        blocks().into_iter().filter(|(file, _)| file == EXAMPLE).map(|(_, code)| code).collect();
    let example = text(EXAMPLE);
    assert_eq!(parts.join("\n"), example);
    assert!(example.lines().count() < 150);
}
