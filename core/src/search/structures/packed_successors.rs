//! Successors of one state, packed side by side before any of them is looked up.
//!
//! Most successors of a large search are known, and to find that out takes two waits for memory: for a slot of the table,
//! and for the state that the slot names. The waits of successors that are looked up together overlap.

use super::closed::hash_tag;
use crate::problem::{PlanningHooks, Problem};
use std::marker::PhantomData;

/// Most successors that wait together.
pub(crate) const MOST_AHEAD: usize = 64;

/// Successors of one state, by [`PlanningHooks::pack_after`].
pub(crate) struct PackedSuccessors<P: Problem, K> {
    width: usize,
    actions: Vec<P::Action>,
    words: Vec<u64>,
    tags: Vec<u32>,
    _hooks: PhantomData<fn() -> K>,
}

/// A successor that has not been looked up.
pub(crate) struct Waiting<'a, A> {
    pub(crate) action: A,
    /// Its [`hash_tag`].
    pub(crate) tag: u32,
    pub(crate) packed: &'a [u64],
}

impl<P: Problem, K: PlanningHooks<P>> PackedSuccessors<P, K> {
    /// No successors yet; nothing where the problem does not pack ahead. Boxed, since searches take it while they go through
    /// the successors.
    pub(crate) fn new(problem: &P) -> Option<Box<Self>> {
        let width = problem.packed_len();
        K::PACKS_AHEAD.then(|| {
            Box::new(Self {
                width,
                actions: Vec::with_capacity(MOST_AHEAD),
                words: vec![0; MOST_AHEAD * width],
                tags: Vec::with_capacity(MOST_AHEAD),
                _hooks: PhantomData,
            })
        })
    }

    /// A constant where the domain knows it at compile time.
    #[inline]
    fn width(&self) -> usize {
        if P::PACKED_LEN == 0 { self.width } else { P::PACKED_LEN }
    }

    /// Adds a successor; whether the list is full now.
    #[inline]
    pub(crate) fn push(&mut self, problem: &P, state: &P::State, action: P::Action) -> bool {
        let width = self.width();
        let from = self.actions.len() * width;
        let hash = K::pack_after(problem, state, action, &mut self.words[from..][..width]);
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
        let packed = self.words.chunks_exact(self.width());
        actions.zip(tags).zip(packed).map(move |((action, tag), packed)| of((action, tag, packed)))
    }
}
