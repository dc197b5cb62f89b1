//! Ferry: a boat with room for one car.
//!
//! Every car has a destination other than its origin. There are half as many locations as cars, plus four. The plan
//! carries one car after another.

use super::builder::Builder;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "ferry",
    summary: "carry cars, one at a time, between locations",
    unit: "cars",
    domain: DOMAIN,
    sizes: Sizes { train: (1, 20), easy: (2, 20), medium: (10, 100), hard: (200, 1_000), any: (1, 4_000) },
    make,
};

const DOMAIN: &str = "(define (domain ferry)
  (:requirements :strips :typing :equality :negative-preconditions)
  (:types car location)
  (:predicates
    (at-ferry ?l - location)
    (at ?c - car ?l - location)
    (on ?c - car)
    (empty-ferry))
  (:action sail
    :parameters (?from ?to - location)
    :precondition (and (at-ferry ?from) (not (= ?from ?to)))
    :effect (and (at-ferry ?to) (not (at-ferry ?from))))
  (:action board
    :parameters (?c - car ?l - location)
    :precondition (and (at ?c ?l) (at-ferry ?l) (empty-ferry))
    :effect (and (on ?c) (not (at ?c ?l)) (not (empty-ferry))))
  (:action debark
    :parameters (?c - car ?l - location)
    :precondition (and (on ?c) (at-ferry ?l))
    :effect (and (at ?c ?l) (empty-ferry) (not (on ?c)))))
";

fn make(cars: usize, random: &mut Stream) -> Generated {
    let locations = cars / 2 + 4;
    let mut ferry = random.random_range(1..=locations);
    let mut builder = Builder::default();
    builder.objects("location", locations, "location");
    builder.objects("car", cars, "car");
    builder.init(format_args!("empty-ferry"));
    builder.init(format_args!("at-ferry location{ferry}"));
    for car in 1..=cars {
        let from = random.random_range(1..=locations);
        let to = (from + random.random_range(1..locations) - 1) % locations + 1;
        builder.init(format_args!("at car{car} location{from}"));
        builder.goal(format_args!("at car{car} location{to}"));
        if ferry != from {
            builder.step(format_args!("sail location{ferry} location{from}"));
        }
        builder.step(format_args!("board car{car} location{from}"));
        builder.step(format_args!("sail location{from} location{to}"));
        builder.step(format_args!("debark car{car} location{to}"));
        ferry = to;
    }
    builder.finish(BENCHMARK.name, cars)
}
