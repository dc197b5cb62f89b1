//! Linear conflict: a move changes Manhattan by a table entry, and the conflicts of one line at most.

use crate::cells::Cells;
use crate::features::StateView;
use crate::problem::{Action, State, Tiles};
use unstuck_core::feature::View;
use unstuck_core::heuristic::Heuristic;

/// See [`linear_conflict`](crate::features::linear_conflict).
#[derive(Clone, Copy)]
pub(super) struct LinearConflict;

impl<C: Cells> Heuristic<Tiles<C>> for LinearConflict {
    type Value = u32;
    type Incremental = u32;

    fn fork(&self, _domain: &Tiles<C>) -> Option<Self> {
        Some(Self)
    }
    fn root(&mut self, view: &View<'_, Tiles<C>>) -> (u32, u32) {
        let h = StateView::new(view).linear_conflict();
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
        let change = problem.nearer(parent, action) + 2 * problem.conflicts_after(parent, action);
        let h = h.wrapping_add_signed(change);
        Some((h, h))
    }
    fn child(&mut self, view: &View<'_, Tiles<C>>, _parent: u32) -> (u32, u32) {
        self.root(view)
    }
}
