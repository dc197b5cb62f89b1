//! Reading, writing and simplifying.

use super::random::Source;
use super::{read, words};
use crate::installed as registry;
use proptest::prelude::*;
use unstuck_core::feature::Kind;
use unstuck_core::language::{
    Body, Formula, MAX_NESTING, Node, Op, Tree, compile, interpret, is_reserved, parse, print, print_line,
    simplify,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn what_is_printed_reads_back(seed: u64) {
        let formula = Source::new(seed).formula();
        let text = print(&formula, &words());
        prop_assert_eq!(&parse(&text, &words()), &Ok(formula.clone()), "{}", text);
        let line = parse(&print_line(&formula, &words()), &words()).unwrap();
        prop_assert_eq!(line, Formula { header: None, ..formula });
    }

    #[test]
    fn simplifying_changes_no_value_and_adds_no_node(seed: u64) {
        let mut source = Source::new(seed);
        let formula = source.formula();
        let simple = simplify(&formula);
        prop_assert!(simple.size() <= formula.size());
        prop_assert_eq!(parse(&print(&simple, &words()), &words()), Ok(simple.clone()));
        for _ in 0..30 {
            let features = source.features();
            let (before, after) = (interpret(&formula, &features), interpret(&simple, &features));
            prop_assert!(before == after, "{} is {before}, but {} is {after}",
                print_line(&formula, &words()), print_line(&simple, &words()));
        }
    }
}

#[test]
fn texts_are_printed_in_one_way() {
    for (text, printed) in [
        ("1.50*blockers+0.3e1", "1.5*blockers + 3"),
        ("((blockers - hybrid)) - (g - 1)", "blockers - hybrid - (g - 1)"),
        ("blockers/(hybrid/g)", "blockers/(hybrid/g)"),
        ("-(3)", "-(3)"),
        ("- 3", "-3"),
        ("--blockers", "-(-blockers)"),
        ("-blockers*hybrid", "-blockers*hybrid"),
        ("-(blockers*hybrid)", "-(blockers*hybrid)"),
        ("if(not (move_freed or true) and g<=2,1,0)", "if(not (move_freed or true) and g <= 2, 1, 0)"),
        ("1e21 + 0.0000001 + 100", "1e21 + 1e-7 + 100"),
        ("search ida,step 2,  order h\nblockers", "search ida, order h, step 2; blockers"),
        ("# why\nsearch wastar , weight 2.50 ;2*blockers", "search wastar, weight 2.5; 2*blockers"),
        ("heuristic 1 for rush-hour\n\nsearch hsd # so\nblockers", "search hsd; blockers"),
        (
            "search wastar\nattempt 2k , weight 3: blockers # so\n\nattempt 10:policy;if g<1:2;otherwise:g\nmax(1,\n g)",
            "search wastar; attempt 2000, weight 3: blockers; \
             attempt 10: policy; if g < 1: 2; otherwise: g; max(1, g)",
        ),
        (
            "attempt 5: policy\n if g<1: 2\n otherwise: g\n\nblockers",
            "attempt 5: policy; if g < 1: 2; otherwise: g; blockers",
        ),
        ("max(\n  blockers,\n  hybrid\n)\n", "max(blockers, hybrid)"),
        (
            "policy\n\n  # why\n  if g<1 :blockers # so\n\n otherwise:2\n",
            "policy; if g < 1: blockers; otherwise: 2",
        ),
        (
            "policy;if move_freed:if(g<1,1,2);otherwise:3",
            "policy; if move_freed: if(g < 1, 1, 2); otherwise: 3",
        ),
    ] {
        assert_eq!(print_line(&read(text), &words()), printed, "{text}");
    }
    let text = "heuristic 1 for rush-hour (slides)   # champion\r\npolicy\r\n if g > 1: 2\r\n otherwise: 3";
    assert_eq!(
        print(&read(text), &words()),
        "heuristic 1 for rush-hour (slides)\npolicy\n  if g > 1: 2\n  otherwise: 3"
    );
}

#[test]
fn texts_become_shorter() {
    for (text, shorter) in [
        ("0 + blockers*1 - 0", "blockers"),
        ("blockers*0 + 2*3", "6"),
        ("hybrid - hybrid + g/g", "1"),
        ("max(3, blockers, 5, blockers)", "max(blockers, 5)"),
        ("abs(-blockers)", "abs(blockers)"),
        ("if(not (g < 2), 1, 2)", "if(g >= 2, 1, 2)"),
        ("if(g < 2, if(g < 2, 1, 2), if(g < 2, 3, blockers))", "if(g < 2, 1, blockers)"),
        ("if(move_freed and (move_freed or g < 2), 1, 0)", "if(move_freed, 1, 0)"),
        ("policy; if true: 1; otherwise: 2", "1"),
        (
            "policy; if g < 1: 2; if move_freed: 3; if g < 1: 4; otherwise: 3",
            "policy; if g < 1: 2; otherwise: 3",
        ),
        // These would change roundings.
        ("2*(3*blockers)", "2*(3*blockers)"),
        ("blockers + 1 + 2", "blockers + 1 + 2"),
        // 0/x is 1 where x is tiny.
        ("0/blockers", "0/blockers"),
    ] {
        assert_eq!(print_line(&simplify(&read(text)), &words()), shorter, "{text}");
    }
}

#[test]
fn long_and_deep_texts_are_no_trouble() {
    let long = vec!["g"; 30_000].join("+");
    let formula = read(&long);
    assert_eq!(formula.size(), 59_999);
    let program = compile(&formula);
    assert_eq!(program.run(&mut program.slots(), |_| 2.0), 60_000.0);
    assert_eq!(simplify(&formula), formula);
    assert_eq!(parse(&long, &words()), Ok(formula));
    let nested = |depth: usize| format!("{}g{}", "abs(".repeat(depth), ")".repeat(depth));
    let formula = read(&nested(MAX_NESTING));
    assert_eq!(parse(&print(&formula, &words()), &words()), Ok(formula));
    let conditions = format!("if({}move_freed, 1, 2)", "not ".repeat(MAX_NESTING - 1));
    compile(&simplify(&read(&conditions)));
    let Body::Value(tree) = read(&nested(MAX_NESTING)).body else { panic!("an expression") };
    let mut nodes = tree.nodes().to_vec();
    nodes.push(Op::Abs.node());
    assert!(Tree::new(nodes).is_err());
}

#[test]
fn ill_formed_trees_are_refused() {
    let number = Node::Number(1.0);
    for nodes in [
        vec![],
        vec![number, number],
        vec![Op::Add.node()],
        vec![number, Op::Not.node()],
        vec![Node::Truth(true), number, Op::Add.node()],
        vec![Node::Number(f64::NAN)],
        vec![number, Node::Apply(Op::Min, 1)],
    ] {
        assert!(Tree::new(nodes.clone()).is_err(), "{nodes:?}");
    }
    assert_eq!(Tree::number(1.0).kind(), Kind::Real);
}

#[test]
fn no_feature_is_named_like_a_word_of_the_language() {
    for domain in registry::search_domains() {
        let table = domain.features();
        for feature in table.features() {
            let name = &feature.name;
            assert!(!is_reserved(name), "{name}");
            assert!(
                name == "zero" || parse(name, table).is_ok() || feature.kind == Kind::Bool,
                "{name} can be written"
            );
        }
    }
}
