//! Whole solves: every plan that comes back has been replayed by the validator.

use crate::FreeCellDomain;
use std::sync::Arc;
use unstuck_core::domain::{self, DomainRef, Settings};
use unstuck_core::instance::{SearchInstance, SearchRequest, Solution, Status};
use unstuck_core::language::HeuristicRef;
use unstuck_core::random::{RngExt, stream};
use unstuck_core::search::{self, Limit, Observer, SearchParameters, Stats};

fn freecell() -> DomainRef {
    Arc::new(FreeCellDomain)
}

fn instance(text: &str, metric: Option<&str>, settings: &[(&str, &str)]) -> Box<dyn SearchInstance> {
    let settings: Settings = settings.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    domain::read_search(&*freecell(), text, metric, &settings).expect("a good instance")
}

fn solve(text: &str, request: &SearchRequest) -> Solution {
    instance(text, None, &[]).solve(request, &mut ()).expect("a search that can be run")
}

fn request(algorithm: &str, heuristic: &str) -> SearchRequest {
    let algorithm = search::algorithm(algorithm).expect("an algorithm");
    let heuristic = HeuristicRef::read(heuristic, freecell().features()).expect("a heuristic");
    SearchRequest { parameters: SearchParameters::new(algorithm), heuristic }
}

fn limited(algorithm: &str, heuristic: &str, expanded: u64) -> SearchRequest {
    let mut request = request(algorithm, heuristic);
    request.parameters.limits.expanded = Some(expanded);
    request
}

#[test]
fn deals_that_careless_players_lose() {
    for number in ["1941", "98714", "31465", "94717719"] {
        let solution = solve(number, &request("quick", "zero"));
        assert_eq!(solution.status, Status::Solved, "deal {number}");
        assert!(solution.lengths.iter().all(|&(_, length)| length > 20), "deal {number}");
    }
}

#[test]
fn deal_11982_is_proved_unsolvable() {
    for algorithm in ["quick", "dfs", "bfs"] {
        assert_eq!(solve("11982", &request(algorithm, "zero")).status, Status::Unsolvable, "{algorithm}");
    }
}

/// Whether the tests that take long are run: `make test-slow`.
fn slow() -> bool {
    std::env::var_os("UNSTUCK_SLOW").is_some()
}

#[test]
fn random_deals_are_solved_and_replayed() {
    let mut random = stream(3, "test-deals", &[]);
    // All 200 with the tests that take long.
    let deals = if slow() { 200 } else { 70 };
    // General algorithms with what they may spend, how many of 200 deals they solve with that at least, and how many
    // they have solved.
    let mut beam = limited("beam", "misplaced", 15_000);
    beam.parameters.width = 100;
    let mut others = [
        (limited("hsd", "hsd_board", 12_000), 60, 0),
        (beam, 150, 0),
        (limited("greedy", "misplaced", 3_000), 140, 0),
        (limited("wastar", "deadlock_runs", 3_000), 110, 0),
        (limited("awastar", "deadlock_runs", 2_000), 90, 0),
        (limited("dfs", "zero", 3_000), 30, 0),
        (limited("ehc", "hsd_board", 3_000), 30, 0),
    ];
    for _ in 0..deals {
        let number = random.random_range(1..=(1_u64 << 33) - 1).to_string();
        let quick = solve(&number, &request("quick", "zero"));
        // About one deal in 80,000 has no solution.
        assert_eq!(quick.status, Status::Solved, "deal {number}");
        let shortest = solve(&number, &limited("shortest", "zero", quick.stats.expanded + 2_000));
        assert_eq!(shortest.status, Status::Solved, "deal {number}");
        assert!(shortest.cost <= quick.cost, "deal {number}");
        for (request, _, solved) in &mut others {
            // A plan that comes back has been replayed; a wrong one would be an error.
            let solution = solve(&number, request);
            assert!(
                solution.status != Status::Unsolvable,
                "deal {number}, {}",
                request.parameters.algorithm.name
            );
            *solved += u32::from(solution.status == Status::Solved);
        }
    }
    for (request, least, solved) in others {
        let SearchRequest { parameters, heuristic } = request;
        assert!(solved * 200 >= least * deals, "{} {heuristic} solved {solved}", parameters.algorithm.name);
    }
}

/// The run in column 1 can go onto the eight of spades, after which everything goes home by itself; but its cards
/// can go home one by one as well, though neither is safe.
#[test]
fn shortest_goes_home_rather_than_aside() {
    let text = "Foundations: C-5 D-6 S-2 H-4 / 3S 7D 6C / KS QS JS TS 9S 8S / \
                KH QH JH TH 9H 8H 7H 6H 5H 7S 6S 5S 4S / KC QC JC TC 9C 8C 7C / KD QD JD TD 9D 8D";
    for (metric, cost) in [("moves", 35), ("card", 35), ("atomic", 35), ("player", 0)] {
        for automatic in ["on", "off"] {
            let settings = [("columns", "5"), ("automatic", automatic)];
            let game = instance(text, Some(metric), &settings);
            let solution = game.solve(&request("shortest", "zero"), &mut ()).expect("a search");
            assert_eq!(solution.cost, Some(cost), "{metric} {automatic}");
            // A pass of the beam proves a least number of moves, not of cards.
            assert!(solution.optimal || matches!(metric, "card" | "atomic"), "{metric} {automatic}");
        }
    }
}

/// What a whole breadth-first pass proves is what A* proves, over many ends of games.
#[test]
fn shortest_proves_what_a_star_proves() {
    let domain = freecell();
    let ends = domain.info().sets.iter().find(|set| set.name == "ends").expect("a set of ends");
    for number in 1..=40 {
        let text = (ends.text)(&number.to_string()).expect("an end");
        for cells in ["1", "2"] {
            for (metric, bound) in [("moves", "deadlock_runs"), ("player", "deadlock_extra")] {
                for automatic in ["on", "off"] {
                    let game = instance(&text, Some(metric), &[("cells", cells), ("automatic", automatic)]);
                    let shortest = game.solve(&request("shortest", "zero"), &mut ()).expect("a search");
                    let proved = game.solve(&request("astar", bound), &mut ()).expect("a search");
                    assert!(shortest.optimal || shortest.status == Status::Unsolvable, "end {number}");
                    assert_eq!(
                        (shortest.status, shortest.cost),
                        (proved.status, proved.cost),
                        "end {number}, {cells} cells, {metric}, automatic {automatic}"
                    );
                }
            }
        }
    }
}

#[test]
fn costs_are_those_of_the_metric() {
    for metric in ["moves", "card", "atomic", "player"] {
        for algorithm in ["quick", "shortest", "hsd"] {
            let request = limited(algorithm, "hsd_board", 20_000);
            let solution = instance("617", Some(metric), &[]).solve(&request, &mut ()).expect("a search");
            assert_eq!(solution.status, Status::Solved, "{algorithm} {metric}");
            let counted =
                solution.lengths.iter().find(|(name, _)| *name == metric).map(|&(_, length)| length);
            assert_eq!(counted, solution.cost, "{algorithm} {metric}");
        }
    }
}

/// Every optimal algorithm with every admissible feature finds the same cost, automatic moves or not.
#[test]
fn optimal_algorithms_agree() {
    let text = "Foundations: H-9 C-T D-9 S-T / JD TH QS KH / JC QD KS / JH QC TD KD / JS QH KC";
    let variant = [("columns", "4"), ("cells", "1")];
    for metric in ["moves", "card", "atomic", "player"] {
        let mut costs = Vec::new();
        for automatic in ["on", "off"] {
            let mut settings = variant.to_vec();
            settings.push(("automatic", automatic));
            let game = instance(text, Some(metric), &settings);
            for heuristic in ["zero", "not_home", "deadlock", "deadlock_runs", "deadlock_extra"] {
                let freecell = freecell();
                if !freecell.features().get(heuristic).expect("a feature").node().admissible.contains(metric)
                {
                    continue;
                }
                for algorithm in ["astar", "ida", "awastar"] {
                    let solution = game.solve(&request(algorithm, heuristic), &mut ()).expect("a search");
                    assert!(solution.optimal, "{algorithm} {heuristic} {metric}");
                    costs.push(solution.cost);
                }
            }
            if metric != "card" && metric != "atomic" {
                let solution = game.solve(&request("shortest", "zero"), &mut ()).expect("a search");
                assert!(solution.optimal, "shortest {metric}");
                costs.push(solution.cost);
            }
        }
        costs.dedup();
        assert_eq!(costs.len(), 1, "{metric}: {costs:?}");
    }
}

#[test]
fn variants_are_solved_or_proved_unsolvable() {
    for (settings, solved, unsolvable) in [
        (vec![("cells", "0")], 0, 19),
        (vec![("cells", "2")], 1, 0),
        (vec![("cells", "3")], 20, 0),
        (vec![("build", "suit")], 1, 0),
        (vec![("cells", "8"), ("columns", "5")], 1, 0),
        (vec![("cells", "5"), ("empty", "king")], 1, 0),
        (vec![("columns", "10"), ("cells", "2")], 1, 0),
    ] {
        let (mut won, mut lost) = (0, 0);
        for number in 1..=20 {
            let game = instance(&number.to_string(), None, &settings);
            let solution = game.solve(&limited("quick", "zero", 15_000), &mut ()).expect("a search");
            won += u32::from(solution.status == Status::Solved);
            lost += u32::from(solution.status == Status::Unsolvable);
        }
        assert!(won >= solved && lost >= unsolvable, "{settings:?}: {won} solved, {lost} unsolvable");
    }
}

struct StopAt(u64);

impl Observer for StopAt {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        (stats.expanded >= self.0).then_some(Limit::Cancelled)
    }
}

#[test]
fn limits_are_kept() {
    for (algorithm, number) in [("quick", "11982"), ("shortest", "1")] {
        let game = instance(number, None, &[]);
        let solution = game.solve(&request(algorithm, "zero"), &mut StopAt(5_000)).expect("a search");
        assert_eq!(solution.limit, Some(Limit::Cancelled));
        assert!(solution.stats.expanded < 5_000 + 1_024 + 16, "{algorithm}");
        let solution = game.solve(&limited(algorithm, "zero", 70), &mut ()).expect("a search");
        assert!(solution.stats.expanded <= 70, "{algorithm}");
        let mut request = request(algorithm, "zero");
        request.parameters.limits.memory = Some(400_000);
        let solution = game.solve(&request, &mut ()).expect("a search");
        assert_eq!(solution.limit, Some(Limit::Memory), "{algorithm}");
        assert!(solution.stats.peak_bytes <= 400_000, "{algorithm}");
    }
}

/// The whole published range, with the tests that take long: `make test-slow`.
#[test]
fn all_32000_deals() {
    if !slow() {
        return;
    }
    let (mut expanded, mut length, mut peak, mut solved) = (0, 0, 0, 0);
    for number in 1..=32_000 {
        let solution = solve(&number.to_string(), &request("quick", "zero"));
        match solution.status {
            Status::Solved => solved += 1,
            status => assert_eq!((number, status), (11_982, Status::Unsolvable)),
        }
        expanded += solution.stats.expanded;
        length += solution.cost.unwrap_or(0);
        peak = peak.max(solution.stats.peak_bytes);
    }
    assert_eq!(solved, 31_999);
    let mean = |total: u64| total as f64 / 32_000.0;
    println!("expanded {:.1}, length {:.1}, peak bytes {peak}", mean(expanded), mean(length));
    assert!(mean(expanded) < 300.0 && peak < 100 << 20);
}
