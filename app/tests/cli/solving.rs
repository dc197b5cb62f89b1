//! `solve` and `validate`: the contract of their JSON, their text and their exit codes.

use super::{JAM_1, UNSOLVABLE, command, cpu, unstuck, unstuck_reading};
use serde_json::Value;
use std::time::Duration;

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
    let object = unstuck(&["solve", "jam:40", "--limit-memory", "64KiB", "--json"]).exits(11).json();
    assert_eq!(object["limit"], "memory");
    let slow =
        ["solve", "jam:40", "--algorithm", "iddfs", "--table", "0", "--limit-seconds", "0.2", "--json"];
    assert_eq!(unstuck(&slow).exits(11).json()["limit"], "time");
    let narrow = ["solve", "jam:40", "--algorithm", "beam", "--width", "1", "--json"];
    assert_eq!(unstuck(&narrow).exits(12).json()["status"], "gave-up");
    unstuck(&["solve", "jam:1", UNSOLVABLE]).exits(10);
    unstuck_reading(&["solve", "-"], &format!("{UNSOLVABLE}\nooooAB\n{JAM_1}\n")).exits(2);
}

#[test]
fn wrong_flags_are_refused() {
    for (arguments, message) in [
        (&["--algorithm", "a-star"][..], "unknown algorithm 'a-star'; did you mean 'astar'?"),
        (&["--heuristic", "blokers"], "rush-hour has no heuristic 'blokers'; did you mean 'blockers'?"),
        (
            &["--heuristic", "blockers-deep"],
            "rush-hour has no heuristic 'blockers-deep'; did you mean 'blockers_deep'?",
        ),
        (
            &["--algorithm", "bfs", "--heuristic", "blockers"],
            "bfs is blind, it reads no heuristic; leave out --heuristic blockers or write --algorithm astar",
        ),
        (
            &["--weight", "3"],
            "bfs has no parameter 'weight'; available for wastar, wida, awastar, restarts, shortest",
        ),
        (
            &["--algorithm", "dfs", "--order", "h"],
            "dfs has no heuristic to order children by; write domain, reversed or random",
        ),
    ] {
        let run = unstuck(&[&["solve", "jam:1"], arguments].concat()).exits(2);
        assert_eq!(run.message(), message);
    }
    let run = unstuck(&["solve", "jam:1", "--algorithm", "beam", "--width", "0"]).exits(2);
    assert!(run.err.contains("'0' is no width; write a whole number from 1 to 4294967295"), "{}", run.err);
    let run = unstuck(&["solve", "jam:1", "--limit-memory", "lots"]).exits(2);
    assert!(run.err.contains("'lots' is not an amount of memory"), "{}", run.err);
    unstuck(&["solve"]).exits(2);
    unstuck(&["sovle", "jam:1"]).exits(2);
}

#[test]
fn depth_first_search_takes_an_order() {
    let lengths = ["domain", "reversed", "random"].map(|order| {
        let solve = ["solve", "jam:1", "--algorithm", "dfs", "--order", order, "--json"];
        unstuck(&solve).exits(0).json()["length"].as_u64().unwrap()
    });
    assert!(lengths[0] != lengths[1] && lengths[1] != lengths[2], "{lengths:?}");
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
            for time in ["seconds", "cpu_seconds"] {
                assert!(object["stats"][time].is_number(), "{object}");
                object["stats"][time] = Value::Null;
            }
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
fn json_has_every_position_on_demand() {
    let object = unstuck(&["solve", "freecell:617", "--json", "--verbose"]).exits(0).json();
    let (plan, positions) = (object["plan"].as_array().unwrap(), object["positions"].as_array().unwrap());
    assert_eq!(positions.len(), plan.len() + 1);
    assert_eq!((&positions[0]["move"], &positions[0]["text"]), (&Value::Null, &object["text"]));
    for (position, action) in positions[1..].iter().zip(plan) {
        assert_eq!(position["move"], *action);
        assert!(position["words"].as_str().unwrap().starts_with("move "));
    }
    let last = positions.last().unwrap()["text"].as_str().unwrap();
    assert!(last.starts_with("Foundations: H-K C-K D-K S-K"), "{last}");
    assert_eq!(unstuck(&["solve", "freecell:617", "--json"]).exits(0).json()["positions"], Value::Null);
    let unsolved = unstuck(&["solve", "freecell:1", "--limit-nodes", "1", "--jsonl", "--verbose"]).exits(11);
    assert_eq!(unsolved.json()["positions"], Value::Null);
}

#[test]
fn frames_are_printed_where_they_cannot_be_played() {
    let out = unstuck(&["solve", "jam:1", "--animate"]).exits(0).out;
    assert_eq!(out.matches('┌').count(), 9);
    assert!(!out.contains('\x1b'), "{out}");
    let run = unstuck(&["solve", "jam:1-2", "--animate"]).exits(2);
    assert_eq!(run.message(), "--animate plays one solution, but 2 instances are named");
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
    unstuck_reading(&["validate", "jam:1", "-"], &format!("# by hand\n{plan}")).exits(0);
    let solved = unstuck(&["solve", "jam:1", "--json"]).out;
    unstuck_reading(&["validate", "jam:1", "-"], &solved).exits(0);
    let run = unstuck(&["validate", "jam:1", "B+1 A+9"]).exits(1);
    assert!(run.out.starts_with("not valid: move 2 (A+9): "), "{}", run.out);
    let run = unstuck(&["validate", "jam:1", "B+1"]).exits(1);
    assert!(run.out.starts_with("not valid: ") && run.out.contains("does not solve"), "{}", run.out);
    let object = unstuck(&["validate", "jam:1", "B+1", "A+9", "--json"]).exits(1).json();
    assert_eq!(
        (&object["valid"], &object["step"], &object["move"]),
        (&false.into(), &2.into(), &"A+9".into())
    );
    let object = unstuck(&["validate", "jam:1", plan.trim(), "--json"]).exits(0).json();
    assert_eq!((&object["valid"], &object["lengths"]["slides"]), (&true.into(), &8.into()));
    // A typing error is no wrong plan.
    for (instance, typo) in [("jam:1", "B+1 C?2"), ("freecell:1", "zz"), ("eight:1", "X")] {
        unstuck(&["validate", instance, typo]).exits(2);
    }
    let run = unstuck(&["validate", "jam:1-2", "A+1"]).exits(2);
    assert_eq!(run.message(), "jam:1-2 names 2 instances; this takes one");
}

#[test]
fn several_results_hold_one_plan_for_the_instance() {
    let solved = unstuck(&["solve", "jam:1-3", "--json"]).out;
    assert!(unstuck_reading(&["validate", "jam:2", "-"], &solved).exits(0).out.starts_with("valid: "));
    let run = unstuck_reading(&["validate", "jam:4", "-"], &solved).exits(2);
    let several = "the JSON holds 3 results, none of them of jam:4; a plan is one of them";
    assert_eq!(run.message(), several);
    let solved = unstuck(&["solve", "jam:1-3", "--jsonl"]).out;
    unstuck_reading(&["validate", "jam:3", "-"], &solved).exits(0);
    let only = format!("[{}]", unstuck(&["solve", "jam:1", "--json"]).out);
    // Named otherwise, but the only one there is.
    unstuck_reading(&["validate", JAM_1, "-"], &only).exits(0);
    let failed = unstuck(&["solve", "jam:1", "--limit-nodes", "2", "--json"]).exits(11).out;
    let run = unstuck_reading(&["validate", "jam:1", "-"], &failed).exits(2);
    assert_eq!(run.message(), "the JSON has no plan: its status is 'limit'");
    let run = unstuck_reading(&["validate", "jam:1", "-"], "[1, 2]").exits(2);
    assert!(run.message().starts_with("the JSON holds 2 results"), "{}", run.err);
}

#[test]
fn results_end_with_what_they_were_made_with() {
    let plan = unstuck(&["solve", "jam:1", "--quiet"]).exits(0).out;
    assert_eq!(plan.lines().count(), 1);
    for arguments in [
        &["solve", "jam:1"][..],
        &["solve", "jam:1-2"],
        &["solve", "jam:1-2", "--verbose"],
        &["explore", "jam:1"],
        &["explore", "jam:1-2"],
        &["explore", "jam:1", "--limit-nodes", "9"],
        &["validate", "jam:1", plan.trim()],
        &["validate", "jam:1", "A+1"],
        &["audit", "rush-hour", "jam:1", "-H", "blockers"],
        &["compare", "jam:1", "-H", "blockers"],
    ] {
        let out = unstuck(arguments).out;
        let last = out.lines().last().unwrap_or_default();
        assert!(last.starts_with("unstuck 0.") && last.contains(" on "), "{arguments:?}: {out}");
        assert_eq!(out.matches("(commit ").count(), 1, "{arguments:?}: {out}");
    }
}

#[test]
fn deepening_names_the_size_of_its_table() {
    let figures = |arguments: &[&str]| unstuck(&[&["solve", "jam:1", "-a", "ida"], arguments].concat()).out;
    assert!(figures(&["--table", "1MiB"]).contains(" (table 1 MiB)\n"));
    assert!(figures(&["--table", "0"]).contains(" (no table)\n"));
    let table = unstuck(&["solve", "jam:1-2", "-a", "ida", "--table", "1MiB"]).out;
    assert!(table.contains(", table 1 MiB\n"), "{table}");
    assert!(!unstuck(&["solve", "jam:1", "-a", "astar"]).out.contains("table"));
}

#[test]
fn numbers_below_nothing_are_refused_in_our_words() {
    for (arguments, message) in [
        (&["solve", "jam:1", "--limit-seconds", "-1"][..], "'-1' is not a number above 0"),
        (&["solve", "jam:1", "--limit-nodes", "-1"], "'-1' is not a whole number; write for example 1000"),
        (&["solve", "jam:1", "--limit-memory", "-1"], "'-1' is not an amount of memory"),
        (
            &["solve", "jam:1", "--limit-memory", "1KB"],
            "'1KB' is too small for a search; write 64KiB or more",
        ),
        (&["solve", "jam:1", "--threads", "-1"], "-1 is not in 1..=4096"),
        (
            &["solve", "jam:1", "-a", "wastar", "--weight", "-2.5"],
            "'-2.5' is no weight; write a number from 0.001 to 1000",
        ),
        (&["generate", "rush-hour", "--seed", "-1"], "'-1' is not a seed; write a whole number from 0 to"),
        (&["generate", "rush-hour", "--count", "-1"], "'-1' is not a whole number"),
        (&["generate", "rush-hour", "--vehicles", "-1"], "is not a value for vehicles"),
        (&["generate", "rush-hour", "--limit-seconds", "0"], "'0' is not a number above 0"),
    ] {
        let run = unstuck(arguments).exits(2);
        assert!(run.err.contains(message) && !run.err.contains("tip:"), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn textbook_names_of_algorithms_are_understood() {
    for (name, known) in [
        ("a*", "astar"),
        ("A*", "astar"),
        ("ida*", "ida"),
        ("anytime", "awastar"),
        ("bidirectional", "bibfs"),
    ] {
        let object = unstuck(&["solve", "jam:1", "-a", name, "--json"]).exits(0).json();
        assert_eq!(object["algorithm"], known);
    }
}

#[test]
fn threads_without_work_are_not_started() {
    let (run, used) = cpu::run(&mut command(&["solve", "jam:1", "--threads", "4096", "--quiet"]));
    run.exits(0);
    assert!(used < Duration::from_secs(3), "{used:?}");
}

#[test]
fn a_board_that_no_moves_solve_is_proved_unsolvable() {
    let run = unstuck(&["solve", "tiles:1 2 3 0"]).exits(10);
    assert!(
        run.message().contains("no moves lead from this board") && run.err.contains("goal last"),
        "{}",
        run.err
    );
    unstuck(&["solve", "tiles:1 2 3 0", "--goal", "last"]).exits(0);
    unstuck(&["solve", "tiles:1 2 2 0"]).exits(2);
}

#[test]
fn large_boards_are_not_searched_blindly() {
    let row = |text: &str| format!("{text:o<10}");
    let rows = ["", "", "", "ooooooooB", "AAooooooB", "ooooooooB", "", "", "", ""].map(row);
    let large = unstuck(&["solve", &format!("rush-hour:{}", rows.concat()), "--json"]).exits(0).json();
    assert_eq!((&large["algorithm"], &large["optimal"]), (&"astar".into(), &true.into()));
    let small = unstuck(&["solve", "jam:1", "--json"]).exits(0).json();
    assert_eq!(small["algorithm"], "bfs");
    let limited = unstuck(&["solve", "hard6:1", "--limit-nodes", "50"]).exits(11);
    assert!(limited.out.contains("try --algorithm astar --heuristic blockers_deep"), "{}", limited.out);
}

/// A proof that a limit ends leaves the bound and the best plan that is known.
#[test]
fn an_unproved_optimum_has_a_bound_and_a_plan() {
    let run = unstuck(&["solve", "freecell:1", "--optimal", "--limit-nodes", "1000"]).exits(11);
    assert!(run.out.contains("no proof before the node limit"), "{}", run.out);
    assert!(
        run.out.contains("the best plan known has ") && run.out.contains("no plan has fewer than "),
        "{}",
        run.out
    );
    let run = unstuck(&["solve", "freecell:1", "--optimal", "--limit-nodes", "1000", "--json"]).exits(11);
    let found = run.json();
    assert!(
        found["lower_bound"].as_u64() > Some(0) && found["best_known"].as_u64() > Some(50),
        "{}",
        run.out
    );
    // The plan without a proof is found within the limits as well.
    let run = unstuck(&["solve", "freecell:1", "--optimal", "--limit-seconds", "0.5", "--json"]).exits(11);
    assert_eq!(run.json()["limit"], "time");
}

#[test]
fn a_heuristic_may_name_its_search() {
    let solve = |arguments: &[&str]| {
        let object = unstuck(&[&["solve", "jam:30", "--json"], arguments].concat()).exits(0).json();
        (object["algorithm"].as_str().unwrap().to_owned(), object["stats"]["expanded"].as_u64().unwrap())
    };
    let named = solve(&["-H", "search wastar, weight 3; blockers_deep"]);
    let given = solve(&["-a", "wastar", "--weight", "3", "-H", "blockers_deep"]);
    assert_eq!(named, given);
    assert_eq!(named.0, "wastar");
    // What is given comes first, and another algorithm is another search.
    let lighter = solve(&["--weight", "1", "-H", "search wastar, weight 3; blockers_deep"]);
    assert_eq!(lighter, solve(&["-a", "wastar", "--weight", "1", "-H", "blockers_deep"]));
    assert_ne!(lighter.1, named.1);
    let attempt = "search wastar; attempt 100k, weight 3: blockers_deep; blockers";
    assert_eq!(solve(&["-H", attempt]), named);
    assert_eq!(solve(&["--weight", "1", "-H", attempt]), lighter);
    let plain = solve(&["-a", "astar", "-H", "search wastar, weight 3; blockers_deep"]);
    assert_eq!(plain, solve(&["-a", "astar", "-H", "blockers_deep"]));
    let wrong = unstuck(&["solve", "jam:1", "-H", "search wastar, wieght 3; blockers"]).exits(2).err;
    assert!(wrong.contains("unknown search parameter 'wieght' (did you mean 'weight'?)"), "{wrong}");
    // Several are compared each by its own.
    let arguments = ["compare", "jam:1-2", "-H", "blockers", "-H", "search ida, order h; blockers", "--json"];
    let object = unstuck(&arguments).exits(0).json();
    let pairs: Vec<&str> = object["results"].as_array().unwrap()[..2]
        .iter()
        .map(|row| row["algorithm"].as_str().unwrap())
        .collect();
    assert_eq!(pairs, ["astar", "ida"]);
}
