//! Gripper: a robot with two hands carries balls between rooms.
//!
//! The classical tasks have two rooms and move all balls from one to the other. Here there are three to five rooms and a
//! further one for every ten balls, and balls start and end in random, different rooms. The learning track has no such domain; the sizes are
//! chosen so that hard tasks have up to half a million operators. The plan takes two balls of a room at a time.

use super::builder::Builder;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "gripper",
    summary: "carry balls between rooms with two hands",
    unit: "balls",
    domain: DOMAIN,
    sizes: Sizes { train: (3, 20), easy: (4, 24), medium: (30, 120), hard: (150, 900), any: (1, 3_000) },
    make,
};

const DOMAIN: &str = "(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball gripper)
  (:predicates
    (at-robby ?r - room)
    (at ?b - ball ?r - room)
    (free ?g - gripper)
    (carry ?b - ball ?g - gripper))
  (:action move
    :parameters (?from ?to - room)
    :precondition (at-robby ?from)
    :effect (and (at-robby ?to) (not (at-robby ?from))))
  (:action pick
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (at ?b ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
  (:action drop
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (carry ?b ?g) (at-robby ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))
";

fn make(balls: usize, random: &mut Stream) -> Generated {
    let rooms = 3 + balls / 10 + random.random_range(0..3);
    let robot = random.random_range(1..=rooms);
    let mut builder = Builder::default();
    builder.objects("room", rooms, "room");
    builder.objects("ball", balls, "ball");
    builder.named(["left".to_owned(), "right".to_owned()], "gripper");
    builder.init(format_args!("at-robby room{robot}"));
    builder.init(format_args!("free left"));
    builder.init(format_args!("free right"));
    let mut jobs = Vec::new();
    for ball in 1..=balls {
        let from = random.random_range(1..=rooms);
        let to = (from + random.random_range(1..rooms) - 1) % rooms + 1;
        builder.init(format_args!("at ball{ball} room{from}"));
        builder.goal(format_args!("at ball{ball} room{to}"));
        jobs.push((from, to, ball));
    }
    jobs.sort_unstable();
    deliver(&jobs, robot, &mut builder);
    builder.finish(BENCHMARK.name, balls)
}

/// Steps that carry balls, given as origin, destination and number, sorted.
fn deliver(jobs: &[(usize, usize, usize)], mut robot: usize, builder: &mut Builder) {
    let mut go = |room: usize, builder: &mut Builder| {
        if robot != room {
            builder.step(format_args!("move room{robot} room{room}"));
            robot = room;
        }
    };
    for same_room in jobs.chunk_by(|a, b| a.0 == b.0) {
        for pair in same_room.chunks(2) {
            let hands = || pair.iter().zip(["left", "right"]);
            for ((from, _, ball), hand) in hands() {
                go(*from, builder);
                builder.step(format_args!("pick ball{ball} room{from} {hand}"));
            }
            for ((_, to, ball), hand) in hands() {
                go(*to, builder);
                builder.step(format_args!("drop ball{ball} room{to} {hand}"));
            }
        }
    }
}
