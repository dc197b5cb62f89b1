//! The queue of nodes that wait for expansion, ordered by f, then larger g, then last in, first out.
//!
//! Nodes of equal f and g are a bucket, a chain in one list of entries. Where f is a small whole number and g is small, as
//! with unit costs and estimates that are whole, buckets are found by their place in a table. The others are found by hash, and a heap
//! holds the keys of those that are not empty: keys are fewer than nodes, so pushing and popping rarely touch it.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A queue position: f in 1/256, and g for ties.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    f: u64,
    g: u32,
}

/// Whole f and g below this have their buckets in the table.
const NEAR: usize = 1 << 10;
/// Ends a chain.
const NONE: u32 = u32::MAX;

/// See the module's text.
pub(super) struct OpenList {
    entries: Vec<Entry>,
    /// Entries that are not in use, as a chain.
    free: u32,
    /// Buckets of whole f, in the order of f.
    rows: Vec<Row>,
    /// A bit for every row that holds something.
    filled: [u64; NEAR / 64],
    far: Far,
    len: u64,
    bytes: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    node: u32,
    next: u32,
}

/// The buckets of one f.
#[derive(Default)]
struct Row {
    /// The first entry of each bucket, by g.
    heads: Vec<u32>,
    /// No bucket at this g or above holds anything.
    end: usize,
    len: u32,
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
    pub(super) fn new(f: u64, g: u32) -> Self {
        Self { f, g }
    }

    /// The f it was made with.
    pub(super) fn f(self) -> f64 {
        self.f as f64 / 256.0
    }

    /// The g it was made with.
    #[inline]
    pub(super) fn g(self) -> u32 {
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
    pub(super) fn new() -> Self {
        Self {
            entries: Vec::new(),
            free: NONE,
            rows: Vec::new(),
            filled: [0; NEAR / 64],
            far: Far::default(),
            len: 0,
            bytes: 0,
        }
    }

    #[inline]
    pub(super) fn push(&mut self, key: Key, node: u32) {
        self.len += 1;
        let Some((row, g)) = key.near() else {
            return self.push_far(key, node);
        };
        if self.rows.get(row).is_none_or(|row| g >= row.heads.len()) {
            self.widen(row, g);
        }
        let next = self.rows[row].heads[g];
        let entry = self.entry(node, next);
        let place = &mut self.rows[row];
        place.heads[g] = entry;
        place.end = place.end.max(g + 1);
        place.len += 1;
        self.filled[row / 64] |= 1 << (row % 64);
    }

    /// An entry for a node, before another one.
    #[inline]
    fn entry(&mut self, node: u32, next: u32) -> u32 {
        let entry = self.free;
        if let Some(place) = self.entries.get_mut(entry as usize) {
            self.free = place.next;
            *place = Entry { node, next };
            return entry;
        }
        self.entries.push(Entry { node, next });
        self.entries.len() as u32 - 1
    }

    #[cold]
    fn widen(&mut self, row: usize, g: usize) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Row::default);
        }
        let heads = &mut self.rows[row].heads;
        let before = heads.capacity();
        heads.resize((g + g / 2 + 8).min(NEAR), NONE);
        self.bytes += 4 * (heads.capacity() - before) as u64;
    }

    #[inline(never)]
    fn push_far(&mut self, key: Key, node: u32) {
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
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(Key, u32)> {
        let near = self.filled.iter().position(|&rows| rows != 0);
        let near = near.map(|word| word * 64 + self.filled[word].trailing_zeros() as usize);
        let far = self.far.heap.peek().map(|&Reverse((f, Reverse(g), _))| (f, g));
        let row = match (near, far) {
            (None, None) => return None,
            (Some(row), None) => row,
            (Some(row), Some((f, g))) if self.is_first(row, f, g) => row,
            (_, Some(_)) => return self.pop_far(),
        };
        let place = &mut self.rows[row];
        // A filled row has a bucket that is not empty.
        while place.heads[place.end - 1] == NONE {
            place.end -= 1;
        }
        let (g, entry) = (place.end - 1, place.heads[place.end - 1]);
        let Entry { node, next } = self.entries[entry as usize];
        place.heads[g] = next;
        place.len -= 1;
        if place.len == 0 {
            self.filled[row / 64] &= !(1 << (row % 64));
            place.end = 0;
        }
        self.release(entry);
        Some((Key::new((row as u64) << 8, g as u32), node))
    }

    /// Whether the best bucket of a row comes before a key elsewhere. Keys are never in both places.
    fn is_first(&mut self, row: usize, f: u64, g: u32) -> bool {
        let place = &mut self.rows[row];
        while place.heads[place.end - 1] == NONE {
            place.end -= 1;
        }
        ((row as u64) << 8, Reverse(place.end as u32 - 1)) < (f, Reverse(g))
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

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes held, the hash and the heap counted roughly.
    pub(super) fn bytes(&self) -> u64 {
        let entries = self.entries.capacity() * size_of::<Entry>() + self.rows.capacity() * size_of::<Row>();
        self.bytes + entries as u64 + 64 * self.far.heads.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{RngExt, stream};

    #[test]
    fn nodes_come_by_f_then_larger_g_then_last_in_first_out() {
        let mut random = stream(1, "open list", &[]);
        for (f_range, g_range) in [(4_000_u64, 3_u32), (40, 2_000), (1 << 41, 1 << 31), (1 << 20, 1_100)] {
            let (mut open, mut naive) = (OpenList::new(), Vec::new());
            for node in 0..20_000 {
                if random.random_range(0..3) > 0 {
                    let whole = random.random_range(0..2) == 0;
                    let f = random.random_range(0..f_range) << if whole { 8 } else { 0 };
                    let g = random.random_range(0..g_range);
                    open.push(Key::new(f, g), node);
                    naive.push((f, Reverse(g), Reverse(node)));
                } else {
                    let best = naive.iter().enumerate().min_by_key(|&(_, key)| key).map(|(at, _)| at);
                    let expected = best.map(|at| naive.swap_remove(at));
                    let got = open.pop().map(|(key, node)| (key.f, Reverse(key.g()), Reverse(node)));
                    assert_eq!(got, expected);
                }
                assert_eq!(open.len(), naive.len() as u64);
            }
        }
    }
}
