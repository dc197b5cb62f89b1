//! Values worked out by hand.

use super::super::super::board::Exit;
use super::super::super::problem::{Large, Metric, RushHour, Small};
use super::{board, place};
use unstuck_core::feature::View;
use unstuck_core::heuristic::NodeFeatures;
use unstuck_core::problem::Problem;

fn value_at<const C: usize, const B: usize>(puzzle: &RushHour<C, B>, name: &str) -> f64 {
    let start = puzzle.start();
    let index = place(puzzle, name);
    let mut features = NodeFeatures::new(puzzle);
    features.next_view();
    features.get(&View::root(puzzle, &start), index)
}

/// The value of a feature on a board, which must be the same in every mirror image and on the large engine.
fn value(text: &str, metric: Metric, name: &str) -> f64 {
    let rows: Vec<String> = text.split('/').map(String::from).collect();
    let mirrored: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
    let turned: Vec<String> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row.chars().nth(column).expect("a cell")).collect())
        .collect();
    let value = value_at(&Small::new(board(text, Exit::Right), metric), name);
    assert_eq!(value, value_at(&Large::new(board(text, Exit::Right), metric), name), "{name}, large engine");
    assert_eq!(
        value,
        value_at(&Small::new(board(&turned.join("/"), Exit::Down), metric), name),
        "{name}, turned"
    );
    // The mirror image swaps low and high in rows, which only features without a preference survive.
    let low_first =
        ["blockers_two_sided", "advanced_distance", "advanced_literal", "advanced_distance_literal"];
    if !low_first.contains(&name) && !["goal_distance", "hybrid", "votes"].contains(&name) {
        let left = Small::new(board(&mirrored.join("/"), Exit::Left), metric);
        assert_eq!(value, value_at(&left, name), "{name}, mirrored");
    }
    value
}

/// A truck in the lane that can only go down, with nothing in its way.
const TRUCK: &str = "..B.../..B.../AAB.../....../....../......";
/// The same with a car in the truck's way.
const TRUCK_AND_CAR: &str = "..B.../..B.../AAB.../....../....../..CC..";
/// The truck needs C gone, C needs D gone, and D can only go where the target stands.
const MAKE_WAY: &str = "....B./....B./.AA.B./.D..../.D..../.DCCC.";

/// A board, its metric, and values of features on it.
type Row = (&'static str, Metric, &'static [(&'static str, f64)]);

#[test]
fn values_of_hand_made_boards() {
    use Metric::{Slides, Steps};
    let table: [Row; 5] = [
        (
            TRUCK,
            Slides,
            &[
                ("zero", 0.0),
                ("blockers", 1.0),
                ("blocking", 2.0),
                ("blockers_stuck", 1.0),
                ("blockers_two_sided", 2.0),
                ("blockers_deep", 2.0),
                ("distance", 4.0),
                ("distance_blockers", 5.0),
                ("advanced_distance", 6.0),
                ("goal_distance", 7.0),
                ("hybrid", 8.0),
                ("votes", 2.0),
                ("mobility", 3.0),
                ("immobility", 4.0),
                ("free_vehicles", 1.0),
                ("stuck_vehicles", 1.0),
                ("move_freed", 0.0),
                ("move_to_secluded", 0.0),
                ("phase_distance", 0.0),
                ("phase_blockers", 0.0),
                ("siblings", 0.0),
                ("advanced_literal", 2.0),
                ("advanced_distance_literal", 6.0),
                ("g", 0.0),
            ],
        ),
        (TRUCK, Steps, &[("blockers_deep", 7.0), ("mobility", 1.0), ("immobility", 3.0)]),
        (
            TRUCK_AND_CAR,
            Slides,
            &[
                ("blocking", 2.0),
                ("blockers_stuck", 1.0),
                ("blockers_two_sided", 3.0),
                ("blockers_deep", 3.0),
                ("goal_distance", 8.0),
                ("hybrid", 10.0),
                ("votes", 3.0),
            ],
        ),
        (
            MAKE_WAY,
            Slides,
            &[
                ("blocking", 2.0),
                ("blockers_two_sided", 4.0),
                ("blockers_deep", 5.0),
                ("advanced_distance", 7.0),
            ],
        ),
        (MAKE_WAY, Steps, &[("distance_blockers", 4.0), ("blockers_deep", 8.0)]),
    ];
    // No feature without a value worked out by hand.
    let names: Vec<&str> = Small::FEATURES.iter().map(|feature| &*feature.info.name).collect();
    assert_eq!(names, table[0].2.iter().map(|&(name, _)| name).collect::<Vec<_>>());
    for (text, metric, values) in table {
        for &(name, wanted) in values {
            assert_eq!(value(text, metric, name), wanted, "{name} of {text} in {metric:?}");
        }
    }
}

#[test]
fn the_last_move_is_seen() {
    let puzzle = Small::new(board(TRUCK, Exit::Right), Metric::Slides);
    let start = puzzle.start();
    let after = |delta| {
        let action = puzzle.action(&start, 0, delta).expect("a legal move");
        let mut state = start;
        puzzle.apply(&mut state, action);
        let view = View { parent: Some((&start, action)), g: 3, siblings: 3, ..View::root(&puzzle, &state) };
        let mut features = NodeFeatures::new(&puzzle);
        features.next_view();
        ["move_freed", "move_to_secluded", "phase_distance", "phase_blockers", "siblings", "g"]
            .map(|name| features.get(&view, place(&puzzle, name)))
    };
    // One cell down the truck still crosses the target's row; three down it blocks no vehicle and the target is free.
    assert_eq!(after(1), [0.0, 0.0, 3.0 / 7.0, 3.0 / 4.0, 3.0, 3.0]);
    assert_eq!(after(3), [1.0, 1.0, 3.0 / 7.0, 1.0, 3.0, 3.0]);
}

#[test]
fn boards_without_a_solution_have_values() {
    // A wall in the lane, and a car ahead in the target's own line.
    for (text, blockers) in [("..B./..B./AABx/....", 1.0), ("....../AA.CC./....../......", 1.0)] {
        for metric in [Metric::Slides, Metric::Steps] {
            let puzzle = Small::new(board(text, Exit::Right), metric);
            assert_eq!(value_at(&puzzle, "blockers"), blockers);
            assert_eq!(value_at(&puzzle, "blocking"), blockers + 1.0);
            for feature in Small::FEATURES {
                let (least, most) = feature.range(&puzzle).expect("a range");
                assert!(
                    (least..=most).contains(&value_at(&puzzle, &feature.info.name)),
                    "{}",
                    feature.info.name
                );
            }
        }
    }
}
