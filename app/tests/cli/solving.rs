//! `solve` and `validate`: the contract of their JSON, their text and their exit codes.

use super::{JAM_1, UNSOLVABLE, command, unstuck, unstuck_reading};
use serde_json::Value;

#[test]
fn the_json_of_a_solve_keeps_its_contract() {
    let object = unstuck(&["solve", "jam:1", "--json"]).exits(0).json();
    for (field, value) in [
        ("instance", "jam:1".into()),
        ("domain", "rush-hour".into()),
        ("status", "solved".into()),
        ("limit", Value::Null),
        ("optimal", true.into()),
        ("metric", "slides".into()),
        ("length", 8.into()),
        ("algorithm", "bfs".into()),
        ("heuristic", "zero".into()),
        ("text", JAM_1.into()),
    ] {
        assert_eq!(object[field], value, "{field}");
    }
    assert_eq!(object["lengths"]["slides"], 8);
    assert!(object["lengths"]["steps"].as_u64() >= Some(16));
    assert_eq!(object["plan"].as_array().map(Vec::len), Some(8));
    for field in ["expanded", "generated", "evaluated", "seconds", "peak_bytes"] {
        assert!(object["stats"][field].is_number(), "{field}");
    }
    for field in ["version", "commit", "cpu"] {
        assert!(object["unstuck"][field].is_string(), "{field}");
    }
}

#[test]
fn several_instances_give_an_array_or_lines() {
    let array = unstuck(&["solve", "jam:1-3", "--json"]).exits(0).json();
    assert_eq!(array.as_array().map(Vec::len), Some(3));
    let lines = unstuck(&["solve", "jam:1-3", "--jsonl"]).exits(0).out;
    assert_eq!(lines.lines().count(), 3);
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
}

#[test]
fn every_ending_has_its_code() {
    let object = unstuck(&["solve", UNSOLVABLE, "--json"]).exits(10).json();
    assert_eq!((&object["status"], &object["plan"]), (&"unsolvable".into(), &Value::Null));
    let object = unstuck(&["solve", "jam:40", "--limit-nodes", "10", "--json"]).exits(11).json();
    assert_eq!((&object["status"], &object["limit"]), (&"limit".into(), &"nodes".into()));
    let object = unstuck(&["solve", "jam:40", "--limit-memory", "1KiB", "--json"]).exits(11).json();
    assert_eq!(object["limit"], "memory");
    let slow =
        ["solve", "jam:40", "--algorithm", "iddfs", "--table", "0", "--limit-seconds", "0.2", "--json"];
    assert_eq!(unstuck(&slow).exits(11).json()["limit"], "time");
    let narrow = ["solve", "jam:40", "--algorithm", "beam", "--width", "1", "--json"];
    assert_eq!(unstuck(&narrow).exits(12).json()["status"], "gave-up");
    unstuck(&["solve", "jam:1", UNSOLVABLE]).exits(10);
    unstuck_reading(&["solve", "@-"], &format!("{UNSOLVABLE}\nooooAB\n{JAM_1}\n")).exits(2);
}

#[test]
fn wrong_flags_are_refused() {
    for (arguments, message) in [
        (&["--algorithm", "a-star"][..], "there is no algorithm 'a-star'; did you mean 'astar'?"),
        (&["--heuristic", "blokers"], "rush-hour has no heuristic 'blokers'; did you mean 'blockers'?"),
        (
            &["--algorithm", "bfs", "--heuristic", "blockers"],
            "bfs is blind, it reads no heuristic; leave out --heuristic blockers or write --algorithm astar",
        ),
        (&["--weight", "3"], "bfs reads no --weight; wastar, wida, awastar, shortest would"),
        (&["--algorithm", "beam", "--width", "0"], "a beam of --width 0 keeps no node; write at least 1"),
    ] {
        let run = unstuck(&[&["solve", "jam:1"], arguments].concat()).exits(2);
        assert_eq!(run.complaint(), message);
    }
    let run = unstuck(&["solve", "jam:1", "--limit-memory", "lots"]).exits(2);
    assert!(run.err.contains("'lots' is not an amount of memory"), "{}", run.err);
    unstuck(&["solve"]).exits(2);
    unstuck(&["sovle", "jam:1"]).exits(2);
}

#[test]
fn a_heuristic_alone_means_a_star() {
    let object = unstuck(&["solve", "jam:1", "--heuristic", "blockers", "--json"]).exits(0).json();
    assert_eq!((&object["algorithm"], &object["heuristic"]), (&"astar".into(), &"blockers".into()));
    let object = unstuck(&["solve", "jam:1", "--algorithm", "ida", "--json"]).exits(0).json();
    assert_ne!(object["heuristic"], "zero");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |threads| {
        let array = unstuck(&["solve", "jam", "--heuristic", "blockers", "--json", "--threads", threads]);
        let mut array = array.exits(0).json();
        for object in array.as_array_mut().unwrap() {
            object["stats"]["seconds"] = Value::Null;
        }
        array
    };
    assert_eq!(run("1"), run("7"));
}

#[test]
fn text_shows_the_board_the_plan_and_the_figures() {
    let out = unstuck(&["solve", "jam:1"]).exits(0).out;
    assert!(out.starts_with("jam:1\n┌"), "{out}");
    assert!(out.contains("8 slides (") && out.contains(", optimal\nbfs: "), "{out}");
    let plan = unstuck(&["solve", "jam:1", "--quiet"]).exits(0).out;
    assert_eq!(plan.split_whitespace().count(), 8);
    let words = unstuck(&["solve", "jam:1", "--verbose"]).exits(0).out;
    assert!(words.contains("  1. "), "{words}");
    let table = unstuck(&["solve", "jam:1-2"]).exits(0).out;
    assert!(table.contains("2 of 2 solved, 2 of them optimal"), "{table}");
}

#[test]
fn frames_are_printed_where_they_cannot_be_played() {
    let out = unstuck(&["solve", "jam:1", "--animate"]).exits(0).out;
    assert_eq!(out.matches('┌').count(), 9);
    assert!(!out.contains('\x1b'), "{out}");
    let run = unstuck(&["solve", "jam:1-2", "--animate"]).exits(2);
    assert_eq!(run.complaint(), "--animate plays one solution, but 2 instances are named");
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    assert!(!unstuck(&["solve", "jam:1"]).out.contains('\x1b'));
    assert!(unstuck(&["solve", "jam:1", "--color", "always"]).out.contains("\x1b["));
    let output = command(&["solve", "jam:1"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn plans_are_validated() {
    let plan = unstuck(&["solve", "jam:1", "--quiet"]).exits(0).out;
    let run = unstuck(&["validate", "jam:1", plan.trim()]).exits(0);
    assert!(run.out.starts_with("valid: 8 slides, "), "{}", run.out);
    unstuck_reading(&["validate", "jam:1", "-"], &plan.replace(' ', ",\n")).exits(0);
    let solved = unstuck(&["solve", "jam:1", "--json"]).out;
    unstuck_reading(&["validate", "jam:1", "-"], &solved).exits(0);
    let run = unstuck(&["validate", "jam:1", "B+1 A+9"]).exits(2);
    assert!(run.out.starts_with("not valid: move 2 (A+9): "), "{}", run.out);
    let run = unstuck(&["validate", "jam:1", "B+1"]).exits(2);
    assert!(run.out.starts_with("not valid: the plan can be played, but"), "{}", run.out);
    let object = unstuck(&["validate", "jam:1", "B+1", "A+9", "--json"]).exits(2).json();
    assert_eq!(
        (&object["valid"], &object["step"], &object["move"]),
        (&false.into(), &2.into(), &"A+9".into())
    );
    let object = unstuck(&["validate", "jam:1", plan.trim(), "--json"]).exits(0).json();
    assert_eq!((&object["valid"], &object["lengths"]["slides"]), (&true.into(), &8.into()));
    let run = unstuck(&["validate", "jam:1-2", "A+1"]).exits(2);
    assert_eq!(run.complaint(), "jam:1-2 names 2 instances; this command takes one");
}
