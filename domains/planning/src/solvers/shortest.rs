//! Ever cheaper plans until a limit.
//!
//! The first plan is that of `quick`. Every plan loses the actions that it does not need, and windows of it are solved
//! again. Then searches by relaxed plans look for cheaper ones, with weights 5, 3, 2 and 1 on the estimate, as LAMA does (Richter and
//! Westphal 2010). Estimates count one more than an operator costs. In turns with them, a search by LM-cut looks for
//! cheaper plans or the proof that there is none. A search that is exhausted below the cost of the best plan is such a
//! proof.

mod below;
mod plus_one;

use super::cheaper::{Best, Windows};
use super::quick::{Found, first_plan};
use crate::problem::{Action, Hooks, PlanningProblem};
use crate::task::state::State;
use below::Below;
use plus_one::PlusOne;
use unstuck_core::problem::Problem;
use unstuck_core::search::parts::{Deferred, Pause, ended, solved, stopped};
use unstuck_core::search::{End, Limit, Limits, Meter, Observer, Outcome};

/// Factors on the estimate, one search each; the last one again and again.
const WEIGHTS: [f64; 4] = [5.0, 3.0, 2.0, 1.0];

/// Evaluations of the first turn.
const FIRST_TURN: u64 = 2_000;

/// Evaluations of relaxed plans for one by LM-cut, which takes ten to sixty times as long.
const PER_LM_CUT: u64 = 32;

/// Looks for ever cheaper plans.
pub(crate) fn solve(
    problem: &PlanningProblem,
    start: &State,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Outcome<Action> {
    let mut meter = Meter::new(limits, observer).at(problem.node_prices());
    let plan = match first_plan(problem, start, &mut meter, Vec::new()) {
        Found::Plan(plan) => plan,
        Found::Nothing => return ended(End::Unsolvable, meter),
        Found::Stopped(limit) => return stopped(limit, meter),
    };
    let mut best = Best::none();
    best.replace(problem, start, plan, &mut meter);
    let (optimal, limit) = match improve(problem, start, &mut best, &mut meter) {
        Ok(()) => (true, None),
        Err(limit) => (false, Some(limit)),
    };
    Outcome { limit, ..solved(problem, start, best.plan, optimal, meter) }
}

/// Improves a plan until it is known to be the cheapest, or a limit is reached. Searches for another plan, for better
/// windows of this one, and for a proof take turns.
fn improve(
    problem: &PlanningProblem,
    start: &State,
    best: &mut Best,
    meter: &mut Meter<'_>,
) -> Result<(), Limit> {
    let mut windows = Windows::new(problem);
    let mut weights = WEIGHTS.into_iter();
    let mut weight = WEIGHTS[0];
    let mut turn = FIRST_TURN;
    let mut proof = Deferred::<_, _, Hooks>::new(problem, start, 0).improving(1.0, best.cost);
    let mut below = Below::new(best.cost);
    windows.advance((problem, start), best, meter, (turn, 0))?;
    loop {
        // The start may be a goal; nothing is cheaper.
        if best.cost == 0 {
            return Ok(());
        }
        weight = weights.next().unwrap_or(weight);
        let mut heuristic = PlusOne::default();
        let mut search = Deferred::<_, _, Hooks>::new(problem, start, 0).improving(weight, best.cost);
        loop {
            let until = meter.stats.evaluated.saturating_add(turn);
            let pause = search.advance(problem, &mut heuristic, meter, (until, proof.bytes()));
            meter.stats.stored = meter.stats.stored.max(search.stored());
            match pause {
                Pause::Share => {}
                Pause::Goal(node) => {
                    best.replace(problem, start, search.plan(problem, node), meter);
                    break;
                }
                Pause::Exhausted => return Ok(()),
                Pause::Stopped(limit) => return Err(limit),
            }
            windows.advance((problem, start), best, meter, (turn, search.bytes() + proof.bytes()))?;
            below.bound = best.cost;
            proof.lower(best.cost);
            let until = meter.stats.evaluated.saturating_add(turn / PER_LM_CUT);
            match proof.advance(problem, &mut below, meter, (until, search.bytes())) {
                Pause::Share => {}
                Pause::Goal(node) => _ = best.replace(problem, start, proof.plan(problem, node), meter),
                Pause::Exhausted => return Ok(()),
                Pause::Stopped(limit) => return Err(limit),
            }
            search.lower(best.cost);
            turn = turn.saturating_mul(2);
        }
    }
}
