//! The 40 cards, the course boards and the landmarks: optimal lengths and sizes of the spaces.

use crate::conformance::{self, solve};
use crate::installed as registry;
use unstuck_core::domain::{DomainRef, Ids, Request};
use unstuck_core::instance::SearchInstance;
use unstuck_core::language::admissible_features;
use unstuck_core::search::Limits;
use unstuck_rush_hour::text::{self, Reading};

fn rush_hour() -> DomainRef {
    registry::domain("rush-hour").unwrap()
}

fn read(board: &str, metric: &str) -> Box<dyn SearchInstance> {
    conformance::read(&*rush_hour(), board, metric)
}

/// name, board, slides, steps, reachable
type Row = (String, String, u32, u32, u64);

fn rows(file: &str) -> Vec<Row> {
    let number = |text: &str| text.parse::<u64>().unwrap();
    let row = |line: &str| {
        let f: Vec<&str> = line.split(',').collect();
        (f[0].into(), f[1].into(), number(f[2]) as u32, number(f[3]) as u32, number(f[4]))
    };
    file.lines().skip(1).map(row).collect()
}

fn jam() -> Vec<Row> {
    rows(include_str!("../../../rush-hour/data/rush-hour-jam.csv"))
}

/// Optimal slides as published with the cards' depth column.
const SLIDES: [u32; 40] = [
    8, 8, 14, 9, 9, 9, 13, 12, 12, 17, 25, 17, 16, 17, 23, 21, 24, 25, 22, 10, 21, 26, 29, 25, 27, 28, 28,
    30, 31, 32, 37, 37, 40, 43, 43, 44, 47, 48, 50, 51,
];

fn explored((name, board, slides, steps, reachable): &Row) {
    for (metric, least) in [("slides", slides), ("steps", steps)] {
        let found = read(board, metric).explore(Limits::default(), &mut ()).unwrap();
        assert_eq!(found.space.reachable, *reachable, "{name}");
        assert_eq!(found.distance, Some(*least), "{name} in {metric}");
        assert_eq!(found.space.distances.iter().sum::<u64>(), *reachable, "{name}");
    }
}

#[test]
fn the_cards_have_their_published_figures() {
    assert_eq!(jam().iter().map(|row| row.2).collect::<Vec<_>>(), SLIDES);
    assert_eq!(jam().iter().map(|row| row.4).sum::<u64>(), 264_303);
    jam().iter().for_each(explored);
}

#[test]
fn the_course_boards_have_theirs() {
    let all = rows(include_str!("../../../rush-hour/data/rush-hour-it3105.csv"));
    all.iter().for_each(explored);
    let steps = |name: &str| all.iter().find(|row| row.0 == name).unwrap().3;
    assert_eq!(["easy-3", "medium-1", "hard-3", "expert-2"].map(steps), [16, 24, 33, 73]);
}

#[test]
fn the_generated_sets_have_theirs_and_their_class() {
    let hard = rows(include_str!("../../../rush-hour/data/rush-hour-hard6.csv"));
    assert_eq!(hard.len(), 200);
    hard.iter().step_by(20).for_each(explored);
    let unblock = rows(include_str!("../../../rush-hour/data/rush-hour-unblock.csv"));
    assert_eq!(unblock.len(), 8 + 10 + 8 + 10);
    for row in unblock.iter().filter(|row| row.4 < 50_000) {
        explored(row);
        let found = read(&row.1, "slides").explore(Limits::default(), &mut ()).unwrap();
        assert_eq!(found.class, row.0.split('-').next(), "{}", row.0);
    }
}

/// What docs/data.md claims of the generated sets. All of their boards take minutes: that is for the slow tests.
#[test]
fn the_generated_sets_are_as_they_are_described() {
    let slow = std::env::var_os("UNSTUCK_SLOW").is_some();
    let parse = |board: &str| text::parse(board, &Reading::default()).unwrap();
    let hard = rows(include_str!("../../../rush-hour/data/rush-hour-hard6.csv"));
    assert!(hard.is_sorted_by(|one, next| one.3 >= next.3));
    assert!(hard.iter().zip(1..).all(|(row, number)| row.0 == number.to_string()));
    let unblock = rows(include_str!("../../../rush-hour/data/rush-hour-unblock.csv"));
    for (is_hard, rows) in [(true, hard), (false, unblock)] {
        let mut clusters = std::collections::BTreeSet::new();
        for row in rows.iter().filter(|row| slow || row.4 < 3_000) {
            let board = parse(&row.1);
            assert_eq!(text::print(&board.clone().lettered()), row.1);
            let found = read(&row.1, "steps").explore(Limits::default(), &mut ()).unwrap();
            let (longest, farthest) = found.hardest.unwrap();
            let cluster = text::print(&parse(&farthest).lettered());
            assert!(clusters.insert(cluster), "{} can be moved to another board of its set", row.0);
            if is_hard {
                assert_eq!(longest, row.3, "{} is not the hardest of its cluster", row.0);
                for vehicle in (0..board.vehicles.len()).filter(|&vehicle| vehicle != board.target) {
                    let fewer = read(&text::print(&board.without(vehicle)), "steps");
                    let cost = solve(&*fewer, "bfs", "zero").unwrap().cost.unwrap();
                    assert!(cost < row.3.into(), "{} is as long without vehicle {vehicle}", row.0);
                }
            }
        }
        assert!(clusters.len() > 10, "{} boards", clusters.len());
    }
}

/// Exploring the largest boards and searching them blindly takes minutes: that is for the slow tests.
#[test]
fn the_large_boards_have_theirs_and_what_blind_search_takes() {
    let file = include_str!("../../../rush-hour/data/rush-hour-hard8.csv");
    let blind = file.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse::<u64>().unwrap());
    let all: Vec<(Row, u64)> = rows(file).into_iter().zip(blind).collect();
    assert!(all.len() >= 15 && all.is_sorted_by(|(_, one), (_, next)| one >= next));
    assert!(all.iter().filter(|(row, blind)| row.2 >= 60 && *blind > 26_000_000).count() >= 5);
    let slow = std::env::var_os("UNSTUCK_SLOW").is_some();
    for (row, blind) in &all {
        if slow || row.4 < 20_000 {
            explored(row);
        }
        if slow || *blind < 2_500_000 {
            let instance = read(&row.1, "slides");
            let mut request = instance.request("iddfs", "zero").unwrap();
            request.parameters.table = Some(64 << 20);
            let solution = instance.solve(&request, &mut ()).unwrap();
            assert_eq!((solution.cost, solution.stats.expanded), (Some(row.2.into()), *blind), "{}", row.0);
        }
    }
}

#[test]
fn the_landmarks() {
    let steps = ("93 steps", "BBBCDEFGGCDEFoAADEHHIooooJIoKKoJLLMM", "steps", 93, 24_132);
    let slides = ("60 slides", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "slides", 60, 2_332);
    for (name, board, metric, least, reachable) in [steps, slides] {
        let found = read(board, metric).explore(Limits::default(), &mut ()).unwrap();
        assert_eq!((found.distance, found.space.reachable), (Some(least), reachable), "{name}");
    }
}

#[test]
fn optimal_searches_find_the_optimum_of_every_card() {
    let rush_hour = rush_hour();
    for (name, board, slides, steps, _) in jam() {
        for (metric, least) in [("slides", slides), ("steps", steps)] {
            let instance = read(&board, metric);
            let length = |algorithm: &str, heuristic: &str| {
                let solution = solve(&*instance, algorithm, heuristic).unwrap();
                assert!(solution.optimal, "{name}: {algorithm} with {heuristic}");
                solution.cost.unwrap()
            };
            for blind in ["bfs", "bibfs"] {
                assert_eq!(length(blind, "zero"), u64::from(least), "{name}: {blind} in {metric}");
            }
            for feature in admissible_features(rush_hour.features(), metric).map(|info| &*info.name) {
                assert_eq!(length("astar", feature), u64::from(least), "{name}: {feature} in {metric}");
            }
        }
    }
}

/// Deepening costs seconds for the hard cards; all of them run with the slow tests.
#[test]
fn deepening_searches_find_it_too() {
    let rush_hour = rush_hour();
    let slow = std::env::var_os("UNSTUCK_SLOW").is_some();
    for (name, board, slides, steps, _) in jam().into_iter().filter(|row| slow || row.2 <= 17) {
        for (metric, least) in [("slides", slides), ("steps", steps)] {
            if !slow && least > 25 {
                continue;
            }
            let instance = read(&board, metric);
            let deepening = std::iter::once(("iddfs", "zero"))
                .chain(admissible_features(rush_hour.features(), metric).map(|info| ("ida", &*info.name)));
            for (algorithm, heuristic) in deepening {
                let solution = solve(&*instance, algorithm, heuristic).unwrap();
                let context = format!("{name}: {algorithm} with {heuristic} in {metric}");
                assert_eq!((solution.cost, solution.optimal), (Some(u64::from(least)), true), "{context}");
            }
        }
    }
}

/// Estimates that are too large cost length, but not without measure.
#[test]
fn deepening_with_an_inadmissible_estimate_stays_near_the_optimum() {
    for (heuristic, factor) in [("blockers_two_sided", 2), ("votes", 2), ("goal_distance", 4), ("hybrid", 6)]
    {
        for (name, board, slides, ..) in jam().into_iter().take(10) {
            let instance = read(&board, "slides");
            let length = solve(&*instance, "ida", heuristic).unwrap().cost.unwrap();
            assert!(length <= factor * u64::from(slides), "{name} with {heuristic}: {length}");
        }
    }
}

#[test]
fn the_deep_count_searches_less_than_the_plain_one() {
    let total = |heuristic: &str| -> u64 {
        let expanded =
            |row: &Row| solve(&*read(&row.1, "slides"), "astar", heuristic).unwrap().stats.expanded;
        jam().iter().map(expanded).sum()
    };
    let (plain, deep) = (total("blocking"), total("blockers_deep"));
    assert!(deep * 100 <= plain * 85, "{deep} against {plain}");
}

#[test]
fn sets_list_what_they_hold() {
    for (name, count) in [("jam", 40), ("it3105", 6), ("hard6", 200), ("hard8", 21), ("unblock", 36)] {
        let (_, set) = registry::set(name).unwrap();
        let ids: Vec<String> = match (set.ids)() {
            Ids::Numbers(first, last) => (first..=last).map(|id| id.to_string()).collect(),
            Ids::Names(names) => names,
        };
        assert_eq!(ids.len(), count, "{name}");
        assert!(ids.iter().all(|id| (set.text)(id).is_some()), "{name}");
        assert!((set.text)("0").is_none());
    }
}

#[test]
fn evolved_boards_are_as_long_as_wished_and_spread() {
    let parameters = [("length", "20-40"), ("states", "100-3000"), ("vehicles", "8-13")];
    let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let request = Request { generator: "evolved", count: 6, seed: 3, parameters: &parameters };
    let mut boards = Vec::new();
    rush_hour().generate(&request, &mut (), &mut |board| boards.push(board)).unwrap();
    let lengths: Vec<u32> = boards
        .iter()
        .map(|board| {
            let found = read(board, "slides").explore(Limits::default(), &mut ()).unwrap();
            assert!((100..=3000).contains(&found.space.reachable), "{board}");
            found.distance.unwrap()
        })
        .collect();
    assert_eq!(lengths.len(), 6);
    assert!(lengths.iter().all(|length| (20..=40).contains(length)), "{lengths:?}");
    assert!(lengths.iter().max() > lengths.iter().min(), "{lengths:?}");
}

#[test]
fn evolved_boards_take_the_effort_that_is_wished() {
    let parameters = [("size", "5"), ("vehicles", "5-9"), ("length", "8-40"), ("effort", "2000-9000")];
    let parameters = parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    for generator in ["evolved", "hardest"] {
        let request = Request { generator, count: 3, seed: 1, parameters: &parameters };
        let mut boards = Vec::new();
        rush_hour().generate(&request, &mut (), &mut |board| boards.push(board)).unwrap();
        assert_eq!(boards.len(), 3, "{generator}");
        for board in &boards {
            let solution = solve(&*read(board, "slides"), "iddfs", "zero").unwrap();
            assert!((2000..=9000).contains(&solution.stats.expanded), "{board}: {}", solution.stats.expanded);
            assert!((8..=40).contains(&solution.cost.unwrap()), "{board}");
        }
    }
}

/// A table that held only a part of 5,605 states would take more than 20 million expansions.
#[test]
fn deepening_remembers_the_states_of_large_boards() {
    let board = "ooBBCCDDEEEFFGHIJJKLLGHIAAKooooIMMNOOOPPooNQRRRSoTTQoUVSWWXXXUVS";
    let solution = solve(&*read(board, "slides"), "iddfs", "zero").unwrap();
    assert_eq!(solution.cost, Some(21));
    assert!(solution.stats.expanded < 250_000, "{}", solution.stats.expanded);
}
