//! Heuristics as texts: on the command line, in a file, and refused at the column.

use super::unstuck;
use std::io::Write;

#[test]
fn a_text_searches_like_the_feature_it_is_made_of() {
    let figures = |heuristic: &str| {
        let object = unstuck(&["solve", "jam:7", "--heuristic", heuristic, "--json"]).exits(0).json();
        (object["stats"]["expanded"].clone(), object["length"].clone(), object["optimal"].clone())
    };
    assert_eq!(figures("blockers"), figures("max(blockers, zero)"));
    assert_eq!(figures("blockers"), figures("heuristic 1 for rush-hour (slides)\nblockers"));
    assert_eq!(figures("blockers + 0").2, false, "sums are not known to be admissible");
}

#[test]
fn a_text_is_read_from_a_file() {
    let path = std::env::temp_dir().join(format!("unstuck-policy-{}", std::process::id()));
    let text = "# comment\nheuristic 1 for rush-hour\npolicy\n  if blockers >= 2: 2*blockers\n  otherwise: blockers\n";
    std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    let at = format!("@{}", path.display());
    let object = unstuck(&["solve", "jam:1", "--heuristic", &at, "--json"]).exits(0).json();
    assert_eq!(object["heuristic"], "policy; if blockers >= 2: 2*blockers; otherwise: blockers");
    let out = unstuck(&["compare", "jam:1-2", "-H", "zero", "-H", &at, "-a", "ida"]).exits(0).out;
    assert!(out.contains(&at), "the name that was typed: {out}");
    let card = &unstuck(&["audit", "rush-hour", "jam:1", "-H", &at, "--json"]).exits(0).json()["cards"][0];
    assert_eq!(card["declared"]["admissible"], false);
    std::fs::write(&path, "blockers +\n\n").unwrap();
    let run = unstuck(&["solve", "jam:1", "--heuristic", &at]).exits(2);
    let message = run.message();
    assert!(message.contains("line 3, column 1: expected a value, found the end of the text"), "{message}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn an_audit_knows_what_the_form_of_a_text_shows() {
    let heuristic = "max(blockers_deep, 0.5*blocking)";
    let object = unstuck(&["audit", "rush-hour", "jam:1", "-H", heuristic, "--json"]).exits(0).json();
    let card = &object["cards"][0];
    assert_eq!((&card["declared"]["admissible"], &card["admissible"]), (&true.into(), &true.into()));
    let run = unstuck(&["audit", "rush-hour", "jam:1", "-H", "blockers + g"]).exits(2);
    assert!(run.message().contains("depends on the path"), "{}", run.err);
}

#[test]
fn a_wrong_text_is_refused_under_the_column() {
    let run = unstuck(&["solve", "jam:1", "--heuristic", "1.5*blokers + 2"]).exits(2);
    let expected = "line 1, column 5: rush-hour has no heuristic 'blokers' (did you mean 'blockers'?)\n  \
                    1.5*blokers + 2\n      ^";
    assert_eq!(run.message(), expected);
}

#[test]
fn champions_are_heuristics_by_name() {
    let listed = unstuck(&["heuristics", "rush-hour", "--json"]).exits(0).json();
    let champion = &listed["champions"][0];
    let name = format!("champion:{}", champion["name"].as_str().unwrap());
    assert!(unstuck(&["heuristics", "rush-hour"]).exits(0).out.contains(&name));
    let solved = |heuristic: &str| {
        unstuck(&["solve", "jam:1", "-a", "ida", "-H", heuristic, "--json"]).exits(0).json()
    };
    let (plain, named, text) =
        (solved("champion"), solved(&name), solved(champion["text"].as_str().unwrap()));
    assert_eq!(plain["heuristic"], named["heuristic"]);
    assert_eq!(plain["heuristic"], text["heuristic"]);
    assert_eq!(plain["stats"]["expanded"], text["stats"]["expanded"]);
    let run = unstuck(&["solve", "jam:1", "-H", "champion:none"]).exits(2);
    assert!(run.message().starts_with("rush-hour has no champion 'none'; it has "), "{}", run.err);
}
