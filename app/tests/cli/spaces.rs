//! `explore`, `audit` and `generate`.

use super::folder::Folder;
use super::{UNSOLVABLE, unstuck, unstuck_reading};
use serde_json::Value;

#[test]
fn explore_knows_the_whole_space() {
    let object = unstuck(&["explore", "jam:1", "--json"]).exits(0).json();
    let histogram: Vec<u64> =
        object["histogram"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    assert_eq!((&object["status"], &object["length"]), (&"solved".into(), &8.into()));
    assert_eq!(object["solvable"], histogram.iter().sum::<u64>());
    assert_eq!(object["goals"], histogram[0]);
    assert_eq!(object["hardest"]["distance"], histogram.len() - 1);
    let hardest = object["hardest"]["text"].as_str().unwrap();
    assert_eq!(unstuck(&["solve", hardest, "--json"]).json()["length"], histogram.len() - 1);
    let out = unstuck(&["explore", "jam:1"]).exits(0).out;
    assert!(out.contains("reachable states") && out.contains('█'), "{out}");
    let object = unstuck(&["explore", UNSOLVABLE, "--json"]).exits(10).json();
    assert_eq!((&object["solvable"], &object["hardest"]), (&0.into(), &Value::Null));
    let object = unstuck(&["explore", "jam:1", "--limit-nodes", "20", "--json"]).exits(11).json();
    assert_eq!((&object["limit"], &object["reachable"]), (&"nodes".into(), &Value::Null));
    let table = unstuck(&["explore", "jam:1-3"]).exits(0).out;
    assert!(table.contains("hardest") && table.contains("jam:3"), "{table}");
}

#[test]
fn audit_shows_what_refutes_a_heuristic() {
    let out =
        unstuck(&["audit", "rush-hour", "jam:2", "-H", "blockers", "-H", "blockers_two_sided"]).exits(0).out;
    assert!(out.contains("✓ declared") && out.contains("✗"), "{out}");
    assert!(out.contains("the value of blockers_two_sided is ") && out.contains('┌'), "{out}");
    let object = unstuck(&["audit", "rush-hour", "jam:1-2", "--json"]).exits(0).json();
    let cards = object["cards"].as_array().unwrap();
    let card = |name: &str| cards.iter().find(|card| card["heuristic"] == name).unwrap();
    assert_eq!(card("blockers")["admissible"], true);
    let example = &card("blockers_two_sided")["not_admissible"];
    let (board, truth) = (example["state"].as_str().unwrap(), example["distance"].as_f64().unwrap());
    assert!(example["value"].as_f64().unwrap() > truth);
    assert_eq!(unstuck(&["solve", board, "--json"]).json()["length"].as_f64(), Some(truth));
    assert!(!cards.iter().any(|card| card["heuristic"] == "g"), "features of the path are left out");
    let without_domain = unstuck(&["audit", "jam:1-2", "--json"]).exits(0).json();
    assert_eq!(without_domain["cards"][0]["states"], object["cards"][0]["states"]);
    let run = unstuck(&["audit", "rush-hour", "jam:1", "-H", "siblings"]).exits(2);
    assert!(run.message().contains("depends on the path"), "{}", run.err);
}

#[test]
fn an_unknown_metric_or_setting_is_refused_once() {
    for command in [&["audit", "rush-hour"][..], &["solve"], &["explore"], &["compare"]] {
        let run = unstuck(&[command, &["jam", "--metric", "sildes"]].concat()).exits(2);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.message().contains("rush-hour has no metric 'sildes'"), "{}", run.err);
        let run = unstuck(&[command, &["jam", "--build", "suit"]].concat()).exits(2);
        assert_eq!(run.message(), "rush-hour has no setting 'build'");
    }
}

#[test]
fn generate_is_repeatable_and_can_be_solved() {
    let ask = ["generate", "rush-hour", "random", "--count", "3", "--seed", "7", "--vehicles", "6"];
    let boards = unstuck(&ask).exits(0).out;
    assert_eq!(boards.lines().count(), 3);
    assert_eq!(boards, unstuck(&ask).out);
    unstuck_reading(&["solve", "-"], &boards).exits(0);
    let array = unstuck(&[&ask[..], &["--json"]].concat()).exits(0).json();
    assert_eq!(array[2]["text"].as_str(), boards.lines().nth(2));
    assert_eq!(array[0]["seed"], 7);
    let run = unstuck(&["generate", "rush-hour", "randon"]).exits(2);
    assert_eq!(run.message(), "rush-hour has no generator 'randon'; did you mean 'random'?");
    unstuck(&["generate", "rush-hour", "--count", "0"]).exits(2);
    unstuck(&["generate", "rush-hour", "--size", "99"]).exits(2);
}

#[test]
fn an_audit_beyond_a_limit_says_which() {
    let run = unstuck(&["audit", "rush-hour", "jam:1", "--limit-nodes", "20"]).exits(11);
    assert!(
        run.message().starts_with("jam:1: not audited: the node limit (--limit-nodes) came after "),
        "{}",
        run.err
    );
    assert_eq!(run.out, "");
    let run = unstuck(&["audit", "rush-hour", "jam:1-2", "--limit-seconds", "0.000001"]).exits(11);
    assert!(run.err.contains("the time limit (--limit-seconds)"), "{}", run.err);
}

#[test]
fn an_audit_without_a_solvable_state_says_so() {
    let run = unstuck(&["audit", "rush-hour", UNSOLVABLE]).exits(10);
    assert!(run.out.starts_with("no solvable state in 1 instance"), "{}", run.out);
    assert!(!run.out.contains("NaN") && !run.out.contains('✓'), "{}", run.out);
    let object = unstuck(&["audit", "rush-hour", UNSOLVABLE, "-H", "blockers", "--json"]).exits(10).json();
    assert_eq!((&object["cards"][0]["admissible"], &object["cards"][0]["states"]), (&Value::Null, &0.into()));
}

#[test]
fn a_full_audit_draws_the_boards_that_surprise() {
    let out = unstuck(&["audit", "rush-hour", "jam:1-2"]).exits(0).out;
    let object = unstuck(&["audit", "rush-hour", "jam:1-2", "--json"]).exits(0).json();
    for card in object["cards"].as_array().unwrap() {
        let (over, states) = (card["overestimates"].as_f64().unwrap(), card["states"].as_f64().unwrap());
        let rare = card["role"] == "estimate" && over > 0.0 && over / states < 0.01;
        let name = card["heuristic"].as_str().unwrap();
        assert_eq!(out.contains(&format!("\nthe value of {name} is ")), rare, "{name} in {out}");
    }
}

#[test]
fn generate_takes_the_limit_that_it_keeps() {
    unstuck(&["generate", "rush-hour", "--limit-nodes", "9"]).exits(2);
    unstuck(&["generate", "rush-hour", "--limit-memory", "1GiB"]).exits(2);
    let boards = unstuck(&["generate", "rush-hour", "--limit-seconds", "60"]).exits(0);
    assert_eq!((boards.out.lines().count(), boards.err.as_str()), (1, ""));
}

#[test]
fn boards_are_written_as_a_sheet_to_print() {
    let folder = Folder::new("sheet");
    let arguments = [
        "generate",
        "rush-hour",
        "hardest",
        "--size",
        "4",
        "--vehicles",
        "4-5",
        "--count",
        "2",
        "--sheet",
        "two.html",
    ];
    let boards = folder.run(&arguments).exits(0).out;
    let page = folder.read("two.html");
    assert_eq!(
        (boards.lines().count(), page.matches("<figure>").count(), page.matches("<li>").count()),
        (2, 2, 2)
    );
    assert!(
        page.contains("<title>rush-hour: hardest, seed 1</title>") && page.contains("<b>1</b> · 1 slide"),
        "{page}"
    );
    let run = folder.run(&arguments).exits(2);
    assert!(run.message().starts_with("two.html exists already"), "{}", run.err);
    folder.run(&["solve", "jam:1-2", "--sheet", "cards.html"]).exits(0);
    assert!(folder.read("cards.html").contains("<li>B+1 G-3 D-1 F-1 H-2 E+2 C+3 A+3</li>"));
}

#[test]
fn evolve_is_the_generator_evolved() {
    let flags =
        ["--size", "5", "--vehicles", "5-9", "--length", "9-12", "--effort", "500-90000", "--seed", "4"];
    let with =
        |first: &[&str]| unstuck(&[&["generate", "rush-hour"], first, &flags[..]].concat()).exits(0).out;
    let board = with(&["--evolve"]);
    assert_eq!(board, with(&["evolved"]));
    let length = unstuck(&["solve", board.trim(), "--json"]).exits(0).json()["length"].as_u64().unwrap();
    assert!((9..=12).contains(&length), "{length}");
    let run = unstuck(&["generate", "tiles", "--evolve"]).exits(2);
    assert_eq!(run.message(), "tiles has no generator 'evolved'; it has tiles");
    let run = unstuck(&["generate", "rush-hour", "random", "--evolve"]).exits(2);
    assert!(run.err.contains("cannot be used with"), "{}", run.err);
    let run = unstuck(&["generate", "rush-hour", "--effort", "lots"]).exits(2);
    assert!(run.message().contains("'lots' is not a value for effort"), "{}", run.err);
}
