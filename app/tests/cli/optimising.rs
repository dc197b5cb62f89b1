//! Optimisation domains: solve, compare, validate, explain and generate, and what they refuse.

use super::cpu;
use super::folder::Folder;
use super::unstuck;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Three bins, as 30 of room for 30 of items.
const SMALL: &str = "10: 6 7 4 3 5 5";

#[test]
fn a_solution_is_shown_with_bound_gap_and_statistics() {
    let out = unstuck(&["solve", SMALL]).exits(0).out;
    for words in [
        "6 items, capacity 10",
        "3 bins, optimal, lower bound 3 (gap 0.00 %)",
        "iterated best_fit_decreasing",
    ] {
        assert!(out.contains(words), "{words} in {out}");
    }
    let out = unstuck(&["solve", "or-u120:1", "-a", "construct", "-H", "best_fit", "--online"]).exits(0).out;
    for words in
        ["bins, not proved optimal, lower bound 48", "best known 48", "construct best_fit: 1 construction, "]
    {
        assert!(out.contains(words), "{words} in {out}");
    }
    let out = unstuck(&["solve", &format!("bin-packing:{SMALL}"), "--verbose"]).exits(0).out;
    assert!(out.contains("bin 1: items "), "the cost by its parts: {out}");
}

#[test]
fn json_has_the_curve_the_solution_and_its_parts() {
    let arguments =
        ["solve", "or-u120:2", "-a", "ruin_recreate", "--seed", "7", "--limit-effort", "20M", "--json"];
    let found = unstuck(&arguments).exits(0).json();
    let number = |name: &str| found[name].as_i64().unwrap_or_else(|| panic!("{name} in {found:#}"));
    assert_eq!((found["domain"].as_str(), found["status"].as_str()), (Some("bin-packing"), Some("solved")));
    assert_eq!((found["metric"].as_str(), number("violations"), number("seed")), (Some("bins"), 0, 7));
    assert_eq!(found["components"].as_array().map(Vec::len), Some(number("cost") as usize));
    assert_eq!(found["solution"].as_str().unwrap().lines().count(), number("cost") as usize);
    let curve = found["curve"].as_array().unwrap();
    let costs: Vec<i64> = curve.iter().map(|point| point["cost"].as_i64().unwrap()).collect();
    assert!(
        costs.windows(2).all(|two| two[0] > two[1]) && costs.last() == Some(&number("cost")),
        "{costs:?}"
    );
    assert!(found["stats"]["choices"].as_u64() > Some(0) && found["parameters"]["noise"] == 0.1);
    let again = unstuck(&arguments).exits(0).json();
    assert_eq!(
        (&again["solution"], &again["stats"]["effort"]),
        (&found["solution"], &found["stats"]["effort"])
    );
    let lines = unstuck(&["solve", "or-u120:1-3", "-a", "construct", "--jsonl"]).exits(0).out;
    assert_eq!(lines.lines().count(), 3);
}

#[test]
fn several_instances_are_a_table_with_gaps_of_both_kinds() {
    let out = unstuck(&["solve", "or-u120:1-4", "-a", "construct", "-H", "best_fit_decreasing"]).exits(0).out;
    for words in [
        "lower bound",
        "best known",
        "4 of 4 solved",
        "as mean of ratios",
        "as ratio of sums",
        "above the best known",
    ] {
        assert!(out.contains(words), "{words} in {out}");
    }
    let all = |threads| {
        let run = unstuck(&["solve", "or-u120:1-4", "--limit-effort", "5M", "--threads", threads, "--json"]);
        let found = run.exits(0).json();
        found.as_array().unwrap().iter().map(|one| one["solution"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(all("1"), all("3"));
}

#[test]
fn a_solution_goes_through_files_and_never_gets_worse() {
    let folder = Folder::new("solutions");
    let construct = ["solve", "or-u120:6", "-a", "construct", "-H", "worst_fit", "--quiet"];
    let out = folder.run(&[&construct[..], &["--solution-file", "packing"]].concat()).exits(0).out;
    assert_eq!(out, folder.read("packing"));
    let valid = folder.run(&["validate", "or-u120:6", "@packing", "--json"]).exits(0).json();
    let cost = valid["cost"].as_i64().unwrap();
    assert_eq!((cost, valid["valid"].as_bool()), (out.lines().count() as i64, Some(true)));
    for algorithm in
        ["construct", "restarts", "descent", "iterated", "anneal", "late_acceptance", "ruin_recreate"]
    {
        let arguments =
            ["solve", "or-u120:6", "--from", "packing", "-a", algorithm, "--limit-effort", "100k", "--json"];
        let better = folder.run(&arguments).exits(0).json()["cost"].as_i64().unwrap();
        assert!(better <= cost, "{algorithm}: {better} after {cost}");
    }
    folder.write(
        "found.json",
        &folder.run(&["solve", "or-u120:6", "--limit-effort", "1M", "--json"]).exits(0).out,
    );
    folder.run(&["validate", "or-u120:6", "@found.json"]).exits(0);
    folder.run(&["solve", "or-u120:6", "--from", "found.json", "--limit-effort", "1"]).exits(0);
    folder.write("wrong", &out.lines().skip(1).collect::<Vec<_>>().join("\n"));
    let run = folder.run(&["validate", "or-u120:6", "@wrong"]).exits(1);
    assert!(run.out.starts_with("not valid: item ") && run.out.contains("is in no bin"), "{}", run.out);
    let run = folder.run(&["solve", "or-u120:6", "--from", "wrong"]).exits(2);
    assert!(run.message().contains("or-u120:6: "), "{}", run.err);
    let run = folder.run(&["solve", "or-u120:1-2", "--from", "packing"]).exits(2);
    assert_eq!(run.message(), "a solution to start from is of one instance, but 2 are named");
}

/// The excess of some rules: (sum of bins − sum of bounds) ÷ sum of bounds, in percent.
fn excess(set: &str, rules: &[&str]) -> Vec<f64> {
    let mut arguments = vec!["compare", set, "--online", "--json"];
    rules.iter().for_each(|rule| arguments.extend(["-H", rule]));
    let found = unstuck(&arguments).exits(0).json();
    let of_sums = |pair: &Value| pair["to_lower_bound"]["of_sums"].as_f64().unwrap();
    let rounded = |share: f64| (share * 1e4).round() / 100.0;
    found["summary"].as_array().unwrap().iter().map(|pair| rounded(of_sums(pair))).collect()
}

#[test]
fn published_figures_are_reproduced() {
    let rules = ["first_fit", "best_fit", "sum_of_squares"];
    assert_eq!(excess("weibull-5k-funsearch", &rules), [4.23, 3.98, 0.48]);
    assert_eq!(excess("or-u120", &["first_fit", "best_fit"]), [6.42, 5.81]);
}

#[test]
fn rules_are_compared_in_four_forms() {
    let default = unstuck(&["compare", "or-u120:1-3", "--online"]).exits(0).out;
    for words in [
        "first_fit",
        "sum_of_squares",
        "eoh",
        "above the lower bound, ratio of sums",
        "wins",
        "difference to the first",
        "construct, costs in bins",
    ] {
        assert!(default.contains(words), "{words} in {default}");
    }
    let pair = ["compare", "or-u120:1-5", "-H", "best_fit_decreasing", "-H", "-after", "--format"];
    let form = |name| unstuck(&[&pair[..], &[name]].concat()).exits(0);
    assert!(form("markdown").out.starts_with("| instance | lower bound | best_fit_decreasing | -after |"));
    let csv = form("csv").out;
    assert!(csv.starts_with("instance,algorithm,heuristic,name,") && csv.lines().count() == 11, "{csv}");
    let found = form("json").json();
    assert_eq!(found["results"].as_array().map(Vec::len), Some(10));
    let [first, second] = &found["summary"].as_array().unwrap()[..] else { panic!("two pairs") };
    assert_eq!((first["wins"].as_u64(), &first["difference"]), (Some(5), &Value::Null));
    let difference = &second["difference"];
    let number = |name: &str| difference[name].as_f64().unwrap();
    assert!(number("low") <= number("mean") && number("mean") <= number("high"), "{difference}");
    let several =
        unstuck(&["compare", "or-u120:1", "-a", "construct", "-a", "descent", "-H", "best_fit"]).exits(0).out;
    assert!(several.contains("construct best_fit") && several.contains("descent best_fit"), "{several}");
    let run = unstuck(&["compare", "or-u120:1", "--plots", "page.html"]).exits(2);
    assert!(run.message().starts_with("--plots draws comparisons of searches"), "{}", run.err);
}

#[test]
fn a_step_is_explained_by_the_values_of_its_choices() {
    let found =
        unstuck(&["explain", SMALL, "--online", "-H", "best_fit", "--step", "3", "--json"]).exits(0).json();
    // After 6 and 7, the item 4 fits into the first bin, or into a new one.
    let choices = found["choices"].as_array().unwrap();
    let values: Vec<(f64, bool)> =
        choices.iter().map(|one| (one["value"].as_f64().unwrap(), one["made"].as_bool().unwrap())).collect();
    assert_eq!((values, found["step"].as_u64()), (vec![(0.0, true), (-6.0, false)], Some(3)));
    assert_eq!(found["features"][0], "after");
    let last = unstuck(&["explain", SMALL, "--online", "-H", "best_fit", "--step", "99"]).exits(0).out;
    assert!(last.contains("step 6, rule -after") && last.contains("← chosen"), "{last}");
    let folder = Folder::new("explained");
    folder.write("packing", "1 3\n2 4\n5 6\n");
    let out = folder.run(&["explain", SMALL, "-H", "best_fit", "--from", "packing"]).exits(0).out;
    assert!(out.contains("bin 2: items 2 4, 10 of 10") && out.contains("lower bound 3"), "{out}");
}

#[test]
fn what_is_generated_is_read_back() {
    let folder = Folder::new("generated");
    let generate = ["generate", "bin-packing", "weibull", "--items", "1000", "--count", "3", "-o", "f.txt"];
    assert_eq!(folder.run(&generate).exits(0).out, "3 instances written to f.txt\n");
    let run = folder.run(&generate).exits(2);
    assert_eq!(run.message(), "f.txt exists already; name another file, or add --force to overwrite it");
    let solve = ["solve", "@f.txt", "--domain", "bin-packing", "--online", "--json"];
    let found = folder.run(&solve).exits(0).json();
    assert_eq!(found.as_array().map(Vec::len), Some(3));
    assert_eq!(found[2]["components"].as_array().map(|bins| bins.len() as i64), found[2]["cost"].as_i64());
    assert_eq!(found[0]["name"], "sum_of_squares");
    let triplets = folder.run(&["generate", "bin-packing", "triplets", "--items", "60"]).exits(0).out;
    let solved = folder.run(&["solve", triplets.trim(), "--json"]).exits(0).json();
    assert_eq!(solved["best_known"], 20);
}

#[test]
fn a_rule_may_have_several_decisions_and_a_file() {
    let folder = Folder::new("decisions");
    folder.write("rule", "choose: 1000*item - after\naccept: 1\n");
    for rule in ["@rule", "choose: 1000*item - after; accept: 1"] {
        let arguments = ["solve", "or-u120:1", "-a", "anneal", "-H", rule, "--limit-effort", "1M", "--json"];
        let found = folder.run(&arguments).exits(0).json();
        assert_eq!(found["heuristic"], "choose: 1e3*item - after; accept: 1");
        assert_eq!(found["name"], rule);
    }
    let run = folder.run(&["export", "bin-packing", "@rule"]).exits(2);
    assert_eq!(run.message(), "the rule has a formula for each of choose, accept; export them one by one");
    assert_eq!(
        folder.run(&["export", "bin-packing", "best_fit", "--form", "infix"]).exits(0).out,
        "-after\n"
    );
}

#[test]
fn optimal_proves_where_the_domain_can() {
    // The bound from heads and tails is 52.
    let found = unstuck(&["solve", "ft:06", "--optimal", "--json"]).exits(0).json();
    assert_eq!((found["cost"].as_i64(), found["lower_bound"].as_i64()), (Some(55), Some(55)));
    assert_eq!(found["optimal"], true);
}

#[test]
fn refusals_name_what_would_be_right() {
    let message = |arguments: &[&str]| unstuck(arguments).exits(2).message().to_owned();
    let solve = |flags: &[&str]| message(&[&["solve", "or-u120:1"], flags].concat());
    assert!(
        solve(&["--optimal"])
            .starts_with("--optimal needs a method that proves solutions optimal; bin-packing has none")
    );
    assert!(solve(&["--shortest"]).starts_with("--shortest is about plans of searches; bin-packing is an"));
    assert!(solve(&["--animate"]).starts_with("--animate plays plans of searches"));
    assert!(solve(&["--limit-nodes", "5"]).contains("use --limit-seconds or --limit-effort"));
    assert!(
        solve(&["-a", "astar"])
            .starts_with("astar searches state spaces; for optimisation domains available: ")
    );
    assert_eq!(solve(&["-a", "aneal"]), "unknown algorithm 'aneal'; did you mean 'anneal'?");
    assert_eq!(
        solve(&["-a", "anneal", "--noise", "0.5"]),
        "anneal has no parameter 'noise'; available for restarts, ruin_recreate"
    );
    assert_eq!(
        solve(&["-a", "anneal", "--weight", "2"]),
        format!("anneal has no parameter 'weight'; available for {}", readers_of("weight"))
    );
    assert_eq!(solve(&["-H", "best_fitt"]), "bin-packing has no rule 'best_fitt' (did you mean 'best_fit'?)");
    assert!(solve(&["-H", "-after + items_lft"]).contains("did you mean 'items_left'?"));
    assert!(
        solve(&["--online", "-H", "items_left"]).contains("'items_left', which this instance does not have")
    );
    assert!(
        solve(&["--online", "-a", "descent"]).contains("descent: "),
        "online there is nothing to improve"
    );
    assert_eq!(
        message(&["solve", "jam:1", "--seed", "3"]),
        "--seed is for optimisation domains, not for searches"
    );
    assert_eq!(
        message(&["solve", "jam:1", "-a", "astar", "--hot", "0.5"]),
        "astar has no parameter 'hot'; available for anneal"
    );
    assert_eq!(
        message(&["solve", "jam:1", "or-u120:1"]),
        "jam:1 is of a search domain, or-u120:1 is of an optimisation domain; name instances of one kind"
    );
    assert_eq!(
        message(&["value", "or-u120:1"]),
        "value works on search problems; bin-packing is an optimisation domain ('unstuck explain' shows the values of a rule on \
         all choices of a step)"
    );
    for command in [&["explore"][..], &["audit", "bin-packing"]] {
        let refused = message(&[command, &["or-u120:1"]].concat());
        assert!(
            refused.contains("works on search problems; bin-packing is an optimisation domain"),
            "{refused}"
        );
    }
}

/// The search algorithms that read a parameter, as they are listed.
fn readers_of(parameter: &str) -> String {
    let listed = unstuck(&["algorithms", "--json"]).exits(0).json();
    let reads = |info: &&Value| info["parameters"].as_array().unwrap().contains(&parameter.into());
    let names = listed["algorithms"]
        .as_array()
        .unwrap()
        .iter()
        .filter(reads)
        .map(|info| info["name"].as_str().unwrap());
    names.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_registrations_are_listed() {
    let out = unstuck(&["heuristics", "bin-packing"]).exits(0).out;
    for words in
        ["sum_of_squares", "2*count_before - 2*count_after", "choose", "accept", "items_seen", "stagnation"]
    {
        assert!(out.contains(words), "{words} in {out}");
    }
    let listed = unstuck(&["heuristics", "bin-packing", "--json"]).exits(0).json();
    assert!(listed["rules"].as_array().unwrap().iter().any(|rule| rule["text"] == "-after"));
    assert_eq!(listed["decisions"][0]["name"], "choose");
    let out = unstuck(&["domains", "bin-packing"]).exits(0).out;
    for words in ["or-u120:1-20", "--online", "weibull", "best_fit", "of choices"] {
        assert!(out.contains(words), "{words} in {out}");
    }
    let out = unstuck(&["algorithms"]).exits(0).out;
    assert!(out.contains("for optimisation domains:") && out.contains("--patience"), "{out}");
    let listed = unstuck(&["algorithms", "--json"]).exits(0).json();
    let anneal =
        listed["optimisation"].as_array().unwrap().iter().find(|info| info["name"] == "anneal").unwrap();
    assert_eq!(
        (&anneal["parameters"][0]["name"], &anneal["parameters"][0]["default"]),
        (&"hot".into(), &"0.2".into())
    );
}

/// The bound of this instance cannot be reached: no bin of 7 can be filled by items of 3.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_best_solution() {
    let folder = Folder::new("interrupted-packing");
    let instance = format!("7:{} 2 2 2", " 3".repeat(30));
    let arguments = ["solve", &instance, "--limit-seconds", "3000", "--solution-file", "best"];
    let mut child = folder.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    cpu::wait_for(child.id(), Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let (ended, used) = cpu::end(&mut child);
    assert!(used < Duration::from_secs(5), "{used:?} after the signal");
    assert_eq!(ended.code(), Some(130), "{ended}");
    let checked = folder.run(&["validate", &instance, "@best", "--json"]).exits(0).json();
    assert!(checked["cost"].as_i64() > checked["lower_bound"].as_i64(), "{checked}");
}
