//! The interface proved on the 8-puzzle, whose exact figures are known.

use crate::eight_puzzle::{Manhattan, Tiles};
use crate::solve;
use unstuck_core::audit::AuditRequest;
use unstuck_core::domain::Domain;
use unstuck_core::feature::View;
use unstuck_core::heuristic::Heuristic;
use unstuck_core::instance::{Bound, Instance, SearchError, SearchInstance, SearchRequest, Status};
use unstuck_core::language::{Absent, Compiled, HeuristicRef};
use unstuck_core::problem::actions;
use unstuck_core::search::{ALGORITHMS, ChildOrder, Limit, Limits, Observer, Optimal, Stats};

const HARD: [u8; 9] = [8, 6, 7, 2, 5, 4, 3, 0, 1];
const MIDDLE: [u8; 9] = [7, 2, 4, 5, 0, 6, 8, 3, 1];
/// Two tiles swapped: the goal cannot be reached.
const SWAPPED: [u8; 9] = [0, 2, 1, 3, 4, 5, 6, 7, 8];

fn eight(cells: [u8; 9]) -> Bound<Tiles> {
    Tiles::bound(3, &cells)
}

/// The solved 15-puzzle.
fn fifteen() -> Bound<Tiles> {
    Tiles::bound(4, &std::array::from_fn::<u8, 16, _>(|cell| cell as u8))
}

fn request(algorithm: &str, heuristic: &str) -> SearchRequest {
    eight(HARD).request(algorithm, heuristic).unwrap()
}

#[test]
fn states_at_each_distance_are_the_published_ones() {
    let found = eight(MIDDLE).explore(Limits::default(), &mut ()).unwrap();
    let published = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
        16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(found.space.distances, published);
    assert_eq!(found.space.reachable, 181_440);
    assert_eq!(found.hardest.map(|(far, _)| far), Some(31));
}

#[test]
fn optimal_algorithms_agree_with_every_admissible_feature() {
    let (instance, optimal) = (eight(MIDDLE), Some(26));
    for info in ALGORITHMS.iter().filter(|info| info.optimal != Optimal::Never && info.name != "bibfs") {
        for heuristic in ["zero", "misplaced", "manhattan", "out_of_row", "out_of_column", "tile_1", "tile_5"]
        {
            // Blind deepening without a table is out of the question at this depth.
            let mut request = request(info.name, heuristic);
            request.parameters.table = Some(16 << 20);
            let solution = instance.solve(&request, &mut ()).unwrap();
            assert_eq!(solution.cost, optimal, "{} with {heuristic}", info.name);
            assert!(solution.optimal, "{} with {heuristic}", info.name);
            if !info.heuristic {
                break;
            }
        }
    }
}

/// A deepening search has proved the bound of the round that a limit ends, with a table and without.
#[test]
fn the_bounds_of_finished_rounds_are_proved() {
    #[derive(Default)]
    struct Bounds {
        proved: u64,
        begun: Vec<u64>,
    }
    impl Observer for Bounds {
        fn poll(&mut self, _: &Stats) -> Option<Limit> {
            None
        }
        fn iteration(&mut self, bound: u32, _: &Stats) {
            self.begun.push(bound.into());
        }
        fn proved(&mut self, bound: u64) {
            self.proved = bound;
        }
    }
    let instance = eight(HARD);
    for table in [Some(0), Some(1 << 20)] {
        let mut request = request("ida", "manhattan");
        request.parameters.table = table;
        let mut bounds = Bounds::default();
        let found = instance.solve(&request, &mut bounds).unwrap();
        assert_eq!((found.cost, found.optimal), (Some(bounds.proved), true), "{table:?}");
        request.parameters.limits.expanded = Some(found.stats.expanded / 2);
        let mut bounds = Bounds::default();
        let found = instance.solve(&request, &mut bounds).unwrap();
        assert_eq!(found.limit, Some(Limit::Nodes), "{table:?}");
        assert!(bounds.begun.len() > 1, "{table:?}: {:?}", bounds.begun);
        assert_eq!(Some(&bounds.proved), bounds.begun.last(), "{table:?}");
    }
}

#[test]
fn the_incremental_heuristic_has_the_values_of_the_feature() {
    let problem = Tiles::new(3, 9);
    let mut feature = Compiled::named(&problem, "manhattan").unwrap();
    let mut state = problem.board(&HARD);
    let mut incremental = Manhattan.root(&View::root(&problem, &state)).1;
    for step in 0..200 {
        let moves = actions(&problem, &state);
        let action = moves[step * 7 % moves.len()];
        let (value, next) = Manhattan.evaluate_successor(&problem, &state, action, incremental).unwrap();
        unstuck_core::problem::Problem::apply(&problem, &mut state, action);
        assert_eq!(f64::from(value), feature.value(&View::root(&problem, &state)));
        incremental = next;
    }
}

#[test]
fn a_missing_or_misspelt_heuristic_is_named() {
    let instance = eight(MIDDLE);
    let error = instance.request("astar", "manhatan").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the heuristic cannot be read: eight-puzzle has no heuristic 'manhatan' (did you mean 'manhattan'?)"
    );
    let error = instance.request("a-star", "manhattan").unwrap_err();
    assert_eq!(error.to_string(), "unknown algorithm 'a-star'; did you mean 'astar'?");
    let error = solve(&fifteen(), "astar", "tile_5").unwrap_err();
    assert_eq!(error, SearchError::Absent(Absent("tile_5".into())));
    assert_eq!(error.to_string(), "the heuristic 'tile_5' does not exist for this instance");
    let error = solve(&fifteen(), "bibfs", "zero").unwrap_err();
    assert!(matches!(error, SearchError::NotApplicable { algorithm: "bibfs", .. }), "{error}");
}

#[test]
fn a_heuristic_of_another_domain_is_refused() {
    let request = fifteen().request("astar", "manhattan").unwrap();
    // The two have the same features, in the same order.
    assert_eq!(eight(MIDDLE).solve(&request, &mut ()).unwrap().cost, Some(26));
    let foreign = HeuristicRef::read("2*manhattan", unstuck_tiles::TilesDomain.features()).unwrap();
    let request = SearchRequest { heuristic: foreign, ..request };
    let error = eight(MIDDLE).solve(&request, &mut ()).unwrap_err();
    let (given, domain) = ("tiles".to_owned(), "eight-puzzle".to_owned());
    assert_eq!(error, SearchError::OtherDomain { given, domain });
    assert_eq!(error.to_string(), "the heuristic is for tiles, not for eight-puzzle");
    // What is not read does no harm.
    let blind = SearchRequest { parameters: self::request("bfs", "zero").parameters, ..request };
    assert_eq!(eight(MIDDLE).solve(&blind, &mut ()).unwrap().cost, Some(26));
}

#[test]
fn unsolvable_is_said_only_after_the_whole_space() {
    // Four by two, with two tiles swapped: half of the 8! arrangements can be reached.
    let instance = Tiles::bound(4, &[0, 2, 1, 3, 4, 5, 6, 7]);
    for info in ALGORITHMS.iter().filter(|info| info.name != "bibfs") {
        let mut request = request(info.name, "manhattan");
        request.parameters.table = Some(64 << 20);
        request.parameters.width = 1_000_000;
        let solution = instance.solve(&request, &mut ()).unwrap();
        assert_eq!(solution.status, Status::Unsolvable, "{}", info.name);
        assert!(solution.stats.stored >= 2_000, "{} stored only {}", info.name, solution.stats.stored);
    }
    let instance = eight(SWAPPED);
    // A table that had to forget proves nothing: only the limit ends the search.
    let mut request = request("ida", "manhattan");
    request.parameters.table = Some(1 << 16);
    request.parameters.limits.expanded = Some(2_000_000);
    assert_eq!(instance.solve(&request, &mut ()).unwrap().status, Status::Limit);
}

#[test]
fn a_narrow_beam_gives_up_and_says_so() {
    let mut request = request("beam", "misplaced");
    request.parameters.width = 2;
    let solution = eight(HARD).solve(&request, &mut ()).unwrap();
    assert!(matches!(solution.status, Status::GaveUp | Status::Solved));
    assert!(!solution.optimal);
    let solution = eight(SWAPPED).solve(&request, &mut ()).unwrap();
    assert_eq!(solution.status, Status::GaveUp);
}

#[test]
fn ordered_children_change_the_order_and_not_the_length() {
    let instance = eight(HARD);
    let mut request = request("ida", "manhattan");
    let plain = instance.solve(&request, &mut ()).unwrap();
    request.parameters.order = ChildOrder::Heuristic;
    let ordered = instance.solve(&request, &mut ()).unwrap();
    assert_eq!((plain.cost, ordered.cost), (Some(27), Some(27)));
    assert_ne!(plain.stats.expanded, ordered.stats.expanded);
}

#[test]
fn depth_first_searches_visit_children_in_the_order_that_is_named() {
    use ChildOrder::{Domain, Random, Reversed};
    // 18 moves away: blind deepening takes a moment.
    let instance = eight([3, 2, 6, 8, 7, 1, 0, 5, 4]);
    for (algorithm, optimal) in [("dfs", false), ("iddfs", true), ("ida", true)] {
        let run = |order: ChildOrder| {
            let mut request = request(algorithm, "manhattan");
            request.parameters.order = order;
            let solution = instance.solve(&request, &mut ()).unwrap();
            assert!(
                solution.status == Status::Solved && solution.optimal == optimal,
                "{algorithm} {order:?}"
            );
            (solution.stats.expanded, solution.cost)
        };
        let found = [Domain, Reversed, Random].map(run);
        assert!(found[0] != found[1] && found[1] != found[2] && found[0] != found[2], "{found:?}");
        assert_eq!(run(Random), found[2], "the same in every run");
    }
}

#[test]
fn weights_trade_length_for_nodes_within_their_bound() {
    let instance = eight(HARD);
    let optimal = solve(&instance, "astar", "manhattan").unwrap();
    for algorithm in ["wastar", "wida", "awastar"] {
        for weight in [1.0, 1.5, 2.0, 5.0] {
            let mut request = request(algorithm, "manhattan");
            request.parameters.weight = weight;
            let solution = instance.solve(&request, &mut ()).unwrap();
            let (cost, least) = (solution.cost.unwrap(), optimal.cost.unwrap());
            assert!(cost as f64 <= weight * least as f64, "{algorithm} {weight}: {cost}");
            assert_eq!(solution.optimal, weight == 1.0 || algorithm == "awastar", "{algorithm} {weight}");
            assert!(!solution.optimal || cost == least);
        }
    }
}

#[test]
fn restarts_begin_again_with_more_to_spend() {
    let instance = eight(HARD);
    let run = |algorithm: &str, heuristic: &str, weight: f64, most: Option<u64>| {
        let mut request = request(algorithm, heuristic);
        (request.parameters.weight, request.parameters.limits.expanded) = (weight, most);
        instance.solve(&request, &mut ()).unwrap()
    };
    // Attempts that the weight does not change: each spends what it may, the last one what it takes.
    let plain = run("wastar", "zero", 1.0, None);
    let budgets: Vec<u64> =
        (0..).map(|k| 256 << (3 * k)).take_while(|most| *most < plain.stats.expanded).collect();
    let all = run("restarts", "zero", 1.0, None);
    assert!(budgets.len() >= 3);
    assert_eq!(all.stats.expanded, budgets.iter().sum::<u64>() + plain.stats.expanded);
    assert_eq!((all.stats.iterations, all.plan), (budgets.len() as u32 + 1, plain.plan));
    // What an attempt cannot do in 256 expansions, the next does with 3/4 of the weight.
    let weights = (10..60).map(|tenth| f64::from(tenth) / 10.0);
    let attempt = |weight: f64| run("wastar", "manhattan", weight, None);
    let second = |weight: &f64| {
        (257..2_048).contains(&attempt(*weight).stats.expanded)
            && attempt(0.75 * weight).stats.expanded <= 2_048
    };
    let weight = weights.clone().find(second).unwrap();
    let (careful, both) = (attempt(0.75 * weight), run("restarts", "manhattan", weight, None));
    assert_eq!((both.stats.expanded, both.stats.iterations), (256 + careful.stats.expanded, 2));
    assert_eq!(both.plan, careful.plan);
    // The limit is on the sum; what would be too little for another attempt is the present one's.
    for (most, attempts) in [(0, 1), (300, 1), (511, 1), (512, 2), (4_000, 2), (5_000, 3), (20_000, 3)] {
        let limited = run("restarts", "zero", 1.0, Some(most));
        assert_eq!((limited.status, limited.limit), (Status::Limit, Some(Limit::Nodes)));
        assert_eq!((limited.stats.expanded, limited.stats.iterations), (most, attempts));
    }
}

#[test]
fn audit_refutes_what_is_not_admissible() {
    let table = Tiles::table(9);
    let read = |text: &str| HeuristicRef::read(text, &table).unwrap();
    let request = AuditRequest {
        heuristics: &["misplaced", "manhattan", "2*manhattan"].map(read),
        limits: Limits::default(),
        clock: &|| 0.0,
    };
    let cards = eight(MIDDLE).audit(&request, &mut ()).unwrap();
    let [honest @ .., twice] = &cards[..] else { panic!("there are three") };
    for card in honest {
        assert!(
            card.is_admissible() && card.is_consistent() && !card.breaks_its_word(),
            "{}",
            card.heuristic
        );
        assert_eq!((card.states, card.edges), (181_440, 483_840));
    }
    assert!(!twice.is_admissible() && !twice.is_consistent());
    let example = twice.not_admissible.as_ref().unwrap();
    assert!(example.value > example.allowed, "{example:?}");
    assert!(cards[1].mean_error() < cards[0].mean_error());
    assert!(cards[1].correlation() > cards[0].correlation());
    let needs_path = AuditRequest { heuristics: &[read("g")], ..request };
    assert!(eight(MIDDLE).audit(&needs_path, &mut ()).is_err());
}

#[test]
fn the_laws_hold() {
    eight(HARD).check_laws(1, 2_000).unwrap();
    fifteen().check_laws(2, 2_000).unwrap();
}
