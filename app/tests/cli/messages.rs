//! The texts that users read, as snapshots: a change of wording is seen and meant. `cargo insta review` takes a new
//! one.

use super::manual::commands;
use super::{JAM_1, UNSOLVABLE, unstuck};

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
