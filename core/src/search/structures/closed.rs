//! The table of known states: open addressing over (32 bits of hash, node index), never whole nodes.
//!
//! A slot's position is made from the same 32 bits that it keeps, so the table grows without touching
//! the states. Equality is decided on the packed states.

use super::arena::Arena;
use super::recycled::Recycled;
use crate::problem::Problem;

/// Finds the arena index of a packed state.
pub(crate) struct Closed {
    /// Tag in the high half, index + 1 in the low half; 0 is empty.
    slots: Recycled<u64>,
    /// Shift that turns a tag into a slot.
    shift: u32,
    len: usize,
}

/// What a look-up found.
pub(crate) enum Entry {
    /// The state's index.
    Known(u32),
    /// The slot to fill.
    Free(usize),
}

const FIRST_BITS: u32 = 10;
/// Slots of a table that stays half empty, for the speed of it: 64 KiB.
const SMALL: usize = 1 << 13;

/// The 32 bits of a state's hash.
#[inline]
pub(crate) fn hash_tag(hash: u64) -> u32 {
    (hash >> 32) as u32 ^ hash as u32
}

impl Closed {
    pub(crate) fn new() -> Self {
        let mut slots = Recycled::new();
        slots.resize(1 << FIRST_BITS, 0);
        Self { slots, shift: 32 - FIRST_BITS, len: 0 }
    }

    /// Looks for a tag whose index is `right`.
    #[inline]
    fn probe(&self, tag: u32, right: impl Fn(u32) -> bool) -> Entry {
        let mask = self.slots.len() - 1;
        let mut at = (tag >> self.shift) as usize;
        loop {
            let slot = self.slots[at & mask];
            if slot == 0 {
                return Entry::Free(at & mask);
            }
            if (slot >> 32) as u32 == tag {
                let index = slot as u32 - 1;
                if right(index) {
                    return Entry::Known(index);
                }
            }
            at += 1;
        }
    }

    /// The index in the first slot of a tag if it is likely that of the state; else 0. Only reads, without a choice that
    /// the processor would have to guess: many of these wait for memory at the same time.
    #[inline]
    pub(crate) fn likely(&self, tag: u32) -> u32 {
        let slot = self.slots[(tag >> self.shift) as usize & (self.slots.len() - 1)];
        if (slot >> 32) as u32 == tag { (slot as u32).saturating_sub(1) } else { 0 }
    }

    /// Finds a packed state by its [`hash_tag`].
    #[inline]
    pub(crate) fn find<P: Problem>(&self, arena: &Arena<P>, tag: u32, packed: &[u64]) -> Entry {
        self.probe(tag, |index| arena.holds(index, packed))
    }

    /// Fills a slot that a look-up called free.
    #[inline]
    pub(crate) fn fill(&mut self, slot: usize, tag: u32, index: u32) {
        self.slots[slot] = u64::from(tag) << 32 | u64::from(index + 1);
        self.len += 1;
    }

    /// Grow before the next insertion: half full while the table is small, three quarters full beyond.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        let quarters = if self.slots.len() <= SMALL { 2 } else { 3 };
        self.len * 4 >= self.slots.len() * quarters
    }

    pub(crate) fn bytes(&self) -> u64 {
        8 * self.slots.len() as u64
    }

    /// Bytes held after growing.
    pub(crate) fn bytes_to_grow(&self) -> u64 {
        self.bytes() * 2
    }

    /// Doubles the table in place. A slot's position doubles, too, so from the last to the first slot nearly all move to where no
    /// old slot is left; the others wait until all have moved.
    pub(crate) fn grow(&mut self) {
        let old = self.slots.len();
        self.slots.resize(2 * old, 0);
        self.shift -= 1;
        let mut others = Vec::new();
        for at in (0..old).rev() {
            let slot = std::mem::take(&mut self.slots[at]);
            if slot == 0 {
                continue;
            }
            let home = ((slot >> 32) as u32 >> self.shift) as usize;
            let free = if home > at { self.slots[home..].iter().position(|&slot| slot == 0) } else { None };
            match free {
                Some(distance) => self.slots[home + distance] = slot,
                None => others.push(slot),
            }
        }
        for slot in others {
            if let Entry::Free(at) = self.probe((slot >> 32) as u32, |_| false) {
                self.slots[at] = slot;
            }
        }
    }

    /// Forgets everything, keeping the room.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
        self.len = 0;
    }
}

#[cfg(test)]
mod tests;
