//! What the table promises, on every state of whole spaces.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::super::super::board::Exit;
use super::super::super::feature_table::BoardView;
use super::super::super::problem::{Metric, RushHour, Small};
use super::super::{Scratch, two_sided};
use super::{board, cards, place, random_board};
use unstuck_core::feature::View;
use unstuck_core::heuristic::NodeFeatures;
use unstuck_core::problem::{Dense, Problem, actions};

/// All states reachable from the start, who borders whom, and the exact distance to a goal.
struct Space<P: Problem> {
    states: Vec<P::State>,
    borders: Vec<Vec<u32>>,
    distance: Vec<u32>,
}

fn space<P: Problem>(problem: &P, start: P::State) -> Space<P> {
    let mut numbers: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
    let mut packed = vec![0; problem.packed_len()];
    problem.pack(&start, &mut packed);
    numbers.insert(packed.clone(), 0);
    let mut states = vec![start];
    let mut borders: Vec<Vec<u32>> = Vec::new();
    while borders.len() < states.len() {
        let state = states[borders.len()].clone();
        let mut next = Vec::new();
        for action in actions(problem, &state) {
            let mut child = state.clone();
            problem.apply(&mut child, action);
            problem.pack(&child, &mut packed);
            let fresh = states.len() as u32;
            let number = *numbers.entry(packed.clone()).or_insert(fresh);
            if number == fresh {
                states.push(child);
            }
            next.push(number);
        }
        borders.push(next);
    }
    let mut distance = vec![u32::MAX; states.len()];
    let mut queue: VecDeque<usize> = (0..states.len()).filter(|&s| problem.is_goal(&states[s])).collect();
    for &goal in &queue {
        distance[goal] = 0;
    }
    while let Some(state) = queue.pop_front() {
        for &next in &borders[state] {
            if distance[next as usize] == u32::MAX {
                distance[next as usize] = distance[state] + 1;
                queue.push_back(next as usize);
            }
        }
    }
    Space { states, borders, distance }
}

/// Checks every declared promise on every state of a space.
fn audit<const C: usize, const B: usize>(puzzle: &RushHour<C, B>, name: &str) {
    let space = space(puzzle, puzzle.start());
    let metric = puzzle.metric().name();
    let mut features = NodeFeatures::new(puzzle);
    let mut of = |index: usize, state| {
        features.next_view();
        features.get(&View::root(puzzle, state), index)
    };
    for (index, feature) in RushHour::<C, B>::FEATURES.iter().enumerate() {
        if !feature.info.node().admissible.contains(metric) {
            continue;
        }
        let values: Vec<f64> = space.states.iter().map(|state| of(index, state)).collect();
        for (state, &value) in values.iter().enumerate() {
            let about = || format!("{} on {name} in {metric}: {:?}", feature.info.name, space.states[state]);
            assert!(value <= f64::from(space.distance[state]), "not admissible: {}", about());
            if feature.info.node().consistent.contains(metric) {
                for &next in &space.borders[state] {
                    assert!(value <= values[next as usize] + 1.0, "not consistent: {}", about());
                }
            }
        }
    }
    let [deep, blocking, distance_blockers] =
        ["blockers_deep", "blocking", "distance_blockers"].map(|name| place(puzzle, name));
    for state in &space.states {
        assert!(of(deep, state) >= of(blocking, state), "dominated on {name}");
        if metric == "steps" {
            assert!(of(deep, state) >= of(distance_blockers, state), "on {name}");
        }
    }
}

#[test]
fn promises_hold_on_all_states_of_the_cards() {
    for (number, (text, _)) in cards().enumerate() {
        for metric in [Metric::Slides, Metric::Steps] {
            audit(&Small::new(board(text, Exit::Right), metric), &format!("card {}", number + 1));
        }
    }
    let walls = board("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", Exit::Right);
    audit(&Small::new(walls, Metric::Slides), "60 slides with walls");
}

/// Nodes expanded by A* with ties broken towards larger g, then last in, first out; the first goal taken from
/// the queue ends the search and is not expanded.
fn expanded(puzzle: &Small, space: &Space<Small>, name: &str) -> (u64, u32) {
    let index = place(puzzle, name);
    let mut features = NodeFeatures::new(puzzle);
    let mut estimate = |state: u32| {
        features.next_view();
        features.get(&View::root(puzzle, &space.states[state as usize]), index) as u32
    };
    let mut open: BTreeMap<(u32, Reverse<u32>), Vec<u32>> = BTreeMap::new();
    let mut best = vec![u32::MAX; space.states.len()];
    let mut closed = vec![false; space.states.len()];
    best[0] = 0;
    open.entry((estimate(0), Reverse(0))).or_default().push(0);
    let mut count = 0;
    while let Some(mut first) = open.first_entry() {
        let g = first.key().1.0;
        let state = first.get_mut().pop().expect("no empty bucket") as usize;
        if first.get().is_empty() {
            first.remove();
        }
        if g > best[state] || closed[state] {
            continue;
        }
        closed[state] = true;
        if space.distance[state] == 0 {
            return (count, g);
        }
        count += 1;
        for &next in &space.borders[state] {
            if g + 1 < best[next as usize] {
                best[next as usize] = g + 1;
                let key = (g + 1 + estimate(next), Reverse(g + 1));
                open.entry(key).or_default().push(next);
            }
        }
    }
    panic!("no solution");
}

#[test]
fn deep_saves_a_third_of_what_blocking_expands() {
    let mut totals = [0; 3];
    for (text, slides) in cards() {
        let puzzle = Small::new(board(text, Exit::Right), Metric::Slides);
        let space = space(&puzzle, puzzle.start());
        for (total, name) in totals.iter_mut().zip(["zero", "blocking", "blockers_deep"]) {
            let (count, length) = expanded(&puzzle, &space, name);
            assert_eq!(length, slides, "{name} on {text}");
            *total += count;
        }
    }
    println!("expanded over 40 cards, zero / blocking / blockers_deep: {totals:?}");
    assert!(totals[2] * 3 < totals[1] * 2, "{totals:?}");
}

#[test]
fn promises_hold_on_random_boards() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut audited = 0;
    while audited < 300 {
        let board = random_board(&mut random);
        let puzzle = Small::new(board.clone(), Metric::Slides);
        if puzzle.numbers().is_none_or(|numbers| numbers > 20_000) {
            continue;
        }
        audited += 1;
        audit(&puzzle, &format!("{board:?}"));
        audit(&Small::new(board.clone(), Metric::Steps), &format!("{board:?}"));
    }
}

#[test]
fn two_sided_overestimates() {
    let puzzle = Small::new(board(cards().nth(1).unwrap().0, Exit::Right), Metric::Slides);
    let space = space(&puzzle, puzzle.start());
    let too_much = (0..space.states.len()).filter(|&state| {
        let occupancy = &mut Scratch::default();
        let view = View::root(&puzzle, &space.states[state]);
        let count = two_sided::blockers_two_sided(view.layout(), view.park(occupancy));
        count > space.distance[state]
    });
    assert!(too_much.count() > 0, "no counter-example on card 2");
}
