//! A queue of facts by cost: buckets for small costs, a heap for the others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs below this have buckets.
const NEAR: u32 = 1 << 12;

/// Facts by cost, cheapest first. Costs never fall below that of the last fact taken.
#[derive(Debug, Default)]
pub struct Queue {
    buckets: Vec<Vec<u32>>,
    /// The bucket that is being emptied.
    at: usize,
    far: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Queue {
    /// Forgets everything.
    pub fn clear(&mut self) {
        for bucket in self.buckets.iter_mut().skip(self.at) {
            bucket.clear();
        }
        self.at = 0;
        self.far.clear();
    }

    /// Adds a fact.
    #[inline]
    pub fn push(&mut self, cost: u32, fact: u32) {
        match self.buckets.get_mut(cost as usize) {
            Some(bucket) => bucket.push(fact),
            None => self.push_new(cost, fact),
        }
    }

    #[cold]
    fn push_new(&mut self, cost: u32, fact: u32) {
        if cost < NEAR {
            self.buckets.resize_with(cost as usize + 1, Vec::new);
            self.buckets[cost as usize].push(fact);
        } else {
            self.far.push(Reverse((cost, fact)));
        }
    }

    /// The cheapest fact and its cost.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.at) {
            if let Some(fact) = bucket.pop() {
                return Some((self.at as u32, fact));
            }
            self.at += 1;
        }
        self.far.pop().map(|Reverse((cost, fact))| (cost, fact))
    }
}
