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
