//! Ground atoms, grouped by predicate.

use crate::ids::{AtomId, ObjectId, PredicateId};
use std::ops::Range;

/// Atoms sorted by predicate, then by objects. The atoms of a predicate are consecutive and have the same arity, so
/// objects need no offsets.
#[derive(Debug, Clone, Default)]
pub struct Atoms {
    pub(crate) predicates: Vec<PredicateId>,
    /// For each predicate: its first atom; one more entry at the end.
    pub(crate) firsts: Vec<u32>,
    /// For each predicate: the index of its first object.
    pub(crate) offsets: Vec<u32>,
    pub(crate) arities: Vec<u32>,
    pub(crate) objects: Vec<ObjectId>,
}

impl Atoms {
    /// An empty table for predicates of these arities.
    pub(crate) fn new(arities: Vec<u32>) -> Self {
        Self { predicates: Vec::new(), firsts: vec![0], offsets: vec![0], arities, objects: Vec::new() }
    }

    /// Appends an atom of the predicate that is being filled.
    pub(crate) fn push(&mut self, objects: impl IntoIterator<Item = ObjectId>) {
        self.predicates.push(PredicateId::new(self.firsts.len() - 1));
        self.objects.extend(objects);
    }

    /// Ends the predicate that is being filled and begins the next one.
    pub(crate) fn next_predicate(&mut self) {
        self.firsts.push(self.predicates.len() as u32);
        self.offsets.push(self.objects.len() as u32);
    }

    /// Number of atoms.
    pub fn len(&self) -> usize {
        self.predicates.len()
    }

    /// Whether there are no atoms.
    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty()
    }

    /// The predicate of an atom.
    #[inline]
    pub fn predicate(&self, atom: AtomId) -> PredicateId {
        self.predicates[atom.index()]
    }

    /// The objects of an atom.
    #[inline]
    pub fn objects(&self, atom: AtomId) -> &[ObjectId] {
        let predicate = self.predicates[atom.index()].index();
        let arity = self.arities[predicate] as usize;
        let start = self.offsets[predicate] as usize + (atom.0 - self.firsts[predicate]) as usize * arity;
        &self.objects[start..start + arity]
    }

    /// The ids of a predicate's atoms.
    #[inline]
    pub fn of(&self, predicate: PredicateId) -> Range<u32> {
        self.firsts[predicate.index()]..self.firsts[predicate.index() + 1]
    }

    /// The ids of a predicate's atoms, one by one.
    pub fn ids_of(&self, predicate: PredicateId) -> impl ExactSizeIterator<Item = AtomId> + use<> {
        self.of(predicate).map(AtomId)
    }

    /// The atom of a predicate and objects, by binary search.
    pub fn find(&self, predicate: PredicateId, objects: &[ObjectId]) -> Option<AtomId> {
        let range = self.of(predicate);
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = low.midpoint(high);
            match self.objects(AtomId(middle)).cmp(objects) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(AtomId(middle)),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.predicates.capacity() + self.objects.capacity() + 3 * self.arities.len())
    }
}
