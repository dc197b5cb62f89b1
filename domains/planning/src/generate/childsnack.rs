//! Childsnack: sandwiches for children, some of whom must not eat gluten.
//!
//! A fifth to three fifths of the children are allergic; there is bread and content for exactly one sandwich a child, and
//! using gluten-free ingredients for the others is a dead end. The plan serves one table after another with the first tray.

use super::builder::Builder;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream, shuffle};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "childsnack",
    summary: "make sandwiches, some without gluten, and serve them on trays",
    unit: "children",
    domain: DOMAIN,
    sizes: Sizes { train: (2, 10), easy: (4, 10), medium: (15, 40), hard: (50, 300), any: (1, 400) },
    make,
};

const DOMAIN: &str = "(define (domain childsnack)
  (:requirements :strips :typing)
  (:types child bread-portion content-portion sandwich tray place)
  (:constants kitchen - place)
  (:predicates
    (at_kitchen_bread ?b - bread-portion)
    (at_kitchen_content ?c - content-portion)
    (at_kitchen_sandwich ?s - sandwich)
    (no_gluten_bread ?b - bread-portion)
    (no_gluten_content ?c - content-portion)
    (no_gluten_sandwich ?s - sandwich)
    (ontray ?s - sandwich ?t - tray)
    (allergic_gluten ?c - child)
    (not_allergic_gluten ?c - child)
    (served ?c - child)
    (waiting ?c - child ?p - place)
    (at ?t - tray ?p - place)
    (notexist ?s - sandwich))
  (:action make_sandwich_no_gluten
    :parameters (?s - sandwich ?b - bread-portion ?c - content-portion)
    :precondition (and (at_kitchen_bread ?b) (at_kitchen_content ?c) (no_gluten_bread ?b)
      (no_gluten_content ?c) (notexist ?s))
    :effect (and (at_kitchen_sandwich ?s) (no_gluten_sandwich ?s) (not (at_kitchen_bread ?b))
      (not (at_kitchen_content ?c)) (not (notexist ?s))))
  (:action make_sandwich
    :parameters (?s - sandwich ?b - bread-portion ?c - content-portion)
    :precondition (and (at_kitchen_bread ?b) (at_kitchen_content ?c) (notexist ?s))
    :effect (and (at_kitchen_sandwich ?s) (not (at_kitchen_bread ?b)) (not (at_kitchen_content ?c))
      (not (notexist ?s))))
  (:action put_on_tray
    :parameters (?s - sandwich ?t - tray)
    :precondition (and (at_kitchen_sandwich ?s) (at ?t kitchen))
    :effect (and (ontray ?s ?t) (not (at_kitchen_sandwich ?s))))
  (:action serve_sandwich_no_gluten
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (allergic_gluten ?c) (no_gluten_sandwich ?s) (ontray ?s ?t) (waiting ?c ?p) (at ?t ?p))
    :effect (and (served ?c) (not (ontray ?s ?t))))
  (:action serve_sandwich
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (not_allergic_gluten ?c) (ontray ?s ?t) (waiting ?c ?p) (at ?t ?p))
    :effect (and (served ?c) (not (ontray ?s ?t))))
  (:action move_tray
    :parameters (?t - tray ?from ?to - place)
    :precondition (at ?t ?from)
    :effect (and (at ?t ?to) (not (at ?t ?from)))))
";

const TABLES: usize = 3;

fn make(children: usize, random: &mut Stream) -> Generated {
    let allergic = random.random_range(children / 5..=children * 3 / 5);
    let sandwiches = children + random.random_range(0..=children / 4);
    let trays = random.random_range(1..=children.min(4));
    let mut builder = Builder::default();
    builder.objects("child", children, "child");
    builder.objects("bread", children, "bread-portion");
    builder.objects("content", children, "content-portion");
    builder.objects("sandwich", sandwiches, "sandwich");
    builder.objects("tray", trays, "tray");
    builder.objects("table", TABLES, "place");
    (1..=trays).for_each(|tray| builder.init(format_args!("at tray{tray} kitchen")));
    (1..=sandwiches).for_each(|sandwich| builder.init(format_args!("notexist sandwich{sandwich}")));

    // The first of each order are those without gluten.
    let [child, bread, content] = [(); 3].map(|()| {
        let mut order: Vec<usize> = (1..=children).collect();
        shuffle(&mut order, random);
        order
    });
    let mut waiting = vec![Vec::new(); TABLES + 1];
    for index in 0..children {
        let (child, bread, content) = (child[index], bread[index], content[index]);
        builder.init(format_args!("at_kitchen_bread bread{bread}"));
        builder.init(format_args!("at_kitchen_content content{content}"));
        if index < allergic {
            builder.init(format_args!("no_gluten_bread bread{bread}"));
            builder.init(format_args!("no_gluten_content content{content}"));
            builder.init(format_args!("allergic_gluten child{child}"));
        } else {
            builder.init(format_args!("not_allergic_gluten child{child}"));
        }
        let table = random.random_range(1..=TABLES);
        builder.init(format_args!("waiting child{child} table{table}"));
        builder.goal(format_args!("served child{child}"));
        waiting[table].push(index);
    }

    for (table, waiting) in waiting.iter().enumerate().filter(|(_, waiting)| !waiting.is_empty()) {
        let kind = |index: usize| if index < allergic { "sandwich_no_gluten" } else { "sandwich" };
        for &index in waiting {
            let sandwich = format!("sandwich{}", index + 1);
            let (kind, bread, content) = (kind(index), bread[index], content[index]);
            builder.step(format_args!("make_{kind} {sandwich} bread{bread} content{content}"));
            builder.step(format_args!("put_on_tray {sandwich} tray1"));
        }
        builder.step(format_args!("move_tray tray1 kitchen table{table}"));
        for &index in waiting {
            let (kind, number, child) = (kind(index), index + 1, child[index]);
            builder.step(format_args!("serve_{kind} sandwich{number} child{child} tray1 table{table}"));
        }
        builder.step(format_args!("move_tray tray1 table{table} kitchen"));
    }
    builder.finish(BENCHMARK.name, children)
}
