//! Short solutions: beam search by the number of moves a player makes, wider and wider until a limit.
//!
//! Every card goes home by one move of its own, whatever else happens. So in the metrics *moves* and *player*
//! a plan is as short as it has few moves that are not home moves, and home moves are free steps within a layer:
//! all positions of a layer have cost the same, and which to keep is a matter of the score alone. The first
//! layer with a solution ends a pass; the next pass is three times as wide, and ends where it can no longer
//! find anything shorter. A pass that left nothing out was breadth-first search, and proves its result.
//!
//! The fast solver goes first, so that there is a solution from the beginning. In the other two metrics the
//! same plans are found, and the one that is cheapest there is kept.

mod beam;

use super::action::Action;
use super::metric::Metric;
use super::problem::FreeCell;
use super::quick::{ATTEMPTS, Attempts, Ended, Weights};
use super::state::State;
use beam::{Beam, Pass};
use unstuck_core::problem::Problem;
use unstuck_core::search::parts::{plan_cost, solved};
use unstuck_core::search::{End, Limit, Limits, Meter, Observer, Outcome};

/// Width of the first pass, and by how much each is wider than the last.
const FIRST_WIDTH: usize = 128;
const WIDER: usize = 3;
/// No pass is wider than this: one layer takes half a gigabyte.
const MAX_WIDTH: usize = 1 << 20;

/// What a position in the beam is judged by.
///
/// Tuned like [`ATTEMPTS`], on deals 1001 to 1060 for short solutions within 12,000 expansions.
pub const BEAM: Weights = Weights {
    not_home: 50,
    misfit: 57,
    inversion: 6,
    bottom: 11,
    founded: 13,
    crowned: 1,
    cell: 53,
    cells: 8,
    cell_rank: -1,
    empty: 40,
    stuck: -1,
    buried: 28,
    buried_next: -1,
    spread: -3,
    depth: 0,
};

/// Looks for ever shorter solutions until a limit.
pub fn solve(game: &FreeCell, start: &State, limits: Limits, observer: &mut dyn Observer) -> Outcome<Action> {
    solve_with(game, start, &BEAM, limits, observer)
}

/// The same with other weights.
pub fn solve_with(
    game: &FreeCell,
    start: &State,
    weights: &Weights,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Outcome<Action> {
    let mut meter = Meter::new(limits, observer);
    if game.is_goal(start) {
        return solved(game, start, Vec::new(), true, meter);
    }
    let mut best: Option<Best> = None;
    let mut attempts = Attempts::new();
    for (weights, expansions) in &ATTEMPTS {
        match attempts.run(game, start, weights, *expansions, &mut meter) {
            Ended::Solved(plan) => {
                improve(game, start, &mut best, plan, &mut meter);
                break;
            }
            Ended::Stopped(limit) => {
                return Outcome { end: End::Limit, limit: Some(limit), stats: meter.stats };
            }
            Ended::Failed => {}
        }
    }
    drop(attempts);
    let mut width = FIRST_WIDTH;
    while width <= MAX_WIDTH {
        let max_moves = best.as_ref().map_or(u32::MAX, |best| best.player_moves);
        if max_moves == 0 {
            // Every card has only gone home: no plan is shorter in any metric.
            return finish(game, start, best, true, None, meter);
        }
        let mut beam = Beam::new(game, start, weights, width);
        match beam.run(max_moves, &mut meter) {
            Pass::Solved(plan) => improve(game, start, &mut best, plan, &mut meter),
            Pass::Nothing => {}
            Pass::Stopped(limit) => return finish(game, start, best, false, Some(limit), meter),
        }
        if !beam.has_dropped() {
            let proved = best.is_none() || matches!(game.settings.metric, Metric::Moves | Metric::Player);
            return finish(game, start, best, proved, None, meter);
        }
        width *= WIDER;
    }
    finish(game, start, best, false, None, meter)
}

/// The best plan so far.
struct Best {
    plan: Vec<Action>,
    cost: u64,
    player_moves: u32,
}

fn improve(
    game: &FreeCell,
    start: &State,
    best: &mut Option<Best>,
    plan: Vec<Action>,
    meter: &mut Meter<'_>,
) {
    let plan = game.priced(start, plan);
    let cost = plan_cost(game, start, &plan);
    let player_moves = plan.iter().filter(|action| !action.goes_home()).count() as u32;
    if best.as_ref().is_none_or(|best| cost < best.cost) {
        meter.improved(cost, &[]);
        *best = Some(Best { plan, cost, player_moves });
    } else if let Some(best) = best {
        best.player_moves = best.player_moves.min(player_moves);
    }
}

fn finish(
    game: &FreeCell,
    start: &State,
    best: Option<Best>,
    all_seen: bool,
    limit: Option<Limit>,
    meter: Meter<'_>,
) -> Outcome<Action> {
    match (best, limit) {
        (Some(best), limit) => {
            let outcome = solved(game, start, best.plan, all_seen, meter);
            Outcome { limit, ..outcome }
        }
        (None, Some(limit)) => Outcome { end: End::Limit, limit: Some(limit), stats: meter.stats },
        (None, None) => {
            let end = if all_seen { End::Unsolvable } else { End::GaveUp };
            Outcome { end, limit: None, stats: meter.stats }
        }
    }
}
