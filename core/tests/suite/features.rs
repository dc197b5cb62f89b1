//! Tables of features, functions made while the program runs, and dead ends.

use crate::fork::{Fork, closure, features, table};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use unstuck_core::feature::{FeatureTable, View, estimate, measure};
use unstuck_core::heuristic::{Estimate, Heuristic, MAX_ESTIMATE, NodeFeature, NodeFeatures};
use unstuck_core::instance::{Bound, Instance, SearchError, SearchInstance, Status};
use unstuck_core::language::{Checked, Compiled, HeuristicRef};
use unstuck_core::search::ALGORITHMS;

#[test]
fn a_table_is_looked_up_by_name_and_keeps_its_order() {
    let rows = [estimate("far", "a", &["moves"], &[]), measure("near", "b"), measure("zero", "c")];
    let table = FeatureTable::new("made", ["moves".into(), "pushes".into()], rows);
    assert_eq!(table.domain(), "made");
    assert_eq!(table.metrics().collect::<Vec<_>>(), ["moves", "pushes"]);
    assert_eq!(table.names().collect::<Vec<_>>(), ["far", "near", "zero"]);
    for (index, name) in (0..).zip(["far", "near", "zero"]) {
        assert_eq!((table.index(name), table.name(index)), (Some(index), name));
        assert_eq!(table.get(name).map(|info| &*info.name), Some(name));
        assert_eq!(table.features()[usize::from(index)].name, name);
    }
    assert!(table.index("Far").is_none() && table.get("").is_none());
    assert_eq!(table.name(3), "unknown");
}

/// The value of a text at a place, as a search reads it.
fn value(problem: &Fork, table: &Arc<FeatureTable>, text: &str, place: u32) -> f64 {
    let checked = Checked::read(text, table).unwrap();
    Compiled::new(problem, &checked).unwrap().root(&View::root(problem, &place)).0
}

/// Texts name features, so where a feature stands in the table does not matter.
#[test]
fn a_feature_at_the_front_changes_no_text() {
    let front = || closure("first", false, |_| 1_000.0);
    let before = Fork::new(9, features());
    let after = Fork::new(9, std::iter::once(front()).chain(features()).collect());
    let old = table(&features());
    let new = table(&std::iter::once(front()).chain(features()).collect::<Vec<_>>());
    assert_eq!((old.index("left"), new.index("left")), (Some(0), Some(1)));
    for text in ["left", "lost", "2*left + 1", "policy; if left > 3: left/2; otherwise: left + careless"] {
        for place in 0..=18 {
            assert_eq!(value(&before, &old, text, place), value(&after, &new, text, place), "{text}");
        }
        let (was, is) = (Checked::read(text, &old).unwrap(), Checked::read(text, &new).unwrap());
        assert_ne!(was.formula, is.formula);
        assert_eq!((was.to_string(), was.features()), (is.to_string(), is.features()));
    }
    // A formula of the old table is not taken for one of the new.
    let instance = Bound::new(&new, after, 0);
    let mut request = instance.request("astar", "left").unwrap();
    request.heuristic = HeuristicRef::read("left", &old).unwrap();
    let error = instance.solve(&request, &mut ()).unwrap_err();
    assert!(matches!(error, SearchError::OtherDomain { .. }), "{error}");
}

#[test]
fn closures_see_what_they_captured_once_a_node() {
    let asked = Arc::new(AtomicU64::new(0));
    let (count, factor) = (asked.clone(), 0.5);
    let counted = move |view: &View<'_, Fork>| {
        count.fetch_add(1, Ordering::Relaxed);
        factor * f64::from(*view.state)
    };
    let rows: Vec<NodeFeature<Fork>> = vec![closure("counted", false, counted)];
    let table = table(&rows);
    let problem = Fork::new(9, rows);
    let mut lazy = NodeFeatures::new(&problem);
    for place in 1..=4 {
        lazy.next_view();
        let view = View::root(&problem, &place);
        for _ in 0..3 {
            assert_eq!(lazy.get(&view, 0), 0.5 * f64::from(place));
        }
    }
    assert_eq!(asked.load(Ordering::Relaxed), 4);
    assert_eq!(value(&problem, &table, "counted*counted + 1", 4), 5.0);
    assert_eq!(asked.load(Ordering::Relaxed), 5);
    Bound::new(&table, problem, 0).check_laws(1, 50).unwrap();
}

#[test]
fn only_safe_features_declare_dead_ends() {
    let (problem, table) = (Fork::new(9, features()), table(&features()));
    let (open, lost, goal) = (4, 12, 9);
    for text in ["lost", "left + lost", "left - lost", "0*lost", "min(lost, 1)", "policy; otherwise: 2/lost"]
    {
        assert_eq!(value(&problem, &table, text, lost), f64::INFINITY, "{text}");
        assert!(value(&problem, &table, text, lost).is_dead_end(), "{text}");
        assert!(value(&problem, &table, text, open) <= 1e9, "{text}");
        assert!(HeuristicRef::read(text, &table).unwrap().is_safe(), "{text}");
    }
    // A careless one is large at most, and does not become a dead end because a safe one is near.
    assert_eq!(value(&problem, &table, "careless", lost), MAX_ESTIMATE);
    for text in ["careless", "left + careless", "careless*careless", "-careless", "exp(careless)"] {
        let value = value(&problem, &table, text, lost);
        assert!(!value.is_dead_end() && value.value() <= MAX_ESTIMATE, "{text}: {value}");
        assert!(!HeuristicRef::read(text, &table).unwrap().is_safe(), "{text}");
    }
    let text = "if(left > 100, lost, careless)";
    assert!(value(&problem, &table, text, lost) <= MAX_ESTIMATE, "what is not read declares nothing");
    for text in ["lost + 7", "careless + 7", "left + 7"] {
        assert_eq!(value(&problem, &table, text, goal), 0.0, "{text} at the goal");
    }
}

/// No search looks into the corridor that a safe feature calls lost; all of them end as they should.
#[test]
fn searches_drop_dead_ends() {
    let table = table(&features());
    for info in ALGORITHMS.iter().filter(|info| info.heuristic) {
        for heuristic in ["lost", "left + lost", "careless"] {
            for start in [0, 21] {
                let problem = Fork::new(20, features());
                let vain = problem.vain.clone();
                let instance = Bound::new(&table, problem, start);
                let request = instance.request(info.name, heuristic).unwrap();
                let found = instance.solve(&request, &mut ()).unwrap();
                let context = format!("{} with {heuristic} from {start}", info.name);
                let expected =
                    if start == 0 { (Status::Solved, Some(20)) } else { (Status::Unsolvable, None) };
                assert_eq!((found.status, found.cost), expected, "{context}");
                // Staged deepening scores boards at the horizon only.
                if request.heuristic.is_safe() && info.name != "hsd" {
                    assert_eq!(vain.load(Ordering::Relaxed), 0, "{context}");
                }
            }
        }
    }
}
