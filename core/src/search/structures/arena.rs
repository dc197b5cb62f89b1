//! Packed states side by side, found by number: 32-bit indices instead of pointers.

use super::recycled::Recycled;
use crate::problem::Problem;

/// A growing list of packed states of one width.
pub struct Arena<P: Problem> {
    words: Recycled<u64>,
    /// Words that fit without growing.
    room: usize,
    width: usize,
    _problem: std::marker::PhantomData<fn() -> P>,
}

impl<P: Problem> Arena<P> {
    pub(crate) fn new(problem: &P) -> Self {
        Self {
            words: Recycled::new(),
            room: 0,
            width: problem.packed_len(),
            _problem: std::marker::PhantomData,
        }
    }

    /// A constant where the domain knows it at compile time.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        if P::PACKED_LEN == 0 { self.width } else { P::PACKED_LEN }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.width()
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> &[u64] {
        let start = index as usize * self.width();
        &self.words[start..start + self.width()]
    }

    /// Whether the state at an index is this one; word by word, since a call to compare one word costs more.
    #[inline]
    pub(crate) fn holds(&self, index: u32, packed: &[u64]) -> bool {
        let (mine, other) = (self.get(index), &packed[..self.width()]);
        mine.iter().zip(other).all(|(a, b)| a == b)
    }

    #[inline]
    pub(crate) fn push(&mut self, packed: &[u64]) -> u32 {
        let index = self.len() as u32;
        for &word in &packed[..self.width()] {
            self.words.push(word);
        }
        index
    }

    pub(crate) fn state(&self, problem: &P, index: u32) -> P::State {
        problem.unpack(self.get(index))
    }

    /// [`state`](Self::state) into a state that exists already.
    #[inline]
    pub fn unpack_into(&self, problem: &P, index: u32, state: &mut P::State) {
        problem.unpack_into(self.get(index), state);
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.words.len() + self.width() > self.room
    }

    /// How many states fit without growing.
    pub(crate) fn capacity(&self) -> usize {
        self.room / self.width()
    }

    /// Forgets the states, keeping the room.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    pub(crate) fn reserve_to(&mut self, states: usize) {
        let want = states * self.width();
        let more = want.saturating_sub(self.words.len());
        self.words.reserve_exact(more);
        self.room = self.room.max(want);
    }
}

/// The next size of a list that is full: half as much again.
pub(crate) fn grown(len: usize) -> usize {
    (len + len / 2).max(1_024)
}

/// Room for one packed state of any domain, without allocation for the usual widths.
pub(crate) struct Packed {
    inline: [u64; 8],
    heap: Vec<u64>,
}

impl Packed {
    pub(crate) fn new<P: Problem>(problem: &P) -> Self {
        let width = problem.packed_len();
        Self { inline: [0; 8], heap: if width > 8 { vec![0; width] } else { Vec::new() } }
    }

    #[inline]
    pub(crate) fn of<'s, P: Problem>(&'s mut self, problem: &P, state: &P::State) -> &'s [u64] {
        let width = if P::PACKED_LEN == 0 { problem.packed_len() } else { P::PACKED_LEN };
        let room = if width <= 8 { &mut self.inline[..width] } else { &mut self.heap[..] };
        problem.pack(state, room);
        room
    }
}
