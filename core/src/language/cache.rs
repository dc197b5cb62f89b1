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
mod tests {
    use super::*;
    use crate::problem::Visit;
    use std::ops::ControlFlow;

    /// Ten bits of a word from a place on; an action turns one of them over.
    struct Bits(u32);

    impl Problem for Bits {
        type State = u64;
        type Action = u32;
        type Undo = ();
        type Scratch = ();

        const PACKED_LEN: usize = 1;

        fn scratch(&self) {}
        fn pack(&self, state: &u64, out: &mut [u64]) {
            out[0] = *state;
        }
        fn unpack(&self, words: &[u64]) -> u64 {
            words[0]
        }
        fn visit<V: Visit<Self>>(&self, state: &u64, _last: Option<u32>, visitor: &mut V) -> ControlFlow<()> {
            (0..10).try_for_each(|bit| visitor.action(self, state, bit))
        }
        fn apply(&self, state: &mut u64, bit: u32) {
            *state ^= 1 << (self.0 + bit);
        }
        fn undo(&self, state: &mut u64, bit: u32, (): ()) {
            self.apply(state, bit);
        }
        fn is_goal(&self, state: &u64) -> bool {
            *state == 0
        }
    }

    #[test]
    fn every_state_has_its_own_value_and_most_are_made_once() {
        // States that differ in the lowest bits of their code, and in the highest.
        for problem in [Bits(0), Bits(54)] {
            let mut cache = Cache::new(&problem, 1 << 20);
            let (mut state, mut made, steps) = (0, 0, 40_000_u32);
            let mut seen = std::collections::BTreeSet::new();
            for step in 0..steps {
                let code = (state % 1_000_003) as f64;
                let value = cache.value(&problem, &state, || {
                    made += 1;
                    code
                });
                assert_eq!(value, code);
                seen.insert(state);
                problem.apply(&mut state, step * 7919 % 10_007 % 10);
            }
            assert!(seen.len() > 50, "{}", seen.len());
            assert!(made < steps / 4, "{made} made in {steps} steps through {} states", seen.len());
            assert!(cache.bytes() <= 1 << 20);
        }
    }

    #[test]
    fn however_little_is_allowed_the_first_slots_are_there() {
        let cache = Cache::new(&Bits(0), 0);
        assert_eq!((cache.values.len(), cache.max_slots), (FIRST_SLOTS, FIRST_SLOTS));
        assert_eq!(cache.fork(&Bits(0)).max_slots, FIRST_SLOTS);
    }
}
