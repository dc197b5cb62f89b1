//! What is kept, and how it is steered from a second process.

use super::cpu;
use super::evolving::{Folder, TINY, small, with_baseline};
use super::patience::Patience;
use serde_json::Value;
use std::fs;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Stdio};
use std::time::Duration;

/// Hours of blind deepening before the first generation.
pub fn endless() -> String {
    small(TINY)
        .replace("200", "1_000_000_000")
        .replace("limits =", "table = \"0B\"\nlimits =")
        .replace("jam:1-2", "jam:40")
}

/// A process that ends with its test, also if the test fails.
pub struct Running(Child);

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended already cannot be killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn start(folder: &Folder, arguments: &[&str]) -> Running {
    let mut command = folder.command(arguments);
    Running(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// Waits until the newest experiment is in a state.
#[track_caller]
pub fn wait_for(folder: &Folder, state: &str) -> Value {
    let patience = Patience::default();
    loop {
        let listed = folder.run(&["experiments", "list", "--json"]).exits(0).json();
        if listed["experiments"][0]["state"] == state {
            return listed["experiments"][0].clone();
        }
        patience.wait(|| format!("{listed:#}"));
    }
}

#[test]
fn what_is_kept_is_listed_shown_copied_and_deleted() {
    let folder = Folder::with("kept", &with_baseline(&small(TINY)));
    let none = folder.run(&["experiments", "list"]).exits(0).out;
    assert_eq!(none, "no experiment yet; begin one with 'unstuck evolve FILE'\n");
    assert!(!folder.0.join("store.db").exists(), "looking leaves no trace");
    let run = folder.run(&["experiments", "show"]).exits(2);
    assert_eq!(run.message(), "there is no experiment yet; begin one with 'unstuck evolve FILE'");
    let first = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    let listed = folder.run(&["experiments", "list"]).exits(0).out;
    assert!(listed.contains("tiny") && listed.contains("done") && listed.contains("2/2"), "{listed}");
    let run = folder.run(&["experiments", "show", "tinny"]).exits(2);
    assert_eq!(run.message(), "there is no experiment 'tinny'; did you mean 'tiny'?");
    let shown = folder.run(&["experiments", "show", "tiny"]).exits(0).out;
    assert!(shown.contains("champion") && shown.contains("tuned baseline"), "{shown}");
    let config = folder.run(&["experiments", "show", "1", "--config"]).exits(0).out;
    assert_eq!(config, folder.run(&["evolve", "tiny.toml", "--print-config"]).exits(0).out);
    // A copy is the same experiment, not yet run.
    let copy = folder.run(&["experiments", "clone", "tiny", "--name", "twin", "--json"]).exits(0).json();
    assert_eq!((&copy["id"], &copy["of"]), (&2.into(), &1.into()));
    let resumed = folder.run(&["experiments", "resume", "twin", "--json"]).exits(0).json();
    assert_eq!((&resumed["name"], &resumed["champion"]), (&"twin".into(), &first["champion"]));
    assert!(folder.0.join("twin.heuristic").exists());
    let run = folder.run(&["experiments", "resume", "twin"]).exits(2);
    assert!(run.message().starts_with("twin is done; "), "{}", run.err);
    let run = folder.run(&["experiments", "pause", "twin"]).exits(2);
    assert_eq!(run.message(), "twin is done: there is nothing to pause");
    let run = folder.run(&["experiments", "clone", "tiny", "--name", "a b"]).exits(2);
    assert!(run.message().contains("'a b' is not a name for an experiment"), "{}", run.err);
    // What is deleted can be brought back.
    folder.run(&["experiments", "delete", "twin"]).exits(0);
    folder.run(&["experiments", "show", "twin"]).exits(2);
    let again = folder.run(&["experiments", "delete", "twin"]).exits(2);
    assert!(again.message().starts_with("there is no experiment 'twin'"), "{}", again.err);
    folder.run(&["experiments", "delete", "2", "--undo"]).exits(0);
    folder.run(&["experiments", "show", "twin"]).exits(0);
}

/// A published record becomes an experiment of another store: shown, reported and cloned as where it was run.
#[test]
fn a_record_is_imported_with_its_results() {
    let folder = Folder::with("record", &with_baseline(&small(TINY)));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let record = folder.run(&["experiments", "export", "tiny", "--json"]).exits(0);
    folder.write("tiny.json", &record.out);
    let other = |arguments: &[&str]| folder.run(&[arguments, &["--store", "other.db"]].concat());
    let told = other(&["experiments", "import", "tiny.json", "--json"]).exits(0).json();
    assert_eq!((&told["id"], &told["name"]), (&1.into(), &"tiny".into()));
    let (mut ours, mut theirs) =
        (record.json(), other(&["experiments", "export", "tiny", "--json"]).exits(0).json());
    for object in [&mut ours, &mut theirs] {
        // The numbers and times of a store are its own.
        for key in ["id", "created", "updated"] {
            object["experiment"][key] = Value::Null;
        }
        object["experiment"]["runs"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|run| run["id"] = Value::Null);
    }
    assert_eq!(ours, theirs);
    other(&["experiments", "check"]).exits(0);
    let shown = other(&["experiments", "show", "tiny"]).exits(0).out;
    assert!(shown.contains("champion") && shown.contains("tuned baseline"), "{shown}");
    let run = other(&["experiments", "import", "tiny.json", "tiny"]).exits(2);
    assert_eq!(run.message(), "tiny.json is a record, of one experiment; leave out its name");
    let run = other(&["experiments", "import", "tiny.toml"]).exits(2);
    assert_eq!(run.message(), "tiny.toml is neither a store nor the record of an experiment");
    folder.write("waiting.json", &record.out.replacen("\"state\": \"done\"", "\"state\": \"paused\"", 1));
    let run = other(&["experiments", "import", "waiting.json"]).exits(2);
    assert!(run.message().contains("a record cannot be resumed"), "{}", run.err);
}

/// Instances of training that are gone are named; a record that cannot be stored leaves nothing behind.
#[test]
fn an_import_of_a_record_is_whole_or_nothing() {
    let text = small(TINY).replace("train = [\"jam:1-2\"]", "train = [\"@boards.txt\"]");
    let folder = Folder::with("record-parts", &text);
    folder
        .write("boards.txt", "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo\noooBooCooBooCAABooCooooooooooooooooo\n");
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let record = folder.run(&["experiments", "export", "--json"]).exits(0).out;
    folder.write("tiny.json", &record);
    fs::remove_file(folder.0.join("boards.txt")).unwrap();
    let other = |arguments: &[&str]| folder.run(&[arguments, &["--store", "other.db"]].concat());
    let run = other(&["experiments", "import", "tiny.json"]).exits(0);
    assert!(run.err.starts_with("warning: the instances of training and validation are not"), "{}", run.err);
    assert!(run.err.contains("boards.txt"), "{}", run.err);
    other(&["experiments", "check"]).exits(0);
    let mut broken: Value = serde_json::from_str(&record).unwrap();
    broken["experiment"]["configurations"][0]["config"] = "format = 1".into();
    folder.write("broken.json", &broken.to_string());
    other(&["experiments", "import", "broken.json"]).exits(2);
    let listed = other(&["experiments", "list", "--json"]).exits(0).json();
    assert_eq!(listed["experiments"].as_array().unwrap().len(), 1, "{listed:#}");
}

#[test]
fn parts_of_an_experiment_are_written_out() {
    let folder = Folder::with("export", &with_baseline(&small(TINY)));
    let first = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    let champion = folder.run(&["experiments", "export", "--champion"]).exits(0).out;
    assert_eq!(champion, first["champion"]["text"].as_str().unwrap());
    assert_eq!(champion, fs::read_to_string(folder.0.join("tiny.heuristic")).unwrap());
    let csv = folder.run(&["experiments", "export", "tiny", "--csv"]).exits(0).out;
    assert!(csv.starts_with("configuration,run,control,seed,generation,evaluations,best,"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 3 + 3, "three generations of the run, three of the control");
    let individuals = folder.run(&["experiments", "export", "tiny", "--individuals"]).exits(0).out;
    let first_generation = individuals.lines().filter(|line| line.starts_with("1,1,false,1,1,")).count();
    assert_eq!(first_generation, 5, "every individual is new in the first: {individuals}");
    let object = folder.run(&["experiments", "export", "tiny", "--json"]).exits(0).json();
    let runs = object["experiment"]["runs"].as_array().unwrap();
    assert_eq!((runs.len(), runs[0]["history"].as_array().unwrap().len()), (2, 3));
    let entries = object["experiment"]["configurations"][0]["test"]["entries"].as_array().unwrap();
    assert_eq!(entries[0]["kind"], serde_json::json!({ "champion": 0 }));
    assert_eq!(entries[1]["kind"], serde_json::json!({ "control": 0 }));
    assert_eq!(entries[2]["kind"], "baseline");
    folder.run(&["experiments", "export", "tiny", "--csv", "--output", "out.csv"]).exits(0);
    assert_eq!(fs::read_to_string(folder.0.join("out.csv")).unwrap(), csv);
    folder.run(&["experiments", "export", "tiny"]).exits(2);
}

#[test]
fn a_second_process_pauses_resumes_and_stops() {
    let folder = Folder::with("steer", &endless());
    let mut child = start(&folder, &["evolve", "tiny.toml", "--quiet"]);
    let listed = wait_for(&folder, "running");
    assert!(listed["owner"].as_str().unwrap().starts_with(&format!("process {}", child.id())), "{listed}");
    let taken = folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(2);
    assert!(taken.message().contains(&format!("is being run by process {}", child.id())), "{}", taken.err);
    let taken = folder.run(&["experiments", "resume", "tiny"]).exits(2);
    assert!(taken.message().ends_with("already"), "{}", taken.err);
    let taken = folder.run(&["experiments", "delete", "tiny"]).exits(2);
    let told = format!("tiny is being run by process {} on ", child.id());
    assert!(taken.message().starts_with(&told), "{}", taken.err);
    assert!(taken.message().ends_with("; stop it first: 'unstuck experiments stop 1'"), "{}", taken.err);
    // Let it be deep inside its search.
    cpu::wait_for(child.id(), Duration::from_millis(300));
    for _ in 0..3 {
        let before = cpu::used(child.id());
        let paused = folder.run(&["experiments", "pause", "tiny", "--json"]).exits(0).json();
        let used = cpu::used(child.id()) - before;
        assert!(used < Duration::from_secs(3), "{used:?}");
        assert_eq!(paused["state"], "paused");
        let resumed = folder.run(&["experiments", "resume", "tiny"]).exits(0).out;
        assert_eq!(resumed, "tiny is running\n");
    }
    assert!(child.try_wait().unwrap().is_none(), "it goes on where it was");
    folder.run(&["experiments", "stop", "tiny"]).exits(0);
    let (ended, used) = cpu::end(&mut child);
    assert_eq!(ended.code(), Some(0));
    assert!(used < Duration::from_secs(5), "{used:?}");
    assert_eq!(wait_for(&folder, "stopped")["owner"], Value::Null);
}

/// One experiment, wanted by several processes at once: one has it, the others are told, and it comes to the same.
#[test]
fn processes_fight_for_one_experiment() {
    let folder = Folder::with("fight", &small(TINY).replace("generations = 3", "generations = 20"));
    let first = folder.run(&["evolve", "tiny.toml", "--json"]).exits(0).json();
    folder.run(&["experiments", "clone", "tiny", "--name", "prize"]).exits(0);
    let children: Vec<Child> = (0..4)
        .map(|_| {
            let mut command = folder.command(&["experiments", "resume", "prize", "--quiet", "--json"]);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let mut winners = 0;
    for child in children {
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => winners += 1,
            Some(2) => assert!(told.contains("is being run by") || told.contains("prize is "), "{told}"),
            code => panic!("{code:?}: {told}"),
        }
    }
    // A later call finds it done, and shows it.
    assert!(winners >= 1);
    let second = folder.run(&["experiments", "show", "prize", "--json"]).exits(0).json();
    assert_eq!((&second["state"], &second["champion"]), (&"done".into(), &first["champion"]));
    assert_eq!(second["runs"][0]["history"], first["runs"][0]["history"]);
}

/// Several experiments in one store, by several processes.
#[test]
fn processes_share_a_store() {
    let folder = Folder::with("share", &small(TINY));
    let children: Vec<Running> = (1..=3)
        .map(|seed: u32| start(&folder, &["evolve", "tiny.toml", "--quiet", "--seed", &seed.to_string()]))
        .collect();
    for mut child in children {
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    let listed = folder.run(&["experiments", "list", "--json"]).exits(0).json();
    let states: Vec<&Value> =
        listed["experiments"].as_array().unwrap().iter().map(|one| &one["state"]).collect();
    assert_eq!(states, ["done", "done", "done"]);
}

/// A record moves to another store, is sound there, and ends as it would have ended.
#[test]
fn an_experiment_moves_to_another_store() {
    let folder = Folder::with("import", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--json"]).exits(0);
    let other = ["--store", "other.db"];
    folder.run(&[&["evolve", "tiny.toml", "--seed", "9", "--json"][..], &other].concat()).exits(0);
    let said = folder
        .run(&[&["experiments", "import", "store.db", "tiny", "--json"][..], &other].concat())
        .exits(0)
        .json();
    assert_eq!(said["id"], 2);
    let export = |number: &str, store: &[&str]| {
        let object =
            folder.run(&[&["experiments", "export", number, "--json"][..], store].concat()).exits(0).json();
        let text = folder
            .run(&[&["experiments", "export", number, "--individuals"][..], store].concat())
            .exits(0)
            .out;
        (object["experiment"]["configurations"].clone(), text)
    };
    assert_eq!(export("1", &[]), export("2", &other));
    folder.run(&[&["experiments", "check"][..], &other].concat()).exits(0);
    folder.run(&[&["report", "2", "--json"][..], &other].concat()).exits(0);
    let run = folder.run(&[&["experiments", "import", "absent.db"][..], &other].concat()).exits(2);
    assert!(run.message().starts_with("no file absent.db"), "{}", run.err);
    let out = folder.run(&[&["experiments", "import", "store.db", "tiny"][..], &other].concat()).exits(0).out;
    assert_eq!(out, "tiny has the number 3\n", "nothing is left to do");
}

/// What is imported before its end is resumed there, and comes to what it comes to without a pause.
#[test]
fn an_unfinished_experiment_is_resumed_in_another_store() {
    // Long enough to be seen on its way.
    let long = with_baseline(&small(TINY)).replace("generations = 3", "generations = 400");
    let folder = Folder::with("import-unfinished", &long);
    let mut child = start(&folder, &["evolve", "tiny.toml", "--quiet"]);
    wait_for(&folder, "running");
    folder.run(&["experiments", "stop", "tiny"]).exits(0);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    wait_for(&folder, "stopped");
    let other = ["--store", "other.db"];
    let with = |arguments: &[&str]| folder.run(&[arguments, &other].concat()).exits(0);
    let before = fs::read(folder.0.join("store.db")).unwrap();
    let out = with(&["experiments", "import", "store.db"]).out;
    assert_eq!(out, "tiny has the number 1\nto resume: unstuck experiments resume 1\n");
    assert_eq!(fs::read(folder.0.join("store.db")).unwrap(), before, "the other store stays as it is");
    let files: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!files.iter().any(|name| name.to_string_lossy().starts_with("import-")), "{files:?}");
    let there = with(&["experiments", "resume", "1", "--quiet", "--json"]).json();
    let whole = ["evolve", "tiny.toml", "--quiet", "--json", "--store", "whole.db"];
    let whole = folder.run(&whole).exits(0).json();
    assert_eq!(there["champion"]["text"], whole["champion"]["text"]);
    assert_eq!(there["runs"][0]["history"], whole["runs"][0]["history"]);
    with(&["experiments", "check"]);
}

/// NSGA-II: every point of the front is shown, exported and used.
#[test]
fn the_points_of_a_front_are_shown_exported_and_used() {
    let text = small(TINY).replace("population = 5", "kind = \"nsga2\"\npopulation = 12");
    let folder = Folder::with("front", &text.replace("expanded = 200", "expanded = 5_000"));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let csv = folder.run(&["experiments", "export", "--front"]).exits(0).out;
    let rows: Vec<&str> = csv.lines().skip(1).filter(|line| line.starts_with("1,1,false,")).collect();
    assert!(!rows.is_empty(), "{csv}");
    let report = folder.run(&["report"]).exits(0).out;
    assert!(report.contains("Pareto front of the champion's run"), "{report}");
    if cfg!(pages) {
        let page = fs::read_to_string(folder.0.join("tiny.html")).unwrap();
        assert!(page.contains("Pareto front of the champion's run"));
    }
    for (place, row) in rows.iter().enumerate() {
        let point = (place + 1).to_string();
        let file = format!("{point}.heuristic");
        let export = ["experiments", "export", "tiny", "--point", &point, "--output", &file];
        folder.run(&export).exits(0);
        let text = fs::read_to_string(folder.0.join(&file)).unwrap();
        let (header, heuristic) = text.trim_end().split_once('\n').unwrap();
        assert_eq!(header, "heuristic 1 for rush-hour (slides)");
        assert!(row.ends_with(heuristic) || row.ends_with(&format!("{heuristic}\"")), "{row}: {heuristic}");
        folder.run(&["solve", "jam:1", "--heuristic", &format!("@{file}")]).exits(0);
    }
    let beyond = (rows.len() + 1).to_string();
    let run = folder.run(&["experiments", "export", "--point", &beyond]).exits(2);
    assert_eq!(run.message(), format!("the front of tiny has the points 1 to {}", rows.len()));
    let run = folder.run(&["experiments", "export", "--point", "0"]).exits(2);
    assert!(run.message().starts_with("the front of tiny has the points 1 to "), "{}", run.err);
}

#[test]
fn what_has_no_front_says_so() {
    let folder = Folder::with("no-front", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    for form in [&["--front"][..], &["--point", "1"]] {
        let run = folder.run(&[&["experiments", "export"][..], form].concat()).exits(2);
        let wanted = "tiny has no Pareto front; experiments with the algorithm nsga2 have one";
        assert_eq!(run.message(), wanted);
    }
}
