//! What guides a search, as it is named: nothing, a feature, or a formula.

use super::words;
use std::sync::Arc;
use unstuck_core::feature::Needs;
use unstuck_core::language::{Checked, HeuristicRef};

fn read(text: &str) -> HeuristicRef {
    HeuristicRef::read(text, &words()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn nothing_is_written_zero() {
    for text in ["zero", " zero\n"] {
        assert!(read(text).is_blind() && read(text).formula().is_none(), "{text}");
    }
    for blind in [HeuristicRef::default(), read("zero")] {
        assert_eq!(
            (blind.to_string(), blind.features().len(), blind.needs()),
            ("zero".into(), 0, Needs::STATE)
        );
        assert!(blind.is_admissible("slides") && blind.is_consistent("steps") && !blind.is_safe());
    }
    let checked = Arc::new(Checked::read("(zero)", &words()).unwrap());
    assert!(HeuristicRef::of(checked).is_blind());
    assert!(!read("0").is_blind() && !read("0*zero").is_blind());
}

#[test]
fn texts_are_printed_on_one_line_and_read_back() {
    for (text, printed) in [
        ("blockers", "blockers"),
        ("  (blockers)", "blockers"),
        ("1.50*blockers+g", "1.5*blockers + g"),
        ("policy\n  if g>1: 2\n  otherwise: blockers", "policy; if g > 1: 2; otherwise: blockers"),
        ("heuristic 1 for rush-hour (slides)\nblockers + 1", "blockers + 1"),
    ] {
        assert_eq!(read(text).to_string(), printed);
        assert_eq!(read(printed).to_string(), printed);
    }
}

#[test]
fn what_it_reads_and_promises_is_known() {
    let sum = read("max(blockers, 0.5*blocking) - 1");
    assert_eq!(sum.features(), ["blockers", "blocking"]);
    assert!(sum.is_admissible("slides") && !sum.is_consistent("slides"));
    assert!(read("blockers").is_consistent("slides") && !read("blockers").is_safe());
    assert!(read("distance").is_admissible("steps") && !read("distance").is_admissible("slides"));
    assert_eq!(sum.needs(), Needs::STATE);
    assert_eq!(read("g + siblings").needs(), Needs::G.or(Needs::SIBLINGS));
    assert!(read("if(move_freed, 1, 2)").needs().parent);
    // A formula is parsed once and compiled once, however many share it.
    let formula = sum.formula().unwrap();
    let twin = sum.clone();
    assert!(Arc::ptr_eq(formula, twin.formula().unwrap()));
    assert!(Arc::ptr_eq(formula.program(), twin.formula().unwrap().program()));
}

#[test]
fn refusals_name_what_is_near() {
    let refused = |text: &str| HeuristicRef::read(text, &words()).unwrap_err().to_string();
    assert_eq!(refused("blokers"), "rush-hour has no heuristic 'blokers' (did you mean 'blockers'?)");
    assert_eq!(refused("zeroo"), "rush-hour has no heuristic 'zeroo' (did you mean 'zero'?)");
    assert_eq!(refused("xyzzy"), "rush-hour has no heuristic 'xyzzy'");
    assert_eq!(
        refused("2*blokers"),
        "line 1, column 3: rush-hour has no heuristic 'blokers' (did you mean 'blockers'?)"
    );
    assert!(refused("move_freed").starts_with("line 1, column 1: a heuristic's value is a number"));
    assert!(refused("").starts_with("line 1, column 1: expected a value"));
}
