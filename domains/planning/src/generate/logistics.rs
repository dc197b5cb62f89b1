//! Logistics: trucks within cities, airplanes between them.
//!
//! Cities have an airport and one to three other locations, and one truck each; there is a city for every six packages plus
//! two, and an airplane for every twenty plus one. The learning track has no such domain; the sizes are chosen so that hard
//! tasks have up to three million operators. The plan delivers one package after another.

use super::builder::Builder;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "logistics",
    summary: "deliver packages by truck within cities and by airplane between them",
    unit: "packages",
    domain: DOMAIN,
    sizes: Sizes { train: (1, 12), easy: (3, 15), medium: (20, 80), hard: (100, 500), any: (1, 1_000) },
    make,
};

const DOMAIN: &str = "(define (domain logistics)
  (:requirements :strips :typing)
  (:types city place thing - object
          airport location - place
          package vehicle - thing
          truck airplane - vehicle)
  (:predicates
    (at ?t - thing ?p - place)
    (in ?k - package ?v - vehicle)
    (in-city ?p - place ?c - city))
  (:action load-truck
    :parameters (?k - package ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (at ?k ?p))
    :effect (and (in ?k ?t) (not (at ?k ?p))))
  (:action unload-truck
    :parameters (?k - package ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (in ?k ?t))
    :effect (and (at ?k ?p) (not (in ?k ?t))))
  (:action load-airplane
    :parameters (?k - package ?a - airplane ?p - airport)
    :precondition (and (at ?a ?p) (at ?k ?p))
    :effect (and (in ?k ?a) (not (at ?k ?p))))
  (:action unload-airplane
    :parameters (?k - package ?a - airplane ?p - airport)
    :precondition (and (at ?a ?p) (in ?k ?a))
    :effect (and (at ?k ?p) (not (in ?k ?a))))
  (:action drive-truck
    :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c))
    :effect (and (at ?t ?to) (not (at ?t ?from))))
  (:action fly-airplane
    :parameters (?a - airplane ?from ?to - airport)
    :precondition (at ?a ?from)
    :effect (and (at ?a ?to) (not (at ?a ?from)))))
";

/// A city and a place in it, 0 for the airport.
type Place = (usize, usize);

fn make(packages: usize, random: &mut Stream) -> Generated {
    let (cities, airplanes) = (2 + packages / 6, 1 + packages / 20);
    let places: Vec<Place> = (1..=cities)
        .flat_map(|city| (0..=random.random_range(1..=3)).map(move |place| (city, place)))
        .collect();
    let mut builder = Builder::default();
    builder.objects("city", cities, "city");
    builder.objects("truck", cities, "truck");
    builder.objects("plane", airplanes, "airplane");
    builder.objects("package", packages, "package");
    let (airports, others): (Vec<Place>, Vec<Place>) = places.iter().partition(|place| place.1 == 0);
    builder.named(airports.into_iter().map(name), "airport");
    builder.named(others.into_iter().map(name), "location");
    for &place in &places {
        builder.init(format_args!("in-city {} city{}", name(place), place.0));
    }
    let any = |random: &mut Stream| places[random.random_range(0..places.len())];
    let mut fleet = Fleet { trucks: vec![0; cities + 1], airplanes: Vec::new() };
    for city in 1..=cities {
        // Every city has an airport and a first location.
        let place = random.random_range(0..2);
        fleet.trucks[city] = place;
        builder.init(format_args!("at truck{city} {}", name((city, place))));
    }
    for airplane in 1..=airplanes {
        let city = random.random_range(1..=cities);
        fleet.airplanes.push(city);
        builder.init(format_args!("at plane{airplane} {}", name((city, 0))));
    }
    for package in 1..=packages {
        let from = any(random);
        let to = loop {
            let to = any(random);
            if to != from {
                break to;
            }
        };
        builder.init(format_args!("at package{package} {}", name(from)));
        builder.goal(format_args!("at package{package} {}", name(to)));
        fleet.deliver(package, from, to, &mut builder);
    }
    builder.finish(BENCHMARK.name, packages)
}

fn name((city, place): Place) -> String {
    match place {
        0 => format!("airport{city}"),
        _ => format!("location{city}-{place}"),
    }
}

/// Where the vehicles are.
struct Fleet {
    /// For each city, from 1, the place of its truck.
    trucks: Vec<usize>,
    /// For each airplane its city.
    airplanes: Vec<usize>,
}

impl Fleet {
    fn deliver(&mut self, package: usize, from: Place, to: Place, builder: &mut Builder) {
        if from.0 == to.0 {
            return self.drive(package, from, to.1, builder);
        }
        self.drive(package, from, 0, builder);
        // The airplane that is there already, if any.
        let airplane =
            self.airplanes.iter().position(|&city| city == from.0).unwrap_or(package % self.airplanes.len());
        let number = airplane + 1;
        let (start, end) = (name((from.0, 0)), name((to.0, 0)));
        let here = self.airplanes[airplane];
        if here != from.0 {
            builder.step(format_args!("fly-airplane plane{number} {} {start}", name((here, 0))));
        }
        builder.step(format_args!("load-airplane package{package} plane{number} {start}"));
        builder.step(format_args!("fly-airplane plane{number} {start} {end}"));
        builder.step(format_args!("unload-airplane package{package} plane{number} {end}"));
        self.airplanes[airplane] = to.0;
        self.drive(package, (to.0, 0), to.1, builder);
    }

    /// Within a city.
    fn drive(&mut self, package: usize, from: Place, to: usize, builder: &mut Builder) {
        let city = from.0;
        if from.1 == to {
            return;
        }
        let (start, end) = (name(from), name((city, to)));
        let here = std::mem::replace(&mut self.trucks[city], to);
        if here != from.1 {
            builder.step(format_args!("drive-truck truck{city} {} {start} city{city}", name((city, here))));
        }
        builder.step(format_args!("load-truck package{package} truck{city} {start}"));
        builder.step(format_args!("drive-truck truck{city} {start} {end} city{city}"));
        builder.step(format_args!("unload-truck package{package} truck{city} {end}"));
    }
}
