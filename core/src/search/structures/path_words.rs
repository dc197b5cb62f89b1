//! What best-first and deferred searches keep about the paths to their nodes, where a problem asks for it.

use super::arena::grown;
use crate::problem::{PlanningHooks, Problem};
use std::marker::PhantomData;

/// The [path words](PlanningHooks::path_words) of all nodes. Most problems have none, and all of this is compiled away.
pub(in crate::search) struct PathWords<P, K> {
    width: usize,
    words: Vec<u64>,
    /// The words of a path to a node that has some already.
    other: Vec<u64>,
    _hooks: PhantomData<fn(P) -> K>,
}

impl<P: Problem, K: PlanningHooks<P>> PathWords<P, K> {
    pub(in crate::search) fn new(problem: &P) -> Self {
        let width = K::path_words(problem);
        Self { width, words: Vec::new(), other: vec![0; width], _hooks: PhantomData }
    }

    /// Adds the words of the start, which is node 0.
    pub(in crate::search) fn start(&mut self, problem: &P, start: &P::State) {
        self.words.resize(self.width, 0);
        K::extend_path(problem, None, start, &mut self.words);
    }

    /// The words of a node.
    #[inline]
    pub(in crate::search) fn get(&self, problem: &P, node: u32) -> &[u64] {
        if K::path_words(problem) == 0 {
            return &[];
        }
        let from = node as usize * self.width;
        &self.words[from..from + self.width]
    }

    /// Adds the words of a new node, or joins those of another path to it.
    pub(in crate::search) fn reach(
        &mut self,
        problem: &P,
        (parent, before): (u32, &P::State),
        action: P::Action,
        (node, state): (u32, &P::State),
        new: bool,
    ) {
        self.other.fill(0);
        let from = parent as usize * self.width;
        let parent = &self.words[from..from + self.width];
        K::extend_path(problem, Some((before, action, parent)), state, &mut self.other);
        if new {
            self.words.extend_from_slice(&self.other);
        } else {
            let from = node as usize * self.width;
            K::merge_path(problem, &mut self.words[from..from + self.width], &self.other);
        }
    }

    /// Adds the words of a new node that several actions lead to, one state after the other.
    pub(in crate::search) fn follow(
        &mut self,
        problem: &P,
        (parent, state): (u32, &P::State),
        actions: &[P::Action],
    ) {
        let from = parent as usize * self.width;
        let mut words = self.words[from..from + self.width].to_vec();
        let (mut before, mut now) = (state.clone(), state.clone());
        for &action in actions {
            problem.apply(&mut now, action);
            self.other.fill(0);
            K::extend_path(problem, Some((&before, action, &words)), &now, &mut self.other);
            words.copy_from_slice(&self.other);
            before.clone_from(&now);
        }
        self.words.extend_from_slice(&words);
    }

    /// Takes back the words that were added last.
    pub(in crate::search) fn drop_last(&mut self) {
        self.words.truncate(self.words.len() - self.width);
    }

    /// Bytes held while growing.
    pub(in crate::search) fn bytes_to_grow(&self) -> u64 {
        if self.width == 0 { 0 } else { 8 * (self.words.capacity() + grown(self.words.len())) as u64 }
    }
}
