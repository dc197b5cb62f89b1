//! Values of features, computed when needed.

use super::{Compute, Scope, Subject};

/// The features of one subject, each computed only when asked for, and no more often than it changes.
pub struct LazyFeatures<S: Subject> {
    values: Vec<f64>,
    /// When `values[i]` was computed, in views counted by `now`; 0 if never.
    known: Vec<u32>,
    now: u32,
    /// The first view of the present step.
    step: u32,
    scratch: S::Scratch,
}

impl<S: Subject> LazyFeatures<S> {
    /// Room for the features of an instance.
    pub fn new(instance: &S::Instance) -> Self {
        let count = S::features(instance).len();
        let scratch = S::scratch(instance);
        Self { values: vec![0.0; count], known: vec![0; count], now: 0, step: 0, scratch }
    }

    /// Another view follows: forgets the values of the last choice (or node).
    #[inline]
    pub fn next_view(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.known.fill(0);
            (self.now, self.step) = (1, 1);
        }
    }

    /// Another step follows: forgets all values but those of the instance.
    #[inline]
    pub fn next_step(&mut self) {
        self.next_view();
        self.step = self.now;
    }

    /// The value of feature `index` at a view, which must be the same until [`next_view`](Self::next_view) or
    /// [`next_step`](Self::next_step) is called.
    #[inline(always)]
    pub fn get(&mut self, view: &S::View<'_>, index: usize) -> f64 {
        if self.known[index] != self.now && !(S::SCOPED && self.still_holds(view, index)) {
            // Most features are one function, which is called from here.
            if let Compute::One(f) = &S::features(S::instance(view))[index].compute {
                self.values[index] = f(view, &mut self.scratch);
                self.known[index] = self.now;
            } else {
                self.compute(view, index);
            }
        }
        self.values[index]
    }

    /// The value of a feature that is read once a view: nothing is kept of it.
    #[inline]
    pub fn alone(&mut self, view: &S::View<'_>, index: usize) -> f64 {
        let feature = &S::features(S::instance(view))[index];
        match &feature.compute {
            Compute::One(f) => f(view, &mut self.scratch),
            Compute::Member(f) => f(view, &mut self.scratch, feature.member),
            Compute::Closure(f) => f(view, &mut self.scratch),
            Compute::Group(..) => {
                self.next_view();
                self.get(view, index)
            }
        }
    }

    /// The buffers that features use.
    pub fn scratch(&mut self) -> &mut S::Scratch {
        &mut self.scratch
    }

    /// Whether the value of an earlier view is that of the present one.
    #[inline]
    fn still_holds(&self, view: &S::View<'_>, index: usize) -> bool {
        let known = self.known[index];
        match S::features(S::instance(view))[index].info.scope {
            Scope::Instance => known > 0,
            Scope::Step => known > 0 && known >= self.step,
            Scope::Choice => false,
        }
    }

    fn compute(&mut self, view: &S::View<'_>, index: usize) {
        match &S::features(S::instance(view))[index].compute {
            Compute::One(_) | Compute::Member(_) | Compute::Closure(_) => {
                self.values[index] = self.alone(view, index);
                self.known[index] = self.now;
            }
            Compute::Group(f, range) => {
                let range = usize::from(range.start)..usize::from(range.end);
                f(view, &mut self.scratch, &mut self.values[range.clone()]);
                self.known[range].fill(self.now);
            }
        }
    }
}
