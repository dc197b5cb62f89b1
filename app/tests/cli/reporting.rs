//! Reports: every section, whatever an experiment has or lacks; pages that stand alone. What pages draw is tested in a
//! browser.

mod record;

use super::{Run, folder};
use record::{Wish, record};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// A folder for the reports of a test, and the test's name.
struct Folder(folder::Folder, String);

impl Folder {
    fn new(name: &str) -> Self {
        Self(folder::Folder::new(&format!("report-{name}")), name.to_owned())
    }

    fn run(&self, record: &Value, more: &[&str]) -> Run {
        self.0.write("record.json", &record.to_string());
        let mut arguments = vec!["report", "@record.json"];
        arguments.extend(more);
        self.0.run(&arguments)
    }

    fn read(&self, name: &str) -> String {
        self.0.read(name)
    }

    /// The terminal's text and what the page holds; nothing where the program writes no pages.
    #[track_caller]
    fn report(&self, record: &Value) -> (String, Value) {
        if !cfg!(pages) {
            return (self.run(record, &[]).exits(0).out, Value::Null);
        }
        let out = self.run(record, &["--output", "page.html"]).exits(0).out;
        let page = self.read("page.html");
        // For looking at, and for the stopwatch.
        if let Some(place) = std::env::var_os("UNSTUCK_KEEP_PAGES").map(PathBuf::from) {
            fs::write(place.join(format!("{}.html", self.1)), &page).unwrap();
            fs::write(place.join(format!("{}.json", self.1)), record.to_string()).unwrap();
        }
        (out, embedded(&page))
    }
}

/// What a page holds. Nothing in it may ask for anything elsewhere, and no text of the record leaves its element.
#[track_caller]
pub fn embedded(page: &str) -> Value {
    assert!(page.starts_with("<!doctype html>\n<!-- a report of unstuck -->\n"), "{page:.80}");
    for part in ["content=\"default-src 'none'; script-src 'sha256-", "base-uri 'none'"] {
        assert!(page.contains(part), "{part}");
    }
    for part in ["src=\"", "<link", "@import", "<iframe"] {
        assert!(!page.contains(part), "{part}");
    }
    // The record and the script of the page.
    assert_eq!(page.matches("</script>").count(), 2);
    let (_, rest) = page.split_once("id=\"record\">").unwrap();
    let (text, _) = rest.split_once("</script>").unwrap();
    assert!(!text.contains(['<', '\u{2028}', '\u{2029}']));
    serde_json::from_str(text).unwrap()
}

/// All texts of what a page holds.
fn texts(page: &Value) -> String {
    match page {
        Value::String(text) => text.clone() + "\n",
        Value::Array(list) => list.iter().map(texts).collect(),
        Value::Object(fields) => fields.values().map(texts).collect(),
        _ => String::new(),
    }
}

#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' in {text:.3000}");
    }
}

/// The same for the texts of a page.
#[track_caller]
fn page_holds(page: &Value, parts: &[&str]) {
    if cfg!(pages) {
        holds(&texts(page), parts);
    }
}

/// How many entries a list of a page has.
#[track_caller]
fn page_counts(page: &Value, path: &str, count: usize) {
    if cfg!(pages) {
        assert_eq!(page.pointer(path).and_then(Value::as_array).map(Vec::len), Some(count), "{path}");
    }
}

const TREE: &[(&str, &str)] = &[("tree", "generational")];

#[test]
fn many_runs_are_reported_in_full() {
    let folder = Folder::new("many");
    let mut many = record(&Wish { configurations: TREE, repetitions: 10, control: true, tested: true });
    let (out, page) = folder.report(&many);
    holds(
        &out,
        &[
            "cards",
            "10 runs",
            "median run",
            "tuned baseline",
            "random search",
            "run by run: champions against random search",
            "blind",
            "best by validation",
            "maximum of the admissible",
            "Wilcoxon p",
            "McNemar p",
            "written to page.html",
        ],
    );
    assert!(!out.contains("A claim needs"), "{out}");
    page_holds(
        &page,
        &[
            "jam:11",
            "The champion of run ",
            "random search, median (",
            " of 10)",
            "random search, best (run ",
            "random search with the same budget (the median of 10 runs)",
            "Run by run, a champion is worse than one of random search with a chance of ",
            "a test machine",
            "2025-11-13",
            "heuristic 1 for rush-hour (slides)",
            "hall of fame: the best on validation over all runs",
        ],
    );
    for (list, count) in [
        ("/runs", 20),
        ("/settings/0/champions", 2),
        ("/settings/0/test/champions", 10),
        ("/settings/0/test/controls", 10),
        ("/settings/0/test/run_by_run", 2),
        ("/settings/0/test/levels", 1),
        ("/settings/0/front/rows", 0),
    ] {
        page_counts(&page, list, count);
    }
    if cfg!(pages) {
        let setting = &page["settings"][0];
        assert!(setting["champions"][0]["formula"]["kind"].is_string(), "{:#}", setting["champions"]);
        assert_eq!(page["analysis"]["configurations"][0]["baseline"]["fitness"], 0.625);
        assert!(
            setting["followed"]["features"][0][0].is_string() && page["lengths"]["lines"][0][0].is_string()
        );
        assert!(page["runs"][0]["validation"].is_array() && page["config"].is_string());
    }
    // The terminal shows in tables what the page draws.
    let full = folder.run(&many, &["--full"]).exits(0).out;
    assert!(full.starts_with(&out[..out.find("written to").unwrap()]), "{full}");
    holds(
        &full,
        &[
            "hall of fame: the best on validation over all runs",
            "run lengths, in evaluations",
            "all runs on validation, by evaluations",
            "the median champion's",
            "generations of run ",
            "results",
            "better than their parents",
            "features of the last generations",
            "functions of the last generations",
            "every instance: nodes expanded / length",
            "jam:11",
        ],
    );
    assert!(page["warning"].is_null() && page["comparison"].is_null());
    every_p_is_corrected(&folder, &many, &out);
    let mut fewer = many.clone();
    // Of all random searches only the first.
    fewer["runs"].as_array_mut().unwrap().truncate(11);
    fewer["configurations"][0]["test"]["entries"].as_array_mut().unwrap().drain(11..20);
    let (single, its_page) = folder.report(&fewer);
    page_holds(&its_page, &["random search, one run", "random search with the same budget (one run)"]);
    page_counts(&its_page, "/settings/0/test/levels", 2);
    assert!(!single.contains("run by run:"), "{single}");
    assert!(its_page["settings"][0]["test"]["run_by_run"].is_null());
    // Lengths over what is not proven cheapest are marked.
    assert!(!out.contains('≥') && !texts(&page).contains("no plan is proven cheapest"), "{out}");
    many["configurations"][0]["test"]["instances"][2]["reference"]["optimal"] = json!(false);
    let (marked, page) = folder.report(&many);
    holds(&marked, &["≥ 1.", "≥: of 1 of 6 instances no plan is proven cheapest"]);
    page_holds(&page, &["no plan is proven cheapest", "\n≤"]);
    // Whatever is not a number is shown as a dash, and breaks nothing.
    many["runs"][0]["champion"]["validation"]["fitness"] = Value::Null;
    many["runs"][1]["history"][0]["best"] = Value::Null;
    many["runs"][1]["history"][0]["mean"] = Value::Null;
    many["runs"][1]["history"][0]["worst"] = Value::Null;
    many["configurations"][0]["test"]["entries"][2]["result"]["mean_ratio"] = Value::Null;
    many["configurations"][0]["test"]["entries"][2]["result"]["length"] = Value::Null;
    let (out, _) = folder.report(&many);
    holds(&out, &["only 9 repetitions have a champion"]);
}

/// Where several probabilities stand side by side, each is corrected, and the sentences tell the corrected one.
#[track_caller]
fn every_p_is_corrected(folder: &Folder, record: &Value, out: &str) {
    let object = folder.run(record, &["--json"]).exits(0).json();
    let test = &object["configurations"][0]["test"];
    let pairs = test["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 4);
    for (raw, corrected) in [("wilcoxon", "holm"), ("mcnemar", "mcnemar_holm")] {
        let of = |key: &str| -> Vec<f64> { pairs.iter().map(|pair| pair[key].as_f64().unwrap()).collect() };
        assert_eq!(of(corrected), unstuck_ops::analysis::statistics::holm(&of(raw)), "{raw}");
    }
    let p = pairs[0]["holm"].as_f64().unwrap();
    assert_ne!(pairs[0]["wilcoxon"], pairs[0]["holm"], "or nothing is shown here");
    let told = if p < 1e-4 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") };
    let sentence = format!("{told} by Wilcoxon's signed ranks, corrected by Holm");
    assert!(out.replace('\n', " ").contains(&sentence), "{sentence} in {out}");
    assert_eq!(test["run_by_run"]["groups"][1]["quartiles"]["count"], 10);
    let roles: Vec<&str> =
        test["rows"].as_array().unwrap().iter().map(|row| row["role"].as_str().unwrap()).take(5).collect();
    assert_eq!(roles, ["median", "best", "baseline", "control", "best control"]);
}

#[test]
fn one_run_says_that_it_is_but_one() {
    let folder = Folder::new("one");
    let one = record(&Wish { configurations: TREE, repetitions: 1, control: false, tested: true });
    let (out, page) = folder.report(&one);
    holds(
        &out,
        &[
            "A claim needs at least 10 repetitions, and only 1 repetition has a champion",
            "The champion expands",
        ],
    );
    page_holds(&page, &["A claim needs at least 10", "run 1"]);
    assert!(!texts(&page).contains("random search"));
    page_counts(&page, "/settings/0/test/controls", 0);
    page_counts(&page, "/settings/0/champions", 1);
    let object = folder.run(&one, &["--json"]).exits(0).json();
    assert_eq!((&object["enough"], &object["page"]), (&json!(false), &Value::Null));
    assert_eq!(object["configurations"][0]["test"]["rows"][0]["role"], "best");
    assert_eq!(object["configurations"][0]["test"]["instances"], 6);
    assert!(!folder.0.0.join("cards.html").exists(), "JSON alone writes no page");
}

#[test]
fn settings_of_a_grid_are_compared() {
    let folder = Folder::new("grid");
    let configurations = [("tree", "generational"), ("weights", "generational"), ("tree", "nsga2")];
    let three =
        record(&Wish { configurations: &configurations, repetitions: 3, control: false, tested: true });
    let (out, page) = folder.report(&three);
    holds(
        &out,
        &[
            "The best setting by validation is genome.kind = ",
            "Mann–Whitney p",
            "Kruskal–Wallis: χ² = ",
            "Friedman: χ² = ",
            "A12",
        ],
    );
    page_holds(&page, &["genome.kind = \"weights\"", "Hedges' g", "Kruskal–Wallis: χ² = "]);
    page_counts(&page, "/comparison/values", 3);
    page_counts(&page, "/settings", 3);
    if cfg!(pages) {
        let leading =
            page["settings"].as_array().unwrap().iter().filter(|one| one["leading"] == true).count();
        assert_eq!(leading, 1);
        let front = |run: usize| page["runs"][run]["front"].as_array().unwrap().len();
        assert!(front(0) == 0 && front(8) > 0, "{:#}", page["runs"][8]);
    }
    let full = folder.run(&three, &["--full"]).exits(0).out;
    holds(&full, &[": the best setting"]);
    let object = folder.run(&three, &["--json"]).exits(0).json();
    assert_eq!(object["comparison"]["pairs"].as_array().unwrap().len(), 3);
    let configuration = &object["configurations"][0];
    assert_eq!(configuration["baseline"], json!({ "heuristic": "2*blockers + 10", "fitness": 0.625 }));
    assert!(
        configuration["hall"].as_array().is_some_and(|hall| hall[0]["fitness"].is_number()),
        "{configuration:#}"
    );
    assert!(configuration["population"]["operators"][0]["applied"].is_number(), "{configuration:#}");
    // A champion without a figure is left out, and the others still count.
    let mut broken = three.clone();
    broken["configurations"][1]["test"]["entries"][0]["result"]["mean_ratio"] = Value::Null;
    let object = folder.run(&broken, &["--json"]).exits(0).json();
    assert_eq!(object["comparison"]["groups"][1]["quartiles"]["count"], 2);
    assert_ne!(object["comparison"]["pairs"][0]["cohen_d"], json!(0.0));
    for (raw, corrected) in [("mann_whitney", "holm"), ("welch", "welch_holm")] {
        let pairs = object["comparison"]["pairs"].as_array().unwrap();
        let raw: Vec<f64> = pairs.iter().map(|pair| pair[raw]["p"].as_f64().unwrap()).collect();
        let told: Vec<f64> = pairs.iter().map(|pair| pair[corrected].as_f64().unwrap()).collect();
        assert_eq!(told, unstuck_ops::analysis::statistics::holm(&raw));
    }
    // Two settings need no test of many.
    let mut two = three.clone();
    two["configurations"].as_array_mut().unwrap().pop();
    two["runs"].as_array_mut().unwrap().truncate(6);
    let (out, _) = folder.report(&two);
    holds(&out, &["Mann–Whitney p", "Friedman"]);
    assert!(!out.contains("Kruskal"));
    // Without a test, validation is compared.
    for configuration in two["configurations"].as_array_mut().unwrap() {
        configuration["test"] = Value::Null;
    }
    let (out, page) = folder.report(&two);
    holds(&out, &["settings by fitness on validation", "There is no test yet"]);
    assert!(page["settings"][0]["test"].is_null());
    // What a run on its way has come to is no part of it, however good it looks.
    let before = folder.run(&two, &["--json"]).exits(0).json();
    two["state"] = json!("running");
    two["runs"][1]["state"] = json!("running");
    two["runs"][1]["champion"]["validation"]["fitness"] = json!(1e-9);
    let after = folder.run(&two, &["--json"]).exits(0).json();
    let count =
        |object: &Value, group: usize| object["comparison"]["groups"][group]["quartiles"]["count"].clone();
    assert_eq!((count(&before, 0), count(&before, 1)), (json!(3), json!(3)));
    assert_eq!((count(&after, 0), count(&after, 1)), (json!(2), json!(3)));
    let configuration = &after["configurations"][0];
    assert_eq!(
        (&configuration["runs"], &configuration["done"], &configuration["validation"]["count"]),
        (&json!(3), &json!(2), &json!(2))
    );
    assert_ne!(configuration["best"], json!(1));
    let (out, page) = folder.report(&two);
    holds(&out, &["2 of 3 done", "runs that are not done are left out"]);
    page_holds(&page, &["2 of 3 done", "Figures are over the runs that are done"]);
}

#[test]
fn unfinished_experiments_are_reported_as_far_as_they_went() {
    let folder = Folder::new("unfinished");
    let mut record = record(&Wish { configurations: TREE, repetitions: 2, control: true, tested: false });
    record["state"] = json!("failed");
    record["error"] = json!("the disk is <full> & \"broken\"");
    record["name"] = json!("<b>\"quoted\" & 'named'</b>");
    record["domain"] = json!("no-such-domain");
    record["runs"][0]["champion"] = Value::Null;
    record["runs"][0]["text"] = Value::Null;
    record["runs"][0]["state"] = json!("running");
    let (out, page) = folder.report(&record);
    holds(&out, &["it failed: the disk is <full>", "1 done", "There is no test yet"]);
    page_holds(&page, &["<b>\"quoted\" & 'named'</b>", "the disk is <full> &", "It cannot be drawn"]);
    for run in record["runs"].as_array_mut().unwrap() {
        run["champion"] = Value::Null;
        run["history"] = json!([]);
    }
    let (out, page) = folder.report(&record);
    holds(&out, &["No run has a champion yet", "no repetition has a champion"]);
    page_counts(&page, "/settings/0/champions", 0);
    record["runs"] = json!([]);
    folder.report(&record);
    record["configurations"] = json!([]);
    let (out, _) = folder.report(&record);
    holds(&out, &["There is no run yet"]);
    record["configurations"] =
        json!([{ "number": 0, "settings": [], "config": "", "test": { "instances": [], "entries": [] } }]);
    let (out, _) = folder.report(&record);
    holds(&out, &["No champion was tested"]);
}

#[test]
#[cfg_attr(not(pages), ignore = "the program was built without the web UI")]
fn only_reports_are_replaced() {
    let folder = Folder::new("files");
    let one = record(&Wish { configurations: TREE, repetitions: 1, control: false, tested: false });
    holds(&folder.run(&one, &[]).exits(0).out, &["written to cards.html"]);
    folder.run(&one, &[]).exits(0);
    let names = || fs::read_dir(&folder.0.0).unwrap().count();
    assert_eq!(names(), 2, "a newer report replaces the older");
    fs::write(folder.0.0.join("cards.html"), "my notes").unwrap();
    let run = folder.run(&one, &[]).exits(2);
    assert_eq!(
        run.message(),
        "cards.html is there already and is no report; choose another name with --output"
    );
    assert_eq!(folder.read("cards.html"), "my notes");
    let run = folder.run(&one, &["--output", "absent/page.html"]).exits(2);
    assert_eq!(run.message(), "the folder absent for the report does not exist");
    let run = folder.run(&json!({ "id": 1 }), &[]).exits(2);
    assert!(
        run.message().starts_with("record.json is not the record of an experiment: missing field"),
        "{}",
        run.err
    );
    let run = super::unstuck(&["report", "@absent.json"]).exits(2);
    assert!(run.message().starts_with("the file 'absent.json' cannot be read"), "{}", run.err);
}

/// Without the web UI a report is printed, and no page promised.
#[test]
#[cfg_attr(pages, ignore = "the program was built with the web UI")]
fn a_program_without_pages_says_that_it_can_only_print() {
    let folder = Folder::new("printed");
    let one = record(&Wish { configurations: TREE, repetitions: 1, control: false, tested: false });
    let out = folder.run(&one, &[]).exits(0).out;
    holds(&out, &["no page is written: this program was built without the web UI and can only print\n"]);
    let only = "this program was built without the web UI and can only print reports";
    assert_eq!(folder.run(&one, &["--output", "page.html"]).exits(2).message(), only);
    let plots = folder.0.run(&["compare", "jam:1", "-a", "bfs", "--plots", "page.html"]).exits(2);
    assert_eq!(plots.message(), only);
    assert_eq!(fs::read_dir(&folder.0.0).unwrap().count(), 1, "the record alone");
}

/// The page of a record is the same, whenever and wherever it is written.
#[test]
fn reports_are_reproducible() {
    let folder = Folder::new("same");
    let one = record(&Wish { configurations: TREE, repetitions: 3, control: true, tested: true });
    let (first, page) = folder.report(&one);
    assert_eq!(folder.report(&one), (first, page));
}

/// A large experiment: its page stays small enough to be sent. How long it takes is for `make bench` and stopwatches.
#[test]
fn a_hundred_long_runs_fit_on_one_page() {
    let folder = Folder::new("large");
    let mut large = record(&Wish { configurations: TREE, repetitions: 4, control: true, tested: true });
    let runs = large["runs"].as_array().unwrap().clone();
    let long = |number: usize| {
        let mut run = runs[number % 4].clone();
        run["repetition"] = json!(number);
        run["champion"]["size"] = json!(5 + number * 7 % 23);
        let fitness = run["champion"]["validation"]["fitness"].as_f64().unwrap();
        run["champion"]["validation"]["fitness"] = json!(fitness * (1.0 + 0.01 * (number * 37 % 100) as f64));
        let generations = run["history"].as_array().unwrap().clone();
        let stretched = (0..200).map(|generation: usize| {
            let mut one = generations[generation * generations.len() / 200].clone();
            one["number"] = json!(generation);
            one["evaluations"] = json!(12 * (generation + 1));
            let best = one["best"].as_f64().unwrap();
            one["best"] = json!(best * (1.0 + 0.1 * (number * 31 % 17) as f64 / (1.0 + generation as f64)));
            one
        });
        run["history"] = stretched.collect();
        run["evaluations"] = json!(2_400);
        run
    };
    // The random searches stay: the test names them.
    large["runs"] = (0..100).map(long).chain(runs[4..].iter().cloned()).collect();
    let (_, page) = folder.report(&large);
    let size = page.to_string().len();
    assert!(size < 2_000_000, "{size} bytes");
}
