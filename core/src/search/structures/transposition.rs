//! The bounded table of deepening searches: whole packed states with the cheapest g of this round.
//!
//! It starts small and doubles up to its bound; from then on a new state may push out an old one, and the
//! table is no longer loss-free. A look-up reads at most [`WINDOW`] neighbouring slots.

use super::arena::Packed;
use crate::problem::Problem;

/// Slots in which a state may stand.
const WINDOW: usize = 8;
const FIRST_SLOTS: usize = 1 << 10;

/// See the module's text.
pub(in crate::search) struct Transpositions<P: Problem> {
    words: Vec<u64>,
    /// Round in the high half, g in the low half; 0 is empty.
    marks: Vec<u64>,
    width: usize,
    max_slots: usize,
    len: usize,
    round: u32,
    lossy: bool,
    packed: Packed,
    _problem: std::marker::PhantomData<fn() -> P>,
}

/// What the table says about a node.
pub(in crate::search) enum Verdict {
    /// Reached in this round by a path no longer than this one: nothing to gain.
    Pruned,
    /// Search it; it is now remembered.
    Search,
}

impl<P: Problem> Transpositions<P> {
    /// A table of at most `bytes`; growing holds the old slots next to the new, which is counted.
    pub(in crate::search) fn new(problem: &P, bytes: u64) -> Self {
        let width = problem.packed_len();
        let slot = (width as u64 + 1) * 8;
        let most = (bytes / 3 * 2 / slot).max(WINDOW as u64 * 2);
        let max_slots = 1 << most.ilog2();
        let slots = FIRST_SLOTS.min(max_slots);
        Self {
            words: vec![0; slots * width],
            marks: vec![0; slots],
            width,
            max_slots,
            len: 0,
            round: 0,
            lossy: false,
            packed: Packed::new(problem),
            _problem: std::marker::PhantomData,
        }
    }

    #[inline]
    fn width(&self) -> usize {
        if P::PACKED_LEN == 0 { self.width } else { P::PACKED_LEN }
    }

    /// Marks all entries as belonging to an earlier round.
    pub(in crate::search) fn next_round(&mut self) {
        self.round += 1;
    }

    /// Nothing was ever pushed out.
    pub(in crate::search) fn is_loss_free(&self) -> bool {
        !self.lossy
    }

    pub(in crate::search) fn len(&self) -> u64 {
        self.len as u64
    }

    /// Most bytes held so far: while it grew, half as many slots stood next to the present ones.
    pub(in crate::search) fn peak_bytes(&self) -> u64 {
        let now = 8 * (self.words.len() + self.marks.len()) as u64;
        if self.marks.len() > FIRST_SLOTS { now / 2 * 3 } else { now }
    }

    /// Whether the state was searched in this or an earlier round.
    pub(in crate::search) fn contains(&mut self, problem: &P, state: &P::State) -> bool {
        self.find(problem, state).is_some()
    }

    /// The g with which the state was searched in this round.
    pub(in crate::search) fn g_in_round(&mut self, problem: &P, state: &P::State) -> Option<u32> {
        let at = self.find(problem, state)?;
        let mark = self.marks[at];
        ((mark >> 32) as u32 == self.round).then_some(mark as u32)
    }

    /// The slot of a state.
    fn find(&mut self, problem: &P, state: &P::State) -> Option<usize> {
        let hash = problem.hash(state);
        let width = self.width();
        let packed = self.packed.of(problem, state);
        let mask = self.marks.len() - 1;
        (0..WINDOW)
            .map(|i| (home(hash) + i) & mask)
            .find(|&at| self.marks[at] != 0 && self.words[at * width..(at + 1) * width] == *packed)
    }

    /// Looks a node up and remembers it.
    #[inline]
    pub(in crate::search) fn enter(&mut self, problem: &P, state: &P::State, g: u32) -> Verdict {
        let hash = problem.hash(state);
        let width = self.width();
        let mark = u64::from(self.round) << 32 | u64::from(g);
        let packed = self.packed.of(problem, state);
        let mask = self.marks.len() - 1;
        // The slot to take if the state is not here: an empty one, else of the oldest round, else the deepest.
        let mut victim = home(hash) & mask;
        let mut weakest = (u32::MAX, 0);
        for i in 0..WINDOW {
            let at = (home(hash) + i) & mask;
            let found = self.marks[at];
            if found == 0 {
                (victim, weakest) = (at, (0, 0));
                break;
            }
            if self.words[at * width..(at + 1) * width] == *packed {
                if (found >> 32) as u32 == self.round && found as u32 <= g {
                    return Verdict::Pruned;
                }
                self.marks[at] = mark;
                return Verdict::Search;
            }
            let strength = ((found >> 32) as u32, u32::MAX - found as u32);
            if strength < weakest {
                (victim, weakest) = (at, strength);
            }
        }
        if weakest.0 != 0 {
            if self.marks.len() < self.max_slots {
                self.grow(problem, state);
                return self.enter(problem, state, g);
            }
            self.lossy = true;
        } else {
            self.len += 1;
        }
        self.marks[victim] = mark;
        self.words[victim * width..(victim + 1) * width].copy_from_slice(packed);
        Verdict::Search
    }

    #[cold]
    fn grow(&mut self, problem: &P, state: &P::State) {
        let mut spare = state.clone();
        let width = self.width();
        let slots = self.marks.len() * 2;
        let words = std::mem::replace(&mut self.words, vec![0; slots * width]);
        let marks = std::mem::replace(&mut self.marks, vec![0; slots]);
        self.len = 0;
        for (packed, mark) in words.chunks_exact(width).zip(marks).filter(|&(_, mark)| mark != 0) {
            problem.unpack_into(packed, &mut spare);
            let hash = problem.hash(&spare);
            let free = (0..WINDOW).map(|i| (home(hash) + i) & (slots - 1)).find(|&at| self.marks[at] == 0);
            match free {
                Some(at) => {
                    self.marks[at] = mark;
                    self.words[at * width..(at + 1) * width].copy_from_slice(packed);
                    self.len += 1;
                }
                // Many neighbours moved to one window: rare, and only a loss.
                None => self.lossy = true,
            }
        }
    }
}

/// The slot to begin at, before it is masked. Only the high bits of a product depend on all bits of the hash: they come first.
#[inline]
fn home(hash: u64) -> usize {
    hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).swap_bytes() as usize
}
