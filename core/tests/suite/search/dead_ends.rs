//! Nodes from which no goal can be reached are dropped, and that changes no answer.

use super::graph::{Graph, algorithms};
use unstuck_core::heuristic::Zero;
use unstuck_core::language::Compiled;
use unstuck_core::search::{End, Limit, NodeOutcome, Observer, Optimal, Stats, TracedNode};

/// Sees to it that no known dead end is expanded.
#[derive(Default)]
struct Watch {
    dropped: u64,
}

impl Observer for Watch {
    fn poll(&mut self, _stats: &Stats) -> Option<Limit> {
        None
    }
    fn traces(&self) -> bool {
        true
    }
    fn expanded(&mut self, node: &TracedNode<'_>) {
        assert_ne!(node.values.h, Some(f64::INFINITY));
    }
    fn generated(&mut self, _parent: &[u64], node: &TracedNode<'_>, outcome: NodeOutcome) {
        assert_eq!(node.values.h == Some(f64::INFINITY), outcome == NodeOutcome::DeadEnd);
        self.dropped += u64::from(outcome == NodeOutcome::DeadEnd);
    }
}

/// Cost and optimality of a plan, or the lack of one.
fn verdict<A>(end: &End<A>) -> Option<(u64, bool)> {
    match end {
        End::Solved { cost, optimal, .. } => Some((*cost, *optimal)),
        _ => None,
    }
}

#[test]
fn every_algorithm_answers_as_without_them() {
    let mut dropped = 0;
    for (seed, costs) in [(1, &[1_u32][..]), (2, &[1, 2, 7]), (3, &[0, 1, 5])]
        .into_iter()
        .cycle()
        .take(30)
        .zip(0..)
        .map(|((kind, costs), round)| (kind + 10 * round, costs))
    {
        let graph = Graph::random(seed, 80, costs);
        for start in (0..80).step_by(7) {
            let best = graph.distances[start as usize];
            for (info, parameters) in algorithms().filter(|(_, parameters)| graph.allows(parameters)) {
                let blind = graph.search(start, Zero, parameters, &mut ());
                for feature in ["exact", "vague"] {
                    let heuristic = || Compiled::named(&graph, feature).unwrap();
                    let mut watch = Watch::default();
                    let outcome = graph.search(start, heuristic(), parameters, &mut watch);
                    let name = format!("{} with {feature} from {start} of graph {seed}", info.name);
                    assert_eq!(outcome, graph.search(start, heuristic(), parameters, &mut ()), "{name}");
                    dropped += watch.dropped;
                    match verdict(&outcome.end) {
                        Some((cost, optimal)) => {
                            assert!(best.is_some_and(|best| cost >= best), "{name}");
                            assert!(!optimal || Some(cost) == best, "{name}");
                            let promised = match info.optimal {
                                Optimal::Always | Optimal::Admissible | Optimal::AtEnd => true,
                                Optimal::UnitCost => costs == [1],
                                Optimal::Never => false,
                            };
                            assert!(!promised || Some(cost) == best, "{name}");
                        }
                        None if outcome.end == End::Unsolvable => assert_eq!(best, None, "{name}"),
                        None => assert!(!info.complete, "{name}: {:?}", outcome.end),
                    }
                    if info.complete {
                        assert_eq!(verdict(&blind.end).is_some(), verdict(&outcome.end).is_some(), "{name}");
                        assert!(verdict(&blind.end).is_some() || blind.end == outcome.end, "{name}");
                    }
                }
            }
        }
    }
    assert!(dropped > 1_000);
}

#[test]
fn a_dead_start_is_not_expanded() {
    let graph = Graph::random(4, 80, &[1]);
    let start = (0..80).find(|&vertex: &u32| graph.distances[vertex as usize].is_none()).unwrap();
    for (info, parameters) in
        algorithms().filter(|(info, parameters)| info.heuristic && graph.allows(parameters))
    {
        for table in [Some(0), Some(1 << 20)] {
            let parameters = unstuck_core::search::SearchParameters { table, ..parameters };
            let exact = Compiled::named(&graph, "exact").unwrap();
            let outcome = graph.search(start, exact, parameters, &mut ());
            assert_eq!(outcome.end, End::Unsolvable, "{}", info.name);
            assert_eq!((outcome.stats.expanded, outcome.stats.evaluated), (0, 1), "{}", info.name);
        }
    }
}

#[test]
fn deepening_without_a_table_ends_where_only_dead_ends_are_left() {
    // A path whose only branches are dead: without dropping them, bounds would rise for ever along the circle.
    let edges = vec![vec![(1, 1)], vec![(2, 1), (3, 1)], vec![(2, 1)], vec![(4, 1)], vec![]];
    let graph = Graph::new(edges, vec![false, false, false, false, true]);
    for (info, mut parameters) in algorithms().filter(|(info, _)| ["ida", "wida"].contains(&info.name)) {
        parameters.table = Some(0);
        let exact = Compiled::named(&graph, "exact").unwrap();
        let outcome = graph.search(0, exact, parameters, &mut ());
        assert_eq!(verdict(&outcome.end).map(|found| found.0), Some(3), "{}", info.name);
        let exact = Compiled::named(&graph, "exact").unwrap();
        assert_eq!(graph.search(2, exact, parameters, &mut ()).end, End::Unsolvable, "{}", info.name);
    }
}

#[test]
fn only_a_safe_feature_declares_dead_ends() {
    let graph = Graph::random(5, 80, &[1, 3]);
    for start in 0..80 {
        let rash = Compiled::named(&graph, "rash").unwrap();
        let mut watch = Watch::default();
        let parameters = algorithms().find(|(info, _)| info.name == "astar").unwrap().1;
        let outcome = graph.search(start, rash, parameters, &mut watch);
        assert_eq!(watch.dropped, 0);
        assert_eq!(verdict(&outcome.end).is_some(), graph.distances[start as usize].is_some());
    }
}
