//! Bin packing against its laws, published figures, and straightforward implementations.

#![allow(clippy::unwrap_used)]

use unstuck_bin_packing::generate::Kind;
use unstuck_bin_packing::validate::validate;
use unstuck_bin_packing::{Items, Offline, Online, Packing, bounds, rules, sets, text};
use unstuck_core::domain::InstanceSet;
use unstuck_core::local_search::{self, Limits, Outcome, Parameters, Solve, solve};
use unstuck_core::optimisation::decision::{Rule, explain};
use unstuck_core::optimisation::{Construction, Cost, Optimisation, conformance};

fn set(name: &str) -> Vec<Items> {
    let texts = InstanceSet::named(sets::SETS, name).unwrap().texts();
    texts.map(|line| text::read(&line, name).unwrap().remove(0)).collect()
}

/// The instances in the format of the OR-Library, the sizes of each on one line.
fn written(instances: &[Items]) -> String {
    let mut text = format!("{}\n", instances.len());
    for Items { name, capacity, sizes, best_known } in instances {
        let words: Vec<String> = sizes.iter().map(u32::to_string).collect();
        let best = best_known.unwrap_or(0);
        text += &format!("{name}\n{capacity} {} {best}\n{}\n", sizes.len(), words.join(" "));
    }
    text
}

fn items(capacity: u32, sizes: &[u32]) -> Items {
    Items::new("test", capacity, sizes.to_vec()).unwrap()
}

/// The cost that a rule's construction of each instance has, without making the solutions.
fn costs(instances: &[Online], rule: &str) -> Vec<Cost> {
    let mut rule = Rule::new(&instances[0], &rules::read(rule).unwrap()).unwrap();
    let cost = |problem: &Online| {
        rule.bind(problem).unwrap();
        let mut partial = problem.start(rule.features());
        rule.construct(problem, &mut partial);
        problem.finished_cost(&partial)
    };
    instances.iter().map(cost).collect()
}

fn sum(costs: &[Cost]) -> i64 {
    costs.iter().map(|cost| cost.soft).sum()
}

/// The sum of the bins, as far above the sum of the bounds as a part of it, in per cent.
fn excess(set: &str, rule: &str) -> f64 {
    let instances: Vec<Online> = self::set(set).into_iter().map(Online::new).collect();
    let bounds: i64 = instances.iter().map(|one| i64::from(bounds::l1(one.items()))).sum();
    (10_000.0 * (sum(&costs(&instances, rule)) as f64 / bounds as f64 - 1.0)).round() / 100.0
}

fn run<const ONLINE: bool>(
    problem: &Packing<ONLINE>,
    algorithm: &str,
    rule: &str,
    effort: u64,
) -> Outcome<unstuck_bin_packing::Solution> {
    let parameters = Parameters::new(local_search::algorithm(algorithm).unwrap());
    solve(Solve {
        problem,
        rules: &rules::read(rule).unwrap(),
        parameters: &parameters,
        seed: 1,
        limits: Limits { effort: Some(effort), seconds: None },
        from: None,
        observer: &mut (),
    })
    .unwrap()
}

#[test]
fn the_laws_hold() {
    let kinds =
        [Kind::OR_LIBRARY, Kind::WEIBULL, Kind::Triplets, Kind::Uniform { low: 1, high: 3, capacity: 3 }];
    for (seed, kind) in kinds.into_iter().enumerate() {
        for count in [3, 60] {
            let items = kind.generate(count, 7, seed as u64).unwrap();
            let (online, offline) = (Online::new(items.clone()), Offline::new(items));
            assert_eq!(conformance::check(&online, 1, 0), Ok(()), "{kind:?}");
            assert_eq!(conformance::check(&online.with_horizon(), 2, 0), Ok(()), "{kind:?}");
            assert_eq!(conformance::check(&offline, 3, 3_000), Ok(()), "{kind:?}");
        }
    }
}

#[test]
fn published_figures_are_reproduced() {
    let five = "weibull-5k-funsearch";
    let rules = ["first_fit", "best_fit", "sum_of_squares", "eoh"];
    assert_eq!(rules.map(|rule| excess(five, rule)), [4.23, 3.98, 0.48, 0.68]);
    let sets = ["or-u120", "or-u250", "or-u500", "or-u1000"];
    assert_eq!(sets.map(|set| excess(set, "first_fit")), [6.42, 6.45, 5.74, 5.23]);
    assert_eq!(sets.map(|set| excess(set, "best_fit")), [5.81, 6.06, 5.37, 4.94]);
    assert_eq!(sets.map(|set| excess(set, "funsearch_or")), [5.30, 4.19, 3.11, 2.47]);
}

/// Rules over a list of bins: the room of each, in the order of opening.
fn by_list(items: &Items, better: impl Fn(&[u32], u32, usize, usize) -> bool) -> usize {
    let mut rooms: Vec<u32> = Vec::new();
    for &size in items.sizes.iter() {
        let fitting: Vec<usize> = (0..rooms.len()).filter(|&bin| rooms[bin] >= size).collect();
        let best = fitting.into_iter().reduce(|a, b| if better(&rooms, size, b, a) { b } else { a });
        let bin = best.unwrap_or_else(|| {
            rooms.push(items.capacity);
            rooms.len() - 1
        });
        rooms[bin] -= size;
    }
    rooms.len()
}

#[test]
fn the_histogram_packs_as_a_list_of_bins_does() {
    for kind in [Kind::OR_LIBRARY, Kind::WEIBULL] {
        let items = kind.generate(700, 3, 0).unwrap();
        let bins = |rule: &str| run(&Online::new(items.clone()), "construct", rule, 0).cost.soft as usize;
        assert_eq!(bins("first_fit"), by_list(&items, |_, _, _, _| false));
        assert_eq!(bins("best_fit"), by_list(&items, |rooms, _, a, b| rooms[a] < rooms[b]));
        assert_eq!(bins("worst_fit"), by_list(&items, |rooms, _, a, b| rooms[a] > rooms[b]));
    }
}

/// Best fit within bins for one kind of items each.
fn harmonic(items: &Items) -> usize {
    let mut bins: Vec<(u32, u32)> = Vec::new();
    for &size in items.sizes.iter() {
        let kind = (items.capacity / size).min(8);
        let fitting = bins.iter_mut().filter(|(of, room)| *of == kind && *room >= size);
        match fitting.min_by_key(|(_, room)| *room) {
            Some((_, room)) => *room -= size,
            None => bins.push((kind, items.capacity - size)),
        }
    }
    bins.len()
}

#[test]
fn bins_of_a_kind_are_kept_apart_for_harmonic_packing() {
    for kind in [Kind::OR_LIBRARY, Kind::Uniform { low: 1, high: 60, capacity: 60 }] {
        let problem = Online::new(kind.generate(700, 3, 0).unwrap());
        let bins = run(&problem, "construct", "harmonic", 0).cost.soft as usize;
        assert_eq!(bins, harmonic(problem.items()), "{kind:?}");
    }
}

#[test]
fn kept_values_change_no_packing() {
    let instances: Vec<Online> =
        (0..3).map(|number| Online::new(Kind::WEIBULL.generate(2_000, 5, number).unwrap())).collect();
    for rule in rules::RULES {
        // Further features leave no values to keep.
        let direct = match rule.text.rsplit_once(": ") {
            Some((rules, last)) => format!("{rules}: {last} + 0*open_bins"),
            None => format!("{} + 0*open_bins", rule.text),
        };
        assert_eq!(costs(&instances, rule.text), costs(&instances, &direct), "{}", rule.name);
    }
}

#[test]
fn costs_without_solutions_agree_and_solutions_are_valid() {
    let items = Kind::WEIBULL.generate(500, 9, 0).unwrap();
    let problem = Online::new(items.clone());
    for rule in rules::RULES {
        let found = run(&problem, "construct", rule.name, 0);
        let [cost] = costs(std::slice::from_ref(&problem), rule.name)[..] else { panic!("one instance") };
        let mut written = String::new();
        problem.write(&found.solution, &mut written);
        let bins = validate(items.capacity, &items.sizes, &written);
        assert_eq!((found.cost, bins), (cost, Ok(cost.soft as usize)), "{}", rule.name);
    }
}

#[test]
fn the_horizon_is_a_problem_of_its_own() {
    let items = Kind::WEIBULL.generate(50, 9, 0).unwrap();
    let rule = rules::read("-after - is_new*items_left").unwrap();
    let blind = Rule::new(&Online::new(items.clone()), &rule);
    assert_eq!(blind.err().unwrap(), "items_left");
    assert!(Rule::new(&Online::new(items).with_horizon(), &rule).is_ok());
}

#[test]
fn a_step_is_explained() {
    let problem = Online::new(items(10, &[6, 7, 3, 4]));
    let mut rule = Rule::new(&problem, &rules::read("best_fit").unwrap()).unwrap();
    let mut partial = problem.start(rule.features());
    for _ in 0..2 {
        let (choice, _) = rule.choose(&problem, &partial).unwrap();
        problem.extend(&mut partial, choice);
    }
    let shown: Vec<(String, f64, bool)> = explain(&problem, &mut rule, &partial)
        .into_iter()
        .map(|choice| (choice.text, choice.value, choice.made))
        .collect();
    assert_eq!(
        shown,
        [
            ("3 into the bin with 3 free".to_owned(), 0.0, true),
            ("3 into the bin with 4 free".to_owned(), -1.0, false),
            ("3 into a new bin".to_owned(), -7.0, false),
        ]
    );
}

#[test]
fn texts_of_all_formats_say_the_same() {
    let expected = items(10, &[6, 7, 3, 3]);
    let texts = [
        "1\n test\n 10 4 2\n6\n7\n3\n3\n",
        "1\n10 4 6 7 3 3\n",
        "4\n10\n6\n7\n3\n3\n",
        "3\n10\n6 1\n7 1\n3 2\n",
        "name,capacity,sizes\ntest,10,6 7 3 3\n",
        "capacity,10\nsize,count\n6,1\n7,1\n3,2\n",
        "capacity,10\nitem,size\na,6\nb,7\nc,3\nd,3\n",
    ];
    for written in texts {
        let read = text::read(written, "test").unwrap();
        assert_eq!((read.len(), &read[0].sizes, read[0].capacity), (1, &expected.sizes, 10), "{written}");
    }
    let two = [Items { best_known: Some(2), ..expected.clone() }, items(5, &[1, 5])];
    assert_eq!(text::read(&written(&two), "").unwrap(), two);
}

#[test]
fn wrong_texts_are_refused_with_their_place() {
    let refused = |written: &str| text::read(written, "test").unwrap_err().to_string();
    assert_eq!(refused(" \n"), "the text is empty");
    assert_eq!(refused("4\n10\n6\n7\n3\n"), "the text ends before a size");
    assert_eq!(refused("1\n10\n6\n7\n"), "line 4, column 1: '7' is left over");
    assert_eq!(
        refused("1\n10\n6.5\n"),
        "line 3, column 1: expected a size, found '6.5' (sizes and capacities are whole numbers)"
    );
    assert_eq!(refused("1\n10\n11\n"), "test: item 1 has size 11 (sizes are whole numbers from 1 to 10)");
    assert_eq!(refused("1\n10\n0\n"), "test: item 1 has size 0 (sizes are whole numbers from 1 to 10)");
    assert!(refused("a,b\n1,2\n").contains("write name,capacity,sizes"));
    assert!(refused("9999999\n10\n1\n").contains("more than"));
}

#[test]
fn solutions_are_checked_by_reader_and_validator() {
    let problem = Offline::new(items(10, &[6, 7, 3, 3]));
    assert_eq!(problem.validate("1 3\n2 4\n").map(|cost| cost.soft), Ok(2));
    for (wrong, message) in [
        ("1 3\n2\n", "item 4 is in no bin"),
        ("1 3\n2 4 3\n", "line 2: item 3 is in bin 1 already"),
        ("1 2\n3 4\n", "line 1: bin 1 holds 13, more than 10"),
        ("1 3\n2 5\n", "line 2: there is no item 5"),
        ("1 x\n", "line 1: 'x' is not the number of an item"),
    ] {
        assert_eq!(problem.validate(wrong).unwrap_err(), message);
        assert!(problem.read(wrong).is_err(), "{wrong}");
    }
}

/// The least number of bins, by trying everything.
fn optimum(capacity: u32, sizes: &[u32], rooms: &mut Vec<u32>, best: &mut usize) {
    let Some((&size, rest)) = sizes.split_first() else {
        *best = rooms.len().min(*best);
        return;
    };
    for bin in 0..rooms.len() {
        if rooms[bin] >= size {
            rooms[bin] -= size;
            optimum(capacity, rest, rooms, best);
            rooms[bin] += size;
        }
    }
    rooms.push(capacity - size);
    if rooms.len() < *best {
        optimum(capacity, rest, rooms, best);
    }
    rooms.pop();
}

#[test]
fn bounds_are_below_the_optimum_and_l2_is_above_l1() {
    let mut above = 0;
    for number in 0..60 {
        let kind = Kind::Uniform { low: 1 + number as u32 % 20, high: 50, capacity: 50 };
        let items = kind.generate(7, 11, number).unwrap();
        let mut best = usize::MAX;
        optimum(50, &items.sizes, &mut Vec::new(), &mut best);
        let (l1, l2) = (bounds::l1(&items) as usize, bounds::l2(&items) as usize);
        assert!(l1 <= l2 && l2 <= best, "{l1} {l2} {best} for {:?}", items.sizes);
        above += usize::from(l2 > l1);
    }
    assert!(above > 5, "{above}");
}

#[test]
fn generators_are_the_same_everywhere() {
    let sum = |kind: Kind, count: usize| kind.generate(count, 1, 0).unwrap().total();
    let triplets = Kind::Triplets.generate(60, 1, 0).unwrap();
    assert_eq!((triplets.total(), triplets.best_known), (20_000, Some(20)));
    let mean = sum(Kind::WEIBULL, 20_000) as f64 / 20_000.0;
    assert!((mean - 40.18).abs() < 0.5, "{mean}");
    let first = Kind::WEIBULL.generate(8, 1, 0).unwrap();
    assert_eq!(first, Kind::WEIBULL.generate(8, 1, 0).unwrap());
    assert_ne!(first.sizes, Kind::WEIBULL.generate(8, 1, 1).unwrap().sizes);
}

#[test]
fn published_sets_are_complete() {
    let all: Vec<(usize, usize)> = sets::SETS
        .iter()
        .map(|set| self::set(set.name))
        .map(|set| (set.len(), set.iter().map(|items| items.sizes.len()).sum()))
        .collect();
    let uniform = [(20, 2_400), (20, 5_000), (20, 10_000), (20, 20_000)];
    assert_eq!(all[..4], uniform);
    assert_eq!(all[4..], [(5, 25_000), (5, 5_000), (5, 25_000), (5, 50_000)]);
}

#[test]
fn offline_construction_is_best_fit_decreasing() {
    let items = Kind::OR_LIBRARY.generate(120, 3, 0).unwrap();
    let mut sorted = items.sizes.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let decreasing = Online::new(Items::new("sorted", items.capacity, sorted).unwrap());
    let online = run(&decreasing, "construct", "best_fit", 0).cost;
    let offline = run(&Offline::new(items), "construct", "1000*item - after", 0).cost;
    assert_eq!(online, offline);
}

#[test]
fn a_rule_for_acceptance_is_followed() {
    let problem = Offline::new(Kind::Triplets.generate(60, 5, 9).unwrap());
    let accepted = |accept: &str| {
        let rule = format!("choose: 1000*item - after; accept: {accept}");
        run(&problem, "ruin_recreate", &rule, 3_000_000).stats.accepted
    };
    assert_eq!(accepted("-1"), 0);
    let (all, better) = (accepted("1"), accepted("-worse"));
    assert!(all > better, "{all} {better}");
}

#[test]
fn local_search_packs_triplets_and_uniform_items_optimally() {
    for number in 0..2 {
        for (kind, count) in [(Kind::Triplets, 60), (Kind::OR_LIBRARY, 120)] {
            let problem = Offline::new(kind.generate(count, 5, number).unwrap());
            let found = run(&problem, "iterated", "1000*item - after", 1_000_000_000);
            assert!(found.is_optimal(), "{kind:?} {number}: {:?} of {:?}", found.cost, found.lower_bound);
        }
    }
}
