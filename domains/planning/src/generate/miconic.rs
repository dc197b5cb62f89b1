//! Miconic: an elevator without capacity limit.
//!
//! There are between half as many floors as passengers plus two and as many plus four. The plan serves one passenger after another.

use super::builder::Builder;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "miconic",
    summary: "bring the passengers of an elevator to their floors",
    unit: "passengers",
    domain: DOMAIN,
    sizes: Sizes { train: (2, 10), easy: (1, 10), medium: (20, 80), hard: (50, 500), any: (1, 1_000) },
    make,
};

const DOMAIN: &str = "(define (domain miconic)
  (:requirements :strips :typing)
  (:types passenger floor)
  (:predicates
    (origin ?p - passenger ?f - floor)
    (destin ?p - passenger ?f - floor)
    (above ?lower ?upper - floor)
    (boarded ?p - passenger)
    (served ?p - passenger)
    (lift-at ?f - floor))
  (:action board
    :parameters (?f - floor ?p - passenger)
    :precondition (and (lift-at ?f) (origin ?p ?f))
    :effect (and (boarded ?p) (not (origin ?p ?f))))
  (:action depart
    :parameters (?f - floor ?p - passenger)
    :precondition (and (lift-at ?f) (destin ?p ?f) (boarded ?p))
    :effect (and (served ?p) (not (boarded ?p))))
  (:action up
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?from ?to))
    :effect (and (lift-at ?to) (not (lift-at ?from))))
  (:action down
    :parameters (?from ?to - floor)
    :precondition (and (lift-at ?from) (above ?to ?from))
    :effect (and (lift-at ?to) (not (lift-at ?from)))))
";

fn make(passengers: usize, random: &mut Stream) -> Generated {
    let floors = random.random_range(passengers / 2 + 2..=passengers + 4);
    let mut lift = random.random_range(1..=floors);
    let mut builder = Builder::default();
    builder.objects("f", floors, "floor");
    builder.objects("p", passengers, "passenger");
    builder.init(format_args!("lift-at f{lift}"));
    for lower in 1..=floors {
        for upper in lower + 1..=floors {
            builder.init(format_args!("above f{lower} f{upper}"));
        }
    }
    for passenger in 1..=passengers {
        let from = random.random_range(1..=floors);
        let to = (from + random.random_range(1..floors) - 1) % floors + 1;
        builder.init(format_args!("origin p{passenger} f{from}"));
        builder.init(format_args!("destin p{passenger} f{to}"));
        builder.goal(format_args!("served p{passenger}"));
        drive(&mut lift, from, &mut builder);
        builder.step(format_args!("board f{from} p{passenger}"));
        drive(&mut lift, to, &mut builder);
        builder.step(format_args!("depart f{to} p{passenger}"));
    }
    builder.finish(BENCHMARK.name, passengers)
}

fn drive(lift: &mut usize, to: usize, builder: &mut Builder) {
    if *lift != to {
        let action = if *lift < to { "up" } else { "down" };
        builder.step(format_args!("{action} f{lift} f{to}"));
        *lift = to;
    }
}
