//! Values by state, kept for searches that come back to the same states again and again.
//!
//! A deepening search meets every state once a round and once a path; computing features is what it would spend its time
//! on. Each state has one slot, and whoever comes later takes it: a slot holds the whole packed state, so a value is never
//! another state's.

use crate::domain::Domain;

const FIRST_SLOTS: usize = 1 << 10;

/// See the module's text.
pub(super) struct Recall<D: Domain> {
    words: Vec<u64>,
    /// NaN where a slot is empty.
    values: Vec<f64>,
    packed: Vec<u64>,
    fresh: usize,
    most_slots: usize,
    /// What leaves as many bits of a hash as a slot's number has.
    shift: u32,
    _domain: std::marker::PhantomData<fn() -> D>,
}

impl<D: Domain> Recall<D> {
    /// Of at most so many bytes, but for the first slots: they double as long as they do not suffice.
    pub(super) fn new(domain: &D, bytes: u64) -> Self {
        let slot = (domain.words() as u64 + 1) * 8;
        Self::with_slots(domain, 1 << (bytes / slot).max(FIRST_SLOTS as u64).ilog2())
    }

    /// An empty one of the same size.
    pub(super) fn fork(&self, domain: &D) -> Self {
        Self::with_slots(domain, self.most_slots)
    }

    fn with_slots(domain: &D, most_slots: usize) -> Self {
        let mut recall = Self {
            words: Vec::new(),
            values: Vec::new(),
            packed: vec![0; domain.words()],
            fresh: 0,
            most_slots,
            shift: 0,
            _domain: std::marker::PhantomData,
        };
        recall.clear(FIRST_SLOTS);
        recall
    }

    fn clear(&mut self, slots: usize) {
        // The old ones go first: side by side, they would be more than is allowed.
        (self.words, self.values) = (Vec::new(), Vec::new());
        self.words = vec![0; slots * self.packed.len()];
        self.values = vec![f64::NAN; slots];
        self.shift = 64 - slots.ilog2();
        self.fresh = 0;
    }

    #[inline]
    fn width(&self) -> usize {
        if D::WORDS == 0 { self.packed.len() } else { D::WORDS }
    }

    /// The value of a state, made if it is not known.
    #[inline]
    pub(super) fn value(&mut self, domain: &D, state: &D::State, make: impl FnOnce() -> f64) -> f64 {
        let width = self.width();
        domain.pack(state, &mut self.packed);
        let hash = domain.hash(state);
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
        if self.fresh > self.values.len() && self.values.len() < self.most_slots {
            self.clear(self.values.len() * 2);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::actions;
    use crate::domains::rush_hour::domain::{Metric, Small};
    use crate::domains::rush_hour::text::{self, Reading};

    #[test]
    fn every_state_has_its_own_value_and_most_are_made_once() {
        // On the second board states differ in the highest bits of their code as well.
        for (board, steps) in [
            ("BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo", 40_000_usize),
            ("BCCDooooBoEDoFGHIIEDoFGHJKEAALGoJKMNNLOOJKMPPQQRooSoTUoRVVSoTUWW", 400_000),
        ] {
            let board = text::parse(board, &Reading::default()).unwrap();
            let domain = Small::new(board, Metric::Slides);
            let mut recall = Recall::new(&domain, 1 << 20);
            let code = |state: &_| {
                let mut word = [0];
                domain.pack(state, &mut word);
                (word[0] % 1_000_003) as f64
            };
            let (mut state, mut made) = (domain.start(), 0);
            let mut seen = std::collections::BTreeSet::new();
            for step in 0..steps {
                let value = recall.value(&domain, &state, || {
                    made += 1;
                    code(&state)
                });
                assert_eq!(value, code(&state));
                seen.insert(value.to_bits());
                let moves = actions(&domain, &state);
                domain.apply(&mut state, moves[step * 7919 % 10_007 % moves.len()]);
            }
            assert!(seen.len() > 50, "{}", seen.len());
            assert!(made < steps / 4, "{made} made in {steps} steps through {} states", seen.len());
            assert!(recall.values.len() * 16 <= 1 << 20);
        }
    }

    #[test]
    fn however_little_is_allowed_the_first_slots_are_there() {
        let board = text::parse("BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo", &Reading::default()).unwrap();
        let domain = Small::new(board, Metric::Slides);
        let recall = Recall::new(&domain, 0);
        assert_eq!((recall.values.len(), recall.most_slots), (FIRST_SLOTS, FIRST_SLOTS));
        assert_eq!(recall.fork(&domain).most_slots, FIRST_SLOTS);
    }
}
