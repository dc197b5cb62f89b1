//! Batches of successors by the estimate of their parents.

use std::collections::{BTreeMap, VecDeque};

/// Successors of a node that wait: a range of a list of actions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Batch {
    /// The parent.
    pub(super) node: u32,
    /// The first one that was not taken.
    pub(super) next: u32,
    /// Behind the last one.
    pub(super) end: u32,
}

/// A queue: smallest key first, then first in, first out.
#[derive(Debug, Default)]
pub(super) struct Queue {
    by_key: BTreeMap<u64, VecDeque<Batch>>,
    /// Turns taken, less what was gained: the queue with the fewest is next.
    pub(super) turns: i64,
    len: u64,
    batches: u64,
}

impl Queue {
    pub(super) fn push(&mut self, key: u64, batch: Batch) {
        if batch.next < batch.end {
            self.len += u64::from(batch.end - batch.next);
            self.batches += 1;
            self.by_key.entry(key).or_default().push_back(batch);
        }
    }

    /// The parent and the place of the action of the next successor.
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        let mut first = self.by_key.first_entry()?;
        let bucket = first.get_mut();
        let batch = bucket.front_mut()?;
        let taken = (batch.node, batch.next);
        batch.next += 1;
        if batch.next == batch.end {
            self.batches -= 1;
            bucket.pop_front();
            if bucket.is_empty() {
                first.remove();
            }
        }
        self.len -= 1;
        Some(taken)
    }

    /// Number of successors.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes held, room to grow counted roughly.
    pub(super) fn bytes(&self) -> u64 {
        2 * self.batches * size_of::<Batch>() as u64 + 64 * self.by_key.len() as u64
    }
}
