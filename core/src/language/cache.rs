//! Values by state, kept for searches that come back to the same states again and again.
//!
//! A deepening search meets every state once a round and once a path; computing features is what it would spend its time
//! on. Each state has one slot, and the latest state takes it: a slot holds the whole packed state, so a value is never
//! another state's.

use crate::problem::Problem;

const FIRST_SLOTS: usize = 1 << 10;

/// See the module's text.
pub(super) struct Cache<P: Problem> {
    words: Vec<u64>,
    /// NaN where a slot is empty.
    values: Vec<f64>,
    packed: Vec<u64>,
    fresh: usize,
    max_slots: usize,
    /// What leaves as many bits of a hash as a slot's number has.
    shift: u32,
    _domain: std::marker::PhantomData<fn() -> P>,
}

impl<P: Problem> Cache<P> {
    /// Of at most so many bytes, but for the first slots: they double as long as they do not suffice.
    pub(super) fn new(problem: &P, bytes: u64) -> Self {
        let slot = (problem.packed_len() as u64 + 1) * 8;
        Self::with_slots(problem, 1 << (bytes / slot).max(FIRST_SLOTS as u64).ilog2())
    }

    /// An empty one of the same size.
    pub(super) fn fork(&self, problem: &P) -> Self {
        Self::with_slots(problem, self.max_slots)
    }

    fn with_slots(problem: &P, max_slots: usize) -> Self {
        let mut cache = Self {
            words: Vec::new(),
            values: Vec::new(),
            packed: vec![0; problem.packed_len()],
            fresh: 0,
            max_slots,
            shift: 0,
            _domain: std::marker::PhantomData,
        };
        cache.clear(FIRST_SLOTS);
        cache
    }

    fn clear(&mut self, slots: usize) {
        // The old ones go first: side by side, they would be more than is allowed.
        (self.words, self.values) = (Vec::new(), Vec::new());
        self.words = vec![0; slots * self.packed.len()];
        self.values = vec![f64::NAN; slots];
        self.shift = 64 - slots.ilog2();
        self.fresh = 0;
    }

    /// The size of all slots. They only ever grow.
    pub(super) fn bytes(&self) -> u64 {
        8 * (self.words.len() + self.values.len()) as u64
    }

    #[inline]
    fn width(&self) -> usize {
        if P::PACKED_LEN == 0 { self.packed.len() } else { P::PACKED_LEN }
    }

    /// The value of a state, made if it is not known.
    #[inline]
    pub(super) fn value(&mut self, problem: &P, state: &P::State, make: impl FnOnce() -> f64) -> f64 {
        let width = self.width();
        problem.pack(state, &mut self.packed);
        let hash = problem.hash(state);
        // The high bits of a product: every bit of the hash has a part in them.
        let at = (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize & (self.values.len() - 1);
        let here = &mut self.words[at * width..(at + 1) * width];
        // Word by word, since a call to compare one word costs more.
        let same = here.iter().zip(&self.packed).all(|(a, b)| a == b);
        let known = self.values[at];
        if same && !known.is_nan() {
            return known;
        }
        let value = make();
        here.copy_from_slice(&self.packed[..width]);
        self.values[at] = value;
        self.fresh += 1;
        if self.fresh > self.values.len() && self.values.len() < self.max_slots {
            self.clear(self.values.len() * 2);
        }
        value
    }
}

#[cfg(test)]
mod tests;
