//! A first plan, soon: searches that take turns, each with twice the effort of its turn before. One follows relaxed plans and
//! carries them out as far as they go, one what is new (close to BFWS(f5), Lipovetzky and Geffner 2017); where both have not
//! found a plan for a while, a third one by relaxed plans and landmarks joins them (the first search of LAMA, Richter and
//! Westphal 2010). With a rule, an evolved one say, descent, greedy best-first search and lazy search by it have the first turns
//! of each round, descent the longest one; by a rule that reads relaxed plans, which take long, greedy search has none. The
//! first of them has a head start in proportion to grounding. What one cannot solve is often easy for another. Effort is counted, not
//! timed, so that results depend on the task alone.

mod descent;
mod greedy;
mod width;

use super::cheaper::{grounding, polish};
use crate::features::DEFAULT;
use crate::problem::{Action, Hooks, PlanningProblem};
use crate::task::state::State;
use descent::Descent;
use greedy::Greedy;
use unstuck_core::heuristic::{Heuristic, WithHeuristic};
use unstuck_core::language::Compiled;
use unstuck_core::problem::Problem;
use unstuck_core::search::parts::{Deferred, Pause, ended, solved, stopped};
use unstuck_core::search::{End, Limit, Limits, Meter, Observer, Outcome};
use width::Width;

/// Effort of the first turn, about 10 ms; more where one evaluation costs more, so that turns are equally long.
const FIRST: u64 = 1 << 22;

/// Rounds before landmarks are counted, too.
const EARLY: u64 = 3;

/// Descent by a rule has this many times the effort of the others in a turn.
const DESCENT_SHARE: u64 = 4;

/// While descent makes progress, its turn is repeated, up to this many times.
const GOING_ON: u64 = 4;

/// Greedy and lazy search by a rule have this many times the effort of the others.
const RULE_SHARE: u64 = 2;

/// Before the others are made ready, the first search by a rule has a turn for the effort of grounding divided by this; descent
/// has half that effort then.
const HEAD_START: u64 = 2 * DESCENT_SHARE;

/// Evaluations of lazy search by a rule between two looks at its effort.
const EVALUATIONS_PER_CHECK: u64 = 32;

/// A plan, soon.
pub(super) fn solve(
    problem: &PlanningProblem,
    start: &State,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Outcome<Action> {
    let mut meter = meter(problem, limits, observer);
    let found = first_plan(problem, start, &mut meter, Vec::new());
    outcome(problem, start, found, meter)
}

/// A plan, soon, with a rule that takes turns with the other searches.
pub(super) struct WithRule<'a> {
    pub(super) problem: &'a PlanningProblem,
    pub(super) start: &'a State,
    pub(super) limits: Limits,
    pub(super) observer: &'a mut dyn Observer,
    /// The rule reads relaxed plans.
    pub(super) is_slow: bool,
}

impl WithHeuristic<PlanningProblem, Outcome<Action>> for WithRule<'_> {
    fn call<H: Heuristic<PlanningProblem>>(self, heuristic: H) -> Outcome<Action> {
        let Self { problem, start, limits, observer, is_slow } = self;
        let mut meter = meter(problem, limits, observer);
        let mut rules: Vec<Box<dyn Turns + '_>> = Vec::new();
        // Lazy search keeps what paths have accepted. A heuristic that reads more than the state cannot serve several searches.
        let fork = || heuristic.fork(problem).filter(|_| !heuristic.needs().path);
        if let Some(heuristic) = fork() {
            let search = Descent::new(problem, start, heuristic);
            rules.push(Box::new(DescentByRule {
                problem,
                search,
                share: if is_slow { 1 } else { DESCENT_SHARE },
            }));
        }
        // Greedy search looks at every successor, which takes too long by a slow rule.
        if let Some(heuristic) = fork().filter(|_| !is_slow) {
            rules.push(Box::new(GreedyByRule { problem, search: Greedy::new(problem, start, heuristic) }));
        }
        let search = Deferred::new(problem, start, 0);
        rules.push(Box::new(Lazy {
            problem,
            heuristic,
            search,
            pace: Pace::Counted(if is_slow { 1 } else { RULE_SHARE }),
        }));
        let found = first_plan(problem, start, &mut meter, rules);
        outcome(problem, start, found, meter)
    }
}

fn meter<'a>(problem: &PlanningProblem, limits: Limits, observer: &'a mut dyn Observer) -> Meter<'a> {
    Meter::new(limits, observer).at(problem.node_prices())
}

fn outcome(problem: &PlanningProblem, start: &State, found: Found, mut meter: Meter<'_>) -> Outcome<Action> {
    match found {
        Found::Plan(plan) => {
            let plan = polish(problem, start, plan, &mut meter);
            solved(problem, start, plan, false, meter)
        }
        Found::Nothing => ended(End::Unsolvable, meter),
        Found::Stopped(limit) => stopped(limit, meter),
    }
}

/// What a search for a plan led to.
pub(super) enum Found {
    /// A plan.
    Plan(Vec<Action>),
    /// There is none.
    Nothing,
    /// A limit came first.
    Stopped(Limit),
}

/// A search that takes turns with others.
pub(super) trait Turns {
    /// Goes on for this effort; `others` are the bytes that the other searches hold.
    fn turn(&mut self, meter: &mut Meter<'_>, effort: u64, others: u64) -> Option<Found>;

    /// Bytes held.
    fn bytes(&self) -> u64;
}

/// A plan, by the searches in turns; those of a rule come first.
pub(super) fn first_plan(
    problem: &PlanningProblem,
    start: &State,
    meter: &mut Meter<'_>,
    mut rules: Vec<Box<dyn Turns + '_>>,
) -> Found {
    // Where a rule leads straight to a goal, nothing else need be made ready.
    if let Some(better) = rules.first_mut()
        && let Some(found) = better.turn(meter, grounding(problem) / HEAD_START, 0)
    {
        return found;
    }
    let relaxation = problem.ground.relaxation();
    // What one evaluation costs.
    let price = 500 + 2 * (relaxation.facts() + relaxation.rules()) as u64;
    let counting = PlanningProblem { landmarks: true, ..problem.clone() };
    let Some(mut relaxed) = Lazy::by_plans(problem, start, price) else { return Found::Nothing };
    relaxed.search = relaxed.search.looking_ahead();
    let novel = Novel { problem, search: Width::new(problem, start, price) };
    let mut searches = rules;
    searches.push(Box::new(relaxed));
    searches.push(Box::new(novel));
    let (mut effort, mut rounds) = (FIRST.max(price), 0_u64);
    loop {
        if rounds == EARLY
            && let Some(counted) = Lazy::by_plans(&counting, start, price)
        {
            searches.push(Box::new(counted));
        }
        if let Some(found) = round(&mut searches, meter, effort) {
            return found;
        }
        effort = effort.saturating_mul(2);
        rounds += 1;
    }
}

/// One turn of every search.
fn round(searches: &mut [Box<dyn Turns + '_>], meter: &mut Meter<'_>, effort: u64) -> Option<Found> {
    (0..searches.len()).find_map(|place| {
        let all: u64 = searches.iter().map(|search| search.bytes()).sum();
        let others = all - searches[place].bytes();
        searches[place].turn(meter, effort, others)
    })
}

/// A lazy search: by relaxed plans, and by landmarks if its problem keeps them, or by a rule.
struct Lazy<'a, H: Heuristic<PlanningProblem>> {
    problem: &'a PlanningProblem,
    heuristic: H,
    search: Deferred<PlanningProblem, H, Hooks>,
    pace: Pace,
}

/// How the effort of a turn is kept.
#[derive(Clone, Copy)]
enum Pace {
    /// An evaluation is taken to cost so much.
    Priced(u64),
    /// Effort is counted, and so many times that of the others.
    Counted(u64),
}

impl<'a> Lazy<'a, Compiled<PlanningProblem>> {
    fn by_plans(problem: &'a PlanningProblem, start: &State, price: u64) -> Option<Self> {
        let heuristic = Compiled::named(problem, DEFAULT)?;
        let search = Deferred::new(problem, start, heuristic.guides());
        Some(Self { problem, heuristic, search, pace: Pace::Priced(price) })
    }
}

impl<H: Heuristic<PlanningProblem>> Lazy<'_, H> {
    /// Goes on for so many evaluations.
    fn advance(&mut self, meter: &mut Meter<'_>, evaluations: u64, others: u64) -> Option<Found> {
        let until = meter.stats.evaluated + evaluations;
        let pause = self.search.advance(self.problem, &mut self.heuristic, meter, (until, others));
        meter.stats.stored = meter.stats.stored.max(self.search.stored());
        found(pause, |node| self.search.plan(self.problem, node))
    }
}

impl<H: Heuristic<PlanningProblem>> Turns for Lazy<'_, H> {
    fn turn(&mut self, meter: &mut Meter<'_>, effort: u64, others: u64) -> Option<Found> {
        let share = match self.pace {
            Pace::Priced(price) => return self.advance(meter, (effort / price).max(1), others),
            Pace::Counted(share) => share,
        };
        let until = meter.effort().saturating_add(effort.saturating_mul(share));
        let mut found = None;
        while found.is_none() && meter.effort() < until {
            found = self.advance(meter, EVALUATIONS_PER_CHECK, others);
        }
        found
    }

    fn bytes(&self) -> u64 {
        self.search.bytes()
    }
}

/// Descent by a rule.
struct DescentByRule<'a, H: Heuristic<PlanningProblem>> {
    problem: &'a PlanningProblem,
    search: Descent<H>,
    /// Turns are so many times as long as others.
    share: u64,
}

impl<H: Heuristic<PlanningProblem>> Turns for DescentByRule<'_, H> {
    fn turn(&mut self, meter: &mut Meter<'_>, effort: u64, others: u64) -> Option<Found> {
        let mut found_one = None;
        for _ in 0..GOING_ON {
            let before = self.search.steps();
            let until = meter.effort().saturating_add(effort.saturating_mul(self.share));
            let pause = self.search.advance(self.problem, meter, (until, others));
            meter.stats.stored = meter.stats.stored.max(self.search.stored());
            found_one = found(pause, |node| self.search.plan(node));
            if found_one.is_some() || self.search.steps() == before {
                break;
            }
        }
        found_one
    }

    fn bytes(&self) -> u64 {
        self.search.bytes()
    }
}

/// Greedy best-first search by a rule.
struct GreedyByRule<'a, H: Heuristic<PlanningProblem>> {
    problem: &'a PlanningProblem,
    search: Greedy<H>,
}

impl<H: Heuristic<PlanningProblem>> Turns for GreedyByRule<'_, H> {
    fn turn(&mut self, meter: &mut Meter<'_>, effort: u64, others: u64) -> Option<Found> {
        let until = meter.effort().saturating_add(effort.saturating_mul(RULE_SHARE));
        let pause = self.search.advance(self.problem, meter, (until, others));
        meter.stats.stored = meter.stats.stored.max(self.search.stored());
        found(pause, |node| self.search.plan(node))
    }

    fn bytes(&self) -> u64 {
        self.search.bytes()
    }
}

/// The search by what is new.
struct Novel<'a> {
    problem: &'a PlanningProblem,
    search: Width,
}

impl Turns for Novel<'_> {
    fn turn(&mut self, meter: &mut Meter<'_>, effort: u64, others: u64) -> Option<Found> {
        let pause = self.search.advance(self.problem, meter, (effort, others));
        meter.stats.stored = meter.stats.stored.max(self.search.stored());
        found(pause, |node| self.search.plan(node))
    }

    fn bytes(&self) -> u64 {
        self.search.bytes()
    }
}

/// What a pause means for the whole, with the plan to a goal node.
fn found(pause: Pause, plan: impl FnOnce(u32) -> Vec<Action>) -> Option<Found> {
    match pause {
        Pause::Share => None,
        Pause::Goal(node) => Some(Found::Plan(plan(node))),
        Pause::Exhausted => Some(Found::Nothing),
        Pause::Stopped(limit) => Some(Found::Stopped(limit)),
    }
}
