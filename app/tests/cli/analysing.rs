//! Heuristics looked at closely: values, explanations, ablation, profiles, and runs against each other.

use super::evolving::{Folder, TINY, small};
use super::unstuck;

#[test]
fn values_follow_a_plan() {
    let plan = unstuck(&["solve", "jam:1", "--quiet"]).exits(0).out;
    let found =
        unstuck(&["value", "jam:1", "-H", "blockers", "-H", "2*blockers", "--plan", plan.trim(), "--json"]);
    let found = found.exits(0).json();
    let values = |place: usize| found["heuristics"][place]["values"].as_array().unwrap().clone();
    assert_eq!(values(0).len(), 9, "the start and eight moves");
    assert_eq!(values(0)[0], 2.0);
    assert_eq!(values(1)[0], 4.0);
    assert_eq!(values(1)[8], 0.0, "a goal");
    assert_eq!(found["states"][8]["solved"], true);
    let all = unstuck(&["value", "jam:1"]).exits(0).out;
    assert!(all.contains("blockers_deep") && all.contains("hybrid"), "{all}");
    let wrong = unstuck(&["value", "jam:1", "--plan", "A+9"]).exits(2);
    assert!(wrong.message().contains("move 1 of the plan"), "{}", wrong.err);
}

#[test]
fn a_value_is_explained_by_its_parts() {
    let text = unstuck(&["explain", "jam:1", "-H", "blockers + 0.5*hybrid", "--moves", "B+1"]).exits(0).out;
    for part in ["blockers = 2", "0.5*hybrid = 10.50", "successor", "exact distance 7"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let rules = "policy; if blockers >= 2: 3; otherwise: blockers";
    let json = unstuck(&["explain", "jam:1", "-H", rules, "--json"]).exits(0).json();
    assert_eq!((&json["evaluation"]["rule"], &json["evaluation"]["value"]), (&0.into(), &3.0.into()));
    let text = unstuck(&["explain", "jam:1", "-H", rules]).exits(0).out;
    assert!(
        text.contains("rule 1: if blockers >= 2  (holds)") && text.contains("otherwise: blockers"),
        "{text}"
    );
}

#[test]
fn parts_are_left_out_one_by_one() {
    let found =
        unstuck(&["ablate", "rush-hour", "jam:1-2", "-H", "blockers + 0.5*hybrid", "--json"]).exits(0).json();
    let rows = found["rows"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["part"] == "blockers") && found["instances"] == 2, "{found:#}");
    assert!(rows.iter().all(|row| row["expanded"].as_u64() > Some(0)));
    let text = unstuck(&["ablate", "rush-hour", "jam:1", "-H", "hybrid + blockers"]).exits(0).out;
    assert!(text.contains("the whole heuristic on 1 instance"), "{text}");
    let refused = unstuck(&["ablate", "rush-hour", "jam:1", "-H", "nonsense("]).exits(2);
    assert!(refused.message().contains("nonsense"), "{}", refused.err);
}

#[test]
fn a_profile_counts_rules_and_compares_with_distances() {
    let found = unstuck(&["profile", "tiles", "eight:1", "-H", "manhattan", "--states", "50", "--json"]);
    let found = found.exits(0).json();
    assert_eq!((&found["states"], &found["scatter"]["overestimates"]), (&50.into(), &0.into()));
    let policy = concat!("@", env!("CARGO_MANIFEST_DIR"), "/../domains/rush-hour/hand.policy");
    let text = unstuck(&["profile", "rush-hour", "jam:1", "-H", policy]).exits(0).out;
    assert!(text.contains("otherwise") && text.contains("200 states"), "{text}");
}

#[test]
fn runs_are_compared_with_each_other() {
    let folder = Folder::with("compared", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    folder.run(&["evolve", "tiny.toml", "--quiet", "--seed", "9"]).exits(0);
    let found =
        folder.run(&["experiments", "compare", "1", "2", "--measure", "size", "--json"]).exits(0).json();
    assert_eq!(found["measure"], "size");
    assert!(found["groups"].as_array().unwrap().len() >= 2, "{found:#}");
    let text = folder.run(&["experiments", "compare", "1", "2"]).exits(0).out;
    assert!(text.contains("validation (smaller is better)") && text.contains("A against B"), "{text}");
    let refused = folder.run(&["experiments", "compare", "1", "--measure", "luck"]).exits(2);
    assert!(refused.err.contains("unknown measure 'luck'; available: validation"), "{}", refused.err);
}

#[test]
fn the_instances_of_a_run_can_be_analysed() {
    let folder = Folder::with("analysed", &small(TINY));
    folder.run(&["evolve", "tiny.toml", "--quiet"]).exits(0);
    let run = folder.run(&["ablate", "rush-hour", "--run", "1", "-H", "blockers", "--json"]).exits(0).json();
    assert!(run["instances"].as_u64() > Some(0), "{run:#}");
    let none = folder.run(&["ablate", "rush-hour", "--run", "99", "-H", "blockers"]).exits(2);
    assert!(none.message().contains("there is no run 99"), "{}", none.err);
    let role =
        folder.run(&["profile", "rush-hour", "--run", "1", "--role", "best", "-H", "blockers"]).exits(2);
    assert!(role.err.contains("unknown role 'best'; available: train, validation, test"), "{}", role.err);
}
