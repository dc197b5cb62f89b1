//! The texts that users read, as snapshots: a change of wording is seen and meant. `cargo insta review` takes a new
//! one.

use super::manual::commands;
use super::{JAM_1, UNSOLVABLE, unstuck};
use std::path::{Path, PathBuf};

#[test]
fn helps() {
    let mut text = unstuck(&["--help"]).exits(0).out;
    for command in commands().into_iter().filter(|command| command != "help") {
        text += &format!("\n=== unstuck {command} --help\n{}", unstuck(&[&command, "--help"]).exits(0).out);
    }
    insta::assert_snapshot!(text);
}

/// Command lines with something wrong, a kind of mistake each.
const WRONG: &[&[&str]] = &[
    // Names.
    &["solve", "jam:41"],
    &["solve", "jams:1"],
    &["solve", "jam:1", "--algorithm", "a-star"],
    &["solve", "jam:1", "--heuristic", "blokers"],
    &["solve", "jam:1", "--heuristic", "blockers +"],
    &["solve", "jam:1", "--heuristic", "blockers + manhattan"],
    &["solve", "jam:1", "--metric", "turns"],
    &["solve", "@absent.txt"],
    &["heuristics", "chess"],
    &["domains", "rush-hours"],
    // Boards.
    &["solve", "AAoo"],
    &["solve", "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHH?"],
    &["solve", "1 2 3 4 5 6 7 8 8"],
    &["solve", "--domain", "freecell", "AS AS"],
    &["validate", JAM_1, "A+9"],
    &["validate", "jam:1", "C+3"],
    // Values.
    &["solve", "jam:1", "--limit-nodes", "many"],
    &["solve", "jam:1", "--limit-seconds", "-1"],
    &["solve", "jam:1", "--algorithm", "wastar", "--weight", "0.5"],
    &["solve", "jam:1", "--algorithm", "bfs", "--weight", "2"],
    &["generate", "rush-hour", "--size", "99"],
    &["generate", "pddl-ferry", "--size", "0"],
    // Outcomes.
    &["solve", UNSOLVABLE],
    &["solve", "jam:40", "--algorithm", "ida", "--heuristic", "zero", "--limit-nodes", "10"],
    // Planning.
    &["solve", "ferry:easy-31"],
    &["solve", "ferri:easy-1"],
    &["solve", "ferry:easy-1", "--heuristic", "hf"],
    &["validate", "ferry:train-1", "(sail location1 location1)"],
    &["ground", "jam:1"],
    // Experiments.
    &["evolve", "absent.toml"],
    &["report", "7"],
    &["experiments", "pause", "7"],
    &["compare", "jam:1", "--algorithm", "astr"],
    &["export", "blockers +", "--domain", "rush-hour"],
];

#[test]
fn refusals_and_outcomes() {
    let text: String = WRONG
        .iter()
        .map(|arguments| {
            let run = unstuck(arguments);
            // What is found takes different times; verdicts on plans do not. The last line names commit and processor.
            let out =
                if arguments[0] == "validate" { run.out.lines().next().unwrap_or_default() } else { "" };
            let (line, err, code) = (arguments.join(" "), &run.err, run.code.unwrap_or(-1));
            format!("$ unstuck {line}\n{out}\n{err}exit code {code}\n\n")
        })
        .collect();
    insta::assert_snapshot!(text);
}

/// Surfaces word fields and commands (`unstuck_ops::wording`), so no literal below them spells a flag or a command. Comments, and
/// the code after `#[cfg(test)]`, are left out.
#[test]
fn sources_below_the_surfaces_name_no_flag_and_no_command() {
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("tests") {
                files(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let domains = std::fs::read_dir(root.join("domains")).unwrap().map(|entry| entry.unwrap().path());
    let crates = ["core", "evolution", "ops", "pddl"].map(|name| root.join(name));
    let mut sources = Vec::new();
    for folder in crates.into_iter().chain(domains).map(|folder| folder.join("src")) {
        files(&folder, &mut sources);
    }
    assert!(sources.len() > 500, "{}", sources.len());
    let commands: Vec<String> = commands().into_iter().map(|command| format!("unstuck {command}")).collect();
    let mut wrong = Vec::new();
    for path in sources {
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            let code = line.trim_start();
            let is_flag = |(at, _): (usize, &str)| {
                code[at + 2..].starts_with(|sign: char| sign.is_ascii_lowercase())
                    && !code[..at].ends_with(|sign: char| sign.is_ascii_alphanumeric() || sign == '-')
            };
            let names = code.match_indices("--").any(is_flag)
                || commands.iter().any(|command| code.contains(command.as_str()));
            if names && !code.starts_with("//") {
                wrong.push(format!("{}:{}: {code}", path.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
