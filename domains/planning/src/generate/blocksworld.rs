//! Blocksworld with an arm: four actions.
//!
//! Initial and final towers are drawn by putting the blocks, in random order, on a random tower or on the table; n blocks
//! stand in about √(2n) towers. The plan puts every block that is not yet at its place on the table and then builds.

use super::builder::Builder;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream, shuffle};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "blocksworld",
    summary: "rearrange towers of blocks with one arm",
    unit: "blocks",
    domain: DOMAIN,
    sizes: Sizes { train: (4, 29), easy: (5, 30), medium: (35, 150), hard: (160, 500), any: (2, 2_000) },
    make,
};

const DOMAIN: &str = "(define (domain blocksworld)
  (:requirements :strips :typing)
  (:types block)
  (:predicates
    (on ?x ?y - block)
    (on-table ?x - block)
    (clear ?x - block)
    (holding ?x - block)
    (arm-empty))
  (:action pickup
    :parameters (?ob - block)
    :precondition (and (clear ?ob) (on-table ?ob) (arm-empty))
    :effect (and (holding ?ob) (not (clear ?ob)) (not (on-table ?ob)) (not (arm-empty))))
  (:action putdown
    :parameters (?ob - block)
    :precondition (holding ?ob)
    :effect (and (clear ?ob) (on-table ?ob) (arm-empty) (not (holding ?ob))))
  (:action stack
    :parameters (?ob ?underob - block)
    :precondition (and (holding ?ob) (clear ?underob))
    :effect (and (on ?ob ?underob) (clear ?ob) (arm-empty) (not (holding ?ob)) (not (clear ?underob))))
  (:action unstack
    :parameters (?ob ?underob - block)
    :precondition (and (on ?ob ?underob) (clear ?ob) (arm-empty))
    :effect (and (holding ?ob) (clear ?underob) (not (on ?ob ?underob)) (not (clear ?ob)) (not (arm-empty)))))
";

/// Towers, each from the table upwards.
type Towers = Vec<Vec<usize>>;

fn make(blocks: usize, random: &mut Stream) -> Generated {
    let start = towers(blocks, random);
    let under = below(&start, blocks);
    let (end, over) = loop {
        let end = towers(blocks, random);
        let over = below(&end, blocks);
        if over.iter().zip(&under).any(|(wanted, now)| wanted.is_some() && wanted != now) {
            break (end, over);
        }
    };

    let mut builder = Builder::default();
    builder.objects("b", blocks, "block");
    builder.init(format_args!("arm-empty"));
    for (block, below) in under.iter().enumerate() {
        match below {
            Some(below) => builder.init(format_args!("on b{} b{}", block + 1, below + 1)),
            None => builder.init(format_args!("on-table b{}", block + 1)),
        }
    }
    for top in start.iter().filter_map(|tower| tower.last()) {
        builder.init(format_args!("clear b{}", top + 1));
    }
    for (block, below) in over.iter().enumerate() {
        if let Some(below) = below {
            builder.goal(format_args!("on b{} b{}", block + 1, below + 1));
        }
    }

    let mut placed = vec![false; blocks];
    for tower in &start {
        let good = tower.iter().take_while(|&&block| under[block] == over[block]).count();
        tower[..good].iter().for_each(|&block| placed[block] = true);
        for level in (good.max(1)..tower.len()).rev() {
            builder.step(format_args!("unstack b{} b{}", tower[level] + 1, tower[level - 1] + 1));
            builder.step(format_args!("putdown b{}", tower[level] + 1));
        }
    }
    for tower in &end {
        for pair in tower.windows(2).filter(|pair| !placed[pair[1]]) {
            builder.step(format_args!("pickup b{}", pair[1] + 1));
            builder.step(format_args!("stack b{} b{}", pair[1] + 1, pair[0] + 1));
        }
    }
    builder.finish(BENCHMARK.name, blocks)
}

fn towers(blocks: usize, random: &mut Stream) -> Towers {
    let mut order: Vec<usize> = (0..blocks).collect();
    shuffle(&mut order, random);
    let mut towers = Towers::new();
    for block in order {
        let place = random.random_range(0..=towers.len());
        match towers.get_mut(place) {
            Some(tower) => tower.push(block),
            None => towers.push(vec![block]),
        }
    }
    towers
}

/// For each block the one below it, `None` on the table.
fn below(towers: &Towers, blocks: usize) -> Vec<Option<usize>> {
    let mut below = vec![None; blocks];
    for pair in towers.iter().flat_map(|tower| tower.windows(2)) {
        below[pair[1]] = Some(pair[0]);
    }
    below
}
