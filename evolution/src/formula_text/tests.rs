use super::*;
use unstuck_core::language::{Node, Op, Policy, Rule};
use unstuck_core::random::{RngExt, stream};
use unstuck_core::registry;

#[test]
fn numbers_read_back_to_the_last_bit() {
    unstuck_domains::install();
    let table = registry::domain("rush-hour").unwrap().features().clone();
    let mut random = stream(7, "numbers", &[]);
    let drawn = (0..5_000).map(|_| f64::from_bits(random.random())).filter(|number| number.is_finite());
    let known = [0.0, -0.0, 0.1 + 0.2, f64::MIN_POSITIVE, 5e-324, f64::MAX, -f64::MAX, 1e9, 1.0 / 3.0];
    for number in known.into_iter().chain(drawn) {
        let nodes = vec![Node::Number(number), Node::Feature(1), Op::Mul.node()];
        let formula = Formula::value(Tree::new(nodes).unwrap());
        let again = read(&write(&formula, &table), &table).unwrap();
        let Node::Number(same) = again.trees()[0].nodes()[0] else { panic!("a number") };
        assert_eq!(same.to_bits(), number.to_bits(), "{number:e}");
    }
}

#[test]
fn conditions_values_and_headers_read_back() {
    unstuck_domains::install();
    let table = registry::domain("rush-hour").unwrap().features().clone();
    for text in ["blockers >= 3 and not move_freed", "not (move_freed or -2 < distance)", "true"] {
        let tree = read_tree(text, Kind::Bool, &table).unwrap();
        assert_eq!((tree.kind(), write_tree(&tree, &table).as_str()), (Kind::Bool, text));
    }
    assert!(read_tree("blockers", Kind::Bool, &table).is_err());
    assert!(read_tree("true", Kind::Real, &table).is_err());
    assert!(read_tree("true: 1; if true", Kind::Bool, &table).is_err());
    let condition = read_tree("blockers < 2", Kind::Bool, &table).unwrap();
    let rules = vec![Rule { condition, value: Tree::number(-1.5) }];
    let policy = Formula::policy(Policy { rules, otherwise: Tree::number(2.0) });
    let formula = policy.with_header("rush-hour", "slides");
    assert_eq!(read(&write(&formula, &table), &table), Ok(formula));
}

#[test]
fn a_missing_feature_is_named() {
    unstuck_domains::install();
    let table = registry::domain("tiles").unwrap().features().clone();
    let missing = |text: &str| match read(text, &table) {
        Err(FormulaError::Missing { feature, domain }) => (feature, domain),
        other => panic!("{text}: {other:?}"),
    };
    let tiles = |name: &str| (name.to_owned(), "tiles".to_owned());
    assert_eq!(missing("2*x9_y + manhattan"), tiles("x9_y"));
    assert_eq!(missing("policy\n  if manhattan < lost: 1\n  otherwise: 0"), tiles("lost"));
    assert_eq!(missing("manhattan + count(and(on, off)) + 1"), tiles("count(and(on, off))"));
    assert!(matches!(read("manhattan +", &table), Err(FormulaError::Unreadable(_))));
    assert!(matches!(read("manhattan < 1", &table), Err(FormulaError::Unreadable(_))));
    assert!(matches!(read("max(manhattan)", &table), Err(FormulaError::Unreadable(_))));
}
