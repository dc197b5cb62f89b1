//! The rovers and what they do for one goal.

use super::super::builder::Builder;
use super::super::graph::Graph;
use unstuck_core::random::{RngExt, Stream};

pub(super) const MODES: [&str; 3] = ["colour", "high_res", "low_res"];

/// A rover: where it is, where it can drive, whether it can analyse soil, analyse rock and take images, and whether its
/// store is full.
pub(super) struct Rover {
    pub(super) at: usize,
    pub(super) roads: Graph,
    pub(super) equipped: [bool; 3],
    pub(super) is_full: bool,
}

/// A camera: its rover, its modes and the objective for calibration.
pub(super) struct Camera {
    pub(super) rover: usize,
    pub(super) modes: [bool; 3],
    pub(super) target: usize,
}

/// The network, the rovers and the waypoint of the lander.
pub(super) struct Fleet {
    pub(super) rovers: Vec<Rover>,
    pub(super) cameras: Vec<Camera>,
    pub(super) sight: Graph,
    /// For each objective the waypoints from which it is visible.
    pub(super) visible_from: Vec<Vec<usize>>,
    pub(super) lander: usize,
}

impl Fleet {
    pub(super) fn waypoints(&self) -> usize {
        self.sight.len()
    }

    /// Samples soil or rock and sends the analysis, with the first rover that can, counted from a random one.
    pub(super) fn sample(&mut self, kind: &str, waypoint: usize, random: &mut Stream, builder: &mut Builder) {
        let equipment = usize::from(kind == "rock");
        let first = random.random_range(0..self.rovers.len());
        for rover in (0..self.rovers.len()).map(|offset| (first + offset) % self.rovers.len()) {
            if !self.rovers[rover].equipped[equipment] {
                continue;
            }
            let Some([there, back]) = self.route(rover, [&[waypoint], self.sight.neighbours(self.lander)])
            else {
                continue;
            };
            self.drive(rover, &there, builder);
            let number = rover + 1;
            if std::mem::replace(&mut self.rovers[rover].is_full, true) {
                builder.step(format_args!("drop rover{number} store{number}"));
            }
            builder.step(format_args!("sample_{kind} rover{number} store{number} waypoint{}", waypoint + 1));
            self.drive(rover, &back, builder);
            self.send(kind, rover, &format!("waypoint{}", waypoint + 1), builder);
            return;
        }
    }

    /// Takes an image and sends it, with the first camera that can, counted from a random one.
    pub(super) fn image(
        &mut self,
        objective: usize,
        mode: usize,
        random: &mut Stream,
        builder: &mut Builder,
    ) {
        let first = random.random_range(0..self.cameras.len());
        for index in (0..self.cameras.len()).map(|offset| (first + offset) % self.cameras.len()) {
            let Camera { rover, modes, target } = self.cameras[index];
            let stops = [
                &self.visible_from[target],
                &self.visible_from[objective],
                self.sight.neighbours(self.lander),
            ];
            if !modes[mode] {
                continue;
            }
            let Some([calibrate, look, back]) = self.route(rover, stops) else { continue };
            let (number, camera) = (rover + 1, index + 1);
            self.drive(rover, &calibrate, builder);
            let at = self.rovers[rover].at + 1;
            builder.step(format_args!(
                "calibrate rover{number} camera{camera} objective{} waypoint{at}",
                target + 1
            ));
            self.drive(rover, &look, builder);
            let at = self.rovers[rover].at + 1;
            let image = format!("objective{} camera{camera} {}", objective + 1, MODES[mode]);
            builder.step(format_args!("take_image rover{number} waypoint{at} {image}"));
            self.drive(rover, &back, builder);
            self.send("image", rover, &format!("objective{} {}", objective + 1, MODES[mode]), builder);
            return;
        }
    }

    /// Shortest ways of a rover from stop to stop, each to the nearest of some waypoints.
    fn route<const N: usize>(&self, rover: usize, stops: [&[usize]; N]) -> Option<[Vec<usize>; N]> {
        let Rover { mut at, ref roads, .. } = self.rovers[rover];
        let mut ways = [const { Vec::new() }; N];
        for (way, stop) in ways.iter_mut().zip(stops) {
            *way = roads.path(at, |_| true, |waypoint| stop.contains(&waypoint))?;
            at = way.last().copied().unwrap_or(at);
        }
        Some(ways)
    }

    fn drive(&mut self, rover: usize, way: &[usize], builder: &mut Builder) {
        for &next in way {
            let from = std::mem::replace(&mut self.rovers[rover].at, next);
            builder.step(format_args!(
                "navigate rover{} waypoint{} waypoint{}",
                rover + 1,
                from + 1,
                next + 1
            ));
        }
    }

    fn send(&self, kind: &str, rover: usize, data: &str, builder: &mut Builder) {
        let (number, at, lander) = (rover + 1, self.rovers[rover].at + 1, self.lander + 1);
        builder.step(format_args!(
            "communicate_{kind}_data rover{number} general {data} waypoint{at} waypoint{lander}"
        ));
    }
}
