//! One pass of beam search over layers of equal cost.

use super::super::action::Action;
use super::super::problem::FreeCell;
use super::super::quick::{Children, Position, Scorer, Weights};
use super::super::state::{State, WORDS};
use std::ops::ControlFlow;
use unstuck_core::search::{Limit, Meter, NodeOutcome, NodeValues};

/// How a pass ended.
pub(super) enum Pass {
    /// With a plan.
    Solved(Vec<Action>),
    /// With nothing that is short enough.
    Nothing,
    /// By a limit of the whole search.
    Stopped(Limit),
}

/// A pass.
pub(super) struct Beam<'g> {
    scorer: Scorer<'g>,
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
    dropped: bool,
}

const NO_PARENT: u32 = u32::MAX;
const CHILDREN: usize = Children::MOST;

impl<'g> Beam<'g> {
    pub(super) fn new(game: &'g FreeCell, start: &State, weights: &'g Weights, width: usize) -> Self {
        let mut beam = Self {
            scorer: Scorer::new(game, weights),
            width,
            layer: Vec::new(),
            next: Vec::new(),
            first: 0,
            reached: Vec::new(),
            codes: Vec::new(),
            slots: vec![0; 1 << 12],
            children: Vec::new(),
            order: Vec::new(),
            dropped: false,
        };
        let position = Position::new(&beam.scorer, start);
        beam.enter(&position.state, NO_PARENT, Action::NONE);
        beam.layer.push(position);
        beam
    }

    /// Whether a position was left out.
    pub(super) fn has_dropped(&self) -> bool {
        self.dropped
    }

    /// Layer after layer, as long as a solution could have fewer than `max_moves`, home moves not counted.
    pub(super) fn run(&mut self, max_moves: u32, meter: &mut Meter<'_>) -> Pass {
        // Every position of the layer has taken so many moves.
        let mut made = 0;
        while !self.layer.is_empty() {
            // Whether one more move would still be fewer; if not, cards may yet go home.
            let go_on = made + 1 < max_moves;
            match self.expand(go_on, meter) {
                Ok(None) if go_on => {}
                Ok(None) => return Pass::Nothing,
                Ok(Some(plan)) => return Pass::Solved(plan),
                Err(limit) => return Pass::Stopped(limit),
            }
            if let ControlFlow::Break(limit) = self.choose(meter) {
                return Pass::Stopped(limit);
            }
            made += 1;
            meter.stats.max_open = meter.stats.max_open.max(self.children.len() as u64);
            meter.stats.stored = meter.stats.stored.max(self.codes.len() as u64);
        }
        Pass::Nothing
    }

    /// Lists the children of the layer, or has only cards go home. Those lead to further positions of the
    /// same layer, so a solution that ends with another move has to wait for them: one of them may do without it.
    fn expand(&mut self, mut go_on: bool, meter: &mut Meter<'_>) -> Result<Option<Vec<Action>>, Limit> {
        self.children.clear();
        self.order.clear();
        let mut solution = None;
        let mut children = Children::new();
        let mut at = 0;
        while at < self.layer.len() {
            let position = self.layer[at];
            let parent = self.first + at as u32;
            at += 1;
            if !go_on && !position.state.can_go_home() {
                continue;
            }
            if let ControlFlow::Break(limit) = self.allowed(meter) {
                return Err(limit);
            }
            children.list(&self.scorer, &position, position.score(&self.scorer), true);
            if !go_on {
                children.keep_home_moves();
            }
            meter.stats.generated += children.len() as u64;
            meter.stats.evaluated += children.len() as u64;
            if meter.traces() {
                self.trace(&position, &children, meter);
            }
            for child in children.iter() {
                let (action, mut score) = (child.action(), child.score);
                if !child.is_quiet() {
                    let mut child = position;
                    child.make(&self.scorer, action);
                    let solved = child.state.code == [0; WORDS];
                    if action.goes_home() {
                        if solved {
                            return Ok(Some(self.plan(parent, action)));
                        }
                        if self.enter(&child.state, parent, action) {
                            self.layer.push(child);
                        }
                        continue;
                    }
                    if solved {
                        solution.get_or_insert_with(|| self.plan(parent, action));
                        go_on = false;
                        continue;
                    }
                    score = child.score(&self.scorer);
                }
                let rank = (i64::from(score) - i64::from(i32::MIN)) as u64;
                self.order.push(rank << 32 | self.children.len() as u64);
                self.children.push((parent, action));
            }
        }
        Ok(solution)
    }

    /// Reports an expansion.
    #[cold]
    fn trace(&self, position: &Position, children: &Children, meter: &mut Meter<'_>) {
        meter.trace_expanded(self.scorer.game, &position.state, NodeValues::default());
        for child in children.iter() {
            let mut made = *position;
            made.make(&self.scorer, child.action());
            let (values, outcome) = (NodeValues::default(), NodeOutcome::New);
            meter.trace_generated(self.scorer.game, &position.state, &made.state, values, outcome);
        }
    }

    /// Makes the best children the next layer. None of them is solved: a move that brings cards home was
    /// made when it was listed.
    fn choose(&mut self, meter: &mut Meter<'_>) -> ControlFlow<Limit> {
        let most = self.width.min(self.order.len());
        self.next.clear();
        meter.allow(self.bytes() + self.growth(most))?;
        self.next.reserve(most);
        self.codes.reserve(most);
        self.reached.reserve(most);
        // Some will turn out to be known: twice the width is looked at before more is.
        let some = (2 * self.width).min(self.order.len());
        if some < self.order.len() {
            self.order.select_nth_unstable(some);
        }
        self.order[..some].sort_unstable();
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
            child.make(&self.scorer, action);
            if self.enter(&child.state, parent, action) {
                self.next.push(child);
            }
        }
        self.first = (self.codes.len() - self.next.len()) as u32;
        std::mem::swap(&mut self.layer, &mut self.next);
        ControlFlow::Continue(())
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

    /// The way to a node, and one action more.
    fn plan(&self, node: u32, last: Action) -> Vec<Action> {
        let mut plan = vec![last];
        let mut at = node;
        while let Some(&(parent, action)) = self.reached.get(at as usize).filter(|link| link.0 != NO_PARENT) {
            plan.push(action);
            at = parent;
        }
        plan.reverse();
        plan
    }

    /// Whether one more node may be expanded.
    #[inline]
    fn allowed(&self, meter: &mut Meter<'_>) -> ControlFlow<Limit> {
        let lists_full = self.children.len() + CHILDREN > self.children.capacity()
            || self.layer.len() + CHILDREN > self.layer.capacity();
        if lists_full {
            meter.allow(self.bytes() + self.growth(CHILDREN))?;
        }
        meter.expand()
    }

    /// Memory that the lists may take in addition when so many nodes and children enter: full lists double.
    #[cold]
    fn growth(&self, more: usize) -> u64 {
        fn doubled<T>(list: &Vec<T>, more: usize) -> usize {
            let needed = list.len() + more;
            if needed <= list.capacity() { 0 } else { needed.max(2 * list.capacity()) * size_of::<T>() }
        }
        let lists = doubled(&self.layer, CHILDREN.min(more))
            + doubled(&self.next, more)
            + doubled(&self.codes, more)
            + doubled(&self.reached, more)
            + doubled(&self.children, CHILDREN)
            + doubled(&self.order, CHILDREN);
        let slots = if (self.codes.len() + more) * 2 < self.slots.len() { 0 } else { 16 * self.slots.len() };
        (lists + slots) as u64
    }

    fn bytes(&self) -> u64 {
        let layers = (self.layer.capacity() + self.next.capacity()) * size_of::<Position>();
        let nodes = self.codes.capacity() * size_of::<[u64; WORDS]>()
            + self.reached.capacity() * size_of::<(u32, Action)>();
        let children = self.children.capacity() * size_of::<(u32, Action)>() + self.order.capacity() * 8;
        (layers + nodes + children + self.slots.len() * 4) as u64
    }
}
