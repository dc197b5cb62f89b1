//! Vehicle routing against its laws, published figures, and straightforward implementations.

#![allow(clippy::unwrap_used)]

use unstuck_core::domain::InstanceSet;
use unstuck_core::local_search::{self, Limits, Outcome, Parameters, Solve, solve};
use unstuck_core::optimisation::decision::Rule;
use unstuck_core::optimisation::{
    Construction, Cost, Dials, LowLevelHeuristics, Optimisation, Presented, conformance,
};
use unstuck_core::random::stream;
use unstuck_routing::cvrp::generate::{Demand, Depot, Kind, Layout};
use unstuck_routing::cvrp::problem::Extra;
use unstuck_routing::cvrp::sets::SETS;
use unstuck_routing::cvrp::{Customers, Routes, Routing, bounds, explain, rules, text};

fn run(problem: &Routing, algorithm: &str, rule: &str, effort: u64) -> Outcome<Routes> {
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

/// Annealing: accepts routes that are worse, with a probability that falls as the effort is spent.
const ACCEPT: &str = "exp(-1 - 3.5*progress)*log(1/uniform) - worse";

fn set(name: &str) -> Vec<Customers> {
    let texts = InstanceSet::named(SETS, name).unwrap().texts();
    texts.map(|line| text::read(&line, "").unwrap().remove(0)).collect()
}

/// A file of CVRPLIB.
fn written(customers: &Customers) -> String {
    let Customers { name, distances, demands, capacity, .. } = customers;
    let count = demands.len();
    let places = distances.places().iter().zip(1..).map(|([x, y], number)| format!("{number} {x} {y}\n"));
    let demands = demands.iter().zip(1..).map(|(demand, number)| format!("{number} {demand}\n"));
    format!(
        "NAME : {name}\nTYPE : CVRP\nDIMENSION : {count}\nCAPACITY : {capacity}\nEDGE_WEIGHT_TYPE : {}\nNODE_COORD_SECTION\n{}DEMAND_SECTION\n{}DEPOT_SECTION\n1\n-1\nEOF\n",
        distances.rule().unwrap().name(),
        places.collect::<String>(),
        demands.collect::<String>()
    )
}

/// The cost that a rule's construction of each instance has, without making the solutions.
fn costs(instances: &[Routing], rule: &str) -> Vec<Cost> {
    let mut rule = Rule::new(&instances[0], &rules::read(rule).unwrap()).unwrap();
    let cost = |problem: &Routing| {
        rule.bind(problem).unwrap();
        let mut partial = problem.start(rule.features());
        rule.construct(problem, &mut partial);
        problem.finished_cost(&partial)
    };
    instances.iter().map(cost).collect()
}

#[test]
fn the_laws_hold() {
    for number in 0..4 {
        for count in [1, 2, 3, 12, 30] {
            let problem = Routing::new(Kind::AnyX.generate(count, 7, number).unwrap());
            assert_eq!(conformance::check(&problem, number, 500), Ok(()), "{number} {count}");
        }
    }
    let uniform = Routing::new(Kind::Uniform.generate(30, 7, 0).unwrap());
    assert_eq!(conformance::check(&uniform, 1, 3_000), Ok(()));
}

#[test]
fn savings_have_the_published_gap() {
    let read = |name: &str| -> Vec<Routing> { set(name).into_iter().map(Routing::new).collect() };
    let x: Vec<Routing> = read("x-303").into_iter().step_by(3).collect();
    let best = x.iter().map(|problem| problem.customers().best_known.unwrap());
    let gaps =
        costs(&x, "savings").into_iter().zip(best).map(|(cost, best)| cost.soft as f64 / best as f64 - 1.0);
    let gap = gaps.sum::<f64>() / x.len() as f64;
    assert!((0.05..0.08).contains(&gap), "{gap}");
    let uniform = costs(&read("cvrp-uniform-50"), "savings");
    let mean = uniform.iter().map(|cost| cost.soft).sum::<i64>() as f64 / 64e6;
    assert!((mean - 8.474).abs() < 0.01, "{mean}");
}

/// Savings with a list that is sorted once.
fn sorted_savings(customers: &Customers) -> i64 {
    let far = |a: u32, b: u32| i64::from(customers.distances.get(a, b));
    let count = customers.demands.len() as u32;
    let mut routes: Vec<Vec<u32>> = (1..count).map(|customer| vec![customer]).collect();
    let mut pairs: Vec<(i64, u32, u32)> = (1..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .map(|(a, b)| (far(a, b) - far(0, a) - far(0, b), a, b))
        .collect();
    pairs.sort();
    for (_, a, b) in pairs.into_iter().take_while(|pair| pair.0 < 0) {
        let of = |customer: u32| {
            routes.iter().position(|route| route[0] == customer || route[route.len() - 1] == customer)
        };
        let (Some(one), Some(other)) = (of(a), of(b)) else { continue };
        let load = |route: usize| {
            routes[route].iter().map(|&customer| customers.demands[customer as usize]).sum::<i64>()
        };
        if one == other || load(one) + load(other) > customers.capacity {
            continue;
        }
        let mut first = routes[one].clone();
        let mut second = routes[other].clone();
        if first[first.len() - 1] != a {
            first.reverse();
        }
        if second[0] != b {
            second.reverse();
        }
        first.extend(second);
        routes[one] = first;
        routes.remove(other);
    }
    routes
        .iter()
        .map(|route| {
            far(0, route[0])
                + far(0, route[route.len() - 1])
                + route.windows(2).map(|pair| far(pair[0], pair[1])).sum::<i64>()
        })
        .sum()
}

#[test]
fn savings_agree_with_a_sorted_list() {
    for number in 0..6 {
        let customers = Kind::AnyX.generate(60, 9, number).unwrap();
        let cost = run(&Routing::new(customers.clone()), "construct", "savings", 0).cost.soft;
        assert_eq!(cost, sorted_savings(&customers), "{number}");
    }
}

#[test]
fn kept_values_change_no_construction() {
    let instances: Vec<Routing> =
        (0..4).map(|number| Routing::new(Kind::AnyX.generate(40, 5, number).unwrap())).collect();
    for rule in rules::RULES {
        let again = costs(&instances, &format!("{} + 0*load", rule.text));
        assert_eq!(costs(&instances, rule.text), again, "{}", rule.name);
    }
}

#[test]
fn local_search_improves() {
    let problem = Routing::new(set("x-303").remove(0));
    let best = problem.customers().best_known.unwrap();
    let built = run(&problem, "construct", "savings", 0).cost;
    for (algorithm, least) in
        [("descent", 0.08), ("anneal", 0.08), ("late_acceptance", 0.08), ("iterated", 0.025)]
    {
        let rule = format!("choose: saving; accept: {}", ACCEPT);
        let found = run(&problem, algorithm, &rule, 60_000_000);
        let gap = found.cost.soft as f64 / best as f64 - 1.0;
        assert!(found.cost <= built && gap < least && gap >= 0.0, "{algorithm}: {gap}");
        assert_eq!(problem.cost(&found.solution), found.cost);
    }
}

#[test]
fn a_solve_is_repeatable() {
    let problem = Routing::new(Kind::AnyX.generate(80, 3, 1).unwrap());
    let cost = || run(&problem, "iterated", "savings", 5_000_000).cost;
    assert_eq!(cost(), cost());
}

#[test]
fn sets_are_complete_and_bounds_are_below_the_best() {
    let counts: Vec<usize> = SETS.iter().map(|one| set(one.name).len()).collect();
    assert_eq!(counts, [44, 64, 64]);
    for customers in set("x-303") {
        let (bound, best) = (bounds::lower(&customers), customers.best_known.unwrap());
        assert!(bound <= best && 2 * bound > best, "{}: {bound} of {best}", customers.name);
    }
    let drawn = set("cvrp-uniform-50");
    assert_eq!(drawn[0].demands[1..6], [1, 4, 6, 9, 5]);
}

#[test]
fn texts_of_all_formats_say_the_same() {
    let file = written(&set("x-303").remove(0));
    let read = text::read(&file, "").unwrap().remove(0);
    assert_eq!((read.name.as_str(), read.capacity, read.count()), ("X-n101-k25", 206, 100));
    let texts = [
        "TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nNODE_COORD_SECTION\n1 0 3\n2 0 0\n3 4 3\nDEMAND_SECTION\n1 5\n2 0\n3 4\nDEPOT_SECTION\n2\n-1\nEOF",
        "capacity,9\nx,y,demand\n0,0,0\n0,3,5\n4,3,4\n",
        "capacity,9\ndemand,0,5,4\n0,3,5\n3,0,4\n5,4,0\n",
    ];
    for written in texts {
        let customers = text::read(written, "three").unwrap().remove(0);
        let far = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| customers.distances.get(a, b));
        assert_eq!(
            (far, &*customers.demands, customers.capacity),
            ([3, 5, 4], &[0, 5, 4][..], 9),
            "{written}"
        );
    }
    let refused = |written: &str| text::read(written, "test").unwrap_err().to_string();
    assert!(refused("x,y\n0,0\n").contains("write capacity,NUMBER first"));
    assert!(refused("capacity,9\nx,y\n0,0\n1,1\n").contains("no column 'demand'"));
    assert!(refused("capacity,9\nx,y,demand\n0,0,0\n1,1,10\n").contains("customer 1 has a demand of 10"));
    assert!(refused("capacity,9\nx,y,demand\n0,0,0\n1,1,a\n").starts_with("line 4, column 1"));
    assert!(refused(&file.replace("CAPACITY : 206\n", "")).contains("CAPACITY is missing"));
}

#[test]
fn routes_are_checked_by_reader_and_validator() {
    let problem = Routing::new(
        text::read("capacity,9\nx,y,demand\n0,0,0\n0,3,5\n4,3,4\n4,0,3\n", "four").unwrap().remove(0),
    );
    let right = "Route #1: 1 2\nRoute #2: 3\nCost 20\n";
    assert_eq!(problem.validate(right).map(|cost| cost.soft), Ok(20));
    assert_eq!(problem.cost(&problem.read(right).unwrap()).soft, 20);
    for (wrong, message) in [
        ("Route #1: 1 2\n", "customer 3 is on no route"),
        ("Route #1: 1 2 3\n", "line 1: route 1 carries 12, more than 9"),
        ("Route #1: 1 2\nRoute #2: 3 1\n", "line 2: customer 1 is on route 1 already"),
        ("Route #1: 1 4\n", "line 1: there is no customer 4"),
        ("Route #1: x\n", "line 1: 'x' is not the number of a customer"),
    ] {
        assert_eq!(problem.validate(wrong).unwrap_err(), message);
        assert!(problem.read(wrong).is_err(), "{wrong}");
    }
    assert!(problem.validate(&right.replace("20", "21")).unwrap_err().contains("it is 20"));
    let solution = problem.read(right).unwrap();
    let costs: Vec<(i64, i64)> =
        explain::routes(&problem, &solution).iter().map(|route| (route.load, route.length)).collect();
    assert_eq!(costs, [(9, 12), (3, 8)]);
    let places = explain::places(&problem, &solution, 2, |customer| i64::from(customer == 0) * 4);
    assert_eq!((places[0].cost, places[0].route, places.len()), (0, Some(1), 2));
    let extra = Some(Extra { place: [2.0, 0.0], demand: 2 });
    let problem = problem.with_geojson(true).with_extra(extra);
    let mut drawn = String::new();
    problem.write(&solution, &mut drawn);
    assert!(drawn.contains("\"coordinates\":[[0,0],[4,0],[0,0]]"), "{drawn}");
    assert_eq!(problem.validate(&drawn).map(|cost| cost.soft), Ok(20));
    assert_eq!(problem.read(&drawn).unwrap(), solution);
    let parts = problem.components(&solution);
    let shown: Vec<(&str, i64)> =
        parts.iter().skip(2).map(|part| (part.name.as_str(), part.cost.soft)).collect();
    let one = "not included: one more customer on";
    assert_eq!(
        shown,
        [(&*format!("{one} route 2 behind the depot"), 0), (&*format!("{one} a new route"), 4)]
    );
}

#[test]
fn generators_follow_their_parameters() {
    for kind in [Kind::Uniform, Kind::AnyX] {
        let made = || kind.generate(100, 1, 0).unwrap();
        assert_eq!((made().count(), made().demands), (100, made().demands), "{kind:?}");
    }
    let (depot, layout, demand) = (Depot::Corner, Layout::Clustered, Demand::Unit);
    let corner = Kind::X { depot, layout, demand, route: 5.0 }.generate(100, 1, 0).unwrap();
    assert_eq!((corner.distances.places()[0], corner.total(), corner.capacity), ([0.0, 0.0], 100, 5));
}

/// Three customers on each of two routes, another two kept apart.
fn constrained(count: usize, number: u64) -> Routing {
    let customers = Kind::AnyX.generate(count, 9, number).unwrap();
    let (fixed, apart) = (vec![(1, 1), (2, 1), (5, 2), (9, 2)], vec![(3, 4), (3, 6), (1, 7), (8, 10)]);
    Routing::new(customers.constrained(fixed, apart).unwrap())
}

#[test]
fn constraints_are_kept_by_every_construction_and_search() {
    for number in [0, 1, 4, 5] {
        let problem = constrained(20, number);
        assert_eq!(conformance::check(&problem, number, 1_000), Ok(()), "{number}");
        for (algorithm, rule) in [
            ("construct", "savings"),
            ("construct", "regret_savings"),
            ("descent", "savings"),
            ("anneal", "savings"),
            ("iterated", "choose: regret; accept: 0.2*log(1/uniform) - worse; remove: load; insert: demand"),
        ] {
            let found = run(&problem, algorithm, rule, 3_000_000);
            let mut written = String::new();
            problem.write(&found.solution, &mut written);
            assert_eq!(problem.validate(&written), Ok(found.cost), "{number} {algorithm} {rule}");
        }
    }
}

#[test]
fn constraints_are_read_and_refused() {
    let table = "capacity,9\nx,y,demand,fixed,apart\n0,0,0,,\n0,3,2,1,\n4,3,2,,1 3\n4,0,2,1,\n1,1,1,2,\n";
    let customers = text::read(table, "five").unwrap().remove(0);
    let line = text::line(&customers);
    assert!(line.contains(" fixed 1 1 3 1 4 2 apart 2 1 2 3 at "), "{line}");
    assert_eq!(text::read(&line, "").unwrap()[0].constraints, customers.constraints);
    let problem = Routing::new(customers);
    for (routes, message) in [
        (
            "Route #1: 1\nRoute #2: 2 3\nRoute #3: 4",
            "customers 1 and 3 must share a route: they are fixed to 1 and 1",
        ),
        (
            "Route #1: 1 3 4\nRoute #2: 2",
            "customers 1 and 4 must not share a route: they are fixed to 1 and 2",
        ),
        ("Route #1: 1 2 3\nRoute #2: 4", "customers 2 and 1 are kept apart, and share route 1"),
    ] {
        assert_eq!(problem.validate(routes).unwrap_err(), message);
        assert!(problem.read(routes).is_err(), "{routes}");
    }
    assert!(problem.validate("Route #1: 1 3\nRoute #2: 2 4").is_ok());
    let refused = |from: &str, to: &str| text::read(&line.replace(from, to), "").unwrap_err().to_string();
    assert!(refused("4 2 apart", "3 2 apart").contains("customer 3 is fixed to two routes"));
    assert!(
        refused("4 2 apart", "7 2 apart").contains("names customer 7 (customers are numbered from 1 to 4)")
    );
    assert!(refused("2 1 2 3", "1 3").contains("customers 1 and 3 are apart and on the same route"));
    assert!(refused("2 1 2 3", "2").contains("expected numbers two by two"));
    assert!(
        refused("capacity 9", "capacity 3").contains("the customers fixed to route 1 have a demand of 4")
    );
}

/// Rules for removal and insertion change the search, which stays repeatable.
#[test]
fn removal_and_insertion_are_rules() {
    let problem = Routing::new(Kind::AnyX.generate(80, 3, 1).unwrap());
    let rules = ["savings", "choose: saving; remove: gain", "choose: saving; insert: demand + 0.3*uniform"];
    let cost = |rule: &str| run(&problem, "iterated", rule, 5_000_000).stats;
    let found = rules.map(cost);
    assert!(found[0] != found[1] && found[0] != found[2] && found[1] != found[2]);
    assert_eq!(found, rules.map(cost));
}

/// Deep local search exchanges customers between routes, and is not worse than without.
#[test]
fn swap_star_improves_a_local_optimum() {
    let (mut shallow, mut deep) = (0, 0);
    for number in 0..4 {
        let problem = Routing::new(Kind::AnyX.generate(80, 3, number).unwrap());
        for (depth, sum) in [(0.4, &mut shallow), (1.0, &mut deep)] {
            let mut solution = run(&problem, "construct", "savings", 0).solution;
            let before = problem.cost(&solution);
            let dials = Dials { intensity: 0.2, depth };
            let mut random = stream(1, "test", &[]);
            let (delta, _) = problem.run(0, &mut solution, &mut problem.scratch(), dials, &mut random);
            assert_eq!(problem.cost(&solution), before + delta.cost);
            *sum += problem.cost(&solution).soft;
        }
    }
    assert!(deep < shallow, "{deep} {shallow}");
}
