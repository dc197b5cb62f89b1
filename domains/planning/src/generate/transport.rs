//! Transport: vehicles with limited capacity on a road network.
//!
//! There are up to half as many packages again as vehicles, and up to twice as many locations, joined by a random connected
//! network of roads. As in the learning track, roads have no lengths. The plan delivers one package after another with the
//! nearest vehicle.

use super::builder::Builder;
use super::graph::Graph;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "transport",
    summary: "deliver packages by vehicles of limited capacity on roads",
    unit: "vehicles",
    domain: DOMAIN,
    sizes: Sizes { train: (1, 6), easy: (3, 6), medium: (10, 20), hard: (30, 50), any: (1, 100) },
    make,
};

const DOMAIN: &str = "(define (domain transport)
  (:requirements :strips :typing)
  (:types location size locatable - object
          vehicle package - locatable)
  (:predicates
    (road ?from ?to - location)
    (at ?x - locatable ?l - location)
    (in ?p - package ?v - vehicle)
    (capacity ?v - vehicle ?s - size)
    (capacity-predecessor ?less ?more - size))
  (:action drive
    :parameters (?v - vehicle ?from ?to - location)
    :precondition (and (at ?v ?from) (road ?from ?to))
    :effect (and (at ?v ?to) (not (at ?v ?from))))
  (:action pick-up
    :parameters (?v - vehicle ?l - location ?p - package ?less ?more - size)
    :precondition (and (at ?v ?l) (at ?p ?l) (capacity-predecessor ?less ?more) (capacity ?v ?more))
    :effect (and (in ?p ?v) (capacity ?v ?less) (not (at ?p ?l)) (not (capacity ?v ?more))))
  (:action drop
    :parameters (?v - vehicle ?l - location ?p - package ?less ?more - size)
    :precondition (and (at ?v ?l) (in ?p ?v) (capacity-predecessor ?less ?more) (capacity ?v ?less))
    :effect (and (at ?p ?l) (capacity ?v ?more) (not (in ?p ?v)) (not (capacity ?v ?less)))))
";

fn make(vehicles: usize, random: &mut Stream) -> Generated {
    let packages = random.random_range(vehicles..=vehicles + vehicles.div_ceil(2));
    let locations = random.random_range(vehicles + 2..=2 * vehicles + 3);
    let largest = 2 + vehicles / 10;
    let roads = Graph::connected(locations, locations / 2, random);
    let mut builder = Builder::default();
    builder.objects("location", locations, "location");
    builder.objects("truck", vehicles, "vehicle");
    builder.objects("package", packages, "package");
    builder.named((0..=largest).map(|size| format!("capacity-{size}")), "size");
    for size in 0..largest {
        builder.init(format_args!("capacity-predecessor capacity-{size} capacity-{}", size + 1));
    }
    for (from, to) in roads.arcs() {
        builder.init(format_args!("road location{} location{}", from + 1, to + 1));
    }
    let (mut at, mut capacities) = (Vec::new(), Vec::new());
    for vehicle in 1..=vehicles {
        at.push(random.random_range(0..locations));
        capacities.push(random.random_range(1..=largest));
        builder.init(format_args!("at truck{vehicle} location{}", at[vehicle - 1] + 1));
        builder.init(format_args!("capacity truck{vehicle} capacity-{}", capacities[vehicle - 1]));
    }
    for package in 1..=packages {
        let from = random.random_range(0..locations);
        let to = (from + random.random_range(1..locations)) % locations;
        builder.init(format_args!("at package{package} location{}", from + 1));
        builder.goal(format_args!("at package{package} location{}", to + 1));
        let (vehicle, approach) = nearest(&roads, &at, from);
        let (number, more) = (vehicle + 1, capacities[vehicle]);
        let less = more - 1;
        drive(number, &mut at[vehicle], &approach, &mut builder);
        let sizes = format!("capacity-{less} capacity-{more}");
        builder.step(format_args!("pick-up truck{number} location{} package{package} {sizes}", from + 1));
        let way = roads.path(from, |_| true, |node| node == to).unwrap_or_default();
        drive(number, &mut at[vehicle], &way, &mut builder);
        builder.step(format_args!("drop truck{number} location{} package{package} {sizes}", to + 1));
    }
    builder.finish(BENCHMARK.name, vehicles)
}

/// The vehicle nearest to a location, and its way there. The roads are connected.
fn nearest(roads: &Graph, at: &[usize], location: usize) -> (usize, Vec<usize>) {
    let mut way = roads.path(location, |_| true, |node| at.contains(&node)).unwrap_or_default();
    let start = way.last().copied().unwrap_or(location);
    let vehicle = at.iter().position(|&place| place == start).unwrap_or(0);
    // The path leads from the location to the vehicle; driven backwards, it ends at the location.
    way.insert(0, location);
    way.pop();
    way.reverse();
    (vehicle, way)
}

fn drive(number: usize, at: &mut usize, way: &[usize], builder: &mut Builder) {
    for &next in way {
        builder.step(format_args!("drive truck{number} location{} location{}", *at + 1, next + 1));
        *at = next;
    }
}
