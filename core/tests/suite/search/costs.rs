//! Costs from 0 to 2^30: sums do not wrap around, and circles that cost nothing are not followed.

use super::graph::{Graph, algorithms};
use unstuck_core::heuristic::Zero;
use unstuck_core::language::Compiled;
use unstuck_core::search::{End, Optimal, Parameter};

#[test]
fn large_costs_are_added_up_rightly() {
    const LARGE: u32 = 1 << 30;
    for seed in 0..12 {
        let graph = Graph::random(seed, 60, &[LARGE, LARGE - 1, 1, LARGE / 3]);
        for start in (0..60).step_by(11) {
            // Costs are counted up to 2^31 within a search.
            let Some(best) = graph.distances[start as usize].filter(|&best| best < 1 << 31) else { continue };
            for (info, parameters) in algorithms() {
                // Bounds would rise by one cost after the other.
                if !graph.allows(&parameters) || info.name == "iddfs" {
                    continue;
                }
                let vague = Compiled::named(&graph, "vague").unwrap();
                let outcome = graph.search(start, vague, parameters, &mut ());
                let name = format!("{} from {start} of graph {seed}", info.name);
                match outcome.end {
                    End::Solved { cost, optimal, .. } => {
                        assert!(cost >= best && (!optimal || cost == best), "{name}: {cost}, not {best}");
                        let promised = [Optimal::Always, Optimal::Admissible, Optimal::AtEnd];
                        assert!(
                            !promised.contains(&info.optimal) || cost == best,
                            "{name}: {cost}, not {best}"
                        );
                    }
                    End::GaveUp => assert!(!info.complete, "{name}"),
                    other => panic!("{name}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn paths_beyond_all_counting_are_still_found() {
    // Eight edges of 2^30: more than a node's cost can say.
    let edges = (0..9).map(|vertex| if vertex < 8 { vec![(vertex + 1, 1 << 30)] } else { vec![] }).collect();
    let graph = Graph::new(edges, (0..9).map(|vertex| vertex == 8).collect());
    for (info, parameters) in algorithms().filter(|(info, _)| !info.parameters.contains(&Parameter::Table)) {
        if graph.allows(&parameters) {
            let outcome = graph.search(0, Zero, parameters, &mut ());
            assert!(matches!(outcome.end, End::Solved { cost, .. } if cost == 8 << 30), "{}", info.name);
        }
    }
}
