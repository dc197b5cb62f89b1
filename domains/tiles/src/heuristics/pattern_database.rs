//! Pattern databases: a move changes the placement of one group on the board and of one on the mirrored board.

use crate::cells::Cells;
use crate::features::StateView;
use crate::pdb::Database;
use crate::pdb::side::Side;
use crate::problem::{Action, State, Tiles};
use unstuck_core::feature::View;
use unstuck_core::heuristic::Heuristic;

/// See [`pdb`](crate::pdb).
#[derive(Clone, Copy)]
pub(super) struct PatternDatabase(pub(super) &'static Database);

/// The placements of all groups, on the board and on the mirrored board.
#[derive(Clone, Copy)]
pub(super) struct Incremental<S> {
    plain: Side<S>,
    mirrored: Side<S>,
    manhattan: u32,
}

impl<S> Incremental<S> {
    #[inline(always)]
    fn value(&self) -> u32 {
        self.manhattan + 2 * self.plain.sum.max(self.mirrored.sum)
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for PatternDatabase {
    const INLINE_SUCCESSOR: bool = true;
    type Value = u32;
    type Incremental = Incremental<C::Sets>;

    fn fork(&self, _domain: &Tiles<C>) -> Option<Self> {
        Some(Self(self.0))
    }
    fn root(&mut self, view: &View<'_, Tiles<C>>) -> (u32, Incremental<C::Sets>) {
        let state_view = StateView::new(view);
        let (plain, mirrored) = state_view.placed(self.0);
        let (plain, mirrored) = (Side::new(&plain), Side::new(&mirrored));
        let incremental = Incremental { plain, mirrored, manhattan: state_view.manhattan() };
        (incremental.value(), incremental)
    }
    #[inline(always)]
    fn evaluate_successor(
        &mut self,
        problem: &Tiles<C>,
        parent: &State<C>,
        action: Action,
        incremental: Incremental<C::Sets>,
    ) -> Option<(u32, Incremental<C::Sets>)> {
        let Incremental { plain, mirrored, manhattan } = incremental;
        let tile = parent.tile(action.to());
        let (step, blank) = ((action.to(), parent.blank()), action.direction());
        let incremental = Incremental {
            plain: self.0.after(plain, false, tile, step, blank),
            mirrored: self.0.after(mirrored, true, tile, step, blank),
            manhattan: manhattan.wrapping_add_signed(problem.nearer(parent, action)),
        };
        Some((incremental.value(), incremental))
    }
    fn child(
        &mut self,
        view: &View<'_, Tiles<C>>,
        _parent: Incremental<C::Sets>,
    ) -> (u32, Incremental<C::Sets>) {
        self.root(view)
    }
}
