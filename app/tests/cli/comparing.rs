//! `compare`: four forms of the same table.

use super::unstuck;
use serde_json::json;

const PAIR: &[&str] = &["compare", "jam:1-3", "--heuristic", "zero", "--heuristic", "blockers"];

#[test]
fn heuristics_are_compared_by_nodes() {
    let out = unstuck(PAIR).exits(0).out;
    for word in
        ["zero", "blockers", "length", "nodes", "expanded", "states", "b*", "total", "mean", "unstuck 0."]
    {
        assert!(out.contains(word), "{word} in {out}");
    }
}

/// A ply of FreeCell may be several moves: the length is counted in the metric, and the depth is there on request.
#[test]
fn lengths_are_those_of_the_metric_and_depths_are_plies() {
    let arguments = ["compare", "freecell:1", "-a", "hsd", "-H", "champion", "--format"];
    let csv = unstuck(&[&arguments[..], &["csv"]].concat()).exits(0).out;
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let cell = |name| rows[1][rows[0].iter().position(|head| *head == name).unwrap()];
    let (length, depth, states) = (cell("length"), cell("depth"), cell("stored"));
    assert_ne!(length, depth);
    let row = |more: &[&str]| {
        let table = unstuck(&[&arguments[..], &["markdown"], more].concat()).exits(0).out;
        table.lines().nth(2).unwrap().replace(',', "")
    };
    assert!(row(&[]).starts_with(&format!("| freecell:1 | {length} |")), "{}", row(&[]));
    assert!(row(&[]).contains(&format!("| {states} |")) && !row(&[]).contains(&format!("| {depth} |")));
    assert!(row(&["--plies"]).starts_with(&format!("| freecell:1 | {length} | {depth} |")));
}

#[test]
fn algorithms_are_compared_by_length_and_time() {
    let out = unstuck(&["compare", "jam:1-2", "-a", "bfs", "-a", "dfs", "-a", "astar"]).exits(0).out;
    for word in ["bfs", "dfs", "astar blockers", "length", "time", "* longer than the shortest of its row"] {
        assert!(out.contains(word), "{word} in {out}");
    }
}

#[test]
fn the_table_comes_as_markdown_csv_and_json() {
    let form = |name| unstuck(&[PAIR, &["--format", name]].concat()).exits(0);
    let markdown = form("markdown").out;
    assert!(markdown.starts_with(
        "| instance | zero<br>length | nodes | expanded | states | b* | CPU time | blockers<br>length |"
    ));
    let table = form("csv").out;
    assert_eq!(table.lines().count(), 7);
    assert!(table.starts_with("instance,algorithm,heuristic,status,"), "{table}");
    let object = form("json").json();
    assert_eq!(object["results"].as_array().map(Vec::len), Some(6));
    assert_eq!(object["results"][1]["heuristic"], "blockers");
    assert_eq!(object["summary"][0]["solved"], 3);
    assert!(object["unstuck"]["commit"].is_string());
    assert_eq!(unstuck(&[PAIR, &["--json"]].concat()).json()["summary"][1]["heuristic"], "blockers");
}

#[test]
fn a_limit_is_shown_and_kept_out_of_the_means() {
    let out = unstuck(&[PAIR, &["--limit-nodes", "800"]].concat()).exits(11).out;
    assert!(out.contains("node limit") && out.contains("totals and means over the"), "{out}");
}

#[test]
fn every_figure_has_its_column() {
    let arguments = ["compare", "jam:1", "-a", "ida", "-H", "blockers", "--table", "1MiB"];
    let text = unstuck(&arguments).exits(0).out;
    assert!(text.contains("\nida: table 1 MiB\n"), "{text}");
    let table = unstuck(&[&arguments[..], &["--format", "csv"]].concat()).exits(0).out;
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    let object = unstuck(&[&arguments[..], &["--json"]].concat()).exits(0).json();
    for name in [
        "generated",
        "stored",
        "reopened",
        "max_open",
        "iterations",
        "peak_bytes",
        "table_bytes",
        "evaluated",
    ] {
        let column = rows[0].iter().position(|head| *head == name).unwrap_or_else(|| panic!("{name}"));
        let figure = &object["results"][0]["stats"][name];
        assert_eq!(rows[1][column], figure.to_string(), "{name}");
        assert_eq!(object["summary"][0]["mean"][name].as_f64(), figure.as_f64(), "{name}");
    }
    assert_eq!(object["results"][0]["stats"]["table_bytes"], 1 << 20);
}

#[test]
fn a_heuristic_that_no_algorithm_reads_is_refused() {
    let run = unstuck(&["compare", "jam:1", "-a", "bfs", "-H", "blockers"]).exits(2);
    let remedy = "leave out --heuristic blockers or write --algorithm astar";
    assert_eq!(run.message(), format!("bfs is blind, it reads no heuristic; {remedy}"));
    let run = unstuck(&["compare", "jam:1", "-a", "bfs", "-a", "dfs", "-H", "blockers"]).exits(2);
    assert_eq!(run.message(), format!("bfs, dfs are blind, they read no heuristic; {remedy}"));
    unstuck(&["compare", "jam:1", "-a", "bfs", "-a", "astar", "-H", "blockers"]).exits(0);
    unstuck(&["compare", "jam:1", "-a", "bfs", "-H", "zero"]).exits(0);
}

/// What is drawn of it is tested in a browser.
#[test]
#[cfg_attr(not(pages), ignore = "the program was built without the web UI")]
fn plots_are_a_page_with_the_results_by_parts() {
    let path = std::env::temp_dir().join(format!("unstuck-plots-{}.html", std::process::id()));
    let file = path.to_str().unwrap();
    let flags = ["-a", "bfs", "-a", "astar", "-H", "blockers", "--plots", file];
    let run = || unstuck(&[&["compare", "unblock:easy-1-2", "unblock:long-1-2"], &flags[..]].concat());
    let out = run().exits(0).out;
    assert!(out.ends_with(&format!("plots in {file}\n")), "{out}");
    let page = std::fs::read_to_string(&path).unwrap();
    let record = super::reporting::embedded(&page);
    assert_eq!(record["methods"], json!(["bfs", "astar blockers"]));
    assert_eq!(
        record["parts"],
        json!([
            { "name": "unblock:easy", "rows": [["unblock:easy-1", [0, 1]], ["unblock:easy-2", [2, 3]]] },
            { "name": "unblock:long", "rows": [["unblock:long-1", [4, 5]], ["unblock:long-2", [6, 7]]] },
        ])
    );
    let results = record["result"]["results"].as_array().unwrap();
    assert_eq!(results.len(), 8);
    assert_eq!(
        (&results[3]["instance"], &results[3]["algorithm"]),
        (&json!("unblock:easy-2"), &json!("astar"))
    );
    assert!(results[3]["stats"]["expanded"].is_number() && results[3]["length"].is_number());
    run().exits(0);
    std::fs::write(&path, "mine").unwrap();
    let refused = run().exits(2);
    assert!(refused.message().ends_with("is no report; choose another name with --plots"), "{}", refused.err);
    std::fs::remove_file(&path).unwrap();
}

/// Below the instances: how many were solved, and what the others are of the first.
#[test]
fn shares_and_ratios_are_of_the_first() {
    let out = unstuck(PAIR).exits(0).out;
    for word in [" solved ", "3 of 3", "mean of 3", "share of the first", "mean of ratios", "100.0 %"] {
        assert!(out.contains(word), "{word} in {out}");
    }
    let summary = &unstuck(&[PAIR, &["--json"]].concat()).exits(0).json()["summary"];
    let number = |pair: usize, name: &str| summary[pair][name].as_f64().unwrap();
    assert_eq!((number(0, "share_of_first"), number(0, "mean_ratio")), (1.0, 1.0));
    let expanded = |pair: usize| summary[pair]["mean"]["expanded"].as_f64().unwrap();
    assert!((number(1, "share_of_first") - expanded(1) / expanded(0)).abs() < 1e-12);
    assert_ne!(number(1, "share_of_first"), number(1, "mean_ratio"));
}

/// A champion's title is the name that was typed, not its formula.
#[test]
fn heuristics_keep_the_name_that_was_typed() {
    let arguments = ["compare", "jam:1-2", "-H", "champion", "-H", "2*blockers"];
    let out = unstuck(&arguments).exits(0).out;
    assert!(
        out.lines().next().is_some_and(|head| head.contains(" champion ") && head.contains("2*blockers")),
        "{out}"
    );
    let summary = &unstuck(&[&arguments[..], &["--json"]].concat()).exits(0).json()["summary"];
    assert_eq!(
        (summary[0]["name"].as_str(), summary[1]["name"].as_str()),
        (Some("champion"), Some("2*blockers"))
    );
    assert_ne!(summary[0]["heuristic"], "champion");
}
