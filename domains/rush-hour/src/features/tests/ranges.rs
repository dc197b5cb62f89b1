//! Values on random walks over random boards.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::super::problem::{Large, Metric, RushHour, Small};
use super::random_board;
use unstuck_core::feature::View;
use unstuck_core::heuristic::NodeFeatures;
use unstuck_core::problem::{Problem, actions};

#[test]
fn values_stay_in_their_ranges_on_random_walks() {
    fn walk<const C: usize, const B: usize>(puzzle: &RushHour<C, B>, random: &mut Xoshiro256PlusPlus) {
        let mut features = NodeFeatures::new(puzzle);
        let mut parent = puzzle.start();
        for g in 1..60 {
            let moves = actions(puzzle, &parent);
            if moves.is_empty() {
                return;
            }
            let action = moves[random.random_range(0..moves.len())];
            let mut state = parent;
            puzzle.apply(&mut state, action);
            let siblings = moves.len() as u32;
            let view = View { parent: Some((&parent, action)), g, siblings, ..View::root(puzzle, &state) };
            features.next_view();
            for (index, feature) in RushHour::<C, B>::FEATURES.iter().enumerate() {
                let value = features.get(&view, index);
                let (least, most) = feature.range(puzzle).expect("a range");
                let name = &feature.info.name;
                assert!((least..=most).contains(&value), "{name} = {value} on {:?}", puzzle.to_board(&state));
                if puzzle.is_goal(&state) && !feature.info.node().admissible.is_empty() {
                    assert_eq!(value, 0.0, "{name} at a goal");
                }
            }
            parent = state;
        }
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..300 {
        let board = random_board(&mut random);
        walk(&Small::new(board.clone(), Metric::Slides), &mut random);
        walk(&Large::new(board, Metric::Steps), &mut random);
    }
}
