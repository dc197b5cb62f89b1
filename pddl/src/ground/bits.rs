//! Sets of objects.

use crate::ids::ObjectId;

/// A set of objects as a bit array.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// No object out of `objects`.
    pub(super) fn empty(objects: usize) -> Self {
        Self(vec![0; objects.div_ceil(64)])
    }

    #[inline]
    pub(super) fn insert(&mut self, object: u32) {
        self.0[object as usize / 64] |= 1 << (object % 64);
    }

    #[inline]
    pub(super) fn contains(&self, object: u32) -> bool {
        self.0[object as usize / 64] >> (object % 64) & 1 == 1
    }

    pub(super) fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    pub(super) fn unite(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The objects in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(index as u32 * 64 + bit)
            })
        })
    }

    /// Whether an object id is one of the set.
    pub(super) fn has(&self, object: ObjectId) -> bool {
        self.contains(object.0)
    }
}
