//! What every domain and algorithm must pass, run over the registry.

use crate::installed as registry;
use crate::pancakes::PancakesDomain;
use std::sync::Arc;
use unstuck_core::domain::{self, Domain, DomainRef, Ids, Settings};
use unstuck_core::feature::Kind;
use unstuck_core::instance::{SearchError, SearchInstance, Solution, Status};
use unstuck_core::language::admissible_features;
use unstuck_core::search::{ALGORITHMS, Limits, Optimal};

/// The domains of the crate, and one from outside.
fn domains() -> Vec<DomainRef> {
    let mut domains = registry::search_domains();
    domains.push(Arc::new(PancakesDomain));
    domains
}

/// A few small instances of a domain: the first members of what it is audited on.
pub fn samples(domain: &dyn Domain, count: usize) -> Vec<String> {
    let number = |text: &str| text.parse::<u64>().unwrap();
    let mut texts = Vec::new();
    for name in &*domain.info().audit {
        let (name, id) = name.split_once(':').map_or((&**name, None), |(name, id)| (name, Some(id)));
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

pub fn read(domain: &dyn Domain, text: &str, metric: &str) -> Box<dyn SearchInstance> {
    domain::read_search(domain, text, Some(metric), &Settings::new()).unwrap()
}

pub fn solve(
    instance: &dyn SearchInstance,
    algorithm: &str,
    heuristic: &str,
) -> Result<Solution, SearchError> {
    instance.solve(&instance.request(algorithm, heuristic)?, &mut ())
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
        let (info, table) = (domain.info(), domain.features());
        assert!(word(&info.name));
        assert_eq!(table.domain(), info.name);
        assert!(table.metrics().eq(info.metric_names()), "{}", info.name);
        let mut names: Vec<&str> = table.names().collect();
        assert!(names.iter().all(|name| word(name) && !name.contains('-')), "{names:?}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), table.features().len(), "two features of one name");
        assert_eq!(
            names.iter().filter(|name| **name == "zero").count(),
            1,
            "every domain has the blind feature"
        );
        for feature in table.features() {
            let name = &feature.name;
            assert!(
                feature.node().consistent.iter().all(|metric| feature.node().admissible.contains(metric)),
                "{name}"
            );
            let known = |metric: &str| info.metric_names().any(|known| known == metric);
            assert!(feature.node().admissible.iter().all(known), "{name} names an unknown metric");
        }
    }
}

#[test]
fn the_laws_hold_on_random_walks() {
    for domain in domains() {
        for metric in domain.info().metric_names() {
            for (number, text) in samples(&*domain, 8).iter().enumerate() {
                let walked = read(&*domain, text, metric).check_laws(number as u64, 300);
                walked.unwrap_or_else(|law| panic!("{} {metric}: {law}", domain.info().name));
            }
        }
    }
}

#[test]
fn texts_round_trip() {
    for domain in domains() {
        for metric in domain.info().metric_names() {
            for text in samples(&*domain, 40) {
                let once = read(&*domain, &text, metric);
                assert_eq!((once.metric(), once.table().domain()), (metric.into(), &*domain.info().name));
                assert_eq!(read(&*domain, &once.text(), metric).text(), once.text());
            }
        }
    }
}

#[test]
fn every_algorithm_solves_and_optimal_ones_agree() {
    for domain in domains() {
        for metric in domain.info().metric_names() {
            for text in samples(&*domain, 4) {
                let instance = read(&*domain, &text, metric);
                let least = solve(&*instance, "ucs", "zero").unwrap().cost;
                assert!(least.is_some());
                for info in ALGORITHMS {
                    for heuristic in admissible_features(domain.features(), metric).map(|f| &*f.name) {
                        let solution = match solve(&*instance, info.name, heuristic) {
                            Err(SearchError::NotApplicable { .. } | SearchError::Absent(_)) => continue,
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
        for text in samples(&*domain, 2) {
            let instance = read(&*domain, &text, domain.info().metric(None));
            for feature in domain.features().features() {
                for algorithm in ["astar", "ida", "greedy", "beam", "hsd", "ehc"] {
                    let request = instance.request(algorithm, &feature.name);
                    if feature.kind == Kind::Bool {
                        // A condition is no number.
                        assert!(matches!(request, Err(SearchError::Heuristic(_))));
                        continue;
                    }
                    let mut request = request.unwrap();
                    request.parameters.limits.expanded = Some(20_000);
                    match instance.solve(&request, &mut ()) {
                        Err(SearchError::Absent(_)) => assert!(!instance.has(&feature.name)),
                        other => drop(other.unwrap()),
                    }
                }
            }
        }
    }
}

#[test]
fn the_same_request_gives_the_same_figures() {
    for domain in domains() {
        let metric = domain.info().metric(None);
        let text = &samples(&*domain, 1)[0];
        for info in ALGORITHMS {
            let run = |text: &str| {
                let solution = solve(&*read(&*domain, text, metric), info.name, "zero");
                solution.map(|s| (s.plan, s.stats)).ok()
            };
            // Whatever ran before on this thread must not show in the figures.
            let first = run(text);
            run(samples(&*domain, 3).last().unwrap());
            assert_eq!(first, run(text), "{}", info.name);
        }
    }
}

#[test]
fn names_of_ours_cannot_be_registered_again() {
    let ours = registry::domains();
    let error = unstuck_core::registry::register(ours[0].clone()).unwrap_err();
    let words = "the name 'rush-hour' belongs to another domain or set (choose another name, or remove that domain first)";
    assert_eq!(error.to_string(), words);
    assert_eq!(registry::domains().iter().filter(|domain| domain.info().name == "rush-hour").count(), 1);
}

#[test]
fn the_hardest_board_is_as_far_as_its_plan_is_long() {
    let (domain, jam) = registry::set("jam").unwrap();
    let settings = Settings::from([("drive-out".to_owned(), String::new())]);
    for metric in ["slides", "steps"] {
        let read = |text: &str| domain::read_search(&*domain, text, Some(metric), &settings).unwrap();
        let found = read(&(jam.text)("1").unwrap()).explore(Limits::default(), &mut ()).unwrap();
        let (length, text) = found.hardest.unwrap();
        let solved = solve(&*read(&text), "bfs", "zero").unwrap();
        assert!(
            solved.lengths.contains(&(metric.into(), length.into())),
            "{length} {metric}: {:?}",
            solved.lengths
        );
    }
}
