//! What there is: domains, heuristics, algorithms, version, help.

use super::manual::commands;
use super::unstuck;

#[test]
fn the_registrations_are_listed() {
    let out = unstuck(&["domains"]).exits(0).out;
    assert!(out.contains("rush-hour") && out.contains("jam:1-40") && out.contains("--drive-out"), "{out}");
    let object = unstuck(&["domains", "rush-hour", "--json"]).exits(0).json();
    assert_eq!(object["domains"][0]["sets"][0]["last"], 40);
    let object = unstuck(&["heuristics", "rush-hour", "--json"]).exits(0).json();
    assert!(object["heuristics"].as_array().unwrap().iter().any(|h| h["name"] == "blockers"));
    let out = unstuck(&["heuristics", "rush-hour"]).exits(0).out;
    assert!(out.contains("blockers_deep"), "{out}");
    let object = unstuck(&["algorithms", "--json"]).exits(0).json();
    assert!(object["algorithms"].as_array().unwrap().iter().any(|a| a["name"] == "astar"));
    assert!(unstuck(&["algorithms"]).exits(0).out.contains("A*: expands"));
    let run = unstuck(&["heuristics", "chess"]).exits(2);
    assert!(run.message().starts_with("unknown domain 'chess'; available: rush-hour"), "{}", run.err);
}

#[test]
fn help_and_version_say_what_they_should() {
    let version = unstuck(&["--version"]).exits(0).out;
    assert!(version.starts_with("unstuck ") && version.contains("(commit "), "{version}");
    // These print a text of their own form.
    let without = ["export", "manual", "completions"];
    for command in commands().into_iter().filter(|command| command != "help") {
        let help = unstuck(&[&command, "--help"]).exits(0).out;
        assert!(help.contains("Examples:"), "{help}");
        let json = help.contains("--json") || help.contains("\nCommands:\n");
        assert_ne!(json, without.contains(&command.as_str()), "{help}");
    }
}

#[test]
fn functions_and_presets_are_listed() {
    let out = unstuck(&["functions"]).exits(0).out;
    assert!(out.contains(" sqrt ") && out.contains(" published "), "{out}");
    let object = unstuck(&["functions", "--json"]).exits(0).json();
    assert!(object["functions"].as_array().unwrap().iter().any(|function| function["name"] == "max"));
    assert!(object["presets"]["full"].as_array().unwrap().len() > 10);
}

#[test]
fn published_names_stand_next_to_ours() {
    let out = unstuck(&["operators"]).exits(0).out;
    assert!(out.contains("BlendAlphaBetaCrossover") && out.contains("deterministic_best"), "{out}");
}

#[test]
fn shells_complete_the_names_that_arguments_take() {
    let script = unstuck(&["completions", "bash"]).exits(0).out;
    for name in ["wastar", "rush-hour", "blockers_deep", "latex"] {
        assert!(script.contains(name), "{name}");
    }
    // Only the script lists them: other texts are still read.
    unstuck(&["export", "rush-hour", "1*blockers", "--simplify"]).exits(0);
}
