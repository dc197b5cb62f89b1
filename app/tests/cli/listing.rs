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
