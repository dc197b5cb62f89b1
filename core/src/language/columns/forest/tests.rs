use super::*;
use crate::language::words::words;
use crate::language::{Checked, Formula};

fn formula(text: &str) -> Formula {
    Checked::read(text, &words()).unwrap().formula.clone()
}

fn schedule(texts: &[&str]) -> Schedule {
    let mut forest = Forest::default();
    texts.iter().for_each(|text| forest.add(&formula(text).body));
    forest.schedule(|_| 10.0)
}

#[test]
fn common_parts_are_computed_once() {
    let count = |texts: &[&str]| schedule(texts).code.len();
    let sum = "(blockers + hybrid)*2";
    assert_eq!(count(&[sum]), 2);
    // In any order, of sums and products alone.
    assert_eq!(count(&[sum, sum, "2*(hybrid + blockers)", "blockers + hybrid", "hybrid"]), 2);
    assert_eq!(count(&["blockers - hybrid", "hybrid - blockers", "g/3", "3/g"]), 4);
    assert_eq!(count(&["max(g, 1, hybrid)", "max(g, 1)", "max(1, g)"]), 3);
    // These are constants, or their first parts.
    assert_eq!(count(&["g - g", "g/g", "g - 0", "(g - (hybrid - hybrid))*(g/g)", "1*g", "g/1"]), 0);
    assert_eq!(count(&["0 - g", "1/g", "g + 0", "0*g"]), 4);
    let rules = "policy; if g > 3: hybrid; otherwise: blockers";
    assert_eq!(count(&[rules, rules, "if(g > 3, hybrid, blockers)"]), 2);
}

#[test]
fn results_that_cannot_exceed_the_limit_are_not_clamped() {
    // Features are at most 10.
    let limited = |text: &str| schedule(&[text]).code.last().unwrap().limited;
    for text in ["g*g*g*g", "g/hybrid", "g - 900000000", "abs(g)*10000000", "max(g, 3) + g"] {
        assert!(!limited(text), "{text}");
    }
    for text in ["g*g/hybrid*g", "1000000/g", "g + 1000000000", "g*g*g*g*g*g*g*g*g", "exp(g) + g"] {
        assert!(limited(text), "{text}");
    }
}

#[test]
fn results_make_room_after_their_last_use() {
    // A chain needs its last result and the next one.
    let chain = schedule(&["((((g + 1)*2 + 3)*4 + 5)*6 + 7)*8"]);
    assert_eq!((chain.code.len(), chain.results), (8, 2));
    // What a later expression takes is kept.
    let kept = schedule(&["g + 1", "g*2", "(g + 1)/(g*2)"]);
    assert_eq!((kept.code.len(), kept.results), (3, 3));
    let ends: Vec<usize> = kept.answers.iter().map(|&(_, end)| end).collect();
    assert_eq!(ends, [1, 2, 3]);
}

#[test]
fn a_cleared_forest_is_empty() {
    let mut forest = Forest::default();
    forest.add(&formula("g + 1").body);
    forest.clear();
    assert!(forest.is_empty());
    forest.add(&formula("g + 1").body);
    assert_eq!((forest.len(), forest.schedule(|_| 10.0).code.len()), (1, 1));
}
