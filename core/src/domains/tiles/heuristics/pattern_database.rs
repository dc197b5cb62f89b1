//! Pattern databases: a move changes the placement of one group on the board and of one on the mirrored board.

use crate::domains::tiles::cells::Cells;
use crate::domains::tiles::features::StateView;
use crate::domains::tiles::pdb::{Database, GROUPS, Placed};
use crate::domains::tiles::problem::{Action, State, Tiles};
use crate::feature::View;
use crate::heuristic::Heuristic;

/// See [`pdb`](crate::domains::tiles::pdb).
#[derive(Clone, Copy)]
pub(super) struct PatternDatabase(pub(super) &'static Database);

/// The placements of all groups, on the board and on the mirrored board.
#[derive(Clone, Copy)]
pub(super) struct Incremental {
    plain: [Placed; GROUPS],
    mirrored: [Placed; GROUPS],
    manhattan: u32,
    /// Sums of the entries. Whole words, since they are read again at once: the processor hands on a word just
    /// written, but not a word of which a byte was just written.
    sums: [u32; 2],
}

impl Incremental {
    #[inline]
    fn value(&self) -> u32 {
        self.manhattan + 2 * self.sums[0].max(self.sums[1])
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for PatternDatabase {
    type Value = u32;
    type Incremental = Incremental;

    fn fork(&self, _domain: &Tiles<C>) -> Option<Self> {
        Some(Self(self.0))
    }
    fn root(&mut self, view: &View<'_, Tiles<C>>) -> (u32, Incremental) {
        let state_view = StateView::new(view);
        let (plain, mirrored) = state_view.placed(self.0);
        let sum = |all: &[Placed]| all.iter().map(|placed| u32::from(placed.excess)).sum();
        let incremental = Incremental {
            plain,
            mirrored,
            manhattan: state_view.manhattan(),
            sums: [sum(&plain), sum(&mirrored)],
        };
        (incremental.value(), incremental)
    }
    #[inline(always)]
    fn evaluate_successor(
        &mut self,
        problem: &Tiles<C>,
        parent: &State<C>,
        action: Action,
        mut incremental: Incremental,
    ) -> Option<(u32, Incremental)> {
        let tile = parent.tile(action.to());
        let step = (action.to(), parent.blank());
        incremental.manhattan = incremental.manhattan.wrapping_add_signed(problem.nearer(parent, action));
        for (side, all) in [&mut incremental.plain, &mut incremental.mirrored].into_iter().enumerate() {
            let (group, placed) = self.0.after(all, tile, step, side == 1);
            incremental.sums[side] =
                incremental.sums[side] + u32::from(placed.excess) - u32::from(all[group].excess);
            all[group] = placed;
        }
        Some((incremental.value(), incremental))
    }
    fn child(&mut self, view: &View<'_, Tiles<C>>, _parent: Incremental) -> (u32, Incremental) {
        self.root(view)
    }
}
