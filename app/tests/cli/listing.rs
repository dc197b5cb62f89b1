//! What there is: domains, heuristics, algorithms, version, help.

use super::folder::Folder;
use super::manual::commands;
use super::unstuck;
use std::collections::HashMap;

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

/// Commands in the documents, as far as they are on one line: `unstuck solve jam:1 --json`.
fn documented() -> Vec<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let documents = ["README.md", "GUIDE.md", "CONTRIBUTING.md", "docs/planning.md", "docs/results.md"];
    let texts = documents.map(|name| std::fs::read_to_string(format!("{root}/{name}")).unwrap());
    let pieces = texts.iter().flat_map(|text| text.split(['`', '\n', '|', '&', ';']));
    let commands = pieces.map(|piece| piece.trim().trim_start_matches("$ "));
    let commands = commands.filter_map(|piece| piece.strip_prefix("unstuck "));
    commands.map(|command| command.split(" # ").next().unwrap_or(command).to_owned()).collect()
}

#[test]
fn the_documents_name_commands_and_flags_that_exist() {
    let mut helps = HashMap::new();
    let mut help = |path: &[&str]| -> String {
        let run = || unstuck(&[path, &["--help"]].concat()).exits(0).out;
        helps.entry(path.join(" ")).or_insert_with(run).clone()
    };
    let known = commands();
    let documented = documented();
    assert!(documented.len() > 80, "{}", documented.len());
    for line in documented {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(command) = words.first().filter(|word| !word.starts_with('-') && **word != "…") else {
            continue;
        };
        assert!(known.iter().any(|name| name == command), "there is no command: unstuck {line}");
        let mut shown = help(&[command]);
        if let (true, Some(part)) =
            (shown.contains("\nCommands:\n"), words.get(1).filter(|word| !word.starts_with('-')))
        {
            assert!(shown.contains(&format!("\n  {part} ")), "there is no command: unstuck {line}");
            shown = help(&[command, part]);
        }
        for flag in words.iter().filter(|word| word.starts_with("--")) {
            let flag: String =
                flag.chars().take_while(|sign| sign.is_ascii_lowercase() || *sign == '-').collect();
            let exists =
                shown.split(|sign: char| !sign.is_ascii_lowercase() && sign != '-').any(|word| word == flag);
            assert!(exists, "there is no {flag}: unstuck {line}");
        }
    }
}

#[test]
fn an_export_overwrites_no_file_unasked() {
    let folder = Folder::new("exports");
    let export = ["export", "rush-hour", "blockers", "--output", "h.txt"];
    folder.run(&export).exits(0);
    let run = folder.run(&export).exits(2);
    assert_eq!(run.message(), "h.txt exists already; name another file, or add --force to overwrite it");
    folder.run(&[&export[..], &["--force"]].concat()).exits(0);
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

#[test]
fn keys_of_experiments_are_explained_by_section() {
    let fitness = unstuck(&["evolve", "--keys", "fitness"]).exits(0).out;
    assert!(fitness.starts_with("## [fitness]\n"), "{fitness}");
    assert!(fitness.contains("- `parts[].probability`: "), "{fitness}");
    assert!(fitness.contains("\nkind = \"multi\"\nparts = [\n"), "{fitness}");
    let all = unstuck(&["evolve", "--keys"]).exits(0).out;
    assert!(all.contains(&fitness) && all.contains("## [data.train]\n"), "{all}");
    let data = unstuck(&["evolve", "--keys", "data", "--json"]).exits(0).json();
    let paths: Vec<&str> =
        data["sections"].as_array().unwrap().iter().filter_map(|one| one["path"].as_str()).collect();
    assert!(
        paths.contains(&"data") && paths.contains(&"data.train") && !paths.contains(&"stop"),
        "{paths:?}"
    );
    let run = unstuck(&["evolve", "--keys", "fitnes"]).exits(2);
    assert_eq!(run.message(), "unknown section 'fitnes'; did you mean 'fitness'?");
}
