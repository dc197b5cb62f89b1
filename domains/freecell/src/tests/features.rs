//! Features: values on boards counted by hand, ranges on walks, promises on whole spaces.

use super::{board, deal};
use crate::board::{Build, Rules};
use crate::domain::FreeCellDomain;
use crate::metric::{Metric, Settings};
use crate::problem::FreeCell;
use unstuck_core::audit::AuditRequest;
use unstuck_core::domain::Domain;
use unstuck_core::feature::View;
use unstuck_core::heuristic::{Featured, NodeFeatures};
use unstuck_core::instance::{Bound, SearchInstance};
use unstuck_core::language::HeuristicRef;
use unstuck_core::problem::{Problem, actions};
use unstuck_core::random::{RngExt, stream};
use unstuck_core::search::Limits;

fn value(game: &FreeCell, name: &str) -> f64 {
    let index = game.features().iter().position(|f| f.info.name == name).expect("a feature");
    let mut features = NodeFeatures::new(game);
    features.next_view();
    features.get(&View::root(game, &game.start()), index)
}

#[test]
fn counted_by_hand() {
    let rules = Rules { columns: 4, cells: 1, ..Rules::default() };
    let text = "Foundations: H-T C-T D-T S-9 / Freecells: KH / KS QD JC / TS JD / JH QC KD KC / QH JS QS";
    let game = FreeCell::new(&board(text, &rules), rules, Settings::default());
    for (name, expected) in [
        ("not_home", 13.0),
        // JC 0, JD 0, JH 3, TS 1.
        ("hsd_paper", 4.0),
        ("hsd_board", 21.0),
        ("buried_next", 4.0),
        ("number_well_placed", 3.0),
        ("misplaced", 10.0),
        ("free_places", 0.0),
        ("used_places", 5.0),
        // JC, JD, KC, QS against T, T, T, 9.
        ("difference_from_top", 47.0 / 4.0 - 39.0 / 4.0),
        ("lowest_home", 4.0),
        ("highest_home", 3.0),
        ("difference_home", 1.0),
        ("bottom_cards", 0.0 + 3.0 + 2.0 + 1.0),
        // JD on TS; QC on JH, KD on QC, KC on KD; QS on JS.
        ("unsorted", 5.0),
        // JD > TS; Q > J, K > J, K > Q, K > J, K > Q; QS > JS.
        ("inversions", 7.0),
        // QH 2, QC 2, QD 1, JS 1.
        ("buried_second", 6.0),
        // JD; QC, KD, KC; QS.
        ("burying", 5.0),
        // KS QD JC; TS; JH; QH JS.
        ("unfounded", 13.0 - 7.0),
        ("uncrowned", 13.0 - 3.0),
        ("used_cells", 1.0),
        ("crowded_cells", 1.0),
        ("cell_ranks", 13.0),
        ("used_columns", 4.0),
        ("phase", 0.0),
    ] {
        assert_eq!(value(&game, name), expected, "{name}");
    }
}

#[test]
fn deadlock_by_hand() {
    let rules = Rules { columns: 4, cells: 1, ..Rules::default() };
    let home = "Foundations: H-J C-J D-J S-J";
    for (columns, cards, runs) in [
        // Every card is free to go: the upper of each column first.
        ("KS QS / KH QH / KD QD / KC QC", 0, 0),
        // The king of spades lies on its own queen.
        ("QS KS / KH QH / KD QD / KC QC", 1, 1),
        // Each king lies on the other's queen.
        ("QH KS / QS KH / KD QD / KC QC", 1, 1),
        // A cycle of four.
        ("QH KS / QS KD / QD KC / QC KH", 1, 1),
        // Two cycles of two.
        ("QH KS / QS KH / QC KD / QD KC", 2, 2),
    ] {
        let text = format!("{home} / {columns}");
        let game = FreeCell::new(&board(&text, &rules), rules, Settings::default());
        assert_eq!(value(&game, "deadlock"), 8.0 + f64::from(cards), "{columns}");
        assert_eq!(value(&game, "deadlock_runs"), 8.0 + f64::from(runs), "{columns}");
        assert_eq!(value(&game, "deadlock_extra"), f64::from(runs), "{columns}");
    }
    // A run above both its own suits' needs: two cards, one run.
    let text = "Foundations: H-9 C-J D-J S-9 / TH TS QH JS / JH / QS KH / KS KC QC KD QD";
    let game = FreeCell::new(&board(text, &rules), rules, Settings::default());
    assert_eq!((value(&game, "deadlock"), value(&game, "deadlock_runs")), (12.0 + 2.0, 12.0 + 1.0));
}

#[test]
fn values_stay_in_range() {
    for (seed, rules) in
        [Rules::default(), Rules { cells: 8, columns: 4, build: Build::Suit, ..Rules::default() }]
            .into_iter()
            .enumerate()
    {
        let game = FreeCell::new(&board("617", &rules), rules, Settings::default());
        let mut features = NodeFeatures::new(&game);
        let mut random = stream(seed as u64, "test-range", &[]);
        let mut state = game.start();
        for g in 0..200 {
            let view = View { g, ..View::root(&game, &state) };
            features.next_view();
            for (i, feature) in game.features().iter().enumerate() {
                let (low, high) = feature.range(&game).expect("every feature exists");
                let value = features.get(&view, i);
                assert!((low..=high).contains(&value), "{} is {value}", feature.info.name);
            }
            let choices = actions(&game, &state);
            if choices.is_empty() {
                break;
            }
            game.apply(&mut state, choices[random.random_range(0..choices.len())]);
        }
    }
}

/// Ends of games that can be enumerated, hard enough that cards stand in each other's way.
const SMALL: [&str; 4] = [
    "Foundations: H-T C-T D-T S-T / QH KS JD / QS KH JC / JH QC KD / JS QD KC",
    "Foundations: H-J C-T D-J S-J / JC KS / QS KH QC / QD KC / QH KD",
    "Foundations: H-9 C-T D-9 S-T / JD TH QS KH / JC QD KS / JH QC TD KD / JS QH KC",
    "Foundations: H-T C-9 D-T S-9 / TC JH QS / KS TS JD / KD QC JC QH / JS KH QD KC",
];

#[test]
fn promises_hold_on_whole_spaces() {
    let table = FreeCellDomain.features();
    let heuristics = ["zero", "not_home", "deadlock", "deadlock_runs", "deadlock_extra"]
        .map(|name| HeuristicRef::read(name, table).expect("a feature"));
    for text in SMALL {
        for build in [Build::Alternate, Build::Suit] {
            for (cells, automatic) in [(1, true), (2, true), (1, false)] {
                for (metric, name, _) in Metric::ALL {
                    let rules = Rules { columns: 4, cells, build, ..Rules::default() };
                    let problem = FreeCell::new(&board(text, &rules), rules, Settings { metric, automatic });
                    let start = problem.start();
                    let bound = Bound::new(table, problem, start);
                    let request = AuditRequest {
                        heuristics: &heuristics,
                        limits: Limits { expanded: Some(200_000), ..Limits::default() },
                        clock: &|| 0.0,
                    };
                    for card in bound.audit(&request, &mut ()).expect("a small space") {
                        assert!(!card.breaks_its_word(), "{name} {rules:?} {card:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_deal_has_deadlocks() {
    let game = FreeCell::new(&deal(617), Rules::default(), Settings::default());
    assert!(value(&game, "deadlock") > 60.0);
}
