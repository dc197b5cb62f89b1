//! The known states of a best-first search, found by their dense numbers.
//!
//! Numbers come in groups of 128, and a directory leads from a group to its block: the costs of the cheapest paths to its
//! states, a byte each. Neighbours in the numbering are mostly neighbours in the space, so groups are fewer than states, and
//! what look-ups read stays in the fast caches. The byte alone tells most duplicates, without a choice that the processor
//! would have to guess. The nodes of a block are a chain, which is followed only when a path to a known state is better.

use super::arena::{Arena, Packed, grown};
use super::kept::Kept;
use super::visited::{Known, Visited, dense_states, make};
use crate::problem::Problem;
use std::cell::RefCell;
use std::mem::needs_drop;

/// Numbers of a group.
const BLOCK: usize = 128;
/// The cost of a state without a path.
const NO_PATH: u8 = u8::MAX;
/// Stands for this cost and all above it, short of [`NO_PATH`].
const MAX_COST: u8 = NO_PATH - 1;
/// Ends a chain.
const NONE: u32 = u32::MAX;

thread_local! {
    /// A zeroed directory kept between searches: fresh pages cost more than a small search.
    static SPARE: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// See the module's text.
pub(crate) struct Numbered<P: Problem> {
    /// The block of every group. Block 0 stays without paths, and belongs to all groups without known states.
    directory: Vec<u32>,
    /// How much of the directory this instance uses: the spare one may be larger.
    groups: usize,
    costs: Kept<[u8; BLOCK]>,
    /// Blocks that fit without growing.
    room: usize,
    /// Groups of the blocks, to clear the directory at the end.
    filled: Kept<u32>,
    /// The last node of every block.
    heads: Kept<u32>,
    /// By node.
    links: Kept<Link>,
    /// Plain states are kept as they are: copying them takes less than unpacking.
    states: Kept<P::State>,
    arena: Arena<P>,
    packed: Packed,
}

/// A node in the chain of its block.
#[derive(Clone, Copy)]
struct Link {
    /// The place of its state in the block.
    place: u32,
    /// The node before it.
    next: u32,
}

impl<P: Problem> Numbered<P> {
    /// Whether states are kept.
    const KEPT: bool = !needs_drop::<P::State>();

    /// A table, if the numbering is small enough to leave most of the memory to the nodes.
    pub(crate) fn new(problem: &P, memory: Option<u64>) -> Option<Self> {
        let groups = dense_states(problem, memory)?.div_ceil(BLOCK as u64) as usize;
        let mut directory = SPARE.take();
        if directory.len() < groups {
            // Fresh zeroed pages rather than a resize, which would write them all.
            directory = vec![0; groups.next_power_of_two()];
        }
        let (mut costs, mut heads) = (Kept::new(), Kept::new());
        costs.push([NO_PATH; BLOCK]);
        heads.push(NONE);
        Some(Self {
            directory,
            groups,
            costs,
            room: 1,
            filled: Kept::new(),
            heads,
            links: Kept::new(),
            states: Kept::new(),
            arena: Arena::new(problem),
            packed: Packed::new(problem),
        })
    }

    /// The block of a number, and the place in it.
    #[inline]
    fn find(&self, number: u64) -> (usize, usize) {
        (self.directory[number as usize / BLOCK] as usize, number as usize % BLOCK)
    }

    /// Adds a state that has no path yet, and belongs to a place of a block.
    #[inline(always)]
    fn add(&mut self, problem: &P, state: &P::State, number: u64, (mut block, place): (usize, usize)) -> u32 {
        if block == 0 {
            block = self.costs.len();
            self.directory[number as usize / BLOCK] = block as u32;
            self.filled.push((number as usize / BLOCK) as u32);
            self.costs.push([NO_PATH; BLOCK]);
            self.heads.push(NONE);
        }
        let node = self.arena.push(self.packed.of(problem, state));
        self.costs[block][place] = MAX_COST;
        self.links.push(Link { place: place as u32, next: self.heads[block] });
        self.heads[block] = node;
        if Self::KEPT {
            self.states.push(state.clone());
        }
        node
    }

    /// The node of a known state.
    #[inline]
    fn node(&self, block: usize, place: usize) -> u32 {
        let mut node = self.heads[block];
        loop {
            let link = self.links[node as usize];
            if link.place == place as u32 {
                return node;
            }
            node = link.next;
        }
    }

    #[inline]
    fn lacks_block(&self) -> bool {
        self.costs.len() == self.room
    }

    fn bytes_with(&self, blocks: usize, states: usize) -> u64 {
        let block = BLOCK + 2 * size_of::<u32>();
        let kept = if Self::KEPT { size_of::<P::State>() } else { 0 };
        let state = self.arena.width() * 8 + size_of::<Link>() + kept;
        (4 * self.groups + blocks * block + states * state) as u64
    }
}

impl<P: Problem> Known<P> for Numbered<P> {
    const NUMBERED: bool = true;

    #[inline]
    fn enter_child(
        &mut self,
        problem: &P,
        state: &P::State,
        action: P::Action,
        child: &mut P::State,
    ) -> (u32, bool) {
        self.enter_number(problem, problem.index_after(state, action), (state, action), child)
    }

    #[inline(always)]
    fn enter_number(
        &mut self,
        problem: &P,
        number: u64,
        (state, action): (&P::State, P::Action),
        child: &mut P::State,
    ) -> (u32, bool) {
        let (block, place) = self.find(number);
        if self.costs[block][place] != NO_PATH {
            return (self.node(block, place), false);
        }
        make(problem, state, action, child);
        (self.add(problem, child, number, (block, place)), true)
    }

    #[inline]
    fn may_improve(&self, number: u64, cost: u32) -> bool {
        let (block, place) = self.find(number);
        u32::from(self.costs[block][place]) > cost.min(u32::from(MAX_COST) - 1)
    }

    #[inline]
    fn unpack_into(&self, problem: &P, node: u32, state: &mut P::State) {
        if Self::KEPT {
            state.clone_from(&self.states[node as usize]);
        } else {
            self.arena.unpack_into(problem, node, state);
        }
    }

    #[inline]
    fn set_cost(&mut self, number: u64, cost: u32) {
        let (block, place) = self.find(number);
        self.costs[block][place] = cost.min(u32::from(MAX_COST)) as u8;
    }
}

impl<P: Problem> Visited<P> for Numbered<P> {
    #[inline]
    fn insert(&mut self, problem: &P, state: &P::State) -> Option<u32> {
        let number = problem.index(state);
        let (block, place) = self.find(number);
        (self.costs[block][place] == NO_PATH).then(|| self.add(problem, state, number, (block, place)))
    }

    #[inline]
    fn insert_child(
        &mut self,
        problem: &P,
        state: &P::State,
        action: P::Action,
        child: &mut P::State,
    ) -> Option<u32> {
        let (node, new) = self.enter_child(problem, state, action, child);
        new.then_some(node)
    }

    fn insert_packed(&mut self, problem: &P, _tag: u32, packed: &[u64]) -> Option<u32> {
        self.insert(problem, &problem.unpack(packed))
    }

    fn arena(&self) -> &Arena<P> {
        &self.arena
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.arena.is_full() || self.lacks_block()
    }

    fn bytes(&self) -> u64 {
        self.bytes_with(self.room, self.arena.capacity())
    }

    fn bytes_to_grow(&self) -> u64 {
        let blocks = if self.lacks_block() { grown_blocks(self.costs.len()) } else { self.room };
        let states = if self.arena.is_full() { grown(self.arena.len()) } else { self.arena.capacity() };
        self.bytes_with(blocks, states)
    }

    fn grow(&mut self) {
        if self.lacks_block() {
            self.room = grown_blocks(self.costs.len());
            let more = self.room - self.costs.len();
            self.costs.reserve_exact(more);
            self.heads.reserve_exact(more);
            self.filled.reserve_exact(more);
        }
        if self.arena.is_full() {
            let states = grown(self.arena.len());
            self.arena.reserve_to(states);
            let more = states - self.links.len();
            self.links.reserve_exact(more);
            if Self::KEPT {
                self.states.reserve_exact(more);
            }
        }
    }
}

impl<P: Problem> Drop for Numbered<P> {
    fn drop(&mut self) {
        let mut directory = std::mem::take(&mut self.directory);
        for &group in &*self.filled {
            directory[group as usize] = 0;
        }
        SPARE.set(directory);
    }
}

/// Room for blocks after growing: a few suit a small search.
fn grown_blocks(blocks: usize) -> usize {
    (blocks + blocks / 2).max(64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::Sequential;
    use crate::feature::View;
    use crate::heuristic::Heuristic;
    use crate::problem::Visit;
    use crate::search::{End, Search, SearchParameters, astar, bfs, greedy, wastar};
    use std::ops::ControlFlow;

    /// A long corridor with shortcuts: steps by 1 either way, and jumps by 3.
    struct Corridor(u32);

    impl Problem for Corridor {
        type State = u32;
        type Action = i32;
        type Undo = ();
        type Scratch = ();
        const PACKED_LEN: usize = 1;
        const TRANSPOSITIONS: bool = true;
        const DENSE: bool = true;
        const CHEAP_INDEX: bool = true;

        fn scratch(&self) {}
        fn pack(&self, &place: &u32, out: &mut [u64]) {
            out[0] = place.into();
        }
        fn unpack(&self, words: &[u64]) -> u32 {
            words[0] as u32
        }
        fn visit<V: Visit<Self>>(&self, place: &u32, _: Option<i32>, to: &mut V) -> ControlFlow<()> {
            for step in [1, -1, 3] {
                if place.checked_add_signed(step).is_some_and(|after| after <= self.0) {
                    to.action(self, place, step)?;
                }
            }
            ControlFlow::Continue(())
        }
        fn apply(&self, place: &mut u32, step: i32) {
            *place = place.wrapping_add_signed(step);
        }
        fn undo(&self, place: &mut u32, step: i32, (): ()) {
            *place = place.wrapping_add_signed(-step);
        }
        fn is_goal(&self, &place: &u32) -> bool {
            place == self.0
        }
        fn dense(&self) -> Option<u64> {
            Some(u64::from(self.0) + 1)
        }
        fn index(&self, &place: &u32) -> u64 {
            place.into()
        }
        fn reversible(&self) -> bool {
            false
        }
    }

    /// Admissible and far from consistent: one node of six knows how far it is at least, so that ways around it are found
    /// before the shorter ones through it.
    struct Erratic;

    impl Heuristic<Corridor> for Erratic {
        type Value = u32;
        type Incremental = ();

        fn root(&mut self, view: &View<'_, Corridor>) -> (u32, ()) {
            let left = view.problem.0 - view.state;
            (if view.state % 6 == 3 { left / 3 } else { 0 }, ())
        }
        fn child(&mut self, view: &View<'_, Corridor>, (): ()) -> (u32, ()) {
            self.root(view)
        }
    }

    #[test]
    fn costs_beyond_a_byte_and_reopened_nodes_are_handled() {
        for length in [40, 1_000, 3_000] {
            let problem = Corridor(length);
            let run = |algorithm| {
                let found = crate::search::run(Search {
                    problem: &problem,
                    start: &0,
                    heuristic: Erratic,
                    parameters: SearchParameters::new(algorithm),
                    admissible: true,
                    observer: &mut (),
                    executor: &Sequential,
                });
                let End::Solved { cost, .. } = found.end else { panic!("there is a way") };
                (cost, found.stats)
            };
            let (shortest, _) = run(&bfs::INFO);
            assert_eq!(length == 40, shortest < u64::from(MAX_COST), "both sides of the byte");
            let (cost, stats) = run(&astar::INFO);
            assert_eq!(cost, shortest);
            assert!(stats.reopened > 0 && stats.stored <= u64::from(length) + 1, "{length}: {stats:?}");
            assert!(run(&wastar::INFO).0 >= shortest && run(&greedy::INFO).0 >= shortest);
        }
    }

    #[test]
    fn the_spare_directory_is_clean() {
        let problem = Corridor(500);
        for _ in 0..2 {
            let mut known = Numbered::new(&problem, None).unwrap();
            for place in (0..=500).step_by(7) {
                assert!(known.insert(&problem, &place).is_some());
                assert!(known.insert(&problem, &place).is_none());
            }
        }
        assert!(Numbered::new(&problem, Some(100)).is_none(), "more states than bytes");
    }
}
