//! Datasets: made, described, checked, shared out, and learned from.

use super::folder::Folder;
use super::{unstuck, unstuck_reading};
use std::fs;

/// The distances of a dataset, in its order.
fn distances(file: &str) -> Vec<String> {
    let behind_the_titles = file.splitn(3, '\n').nth(2).unwrap();
    let mut reader = csv::Reader::from_reader(behind_the_titles.as_bytes());
    reader.records().map(|record| record.unwrap()[1].to_owned()).collect()
}

#[test]
fn all_states_of_the_smallest_puzzle() {
    let folder = Folder::new("dataset-all");
    let said = folder
        .run(&["dataset", "generate", "tiles", "--size", "2", "--all", "--output", "three.csv"])
        .exits(0);
    assert!(said.out.starts_with("12 rows saved as three.csv\n"), "{}", said.out);
    let file = folder.read("three.csv");
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines[0], "three");
    assert!(lines[1].starts_with("tiles in moves: all states of 1 instance"), "{}", lines[1]);
    assert!(lines[2].starts_with("instance,h*,zero,misplaced,manhattan,"), "{}", lines[2]);
    assert!(lines[3].starts_with("0 1 2 3,0,0,0,0,"), "{}", lines[3]);
    // A ring of twelve boards: one goal, two at each distance, one at the far side.
    assert_eq!(distances(&file), ["0", "1", "1", "2", "2", "3", "3", "4", "4", "5", "5", "6"]);
    let shown = folder.run(&["dataset", "show", "three.csv", "--json"]).exits(0).json();
    assert_eq!((&shown["rows"], &shown["exact"], &shown["repeated"]), (&12.into(), &12.into(), &0.into()));
    assert_eq!(shown["histogram"], serde_json::json!([1, 2, 2, 2, 2, 2, 1]));
    let manhattan =
        shown["columns"].as_array().unwrap().iter().find(|c| c["feature"] == "manhattan").unwrap();
    assert_eq!(manhattan["overestimates"], 0);
    let out = folder.run(&["dataset", "show", "three.csv"]).exits(0).out;
    assert!(out.contains("12 rows, h* from 0 to 6, mean 3") && out.contains("correlation"), "{out}");
}

#[test]
fn the_same_seed_gives_the_same_file_with_any_number_of_threads() {
    for way in [
        &["random", "--count", "6"][..],
        &["--from", "jam:1-3", "--states", "7"],
        &["--from", "jam:1-3", "--walk", "20", "--states", "5"],
        &["--from", "jam:1-5", "--metric", "steps"],
    ] {
        let run = |threads: &str, seed: &str| {
            let flags = ["dataset", "generate", "rush-hour", "--threads", threads, "--seed", seed];
            unstuck(&[&flags, way].concat()).exits(0).out
        };
        let one = run("1", "5");
        assert_eq!(one, run("2", "5"));
        assert!(one.lines().count() > 5, "{one}");
        if way[1] != "jam:1-5" {
            assert_ne!(distances(&one).len(), 0);
            assert_ne!(one, run("2", "6"));
        }
    }
    let cards = unstuck(&["dataset", "generate", "rush-hour", "--from", "jam:1-5"]).exits(0).out;
    assert_eq!(distances(&cards), ["8", "8", "14", "9", "9"]);
}

#[test]
fn beyond_the_limits_a_distance_is_a_marked_estimate() {
    let flags = ["dataset", "generate", "tiles", "--from", "korf:1", "--limit-nodes", "10"];
    let out = unstuck(&[&flags[..], &["--feature", "manhattan", "--feature", "walking_distance"]].concat())
        .exits(0)
        .out;
    assert!(
        out.ends_with(
            "instance,h*,manhattan,walking_distance\n14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3,+43,41,43\n"
        ),
        "{out}"
    );
    let shown = unstuck_reading(&["dataset", "show", "-", "--json"], &out).exits(0).json();
    assert_eq!((&shown["rows"], &shown["exact"]), (&1.into(), &0.into()));
    assert_eq!(shown["columns"][0]["mean_error"], serde_json::Value::Null);
}

#[test]
fn boards_of_several_lines_become_rows_of_one() {
    let out = unstuck(&["dataset", "generate", "freecell", "--from", "ends:1", "--states", "3"]).exits(0).out;
    assert_eq!(out.lines().count(), 6, "{out}");
    let back = unstuck_reading(&["dataset", "import", "-", "--domain", "freecell"], &out).exits(0).out;
    assert_eq!(back, out);
}

#[test]
fn an_import_gives_the_same_as_a_generation_and_refuses_what_differs() {
    let folder = Folder::new("dataset-import");
    folder
        .run(&["dataset", "generate", "rush-hour", "--from", "jam:1-2", "--states", "20", "-o", "own.csv"])
        .exits(0);
    folder.run(&["dataset", "export", "own.csv", "--form", "bare", "--output", "bare.csv"]).exits(0);
    assert_eq!(folder.read("bare.csv").lines().count() + 1, folder.read("own.csv").lines().count());
    folder.run(&["dataset", "import", "bare.csv", "--domain", "rush-hour", "--output", "back.csv"]).exits(0);
    assert_eq!(folder.read("back.csv"), folder.read("own.csv"));
    let refused = |text: &str, flags: &[&str], message: &str| {
        folder.write("given.csv", text);
        let flags =
            [&["dataset", "import", "given.csv", "--domain", "tiles", "--output", "new.csv"], flags].concat();
        assert_eq!(folder.run(&flags).exits(2).message(), message);
        assert!(!folder.0.join("new.csv").exists(), "nothing is written");
    };
    let nothing = "error: given.csv does not fit the domain tiles; nothing was written";
    refused(
        "n\nd\ninstance,h*,manhattan\n1 0 2 3,1,2\n",
        &[],
        &format!("given.csv: line 4: manhattan is 2, and the domain computes 1\n{nothing}"),
    );
    refused(
        "n\nd\n1 0 2 3,3\n",
        &[],
        &format!("given.csv: line 3: h* is 3, and a cheapest plan costs 1\n{nothing}"),
    );
    refused(
        "n\nd\n1 0 2 3,+3\n",
        &[],
        &format!("given.csv: line 3: h* is estimated as +3, and a cheapest plan costs 1\n{nothing}"),
    );
    refused(
        "n\nd\n1 0 2 3,0\n",
        &["--check", "0"],
        &format!(
            "given.csv: line 3: h* is 0, and an admissible feature is 1; is it another metric?\n{nothing}"
        ),
    );
    refused(
        "n\nd\n1 0 2 3,1\n1 0 2 3,3\n",
        &["--check", "0"],
        &format!("given.csv: line 4: h* is 3, and 1 for the same instance in line 3\n{nothing}"),
    );
    refused(
        "n\nd\nBBoooC,1\n",
        &[],
        &format!(
            "given.csv: line 3: the instance cannot be read: sign 1: 'BBoooC' is not a tile (tiles are whole numbers, 0 or _ is the blank)\n{nothing}"
        ),
    );
    refused(
        "n\nd\n1 0 2 3,1,1\n",
        &["--features", "manhatan"],
        "given.csv: tiles has no feature 'manhatan' (did you mean 'manhattan'?)",
    );
    refused(
        "n\nd\n1 0 2 3,1\n",
        &["--features", "zero"],
        "--features names 1 columns, and given.csv has 0 behind h*",
    );
    // Windows, quotes, an estimate that can be proved, a repetition; features of our own.
    folder.write("given.csv", "\u{feff}n\r\nd\r\n\"1,0,2,3\",+0\r\n1 0 2 3,1\r\n");
    let flags = ["dataset", "import", "given.csv", "--domain", "tiles", "--recompute"];
    let out = folder.run(&flags).exits(0).out;
    assert!(out.starts_with("n\nd\ninstance,h*,zero,") && out.contains("\n1 0 2 3,1,0,1,1,"), "{out}");
    assert_eq!(out.lines().count(), 4, "{out}");
}

#[test]
fn rows_are_shared_out_and_files_are_kept() {
    let folder = Folder::new("dataset-split");
    folder.run(&["dataset", "generate", "tiles", "--size", "3", "--count", "50", "-o", "all.csv"]).exits(0);
    let split = [
        "dataset",
        "export",
        "all.csv",
        "--split",
        "0.6,0.2,0.2",
        "--order",
        "stratified",
        "--output",
        "all.csv",
    ];
    let out = folder.run(&split).exits(0).out;
    assert_eq!(out.lines().next(), Some("30 rows saved as all-train.csv"));
    let rows = |name: &str| folder.read(name).lines().skip(3).map(str::to_owned).collect::<Vec<_>>();
    let mut all = [rows("all-train.csv"), rows("all-validation.csv"), rows("all-test.csv")].concat();
    let mut whole = rows("all.csv");
    all.sort();
    whole.sort();
    assert_eq!(all, whole);
    let again = folder.run(&split).exits(2);
    assert_eq!(
        again.message(),
        "all-train.csv exists already; name another file, or add --force to overwrite it"
    );
    folder.run(&[&split[..], &["--force"]].concat()).exits(0);
    let json = folder.run(&["dataset", "export", "all.csv", "--form", "json"]).exits(0).json();
    assert_eq!(json["rows"].as_array().unwrap().len(), 50);
    assert_eq!(json["features"][0], "zero");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 4, "no other file is left");
}

#[test]
fn wrong_wishes_are_refused() {
    let refused = |flags: &[&str], message: &str| {
        assert_eq!(unstuck(&[&["dataset"], flags].concat()).exits(2).message(), message);
    };
    refused(
        &["show", "absent.csv"],
        "the file 'absent.csv' cannot be read: No such file or directory (os error 2)",
    );
    refused(
        &["generate", "rush-hour", "--from", "jam:1", "--vehicles", "9"],
        "--vehicles is for a generator, and --from names the instances; leave one of them out",
    );
    refused(
        &["generate", "rush-hour", "--from", "jam:1", "--states", "many"],
        "with --from, --states is a number of states above 0, not 'many'",
    );
    refused(
        &["generate", "rush-hour", "--from", "jam:1", "--all", "--states", "3"],
        "--all takes every state; leave out --states and --walk",
    );
    refused(&["generate", "rush-hour", "--from", "korf:1"], "korf:1 is tiles, not rush-hour");
    refused(&["generate", "tiles", "--count", "0"], "--count 0 asks for nothing; write at least 1");
    refused(
        &["generate", "tiles", "--metric", "slides"],
        "tiles has no metric 'slides' (its metrics are moves)",
    );
    refused(
        &["generate", "tiles", "--feature", "manhatan"],
        "tiles has no feature 'manhatan'; did you mean 'manhattan'?",
    );
    refused(
        &["generate", "freecell", "--from", "ends:1", "--walk", "5"],
        "ends:1: moves of freecell cannot be taken back, so that no walk leads away from a goal",
    );
    refused(&["generate", "tiles", "--output", "no/such.csv"], "the folder no does not exist");
    let limited =
        unstuck(&["dataset", "generate", "tiles", "--from", "korf:1", "--all", "--limit-nodes", "100"])
            .exits(11);
    assert!(
        limited.message().starts_with("korf:1: its space is not enumerated: the node limit"),
        "{}",
        limited.err
    );
}

const LEARNING: &str = r#"
format = 1
name = "learning"
domain = "tiles"
[data]
csv = "eight.csv"
split = [0.6, 0.2, 0.2]
take = { test = 5 }
[search]
algorithm = "astar"
limits = { expanded = 3_000 }
[genome]
kind = "weights"
[algorithm]
population = 10
[fitness]
kind = "least_squares"
[stop]
generations = 3
"#;

#[test]
fn an_experiment_learns_from_a_dataset() {
    let folder = Folder::new("dataset-learning");
    folder
        .run(&[
            "dataset",
            "generate",
            "tiles",
            "--size",
            "3",
            "--walk",
            "12",
            "--count",
            "60",
            "-o",
            "eight.csv",
        ])
        .exits(0);
    folder.write("learning.toml", LEARNING);
    let run = |threads: &str| {
        folder.run(&["evolve", "learning.toml", "--json", "--threads", threads, "-o", "out"]).exits(0).json()
    };
    let one = run("1");
    assert_eq!(one["champion"], run("2")["champion"]);
    assert_eq!(one["test"]["results"][0]["runs"].as_array().unwrap().len(), 5);
    let text = folder.run(&["evolve", "learning.toml", "-o", "out"]).exits(0).out;
    assert!(text.contains(" validation rows + 5 test instances"), "{text}");
    // The same board in two rows of the file may come into two roles.
    let file = folder.read("eight.csv");
    let first = file.lines().nth(3).unwrap();
    folder.write("eight.csv", &format!("{file}{}", format!("{first}\n").repeat(40)));
    let refused = folder.run(&["evolve", "learning.toml"]).exits(2);
    let message = refused.message();
    assert!(message.contains("are the same instance; no instance may have two roles"), "{message}");
    assert!(message.starts_with("eight.csv:") && message.contains(" and eight.csv:"), "{message}");
    folder.write("eight.csv", "n\nd\n0 1 2 3 4 5 6 7 8,zero\n");
    let refused = folder.run(&["evolve", "learning.toml"]).exits(2);
    assert!(
        refused.message().starts_with("data.train: eight.csv: line 3, column 19: h* is 'zero'"),
        "{}",
        refused.err
    );
    folder.write("eight.csv", "n\nd\ninstance,h*\n0 1 2 3 4 5 6 7 8,0\n");
    let refused = folder.run(&["evolve", "learning.toml"]).exits(2);
    assert_eq!(refused.message(), "data.validation: eight.csv has 1 rows, which leaves none for validation");
}

/// The names of the columns come first: other programs read the file without further ado, and so do we.
#[test]
fn the_plain_form_begins_with_the_names_of_the_columns() {
    let folder = Folder::new("plain");
    folder.run(&["dataset", "generate", "tiles", "--size", "2", "--all", "--output", "own.csv"]).exits(0);
    let plain = folder.run(&["dataset", "export", "own.csv", "--form", "plain"]).exits(0).out;
    assert!(plain.starts_with("instance,h*,"), "{plain}");
    folder.write("plain.csv", &plain);
    folder.run(&["dataset", "show", "plain.csv"]).exits(0);
    // Boards of two by two could be of Rush Hour as well.
    folder.run(&["solve", "@plain.csv", "--domain", "tiles"]).exits(0);
}
