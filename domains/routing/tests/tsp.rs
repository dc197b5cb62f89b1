//! The travelling salesman problem against its laws, published figures, and straightforward implementations.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use unstuck_core::domain::deciding::deciding;
use unstuck_core::domain::{self, DomainRef, InstanceSet, Settings};
use unstuck_core::instance::optimisation::SolveRequest;
use unstuck_core::language::Decisions;
use unstuck_core::local_search::{self, Limits, Outcome, Parameters, Solve, solve};
use unstuck_core::optimisation::decision::{Featured, Rule, explain};
use unstuck_core::optimisation::{Construction, Optimisation, Solvable, conformance};
use unstuck_routing::TspDomain;
use unstuck_routing::distances::{Distances, Rule as Metric};
use unstuck_routing::tsp::generate::Kind;
use unstuck_routing::tsp::sets::SETS;
use unstuck_routing::tsp::{Cities, Solution, Touring, bounds, explain as edges, rules, text};

fn run<O: Solvable + Featured>(
    problem: &O,
    algorithm: &str,
    rule: &str,
    effort: u64,
) -> Outcome<O::Solution> {
    solve(Solve {
        problem,
        rules: &rules::read(rule).unwrap(),
        parameters: &Parameters::new(local_search::algorithm(algorithm).unwrap()),
        seed: 1,
        limits: Limits { effort: Some(effort), seconds: None },
        from: None,
        observer: &mut (),
    })
    .unwrap()
}

fn set(name: &str) -> Vec<Cities> {
    let texts = InstanceSet::named(SETS, name).unwrap().texts();
    texts.map(|line| text::read(&line, "").unwrap().remove(0)).collect()
}

fn file(name: &str) -> Cities {
    set("tsplib").into_iter().find(|cities| cities.name == name).unwrap()
}

/// A file of TSPLIB.
fn written(Cities { name, distances, .. }: &Cities) -> String {
    let count = distances.count() as u32;
    let (kind, rows): (_, Vec<String>) = match distances.rule() {
        Some(rule) => {
            let places = distances.places().iter().zip(1..);
            let kind = format!("{}\nNODE_COORD_SECTION", rule.name());
            (kind, places.map(|([x, y], number)| format!("{number} {x} {y}")).collect())
        }
        None => {
            let row = |a: u32| (0..count).map(|b| distances.get(a, b).to_string() + " ").collect();
            let kind = "EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION".to_owned();
            (kind, (0..count).map(row).collect())
        }
    };
    let rows = rows.join("\n");
    format!("NAME : {name}\nTYPE : TSP\nDIMENSION : {count}\nEDGE_WEIGHT_TYPE : {kind}\n{rows}\nEOF\n")
}

/// Annealing: accepts tours that are worse, with a probability that falls as the effort is spent.
const ACCEPT: &str = "0.3*(1 - progress)*log(1/uniform) - worse";

const CLUSTERED: Kind = Kind::Clustered { cities: 10, deviation: 0.02 };

#[test]
fn the_laws_hold() {
    for kind in [Kind::Uniform, CLUSTERED] {
        for count in [3, 4, 7, 8, 9, 40] {
            let cities = kind.generate(count, 7, 0).unwrap();
            assert_eq!(conformance::check(&Touring::new(cities), 2, 2_000), Ok(()), "{kind:?} {count}");
        }
    }
    let matrix = file("gr17");
    assert_eq!(conformance::check(&Touring::new(matrix), 3, 2_000), Ok(()));
    let same = Distances::of_places(vec![[5.0, 5.0]; 12], Metric::Euclidean).unwrap();
    assert_eq!(conformance::check(&Touring::new(Cities::new("same", same)), 4, 500), Ok(()));
}

#[test]
fn published_sets_are_complete_and_bounds_are_below_the_optima() {
    let counts: Vec<usize> = SETS.iter().map(|one| set(one.name).len()).collect();
    assert_eq!(counts, [43, 64, 64, 64, 64]);
    let drawn = &set("tsp-uniform-200")[0];
    let [x, y] = drawn.distances.places()[0];
    assert!((x - 976_548.626).abs() < 0.01 && (y - 461_967.806).abs() < 0.01, "{x} {y}");
    for cities in set("tsplib").into_iter().filter(|cities| cities.count() <= 110) {
        let (name, best) = (cities.name.clone(), cities.best_known.unwrap());
        let problem = Touring::new(cities);
        let bound = problem.lower_bound().unwrap().soft;
        assert!(bound <= best && bound as f64 >= 0.85 * best as f64, "{name}: {bound} of {best}");
        assert!(bounds::two_nearest(problem.neighbours(), problem.cities().count()) <= best, "{name}");
    }
}

/// Iterated local search finds the published optima of small files of every format, by the validator.
#[test]
fn optima_of_all_formats_are_found() {
    let names =
        ["burma14", "gr17", "ulysses22", "fri26", "bays29", "swiss42", "gr48", "eil51", "eil76", "kroC100"];
    for name in names {
        let cities = file(name);
        let best = cities.best_known.unwrap();
        let problem = Touring::new(cities);
        let rule = format!("choose: -distance; accept: {}", ACCEPT);
        let found = run(&problem, "iterated", &rule, 40_000_000);
        let mut written = String::new();
        problem.write(&found.solution, &mut written);
        assert_eq!(problem.validate(&written).map(|cost| cost.soft), Ok(best), "{name}");
    }
}

#[test]
fn constructions_are_near_their_published_gaps() {
    let optimum = 5.684_58e6;
    let cities = set("tsp-uniform-50");
    let mean = |sum: i64| sum as f64 / 64.0 / optimum - 1.0;
    let problems: Vec<Touring> = cities.into_iter().map(Touring::new).collect();
    let constructed =
        |rule: &str| mean(problems.iter().map(|problem| run(problem, "construct", rule, 0).cost.soft).sum());
    let (nearest, farthest) = (constructed("nearest_neighbour"), constructed("farthest_insertion"));
    assert!((0.18..0.28).contains(&nearest), "{nearest}");
    assert!((0.04..0.08).contains(&farthest), "{farthest}");
}

/// Insertion by looking at every city and every place.
fn inserted(cities: &Cities, better: impl Fn((i32, i32), (i32, i32)) -> bool) -> i64 {
    let far = |a: u32, b: u32| cities.distances.get(a, b);
    let (mut tour, mut left): (Vec<u32>, Vec<u32>) = (vec![0], (1..cities.count() as u32).collect());
    while !left.is_empty() {
        let of = |city: u32| {
            let places = (0..tour.len()).map(|at| {
                let (a, b) = (tour[at], tour[(at + 1) % tour.len()]);
                (far(a, city) + far(city, b) - far(a, b), at)
            });
            let near = tour.iter().map(|&other| far(other, city)).min().unwrap();
            (near, places.min().unwrap())
        };
        let mut best = 0;
        for at in 1..left.len() {
            let (one, other) = (of(left[at]), of(left[best]));
            if better((one.0, one.1.0), (other.0, other.1.0)) {
                best = at;
            }
        }
        let city = left.remove(best);
        let place = of(city).1.1;
        tour.insert(place + 1, city);
    }
    cities.distances.around(&tour)
}

#[test]
fn insertions_agree_with_straightforward_ones() {
    for number in 0..5 {
        let cities = Kind::Uniform.generate(60, 3, number).unwrap();
        let cost = |rule: &str| run(&Touring::new(cities.clone()), "construct", rule, 0).cost.soft;
        assert_eq!(cost("nearest_insertion"), inserted(&cities, |one, other| one.0 < other.0));
        assert_eq!(cost("farthest_insertion"), inserted(&cities, |one, other| one.0 > other.0));
        assert_eq!(cost("cheapest_insertion"), inserted(&cities, |one, other| one.1 < other.1));
        // A rule for places that does the same.
        assert_eq!(cost("choose: to_tour; place: -added"), cost("farthest_insertion"));
    }
}

/// Features that are kept up to date have the values that follow from the partial tour.
#[test]
fn kept_features_are_right() {
    let cities = CLUSTERED.generate(40, 3, 0).unwrap();
    let far = |a: u32, b: u32| f64::from(cities.distances.get(a, b));
    let problem = Touring::new(cities.clone());
    let text = "nearest_left + 0*second_left + 0*mean_left + 0*spread_left + 0*distance";
    let mut rule = Rule::new(&problem, &rules::read(text).unwrap()).unwrap();
    let names: Vec<String> = rule
        .features()
        .iter()
        .map(|&index| problem.choice_features()[usize::from(index)].info.name.to_string())
        .collect();
    let mut partial = problem.start(rule.features());
    let (mut path, mut left): (Vec<u32>, Vec<u32>) = (vec![0], (1..40).collect());
    while left.len() > 3 {
        let shown = explain(&problem, &mut rule, &partial);
        for (choice, &city) in shown.iter().zip(&left) {
            let mut others: Vec<f64> =
                left.iter().filter(|&&other| other != city).map(|&other| far(city, other)).collect();
            others.sort_by(f64::total_cmp);
            let mean = others.iter().sum::<f64>() / others.len() as f64;
            let spread =
                (others.iter().map(|far| (far - mean).powi(2)).sum::<f64>() / others.len() as f64).sqrt();
            for (name, value) in names.iter().zip(&choice.features) {
                let expected = match &**name {
                    "nearest_left" => others[0],
                    "second_left" => others[1],
                    "mean_left" => mean,
                    "spread_left" => spread,
                    _ => far(*path.last().unwrap(), city),
                };
                assert!((value - expected).abs() <= 1.0, "{name} {value} {expected}");
            }
        }
        let (choice, _) = rule.choose(&problem, &partial).unwrap();
        let made = shown.iter().position(|choice| choice.made).unwrap();
        path.push(left.remove(made));
        problem.extend(&mut partial, choice);
    }
}

#[test]
fn local_search_improves_and_starts_from_a_tour() {
    let problem = Touring::new(Kind::Uniform.generate(200, 3, 0).unwrap());
    let rule = "farthest_insertion";
    let built = run(&problem, "construct", rule, 0).cost;
    let mut costs = vec![built];
    for algorithm in ["descent", "anneal", "late_acceptance", "iterated", "ruin_recreate"] {
        let found = run(&problem, algorithm, rule, 20_000_000);
        assert!(found.cost <= built, "{algorithm}: {} {built}", found.cost);
        assert_eq!(problem.cost(&found.solution), found.cost);
        costs.push(found.cost);
    }
    assert_eq!(costs.iter().min(), Some(&costs[4]), "{costs:?}");
    let again = run(&problem, "iterated", rule, 20_000_000);
    assert_eq!(again.cost, costs[4]);
    let tour = again.solution.clone();
    let from = solve(Solve {
        problem: &problem,
        rules: &rules::read(rule).unwrap(),
        parameters: &Parameters::new(local_search::algorithm("iterated").unwrap()),
        seed: 2,
        limits: Limits { effort: Some(1), seconds: None },
        from: Some(&tour),
        observer: &mut (),
    });
    assert!(from.unwrap().cost <= again.cost);
}

/// Many cities are constructed by neighbour lists, and kicks are taken back without copies.
#[test]
fn many_cities_work() {
    let problem = Touring::new(Kind::Uniform.generate(6_000, 3, 0).unwrap());
    let found = run(&problem, "iterated", "nearest_neighbour", 120_000_000);
    let built = found.curve[0].cost.soft as f64;
    assert!((found.cost.soft as f64) < 0.88 * built, "{} {built}", found.cost);
    assert_eq!(problem.cost(&found.solution), found.cost);
}

#[test]
fn texts_are_read_and_written() {
    for cities in [file("gr17"), file("att532"), Kind::Uniform.generate(9, 1, 1).unwrap()] {
        let again = text::read(&written(&cities), "").unwrap().remove(0);
        assert_eq!(again.name, cities.name);
        for (a, b) in [(0, 1), (3, 7), (8, 2)] {
            assert_eq!(again.distances.get(a, b), cities.distances.get(a, b));
        }
    }
    let matrix = text::read("0,3,4\n3,0,5\n4,5,0\n", "three").unwrap().remove(0);
    assert_eq!((matrix.distances.get(1, 2), matrix.scale), (5, 1.0));
    // The diagonal of a matrix is ignored.
    let one = text::read("7\n", "one").unwrap().remove(0);
    assert_eq!(one.distances.around(&[0]), 0);
    let marked = text::read("9999999,0.5\n0.5,-1\n", "two").unwrap().remove(0);
    assert_eq!(f64::from(marked.distances.get(0, 1)) / marked.scale, 0.5);
    let fractions = text::read("name,x,y\na,0,0\nb,0.3,0.4\n", "two").unwrap().remove(0);
    assert_eq!(f64::from(fractions.distances.get(0, 1)) / fractions.scale, 0.5);
    let forms = [
        ("UPPER_ROW", "1 2 3 4 5 6"),
        ("LOWER_ROW", "1 2 4 3 5 6"),
        ("UPPER_DIAG_ROW", "0 1 2 3 0 4 5 0 6 0"),
        ("LOWER_DIAG_ROW", "0 1 0 2 4 0 3 5 6 0"),
        ("FULL_MATRIX", "0 1 2 3 1 0 4 5 2 4 0 6 3 5 6 0"),
        ("UPPER_COL", "1 2 4 3 5 6"),
        ("LOWER_COL", "1 2 3 4 5 6"),
        ("UPPER_DIAG_COL", "0 1 0 2 4 0 3 5 6 0"),
        ("LOWER_DIAG_COL", "0 1 2 3 0 4 5 0 6 0"),
    ];
    for (form, numbers) in forms {
        let file = format!(
            "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: {form}\nEDGE_WEIGHT_SECTION\n{numbers}\nEOF"
        );
        let read = text::read(&file, "four").unwrap().remove(0);
        let far = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(|(a, b)| read.distances.get(a, b));
        assert_eq!(far, [1, 2, 3, 4, 5, 6], "{form}");
    }
}

#[test]
fn lines_read_back() {
    let matrix = text::read("0,3,4\n3,0,5\n4,5,0\n", "three").unwrap().remove(0);
    assert_eq!(text::line(&matrix), "three EXPLICIT distance 3 4 5");
    for cities in [matrix, file("gr17"), set("tsp-uniform-20").remove(0)] {
        let line = text::line(&cities);
        assert_eq!(text::line(&text::read(&line, "").unwrap()[0]), line);
    }
    for (wrong, message) in [
        ("EUC_2D at 0 0 1", "the last place has no second coordinate (write X Y of each place)"),
        ("EUC_2D at 0 x", "line 1, column 13: expected a coordinate, found 'x'"),
        (
            "EUC_2D capacity 3 demand 0 1 at 0 0 1 1",
            "this is about routes, not about a tour (its domain is cvrp)",
        ),
        (
            "EXPLICIT distance 3 4",
            "2 distances are not all of a number of places (write them row by row below the diagonal: 1, 3, 6, 10 … numbers)",
        ),
    ] {
        assert_eq!(text::read(wrong, "").unwrap_err().to_string(), message);
    }
}

#[test]
fn wrong_texts_are_refused_with_their_place() {
    let refused = |text: &str| text::read(text, "test").unwrap_err().to_string();
    let head = "NAME: a\nTYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: ";
    assert_eq!(refused(""), "the text is empty");
    assert!(
        refused(&format!("{head}XRAY1\nNODE_COORD_SECTION\n1 0 0\n2 1 1"))
            .contains("EUC_2D, CEIL_2D, ATT, GEO and EXPLICIT are")
    );
    assert_eq!(
        refused(&format!("{head}EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1 x")),
        "line 7, column 5: 'x' is not a coordinate"
    );
    assert!(
        refused(&format!("{head}EUC_2D\nNODE_COORD_SECTION\n1 0 0\n")).contains("place 2 has no coordinates")
    );
    assert!(refused(&head.replace("TSP", "ATSP")).contains("files of type ATSP are not supported"));
    assert!(refused("0,1\n2,0\n").contains("distances must be symmetric"));
    assert!(refused("a,b\n1,2\n").contains("write a header with x and y"));
    assert!(refused("x,y\n1,z\n").starts_with("line 2, column 1: expected a coordinate"));
}

#[test]
fn tours_are_checked_by_reader_and_validator() {
    let problem = Touring::new(text::read("x,y\n0,0\n0,3\n4,3\n4,0\n", "square").unwrap().remove(0));
    assert_eq!(problem.validate("1 2 3 4").map(|cost| cost.soft), Ok(14));
    for (wrong, message) in [
        ("1 2 3", "city 4 is not visited"),
        ("1 2 3 3", "line 1: city 3 is visited twice"),
        ("TOUR_SECTION\n1 2\n3 5\n-1", "line 3: there is no city 5"),
        ("1 x", "line 1: 'x' is not the number of a city"),
    ] {
        assert_eq!(problem.validate(wrong).unwrap_err(), message);
        assert!(problem.read(wrong).is_err(), "{wrong}");
    }
    let solution = Solution::new(vec![0, 2, 1, 3]);
    let lengths: Vec<(i32, usize)> =
        edges::edges(&problem, &solution).iter().map(|edge| (edge.length, edge.nearer)).collect();
    assert_eq!(lengths, [(5, 2), (4, 1), (5, 2), (4, 1)]);
    let mut drawn = String::new();
    let problem = problem.with_geojson(true);
    problem.write(&solution, &mut drawn);
    assert!(drawn.contains("\"coordinates\":[[0,0],[4,3],[0,3],[4,0],[0,0]]"), "{drawn}");
    assert_eq!(problem.validate(&drawn), Ok(problem.cost(&solution)));
    assert_eq!(problem.read(&drawn).unwrap().order(), solution.order());
}

/// Rules for kicks and for acceptance change the search, and each is the rule of a domain by itself.
#[test]
fn decisions_of_the_search_are_rules() {
    let cities = Kind::Uniform.generate(120, 3, 0).unwrap();
    let problem = Touring::new(cities.clone());
    let done = |rule: &str| run(&problem, "iterated", rule, 5_000_000).stats;
    let kicked = done("choose: to_tour; kick: excess");
    assert_ne!(kicked, done("choose: to_tour"));
    let tsp: DomainRef = Arc::new(TspDomain);
    assert!(deciding(&tsp, "choose").is_none() && deciding(&tsp, "shape").is_none());
    let kicks = deciding(&tsp, "kick").unwrap();
    assert_eq!((&*kicks.info().name, kicks.features().name(0)), ("tsp-kick", "edge"));
    let instance = domain::read(&*kicks, &text::line(&cities), None, &Settings::new()).unwrap();
    let request = SolveRequest {
        rules: Decisions::read("excess", kicks.decisions()).unwrap(),
        parameters: Parameters::new(local_search::algorithm("iterated").unwrap()),
        seed: 1,
        limits: Limits { effort: Some(5_000_000), seconds: None },
        from: None,
    };
    let found = instance.as_optimisation().unwrap().solve(&request, &mut ()).unwrap();
    assert_eq!(found.stats, kicked);
}
