//! A packing that is being built: how many open bins there are of each residual (free room).
//!
//! Bins of equal residual are one choice, so that a step looks at no more classes than there are residuals, whatever the
//! number of bins. Which bin of a class takes an item matters to first fit alone: it is the oldest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The places of features that need more than the histogram, in the table of [`features`](crate::features).
const COUNTS: std::ops::Range<u16> = 10..12;
const SEEN: std::ops::Range<u16> = 16..18;
const AGE: u16 = 19;
const SAME_KIND: u16 = 22;

/// Kinds of items by size, as harmonic packing has them: above a half, a third, … an eighth of the capacity, and below.
pub(crate) const KINDS: usize = 8;

/// The kind of an item, from 0.
#[inline]
pub(crate) fn kind(capacity: u32, size: u32) -> u8 {
    ((capacity / size) as usize).min(KINDS) as u8 - 1
}

/// Whether a feature reads the age of bins.
pub(crate) fn reads_age(index: u16) -> bool {
    index == AGE
}

/// Whether a feature reads the kinds of bins.
pub(crate) fn reads_kinds(index: u16) -> bool {
    index == SAME_KIND
}

/// Whether a feature reads which sizes came before.
pub(crate) fn reads_seen(index: u16) -> bool {
    SEEN.contains(&index)
}

/// 0 for a feature that follows from size and residual, 1 for one that follows from the numbers of bins with the residuals
/// before and after, 2 for the others.
pub(crate) fn slots(index: u16) -> u8 {
    match index {
        _ if index < COUNTS.start => 0,
        _ if index < COUNTS.end => 1,
        _ => 2,
    }
}

/// One way to continue: an item of a size into a bin of a residual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Size of the item.
    pub size: u32,
    /// Free room of the bin before; the capacity stands for a new bin.
    pub before: u32,
    /// The kind of the bin's first item, where a rule reads it; else 0.
    pub kind: u8,
}

impl Choice {
    /// Free room of the bin afterwards.
    #[inline]
    pub fn after(self) -> u32 {
        self.before - self.size
    }
}

/// Which features values by slot may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slots {
    /// No values are kept.
    None,
    /// Size and residual.
    Static,
    /// Also the number of bins with the residuals before and after.
    Counted,
}

/// A packing that is being built.
#[derive(Debug, Clone)]
pub struct Partial {
    pub(crate) capacity: u32,
    /// Open bins by residual; full and new ones are not counted.
    pub(crate) counts: Vec<u32>,
    /// The residuals with open bins, as bits.
    pub(crate) open: Vec<u64>,
    /// The choices so far.
    pub(crate) made: Vec<Choice>,
    pub(crate) bins: u32,
    /// Sum of the residuals of open bins.
    pub(crate) open_space: u64,
    pub(crate) open_bins: u32,
    /// Number of the items that are packed, and the sum of their sizes.
    pub(crate) count: u32,
    pub(crate) packed: u64,
    /// Offline: items that are left, by size.
    pub(crate) left: Vec<u32>,
    /// Bins by residual, the oldest first, where a rule reads the age.
    pub(crate) ages: Vec<BinaryHeap<Reverse<u32>>>,
    /// Open bins by residual and kind, where a rule reads the kinds.
    pub(crate) kinds: Vec<[u32; KINDS]>,
    /// A Fenwick tree over the sizes of the items so far, where a rule reads frequencies.
    pub(crate) seen: Vec<u32>,
    pub(crate) slots: Slots,
    /// Where a ruin left bins: how many there were, and the items of each, in the order of their opening.
    pub(crate) kept: Vec<Vec<u32>>,
}

impl Partial {
    /// Without any item. `left` are the items by size of an offline packing.
    pub(crate) fn new(capacity: u32, left: Vec<u32>, count: usize) -> Self {
        let classes = capacity as usize + 1;
        Self {
            capacity,
            counts: vec![0; classes],
            open: vec![0; classes.div_ceil(64)],
            made: Vec::with_capacity(count),
            bins: 0,
            open_space: 0,
            open_bins: 0,
            count: 0,
            packed: 0,
            left,
            ages: Vec::new(),
            kinds: Vec::new(),
            seen: Vec::new(),
            slots: Slots::None,
            kept: Vec::new(),
        }
    }

    /// The place of a class of bins among the ages.
    #[inline]
    pub(crate) fn class(&self, residual: u32, kind: u8) -> usize {
        if self.kinds.is_empty() { residual as usize } else { residual as usize * KINDS + usize::from(kind) }
    }

    /// Adds a bin of a residual to its class.
    #[inline]
    pub(crate) fn add(&mut self, residual: u32, kind: u8, bin: u32) {
        if residual == 0 || residual == self.capacity {
            return;
        }
        let class = residual as usize;
        self.counts[class] += 1;
        self.open[class / 64] |= 1 << (class % 64);
        self.open_space += u64::from(residual);
        self.open_bins += 1;
        if !self.kinds.is_empty() {
            self.kinds[class][usize::from(kind)] += 1;
        }
        if !self.ages.is_empty() {
            let class = self.class(residual, kind);
            self.ages[class].push(Reverse(bin));
        }
    }

    /// Takes the oldest bin of a residual out of its class; its number where ages are kept.
    #[inline]
    fn take(&mut self, residual: u32, kind: u8) -> u32 {
        let class = residual as usize;
        self.counts[class] -= 1;
        if self.counts[class] == 0 {
            self.open[class / 64] &= !(1 << (class % 64));
        }
        self.open_space -= u64::from(residual);
        self.open_bins -= 1;
        if !self.kinds.is_empty() {
            self.kinds[class][usize::from(kind)] -= 1;
        }
        if self.ages.is_empty() {
            return 0;
        }
        let class = self.class(residual, kind);
        self.ages[class].pop().map_or(0, |Reverse(bin)| bin)
    }

    /// Makes a choice.
    #[inline]
    pub(crate) fn extend(&mut self, choice: Choice) {
        let bin = if choice.before == self.capacity {
            self.bins += 1;
            self.bins - 1
        } else {
            self.take(choice.before, choice.kind)
        };
        self.add(choice.after(), choice.kind, bin);
        self.made.push(choice);
        self.pack(choice.size);
    }

    /// Counts an item as packed.
    #[inline]
    pub(crate) fn pack(&mut self, size: u32) {
        self.count += 1;
        self.packed += u64::from(size);
        if !self.left.is_empty() {
            self.left[size as usize] -= 1;
        }
        if !self.seen.is_empty() {
            let mut place = size as usize;
            while place < self.seen.len() {
                self.seen[place] += 1;
                place += place & place.wrapping_neg();
            }
        }
    }

    /// The residuals of open bins from `least` on, ascending.
    #[inline]
    pub(crate) fn residuals(&self, least: u32) -> Residuals<'_> {
        let word = least as usize / 64;
        Residuals { open: &self.open, word, bits: self.open[word] & !0 << (least % 64) }
    }

    /// Items so far of at most a size.
    pub(crate) fn seen_up_to(&self, size: u32) -> u32 {
        let (mut place, mut sum) = (size as usize, 0);
        while place > 0 {
            sum += self.seen[place];
            place &= place - 1;
        }
        sum
    }
}

/// See [`Partial::residuals`].
pub(crate) struct Residuals<'p> {
    open: &'p [u64],
    word: usize,
    bits: u64,
}

impl Iterator for Residuals<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.bits == 0 {
            self.word += 1;
            self.bits = *self.open.get(self.word)?;
        }
        let bit = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(self.word as u32 * 64 + bit)
    }
}
