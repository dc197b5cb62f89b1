//! What every domain and algorithm must pass, run over the registry.

use crate::pancakes::PancakesDomain;
use unstuck_core::feature::Kind;
use unstuck_core::instance::{Instance, Job, JobError, Status};
use unstuck_core::registry::{self, DOMAINS, Domain, Ids, Settings};
use unstuck_core::search::{ALGORITHMS, Limits, Optimal};

/// The domains of the crate, and one from outside.
fn domains() -> impl Iterator<Item = &'static dyn Domain> {
    DOMAINS.iter().copied().chain([&PancakesDomain as &dyn Domain])
}

/// A few small instances of a domain: the first members of what it is audited on.
pub fn samples(domain: &dyn Domain, count: usize) -> Vec<String> {
    let number = |text: &str| text.parse::<u64>().unwrap();
    let mut texts = Vec::new();
    for name in domain.info().audit {
        let (name, id) = name.split_once(':').map_or((*name, None), |(name, id)| (name, Some(id)));
        let set =
            domain.info().sets.iter().find(|set| set.name == name).expect("audited instances are in a set");
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
    assert!(!texts.is_empty(), "{} has nothing to be audited on", domain.info().name);
    texts.truncate(count);
    texts
}

pub fn read(domain: &dyn Domain, text: &str, metric: &str) -> Box<dyn Instance> {
    registry::read(domain, text, Some(metric), &Settings::new()).unwrap()
}

fn metrics(domain: &dyn Domain) -> impl Iterator<Item = &'static str> {
    domain.info().metrics.iter().map(|(name, _)| *name)
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
    for domain in domains() {
        assert!(word(domain.info().name));
        let mut names: Vec<&str> = domain.features().iter().map(|info| info.name).collect();
        assert!(names.iter().all(|name| word(name) && !name.contains('-')), "{names:?}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), domain.features().len(), "two features of one name");
        assert_eq!(
            names.iter().filter(|name| **name == "zero").count(),
            1,
            "every domain has the blind feature"
        );
        for info in domain.features() {
            assert!(info.consistent.iter().all(|metric| info.admissible.contains(metric)), "{}", info.name);
            let known = |metric: &&str| metrics(domain).any(|name| name == *metric);
            assert!(info.admissible.iter().all(known), "{} names an unknown metric", info.name);
        }
    }
}

#[test]
fn the_laws_hold_on_random_walks() {
    for domain in domains() {
        for metric in metrics(domain) {
            for (number, text) in samples(domain, 8).iter().enumerate() {
                let walked = read(domain, text, metric).check_laws(number as u64, 300);
                walked.unwrap_or_else(|law| panic!("{} {metric}: {law}", domain.info().name));
            }
        }
    }
}

#[test]
fn texts_round_trip() {
    for domain in domains() {
        for metric in metrics(domain) {
            for text in samples(domain, 40) {
                let once = read(domain, &text, metric).text();
                assert_eq!(read(domain, &once, metric).text(), once);
            }
        }
    }
}

#[test]
fn every_algorithm_solves_and_optimal_ones_agree() {
    for domain in domains() {
        let features = domain.features();
        for metric in metrics(domain) {
            for text in samples(domain, 4) {
                let instance = read(domain, &text, metric);
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
    for domain in domains() {
        let metric = domain.info().metrics[0].0;
        for text in samples(domain, 2) {
            let instance = read(domain, &text, metric);
            for feature in domain.features() {
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
    for domain in domains() {
        let metric = domain.info().metrics[0].0;
        let text = &samples(domain, 1)[0];
        for info in ALGORITHMS {
            let run = |text: &str| {
                let solution = read(domain, text, metric).solve(&Job::new(info.name, "zero"), &mut ());
                solution.map(|s| (s.plan, s.stats)).ok()
            };
            // Whatever ran before on this thread must not show in the figures.
            let first = run(text);
            run(&samples(domain, 3)[2.min(samples(domain, 3).len() - 1)]);
            assert_eq!(first, run(text), "{}", info.name);
        }
    }
}

#[test]
fn names_of_ours_cannot_be_registered_again() {
    let error = registry::register(DOMAINS[0]).unwrap_err();
    let words = "the name 'rush-hour' belongs to another domain or set (choose another name)";
    assert_eq!(error.to_string(), words);
    assert_eq!(registry::domains().iter().filter(|domain| domain.info().name == "rush-hour").count(), 1);
}

#[test]
fn the_hardest_board_is_as_far_as_its_plan_is_long() {
    let (domain, jam) = registry::set("jam").unwrap();
    let settings = Settings::from([("drive-out".to_owned(), String::new())]);
    for metric in ["slides", "steps"] {
        let read = |text: &str| registry::read(domain, text, Some(metric), &settings).unwrap();
        let found = read(&(jam.text)("1").unwrap()).explore(Limits::default(), &mut ()).unwrap();
        let (length, text) = found.hardest.unwrap();
        let solved = read(&text).solve(&Job::new("bfs", "zero"), &mut ()).unwrap();
        assert!(solved.lengths.contains(&(metric, length.into())), "{length} {metric}: {:?}", solved.lengths);
    }
}
