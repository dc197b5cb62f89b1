//! A board behind the dynamic boundary, by the engine of its size.

use super::NAME;
use super::board::Board;
use super::problem::{Large, Metric, RushHour, Small};
use std::sync::{Arc, LazyLock};
use unstuck_core::feature::{FeatureTable, infos};
use unstuck_core::instance::{Bound, SearchInstance};
use unstuck_core::search::explore::Space;

/// The vocabulary of Rush Hour: the same for both engines.
pub(super) static FEATURES: LazyLock<Arc<FeatureTable>> = LazyLock::new(|| {
    FeatureTable::new(NAME, Metric::ALL.map(|(_, name, _)| name.into()), infos(Small::FEATURES))
});

/// The board behind the boundary, by the engine of its size.
pub(super) fn bind(board: Board, metric: Metric, drive_out: bool) -> Box<dyn SearchInstance> {
    macro_rules! bound {
        ($engine:ty) => {{
            let problem = <$engine>::new(board, metric);
            let problem = if drive_out { problem.driving_out() } else { problem };
            let start = problem.start();
            Box::new(Bound::new(&FEATURES, problem, start).with_classes(classify))
        }};
    }
    if Small::fits(&board) { bound!(Small) } else { bound!(Large) }
}

/// The classes of the published Unblock Me study (hundreds of states and about 10 moves; tens of thousands and
/// about 10; hundreds of thousands and about 20; about 50 moves), their bounds drawn halfway between.
fn classify<const C: usize, const B: usize>(
    problem: &RushHour<C, B>,
    space: &Space,
    distance: Option<u32>,
) -> Option<&'static str> {
    // The study counts slides.
    let moves = distance.filter(|_| RushHour::metric(problem) == Metric::Slides)?;
    Some(match (space.reachable, moves) {
        (_, 36..) => "long",
        (..5_000, _) => "easy",
        (..100_000, _) => "medium",
        _ => "hard",
    })
}
