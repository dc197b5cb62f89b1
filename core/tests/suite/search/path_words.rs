//! What best-first searches keep about the paths to a node, and what may not be asked of features that read it.

use std::ops::ControlFlow;
use unstuck_core::executor::Sequential;
use unstuck_core::feature::{Needs, View, context, measure};
use unstuck_core::heuristic::{Featured, Heuristic, NodeFeature};
use unstuck_core::language::Compiled;
use unstuck_core::problem::{PlanningHooks, Problem, Visit, WithHooks};
use unstuck_core::sample;
use unstuck_core::search::{self, End, Search, SearchParameters};

/// A grid to be crossed to the right and down. Path words: the columns in which *every* path found so far went down.
struct Grid;

const SIDE: u32 = 12;

impl Problem for Grid {
    /// Column and row.
    type State = (u32, u32);
    /// Down?
    type Action = bool;
    type Undo = ();
    type Scratch = ();

    const PACKED_LEN: usize = 1;

    fn scratch(&self) {}
    fn pack(&self, state: &(u32, u32), out: &mut [u64]) {
        out[0] = u64::from(state.0) << 32 | u64::from(state.1);
    }
    fn unpack(&self, words: &[u64]) -> (u32, u32) {
        ((words[0] >> 32) as u32, words[0] as u32)
    }
    fn hash(&self, state: &(u32, u32)) -> u64 {
        u64::from(state.0 * SIDE + state.1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
    fn visit<V: Visit<Self>>(
        &self,
        state: &(u32, u32),
        _last: Option<bool>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for down in [false, true] {
            if if down { state.1 } else { state.0 } + 1 < SIDE {
                visitor.action(self, state, down)?;
            }
        }
        ControlFlow::Continue(())
    }
    fn apply(&self, state: &mut (u32, u32), down: bool) {
        *if down { &mut state.1 } else { &mut state.0 } += 1;
    }
    fn undo(&self, state: &mut (u32, u32), down: bool, (): ()) {
        *if down { &mut state.1 } else { &mut state.0 } -= 1;
    }
    fn is_goal(&self, state: &(u32, u32)) -> bool {
        *state == (SIDE - 1, SIDE - 1)
    }
    fn with_hooks<W: WithHooks<Self>>(with: W) -> W::Output {
        with.call::<Words>()
    }
}

struct Words;

impl PlanningHooks<Grid> for Words {
    fn path_words(_: &Grid) -> usize {
        2
    }
    fn extend_path(_: &Grid, parent: Option<(&(u32, u32), bool, &[u64])>, _: &(u32, u32), path: &mut [u64]) {
        assert_eq!(path, [0, 0]);
        if let Some((before, down, words)) = parent {
            path[0] = words[0] | u64::from(down) << before.0;
            path[1] = words[1] + 1;
        }
    }
    fn merge_path(_: &Grid, path: &mut [u64], other: &[u64]) {
        assert_eq!(path[1], other[1], "all paths to a state are equally long");
        path[0] &= other[0];
    }
}

impl Featured for Grid {
    fn features(&self) -> &[NodeFeature<Self>] {
        const FEATURES: &[NodeFeature<Grid>] = &[
            NodeFeature::new(measure("column", ""), |_, _| Some((0.0, 99.0)), |view, ()| view.state.0.into()),
            NodeFeature::new(
                context("columns_gone_down", "", Needs::PATH),
                |_, _| Some((0.0, 99.0)),
                |view, ()| view.path.first().map_or(0.0, |word| f64::from(word.count_ones())),
            ),
            NodeFeature::new(context("news", "", Needs::HISTORY), |_, _| Some((0.0, 99.0)), |_, ()| 1.0),
        ];
        FEATURES
    }
}

/// Checks what it is shown, and knows nothing.
struct Check;

impl Heuristic<Grid> for Check {
    type Value = u32;
    type Incremental = ();

    fn root(&mut self, view: &View<'_, Grid>) -> (u32, ()) {
        let &[columns, steps] = view.path else { panic!("path words are kept") };
        assert_eq!(steps, u64::from(view.state.0 + view.state.1));
        // A path in the first row never went down; one in the first column never went right.
        let (column, row) = *view.state;
        if row == 0 {
            assert_eq!(columns, 0);
        } else if column == 0 {
            assert_eq!(columns, 1);
        }
        assert_eq!(columns >> (column + 1), 0);
        (0, ())
    }
    fn child(&mut self, view: &View<'_, Grid>, (): ()) -> (u32, ()) {
        self.root(view)
    }
}

#[test]
fn the_words_follow_all_paths() {
    for name in ["greedy", "astar", "wastar", "awastar", "restarts"] {
        let found = search::run(Search {
            problem: &Grid,
            start: &(0, 0),
            heuristic: Check,
            parameters: SearchParameters::new(search::algorithm(name).unwrap()),
            admissible: true,
            observer: &mut (),
            executor: &Sequential,
        });
        assert!(matches!(found.end, End::Solved { cost, .. } if cost == 22), "{name}");
    }
}

#[test]
fn features_that_read_paths_or_history_have_no_rows_and_no_copies() {
    let values = sample::values(&Grid, &(3, 4));
    assert_eq!(values, [Some(3.0), None, None]);
    let fork = |name| Compiled::named(&Grid, name).unwrap().fork(&Grid).is_some();
    assert_eq!(["column", "columns_gone_down", "news"].map(fork), [true, false, false]);
    assert!(!Needs::PATH.state_only() && !Needs::HISTORY.or(Needs::STATE).state_only());
}
