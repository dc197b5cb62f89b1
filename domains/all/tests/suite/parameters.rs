//! Every parameter of every algorithm, as text.

use crate::installed as registry;
use unstuck_core::amount::{parse_bytes, parse_count, print_bytes};
use unstuck_core::domain;
use unstuck_core::instance::{Solution, Status};
use unstuck_core::search::{
    ALGORITHMS, IDA, Limits, PARAMETERS, Parameter, ParameterInfo, ParameterKind, SearchParameters,
};

fn defaults() -> SearchParameters {
    SearchParameters::new(&IDA)
}

/// Texts that a parameter takes, and texts that it refuses.
fn texts(info: &ParameterInfo) -> (Vec<String>, Vec<String>) {
    let (good, bad): (Vec<String>, Vec<String>) = match info.kind {
        ParameterKind::Number { min, max } => (
            [min, 1.0, 2.75, max].map(|number| number.to_string()).to_vec(),
            vec![(min / 2.0).to_string(), (max * 2.0).to_string(), "NaN".into(), "inf".into(), "-1".into()],
        ),
        ParameterKind::Count { min, max } => (
            vec![min.to_string(), max.to_string(), "1k".into(), " 12 ".into()],
            vec![(max + 1).to_string(), "0".into(), "-1".into(), "1.5".into()],
        ),
        ParameterKind::Bytes => {
            (["auto", "0", "64MiB", "1500", "3k"].map(Into::into).to_vec(), vec!["64 lots".into()])
        }
        ParameterKind::Choice { words } => {
            (words.iter().map(|word| (*word).into()).collect(), vec!["H".into()])
        }
    };
    (good, bad.into_iter().chain(["".into(), "much".into()]).collect())
}

#[test]
fn what_is_set_is_printed_and_reads_back() {
    for info in PARAMETERS {
        let (good, bad) = texts(info);
        for text in &good {
            let (mut set, mut again) = (defaults(), defaults());
            info.set(&mut set, text).unwrap();
            info.set(&mut again, &info.text(&set)).unwrap();
            assert_eq!(set, again, "{} {text}", info.name);
            assert_eq!(info.get(&set), info.get(&again), "{} {text}", info.name);
            // Nothing but this parameter has changed.
            for other in PARAMETERS.iter().filter(|other| other.name != info.name) {
                assert_eq!(other.text(&set), other.text(&defaults()), "{} {text}", other.name);
            }
        }
        let values: Vec<String> = (good.iter())
            .map(|text| {
                let mut set = defaults();
                info.set(&mut set, text).unwrap();
                info.text(&set)
            })
            .collect();
        assert!(values.iter().any(|value| *value != info.text(&defaults())), "{} can be changed", info.name);
        for text in &bad {
            let mut parameters = defaults();
            let error = info.set(&mut parameters, text).unwrap_err();
            assert!(error.starts_with(&format!("'{text}' is no {}; write ", info.name)), "{error}");
            assert_eq!(parameters, defaults(), "{} {text}", info.name);
        }
        let mut parameters = defaults();
        info.set(&mut parameters, &info.text(&defaults())).unwrap();
        assert_eq!(parameters, defaults(), "the default of {} is a text", info.name);
    }
}

#[test]
fn refusals_say_what_would_be_right() {
    let refused =
        |name: &str, text: &str| ParameterInfo::named(name).unwrap().set(&mut defaults(), text).unwrap_err();
    assert_eq!(refused("weight", "0"), "'0' is no weight; write a number from 0.001 to 1000");
    assert_eq!(refused("width", "x"), "'x' is no width; write a whole number from 1 to 4294967295");
    assert_eq!(refused("table", "x"), "'x' is no table; write an amount such as 64MiB, 0, or auto");
    assert_eq!(refused("order", "x"), "'x' is no order; write domain or h or reversed or random");
    assert!(refused("width", &"9".repeat(10_000)).len() < 200, "a long text is not repeated");
}

#[test]
fn the_table_is_in_the_order_of_the_parameters() {
    for info in PARAMETERS {
        assert_eq!(info.parameter.info().name, info.name);
        assert_eq!(ParameterInfo::named(info.name).map(|found| found.parameter), Some(info.parameter));
    }
    assert!(ParameterInfo::named("colour").is_none());
    assert_eq!(Parameter::Budget as usize + 1, PARAMETERS.len());
    for parameter in PARAMETERS.iter().map(|info| info.parameter) {
        assert!(
            ALGORITHMS.iter().any(|algorithm| algorithm.parameters.contains(&parameter)),
            "{parameter:?}"
        );
    }
    for algorithm in ALGORITHMS {
        assert_eq!(SearchParameters::new(algorithm).limits, Limits::NONE, "{}", algorithm.name);
    }
}

/// A solution of a board of Rush Hour by an algorithm with parameters.
fn solve(name: &str, heuristic: &str, given: &[(Parameter, &str)]) -> Solution {
    let (domain, set) = registry::set("jam").unwrap();
    let board =
        domain::read_search(&*domain, &(set.text)("30").unwrap(), None, &domain::Settings::new()).unwrap();
    let mut request = board.request(name, heuristic).unwrap();
    for (parameter, text) in given {
        parameter.info().set(&mut request.parameters, text).unwrap();
    }
    let solution = board.solve(&request, &mut ()).unwrap();
    assert_eq!(solution.status, Status::Solved, "{name} {heuristic}");
    solution
}

#[test]
fn the_steps_of_bounds_trade_rounds_for_shortest_plans() {
    let best = solve("ida", "blockers_deep", &[]);
    let stepped = solve("ida", "blockers_deep", &[(Parameter::Step, "5")]);
    assert!(best.optimal && !stepped.optimal);
    assert!(stepped.stats.iterations < best.stats.iterations);
    assert!(stepped.cost >= best.cost);
    // Bounds that rise as they would anyway are no other search.
    assert_eq!(solve("ida", "blockers_deep", &[(Parameter::Step, "1")]).stats, best.stats);
}

#[test]
fn the_growth_of_rounds_counts_where_a_heuristic_may_overestimate() {
    let rounds =
        |heuristic: &str, growth| solve("ida", heuristic, &[(Parameter::Growth, growth)]).stats.iterations;
    let inflated = "1.37*blockers_deep + 0.11*immobility";
    assert!(rounds(inflated, "1") > rounds(inflated, "2"));
    assert!(rounds(inflated, "2") > rounds(inflated, "50"));
    assert_eq!(rounds(inflated, "2"), solve("ida", inflated, &[]).stats.iterations);
    assert_eq!(rounds("blockers_deep", "1"), rounds("blockers_deep", "50"));
}

#[test]
fn the_first_attempt_has_its_budget() {
    let attempts = |budget| solve("restarts", "blockers", &[(Parameter::Budget, budget)]).stats.iterations;
    assert_eq!(attempts("1000000"), 1);
    assert!(attempts("1") > attempts("256"));
}

#[test]
fn amounts_read_back() {
    for bytes in [0, 1, 1_000, 1 << 10, 1_500, 64 << 20, (64 << 20) + 1, 3 << 30, 1 << 40, u64::MAX] {
        assert_eq!(parse_bytes(&print_bytes(bytes)), Ok(bytes), "{}", print_bytes(bytes));
    }
    assert_eq!((print_bytes(64 << 20), print_bytes(1_500)), ("64MiB".to_owned(), "1500B".to_owned()));
    assert_eq!((parse_bytes("1GB"), parse_bytes("2g")), (Ok(1_000_000_000), Ok(2 << 30)));
    assert_eq!((parse_count("250k"), parse_count("1_000")), (Ok(250_000), Ok(1_000)));
    for wrong in ["", "x", "1 layout", "-1", "1.5", "ib", "99999999999g"] {
        assert!(parse_bytes(wrong).is_err() && parse_count(wrong).is_err(), "{wrong}");
    }
}
