//! What the program and its pages are made of may be passed on: every licence is one that `deny.toml` allows, and
//! everything comes from a registry. Without a network; `make audit` asks for known weaknesses as well.

use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// What the tests of the Python package and its build ask for, with licences: they are installed next to it, not
/// passed on.
const PYTHON: &[(&str, &str)] = &[
    ("ipykernel", "BSD-3-Clause"),
    // Its licence is modelled on Python's; it draws the plots of the examples.
    ("matplotlib", "PSF-2.0"),
    ("maturin", "MIT OR Apache-2.0"),
    ("mypy", "MIT"),
    ("nbclient", "BSD-3-Clause"),
    ("numpy", "BSD-3-Clause"),
    ("pandas", "BSD-3-Clause"),
    ("pytest", "MIT"),
    ("ray", "Apache-2.0"),
    ("scikit-learn", "BSD-3-Clause"),
    ("sympy", "BSD-3-Clause"),
    ("unified-planning", "Apache-2.0"),
];

/// What builds the pages and is no part of them.
const TOOLS: &[(&str, &str)] = &[
    ("node_modules/argparse", "Python-2.0"),
    ("node_modules/axe-core", "MPL-2.0"),
    ("node_modules/lightningcss", "MPL-2.0"),
];

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(repository(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn allowed() -> HashSet<String> {
    let table: toml::Table = toml::from_str(&text("deny.toml")).unwrap();
    let list = table["licenses"]["allow"].as_array().unwrap();
    list.iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// Whether an expression can be kept with these licences alone. Old packages write a slash for OR.
fn satisfied(expression: &str, allowed: &HashSet<String>) -> bool {
    let parsed = Expression::parse_mode(expression, ParseMode::LAX);
    parsed.is_ok_and(|parsed| parsed.evaluate(|licence| allowed.contains(&licence.to_string())))
}

#[test]
fn expressions_are_understood() {
    let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(String::from).into();
    for good in [
        "MIT",
        "GPL-3.0 OR MIT",
        "MIT/Apache-2.0",
        "MIT AND Zlib",
        "(GPL-3.0 OR MIT) AND Zlib",
        "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
    ] {
        assert!(satisfied(good, &allowed), "{good}");
    }
    for bad in
        ["", "GPL-3.0", "MIT AND GPL-3.0", "GPL-3.0 OR MIT AND GPL-3.0", "Apache-2.0", "(MIT", "MIT Zlib"]
    {
        assert!(!satisfied(bad, &allowed), "{bad}");
    }
}

/// All crates of all platforms; where those of others were never fetched, the ones of this platform.
fn crates() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let ask = |more: &[&str]| {
        let mut command = Command::new(&cargo);
        command.args(["metadata", "--format-version", "1", "--locked", "--offline", "--manifest-path"]);
        command.arg(repository("Cargo.toml")).args(more).output().unwrap()
    };
    let mut output = ask(&[]);
    if !output.status.success() {
        eprintln!("not all crates were ever fetched: those of other platforms are left out");
        let host = Command::new("rustc").args(["--print", "host-tuple"]).output().unwrap();
        output = ask(&["--filter-platform", String::from_utf8(host.stdout).unwrap().trim()]);
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn crates_may_be_passed_on() {
    let (allowed, mut registry) = (allowed(), 0);
    for package in crates()["packages"].as_array().unwrap() {
        let name = format!("{} {}", package["name"], package["version"]);
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(satisfied(licence, &allowed), "{name}: '{licence}' is not allowed by deny.toml");
        match package["source"].as_str() {
            None => assert!(
                package["name"].as_str().unwrap().starts_with("unstuck"),
                "{name} is no crate of ours"
            ),
            Some(source) => {
                assert_eq!(source, "registry+https://github.com/rust-lang/crates.io-index", "{name}");
                registry += 1;
            }
        }
    }
    assert!(registry > 50, "{registry} crates");
}

#[test]
fn packages_of_the_pages_may_be_passed_on() {
    let lock: Value = serde_json::from_str(&text("ui/package-lock.json")).unwrap();
    let allowed = allowed();
    let packages = lock["packages"].as_object().unwrap();
    assert!(packages.len() > 20, "{} packages", packages.len());
    for (name, package) in packages.iter().filter(|(name, _)| !name.is_empty()) {
        let licence = package["license"].as_str().unwrap_or_default();
        let tool =
            |&(tool, own): &(&str, &str)| name.starts_with(tool) && licence == own && package["dev"] == true;
        let good = satisfied(licence, &allowed) || TOOLS.iter().any(tool);
        assert!(good, "{name}: '{licence}' is not allowed by deny.toml");
        let source = package["resolved"].as_str().unwrap_or("https://registry.npmjs.org/");
        assert!(
            source.starts_with("https://registry.npmjs.org/") && package["link"] != true,
            "{name}: {source}"
        );
    }
}

#[test]
fn packages_for_python_are_known() {
    let allowed = allowed();
    for (name, licence) in PYTHON {
        assert!(*licence == "PSF-2.0" || satisfied(licence, &allowed), "{name}: {licence}");
    }
    let project: toml::Table = toml::from_str(&text("python/pyproject.toml")).unwrap();
    let mut wanted: Vec<String> = text("python/tests/requirements.txt").lines().map(String::from).collect();
    let mut add = |list: &toml::Value| {
        wanted.extend(list.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()));
    };
    add(&project["build-system"]["requires"]);
    project["project"]["optional-dependencies"].as_table().unwrap().values().for_each(&mut add);
    assert!(project["project"].get("dependencies").is_none(), "the package needs nothing but Python");
    for line in wanted.iter().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let name =
            line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').next().unwrap();
        assert!(PYTHON.iter().any(|known| known.0 == name), "{name}: which licence does it have?");
    }
}

/// Every direct dependency has its line in the threat model.
#[test]
fn direct_dependencies_are_listed() {
    let listed = text("docs/security.md");
    let listed = listed.split_once("### Direct dependencies").expect("a list").1;
    let words: HashSet<&str> = listed.split([' ', ',', '.', '\n', '|']).collect();
    for manifest in ["pddl", "core", "evolution", "ops", "app", "python", "benches/peers"] {
        let table: toml::Table = toml::from_str(&text(&format!("{manifest}/Cargo.toml"))).unwrap();
        let own = ["dependencies", "dev-dependencies"].into_iter().filter_map(|part| table.get(part));
        let by_target = table.get("target").and_then(toml::Value::as_table).into_iter().flatten();
        let by_target = by_target.filter_map(|(_, part)| part.get("dependencies"));
        for name in own.chain(by_target).filter_map(toml::Value::as_table).flat_map(|part| part.keys()) {
            assert!(name.starts_with("unstuck") || words.contains(name.as_str()), "{manifest} needs {name}");
        }
    }
}
