//! Rules of several decisions as one text.

use std::sync::Arc;
use unstuck_core::feature::{FeatureTable, number};
use unstuck_core::language::Decisions;

fn tables() -> [Arc<FeatureTable>; 3] {
    let table = |decision: &'static str, names: [&'static str; 3]| {
        let [one, two, flag] = names;
        let features = [number(one, ""), number(two, "").per_step(), number(flag, "").boolean()];
        FeatureTable::of_decision("bins", decision, features)
    };
    [
        table("choose", ["after", "item", "is_new"]),
        table("accept", ["worse", "progress", "is_best"]),
        table("remove", ["size", "item", "is_last"]),
    ]
}

fn read(text: &str) -> Decisions {
    Decisions::read(text, &tables()).unwrap_or_else(|error| panic!("{}", error.in_text(text)))
}

#[test]
fn texts_read_back_as_they_are_printed() {
    for (text, line, lines) in [
        ("-after", "-after", "-after"),
        ("choose: -after", "-after", "-after"),
        ("accept: 1 - worse", "accept: 1 - worse", "accept: 1 - worse"),
        (
            "# a rule\n  remove : size\n\nchoose:\n  -after\n  - item # both\n",
            "choose: -after - item; remove: size",
            "choose: -after - item\nremove: size",
        ),
        (
            "choose: policy\n if is_new: -1\n otherwise: -after\naccept: max(worse,\n progress)",
            "choose: policy; if is_new: -1; otherwise: -after; accept: max(worse, progress)",
            "choose: policy\n  if is_new: -1\n  otherwise: -after\naccept: max(worse, progress)",
        ),
        (
            "accept: policy; otherwise: worse; remove: size;\n choose: if(is_new, item, 2)",
            "choose: if(is_new, item, 2); accept: policy; otherwise: worse; remove: size",
            "choose: if(is_new, item, 2)\naccept: policy\n  otherwise: worse\nremove: size",
        ),
        (
            "heuristic 1 for bins\nremove: item; choose: item",
            "choose: item; remove: item",
            "heuristic 1 for bins\nchoose: item\nremove: item",
        ),
    ] {
        let rule = read(text);
        assert_eq!((&*rule.to_string(), &*rule.print()), (line, lines));
        assert_eq!((read(line).to_string(), read(lines).print()), (line.to_owned(), lines.to_owned()));
        let formulas = |rule: &Decisions| -> Vec<_> {
            rule.iter().map(|(name, checked)| (name.to_owned(), checked.formula.clone())).collect()
        };
        assert_eq!(formulas(&rule), formulas(&read(line)));
        let parts = Decisions::new(rule.iter().map(|(_, checked)| checked.clone()).collect());
        assert_eq!(parts.to_string(), line);
    }
}

#[test]
fn each_formula_has_the_table_of_its_decision() {
    let rule = read("remove: item + size; choose: item - after");
    assert_eq!(rule.get("choose").unwrap().features(), ["after", "item"]);
    assert_eq!(rule.get("remove").unwrap().features(), ["size", "item"]);
    assert!(rule.get("accept").is_none());
    assert_eq!(rule.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["choose", "remove"]);
}

#[test]
fn errors_name_the_place_in_the_whole_text() {
    for (text, error) in [
        ("chose: after", "line 1, column 1: bins has no decision 'chose' (did you mean 'choose'?)"),
        ("tabu: after", "line 1, column 1: bins has no decision 'tabu' (available: choose, accept, remove)"),
        (
            "choose: after\naccept: wors",
            "line 2, column 9: accept of bins has no feature 'wors' (did you mean 'worse'?)",
        ),
        (
            "choose: after; accept: after",
            "line 1, column 24: accept of bins has no feature 'after' (available: worse, progress, is_best)",
        ),
        ("choose: after\nchoose: item", "line 2, column 1: choose is named twice"),
        (
            "after\naccept: worse",
            "line 2, column 1: 'accept' must begin the text (name the decision of what is before it, as in choose: VALUE)",
        ),
        ("choose: 1 +\naccept: worse", "line 2, column 1: expected a value, found the end of the text"),
        ("choose:", "line 1, column 8: expected a value, found the end of the text"),
        ("", "line 1, column 1: expected a value, found the end of the text"),
        (
            "choose: (after\naccept: worse)",
            "line 2, column 1: expected an operator or the end, found 'accept' (write * to multiply)",
        ),
        ("heuristic 1 for tins\nafter", "line 1, column 17: the heuristic is for tins, not for bins"),
        ("choose: after;", "line 1, column 14: ';' belongs into a policy (begin with policy)"),
        (
            "search astar\nafter",
            "line 1, column 1: choose of bins has no feature 'search' (available: after, item, is_new)",
        ),
    ] {
        let found = Decisions::read(text, &tables()).map(|rule| rule.to_string());
        assert_eq!(found.map_err(|wrong| wrong.to_string()), Err(error.to_owned()), "{text}");
    }
    let others = &tables()[1..];
    assert_eq!(Decisions::read("accept: worse", others).unwrap().to_string(), "accept: worse");
    assert_eq!(
        Decisions::read("worse", others).unwrap_err().to_string(),
        "line 1, column 1: the formula names no decision (write NAME: VALUE, where NAME is one of accept, remove)"
    );
    assert!(Decisions::read("worse", &[]).is_err());
}
