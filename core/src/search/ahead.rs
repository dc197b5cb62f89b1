//! Successors of one state, packed side by side before any of them is looked up.
//!
//! Most successors of a large search are known, and to find that out takes two waits for memory: for a slot of the table,
//! and for the state that the slot names. The waits of successors that are looked up together overlap.

use super::closed::hash_tag;
use crate::problem::Problem;

/// Most successors that wait together.
pub(crate) const MOST_AHEAD: usize = 64;

/// Successors of one state, by [`Problem::pack_after`].
pub(crate) struct Ahead<P: Problem> {
    width: usize,
    actions: Vec<P::Action>,
    words: Vec<u64>,
    tags: Vec<u32>,
}

/// A successor that has not been looked up.
pub(crate) struct Waiting<'a, A> {
    pub(crate) action: A,
    /// Its [`hash_tag`].
    pub(crate) tag: u32,
    pub(crate) packed: &'a [u64],
}

impl<P: Problem> Ahead<P> {
    /// No successors, and no room for any.
    pub(crate) const NONE: Self = Self { width: 1, actions: Vec::new(), words: Vec::new(), tags: Vec::new() };

    /// No successors yet; no memory where the problem does not pack ahead.
    pub(crate) fn new(problem: &P) -> Self {
        let (room, width) = (if P::PACKS_AHEAD { MOST_AHEAD } else { 0 }, problem.packed_len());
        Self {
            width,
            actions: Vec::with_capacity(room),
            words: vec![0; room * width],
            tags: Vec::with_capacity(room),
        }
    }

    /// Adds a successor; whether the list is full now.
    #[inline]
    pub(crate) fn push(&mut self, problem: &P, state: &P::State, action: P::Action) -> bool {
        let from = self.actions.len() * self.width;
        let hash = problem.pack_after(state, action, &mut self.words[from..from + self.width]);
        self.actions.push(action);
        self.tags.push(hash_tag(hash));
        self.actions.len() == MOST_AHEAD
    }

    pub(crate) fn clear(&mut self) {
        self.actions.clear();
        self.tags.clear();
    }

    #[inline]
    pub(crate) fn tags(&self) -> &[u32] {
        &self.tags
    }

    /// The successors, in the order they came.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Waiting<'_, P::Action>> {
        let of = |(action, tag, packed)| Waiting { action, tag, packed };
        let (actions, tags) = (self.actions.iter().copied(), self.tags.iter().copied());
        let packed = self.words.chunks_exact(self.width);
        actions.zip(tags).zip(packed).map(move |((action, tag), packed)| of((action, tag, packed)))
    }
}
