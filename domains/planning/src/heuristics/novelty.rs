//! Novelty: whether a state makes a fact or a pair of facts true for the first time (Lipovetzky and Geffner 2017).
//!
//! States are compared with those of the same key only, for example those with as many goals left.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Most bytes for pairs of facts.
const MAX: usize = 256 << 20;

/// What was true in the states seen, by key.
#[derive(Debug, Default)]
pub struct Novelty {
    tables: HashMap<u64, Seen, FxBuildHasher>,
    bytes: usize,
}

/// What was true in the states of a key.
#[derive(Debug)]
struct Seen {
    facts: Vec<u64>,
    /// Bits of pairs; none where there is no memory for them.
    pairs: Vec<u64>,
}

impl Novelty {
    /// The novelty of a state, which counts as seen from now on: 1 if a fact is new among the states of the key, 2 if a pair
    /// of facts is, 3 otherwise. `facts` are those of the state, all below `count`. Only pairs with one of `changed`, the facts that
    /// the last action made true, are looked at: all of them would be too many.
    pub fn of(&mut self, key: u64, count: usize, facts: &[u32], changed: &[u32]) -> u32 {
        let seen = self.tables.entry(key).or_insert_with(|| {
            let words = count.div_ceil(64);
            let pairs = (count * count).div_ceil(128);
            let pairs = if self.bytes + 8 * pairs > MAX { 0 } else { pairs };
            self.bytes += 8 * (words + pairs);
            Seen { facts: vec![0; words], pairs: vec![0; pairs] }
        });
        let mut novelty = 3;
        if !seen.pairs.is_empty() {
            for &one in changed {
                for &two in facts.iter().filter(|&&two| two != one) {
                    let (low, high) = (one.min(two) as usize, one.max(two) as usize);
                    if set(&mut seen.pairs, high * (high - 1) / 2 + low) {
                        novelty = 2;
                    }
                }
            }
        }
        for &fact in facts {
            if set(&mut seen.facts, fact as usize) {
                novelty = 1;
            }
        }
        novelty
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Sets a bit; whether it was clear.
#[inline]
fn set(bits: &mut [u64], index: usize) -> bool {
    let (word, bit) = (&mut bits[index / 64], 1 << (index % 64));
    let clear = *word & bit == 0;
    *word |= bit;
    clear
}
