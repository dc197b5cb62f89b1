//! The queue of nodes that wait for expansion, ordered by f, then larger g, then last in, first out.
//!
//! Nodes of equal f and g are a bucket, a chain in one list of entries. Where f is a small whole number and g is small, as
//! with unit costs and estimates that are whole, buckets are found by their place in a table. The others are found by hash, and a heap
//! holds the keys of those that are not empty: keys are fewer than nodes, so pushing and popping rarely touch it.

use super::recycled::Recycled;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A queue position: f in 1/256, and g for ties.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct Key {
    f: u64,
    g: u32,
}

/// Whole f and g below this have their buckets in the table.
const NEAR: usize = 1 << 10;
/// Ends a chain.
const NONE: u32 = u32::MAX;

/// See the module's text.
pub(in crate::search) struct OpenList {
    entries: Recycled<Entry>,
    /// Entries that are not in use, as a chain.
    free: u32,
    /// The first entry of each bucket: a row for every f from `base` on, in each a place for every g.
    heads: Vec<u32>,
    base: usize,
    /// log2 of the places of a row.
    bits: u32,
    /// By row: no bucket at this g holds anything, nor any above it, and the one below it does.
    ends: Vec<u32>,
    /// A bit for every row that holds something.
    filled: [u64; NEAR / 64],
    /// No word of `filled` before this one has a bit.
    first: usize,
    far: Far,
    len: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    node: u32,
    next: u32,
}

/// Buckets found by hash.
#[derive(Default)]
struct Far {
    by_key: HashMap<(u64, u32), u32, FxBuildHasher>,
    heads: Vec<u32>,
    /// f, the g of ties turned round, and the bucket, of every bucket that holds something.
    heap: BinaryHeap<Reverse<(u64, Reverse<u32>, u32)>>,
}

impl Key {
    #[inline]
    pub(in crate::search) fn new(f: u64, g: u32) -> Self {
        Self { f, g }
    }

    /// The f it was made with.
    pub(in crate::search) fn f(self) -> f64 {
        self.f as f64 / 256.0
    }

    /// f as a bound on whole costs; f may have been rounded up.
    #[inline]
    pub(in crate::search) fn bound(self) -> u64 {
        (self.f + 254) >> 8
    }

    /// The g it was made with.
    #[inline]
    pub(in crate::search) fn g(self) -> u32 {
        self.g
    }

    /// Its row and bucket in the table, if it has them there.
    #[inline]
    fn near(self) -> Option<(usize, usize)> {
        let (row, g) = ((self.f >> 8) as usize, self.g as usize);
        (self.f & 255 == 0 && row < NEAR && g < NEAR).then_some((row, g))
    }
}

impl OpenList {
    pub(in crate::search) fn new() -> Self {
        Self {
            entries: Recycled::new(),
            free: NONE,
            heads: Vec::new(),
            base: 0,
            bits: 0,
            ends: Vec::new(),
            filled: [0; NEAR / 64],
            first: 0,
            far: Far::default(),
            len: 0,
        }
    }

    #[inline(always)]
    pub(in crate::search) fn push(&mut self, key: Key, node: u32) {
        self.len += 1;
        let Some((row, g)) = key.near() else {
            return self.push_far(key, node);
        };
        if row.wrapping_sub(self.base) >= self.ends.len() || g >> self.bits != 0 {
            self.widen(row, g);
        }
        if self.free == NONE {
            self.more_entries();
        }
        let at = row - self.base;
        let bucket = at << self.bits | g;
        self.heads[bucket] = self.entry(node, self.heads[bucket]);
        self.ends[at] = self.ends[at].max(g as u32 + 1);
        self.filled[row / 64] |= 1 << (row % 64);
        self.first = self.first.min(row / 64);
    }

    /// An entry for a node, before another one.
    #[inline]
    fn entry(&mut self, node: u32, next: u32) -> u32 {
        let entry = self.free;
        let place = &mut self.entries[entry as usize];
        self.free = place.next;
        *place = Entry { node, next };
        entry
    }

    /// Makes free entries.
    #[cold]
    fn more_entries(&mut self) {
        let len = self.entries.len();
        let more = (len / 4).max(256);
        self.entries.reserve_exact(more);
        // As a chain in their order, so that a search which only grows goes through memory in one direction.
        let chain = len as u32 + 1..=(len + more) as u32;
        self.entries.extend(chain.map(|next| Entry { node: NONE, next }));
        if let Some(last) = self.entries.last_mut() {
            last.next = NONE;
        }
        self.free = len as u32;
    }

    /// Makes the table large enough for a bucket.
    #[cold]
    fn widen(&mut self, row: usize, g: usize) {
        let end = (row + 1).next_multiple_of(16);
        let (base, end) = match self.ends.len() {
            0 => (end - 16, end),
            rows => (self.base.min(end - 16), end.max(self.base + rows)),
        };
        let places = (g + 1).next_power_of_two().max(16).max(1 << self.bits);
        let (mut heads, mut ends) = (vec![NONE; (end - base) * places], vec![0; end - base]);
        let above = self.base.saturating_sub(base);
        let new = heads.chunks_exact_mut(places).skip(above);
        let old = self.heads.chunks_exact(1 << self.bits);
        old.zip(new).for_each(|(old, new)| new[..old.len()].copy_from_slice(old));
        ends[above..][..self.ends.len()].copy_from_slice(&self.ends);
        (self.heads, self.ends) = (heads, ends);
        (self.base, self.bits) = (base, places.ilog2());
    }

    #[inline(never)]
    fn push_far(&mut self, key: Key, node: u32) {
        if self.free == NONE {
            self.more_entries();
        }
        let far = &mut self.far;
        let bucket = *far.by_key.entry((key.f, key.g)).or_insert_with(|| {
            far.heads.push(NONE);
            far.heads.len() as u32 - 1
        });
        let next = far.heads[bucket as usize];
        if next == NONE {
            far.heap.push(Reverse((key.f, Reverse(key.g), bucket)));
        }
        let entry = self.entry(node, next);
        self.far.heads[bucket as usize] = entry;
    }

    /// The best node, with the key it was pushed with.
    #[inline(always)]
    pub(in crate::search) fn pop(&mut self) -> Option<(Key, u32)> {
        while self.first < NEAR / 64 && self.filled[self.first] == 0 {
            self.first += 1;
        }
        let filled = self.filled.get(self.first);
        let near = filled.map(|rows| self.first * 64 + rows.trailing_zeros() as usize);
        if !self.far.heap.is_empty() && near.is_none_or(|row| self.is_far_first(row)) {
            return self.pop_far();
        }
        let row = near?;
        let at = row - self.base;
        let g = self.ends[at] - 1;
        let bucket = at << self.bits | g as usize;
        let entry = self.heads[bucket];
        let Entry { node, next } = self.entries[entry as usize];
        self.heads[bucket] = next;
        if next == NONE {
            self.shorten(row, g as usize);
        }
        self.release(entry);
        Some((Key::new((row as u64) << 8, g), node))
    }

    /// The last bucket of a row is empty.
    #[inline]
    fn shorten(&mut self, row: usize, end: usize) {
        let at = row - self.base;
        let left = &self.heads[at << self.bits..][..end];
        let end = left.iter().rposition(|&head| head != NONE).map_or(0, |g| g + 1);
        self.ends[at] = end as u32;
        self.filled[row / 64] &= !(u64::from(end == 0) << (row % 64));
    }

    /// Whether the best key elsewhere comes before the best bucket of a row. Keys are never in both places.
    fn is_far_first(&self, row: usize) -> bool {
        let near = ((row as u64) << 8, Reverse(self.ends[row - self.base] - 1));
        self.far.heap.peek().is_some_and(|&Reverse((f, g, _))| (f, g) < near)
    }

    #[inline(never)]
    fn pop_far(&mut self) -> Option<(Key, u32)> {
        let &Reverse((f, Reverse(g), bucket)) = self.far.heap.peek()?;
        let head = &mut self.far.heads[bucket as usize];
        let entry = *head;
        let Entry { node, next } = self.entries[entry as usize];
        *head = next;
        if next == NONE {
            self.far.heap.pop();
        }
        self.release(entry);
        Some((Key::new(f, g), node))
    }

    /// An entry is free again.
    #[inline]
    fn release(&mut self, entry: u32) {
        self.len -= 1;
        self.entries[entry as usize].next = self.free;
        self.free = entry;
    }

    pub(in crate::search) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes held, the hash and the heap counted roughly.
    pub(in crate::search) fn bytes(&self) -> u64 {
        let entries = self.entries.len() * size_of::<Entry>();
        (entries + 4 * (self.heads.len() + self.ends.len()) + 64 * self.far.heads.len()) as u64
    }
}

#[cfg(test)]
mod tests;
