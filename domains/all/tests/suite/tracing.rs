//! What an observer is shown is what the search counts.

use crate::installed as registry;
use std::collections::HashMap;
use unstuck_core::domain::{self, Settings};
use unstuck_core::instance::{SearchError, SearchInstance, Status};
use unstuck_core::search::{ALGORITHMS, Limit, Limits, NodeOutcome, Observer, Stats, TracedNode};

/// Counts events, and checks that they follow from each other.
#[derive(Default)]
struct Trace {
    expanded: u64,
    generated: u64,
    outcomes: HashMap<NodeOutcome, u64>,
    /// The last few steps.
    steps: Vec<(Vec<u64>, Vec<u64>)>,
    stages: Vec<String>,
    iterations: u32,
}

impl Observer for Trace {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        // The second pass of an enumeration counts from 0.
        assert!(stats.expanded <= self.expanded && stats.generated <= self.generated);
        None
    }
    fn iteration(&mut self, _bound: u32, _stats: &Stats) {
        self.iterations += 1;
    }
    fn stage(&mut self, name: &str, _stats: &Stats) {
        self.stages.push(name.to_owned());
    }
    fn traces(&self) -> bool {
        true
    }
    fn expanded(&mut self, node: &TracedNode<'_>) {
        self.expanded += 1;
        assert!(node.values.h.is_none_or(|h| h >= 0.0 && node.values.f.is_some()));
    }
    fn generated(&mut self, parent: &[u64], node: &TracedNode<'_>, outcome: NodeOutcome) {
        self.generated += 1;
        *self.outcomes.entry(outcome).or_default() += 1;
        let values = node.values;
        assert!(matches!((values.h, values.f), (Some(_), Some(_)) | (None, None)), "{values:?}");
        if self.steps.len() < 50 {
            self.steps.push((parent.to_vec(), node.state.to_vec()));
        }
    }
}

fn read(domain: &str, text: &str) -> Box<dyn SearchInstance> {
    domain::read_search(&*registry::domain(domain).unwrap(), text, None, &Settings::new()).unwrap()
}

fn puzzles() -> [(Box<dyn SearchInstance>, &'static str); 3] {
    let deal = (registry::set("freecell").unwrap().1.text)("1").unwrap();
    [
        (read("rush-hour", "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo"), "blocking + 0.3"),
        (read("tiles", "8 6 7 2 5 4 3 0 1"), "linear_conflict"),
        (read("freecell", &deal), "not_home"),
    ]
}

#[test]
fn events_are_as_many_as_the_search_counts() {
    for (puzzle, heuristic) in puzzles() {
        for info in ALGORITHMS {
            let mut request = puzzle.request(info.name, heuristic).unwrap();
            request.parameters.limits.expanded = Some(3_000);
            let name = format!("{} on {}", info.name, puzzle.table().domain());
            let mut trace = Trace::default();
            let traced = match puzzle.solve(&request, &mut trace) {
                Err(SearchError::NotApplicable { .. }) => continue,
                solution => solution.unwrap(),
            };
            let stats = traced.stats;
            assert_eq!((trace.expanded, trace.generated), (stats.expanded, stats.generated), "{name}");
            assert!(trace.expanded > 0 && trace.generated > 0, "{name}");
            assert!(trace.iterations <= stats.iterations, "{name}");
            assert_eq!(trace.stages.first().map(String::as_str), Some("preparing"), "{name}");
            let reopened = trace.outcomes.get(&NodeOutcome::Reopened).copied().unwrap_or(0);
            assert!(stats.reopened <= reopened, "{name}");
            for (parent, child) in &trace.steps {
                assert!(!puzzle.at(child).text().is_empty(), "{name}");
                let own = puzzle.table().domain() == "freecell" && ["quick", "shortest"].contains(&info.name);
                assert!(own || puzzle.action_between(parent, child).is_some(), "{name}: a step is an action");
            }
            // A watched search is the search.
            let plain = puzzle.solve(&request, &mut ()).unwrap();
            assert_eq!(
                (&plain.plan, plain.stats, plain.status),
                (&traced.plan, stats, traced.status),
                "{name}"
            );
        }
    }
}

#[test]
fn enumerations_are_traced_as_well() {
    for text in ["1 3 0 2", "8 6 7 2 5 4 3 0 1"] {
        let mut trace = Trace::default();
        let stats = read("tiles", text).explore(Limits::default(), &mut trace).unwrap().space.stats;
        assert_eq!((trace.expanded, trace.generated), (stats.expanded, stats.generated));
    }
}

#[test]
fn attempts_are_stages() {
    let (puzzle, heuristic) = &puzzles()[2];
    let mut request = puzzle.request("restarts", heuristic).unwrap();
    request.parameters.limits.expanded = Some(5_000);
    let mut trace = Trace::default();
    assert_eq!(puzzle.solve(&request, &mut trace).unwrap().status, Status::Limit);
    let stages: Vec<&str> = trace.stages.iter().map(String::as_str).collect();
    assert_eq!(stages, ["preparing", "searching", "attempt 1", "attempt 2", "attempt 3"]);
}
