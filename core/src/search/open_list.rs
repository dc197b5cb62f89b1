//! The queue of nodes that wait for expansion, ordered by f, then larger g, then last in, first out.
//!
//! Keys are few and nodes are many: a bucket (a stack) per distinct key, found by hash, and a heap of
//! the keys whose bucket is not empty. Pushing and popping rarely touch the heap.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Room for g in a key.
const G_BITS: u32 = 24;
/// Paths longer than this are all the same for ties.
pub(super) const MAX_TIE_G: u32 = (1 << G_BITS) - 1;

/// See the module's text.
pub(super) struct OpenList {
    buckets: Vec<Vec<u32>>,
    by_key: HashMap<u64, u32, FxBuildHasher>,
    /// Key and bucket of every bucket that may hold something.
    heap: BinaryHeap<Reverse<(u64, u32)>>,
    len: u64,
    bytes: u64,
}

/// A queue position: f in 1/256, and g for ties.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key(u64);

impl Key {
    #[inline]
    pub(super) fn new(f: u64, g: u32) -> Self {
        Self(f << G_BITS | u64::from(MAX_TIE_G - g.min(MAX_TIE_G)))
    }

    /// The f it was made with.
    pub(super) fn f(self) -> f64 {
        (self.0 >> G_BITS) as f64 / 256.0
    }

    /// The g it was made with, at most [`MAX_TIE_G`].
    #[inline]
    pub(super) fn g(self) -> u32 {
        MAX_TIE_G - (self.0 as u32 & MAX_TIE_G)
    }
}

impl OpenList {
    pub(super) fn new() -> Self {
        Self { buckets: Vec::new(), by_key: HashMap::default(), heap: BinaryHeap::new(), len: 0, bytes: 0 }
    }

    #[inline]
    pub(super) fn push(&mut self, key: Key, node: u32) {
        let buckets = &mut self.buckets;
        let id = *self.by_key.entry(key.0).or_insert_with(|| {
            buckets.push(Vec::new());
            buckets.len() as u32 - 1
        });
        let bucket = &mut buckets[id as usize];
        if bucket.is_empty() {
            self.heap.push(Reverse((key.0, id)));
        }
        if bucket.len() == bucket.capacity() {
            let before = bucket.capacity();
            bucket.reserve(1);
            self.bytes += 4 * (bucket.capacity() - before) as u64;
        }
        bucket.push(node);
        self.len += 1;
    }

    /// The best node, with the key it was pushed with.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(Key, u32)> {
        loop {
            let &Reverse((key, id)) = self.heap.peek()?;
            let bucket = &mut self.buckets[id as usize];
            if let Some(node) = bucket.pop() {
                self.len -= 1;
                if bucket.is_empty() {
                    self.heap.pop();
                }
                return Some((Key(key), node));
            }
            self.heap.pop();
        }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes held, the hash and the heap counted roughly.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes + 64 * self.buckets.len() as u64
    }
}
