//! Experiments from their files to their champions.

pub use super::folder::Folder;
use super::unstuck;
use std::fs;
use std::path::PathBuf;

pub const TINY: &str = r#"
format = 1
name = "tiny"
domain = "rush-hour"
[data]
train = ["jam:1-4"]
validation = ["jam:5-6"]
test = ["jam:7-8"]
[search]
limits = { expanded = 2_000 }
[genome]
kind = "weights"
[algorithm]
population = 8
[champion]
validate_every = 2
top = 2
[stop]
generations = 3
"#;

#[test]
fn an_experiment_ends_with_a_champion_that_can_be_used() {
    let folder = Folder::with("champion", &with_baseline(&small(TINY)));
    let out = folder.run(&["evolve", "tiny.toml", "--quick"]).exits(0).out;
    for part in ["tiny", "champion", "tuned baseline", "blind", "blockers_deep", "saved as tiny.heuristic"] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let saved = fs::read_to_string(folder.0.join("tiny.heuristic")).unwrap();
    assert!(saved.starts_with("heuristic 1 for rush-hour (slides)\n"), "{saved}");
    folder.run(&["solve", "jam:1", "--algorithm", "ida", "--heuristic", "@tiny.heuristic"]).exits(0);
    // Another champion does not replace it.
    let out = folder.run(&["evolve", "tiny.toml", "--quick", "--seed", "5"]).exits(0).out;
    assert!(out.contains("tiny-2.heuristic"), "{out}");
    assert_eq!(fs::read_to_string(folder.0.join("tiny.heuristic")).unwrap(), saved);
}

#[test]
fn generated_instances_are_tested_without_a_baseline() {
    let generated = TINY
        .replace(r#"["jam:7-8"]"#, "{ generate = \"random\", count = 2, seed = 3 }")
        .replace("[champion]\n", WITHOUT_BASELINE)
        .replace("top = 2", "top = 2\ncontrol = false");
    let folder = Folder::with("generated", &generated);
    let test = folder.run(&["evolve", "tiny.toml", "--quick", "--json"]).exits(0).json()["test"].take();
    assert_eq!(test["results"][0]["runs"].as_array().map(Vec::len), Some(2), "{test:#}");
}

#[test]
fn the_same_experiment_comes_to_the_same_with_any_number_of_threads() {
    let folder = Folder::with("threads", &small(TINY).replace("name", "repetitions = 2\nname"));
    let run = |threads: &str| {
        let arguments =
            ["evolve", "tiny.toml", "--json", "--again", "--threads", threads, "--output", "out.heuristic"];
        folder.run(&arguments).exits(0).json()
    };
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one["champion"], two["champion"]);
    assert_eq!(one["runs"].as_array().unwrap().len(), 2);
    for number in 0..2 {
        assert_eq!(one["runs"][number]["history"], two["runs"][number]["history"]);
    }
    assert_eq!(one["reproducible"], true);
    // Random search has the seed and the budget of the repetition that it belongs to.
    assert_eq!(one["controls"].as_array().unwrap().len(), 2);
    for number in 0..2 {
        let (run, control) = (&one["runs"][number], &one["controls"][number]);
        assert_eq!(control["history"], two["controls"][number]["history"]);
        assert_eq!(
            (&control["seed"], &control["evaluations"]),
            (&run["seed"], &run["evaluations"]),
            "{control:#}"
        );
    }
    assert_ne!(one["controls"][0]["history"], one["controls"][1]["history"]);
    assert_eq!(one["test"]["results"][0]["name"], "champion of run 1");
    assert_eq!(one["test"]["results"][2]["name"], "random search for run 1");
    assert_eq!(one["test"]["results"][3]["kind"], serde_json::json!({ "control": 1 }));
    assert_eq!(one["test"]["results"][0]["runs"], two["test"]["results"][0]["runs"]);
    assert_eq!(one["experiment"]["algorithm"]["population"], 5);
}

/// A smaller one, for tests that run several. Hundreds of searches tune a baseline, so it has none.
pub fn small(experiment: &str) -> String {
    let fewer = experiment.replace("2_000", "200").replace("population = 8", "population = 5");
    let fewer = fewer.replace("jam:1-4", "jam:1-2").replace("[champion]\n", WITHOUT_BASELINE);
    fewer.replace("kind = \"weights\"", "kind = \"weights\"\nfeatures = [\"blockers\", \"distance\"]")
}

pub const WITHOUT_BASELINE: &str = "[champion]\nbaseline = false\n";

/// The same with a tuned baseline, for tests of it.
pub fn with_baseline(experiment: &str) -> String {
    experiment.replace(WITHOUT_BASELINE, "[champion]\n")
}

#[test]
fn what_is_done_is_shown_again_and_run_again_on_demand() {
    let folder = Folder::with("again", &small(TINY));
    let first = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    let again = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    assert_eq!((&first["id"], &first["runs"]), (&again["id"], &again["runs"]));
    assert_eq!(first["identity"], again["identity"]);
    let text = folder.run(&["evolve", "tiny.toml"]).exits(0).out;
    assert!(text.starts_with("tiny: finished already; --again runs it again\n"), "{text}");
    let second = folder.run(&["evolve", "tiny.toml", "--json", "--again"]).exits(0).json();
    assert_eq!((&second["id"], &second["champion"]), (&2.into(), &first["champion"]));
    // Another experiment has another identity.
    let other = folder.run(&["evolve", "tiny.toml", "--json", "--seed", "7"]).exits(0).json();
    assert_ne!(other["identity"], first["identity"]);
    let control = &first["controls"][0];
    assert_eq!((&control["seed"], &control["evaluations"]), (&first["runs"][0]["seed"], &15.into()));
    let without = small(TINY).replace("top = 2", "top = 2\ncontrol = false");
    fs::write(folder.0.join("tiny.toml"), without).unwrap();
    let without = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    assert_eq!(
        (&without["controls"], &without["runs"][0]["history"]),
        (&serde_json::json!([]), &first["runs"][0]["history"])
    );
}

#[test]
fn boards_of_a_file_are_part_of_the_experiment() {
    let folder = Folder::with("boards", &small(TINY).replace("jam:7-8", "@boards.txt"));
    fs::write(folder.0.join("boards.txt"), format!("{}\n", super::JAM_1)).unwrap();
    let text = folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(2);
    assert!(
        text.err.contains("jam:1 in train and @boards.txt:1 in test are the same instance"),
        "{}",
        text.err
    );
    let board = folder.run(&["generate", "rush-hour", "--count", "1", "--seed", "3"]).exits(0).out;
    fs::write(folder.0.join("boards.txt"), &board).unwrap();
    let one = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    let board = folder.run(&["generate", "rush-hour", "--count", "1", "--seed", "4"]).exits(0).out;
    fs::write(folder.0.join("boards.txt"), &board).unwrap();
    let two = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    assert_ne!(one["identity"], two["identity"]);
}

#[test]
fn every_configuration_of_a_grid_is_run() {
    let grid = "[grid]\n\"algorithm.kind\" = [\"generational\", \"cma_es\"]\nrepetitions = [1, 2]\n";
    let folder = Folder::with("configurations", &(with_baseline(&small(TINY)) + grid));
    let out = folder.run(&["evolve", "tiny.toml"]).exits(0).out;
    for part in ["4 configurations", "cma_es", "2/2", "validation", "baseline", "champion of configuration"] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let object = folder.run(&["experiments", "show", "--json"]).exits(0).json();
    let configurations = object["configurations"].as_array().unwrap();
    let of = |configuration: usize, key: &str| {
        configurations[configuration]["settings"][key].as_str().unwrap().to_owned()
    };
    assert_eq!(
        (configurations.len(), of(1, "algorithm.kind"), of(1, "repetitions")),
        (4, "\"generational\"".into(), "2".into())
    );
    assert_eq!(configurations[3]["runs"].as_array().unwrap().len(), 2);
    // The same setting, in a grid or alone, comes to the same.
    assert_eq!(configurations[0]["runs"][0]["history"], configurations[1]["runs"][0]["history"]);
    assert_eq!(
        configurations[0]["test"]["results"][0]["runs"],
        configurations[1]["test"]["results"][0]["runs"]
    );
    for configuration in configurations {
        let controls = configuration["controls"].as_array().unwrap();
        assert_eq!(controls.len(), configuration["runs"].as_array().unwrap().len());
        assert!(controls.iter().all(|control| control["state"] == "done"), "{controls:#?}");
    }
}

#[test]
fn the_tuned_baseline_stands_beside_every_champion() {
    let folder = Folder::with("untested", &with_baseline(&small(TINY)).replace("test = [\"jam:7-8\"]", ""));
    let out = folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0).out;
    let line = out.lines().find(|line| line.starts_with("tuned baseline ")).unwrap_or_default();
    assert!(line.contains(": fitness ") && line.ends_with(" on validation"), "{out}");
    let object = folder.run(&["experiments", "show", "--json"]).exits(0).json();
    assert_eq!((&object["state"], &object["test"]), (&"done".into(), &().into()));
    assert!(object["baseline"]["fitness"].is_number(), "{object:#}");
    // It is worth on validation what a run that consists of it is worth.
    let heuristic = object["baseline"]["heuristic"].as_str().unwrap();
    let alone = small(TINY)
        .replace("test = [\"jam:7-8\"]", "")
        .replace("kind = \"weights\"", "kind = \"tree\"")
        .replace("[\"blockers\", \"distance\"]", "[\"estimate\"]")
        .replace("name =", &format!("initial = [\"{heuristic}\", \"{heuristic}\"]\nname ="))
        .replace("population = 5", "kind = \"random_search\"\npopulation = 2")
        .replace("generations = 3", "generations = 1")
        .replace("top = 2", "top = 1");
    fs::write(folder.0.join("tiny.toml"), alone).unwrap();
    let alone = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    assert_eq!(alone["champion"]["validation"]["fitness"], object["baseline"]["fitness"], "{heuristic}");
}

#[test]
fn settings_of_a_domain_make_another_puzzle() {
    let file = |settings: &str| {
        format!(
            "format = 1\nname = \"tiny\"\ndomain = \"tiles\"\n{settings}\n[data]\n\
             train = {{ generate = \"tiles\", size = 3, walk = 12, count = 3, seed = 1 }}\n\
             validation = {{ generate = \"tiles\", size = 3, walk = 12, count = 3, seed = 2 }}\n\
             [search]\nalgorithm = \"astar\"\nlimits = {{ expanded = 1000 }}\n\
             [genome]\nkind = \"weights\"\nfeatures = [\"manhattan\", \"misplaced\"]\n\
             [algorithm]\npopulation = 3\n[champion]\nbaseline = false\n[stop]\ngenerations = 2\n"
        )
    };
    let folder = Folder::with("settings", &file(""));
    let usual = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    fs::write(folder.0.join("tiny.toml"), file("[settings]\ngoal = \"last\"")).unwrap();
    let other = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    assert_ne!(usual["identity"], other["identity"]);
    assert_eq!(other["experiment"]["settings"]["goal"], "last");
    assert_eq!((&other["state"], other["instances"]["train"].as_array().unwrap().len()), (&"done".into(), 3));
    fs::write(folder.0.join("tiny.toml"), file("[settings]\ngoal = \"middle\"")).unwrap();
    let run = folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(2);
    assert!(run.message().contains("data.train") && run.message().contains("middle"), "{}", run.err);
    let long =
        file("").replacen("size = 3, walk = 12, count = 3", "size = 2, count = 2, length = [900, 999]", 1);
    fs::write(folder.0.join("tiny.toml"), long).unwrap();
    let run = folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(2);
    assert_eq!(
        run.message(),
        "data.train: only 0 of 512 instances have a length from 900 to 999, and 2 are wanted; widen length"
    );
}

#[test]
fn the_configuration_is_printed_in_full_and_reads_back() {
    let folder = Folder::with("config", TINY);
    let printed = folder.run(&["evolve", "tiny.toml", "--print-config"]).exits(0).out;
    assert!(printed.contains("validate_every = 2") && printed.contains("table = \"auto\""), "{printed}");
    fs::write(folder.0.join("full.toml"), &printed).unwrap();
    assert_eq!(folder.run(&["evolve", "full.toml", "--print-config"]).exits(0).out, printed);
    let quick = folder.run(&["evolve", "tiny.toml", "--quick", "--print-config"]).exits(0).out;
    assert!(quick.contains("expanded = 200,") && quick.contains("take = 6"), "{quick}");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2, "nothing was run");
}

#[test]
fn what_is_wrong_is_shown_in_its_line() {
    let folder = Folder::with("wrong", &TINY.replace("population", "populaton"));
    let run = folder.run(&["evolve", "tiny.toml"]).exits(2);
    assert_eq!(
        run.message(),
        "tiny.toml: line 14, column 1: unknown key 'populaton' in algorithm (did you mean 'population'?)\n  \
         populaton = 8\n  ^"
    );
    let refused = |from: &str, to: &str, message: &str| {
        let hard = TINY.replace("2_000", "1").replace("[data]", "[data]\nunsolved = \"drop\"");
        let hard = if from == "jam:1-4" { hard } else { TINY.to_owned() };
        let folder = Folder::with("refused", &hard.replace(from, to));
        let run = folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(2);
        assert_eq!(run.message(), message);
        let listed = folder.run(&["experiments", "list", "--json"]).exits(0).json();
        assert_eq!(listed["experiments"], serde_json::json!([]), "nothing is kept of it");
    };
    refused("jam:5-6", "jam:4-6", "jam:4 is in train and in validation; no instance may have two roles");
    refused("jam:5-6", "jam:99", "data.validation: there is no jam:99; jam has the numbers 1 to 40");
    refused("jam:1-4", "jam:3", "no instance of train is left: none could be solved; raise limits.expanded");
    refused("jam:5-6", "korf:1", "data.validation: korf:1 is tiles, and the experiment is about rush-hour");
    let folder = Folder::with("grid", &format!("{TINY}[grid]\nseed = [1, 2]\n"));
    let run = folder.run(&["evolve", "tiny.toml", "--seed", "3"]).exits(2);
    assert!(run.message().contains("so --seed cannot be given as well"), "{}", run.err);
    let run = unstuck(&["evolve", "absent.toml"]).exits(2);
    assert!(run.message().starts_with("the file 'absent.toml' cannot be read"), "{}", run.err);
}

#[test]
fn operators_are_listed() {
    let out = unstuck(&["operators"]).exits(0).out;
    for part in
        ["crossover of policies", "ramped_half_and_half", "tournament", "least_squares", "coevolution"]
    {
        assert!(out.contains(part), "{part} in {out}");
    }
    let object = unstuck(&["operators", "--json"]).exits(0).json();
    let operators = object["operators"].as_array().unwrap();
    let blend = operators.iter().find(|operator| operator["name"] == "blend_alpha").unwrap();
    assert_eq!((&blend["folder"], &blend["of"]), (&"crossover".into(), &"weights".into()));
    assert_eq!(blend["parameters"][0]["name"], "alpha");
    assert_eq!(object["algorithms"].as_array().unwrap().len(), 9);
}

/// The ready-made experiments: one for each domain and genome, and the demonstration.
fn ready_made() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../experiments");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The experiments that come with the program can be read, also in their full form.
#[test]
fn the_ready_made_experiments_are_right() {
    let mut names = Vec::new();
    for path in ready_made() {
        let printed = unstuck(&["evolve", path.to_str().unwrap(), "--print-config"]).exits(0).out;
        let stem = path.file_stem().unwrap().to_str().unwrap();
        assert!(printed.contains(&format!("name = \"{stem}\"")), "{printed}");
        names.push(stem.to_owned());
    }
    for domain in ["rush-hour", "freecell", "tiles"] {
        for genome in ["weights", "tree", "policy"] {
            assert!(names.contains(&format!("{domain}-{genome}")), "{names:?}");
        }
    }
    assert!(names.contains(&"demo".to_owned()));
}

/// Every one of them ends quickly if asked to, with a champion and its test.
#[test]
fn the_ready_made_experiments_run() {
    if std::env::var_os("UNSTUCK_SLOW").is_none() {
        return;
    }
    for path in ready_made() {
        let folder = Folder::with("ready", "");
        let run = folder.run(&["evolve", path.to_str().unwrap(), "--quick", "--json"]).exits(0).json();
        assert!(run["champion"].is_object(), "{}: {run}", path.display());
        assert!(run["test"]["results"].as_array().is_some_and(|all| all.len() > 2), "{}", path.display());
    }
}

#[test]
fn coevolution_leaves_out_what_the_reference_cannot_solve() {
    let experiment = TINY
        .replace("jam:1-4\"", "jam:1-12\"")
        .replace("jam:5-6", "jam:13")
        .replace("jam:7-8", "jam:14")
        .replace("expanded = 2_000", "expanded = 1_000")
        .replace(
            "population = 8",
            "kind = \"coevolution\"\npopulation = 8\ncoevolution = { groups = 2, size = 2, per_host = 1 }",
        )
        .replace("[champion]\n", WITHOUT_BASELINE)
        .replace("[stop]", "[fitness]\nkind = \"reduction\"\n[stop]");
    let folder = Folder::with("beyond", &experiment);
    let run = folder.run(&["evolve", "tiny.toml", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let dropped = told["dropped"].as_array().unwrap();
    assert_eq!(dropped.len(), 10, "{dropped:?}");
    let first = serde_json::json!(["train", "jam:1", "the reference search does not solve it"]);
    assert_eq!(dropped[0], first, "{dropped:?}");
    let shown = folder.run(&["evolve", "tiny.toml"]);
    let line =
        "10 of train left out (jam:1, jam:2, jam:3, jam:5, jam:6 …): the reference search does not solve it";
    assert!(shown.out.contains(line), "{}", shown.out);
}

#[test]
fn the_files_behind_the_results_are_whole() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results");
    let files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        let name = file.to_str().unwrap();
        match file.extension().is_some_and(|ending| ending == "toml") {
            true => unstuck(&["evolve", name, "--print-config"]).exits(0),
            false => unstuck(&["solve", "jam:1", "-a", "ida", "-H", &format!("@{name}")]).exits(0),
        };
    }
}

#[test]
fn a_champion_comes_with_its_search() {
    let text = small(TINY).replace("[search]\n", "[search]\nalgorithm = \"wida\"\n").replace(
        "kind = \"weights\"",
        "kind = \"weights\"\nsearch = { weight = [1.25, 3.0], order = [\"h\"] }",
    );
    let folder = Folder::with("searches", &text);
    let object = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    let saved = fs::read_to_string(folder.0.join("tiny.heuristic")).unwrap();
    let line = saved.lines().nth(1).unwrap();
    assert!(line.starts_with("search wida, weight ") && line.ends_with(", order h"), "{saved}");
    assert!(object["champion"].to_string().contains(line), "{}", object["champion"]);
    let results = object["test"]["results"].as_array().unwrap();
    let tested =
        |name: &str| results.iter().find(|result| result["name"] == name).unwrap()["heuristic"].clone();
    assert!(tested("champion").as_str().unwrap().starts_with(line));
    assert_eq!(tested("blockers_deep"), "blockers_deep", "others have the experiment's own");
    // It is read again, wherever it is named.
    let export = folder.run(&["experiments", "export", "tiny", "--champion"]).exits(0).out;
    assert_eq!(export.trim(), saved.trim());
    assert!(folder.run(&["report", "tiny"]).exits(0).out.contains("tiny"));
    let solved = folder.run(&["solve", "jam:1", "-H", "@tiny.heuristic", "--json"]).exits(0).json();
    assert_eq!(solved["algorithm"], "wida");
    assert!(solved["heuristic"].as_str().unwrap().starts_with(line), "{}", solved["heuristic"]);
    let shown = folder.run(&["experiments", "show", "tiny"]).exits(0).out;
    assert!(shown.contains(line), "{shown}");
}
