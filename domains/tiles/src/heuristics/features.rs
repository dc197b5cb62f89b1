//! The features of a formula, updated together: Manhattan distance and whatever else the formula reads that has an
//! incremental form. Features that add something to Manhattan distance take it from here.

use super::linear_conflict::LinearConflict;
use super::manhattan::Manhattan;
use super::pattern_database::{self, PatternDatabase};
use super::walking_distance::{self, WalkingDistance};
use crate::cells::Cells;
use crate::problem::Tiles;
use crate::scratch::Scratch;
use unstuck_core::feature::View;
use unstuck_core::heuristic::{Heuristic, IncrementalFeatures, WithFeatures};

/// Features that are Manhattan distance, add to it or divide by it.
const BY_MANHATTAN: &[&str] =
    &["manhattan", "linear_conflict", "nilsson_sequence", "corner_tiles", "last_moves", "phase"];

/// Runs `with` on the incremental features that these features are computed from, if there are any.
pub(crate) fn with<C: Cells, R, W: WithFeatures<Tiles<C>, R>>(
    problem: &Tiles<C>,
    names: &[&str],
    with: W,
) -> Result<R, W> {
    let linear_conflict = C::CAPACITY <= 25 && names.contains(&"linear_conflict");
    let walking =
        if C::CAPACITY <= 16 && names.contains(&"walking_distance") { problem.walking() } else { None };
    let walking_distance = walking.map(|walking| WalkingDistance(walking.clone()));
    if const { C::CAPACITY <= 25 }
        && let Some(database) = names.iter().find_map(|name| problem.database(name))
    {
        let database = PatternDatabase(database);
        return Ok(with.call(Features { linear_conflict, walking_distance, database }));
    }
    if walking_distance.is_none() && !names.iter().any(|name| BY_MANHATTAN.contains(name)) {
        return Err(with);
    }
    Ok(with.call(Features { linear_conflict, walking_distance, database: () }))
}

/// Which features are updated besides Manhattan distance.
#[derive(Clone)]
struct Features<D> {
    linear_conflict: bool,
    walking_distance: Option<WalkingDistance>,
    /// A pattern database, or nothing: its incremental value is long.
    database: D,
}

/// The values of a node, 0 for what is not updated. Short, since every node has one.
#[derive(Clone, Copy)]
struct Incremental<D> {
    manhattan: u16,
    linear_conflict: u16,
    walking_distance: walking_distance::Incremental,
    database: D,
}

impl<C: Cells, D: IncrementalFeatures<Tiles<C>>> IncrementalFeatures<Tiles<C>> for Features<D> {
    type Incremental = Incremental<D::Incremental>;

    #[inline]
    fn update(
        &mut self,
        view: &View<'_, Tiles<C>>,
        parent: Option<Self::Incremental>,
        scratch: &mut Scratch,
    ) -> Self::Incremental {
        let (manhattan, _) = updated(&mut Manhattan, view, parent.map(|parent| parent.manhattan.into()));
        scratch.manhattan = Some(manhattan);
        let mut linear_conflict = 0;
        if self.linear_conflict {
            (linear_conflict, _) =
                updated(&mut LinearConflict, view, parent.map(|parent| parent.linear_conflict.into()));
            scratch.linear_conflict = Some(linear_conflict);
        }
        let mut walking_distance = walking_distance::Incremental::default();
        if let Some(heuristic) = &mut self.walking_distance {
            let h;
            (h, walking_distance) = updated(heuristic, view, parent.map(|parent| parent.walking_distance));
            scratch.walking_distance = Some(h);
        }
        let database = self.database.update(view, parent.map(|parent| parent.database), scratch);
        let (manhattan, linear_conflict) = (manhattan as u16, linear_conflict as u16);
        Incremental { manhattan, linear_conflict, walking_distance, database }
    }
}

impl<C: Cells> IncrementalFeatures<Tiles<C>> for PatternDatabase {
    type Incremental = pattern_database::Incremental<C::Sets>;

    #[inline]
    fn update(
        &mut self,
        view: &View<'_, Tiles<C>>,
        parent: Option<pattern_database::Incremental<C::Sets>>,
        scratch: &mut Scratch,
    ) -> pattern_database::Incremental<C::Sets> {
        let (h, incremental) = updated(self, view, parent);
        scratch.database = Some((self.0.split.table.name, h));
        incremental
    }
}

/// The value of a heuristic that every successor has before it is made, and what the node keeps of it.
#[inline]
fn updated<C: Cells, H: Heuristic<Tiles<C>>>(
    heuristic: &mut H,
    view: &View<'_, Tiles<C>>,
    parent: Option<H::Incremental>,
) -> (H::Value, H::Incremental) {
    let step = view.parent.zip(parent);
    let successor = step.and_then(|((state, action), incremental)| {
        heuristic.evaluate_successor(view.problem, state, action, incremental)
    });
    successor.unwrap_or_else(|| heuristic.root(view))
}
