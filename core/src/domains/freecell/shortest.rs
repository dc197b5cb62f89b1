//! Short solutions: beam search by the number of moves a player makes, wider and wider until a limit.
//!
//! Every card goes home by one move of its own, whatever else happens. So in the metrics *moves* and *player*
//! a plan is as short as it has few moves that are not home moves, and home moves are free steps within a layer:
//! all positions of a layer have cost the same, and which to keep is a matter of the score alone. The first
//! layer with a solution ends a pass; the next pass is four times as wide, and ends before it reaches
//! that layer again.
//!
//! The fast solver goes first, so that there is a solution from the beginning. In the other two metrics the
//! same plans are found, and the one that is cheapest there is kept.

use super::domain::{Action, FreeCell, Metric};
use super::quick::{ATTEMPTS, Attempts, Ended, Position, Weights, moves};
use super::state::{State, WORDS};
use crate::domain::Domain;
use crate::search::{self, End, Limit, Limits, Meter, Observer, Outcome};
use std::ops::ControlFlow;

/// Width of the first pass, and by how much each is wider than the last.
const FIRST_WIDTH: usize = 64;
const WIDER: usize = 4;
/// No pass is wider than this: half a gigabyte.
const MOST_WIDTH: usize = 1 << 20;

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
        return search::solved(game, start, Vec::new(), true, meter);
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
    while width <= MOST_WIDTH {
        let most_moves = best.as_ref().map_or(u32::MAX, |best| best.player_moves);
        let mut beam = Beam::new(game, start, weights, width);
        match beam.run(most_moves, &mut meter) {
            Pass::Solved(plan) => improve(game, start, &mut best, plan, &mut meter),
            Pass::Nothing => {}
            Pass::Stopped(limit) => return finish(game, start, best, false, Some(limit), meter),
        }
        if !beam.dropped {
            // Nothing was left out: this was breadth-first search.
            let counted = matches!(game.settings.metric, Metric::Moves | Metric::Player);
            return finish(game, start, best, counted, None, meter);
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
    let plan = priced(game, start, plan);
    let cost = search::plan_cost(game, start, &plan);
    let player_moves = plan.iter().filter(|action| !action.goes_home()).count() as u32;
    if best.as_ref().is_none_or(|best| cost < best.cost) {
        meter.improved(cost);
        *best = Some(Best { plan, cost, player_moves });
    } else if let Some(best) = best {
        best.player_moves = best.player_moves.min(player_moves);
    }
}

/// The plan with every action as the domain names it, costs included.
pub(super) fn priced(game: &FreeCell, start: &State, plan: Vec<Action>) -> Vec<Action> {
    let mut state = *start;
    let mut named = plan;
    for action in &mut named {
        action.cost = game.price(&state, *action);
        game.apply(&mut state, *action);
    }
    named
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
            let outcome = search::solved(game, start, best.plan, all_seen, meter);
            Outcome { limit, ..outcome }
        }
        (None, Some(limit)) => Outcome { end: End::Limit, limit: Some(limit), stats: meter.stats },
        (None, None) => {
            let end = if all_seen { End::Unsolvable } else { End::GaveUp };
            Outcome { end, limit: None, stats: meter.stats }
        }
    }
}

/// How a pass ended.
enum Pass {
    Solved(Vec<Action>),
    Nothing,
    Stopped(Limit),
}

struct Beam<'g> {
    game: &'g FreeCell,
    weights: &'g Weights,
    width: usize,
    /// The layer being expanded and the next one; numbers of their nodes begin at `first`.
    layer: Vec<Position>,
    next: Vec<Position>,
    first: u32,
    /// How every node was reached.
    reached: Vec<(u32, Action)>,
    /// Codes of all nodes, and where to find them.
    codes: Vec<[u64; WORDS]>,
    slots: Vec<u32>,
    /// Children of the layer, and their order: score, then number.
    children: Vec<(u32, Action)>,
    order: Vec<u64>,
    actions: Vec<Action>,
    dropped: bool,
}

const NO_PARENT: u32 = u32::MAX;

impl<'g> Beam<'g> {
    fn new(game: &'g FreeCell, start: &State, weights: &'g Weights, width: usize) -> Self {
        let mut beam = Self {
            game,
            weights,
            width,
            layer: Vec::new(),
            next: Vec::new(),
            first: 0,
            reached: Vec::new(),
            codes: Vec::new(),
            slots: vec![0; 1 << 12],
            children: Vec::new(),
            order: Vec::new(),
            actions: Vec::new(),
            dropped: false,
        };
        let position = Position::new(game, start, weights);
        beam.enter(&position.state, NO_PARENT, Action::NONE);
        beam.layer.push(position);
        beam
    }

    /// Layer after layer, as long as a solution could be shorter than `most_moves`.
    fn run(&mut self, most_moves: u32, meter: &mut Meter<'_>) -> Pass {
        let mut moves_made = 0;
        while !self.layer.is_empty() {
            moves_made += 1;
            if moves_made >= most_moves {
                self.dropped |= moves_made > most_moves;
                return Pass::Nothing;
            }
            if let ControlFlow::Break(limit) = meter.allow(self.bytes()) {
                return Pass::Stopped(limit);
            }
            match self.expand(meter) {
                Ok(None) => {}
                Ok(Some(plan)) => return Pass::Solved(plan),
                Err(limit) => return Pass::Stopped(limit),
            }
            if let Some(plan) = self.choose() {
                return Pass::Solved(plan);
            }
            meter.stats.max_open = meter.stats.max_open.max(self.children.len() as u64);
            meter.stats.stored = meter.stats.stored.max(self.codes.len() as u64);
        }
        Pass::Nothing
    }

    /// Lists the children of the layer. Cards that go home lead to further positions of the same layer.
    fn expand(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Action>>, Limit> {
        self.children.clear();
        self.order.clear();
        let mut at = 0;
        while at < self.layer.len() {
            if let ControlFlow::Break(limit) = meter.expand() {
                return Err(limit);
            }
            let parent = self.first + at as u32;
            let mut actions = std::mem::take(&mut self.actions);
            actions.clear();
            let position = self.layer[at];
            moves(self.game, &position.state, true, &mut actions);
            meter.stats.generated += actions.len() as u64;
            meter.stats.evaluated += actions.len() as u64;
            let now = position.score(self.game, self.weights);
            for &action in &actions {
                let ahead = position.ahead(self.game, self.weights, &now, action);
                let score = match ahead {
                    Some(score) => score,
                    None => {
                        let mut child = position;
                        child.make(self.game, self.weights, action);
                        if child.state.code == [0; WORDS] {
                            let mut plan = self.plan(parent);
                            plan.push(action);
                            return Ok(Some(plan));
                        }
                        if action.goes_home() {
                            if self.enter(&child.state, parent, action) {
                                self.layer.push(child);
                            }
                            continue;
                        }
                        child.score(self.game, self.weights).total
                    }
                };
                let rank = (i64::from(score) - i64::from(i32::MIN)) as u64;
                self.order.push(rank << 32 | self.children.len() as u64);
                self.children.push((parent, action));
            }
            self.actions = actions;
            at += 1;
        }
        Ok(None)
    }

    /// Makes the best children the next layer; a plan if one of them solves the game.
    fn choose(&mut self) -> Option<Vec<Action>> {
        // Some will turn out to be known: twice the width is looked at before more is.
        let some = (2 * self.width).min(self.order.len());
        if some < self.order.len() {
            self.order.select_nth_unstable(some);
        }
        self.order[..some].sort_unstable();
        self.next.clear();
        for i in 0..self.order.len() {
            if i == some {
                self.order[some..].sort_unstable();
            }
            if self.next.len() == self.width {
                self.dropped = true;
                break;
            }
            let (parent, action) = self.children[self.order[i] as u32 as usize];
            let mut child = self.layer[(parent - self.first) as usize];
            child.make(self.game, self.weights, action);
            if self.enter(&child.state, parent, action) {
                if child.state.code == [0; WORDS] {
                    return Some(self.plan(self.codes.len() as u32 - 1));
                }
                self.next.push(child);
            }
        }
        self.first = (self.codes.len() - self.next.len()) as u32;
        std::mem::swap(&mut self.layer, &mut self.next);
        None
    }

    /// Notes a state with how it was reached, if it is new.
    fn enter(&mut self, state: &State, parent: u32, action: Action) -> bool {
        if self.codes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = state.hash() as usize;
        loop {
            match self.slots[at & mask] {
                0 => break,
                known if self.codes[known as usize - 1] == state.code => return false,
                _ => at += 1,
            }
        }
        self.codes.push(state.code);
        self.reached.push((parent, action));
        self.slots[at & mask] = self.codes.len() as u32;
        true
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (number, &code) in self.codes.iter().enumerate() {
            let mut at = State { code, ..State::solved() }.hash() as usize;
            while self.slots[at & (size - 1)] != 0 {
                at += 1;
            }
            self.slots[at & (size - 1)] = number as u32 + 1;
        }
    }

    fn plan(&self, node: u32) -> Vec<Action> {
        let mut plan = Vec::new();
        let mut at = node;
        while let Some(&(parent, action)) = self.reached.get(at as usize).filter(|link| link.0 != NO_PARENT) {
            plan.push(action);
            at = parent;
        }
        plan.reverse();
        plan
    }

    fn bytes(&self) -> u64 {
        let layers = (self.layer.capacity() + self.next.capacity()) * size_of::<Position>();
        let nodes = self.codes.capacity() * (size_of::<[u64; WORDS]>() + size_of::<(u32, Action)>());
        let children = self.children.capacity() * (size_of::<(u32, Action)>() + size_of::<u64>());
        (layers + nodes + children + self.slots.len() * 4) as u64
    }
}
