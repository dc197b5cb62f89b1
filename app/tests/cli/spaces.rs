//! `explore`, `audit` and `generate`.

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
    assert!(out.contains("blockers_two_sided says ") && out.contains('┌'), "{out}");
    let object = unstuck(&["audit", "rush-hour", "jam:1-2", "--json"]).exits(0).json();
    let cards = object["cards"].as_array().unwrap();
    let card = |name: &str| cards.iter().find(|card| card["heuristic"] == name).unwrap();
    assert_eq!(card("blockers")["admissible"], true);
    let example = &card("blockers_two_sided")["not_admissible"];
    let (board, truth) = (example["state"].as_str().unwrap(), example["distance"].as_f64().unwrap());
    assert!(example["value"].as_f64().unwrap() > truth);
    assert_eq!(unstuck(&["solve", board, "--json"]).json()["length"].as_f64(), Some(truth));
    assert!(!cards.iter().any(|card| card["heuristic"] == "g"), "features of the path are left out");
    let run = unstuck(&["audit", "rush-hour", "jam:1", "-H", "siblings"]).exits(2);
    assert!(run.complaint().contains("depends on the path"), "{}", run.err);
}

#[test]
fn generate_is_repeatable_and_can_be_solved() {
    let ask = ["generate", "rush-hour", "random", "--count", "3", "--seed", "7", "--vehicles", "6"];
    let boards = unstuck(&ask).exits(0).out;
    assert_eq!(boards.lines().count(), 3);
    assert_eq!(boards, unstuck(&ask).out);
    unstuck_reading(&["solve", "@-"], &boards).exits(0);
    let array = unstuck(&[&ask[..], &["--json"]].concat()).exits(0).json();
    assert_eq!(array[2]["text"].as_str(), boards.lines().nth(2));
    assert_eq!(array[0]["seed"], 7);
    let run = unstuck(&["generate", "rush-hour", "randon"]).exits(2);
    assert_eq!(run.complaint(), "rush-hour has no generator 'randon'; did you mean 'random'?");
    unstuck(&["generate", "rush-hour", "--count", "0"]).exits(2);
    unstuck(&["generate", "rush-hour", "--size", "99"]).exits(2);
}
