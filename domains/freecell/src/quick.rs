//! The fast solver: greedy attempts with different weights, one after the other, and a proof if all fail.
//!
//! A good score solves most deals within a hundred expansions and gets lost on the rest; a different score
//! gets lost on different deals. So each attempt has a number of expansions to spend, and the next begins
//! again with other weights. Attempts leave out moves that hardly ever help, so they prove nothing; what
//! none of them solves is searched depth-first to the end, with all moves and in little memory.
//!
//! ```
//! use unstuck_freecell::{board::Rules, deal::deal, metric::Settings, problem::FreeCell, quick};
//! use unstuck_core::search::{End, Limits};
//!
//! let rules = Rules::default();
//! let game = FreeCell::new(&deal(617, &rules).unwrap(), rules, Settings::default());
//! let outcome = quick::solve(&game, &game.start(), Limits::default(), &mut ());
//! assert!(matches!(outcome.end, End::Solved { .. }));
//! ```

mod attempt;
mod children;
mod position;
mod queue;
mod scorer;
#[cfg(test)]
mod tests;
mod weights;

use super::action::Action;
use super::problem::FreeCell;
use super::state::State;
pub(super) use attempt::{Attempts, Ended};
pub(super) use children::Children;
pub(super) use position::Position;
pub(super) use scorer::Scorer;
use unstuck_core::executor::Sequential;
use unstuck_core::heuristic::Zero;
use unstuck_core::problem::Problem;
use unstuck_core::search::parts::{run_dfs, solved};
use unstuck_core::search::{DFS, End, Limits, Meter, Observer, Outcome, Search, SearchParameters};
pub use weights::{ATTEMPTS, Weights};

/// Solves a game, or proves that it cannot be solved.
pub fn solve(game: &FreeCell, start: &State, limits: Limits, observer: &mut dyn Observer) -> Outcome<Action> {
    solve_with(game, start, &ATTEMPTS, limits, observer)
}

/// The same with other attempts: weights, and expansions to spend with them.
pub fn solve_with(
    game: &FreeCell,
    start: &State,
    attempts: &[(Weights, u64)],
    limits: Limits,
    observer: &mut dyn Observer,
) -> Outcome<Action> {
    let mut meter = Meter::new(limits, observer);
    if game.is_goal(start) {
        return solved(game, start, Vec::new(), true, meter);
    }
    let mut room = Attempts::new();
    for (weights, expansions) in attempts {
        meter.stats.iterations += 1;
        meter.stage(&format!("attempt {}", meter.stats.iterations));
        match room.run(game, start, weights, *expansions, &mut meter) {
            Ended::Solved(plan) => {
                let plan = game.priced(start, plan);
                // If every card has only gone home, no plan is shorter in any metric.
                let optimal = plan.iter().all(|action| action.goes_home());
                return solved(game, start, plan, optimal, meter);
            }
            Ended::Stopped(limit) => {
                return Outcome { end: End::Limit, limit: Some(limit), stats: meter.stats };
            }
            Ended::Failed => {}
        }
    }
    drop(room);
    let spent = meter.stats;
    let mut parameters = SearchParameters::new(&DFS);
    parameters.limits =
        Limits { expanded: limits.expanded.map(|most| most - spent.expanded.min(most)), ..limits };
    let everything = Search {
        problem: game,
        start,
        heuristic: Zero,
        parameters,
        admissible: true,
        observer,
        executor: &Sequential,
    };
    let mut outcome = run_dfs(everything);
    outcome.stats.iterations += 1;
    outcome.after(spent)
}
