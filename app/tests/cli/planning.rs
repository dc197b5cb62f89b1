//! Planning tasks: files and folders, plans, grounding, the built-in benchmarks.

use super::folder::Folder;
use super::unstuck;

const DOMAIN: &str = include_str!("../../../domains/planning/src/tasks/gripper.pddl");
const PROBLEM: &str = include_str!("../../../domains/planning/src/tasks/gripper-1.pddl");

fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("planning-{name}"));
    folder.write("domain.pddl", DOMAIN);
    folder.write("p1.pddl", PROBLEM);
    folder
}

#[test]
fn a_problem_finds_its_domain_and_its_plan_can_be_validated() {
    let folder = folder("pair");
    for arguments in [&["domain.pddl", "p1.pddl"][..], &["p1.pddl"], &["@domain.pddl", "@p1.pddl"]] {
        let solved = folder.run(&[&["solve", "-a", "astar", "-H", "zero", "--json"], arguments].concat());
        let solved = solved.exits(0).json();
        assert_eq!((&solved["length"], &solved["optimal"]), (&9.into(), &true.into()));
        assert_eq!(solved["domain"], "pddl-gripper");
        assert_eq!(solved["task"]["variables"], 6);
        assert_eq!(solved["stages"][0][0], "read");
    }
    let plan = folder.run(&["solve", "p1.pddl", "--optimal", "--quiet", "--plan-file", "plan"]).exits(0).out;
    assert_eq!(plan.lines().count(), 10);
    assert!(plan.ends_with("; cost = 9 (unit cost)\n"), "{plan}");
    assert_eq!(folder.read("plan"), plan);
    for arguments in [&["domain.pddl", "p1.pddl", "@plan"][..], &["p1.pddl", "@plan"]] {
        let valid = folder.run(&[&["validate"], arguments].concat()).exits(0);
        assert!(valid.out.starts_with("valid: "), "{}", valid.out);
    }
    // VAL's form, with times; and a step that cannot be made.
    let timed: String =
        (0..).zip(plan.lines().take(9)).map(|(time, step)| format!("{time}.000: {step} [1.0]\n")).collect();
    folder.write("timed", &timed);
    folder.run(&["validate", "p1.pddl", "@timed"]).exits(0);
    folder.write("wrong", "(pick ball1 kitchen left)\n(pick ball2 kitchen left)\n");
    let wrong = folder.run(&["validate", "domain.pddl", "p1.pddl", "@wrong"]).exits(1);
    assert!(
        wrong.out.contains("(pick ball2 kitchen left)") && wrong.out.contains("(free left)"),
        "{}",
        wrong.out
    );
}

#[test]
fn a_folder_means_its_problems_in_numeric_order() {
    let folder = folder("folder");
    folder.write("p10.pddl", PROBLEM);
    folder.write("more/p2.pddl", PROBLEM);
    folder.write("notes.txt", "nothing");
    let solved = folder.run(&["solve", ".", "-a", "bfs", "--json"]).exits(0).json();
    let names: Vec<&str> =
        solved.as_array().unwrap().iter().map(|one| one["instance"].as_str().unwrap()).collect();
    assert_eq!(names, ["./more/p2.pddl", "./p1.pddl", "./p10.pddl"]);
    // compare and explore take the same arguments.
    folder.run(&["compare", ".", "-a", "bfs", "-a", "astar", "-H", "goals_left"]).exits(0);
    let space = folder.run(&["explore", "p1.pddl", "--json"]).exits(0).json();
    assert_eq!(space["length"], 9);
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place() {
    let folder = folder("wrong");
    folder.write("bad/domain.pddl", &DOMAIN.replace("(free ?h)", "(fre ?h)"));
    folder.write("bad/p1.pddl", PROBLEM);
    let run = folder.run(&["solve", "bad/p1.pddl"]).exits(2);
    assert!(run.message().starts_with("bad/domain.pddl:10:"), "{}", run.err);
    assert!(run.message().contains("'free'"), "{}", run.err);
    folder.write("p2.pddl", &PROBLEM.replace("(free left)", "(free table)"));
    let run = folder.run(&["solve", "p2.pddl"]).exits(2);
    assert!(run.message().starts_with("p2.pddl:3:"), "{}", run.err);
    let run = folder.run(&["solve", "domain.pddl"]).exits(2);
    assert_eq!(run.message(), "domain.pddl is a domain; name one of its problems after it");
    folder.write("other.pddl", "nothing");
    let run = folder.run(&["solve", "other.pddl"]).exits(2);
    assert!(run.message().starts_with("other.pddl defines neither a domain nor a problem"), "{}", run.err);
    folder.write("lonely/deep/down/p1.pddl", &PROBLEM.replace("(:domain gripper)", "(:domain grabber)"));
    let run = folder.run(&["solve", "lonely/deep/down/p1.pddl"]).exits(2);
    assert!(run.message().contains("needs its domain grabber"), "{}", run.err);
    let run = folder.run(&["solve", "p9.pddl"]).exits(2);
    assert!(run.message().contains("'p9.pddl' cannot be read"), "{}", run.err);
}

#[test]
fn unreachable_goals_are_proofs_and_limits_are_not() {
    let folder = folder("ends");
    folder.write("p2.pddl", &PROBLEM.replace("(:init (robot-at kitchen) ", "(:init "));
    let run = folder.run(&["solve", "p2.pddl", "--json"]).exits(10);
    assert_eq!(run.json()["status"], "unsolvable");
    folder.run(&["ground", "p2.pddl"]).exits(10);
    let run = folder.run(&["ground", "childsnack:hard-10", "--limit-memory", "8MiB", "--json"]).exits(11);
    assert_eq!((&run.json()["status"], &run.json()["limit"]), (&"limit".into(), &"memory".into()));
    let run = folder.run(&["solve", "childsnack:hard-10", "--limit-seconds", "0.05", "--json"]).exits(11);
    assert_eq!((&run.json()["status"], &run.json()["limit"]), (&"limit".into(), &"time".into()));
}

#[test]
fn grounding_shows_sizes_and_writes_the_task() {
    let folder = folder("ground");
    let ground =
        folder.run(&["ground", "domain.pddl", "p1.pddl", "--sas", "out.sas", "--json"]).exits(0).json();
    assert_eq!((&ground["status"], &ground["task"]["operators"]), (&"grounded".into(), &26.into()));
    assert!(folder.read("out.sas").starts_with("begin_version\n3\nend_version\n"));
    let shown = folder.run(&["ground", "p1.pddl"]).exits(0).out;
    assert!(shown.contains("operators") && shown.contains("in all"), "{shown}");
    let run = unstuck(&["ground", "jam:1"]).exits(2);
    assert_eq!(run.message(), "jam:1 is not a planning task, so there is nothing to ground");
}

#[test]
fn benchmarks_have_sets_and_generators() {
    let solved =
        unstuck(&["solve", "ferry:train-1-3", "-a", "astar", "-H", "zero", "--json"]).exits(0).json();
    assert_eq!(solved.as_array().unwrap().len(), 3);
    let made =
        unstuck(&["generate", "pddl-gripper", "--size", "4", "--count", "2", "--seed", "3"]).exits(0).out;
    assert_eq!(made.lines().count(), 2);
    let folder = Folder::new("planning-made");
    folder.write("made.txt", &made);
    let solved = folder.run(&["solve", "@made.txt", "--domain", "pddl-gripper", "--json"]).exits(0).json();
    assert_eq!(solved.as_array().unwrap().len(), 2);
    let run = unstuck(&["generate", "pddl-ferry", "--size", "99999"]).exits(2);
    assert_eq!(run.message(), "ferry has 1 to 4000 cars, not 99999");
    let listed = unstuck(&["heuristics", "pddl-ferry"]).exits(0).out;
    assert!(listed.contains("goals_left"), "{listed}");
}

/// A set keeps its name where a folder is called the same, and the domain of a problem may be named apart from it.
#[test]
fn an_experiment_may_be_about_many_domains() {
    let folder = Folder::new("planning-many-domains");
    let file = |train: &str, validation: &str| {
        format!(
            "format = 1\nname = \"many\"\ndomain = \"pddl\"\n[data]\ntrain = [{train}]\nvalidation = [{validation}]\n\
             [search]\nalgorithm = \"lazy\"\nlimits = {{ effort = 1e6 }}\n[genome]\nkind = \"weights\"\n\
             [fitness]\nkind = \"coverage\"\nsample = 2\n[algorithm]\npopulation = 4\n[champion]\ncontrol = false\n\
             [stop]\ngenerations = 2\n"
        )
    };
    let evolve = |train: &str, validation: &str| {
        folder.write("many.toml", &file(train, validation));
        folder.run(&["evolve", "many.toml", "--store", "s.db", "--quiet", "--json"])
    };
    let (ferry, blocks) = ("\"ferry:train-1-2\"", "\"blocksworld:train-1-2\"");
    let record = evolve(&format!("{ferry}, {blocks}"), "\"gripper:train-1-2\"").exits(0).json();
    let all = record["instances"]["train"].to_string();
    assert!(all.contains("ferry:train-2") && all.contains("blocksworld:train-1"), "{all}");
    let uneven = evolve(&format!("{ferry}, \"blocksworld:train-1-3\""), "\"gripper:train-1\"").exits(2).err;
    assert!(
        uneven.contains("train has 3 of blocksworld and 2 of ferry: give every domain as many"),
        "{uneven}"
    );
    let twice = evolve(ferry, "\"ferry:train-3-4\"").exits(2).err;
    assert!(twice.contains("ferry is in train and in validation"), "{twice}");
}

#[test]
fn an_experiment_takes_its_tasks_from_a_folder() {
    let folder = Folder::new("planning-data-folder");
    // Sizes run against names: the fifth smallest of the six is for validation.
    for number in 1..=6 {
        let made = unstuck(&["generate", "pddl-ferry", "--size", &(8 - number).to_string()]).exits(0).out;
        folder.write(&format!("tasks/training/p{number}.pddl"), &made);
    }
    let made = unstuck(&["generate", "pddl-ferry", "--size", "9"]).exits(0).out;
    folder.write("tasks/testing/t1.pddl", &made);
    let file = |tasks: &str| {
        format!(
            "format = 1\nname = \"x\"\ndomain = \"pddl-ferry\"\n[data]\nfolder = \"@{tasks}\"\n[search]\nalgorithm = \"greedy\"\nlimits = {{ expanded = 200, optimal = 0, reference_factor = 1 }}\n\
             [genome]\nkind = \"weights\"\n[algorithm]\npopulation = 4\n[champion]\ncontrol = false\n[stop]\ngenerations = 1\n"
        )
    };
    folder.write("experiment.toml", &file("tasks"));
    let run = folder.run(&["evolve", "experiment.toml", "--store", "s.db", "--quiet", "--json"]);
    let record = run.exits(0).json();
    let of = |role: &str, name: &str| {
        let all = record["instances"][role].as_array().unwrap();
        all.iter().any(|one| one.to_string().contains(name))
    };
    assert!(of("validation", "p2.pddl") && of("train", "p1.pddl") && of("train", "p6.pddl"), "{record}");
    assert!(of("test", "t1.pddl") && !of("train", "p2.pddl"));
    folder.write("few/p1.pddl", &made);
    folder.write("few.toml", &file("few"));
    let refused = folder.run(&["evolve", "few.toml", "--store", "s.db"]).exits(2).err;
    assert!(refused.contains("five are needed"), "{refused}");
}

#[test]
fn names_come_before_folders_and_a_domain_can_be_named_apart() {
    let folder = folder("names");
    folder.write("jam/p1.pddl", PROBLEM);
    let solved = folder.run(&["solve", "jam:1", "--json"]).exits(0).json();
    assert_eq!(solved["domain"], "rush-hour");
    assert_eq!(folder.run(&["solve", "jam", "--json"]).exits(0).json().as_array().unwrap().len(), 40);
    folder.run(&["solve", "./jam"]).exits(0);
    folder.write("far/away/from/home/p1.pddl", PROBLEM);
    folder.run(&["solve", "far/away/from/home/p1.pddl", "--domain", "domain.pddl"]).exits(0);
    // A problem of a built-in benchmark needs no domain file.
    let made = unstuck(&["generate", "pddl-ferry", "--size", "2"]).exits(0).out;
    folder.write("far/away/from/home/ferry.pddl", &made);
    folder.run(&["solve", "far/away/from/home/ferry.pddl"]).exits(0);
    folder.run(&["solve", made.trim()]).exits(0);
    let run = folder.run(&["validate", "domain.pddl", "p1.pddl"]).exits(2);
    assert!(run.message().starts_with("the plan is missing"), "{}", run.err);
}

/// What an experiment names without `@` is never looked for on the disk.
#[test]
fn names_in_experiments_are_not_paths() {
    let folder = folder("experiment");
    folder.write("e.toml", "domain = \"rush-hour\"\n[data]\ntrain = [\".\"]\nvalidation = [\"jam:2\"]\n");
    let run = folder.run(&["evolve", "e.toml", "--print-config"]);
    assert_ne!(run.code, Some(101));
    assert!(!run.err.contains("folder") && !run.err.contains("planning"), "{}", run.err);
    let run = folder.run(&["evolve", "e.toml"]).exits(2);
    assert!(!run.err.contains("folder") && !run.err.contains("planning"), "{}", run.err);
}

/// An experiment on the domain of a file keeps its definition, so nothing but the store is needed later.
#[test]
fn experiments_carry_the_definition_of_their_domain() {
    let folder = folder("evolving");
    folder.write("p2.pddl", &PROBLEM.replace("(at ball3 kitchen)", "(at ball3 garden)"));
    let experiment = "format = 1\nname = \"balls\"\ndomain = \"@domain.pddl\"\n\
        [data]\ntrain = [\"@p1.pddl\"]\nvalidation = [\"@p2.pddl\"]\n\
        [search]\nalgorithm = \"greedy\"\n[genome]\nkind = \"tree\"\nfeatures = [\"goals_left\", \"applicable\"]\n\
        [algorithm]\npopulation = 4\n[stop]\ngenerations = 2\n";
    folder.write("e.toml", experiment);
    let printed = folder.run(&["evolve", "e.toml", "--print-config"]).exits(0).out;
    assert!(printed.contains("domain = \"pddl-gripper\"\npddl = "), "{printed}");
    folder.run(&["evolve", "e.toml", "--quiet"]).exits(0);
    std::fs::rename(folder.0.join("domain.pddl"), folder.0.join("moved.pddl")).unwrap();
    folder.run(&["report", "balls"]).exits(0);
    if cfg!(pages) {
        folder.run(&["report", "balls", "--output", "balls.html"]).exits(0);
        assert!(!folder.read("balls.html").contains("cannot be drawn"));
    }
    // A definition in the file itself; and one that belongs to another name.
    folder.write("own.toml", &printed.replace("name = \"balls\"", "name = \"own\""));
    folder.run(&["evolve", "own.toml", "--quiet"]).exits(0);
    folder.write("other.toml", &printed.replace("domain = \"pddl-gripper\"", "domain = \"pddl-ferry\""));
    let refused = folder.run(&["evolve", "other.toml"]).exits(2);
    assert!(
        refused.err.contains("the definition of 'pddl-ferry' is that of 'pddl-gripper'"),
        "{}",
        refused.err
    );
    folder.write("twice.toml", &printed.replace("domain = \"pddl-gripper\"", "domain = \"@moved.pddl\""));
    let refused = folder.run(&["evolve", "twice.toml"]).exits(2);
    assert!(refused.err.contains("the domain is defined twice"), "{}", refused.err);
}

/// Tasks of several domains are compared domain by domain: how many are solved, and how good the plans are.
#[test]
fn comparisons_of_tasks_have_coverage_and_quality() {
    let tasks =
        ["compare", "ferry:train-1-2", "gripper:train-1", "-a", "astar", "-a", "greedy", "-H", "goals_left"];
    let shown = unstuck(&tasks).exits(0).out;
    for word in ["domain", "tasks", "solved", "quality", "pddl-ferry", "pddl-gripper", "all"] {
        assert!(shown.contains(word), "{word} in {shown}");
    }
    let compared = unstuck(&[&tasks[..], &["--json"]].concat()).exits(0).json();
    let domains = compared["domains"].as_array().unwrap();
    assert_eq!(domains.len(), 2);
    assert_eq!((&domains[0]["domain"], &domains[0]["instances"]), (&"pddl-ferry".into(), &2.into()));
    let lengths = |algorithm: &str| -> Vec<f64> {
        let results = compared["results"].as_array().unwrap().iter();
        let own = results.filter(|one| one["algorithm"] == algorithm && one["domain"] == "pddl-ferry");
        own.map(|one| one["length"].as_f64().unwrap()).collect()
    };
    let (best, greedy) = (lengths("astar"), lengths("greedy"));
    let quality: f64 = best.iter().zip(&greedy).map(|(best, own)| best / own).sum();
    let pairs = &domains[0]["pairs"];
    assert_eq!((&pairs[0]["coverage"], &pairs[0]["quality"]), (&1.0.into(), &2.0.into()));
    assert!((pairs[1]["quality"].as_f64().unwrap() - quality).abs() < 1e-9, "{pairs}");
    // What is not solved counts as nothing.
    let limited = unstuck(&[&tasks[..], &["--json", "--limit-nodes", "3"]].concat()).exits(11).json();
    assert_eq!(limited["domains"][0]["pairs"][0]["coverage"], 0.0);
    assert_eq!(limited["domains"][0]["pairs"][0]["quality"], 0.0);
}
