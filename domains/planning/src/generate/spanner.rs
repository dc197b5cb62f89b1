//! Spanner: a one-way walk on which enough spanners must be picked up.
//!
//! There are twice as many spanners as nuts, each at a random location of the path between shed and gate; a spanner serves
//! for one nut. Nothing can be fetched later, so planners that ignore this reach dead ends. The plan picks up all.

use super::builder::Builder;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "spanner",
    summary: "collect single-use spanners on a one-way path, then tighten nuts",
    unit: "spanners",
    domain: DOMAIN,
    sizes: Sizes { train: (3, 10), easy: (1, 10), medium: (30, 90), hard: (100, 500), any: (1, 3_000) },
    make,
};

const DOMAIN: &str = "(define (domain spanner)
  (:requirements :strips :typing)
  (:types location locatable - object
          man nut spanner - locatable)
  (:predicates
    (at ?m - locatable ?l - location)
    (carrying ?m - man ?s - spanner)
    (usable ?s - spanner)
    (link ?l1 ?l2 - location)
    (tightened ?n - nut)
    (loose ?n - nut))
  (:action walk
    :parameters (?start ?end - location ?m - man)
    :precondition (and (at ?m ?start) (link ?start ?end))
    :effect (and (at ?m ?end) (not (at ?m ?start))))
  (:action pickup_spanner
    :parameters (?l - location ?s - spanner ?m - man)
    :precondition (and (at ?m ?l) (at ?s ?l))
    :effect (and (carrying ?m ?s) (not (at ?s ?l))))
  (:action tighten_nut
    :parameters (?l - location ?s - spanner ?m - man ?n - nut)
    :precondition (and (at ?m ?l) (at ?n ?l) (carrying ?m ?s) (usable ?s) (loose ?n))
    :effect (and (tightened ?n) (not (loose ?n)) (not (usable ?s)))))
";

fn make(spanners: usize, random: &mut Stream) -> Generated {
    let nuts = spanners.div_ceil(2);
    let locations = (4 + spanners / 2 + random.random_range(0..8)).min(100);
    let mut builder = Builder::default();
    builder.named(["bob".to_owned()], "man");
    builder.objects("spanner", spanners, "spanner");
    builder.objects("nut", nuts, "nut");
    builder.named(path(locations), "location");
    builder.init(format_args!("at bob shed"));
    let mut found = vec![Vec::new(); locations + 1];
    for spanner in 1..=spanners {
        let place = random.random_range(1..=locations);
        builder.init(format_args!("at spanner{spanner} location{place}"));
        builder.init(format_args!("usable spanner{spanner}"));
        found[place].push(spanner);
    }
    for nut in 1..=nuts {
        builder.init(format_args!("at nut{nut} gate"));
        builder.init(format_args!("loose nut{nut}"));
        builder.goal(format_args!("tightened nut{nut}"));
    }
    let mut here = "shed".to_owned();
    for (index, next) in path(locations).enumerate().skip(1) {
        builder.init(format_args!("link {here} {next}"));
        builder.step(format_args!("walk {here} {next} bob"));
        for spanner in found.get(index).into_iter().flatten() {
            builder.step(format_args!("pickup_spanner {next} spanner{spanner} bob"));
        }
        here = next;
    }
    for nut in 1..=nuts {
        builder.step(format_args!("tighten_nut gate spanner{nut} bob nut{nut}"));
    }
    builder.finish(BENCHMARK.name, spanners)
}

/// The places in walking order.
fn path(locations: usize) -> impl Iterator<Item = String> {
    let between = (1..=locations).map(|number| format!("location{number}"));
    std::iter::once("shed".to_owned()).chain(between).chain(["gate".to_owned()])
}
