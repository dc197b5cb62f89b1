//! What every domain and algorithm must pass, run over the registry.

use crate::pancakes::PancakesFamily;
use unstuck_core::domain::Kind;
use unstuck_core::instance::{Instance, Job, JobError, Status};
use unstuck_core::registry::{self, FAMILIES, Family, Ids, Settings};
use unstuck_core::search::{ALGORITHMS, Limits, Optimal};

/// The domains of the crate, and one from outside.
fn families() -> impl Iterator<Item = &'static dyn Family> {
    FAMILIES.iter().copied().chain([&PancakesFamily as &dyn Family])
}

/// A few small instances of a family: the first members of what it is audited on.
pub fn samples(family: &dyn Family, count: usize) -> Vec<String> {
    let number = |text: &str| text.parse::<u64>().unwrap();
    let mut texts = Vec::new();
    for name in family.info().audit {
        let (name, id) = name.split_once(':').map_or((*name, None), |(name, id)| (name, Some(id)));
        let set =
            family.info().sets.iter().find(|set| set.name == name).expect("audited instances are in a set");
        let ids = match ((set.ids)(), id) {
            (_, Some(id)) => match id.split_once('-') {
                Some((first, last)) => {
                    (number(first)..=number(last)).take(count).map(|id| id.to_string()).collect()
                }
                None => vec![id.to_owned()],
            },
            (Ids::Numbers(first, last), None) => {
                (first..=last).take(count).map(|id| id.to_string()).collect()
            }
            (Ids::Names(names), None) => names,
        };
        texts.extend(ids.iter().take(count).map(|id| (set.text)(id).expect("a listed member exists")));
    }
    assert!(!texts.is_empty(), "{} has nothing to be audited on", family.info().name);
    texts.truncate(count);
    texts
}

pub fn read(family: &dyn Family, text: &str, metric: &str) -> Box<dyn Instance> {
    registry::read(family, text, Some(metric), &Settings::new()).unwrap()
}

fn metrics(family: &dyn Family) -> impl Iterator<Item = &'static str> {
    family.info().metrics.iter().map(|(name, _)| *name)
}

#[test]
fn names_are_unique_and_well_formed() {
    let word = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-')
    };
    let mut names: Vec<&str> = ALGORITHMS.iter().map(|info| info.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ALGORITHMS.len());
    for family in families() {
        assert!(word(family.info().name));
        let mut names: Vec<&str> = family.features().iter().map(|info| info.name).collect();
        assert!(names.iter().all(|name| word(name) && !name.contains('-')), "{names:?}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), family.features().len(), "two features of one name");
        assert_eq!(
            names.iter().filter(|name| **name == "zero").count(),
            1,
            "every domain has the blind feature"
        );
        for info in family.features() {
            assert!(info.consistent.iter().all(|metric| info.admissible.contains(metric)), "{}", info.name);
            let known = |metric: &&str| metrics(family).any(|name| name == *metric);
            assert!(info.admissible.iter().all(known), "{} names an unknown metric", info.name);
        }
    }
}

#[test]
fn the_laws_hold_on_random_walks() {
    for family in families() {
        for metric in metrics(family) {
            for (number, text) in samples(family, 8).iter().enumerate() {
                let walked = read(family, text, metric).check_laws(number as u64, 300);
                walked.unwrap_or_else(|law| panic!("{} {metric}: {law}", family.info().name));
            }
        }
    }
}

#[test]
fn texts_round_trip() {
    for family in families() {
        for metric in metrics(family) {
            for text in samples(family, 40) {
                let once = read(family, &text, metric).text();
                assert_eq!(read(family, &once, metric).text(), once);
            }
        }
    }
}

#[test]
fn every_algorithm_solves_and_optimal_ones_agree() {
    for family in families() {
        let features = family.features();
        for metric in metrics(family) {
            for text in samples(family, 4) {
                let instance = read(family, &text, metric);
                let least = instance.solve(&Job::new("ucs", "zero"), &mut ()).unwrap().cost;
                assert!(least.is_some());
                for info in ALGORITHMS {
                    let admissible = features.iter().filter(|f| f.admissible.contains(&metric));
                    for heuristic in admissible.map(|f| f.name) {
                        let solution = match instance.solve(&Job::new(info.name, heuristic), &mut ()) {
                            Err(JobError::NotApplicable { .. } | JobError::HeuristicAbsent { .. }) => {
                                continue;
                            }
                            other => other.unwrap(),
                        };
                        let context = format!("{} with {heuristic} on {text} ({metric})", info.name);
                        if info.complete {
                            assert_eq!(solution.status, Status::Solved, "{context}");
                        }
                        let promised =
                            matches!(info.optimal, Optimal::Always | Optimal::Admissible | Optimal::AtEnd);
                        assert!(!promised || solution.optimal, "{context}");
                        assert!(!solution.optimal || solution.cost == least, "{context}");
                        if !info.heuristic {
                            break;
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_feature_can_lead_a_search() {
    for family in families() {
        let metric = family.info().metrics[0].0;
        for text in samples(family, 2) {
            let instance = read(family, &text, metric);
            for feature in family.features() {
                for algorithm in ["astar", "ida", "greedy", "beam", "hsd", "ehc"] {
                    let mut job = Job::new(algorithm, feature.name);
                    job.limits.expanded = Some(20_000);
                    match (feature.kind, instance.solve(&job, &mut ())) {
                        (_, Err(JobError::HeuristicAbsent { .. })) => {}
                        (Kind::Real, other) => drop(other.unwrap()),
                        // A condition is no number.
                        (Kind::Bool, other) => assert!(matches!(other, Err(JobError::Heuristic(_)))),
                    }
                }
            }
        }
    }
}

#[test]
fn the_same_job_gives_the_same_figures() {
    for family in families() {
        let metric = family.info().metrics[0].0;
        let text = &samples(family, 1)[0];
        for info in ALGORITHMS {
            let run = |text: &str| {
                let solution = read(family, text, metric).solve(&Job::new(info.name, "zero"), &mut ());
                solution.map(|s| (s.plan, s.stats)).ok()
            };
            // Whatever ran before on this thread must not show in the figures.
            let first = run(text);
            run(&samples(family, 3)[2.min(samples(family, 3).len() - 1)]);
            assert_eq!(first, run(text), "{}", info.name);
        }
    }
}

#[test]
fn names_of_ours_cannot_be_registered_again() {
    let error = registry::register(FAMILIES[0]).unwrap_err();
    let words = "the name 'rush-hour' belongs to another domain or set (choose another name)";
    assert_eq!(error.to_string(), words);
    assert_eq!(registry::families().iter().filter(|family| family.info().name == "rush-hour").count(), 1);
}

#[test]
fn the_hardest_board_is_as_far_as_its_plan_is_long() {
    let (family, jam) = registry::set("jam").unwrap();
    let settings = Settings::from([("drive-out".to_owned(), String::new())]);
    for metric in ["slides", "steps"] {
        let read = |text: &str| registry::read(family, text, Some(metric), &settings).unwrap();
        let found = read(&(jam.text)("1").unwrap()).explore(Limits::default(), &mut ()).unwrap();
        let (length, text) = found.hardest.unwrap();
        let solved = read(&text).solve(&Job::new("bfs", "zero"), &mut ()).unwrap();
        assert!(solved.lengths.contains(&(metric, length.into())), "{length} {metric}: {:?}", solved.lengths);
    }
}
