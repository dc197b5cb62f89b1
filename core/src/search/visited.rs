//! Which states have been seen: a bitset over a dense numbering, or a hash table over packed states.

use super::arena::{Arena, Packed, grown};
use super::closed::{Closed, Entry};
use crate::problem::Problem;
use std::cell::RefCell;

/// A set of states, kept in the order they came.
pub(super) trait Visited<P: Problem> {
    /// Adds a state; its index if it is new.
    fn insert(&mut self, problem: &P, state: &P::State) -> Option<u32>;
    /// Adds the state that an action leads to; the state and its index if it is new.
    fn insert_child(&mut self, problem: &P, state: &P::State, action: P::Action) -> Option<(u32, P::State)>;
    /// The states, in the order they came.
    fn arena(&self) -> &Arena<P>;
    /// Grow before the next insertion.
    fn is_full(&self) -> bool;
    /// Bytes held.
    fn bytes(&self) -> u64;
    /// Bytes held while growing.
    fn bytes_to_grow(&self) -> u64;
    /// Makes room.
    fn grow(&mut self);
}

/// The general set.
pub(super) struct Hashed<P: Problem> {
    arena: Arena<P>,
    closed: Closed,
    packed: Packed,
}

impl<P: Problem> Hashed<P> {
    pub(super) fn new(problem: &P) -> Self {
        Self { arena: Arena::new(problem), closed: Closed::new(), packed: Packed::new(problem) }
    }

    /// The state's index, and whether it is new.
    #[inline]
    pub(super) fn enter(&mut self, problem: &P, state: &P::State) -> (u32, bool) {
        let packed = self.packed.of(problem, state);
        let hash = problem.hash(state);
        match self.closed.find(&self.arena, hash, packed) {
            Entry::Known(index) => (index, false),
            Entry::Free(slot) => {
                let index = self.arena.push(packed);
                self.closed.fill(slot, hash, index);
                (index, true)
            }
        }
    }

    /// The state's index, if it is known.
    pub(super) fn find(&mut self, problem: &P, state: &P::State) -> Option<u32> {
        let packed = self.packed.of(problem, state);
        match self.closed.find(&self.arena, problem.hash(state), packed) {
            Entry::Known(index) => Some(index),
            Entry::Free(_) => None,
        }
    }

    /// Forgets everything, keeping the room.
    pub(super) fn clear(&mut self) {
        self.arena.clear();
        self.closed.clear();
    }
}

impl<P: Problem> Visited<P> for Hashed<P> {
    #[inline]
    fn insert(&mut self, problem: &P, state: &P::State) -> Option<u32> {
        let (index, new) = self.enter(problem, state);
        new.then_some(index)
    }

    #[inline]
    fn insert_child(&mut self, problem: &P, state: &P::State, action: P::Action) -> Option<(u32, P::State)> {
        let mut child = state.clone();
        problem.apply(&mut child, action);
        Some((self.insert(problem, &child)?, child))
    }

    fn arena(&self) -> &Arena<P> {
        &self.arena
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.arena.is_full() || self.closed.is_full()
    }

    fn bytes(&self) -> u64 {
        self.closed.bytes() + (self.arena.capacity() * self.arena.width() * 8) as u64
    }

    fn bytes_to_grow(&self) -> u64 {
        // A growing hash table holds the old slots beside the new ones.
        let closed = self.closed.bytes() * if self.closed.is_full() { 3 } else { 1 };
        let arena = if self.arena.is_full() { grown(self.arena.len()) } else { self.arena.capacity() };
        closed + (arena * self.arena.width() * 8) as u64
    }

    fn grow(&mut self) {
        if self.arena.is_full() {
            self.arena.reserve_to(grown(self.arena.len()));
        }
        if self.closed.is_full() {
            self.closed.grow();
        }
    }
}

/// Largest numbering worth a bitset: 32 MiB of bits, of which only the pages in use take memory.
const DENSE_STATES: u64 = 1 << 28;

thread_local! {
    /// A zeroed bitset kept between searches: fresh pages cost more than a small search.
    static SPARE: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// The set for domains that number their states densely.
pub(super) struct Dense<P: Problem> {
    bits: Vec<u64>,
    /// How many of the words this instance uses: the spare set may be larger.
    words: usize,
    /// Index of the states, to clear their bits at the end.
    set: Vec<u32>,
    arena: Arena<P>,
    packed: Packed,
}

impl<P: Problem> Dense<P> {
    /// A bitset, if the numbering is small enough to leave most of the memory to the nodes.
    pub(super) fn new(problem: &P, memory: Option<u64>) -> Option<Self> {
        let most = DENSE_STATES.min(memory.unwrap_or(u64::MAX));
        let states = problem.dense().filter(|&states| states <= most)?;
        let mut bits = SPARE.take();
        let words = states.div_ceil(64) as usize;
        if bits.len() < words {
            // Fresh zeroed pages rather than a resize, which would write them all.
            bits = vec![0; words.next_power_of_two()];
        }
        Some(Self { bits, words, set: Vec::new(), arena: Arena::new(problem), packed: Packed::new(problem) })
    }
}

impl<P: Problem> Dense<P> {
    /// Sets a bit; whether it was clear.
    #[inline]
    fn mark(&mut self, index: u64) -> bool {
        let word = &mut self.bits[(index >> 6) as usize];
        let bit = 1 << (index & 63);
        if *word & bit != 0 {
            return false;
        }
        *word |= bit;
        self.set.push(index as u32);
        true
    }

    #[inline]
    fn push(&mut self, problem: &P, state: &P::State) -> u32 {
        let packed = self.packed.of(problem, state);
        self.arena.push(packed)
    }
}

impl<P: Problem> Visited<P> for Dense<P> {
    #[inline]
    fn insert(&mut self, problem: &P, state: &P::State) -> Option<u32> {
        self.mark(problem.index(state)).then(|| self.push(problem, state))
    }

    #[inline]
    fn insert_child(&mut self, problem: &P, state: &P::State, action: P::Action) -> Option<(u32, P::State)> {
        if !self.mark(problem.index_after(state, action)) {
            return None;
        }
        let mut child = state.clone();
        problem.apply(&mut child, action);
        Some((self.push(problem, &child), child))
    }

    fn arena(&self) -> &Arena<P> {
        &self.arena
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.arena.is_full()
    }

    fn bytes(&self) -> u64 {
        (self.words * 8 + self.arena.capacity() * (self.arena.width() * 8 + 4)) as u64
    }

    fn bytes_to_grow(&self) -> u64 {
        (self.words * 8 + grown(self.arena.len()) * (self.arena.width() * 8 + 4)) as u64
    }

    fn grow(&mut self) {
        let states = grown(self.arena.len());
        self.arena.reserve_to(states);
        self.set.reserve_exact(states - self.set.len());
    }
}

impl<P: Problem> Drop for Dense<P> {
    fn drop(&mut self) {
        let mut bits = std::mem::take(&mut self.bits);
        if self.set.len() * 8 > bits.len() {
            bits.fill(0);
        } else {
            for &index in &self.set {
                bits[(index >> 6) as usize] = 0;
            }
        }
        SPARE.set(bits);
    }
}
