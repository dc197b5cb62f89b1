//! Pattern databases: a move changes the placement of one group on the board and of one on the mirrored board.

use crate::domains::tiles::cells::Cells;
use crate::domains::tiles::features::Look;
use crate::domains::tiles::pdb::{Database, GROUPS, Placed};
use crate::domains::tiles::problem::{Action, State, Tiles};
use crate::feature::View;
use crate::heuristic::Heuristic;

/// See [`pdb`](crate::domains::tiles::pdb).
pub(super) struct PatternDatabase(pub(super) &'static Database);

/// The placements of all groups, on the board and on the mirrored board.
#[derive(Clone, Copy)]
pub(super) struct Memo {
    plain: [Placed; GROUPS],
    mirrored: [Placed; GROUPS],
    manhattan: u32,
    /// Sums of the entries. Whole words, since they are read again at once: the processor hands on a word just
    /// written, but not a word of which a byte was just written.
    sums: [u32; 2],
}

impl Memo {
    #[inline]
    fn value(&self) -> u32 {
        self.manhattan + 2 * self.sums[0].max(self.sums[1])
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for PatternDatabase {
    type Value = u32;
    type Memo = Memo;

    fn fork(&self, _domain: &Tiles<C>) -> Option<Self> {
        Some(Self(self.0))
    }
    fn root(&mut self, view: &View<'_, Tiles<C>>) -> (u32, Memo) {
        let look = Look { problem: view.problem, state: view.state };
        let (plain, mirrored) = look.placed(self.0);
        let sum = |all: &[Placed]| all.iter().map(|placed| u32::from(placed.excess)).sum();
        let memo = Memo { plain, mirrored, manhattan: look.manhattan(), sums: [sum(&plain), sum(&mirrored)] };
        (memo.value(), memo)
    }
    #[inline(always)]
    fn evaluate_successor(
        &mut self,
        problem: &Tiles<C>,
        parent: &State<C>,
        action: Action,
        mut memo: Memo,
    ) -> Option<(u32, Memo)> {
        let tile = parent.tile(action.to());
        let step = (action.to(), parent.blank());
        memo.manhattan = memo.manhattan.wrapping_add_signed(problem.nearer(parent, action));
        for (side, all) in [&mut memo.plain, &mut memo.mirrored].into_iter().enumerate() {
            let (group, placed) = self.0.after(all, tile, step, side == 1);
            memo.sums[side] = memo.sums[side] + u32::from(placed.excess) - u32::from(all[group].excess);
            all[group] = placed;
        }
        Some((memo.value(), memo))
    }
    fn child(&mut self, view: &View<'_, Tiles<C>>, _parent: Memo) -> (u32, Memo) {
        self.root(view)
    }
}
