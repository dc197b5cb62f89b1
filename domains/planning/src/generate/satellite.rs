//! Satellite: instruments take images of directions in modes.
//!
//! Every satellite has one to three instruments, each with a calibration direction and some of the modes. Goals are images
//! of most directions, and where some satellites point at the end. The plan takes one image after another, with the first
//! suitable instrument, and then turns satellites.

use super::builder::Builder;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "satellite",
    summary: "take images with calibrated instruments of satellites",
    unit: "satellites",
    domain: DOMAIN,
    sizes: Sizes { train: (1, 10), easy: (3, 10), medium: (15, 40), hard: (50, 100), any: (1, 200) },
    make,
};

const DOMAIN: &str = "(define (domain satellite)
  (:requirements :strips :typing)
  (:types satellite direction instrument mode)
  (:predicates
    (on_board ?i - instrument ?s - satellite)
    (supports ?i - instrument ?m - mode)
    (pointing ?s - satellite ?d - direction)
    (power_avail ?s - satellite)
    (power_on ?i - instrument)
    (calibrated ?i - instrument)
    (have_image ?d - direction ?m - mode)
    (calibration_target ?i - instrument ?d - direction))
  (:action turn_to
    :parameters (?s - satellite ?d_new ?d_prev - direction)
    :precondition (pointing ?s ?d_prev)
    :effect (and (pointing ?s ?d_new) (not (pointing ?s ?d_prev))))
  (:action switch_on
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on_board ?i ?s) (power_avail ?s))
    :effect (and (power_on ?i) (not (calibrated ?i)) (not (power_avail ?s))))
  (:action switch_off
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on_board ?i ?s) (power_on ?i))
    :effect (and (power_avail ?s) (not (power_on ?i))))
  (:action calibrate
    :parameters (?s - satellite ?i - instrument ?d - direction)
    :precondition (and (on_board ?i ?s) (calibration_target ?i ?d) (pointing ?s ?d) (power_on ?i))
    :effect (calibrated ?i))
  (:action take_image
    :parameters (?s - satellite ?d - direction ?i - instrument ?m - mode)
    :precondition (and (calibrated ?i) (on_board ?i ?s) (supports ?i ?m) (power_on ?i) (pointing ?s ?d))
    :effect (have_image ?d ?m)))
";

/// An instrument: its satellite, its calibration direction and its modes.
struct Instrument {
    satellite: usize,
    target: usize,
    modes: Vec<bool>,
}

/// A satellite: the direction it points to, and the instrument that is on.
struct Satellite {
    pointing: usize,
    powered: Option<usize>,
}

fn make(count: usize, random: &mut Stream) -> Generated {
    let directions = random.random_range(count + 3..=2 * count + 4);
    let modes = random.random_range(2..=(3 + count / 4).min(15));
    let mut builder = Builder::default();
    let mut instruments = Vec::new();
    let mut satellites = Vec::new();
    for satellite in 0..count {
        for _ in 0..random.random_range(1..=3) {
            let own = random.random_range(0..modes);
            let modes = (0..modes).map(|mode| mode == own || random.random_bool(0.4)).collect();
            instruments.push(Instrument { satellite, target: random.random_range(0..directions), modes });
        }
        satellites.push(Satellite { pointing: random.random_range(0..directions), powered: None });
    }
    // Every mode is supported by some instrument.
    for mode in 0..modes {
        let any = random.random_range(0..instruments.len());
        instruments[any].modes[mode] = true;
    }

    builder.objects("satellite", count, "satellite");
    builder.objects("instrument", instruments.len(), "instrument");
    builder.objects("mode", modes, "mode");
    builder.objects("direction", directions, "direction");
    for (number, satellite) in (1..).zip(&satellites) {
        builder.init(format_args!("power_avail satellite{number}"));
        builder.init(format_args!("pointing satellite{number} direction{}", satellite.pointing + 1));
    }
    for (number, instrument) in (1..).zip(&instruments) {
        builder.init(format_args!("on_board instrument{number} satellite{}", instrument.satellite + 1));
        builder
            .init(format_args!("calibration_target instrument{number} direction{}", instrument.target + 1));
        for mode in (0..modes).filter(|&mode| instrument.modes[mode]) {
            builder.init(format_args!("supports instrument{number} mode{}", mode + 1));
        }
    }

    // The first direction always has an image, so that there is a goal.
    for direction in 0..directions {
        if direction > 0 && random.random_bool(0.3) {
            continue;
        }
        let mode = random.random_range(0..modes);
        builder.goal(format_args!("have_image direction{} mode{}", direction + 1, mode + 1));
        take_image(direction, mode, &instruments, &mut satellites, &mut builder);
    }
    for (number, satellite) in satellites.iter_mut().enumerate() {
        if random.random_bool(0.3) {
            let direction = random.random_range(0..directions);
            builder.goal(format_args!("pointing satellite{} direction{}", number + 1, direction + 1));
            turn(number, satellite, direction, &mut builder);
        }
    }
    builder.finish(BENCHMARK.name, count)
}

fn take_image(
    direction: usize,
    mode: usize,
    instruments: &[Instrument],
    satellites: &mut [Satellite],
    builder: &mut Builder,
) {
    let Some(index) = instruments.iter().position(|instrument| instrument.modes[mode]) else { return };
    let Instrument { satellite: owner, target, .. } = instruments[index];
    let satellite = &mut satellites[owner];
    let (number, own) = (index + 1, owner + 1);
    if satellite.powered != Some(index) {
        if let Some(other) = satellite.powered.replace(index) {
            builder.step(format_args!("switch_off instrument{} satellite{own}", other + 1));
        }
        builder.step(format_args!("switch_on instrument{number} satellite{own}"));
        turn(owner, satellite, target, builder);
        builder.step(format_args!("calibrate satellite{own} instrument{number} direction{}", target + 1));
    }
    turn(owner, satellite, direction, builder);
    let image = format!("direction{} instrument{number} mode{}", direction + 1, mode + 1);
    builder.step(format_args!("take_image satellite{own} {image}"));
}

fn turn(number: usize, satellite: &mut Satellite, to: usize, builder: &mut Builder) {
    let from = std::mem::replace(&mut satellite.pointing, to);
    if from != to {
        let (number, to, from) = (number + 1, to + 1, from + 1);
        builder.step(format_args!("turn_to satellite{number} direction{to} direction{from}"));
    }
}
