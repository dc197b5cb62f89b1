//! Landmarks: facts of which every plan makes at least one true (Porteous, Sebastia and Hoffmann 2001; Richter and
//! Westphal 2010).
//!
//! They are found by going back from the goals: what all operators share that can reach a landmark for the first time must be true
//! before it. That is a *greedy-necessary* order. A *reasonable* order says that a landmark should not be
//! reached before another one, since it would have to be given up for it.
//!
//! Searches keep with every node which landmarks its paths have accepted: a landmark is accepted where it holds and all that should
//! come before it are accepted. The estimate counts those that are not, and those that are needed again.

mod discover;
mod orders;

use crate::heuristics::relaxation::{Achievers, Relaxation};
use crate::task::layout::Layout;
use unstuck_pddl::ids::{Fact, OperatorId};
use unstuck_pddl::task::Task;

/// Most landmarks.
pub const MAX: usize = 2_000;
/// Most facts of a landmark.
pub const WIDEST: usize = 4;

/// What landmarks are found from.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// The task.
    pub task: &'a Task,
    /// Where its variables are in a state.
    pub layout: &'a Layout,
    /// Its relaxation.
    pub relaxation: &'a Relaxation,
    /// The rules of it by their effects.
    pub achievers: &'a Achievers,
    /// The words of the initial state.
    pub initial: &'a [u64],
}

/// Facts of which every plan makes at least one true.
#[derive(Debug, Clone, Default)]
pub struct Landmark {
    /// The facts; one, or up to [`WIDEST`].
    pub facts: Vec<Fact>,
    /// Whether it is one of the goals.
    pub goal: bool,
    /// Landmarks that hold before this one is reached for the first time.
    pub needs: Vec<u32>,
    /// The inverse of `needs`.
    pub needed_by: Vec<u32>,
    /// Landmarks that should be reached before this one.
    pub after: Vec<u32>,
}

impl Landmark {
    /// Whether one of its facts holds.
    #[inline]
    pub fn holds(&self, layout: &Layout, words: &[u64]) -> bool {
        self.facts.iter().any(|&fact| layout.slot(fact).holds(words))
    }
}

/// The landmarks of a task.
#[derive(Debug, Default)]
pub struct Landmarks {
    all: Vec<Landmark>,
    /// Landmarks by their facts, sorted; empty where effects do not tell what changes.
    by_fact: Vec<(Fact, u32)>,
    /// Whether effects tell what changes.
    simple: bool,
}

/// Whether a bit is set.
#[inline]
fn has(bits: &[u64], index: u32) -> bool {
    bits[index as usize / 64] >> (index % 64) & 1 != 0
}

#[inline]
fn set(bits: &mut [u64], index: u32) {
    bits[index as usize / 64] |= 1 << (index % 64);
}

impl Landmarks {
    /// Finds the landmarks of a task.
    pub fn new(given: Given<'_>) -> Self {
        let mut all = discover::discover(given);
        let simple = given.task.axioms.is_empty() && !given.task.operators.has_conditional_effects();
        if simple {
            orders::add_reasonable(given, &mut all);
        }
        let mut by_fact: Vec<(Fact, u32)> = Vec::new();
        if simple {
            let numbered = (0..).zip(&all);
            by_fact.extend(
                numbered
                    .flat_map(|(number, landmark)| landmark.facts.iter().map(move |&fact| (fact, number))),
            );
            by_fact.sort_unstable();
        }
        Self { all, by_fact, simple }
    }

    /// The landmarks, by their numbers.
    pub fn all(&self) -> &[Landmark] {
        &self.all
    }

    /// Words that a node keeps: a bit for each landmark that is accepted, and one more if the last step accepted one.
    pub fn words(&self) -> usize {
        self.all.len() / 64 + 1
    }

    fn last(&self) -> u32 {
        self.all.len() as u32
    }

    /// The landmarks that the initial state accepts.
    pub fn begin(&self, layout: &Layout, words: &[u64], path: &mut [u64]) {
        loop {
            let mut changed = false;
            for (number, landmark) in (0..).zip(&self.all) {
                let may = !has(path, number) && landmark.after.iter().all(|&before| has(path, before));
                if may && landmark.holds(layout, words) {
                    set(path, number);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The landmarks that a path has accepted after one more step, which led to this state.
    pub fn extend(
        &self,
        (task, layout): (&Task, &Layout),
        before: &[u64],
        operator: OperatorId,
        words: &[u64],
        path: &mut [u64],
    ) {
        path.copy_from_slice(before);
        let last = self.last();
        path[last as usize / 64] &= !(1 << (last % 64));
        let mut accept = |number: u32| {
            let may = self.all[number as usize].after.iter().all(|&other| has(before, other));
            if may {
                set(path, number);
                set(path, last);
            }
        };
        if self.simple {
            for &fact in task.operators.effects(operator) {
                let from = self.by_fact.partition_point(|&(other, _)| other < fact);
                let own = self.by_fact[from..].iter().take_while(|&&(other, _)| other == fact);
                own.filter(|&&(_, number)| !has(before, number)).for_each(|&(_, number)| accept(number));
            }
            return;
        }
        for (number, landmark) in (0..).zip(&self.all) {
            if !has(before, number) && landmark.holds(layout, words) {
                accept(number);
            }
        }
    }

    /// Landmarks that are not accepted, and those that are needed again: goals, and what must hold before a landmark that is
    /// not accepted. Without a path, those that hold count as accepted.
    pub fn count(&self, layout: &Layout, words: &[u64], path: &[u64]) -> u32 {
        let accepted = |number: u32| match path {
            [] => self.all[number as usize].holds(layout, words),
            path => has(path, number),
        };
        let left = |(number, landmark): (u32, &Landmark)| {
            !accepted(number)
                || (landmark.goal || landmark.needed_by.iter().any(|&other| !accepted(other)))
                    && !landmark.holds(layout, words)
        };
        (0..).zip(&self.all).filter(|&entry| left(entry)).count() as u32
    }

    /// Whether the last step of a path accepted a landmark.
    pub fn is_progress(&self, path: &[u64]) -> bool {
        !path.is_empty() && has(path, self.last())
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let orders =
            |landmark: &Landmark| landmark.needs.len() + landmark.needed_by.len() + landmark.after.len();
        let each =
            |landmark: &Landmark| size_of::<Landmark>() + 4 * (landmark.facts.len() + orders(landmark));
        self.all.iter().map(each).sum::<usize>() + 8 * self.by_fact.capacity()
    }
}
