//! What every heuristic is made of: nothing at all, or the features of a node, computed when they are asked for.

use crate::domain::{Compute, Domain, Heuristic, View};

/// The blind heuristic: 0 everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Zero;

impl<D: Domain> Heuristic<D> for Zero {
    type Value = u32;
    type Memo = ();

    #[inline]
    fn root(&mut self, _view: &View<'_, D>) -> (u32, ()) {
        (0, ())
    }
    fn fork(&self, _domain: &D) -> Option<Self> {
        Some(Self)
    }
    #[inline]
    fn ahead(&mut self, _: &D, _: &D::State, _: D::Action, (): ()) -> Option<(u32, ())> {
        Some((0, ()))
    }
    #[inline]
    fn child(&mut self, _view: &View<'_, D>, (): ()) -> (u32, ()) {
        (0, ())
    }
}

/// The features of one node, each computed at most once and only when asked for.
pub struct LazyFeatures<D: Domain> {
    values: Vec<f64>,
    /// `known[i] == now` marks `values[i]` as computed for the present node.
    known: Vec<u32>,
    now: u32,
    scratch: D::Scratch,
}

impl<D: Domain> LazyFeatures<D> {
    /// Room for the domain's features.
    pub fn new(domain: &D) -> Self {
        let count = domain.features().len();
        Self { values: vec![0.0; count], known: vec![0; count], now: 0, scratch: D::Scratch::default() }
    }

    /// Forgets the last node.
    #[inline]
    pub fn next_node(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.known.fill(0);
            self.now = 1;
        }
    }

    /// The value of feature `index` at the node shown by `view`, which must be the same until
    /// [`next_node`](Self::next_node) is called.
    #[inline]
    pub fn get(&mut self, view: &View<'_, D>, index: usize) -> f64 {
        if self.known[index] != self.now {
            self.compute(view, index);
        }
        self.values[index]
    }

    fn compute(&mut self, view: &View<'_, D>, index: usize) {
        match &view.domain.features()[index].compute {
            Compute::One(f) => {
                self.values[index] = f(view, &mut self.scratch);
                self.known[index] = self.now;
            }
            Compute::Indexed(f, member) => {
                self.values[index] = f(view, &mut self.scratch, *member);
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
