//! Manhattan distance: a move changes it by a table entry, so a child's value is known before the child exists.

use crate::cells::Cells;
use crate::features::StateView;
use crate::problem::{Action, State, Tiles};
use unstuck_core::feature::View;
use unstuck_core::heuristic::Heuristic;

/// The sum over all tiles of the rows and columns to go.
#[derive(Clone, Copy)]
pub(super) struct Manhattan;

impl<C: Cells> Heuristic<Tiles<C>> for Manhattan {
    const INLINE_SUCCESSOR: bool = true;
    type Value = u32;
    type Incremental = u32;

    fn fork(&self, _domain: &Tiles<C>) -> Option<Self> {
        Some(Self)
    }
    fn root(&mut self, view: &View<'_, Tiles<C>>) -> (u32, u32) {
        let h = StateView::new(view).manhattan();
        (h, h)
    }
    #[inline]
    fn evaluate_successor(
        &mut self,
        problem: &Tiles<C>,
        parent: &State<C>,
        action: Action,
        h: u32,
    ) -> Option<(u32, u32)> {
        let h = h.wrapping_add_signed(problem.nearer(parent, action));
        Some((h, h))
    }
    fn child(&mut self, view: &View<'_, Tiles<C>>, _parent: u32) -> (u32, u32) {
        self.root(view)
    }
}
