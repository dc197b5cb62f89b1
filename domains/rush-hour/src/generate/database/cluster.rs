//! Clusters: all boards that can be moved into each other, and how far each is from the nearest solved one.

use super::layouts::Piece;

/// No state, or none yet.
const NONE: u32 = u32::MAX;
/// Not reached by the search from the solved boards.
const FAR: u8 = u8::MAX;
/// Bits of a vehicle's position.
const BITS: u32 = 3;
/// Slots at the start of a cluster; most clusters are small, and stay in the cache.
const SLOTS: usize = 1 << 10;

/// A board of the cluster.
#[derive(Clone, Copy, Default)]
struct State {
    /// Positions of the vehicles in their lines.
    key: u64,
    /// Cells of horizontal vehicles and walls.
    across: u64,
    /// Cells of vertical vehicles.
    down: u64,
}

/// A vehicle that can move.
#[derive(Clone, Copy)]
struct Mover {
    /// Its cells at the beginning of its line.
    home: u64,
    stride: u32,
    last: u64,
    vertical: bool,
    /// Its place among the pieces.
    piece: usize,
}

/// What is known of a layout's cluster.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cluster {
    /// Another layout of the cluster comes first.
    Repeated,
    /// No board of it is solved.
    Unsolvable,
    /// The hardest board of it, if every piece of it matters.
    Solvable(Option<Minimal>),
}

/// The hardest board of a cluster, each piece of which makes it harder.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Minimal {
    pub(super) moves: u8,
    /// The pieces in the order of the layout.
    pub(super) board: Vec<Piece>,
    pub(super) states: usize,
}

/// Explores clusters, one after another, in the same memory.
pub(super) struct Explorer {
    size: u8,
    /// Layouts with the target anywhere: all boards of a cluster are compared, and not only the solved ones.
    anywhere: bool,
    movers: Vec<Mover>,
    walls: u64,
    states: Vec<State>,
    /// For each state and mover the state after a step back, and after one forth.
    next: Vec<[u32; 2]>,
    distances: Vec<u8>,
    queue: Vec<u32>,
    table: Table,
}

impl Explorer {
    pub(super) fn new(size: u8, anywhere: bool) -> Self {
        Self {
            size,
            anywhere,
            movers: Vec::new(),
            walls: 0,
            states: Vec::new(),
            next: Vec::new(),
            distances: Vec::new(),
            queue: Vec::new(),
            table: Table::default(),
        }
    }

    /// The cluster of a layout.
    pub(super) fn explore(&mut self, layout: &[Piece]) -> Cluster {
        let start = self.load(layout, usize::MAX);
        if self.reach((start.across, start.down)) { self.judge(layout) } else { Cluster::Repeated }
    }

    /// Whether the cluster's hardest board is minimal, once all its states are known.
    fn judge(&mut self, layout: &[Piece]) -> Cluster {
        let moves = self.measure();
        if self.queue.is_empty() {
            return Cluster::Unsolvable;
        }
        let states = self.states.len();
        let hardest = (0..states).filter(|&state| self.distances[state] == moves);
        let order = |state: &usize| (self.states[*state].across, self.states[*state].down);
        let Some(hardest) = hardest.min_by_key(order) else { return Cluster::Unsolvable };
        let mut board = layout.to_vec();
        for (number, mover) in self.movers.iter().enumerate() {
            board[mover.piece].cell =
                mover.cells(self.states[hardest].position(number)).trailing_zeros() as u8;
        }
        let moved = self.moved(hardest, layout.len());
        let matters = |piece: usize| moved[piece] || self.is_easier(&board, piece, moves);
        let is_minimal = (1..layout.len()).all(matters);
        Cluster::Solvable(is_minimal.then_some(Minimal { moves, board, states }))
    }

    /// Takes up a board without one of its pieces.
    fn load(&mut self, board: &[Piece], without: usize) -> State {
        self.movers.clear();
        self.walls = 0;
        let mut start = State::default();
        for (number, piece) in board.iter().enumerate().filter(|(number, _)| *number != without) {
            if piece.is_wall() {
                self.walls |= 1 << piece.cell;
                continue;
            }
            let size = self.size;
            let (line, position, stride) = if piece.vertical {
                (piece.cell % size, piece.cell / size, size)
            } else {
                (piece.cell - piece.cell % size, piece.cell % size, 1)
            };
            start.key |= u64::from(position) << (BITS * self.movers.len() as u32);
            *if piece.vertical { &mut start.down } else { &mut start.across } |= piece.mask(size);
            self.movers.push(Mover {
                home: Piece { cell: line, ..*piece }.mask(size),
                stride: stride.into(),
                last: (size - piece.length).into(),
                vertical: piece.vertical,
                piece: number,
            });
        }
        start.across |= self.walls;
        self.states.clear();
        self.table.clear();
        self.table.find_or_insert(&mut self.states, start);
        start
    }

    fn is_solved(&self, state: &State) -> bool {
        state.position(0) == self.movers[0].last
    }

    /// Finds all states; false as soon as one comes before the first, which is given by its cells.
    fn reach(&mut self, first: (u64, u64)) -> bool {
        let movers = self.movers.len();
        self.next.clear();
        self.next.resize(movers, [NONE; 2]);
        let mut at = 0;
        while at < self.states.len() {
            let state = self.states[at];
            for number in 0..movers {
                for forth in [false, true] {
                    if self.next[at * movers + number][usize::from(forth)] != NONE {
                        continue;
                    }
                    let Some(moved) = state.step(&self.movers[number], number, forth) else { continue };
                    if (self.anywhere || self.is_solved(&moved)) && (moved.across, moved.down) < first {
                        return false;
                    }
                    let index = self.table.find_or_insert(&mut self.states, moved);
                    self.next.resize(self.states.len() * movers, [NONE; 2]);
                    self.next[at * movers + number][usize::from(forth)] = index;
                    self.next[index as usize * movers + number][usize::from(!forth)] = at as u32;
                }
            }
            at += 1;
        }
        true
    }

    /// Distances in slides from the nearest solved state, and the longest.
    fn measure(&mut self) -> u8 {
        let movers = self.movers.len();
        self.distances.clear();
        self.distances.resize(self.states.len(), FAR);
        self.queue.clear();
        for state in 0..self.states.len() {
            if self.is_solved(&self.states[state]) {
                self.distances[state] = 0;
                self.queue.push(state as u32);
            }
        }
        let (mut at, mut longest) = (0, 0);
        while let Some(&state) = self.queue.get(at) {
            at += 1;
            let distance = self.distances[state as usize];
            longest = distance;
            for number in 0..movers {
                for direction in 0..2 {
                    let mut other = self.next[state as usize * movers + number][direction];
                    // What lies beyond a state that is no farther is reached from there.
                    while other != NONE && self.distances[other as usize] > distance {
                        if self.distances[other as usize] == FAR {
                            self.distances[other as usize] = distance + 1;
                            self.queue.push(other);
                        }
                        other = self.next[other as usize * movers + number][direction];
                    }
                }
            }
        }
        longest
    }

    /// The pieces that move in one of the shortest solutions: such a piece matters, as the solution without its moves
    /// solves the board without it.
    fn moved(&self, mut state: usize, pieces: usize) -> Vec<bool> {
        let movers = self.movers.len();
        let mut moved = vec![false; pieces];
        while self.distances[state] > 0 {
            let nearer = (0..2 * movers).find_map(|choice| {
                let (number, direction) = (choice / 2, choice % 2);
                let mut other = state;
                loop {
                    other = self.next[other * movers + number][direction] as usize;
                    if other == NONE as usize {
                        return None;
                    }
                    if self.distances[other] < self.distances[state] {
                        return Some((number, other));
                    }
                }
            });
            let Some((number, other)) = nearer else { break };
            moved[self.movers[number].piece] = true;
            state = other;
        }
        moved
    }

    /// Whether the board without one of its pieces has a solution of fewer moves.
    fn is_easier(&mut self, board: &[Piece], without: usize, moves: u8) -> bool {
        self.load(board, without);
        let mut at = 0;
        for depth in 1..moves {
            let end = self.states.len();
            while at < end {
                for number in 0..self.movers.len() {
                    for forth in [false, true] {
                        let mut state = self.states[at];
                        while let Some(moved) = state.step(&self.movers[number], number, forth) {
                            if self.is_solved(&moved) {
                                return true;
                            }
                            if depth + self.bound(&moved) < moves {
                                self.table.find_or_insert(&mut self.states, moved);
                            }
                            state = moved;
                        }
                    }
                }
                at += 1;
            }
        }
        false
    }

    /// Moves that an unsolved state takes at least: each taken cell ahead of the target is another vehicle's.
    fn bound(&self, state: &State) -> u8 {
        let target = &self.movers[0];
        let (here, exit) = (target.cells(state.position(0)), target.cells(target.last));
        let ahead = (exit | (exit - 1)) & !(here | (here - 1));
        1 + ((state.across | state.down) & ahead).count_ones() as u8
    }
}

impl Mover {
    fn cells(&self, position: u64) -> u64 {
        self.home << (position as u32 * self.stride)
    }
}

impl State {
    fn position(&self, number: usize) -> u64 {
        self.key >> (BITS * number as u32) & ((1 << BITS) - 1)
    }

    /// The state after a step of a vehicle, if it is legal.
    fn step(&self, mover: &Mover, number: usize, forth: bool) -> Option<Self> {
        let position = self.position(number);
        if position == if forth { mover.last } else { 0 } {
            return None;
        }
        let cells = mover.cells(position);
        let moved = if forth { cells << mover.stride } else { cells >> mover.stride };
        if moved & !cells & (self.across | self.down) != 0 {
            return None;
        }
        let (one, change) = (1 << (BITS * number as u32), cells ^ moved);
        let (across, down) = if mover.vertical { (0, change) } else { (change, 0) };
        let key = if forth { self.key + one } else { self.key - one };
        Some(Self { key, across: self.across ^ across, down: self.down ^ down })
    }
}

/// Where the states of a cluster are, by their keys: open addressing, in the same memory for all clusters.
#[derive(Default)]
struct Table {
    slots: Vec<Slot>,
    /// Slots in use are a power of two, and this is its logarithm.
    bits: u32,
    /// What slots of the present cluster are marked with.
    generation: u32,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    generation: u32,
    state: u32,
}

impl Table {
    fn clear(&mut self) {
        self.resize(SLOTS.trailing_zeros());
    }

    /// Empties the table, and sets the number of its slots.
    fn resize(&mut self, bits: u32) {
        self.bits = bits;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(Slot::default());
            self.generation = 1;
        }
        if self.slots.len() < 1 << bits {
            self.slots.resize(1 << bits, Slot::default());
        }
    }

    /// The slot of a key, and whether it holds the key.
    fn place(&self, key: u64) -> (usize, bool) {
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.bits)) as usize;
        loop {
            let slot = self.slots[at];
            if slot.generation != self.generation {
                return (at, false);
            }
            if slot.key == key {
                return (at, true);
            }
            at = (at + 1) & ((1 << self.bits) - 1);
        }
    }

    /// The number of a state, which is added to the states if it is new.
    fn find_or_insert(&mut self, states: &mut Vec<State>, state: State) -> u32 {
        let (at, found) = self.place(state.key);
        if found {
            return self.slots[at].state;
        }
        let number = states.len() as u32;
        self.slots[at] = Slot { key: state.key, generation: self.generation, state: number };
        states.push(state);
        if states.len() * 2 > 1 << self.bits {
            self.resize(self.bits + 1);
            for (number, state) in states.iter().enumerate() {
                let (at, _) = self.place(state.key);
                self.slots[at] = Slot { key: state.key, generation: self.generation, state: number as u32 };
            }
        }
        number
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The cluster of any of its boards, given in the letters of the database.
    pub(in super::super) fn of_board(text: &str, size: u8) -> Cluster {
        let cell = |letter: u8| text.bytes().position(|sign| sign == letter);
        let vehicle = |letter: u8| {
            let (first, length) = (cell(letter)?, text.bytes().filter(|sign| *sign == letter).count());
            let vertical = text.as_bytes().get(first + 1) != Some(&letter);
            Some(Piece { cell: first as u8, length: length as u8, vertical })
        };
        let mut walls =
            text.bytes().enumerate().filter(|(_, sign)| *sign == b'x').map(|(cell, _)| cell as u8);
        // A letter that is left out is a wall's.
        let last = text.bytes().filter(u8::is_ascii_uppercase).max().unwrap();
        let board: Vec<Piece> = (b'A'..=last)
            .map(|letter| {
                let wall = || Piece { cell: walls.next().unwrap(), length: 1, vertical: false };
                vehicle(letter).unwrap_or_else(wall)
            })
            .collect();
        let mut explorer = Explorer::new(size, false);
        explorer.load(&board, usize::MAX);
        assert!(explorer.reach((0, 0)));
        explorer.judge(&board)
    }
}
