//! Rovers: vehicles sample soil and rock, take images and send everything to a lander.
//!
//! For r rovers there are up to 5r + 1 waypoints in a random connected network of sight, 4r objectives and 3r cameras. The
//! first rover can drive along every line of sight, carries all equipment and a camera with all modes; the others lack some
//! of it. The plan achieves one goal after another with a random rover that can.

mod domain;
mod fleet;

use self::domain::DOMAIN;
use self::fleet::{Camera, Fleet, MODES, Rover};
use super::builder::Builder;
use super::graph::Graph;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "rovers",
    summary: "sample soil and rock, take images, and send the data to a lander",
    unit: "rovers",
    domain: DOMAIN,
    sizes: Sizes { train: (1, 4), easy: (1, 4), medium: (5, 10), hard: (15, 30), any: (1, 100) },
    make,
};

fn make(rovers: usize, random: &mut Stream) -> Generated {
    let mut fleet = draw(rovers, random);
    let mut builder = Builder::default();
    describe(&fleet, &mut builder);
    for (kind, is_first) in [("soil", true), ("rock", false)] {
        for waypoint in 0..fleet.waypoints() {
            // There is always one sample of soil to send, so that there is a goal.
            let always = is_first && waypoint == 0;
            if always || random.random_bool(0.4) {
                builder.init(format_args!("at_{kind}_sample waypoint{}", waypoint + 1));
                if always || random.random_bool(0.5) {
                    builder.goal(format_args!("communicated_{kind}_data waypoint{}", waypoint + 1));
                    fleet.sample(kind, waypoint, random, &mut builder);
                }
            }
        }
    }
    for objective in 0..fleet.visible_from.len() {
        if random.random_bool(0.6) {
            let mode = random.random_range(0..MODES.len());
            builder.goal(format_args!("communicated_image_data objective{} {}", objective + 1, MODES[mode]));
            fleet.image(objective, mode, random, &mut builder);
        }
    }
    builder.finish("rover", rovers)
}

/// Everything but the samples and goals.
fn draw(count: usize, random: &mut Stream) -> Fleet {
    let waypoints = random.random_range(2 * count + 2..=5 * count + 1);
    let objectives = random.random_range(2 * count..=4 * count);
    let sight = Graph::connected(waypoints, 2 * waypoints, random);
    let visible_from = (0..objectives)
        .map(|_| {
            let mut places: Vec<usize> = (0..random.random_range(1..=waypoints.div_ceil(2)))
                .map(|_| random.random_range(0..waypoints))
                .collect();
            places.sort_unstable();
            places.dedup();
            places
        })
        .collect::<Vec<_>>();
    let rovers = (0..count)
        .map(|number| {
            let mut roads = Graph::empty(waypoints);
            for (from, to) in sight.arcs().filter(|(from, to)| from < to) {
                if number == 0 || random.random_bool(0.8) {
                    roads.join(from, to);
                }
            }
            let equipped = [(); 3].map(|()| number == 0 || random.random_bool(0.6));
            Rover { at: random.random_range(0..waypoints), roads, equipped, is_full: false }
        })
        .collect::<Vec<_>>();
    let with_cameras: Vec<usize> = (0..count).filter(|&rover| rovers[rover].equipped[2]).collect();
    let cameras = (0..random.random_range(count..=3 * count))
        .map(|number| {
            let own = random.random_range(0..MODES.len());
            let all = [0, 1, 2].map(|mode| number == 0 || mode == own || random.random_bool(0.4));
            let rover =
                if number == 0 { 0 } else { with_cameras[random.random_range(0..with_cameras.len())] };
            Camera { rover, modes: all, target: random.random_range(0..visible_from.len()) }
        })
        .collect();
    Fleet { rovers, cameras, sight, visible_from, lander: random.random_range(0..waypoints) }
}

fn describe(fleet: &Fleet, builder: &mut Builder) {
    let Fleet { rovers, cameras, sight, visible_from, lander } = fleet;
    builder.objects("rover", rovers.len(), "rover");
    builder.objects("store", rovers.len(), "store");
    builder.objects("camera", cameras.len(), "camera");
    builder.objects("waypoint", fleet.waypoints(), "waypoint");
    builder.objects("objective", visible_from.len(), "objective");
    builder.named(MODES.map(str::to_owned), "mode");
    builder.named(["general".to_owned()], "lander");
    builder.init(format_args!("at_lander general waypoint{}", lander + 1));
    builder.init(format_args!("channel_free general"));
    for (from, to) in sight.arcs() {
        builder.init(format_args!("visible waypoint{} waypoint{}", from + 1, to + 1));
    }
    for (objective, places) in (1..).zip(visible_from) {
        for place in places {
            builder.init(format_args!("visible_from objective{objective} waypoint{}", place + 1));
        }
    }
    for (number, rover) in (1..).zip(rovers) {
        builder.init(format_args!("at rover{number} waypoint{}", rover.at + 1));
        builder.init(format_args!("available rover{number}"));
        builder.init(format_args!("store_of store{number} rover{number}"));
        builder.init(format_args!("empty store{number}"));
        let equipment = ["soil_analysis", "rock_analysis", "imaging"];
        for (kind, _) in equipment.iter().zip(rover.equipped).filter(|(_, equipped)| *equipped) {
            builder.init(format_args!("equipped_for_{kind} rover{number}"));
        }
        for (from, to) in rover.roads.arcs() {
            builder.init(format_args!("can_traverse rover{number} waypoint{} waypoint{}", from + 1, to + 1));
        }
    }
    for (number, camera) in (1..).zip(cameras) {
        builder.init(format_args!("on_board camera{number} rover{}", camera.rover + 1));
        builder.init(format_args!("calibration_target camera{number} objective{}", camera.target + 1));
        for (mode, _) in MODES.iter().zip(camera.modes).filter(|(_, supported)| *supported) {
            builder.init(format_args!("supports camera{number} {mode}"));
        }
    }
}
