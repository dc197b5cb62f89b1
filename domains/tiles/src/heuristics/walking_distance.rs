//! Walking distance: a move takes one of two small puzzles to its next state, by a table entry.

use crate::board::Move;
use crate::cells::Cells;
use crate::features::StateView;
use crate::problem::{Action, State, Tiles};
use crate::walking::Walking;
use unstuck_core::feature::View;
use unstuck_core::heuristic::Heuristic;

/// See [`walking_distance`](crate::features::walking_distance).
#[derive(Clone)]
pub(super) struct WalkingDistance(pub(super) Walking);

/// Where both puzzles stand.
#[derive(Clone, Copy, Default)]
pub(super) struct Incremental {
    rows: u16,
    columns: u16,
    h: u16,
}

impl<C: Cells> Heuristic<Tiles<C>> for WalkingDistance {
    const INLINE_SUCCESSOR: bool = true;
    type Value = u32;
    type Incremental = Incremental;

    fn fork(&self, _domain: &Tiles<C>) -> Option<Self> {
        Some(Self(self.0.clone()))
    }
    fn root(&mut self, view: &View<'_, Tiles<C>>) -> (u32, Incremental) {
        let state_view = StateView::new(view);
        // A board without tables never comes here; 0 would be right even then.
        let (rows, columns) = state_view.walking_numbers().unwrap_or((0, 0));
        let h = self.0.rows.distance(rows) + self.0.columns.distance(columns);
        (h, Incremental { rows, columns, h: h as u16 })
    }
    #[inline]
    fn evaluate_successor(
        &mut self,
        problem: &Tiles<C>,
        parent: &State<C>,
        action: Action,
        mut incremental: Incremental,
    ) -> Option<(u32, Incremental)> {
        let tile = usize::from(parent.tile(action.to())) % 64;
        let goal_tables = &problem.goal_tables;
        let direction = action.direction();
        let away = matches!(direction, Move::Down | Move::Right);
        let change;
        match direction {
            Move::Up | Move::Down => {
                (incremental.rows, change) =
                    self.0.rows.after(incremental.rows, away, goal_tables.row_of[tile]);
            }
            Move::Left | Move::Right => {
                (incremental.columns, change) =
                    self.0.columns.after(incremental.columns, away, goal_tables.column_of[tile]);
            }
        }
        incremental.h = incremental.h.wrapping_add_signed(change as i16);
        Some((incremental.h.into(), incremental))
    }
    fn child(&mut self, view: &View<'_, Tiles<C>>, _parent: Incremental) -> (u32, Incremental) {
        self.root(view)
    }
}
