//! States that own memory: searches refill the states they have instead of making new ones.

use std::cell::Cell;
use std::ops::ControlFlow;
use unstuck_core::executor::Sequential;
use unstuck_core::feature::View;
use unstuck_core::heuristic::Heuristic;
use unstuck_core::problem::{Problem, Visit};
use unstuck_core::search::{self, Limits, Search, SearchParameters, explore};

thread_local! {
    static MADE: Cell<u64> = const { Cell::new(0) };
}

/// A hundred words of bits.
struct Bits(Box<[u64]>);

impl Bits {
    fn new(words: &[u64]) -> Self {
        MADE.set(MADE.get() + 1);
        Self(words.into())
    }
}

impl Clone for Bits {
    fn clone(&self) -> Self {
        Self::new(&self.0)
    }
    fn clone_from(&mut self, source: &Self) {
        self.0.copy_from_slice(&source.0);
    }
}

/// Lights in a row, far apart: switch one of them. All of them on is the goal.
struct Lights;

const WORDS: usize = 100;
const LIGHTS: u32 = 10;

impl Problem for Lights {
    type State = Bits;
    type Action = u32;
    type Undo = ();
    type Scratch = ();

    const PACKED_LEN: usize = 0;
    const TRANSPOSITIONS: bool = true;

    fn scratch(&self) {}
    fn packed_len(&self) -> usize {
        WORDS
    }
    fn pack(&self, state: &Bits, out: &mut [u64]) {
        out.copy_from_slice(&state.0);
    }
    fn unpack(&self, words: &[u64]) -> Bits {
        Bits::new(words)
    }
    fn unpack_into(&self, words: &[u64], state: &mut Bits) {
        state.0.copy_from_slice(words);
    }
    fn hash(&self, state: &Bits) -> u64 {
        state
            .0
            .iter()
            .fold(0, |hash: u64, &word| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
    }
    fn visit<V: Visit<Self>>(&self, state: &Bits, last: Option<u32>, visitor: &mut V) -> ControlFlow<()> {
        (0..LIGHTS)
            .filter(|&light| last != Some(light))
            .try_for_each(|light| visitor.action(self, state, light))
    }
    fn apply(&self, state: &mut Bits, action: u32) {
        state.0[action as usize * 9 + 1] ^= 1 << (5 * action);
    }
    fn undo(&self, state: &mut Bits, action: u32, (): ()) {
        self.apply(state, action);
    }
    fn is_goal(&self, state: &Bits) -> bool {
        state.0.iter().map(|word| word.count_ones()).sum::<u32>() == LIGHTS
    }
    fn reversible(&self) -> bool {
        true
    }
}

/// Half of the lights that are off: the searches have something to do.
struct Half;

impl Heuristic<Lights> for Half {
    type Value = u32;
    type Incremental = ();

    fn root(&mut self, view: &View<'_, Lights>) -> (u32, ()) {
        ((LIGHTS - view.state.0.iter().map(|word| word.count_ones()).sum::<u32>()) / 2, ())
    }
    fn child(&mut self, view: &View<'_, Lights>, (): ()) -> (u32, ()) {
        self.root(view)
    }
}

#[test]
fn no_search_makes_a_state_per_node() {
    let start = Bits::new(&[0; WORDS]);
    let made = MADE.get();
    for &info in search::ALGORITHMS {
        for table in [Some(0), Some(1 << 20)] {
            let mut parameters = SearchParameters::new(info);
            parameters.table = table;
            parameters.limits.expanded = Some(3_000);
            if search::refusal(&Lights, &parameters).is_some() {
                continue;
            }
            MADE.set(0);
            let found = search::run(Search {
                problem: &Lights,
                start: &start,
                heuristic: Half,
                parameters,
                admissible: true,
                observer: &mut (),
                executor: &Sequential,
            });
            assert!(MADE.get() < 80, "{}: {} states for {:?}", info.name, MADE.get(), found.stats);
        }
    }
    MADE.set(0);
    let space = explore::reachable(&Lights, &start, Limits::default(), &mut (), &mut |_, _| ()).unwrap();
    assert_eq!(space.reachable, 1 << LIGHTS);
    let space = explore::distances(&Lights, &start, Limits::default(), &mut (), &mut |_, _| ()).unwrap();
    assert_eq!(space.distances, [1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1]);
    assert!(MADE.get() < 120, "{}", MADE.get());
    assert!(made > 0, "the count counts");
}
