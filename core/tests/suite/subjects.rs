//! Features of subjects that are not nodes: scopes, signed values, tables of decisions.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use unstuck_core::feature::{
    Compute, Feature, FeatureTable, Kind, LazyFeatures, NodeInfo, Role, Scope, Subject, estimate, infos,
    number,
};
use unstuck_core::language::{Checked, Evaluator};

/// Which bin takes the next item: a capacity, and how often each feature was computed.
#[derive(Default)]
struct Packing {
    capacity: f64,
    computed: [AtomicU32; 5],
}

struct Choose;

struct Choice<'v> {
    packing: &'v Packing,
    item: f64,
    room: f64,
}

impl Choice<'_> {
    fn count(&self, feature: usize, value: f64) -> f64 {
        self.packing.computed[feature].fetch_add(1, Relaxed);
        value
    }
}

impl Subject for Choose {
    type Instance = Packing;
    type View<'v> = Choice<'v>;
    type Scratch = ();

    fn features(_: &Packing) -> &[Feature<Self>] {
        FEATURES
    }
    fn scratch(_: &Packing) {}
    fn instance<'v>(view: &Self::View<'v>) -> &'v Packing {
        view.packing
    }
}

type Row = Feature<Choose>;

const FEATURES: &[Row] = &[
    Row::new(
        number("capacity", "room of an empty bin").per_instance(),
        |packing, _| Some((packing.capacity, packing.capacity)),
        |view, ()| view.count(0, view.packing.capacity),
    ),
    Row::new(number("item", "size of the item").per_step(), up, |view, ()| view.count(1, view.item)),
    Row::new(number("after", "room that stays free"), up, |view, ()| view.count(2, view.room - view.item)),
    pair("is_new", 0),
    pair("is_exact", 1),
];

const fn pair(name: &'static str, member: u32) -> Row {
    let compute = Compute::<Choose>::Group(
        |view: &Choice<'_>, (): &mut (), values: &mut [f64]| {
            view.count(3, 0.0);
            values[0] = f64::from(view.room == view.packing.capacity);
            values[1] = f64::from(view.room == view.item);
        },
        3..5,
    );
    Row { info: number(name, "").boolean(), member, range: up, compute }
}

fn up(packing: &Packing, _: u32) -> Option<(f64, f64)> {
    (packing.capacity > 0.0).then_some((0.0, packing.capacity))
}

fn table() -> std::sync::Arc<FeatureTable> {
    FeatureTable::of_decision("bins", "choose", infos(FEATURES))
}

#[test]
fn a_value_is_computed_no_more_often_than_it_changes() {
    let packing = Packing { capacity: 10.0, ..Packing::default() };
    let checked = Checked::read(
        "policy; if is_exact: capacity; otherwise: item/capacity - after - after*item",
        &table(),
    );
    let mut rule = Evaluator::<Choose>::new(&packing, &checked.unwrap()).unwrap();
    for item in [4.0, 7.0, 2.0] {
        rule.next_step();
        for room in [10.0, item, 8.0] {
            let value = rule.value(&Choice { packing: &packing, item, room });
            let after = room - item;
            assert_eq!(value, if room == item { 10.0 } else { item / 10.0 - after - after * item });
        }
    }
    let computed = packing.computed.each_ref().map(|count| count.load(Relaxed));
    // Once for the instance, once a step, once a choice where the rule asks, once a choice for the pair.
    assert_eq!(computed, [1, 3, 6, 9, 0]);
}

#[test]
fn a_feature_alone_is_computed_no_more_often_either() {
    let packing = Packing { capacity: 10.0, ..Packing::default() };
    let mut item = Evaluator::<Choose>::new(&packing, &Checked::read("item", &table()).unwrap()).unwrap();
    let mut lazy = LazyFeatures::<Choose>::new(&packing);
    for step in 1..=2_u8 {
        item.next_step();
        lazy.next_step();
        for room in [3.0, 5.0] {
            let view = Choice { packing: &packing, item: step.into(), room };
            lazy.next_view();
            assert_eq!((item.value(&view), lazy.get(&view, 1)), (step.into(), step.into()));
        }
    }
    assert_eq!(packing.computed[1].load(Relaxed), 4);
}

/// Values are not distances: they may be negative, and only the bounds of the language hold.
#[test]
fn values_are_signed() {
    let packing = Packing { capacity: 10.0, ..Packing::default() };
    for (text, expected) in
        [("after", 3.0), ("-after", -3.0), ("-after*1e9", -1e9), ("after - 5*item", -17.0)]
    {
        let checked = Checked::read(text, &table()).unwrap();
        let mut rule = Evaluator::<Choose>::new(&packing, &checked).unwrap();
        assert_eq!(rule.value(&Choice { packing: &packing, item: 4.0, room: 7.0 }), expected, "{text}");
        let mut copy = rule.fork(&packing);
        assert_eq!(copy.value(&Choice { packing: &packing, item: 4.0, room: 7.0 }), expected, "{text}");
    }
    let empty = Packing::default();
    let absent = Evaluator::<Choose>::new(&empty, &Checked::read("capacity - after", &table()).unwrap());
    assert_eq!(absent.err().as_deref(), Some("after"));
}

#[test]
fn a_decision_has_its_own_table() {
    let table = table();
    assert_eq!((table.domain(), table.decision(), table.metrics().count()), ("bins", Some("choose"), 0));
    let error = |text| Checked::read(text, &table).unwrap_err().to_string();
    assert_eq!(
        error("aftr + 1"),
        "line 1, column 1: choose of bins has no feature 'aftr' (did you mean 'after'?)"
    );
    assert_eq!(
        error("x + 1"),
        "line 1, column 1: choose of bins has no feature 'x' (available: capacity, item, after, is_new, is_exact)"
    );
}

/// What searches alone declare is in the form of nodes, and only there.
#[test]
fn users_read_one_list_of_fields() {
    let written = |info| serde_json::to_string(&info).unwrap();
    assert_eq!(
        written(number("room", "free room").per_step()),
        r#"{"name":"room","kind":"real","about":"free room","scope":"step","price":"cheap"}"#
    );
    assert_eq!(
        written(estimate("far", "how far", &["moves"], &[])),
        r#"{"name":"far","kind":"real","role":"estimate","about":"how far","admissible":["moves"],"consistent":[],"safe":false,"needs":{"parent":false,"g":false,"siblings":false,"path":false,"history":false},"price":"cheap"}"#
    );
    let room = number("room", "");
    assert_eq!((room.scope, room.kind, room.node().role), (Scope::Choice, Kind::Real, Role::Measure));
    assert!(room.node.is_none() && !NodeInfo::NONE.safe && room.is_tabulated());
}
