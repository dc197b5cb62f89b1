//! The best play along a game, where the space is small enough to enumerate.

use crate::ToSchema;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::request::instances::Reading;
use crate::system::watch::Watch;
use serde::{Deserialize, Serialize};
use unstuck_core::instance::SpaceError;
use unstuck_core::instance::judge::Judgement;
use unstuck_core::language::Checked;
use unstuck_core::search::{Limit, Limits};

/// What an enumeration for a game may take.
const LIMITS: Limits =
    Limits { expanded: Some(400_000), seconds: Some(10.0), memory: Some(1 << 30), ..Limits::NONE };

/// Most moves of a game.
const MOVES: usize = 10_000;

/// A game: an instance, how it is read, and the moves made from it.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[schema(as = JudgeRequest)]
pub struct Request {
    /// The instance, by name or text.
    pub instance: String,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// The game; moves after one that is not legal are left out.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// What is known of a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Judged {
    /// Null where the space is too large, or nothing solves the instance.
    pub game: Option<Judgement>,
}

/// Judges a game.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Judged> {
    let Request { instance, reading, moves } = request;
    if moves.len() > MOVES {
        let wrong = format!("a game of {} moves; at most {MOVES} are judged", moves.len());
        return Err(Error::request(wrong).field("moves"));
    }
    let source = context.instance(instance, reading)?;
    let start = source.search(reading, "judge")?;
    let default = source.domain.info().heuristic.as_ref();
    let glance = default.and_then(|text| Checked::read(text, start.table()).ok());
    let mut watch = Watch::new(context.activity, LIMITS);
    let game = match start.judge(moves, glance.as_ref(), LIMITS, &mut watch) {
        Ok(game) => Some(game),
        Err(SpaceError::Limit(Limit::Cancelled, _)) => return Err(Error::new(Kind::Cancelled, "cancelled")),
        Err(SpaceError::Limit(..) | SpaceError::Unsolvable) => None,
        Err(SpaceError::Instance(error)) => return Err(Error::input(error.to_string()).field("instance")),
    };
    Ok(Judged { game })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::watch::Activity;

    fn judged(instance: &str, metric: Option<&str>, moves: &[&str]) -> Option<Judgement> {
        unstuck_domains::install();
        let request = Request {
            instance: instance.to_owned(),
            reading: Reading { metric: metric.map(str::to_owned), ..Reading::default() },
            moves: moves.iter().map(|&one| one.to_owned()).collect(),
        };
        run(&request, &Context::silent(&Activity::default())).unwrap().game
    }

    /// Distances and sizes of spaces are those of the sets.
    #[test]
    fn a_game_is_judged_by_exact_distances() {
        let game = judged("jam:1", None, &["B+1", "B-1"]).unwrap();
        let left: Vec<_> = game.positions.iter().map(|one| one.left).collect();
        assert_eq!((left, game.states), (vec![Some(8), Some(7), Some(8)], 1247));
        for position in &game.positions {
            let lost: Vec<_> = position.moves.iter().filter_map(|one| one.lost).collect();
            assert!(lost.contains(&0) && lost.len() == position.moves.len());
        }
        assert_eq!(game.difficulty.unwrap().moves, 8);
        assert_eq!(judged("jam:1", Some("steps"), &[]).unwrap().positions[0].left, Some(16));
        assert!(judged("korf:1", None, &[]).is_none());
    }

    #[test]
    fn tiles_and_planning_tasks_are_judged_alike() {
        assert_eq!(judged("eight:1", None, &["X"]).unwrap().states, 181_440);
        let gripper = judged("pddl-small:gripper", None, &[]).unwrap();
        assert!(gripper.difficulty.unwrap().solutions > 1.0);
    }
}
