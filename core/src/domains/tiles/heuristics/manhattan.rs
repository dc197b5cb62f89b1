//! Manhattan distance: a move changes it by a table entry, so a child's value is known before the child exists.

use crate::domain::{Heuristic, View};
use crate::domains::tiles::cells::Cells;
use crate::domains::tiles::domain::{Action, State, Tiles};
use crate::domains::tiles::features::Look;

/// The sum over all tiles of the rows and columns to go.
pub(super) struct Manhattan;

impl<C: Cells> Heuristic<Tiles<C>> for Manhattan {
    const SHORT: bool = true;
    type Value = u32;
    type Memo = u32;

    fn fork(&self, _domain: &Tiles<C>) -> Option<Self> {
        Some(Self)
    }
    fn root(&mut self, view: &View<'_, Tiles<C>>) -> (u32, u32) {
        let h = Look { domain: view.domain, state: view.state }.manhattan();
        (h, h)
    }
    #[inline]
    fn ahead(&mut self, domain: &Tiles<C>, parent: &State<C>, action: Action, h: u32) -> Option<(u32, u32)> {
        let h = h.wrapping_add_signed(domain.nearer(parent, action));
        Some((h, h))
    }
    fn child(&mut self, view: &View<'_, Tiles<C>>, _parent: u32) -> (u32, u32) {
        self.root(view)
    }
}
