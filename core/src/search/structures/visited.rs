//! Which states have been seen: a bitset over a dense numbering, or a hash table over packed states.

use super::arena::{Arena, Packed, grown};
use super::closed::{Closed, Entry, hash_tag};
use super::packed_successors::MOST_AHEAD;
use crate::problem::{Dense, Problem, WithDense};
use crate::search::Limits;
use std::cell::RefCell;

/// A set of states, kept in the order they came.
pub trait Visited<P: Problem> {
    /// Adds a state; its index if it is new.
    fn insert(&mut self, problem: &P, state: &P::State) -> Option<u32>;
    /// Adds the state that an action leads to; its index if it is new, and `child` is that state then.
    fn insert_child(
        &mut self,
        problem: &P,
        state: &P::State,
        action: P::Action,
        child: &mut P::State,
    ) -> Option<u32>;
    /// Adds a packed state, which has this `hash_tag`; its index if it is new.
    fn insert_packed(&mut self, problem: &P, tag: u32, packed: &[u64]) -> Option<u32>;
    /// Brings what adding states with these tags will read into the caches.
    fn fetch(&self, _tags: &[u32]) {}
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

/// The general set: a hash table over packed states.
pub struct Hashed<P: Problem> {
    arena: Arena<P>,
    closed: Closed,
    packed: Packed,
}

impl<P: Problem> Hashed<P> {
    /// An empty set.
    pub fn new(problem: &P) -> Self {
        Self { arena: Arena::new(problem), closed: Closed::new(), packed: Packed::new(problem) }
    }

    /// The state's index, and whether it is new.
    #[inline]
    pub fn enter(&mut self, problem: &P, state: &P::State) -> (u32, bool) {
        let tag = hash_tag(problem.hash(state));
        enter(&mut self.arena, &mut self.closed, tag, self.packed.of(problem, state))
    }

    /// The index of a packed state with this `hash_tag`, and whether it is new.
    #[inline]
    pub(crate) fn enter_packed(&mut self, tag: u32, packed: &[u64]) -> (u32, bool) {
        enter(&mut self.arena, &mut self.closed, tag, packed)
    }

    /// [`fetch`](Visited::fetch), and what `also` reads of a node. First all slots, then all states and what lies next to
    /// them: the waits for memory overlap.
    #[inline]
    pub(crate) fn fetch_with(&self, tags: &[u32], also: impl Fn(u32) -> u32) {
        let mut likely = [0_u32; MOST_AHEAD];
        let likely = &mut likely[..tags.len().min(MOST_AHEAD)];
        likely.iter_mut().zip(tags).for_each(|(likely, &tag)| *likely = self.closed.likely(tag));
        let mut read = 0;
        for &index in &*likely {
            let state = self.arena.get(index);
            read ^= state[0] ^ state[state.len() - 1] ^ u64::from(also(index));
        }
        std::hint::black_box(read);
    }

    /// The state's index, if it is known.
    pub fn find(&mut self, problem: &P, state: &P::State) -> Option<u32> {
        let packed = self.packed.of(problem, state);
        let entry = self.closed.find(&self.arena, hash_tag(problem.hash(state)), packed);
        match entry {
            Entry::Known(index) => Some(index),
            Entry::Free(_) => None,
        }
    }

    /// Forgets everything, keeping the room.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.closed.clear();
    }
}

/// The index of a packed state with this tag, and whether it is new.
#[inline]
fn enter<P: Problem>(arena: &mut Arena<P>, closed: &mut Closed, tag: u32, packed: &[u64]) -> (u32, bool) {
    match closed.find(arena, tag, packed) {
        Entry::Known(index) => (index, false),
        Entry::Free(slot) => {
            let index = arena.push(packed);
            closed.fill(slot, tag, index);
            (index, true)
        }
    }
}

/// Makes the state that an action leads to.
#[inline]
pub fn make<P: Problem>(problem: &P, state: &P::State, action: P::Action, child: &mut P::State) {
    child.clone_from(state);
    problem.apply(child, action);
}

impl<P: Problem> Visited<P> for Hashed<P> {
    #[inline]
    fn insert(&mut self, problem: &P, state: &P::State) -> Option<u32> {
        let (index, new) = self.enter(problem, state);
        new.then_some(index)
    }

    #[inline]
    fn insert_child(
        &mut self,
        problem: &P,
        state: &P::State,
        action: P::Action,
        child: &mut P::State,
    ) -> Option<u32> {
        make(problem, state, action, child);
        self.insert(problem, child)
    }

    #[inline]
    fn insert_packed(&mut self, _problem: &P, tag: u32, packed: &[u64]) -> Option<u32> {
        let (index, new) = self.enter_packed(tag, packed);
        new.then_some(index)
    }

    #[inline]
    fn fetch(&self, tags: &[u32]) {
        self.fetch_with(tags, |_| 0);
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
        let closed = if self.closed.is_full() { self.closed.bytes_to_grow() } else { self.closed.bytes() };
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

/// The set for problems that number their states.
pub(crate) struct Bitset<P: Dense> {
    bits: Vec<u64>,
    /// How many of the words this instance uses: the spare set may be larger.
    words: usize,
    /// Index of the states, to clear their bits at the end.
    set: Vec<u32>,
    arena: Arena<P>,
    packed: Packed,
}

impl<P: Dense> Bitset<P> {
    /// A bitset, if the numbering is small enough to leave most of the memory to the nodes.
    pub(crate) fn new(problem: &P, memory: Option<u64>) -> Option<Self> {
        let most = DENSE_STATES.min(memory.unwrap_or(u64::MAX));
        let states = problem.numbers().filter(|&states| states <= most)?;
        let mut bits = SPARE.take();
        let words = states.div_ceil(64) as usize;
        if bits.len() < words {
            // Fresh zeroed pages rather than a resize, which would write them all.
            bits = vec![0; words.next_power_of_two()];
        }
        Some(Self { bits, words, set: Vec::new(), arena: Arena::new(problem), packed: Packed::new(problem) })
    }
}

impl<P: Dense> Bitset<P> {
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

impl<P: Dense> Visited<P> for Bitset<P> {
    #[inline]
    fn insert(&mut self, problem: &P, state: &P::State) -> Option<u32> {
        self.mark(problem.number(state)).then(|| self.push(problem, state))
    }

    #[inline(always)]
    fn insert_child(
        &mut self,
        problem: &P,
        state: &P::State,
        action: P::Action,
        child: &mut P::State,
    ) -> Option<u32> {
        if !self.mark(problem.number_after(state, action)) {
            return None;
        }
        make(problem, state, action, child);
        Some(self.push(problem, child))
    }

    fn insert_packed(&mut self, problem: &P, _tag: u32, packed: &[u64]) -> Option<u32> {
        self.insert(problem, &problem.unpack(packed))
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

impl<P: Dense> Drop for Bitset<P> {
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

/// Runs a computation with the best visited set the domain allows.
pub(crate) trait WithVisited<P: Problem> {
    type Output;
    fn call<V: Visited<P>>(self, seen: V) -> Self::Output;
}

/// A bitset where the problem numbers its states, a hash table elsewhere.
pub(crate) fn with_visited<P: Problem, W: WithVisited<P>>(problem: &P, limits: Limits, with: W) -> W::Output {
    let with = match problem.with_dense(TryBitset { with, limits }) {
        Ok(Ok(output)) => return output,
        Ok(Err(with)) | Err(TryBitset { with, .. }) => with,
    };
    with.call(Hashed::new(problem))
}

/// Runs a computation with a bitset, if the instance has a numbering.
struct TryBitset<W> {
    with: W,
    limits: Limits,
}

impl<P: Problem, W: WithVisited<P>> WithDense<P> for TryBitset<W> {
    type Output = Result<W::Output, W>;

    fn call(self, problem: &P) -> Self::Output
    where
        P: Dense,
    {
        match Bitset::new(problem, self.limits.memory) {
            Some(bitset) => Ok(self.with.call(bitset)),
            None => Err(self.with),
        }
    }
}
