use super::*;
use crate::executor::Sequential;
use crate::feature::View;
use crate::heuristic::Heuristic;
use crate::problem::Visit;
use crate::search::{End, Search, SearchParameters, astar, bfs, greedy, wastar};
use std::ops::ControlFlow;

/// A long corridor with shortcuts: steps by 1 either way, and jumps by 3.
struct Corridor(u32);

impl Problem for Corridor {
    type State = u32;
    type Action = i32;
    type Undo = ();
    type Scratch = ();
    const PACKED_LEN: usize = 1;
    const TRANSPOSITIONS: bool = true;

    fn scratch(&self) {}
    fn pack(&self, &place: &u32, out: &mut [u64]) {
        out[0] = place.into();
    }
    fn unpack(&self, words: &[u64]) -> u32 {
        words[0] as u32
    }
    fn visit<V: Visit<Self>>(&self, place: &u32, _: Option<i32>, to: &mut V) -> ControlFlow<()> {
        for step in [1, -1, 3] {
            if place.checked_add_signed(step).is_some_and(|after| after <= self.0) {
                to.action(self, place, step)?;
            }
        }
        ControlFlow::Continue(())
    }
    fn apply(&self, place: &mut u32, step: i32) {
        *place = place.wrapping_add_signed(step);
    }
    fn undo(&self, place: &mut u32, step: i32, (): ()) {
        *place = place.wrapping_add_signed(-step);
    }
    fn is_goal(&self, &place: &u32) -> bool {
        place == self.0
    }
    fn reversible(&self) -> bool {
        false
    }
}

/// Admissible and far from consistent: one node of six knows how far it is at least, so that ways around it are found
/// before the shorter ones through it.
struct Erratic;

impl Heuristic<Corridor> for Erratic {
    type Value = u32;
    type Incremental = ();

    fn root(&mut self, view: &View<'_, Corridor>) -> (u32, ()) {
        let left = view.problem.0 - view.state;
        (if view.state % 6 == 3 { left / 3 } else { 0 }, ())
    }
    fn child(&mut self, view: &View<'_, Corridor>, (): ()) -> (u32, ()) {
        self.root(view)
    }
}

#[test]
fn nodes_are_reopened_by_cheaper_paths() {
    for length in [40, 1_000] {
        let problem = Corridor(length);
        let run = |algorithm| {
            let found = crate::search::run(Search {
                problem: &problem,
                start: &0,
                heuristic: Erratic,
                parameters: SearchParameters::new(algorithm),
                admissible: true,
                observer: &mut (),
                executor: &Sequential,
            });
            let End::Solved { cost, .. } = found.end else { panic!("there is a way") };
            (cost, found.stats)
        };
        let (shortest, _) = run(&bfs::INFO);
        let (cost, stats) = run(&astar::INFO);
        assert_eq!(cost, shortest);
        assert!(stats.reopened > 0 && stats.stored <= u64::from(length) + 1, "{length}: {stats:?}");
        assert!(run(&wastar::INFO).0 >= shortest && run(&greedy::INFO).0 >= shortest);
    }
}
